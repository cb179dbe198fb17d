"""The moves that cost most, for the report.

Three sources: an analyst engine asked over GTP, which judges every move; without one, the referee's solver over
the last few empty squares, which is exact; and the players' own evaluations where they were recorded, which tell
how much worse an engine found its game at its next move. Not for: deciding games.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from .board import PASS, Position
from .diagram import parse_square, write_position
from .failure import EngineFailure
from .runner import open_engine
from .solver import move_values
from .spec import EngineSpec
from .transcript import walk

LAST_EMPTIES = 7  # the solver needs some 20 ms for all moves of such a position
BUDGET = 20.0  # seconds of solving for one report
KEPT = 12


@dataclass
class Finding:
    """One costly move."""

    game: dict
    position: Position
    ply: int
    move: int
    better: int | None
    lost: float  # discs, from the mover's view
    source: str  # "exact", "own evaluation" or the analyst's name

    @property
    def player(self) -> str:
        return self.game["white"] if self.position.side else self.game["black"]


@dataclass
class Judgement:
    """The worst moves, worst first, and how much was looked at."""

    findings: list[Finding]
    note: str


def judge(games: list[dict], analyst: str | None = None, depth: int = 10) -> Judgement:
    """Look for the worst moves. ``RuntimeError`` when the analyst fails."""
    if analyst:
        found, note = by_analyst(games, analyst, depth)
    else:
        found, note = by_solver(games)
        own = by_evaluation(games)
        if own:
            found += own
            note += "; before that, how much an engine's own evaluation fell until its next move"
    found.sort(key=lambda finding: -finding.lost)
    kept: list[Finding] = []
    seen = set()
    for finding in found:
        # A position met in many games is shown once, and one game at most twice.
        same_game = sum(other.game is finding.game for other in kept)
        if (finding.position, finding.move) not in seen and same_game < 2 and len(kept) < KEPT:
            seen.add((finding.position, finding.move))
            kept.append(finding)
    return Judgement(kept, note)


def by_solver(games: list[dict]) -> tuple[list[Finding], str]:
    found, looked = [], 0
    began = time.monotonic()
    for game in games:
        if time.monotonic() - began > BUDGET:
            break
        looked += 1
        for position, ply, move, detail in walk(game):
            if detail is None or move == PASS or position.empties > LAST_EMPTIES:
                continue
            values = move_values(position)
            best = max(values, key=lambda square: values[square])
            if values[best] > values[move]:
                found.append(Finding(game, position, ply, move, best, values[best] - values[move], "exact"))
    return found, f"the last {LAST_EMPTIES} empty squares of {looked} of {len(games)} games, solved exactly"


def by_evaluation(games: list[dict]) -> list[Finding]:
    found = []
    for game in games:
        last: dict[int, tuple] = {}
        for position, ply, move, detail in walk(game):
            if detail is None or detail[4] is None:
                continue
            before = last.get(position.side)
            if before is not None and before[3] - detail[4] >= 4 and before[0].empties > LAST_EMPTIES:
                found.append(Finding(game, before[0], before[1], before[2], None, before[3] - detail[4], "own evaluation"))
            last[position.side] = (position, ply, move, detail[4])
    return found


class Analyst:
    """An engine that answers ``mollett-hint N`` with moves and their values in discs."""

    def __init__(self, command: str, depth: int):
        """Start ``command`` and have it search ``depth`` plies. Raises ``EngineFailure``."""
        self.engine = open_engine(EngineSpec.parse([f"cmd={command}", "name=analyst", f"depth={depth}"]), 120.0, 120.0)
        self.name = f"{self.engine.version} depth {depth}"

    def values(self, position: Position) -> dict[int, float]:
        """Every legal square with the analyst's value from the mover's view."""
        self.engine.ask(f"mollett-rules {position.rules}")
        self.engine.ask(f"mollett-position {write_position(position)}")
        return read_hints(self.engine.ask("mollett-hint 64"))

    def close(self) -> None:
        self.engine.close()


def read_hints(text: str) -> dict[int, float]:
    """Rows that begin ``MOVE SCORE`` (``f5 +1.25 ...``)."""
    values = {}
    for row in text.splitlines():
        words = row.split()
        try:
            values[parse_square(words[0])] = float(words[1])
        except (IndexError, ValueError):
            continue
    return values


def by_analyst(games: list[dict], command: str, depth: int) -> tuple[list[Finding], str]:
    found, positions = [], 0
    known: dict[Position, dict[int, float]] = {}
    try:
        analyst = Analyst(command, depth)
        try:
            for game in games:
                for position, ply, move, detail in walk(game):
                    if detail is None or move == PASS:
                        continue
                    if position not in known:
                        known[position] = analyst.values(position)
                        positions += 1
                    values = known[position]
                    if move not in values:
                        continue
                    best = max(values, key=lambda square: values[square])
                    lost = values[best] - values[move]
                    if lost > 0:
                        found.append(Finding(game, position, ply, move, best, lost, analyst.name))
        finally:
            analyst.close()
    except EngineFailure as failure:
        raise RuntimeError(f"the analyst failed: {failure}") from None
    return found, f"{positions} positions of {len(games)} games judged by {analyst.name}"
