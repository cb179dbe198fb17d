"""One refereed game between two engines, and the record of it.

The referee keeps the position and both clocks, asks for a move only where one exists, tells the other engine,
and ends the game on the first failure with a verdict that names the engine at fault. Not for: starting engines
or choosing games (see ``runner`` and ``schedule``).
"""

from __future__ import annotations

from dataclasses import dataclass

from .board import BLACK, PASS, WHITE, Position
from .clock import Clock
from .diagram import square_name, write_line
from .failure import TIME, EngineFailure
from .gtp import RESIGN
from .solver import solve

NORMAL = "normal"
RESIGNED = "resign"
SOLVED = "solved"


@dataclass
class Adjudication:
    """When to end a game early. ``empties``: at so few empty squares the position is solved and the game ends
    with the exact result (0 = play on to the end). ``solver``: an engine asked with mollett-solve, else the
    referee's own slow solver."""

    empties: int = 0
    solver: object | None = None

    def result(self, position: Position) -> int:
        """The official margin with best play, from Black's view."""
        if self.solver is not None:
            return self.solver.margin(position)
        value = solve(position)
        return value if position.side == BLACK else -value


@dataclass
class GameTask:
    """Which game to play. ``number`` is its place in the match, ``key`` its name, equal on every machine."""

    key: str
    number: int
    pair: str  # the two games of a pair share it: one opening, colours swapped
    black: str
    white: str
    rules: str
    opening: list[int]
    opening_index: int
    seed: int = 0

    def as_dict(self) -> dict:
        return dict(vars(self))


@dataclass
class Tally:
    """What one side did in a game; times in seconds, summed over its moves."""

    asked: int = 0  # moves the engine was asked for
    wall: float = 0.0
    cpu: float = 0.0
    queued: float = 0.0  # waiting for a processor
    slowest: float = 0.0
    overruns: int = 0  # moves over the limit but within the margin


def play_game(task: GameTask, engine_of, specs: dict, adjudication: Adjudication | None = None) -> dict:
    """Play ``task`` and return its record (JSON-ready, times in seconds, scores and margins in discs).

    ``engine_of(name)`` gives a running engine, starting it if need be; ``specs`` maps names to specs. Raises
    only ``Cancelled`` and what the adjudication's solver raises: every failure of a player becomes a verdict.
    """
    names = (task.black, task.white)
    players: list = []
    clocks = [Clock(specs[name].time_control()) for name in names]
    tallies = (Tally(), Tally())
    position = Position.start(task.rules)
    plies: list[int] = []
    details: list = []
    end, fault, detail, margin = NORMAL, None, "", None
    at_work = BLACK
    try:
        for at_work in (BLACK, WHITE):
            players.append(engine_of(names[at_work]))
        for at_work in (BLACK, WHITE):
            players[at_work].new_game(task.rules, clocks[at_work])
        for move in task.opening:
            for at_work in (BLACK, WHITE):
                players[at_work].play(position.side, move)
            position = position.play(move)
            plies.append(move)
        while not position.is_over():
            if adjudication is not None and position.empties <= adjudication.empties and not position.must_pass():
                margin = adjudication.result(position)
                end = SOLVED
                break
            side = position.side
            if position.must_pass():
                for at_work in (side, 1 - side):
                    players[at_work].play(side, PASS)
                position = position.play(PASS)
                plies.append(PASS)
                continue
            at_work = side
            player = players[side]
            answer = player.genmove(side, clocks[side])
            tally = tallies[side]
            tally.asked += 1
            tally.wall += answer.wall
            tally.cpu += answer.cpu
            tally.queued += answer.queued
            tally.slowest = max(tally.slowest, answer.wall)
            details.append(
                [len(plies) + 1, square_name(answer.move) if answer.move != RESIGN else "resign",
                 round(answer.wall, 4), round(answer.cpu, 4), answer.score, answer.depth, answer.nodes]
            )
            allowed = clocks[side].budget()
            spec = specs[names[side]]
            used = answer.wall - answer.queued if spec.load == "forgive" else answer.wall
            over = clocks[side].spend(used, spec.margin / 1000)
            if over > spec.margin / 1000:
                busy = f" ({answer.queued:.3f} s of it without a processor)" if answer.queued > 0.01 else ""
                raise EngineFailure(TIME, f"{answer.wall:.3f} s for a move with {allowed:.3f} s left{busy}")
            tally.overruns += over > 0
            if answer.move == RESIGN:
                end, fault = RESIGNED, None
                margin = -64 if side == BLACK else 64
                break
            if not position.is_legal(answer.move):
                raise player.judged_illegal(f"'{square_name(answer.move)}' at ply {len(plies) + 1}")
            plies.append(answer.move)
            position = position.play(answer.move)
            at_work = 1 - side
            players[at_work].play(side, answer.move)
        for at_work in (BLACK, WHITE):
            if end == NORMAL:
                players[at_work].end_game()
    except EngineFailure as failure:
        end, detail = failure.kind, failure.detail
        fault = names[at_work]
        margin = None
    if end == NORMAL:
        margin = position.margin()
    if fault is not None:
        score = 0.0 if fault == names[BLACK] else 1.0
    else:
        score = 0.5 if margin == 0 else float(margin > 0)
    return {
        "type": "game",
        "key": task.key,
        "number": task.number,
        "pair": task.pair,
        "black": task.black,
        "white": task.white,
        "rules": task.rules,
        "opening": write_line(task.opening),
        "opening_index": task.opening_index,
        "opening_plies": len(task.opening),
        "moves": " ".join(square_name(move) for move in plies),
        "score": score,  # Black's points: 1, 0.5 or 0
        "margin": None if end == RESIGNED else margin,  # official, Black's view; None when the game broke off
        "end": end,
        "fault": fault,
        "detail": detail,
        "versions": [player.version for player in players],
        "limits": [specs[name].limits() for name in names],
        "wall": [round(tally.wall, 3) for tally in tallies],
        "cpu": [round(tally.cpu, 3) for tally in tallies],
        "queued": [round(tally.queued, 3) for tally in tallies],
        "slowest": [round(tally.slowest, 3) for tally in tallies],
        "asked": [tally.asked for tally in tallies],
        "overruns": [tally.overruns for tally in tallies],
        "details": details,
    }
