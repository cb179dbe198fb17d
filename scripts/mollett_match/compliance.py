"""Checks an engine's GTP: framing, rules, passes, endings, the end of the process.

Every check has a process of its own, so that one failure does not spoil the next. ``needed`` checks decide the exit
code; ``wanted`` ones are what real clients of Othello engines rely on beyond the letter of GTP 2.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from .board import BLACK, OTHELLO, PASS, Position, squares
from .clock import Clock, TimeControl
from .diagram import COLOUR_NAMES, parse_square, replay, square_name
from .failure import EngineFailure
from .gtp import GtpEngine
from .spec import EngineSpec

REQUIRED = (
    "protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize", "clear_board", "komi",
    "play", "genmove",
)
# Black has no move here, White has d2; after that Black can move again.
FORCED_PASS = "c4c3f5b4a4a5b2a3"
SHORTEST_GAME = "f5f6f7f4d3e3f3c3b2"  # Black takes every disc


class Missed(Exception):
    """A check failed; the text says what was seen."""


@dataclass
class Finding:
    name: str
    needed: bool
    result: str  # PASS, FAIL or SKIP
    detail: str


def expect(condition: bool, seen: str) -> None:
    if not condition:
        raise Missed(seen)


class Skip(Exception):
    """The engine does not offer what the check is about."""


class Checker:
    """Runs all checks on one engine."""

    def __init__(self, spec: EngineSpec, patience: float = 10.0):
        self.spec = spec
        self.patience = patience

    def open(self, **changes) -> GtpEngine:
        spec = EngineSpec(**{**self.spec.as_dict(), **changes})
        engine = GtpEngine(spec, self.patience, 120.0)
        try:
            engine.start()
            engine.ask("boardsize 8")
            engine.ask("clear_board")
            if engine.speaks("mollett-option"):
                engine.ask("mollett-option depth 4")
            elif engine.speaks("time_settings"):
                engine.exchange("time_settings 20 0 0")
        except BaseException:
            engine.kill()
            raise
        return engine

    def feed(self, engine: GtpEngine, line: str, passes: bool = True) -> Position:
        """Play a transcript; with ``passes`` the passes it leaves out are sent."""
        plies, _ = replay(Position.start(OTHELLO), [parse_square(line[at : at + 2]) for at in range(0, len(line), 2)])
        position = Position.start(OTHELLO)
        for move in plies:
            if move != PASS or passes:
                command = f"play {COLOUR_NAMES[position.side]} {square_name(move)}"
                good, text = engine.exchange(command)
                expect(good, f"'{command}' was answered '? {text}'")
            position = position.play(move)
        return position

    def self_play(self, engine: GtpEngine) -> Position:
        """Let the engine play a whole game with itself, asking only where a move exists."""
        position, clock = Position.start(OTHELLO), Clock(TimeControl())
        while not position.is_over():
            if position.must_pass():
                engine.play(position.side, PASS)
                position = position.play(PASS)
                continue
            move = engine.genmove(position.side, clock).move
            expect(position.is_legal(move), f"genmove {COLOUR_NAMES[position.side]} answered {square_name(move)}, not legal")
            position = position.play(move)
        return position

    # The checks. Each returns nothing, or raises Missed, Skip or EngineFailure.

    def needed_required_commands(self, engine: GtpEngine) -> None:
        missing = [command for command in REQUIRED if command not in engine.known]
        expect(not missing, f"list_commands lacks {', '.join(missing)}")
        expect(engine.ask("protocol_version").strip() == "2", f"protocol_version is {engine.ask('protocol_version')!r}")
        expect(engine.ask("known_command play") == "true", "known_command play is not true")
        expect(engine.ask("known_command nonsense_xyz") == "false", "known_command nonsense_xyz is not false")

    def needed_numbered_commands(self, _engine: GtpEngine) -> None:
        engine = self.open(ids="on")
        try:
            engine.ask("name")
            engine.spec.ids = "off"
            engine.ask("name")  # the number of the last command must not come back
        finally:
            engine.kill()

    def needed_unknown_command(self, engine: GtpEngine) -> None:
        good, text = engine.exchange("nonsense_xyz")
        expect(not good, f"'nonsense_xyz' was answered '= {text}'")
        engine.ask("name")

    def needed_empty_lines_and_comments(self, engine: GtpEngine) -> None:
        deadline = time.monotonic() + self.patience
        for line in ("", "   ", "# a comment", "\t"):
            engine.process.write_line(line, deadline)
        time.sleep(0.1)
        stray = engine.process.unread()
        expect(not stray, f"an empty line or comment was answered {stray[:40]!r}")
        expect(engine.ask("name # comment\r") == engine.ask("name"), "a comment or CR after a command changes its answer")

    def needed_letter_case(self, engine: GtpEngine) -> None:
        for command in ("play B F5", "play white D6", "play Black c3", "play w D3"):
            good, text = engine.exchange(command)
            expect(good, f"'{command}' was answered '? {text}'")

    def needed_illegal_moves_change_nothing(self, engine: GtpEngine) -> None:
        self.feed(engine, "f5")
        for command in ("play white f5", "play white a1", "play white pass", "play white z9", "play blue d6"):
            good, _ = engine.exchange(command)
            expect(not good, f"'{command}' was accepted")
        self.feed_next(engine, "play white d6")

    def feed_next(self, engine: GtpEngine, command: str) -> None:
        good, text = engine.exchange(command)
        expect(good, f"'{command}' was answered '? {text}' afterwards")

    def needed_follows_random_games(self, engine: GtpEngine) -> None:
        chance = random.Random(1)
        for _ in range(10):
            engine.ask("clear_board")
            position = Position.start(OTHELLO)
            while not position.is_over():
                move = chance.choice(list(squares(position.moves())) or [PASS])
                engine.play(position.side, move)
                position = position.play(move)

    def wanted_explicit_passes(self, engine: GtpEngine) -> None:
        self.feed(engine, FORCED_PASS)
        self.feed_next(engine, "play black pass")
        self.feed_next(engine, "play white d2")

    def wanted_implied_passes(self, engine: GtpEngine) -> None:
        self.feed(engine, FORCED_PASS)
        self.feed_next(engine, "play white d2")

    def wanted_genmove_answers_pass(self, engine: GtpEngine) -> None:
        self.feed(engine, FORCED_PASS)
        text = engine.ask("genmove black", 60)
        expect(text.lower() == "pass", f"genmove without a move answered '{text}'")

    def needed_plays_legal_games_with_itself(self, engine: GtpEngine) -> None:
        for _ in range(2):
            engine.ask("clear_board")
            self.self_play(engine)

    def wanted_end_of_the_game(self, engine: GtpEngine) -> None:
        self.feed(engine, SHORTEST_GAME)
        for command in ("genmove white", "genmove black"):
            text = engine.ask(command, 60)
            expect(text.lower() == "pass", f"'{command}' after the end answered '{text}'")
        for command in ("play white pass", "play black pass"):
            self.feed_next(engine, command)

    def wanted_final_score(self, engine: GtpEngine) -> None:
        if not engine.speaks("final_score"):
            raise Skip
        margin = self.self_play(engine).margin()
        due = "0" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{abs(margin)}"
        text = engine.ask("final_score")
        expect(text == due, f"final_score is '{text}', by the rules '{due}'")

    def wanted_undo(self, engine: GtpEngine) -> None:
        if not engine.speaks("undo"):
            raise Skip
        self.feed(engine, "f5d6")
        engine.ask("undo")
        self.feed_next(engine, "play white d6")
        for _ in range(2):
            engine.ask("undo")
        good, _ = engine.exchange("undo")
        expect(not good, "undo at the start of the game was accepted")
        self.feed_next(engine, "play black d3")

    def wanted_reg_genmove_plays_nothing(self, engine: GtpEngine) -> None:
        if not engine.speaks("reg_genmove"):
            raise Skip
        move = engine.ask("reg_genmove black", 60)
        self.feed_next(engine, f"play black {move.lower()}")

    def wanted_unacceptable_size(self, engine: GtpEngine) -> None:
        good, text = engine.exchange("boardsize 19")
        expect(not good, "'boardsize 19' was accepted")
        expect(text.startswith("unacceptable size"), f"'boardsize 19' was answered '? {text}'")

    def wanted_commands_sent_together(self, engine: GtpEngine) -> None:
        deadline = time.monotonic() + self.patience
        for _ in range(200):
            engine.process.write_line("name", deadline)
        answers = 0
        while answers < 200:
            line = engine.process.read_line(deadline)
            expect(line is not None, f"of 200 commands sent at once {answers} were answered")
            answers += line.startswith("=")

    def wanted_queued_commands_before_the_end(self, engine: GtpEngine) -> None:
        deadline = time.monotonic() + self.patience
        for line in ("name", "version", "name"):
            engine.process.write_line(line, deadline)
        engine.process.child.stdin.close()
        answers = 0
        try:
            while answers < 3:
                line = engine.process.read_line(deadline)
                expect(line is not None, f"after the end of input {answers} of 3 commands were answered")
                answers += line.startswith("=")
        except EngineFailure:
            raise Missed(f"ended after {answers} of 3 commands queued before the end of input") from None

    def needed_keeps_its_time(self, engine: GtpEngine) -> None:
        if not engine.speaks("time_settings"):
            raise Skip
        for value in ("none", "0") if engine.speaks("mollett-option") else ():
            engine.exchange(f"mollett-option depth {value}")  # no limit but the clock
        engine.ask("time_settings 6 0 0")
        position, clock = Position.start(OTHELLO), Clock(TimeControl.parse("6"))
        while not position.is_over():
            if position.must_pass():
                engine.play(position.side, PASS)
                position = position.play(PASS)
            elif position.side == BLACK:
                answer = engine.genmove(BLACK, clock)
                expect(clock.spend(answer.wall - answer.queued, 0) == 0, "6 s for a whole game were overrun")
                expect(position.is_legal(answer.move), f"played {square_name(answer.move)}, not legal")
                position = position.play(answer.move)
            else:
                move = next(squares(position.moves()))
                engine.play(position.side, move)
                position = position.play(move)

    def needed_quit(self, engine: GtpEngine) -> None:
        engine.ask("quit")
        try:
            code = engine.process.child.wait(2)
        except Exception:  # noqa: BLE001 - the time-out of subprocess
            raise Missed("still runs 2 s after quit") from None
        expect(code == 0, f"exit code {code} after quit")

    def needed_end_of_input(self, engine: GtpEngine) -> None:
        engine.process.child.stdin.close()
        try:
            engine.process.child.wait(2)
        except Exception:  # noqa: BLE001 - the time-out of subprocess
            raise Missed("still runs 2 s after the end of input") from None

    def run(self) -> list[Finding]:
        """All checks, needed ones first."""
        names = [name for name in vars(Checker) if name.startswith(("needed_", "wanted_"))]
        findings = []
        for name in sorted(names, key=lambda name: not name.startswith("needed_")):
            needed, _, title = name.partition("_")
            result, detail = "PASS", ""
            engine = None
            try:
                engine = self.open()
                getattr(self, name)(engine)
            except Skip:
                result, detail = "SKIP", "not offered by the engine"
            except Missed as missed:
                result, detail = "FAIL", str(missed)
            except EngineFailure as failure:
                result, detail = "FAIL", str(failure)
            finally:
                if engine is not None:
                    engine.kill()
            findings.append(Finding(title.replace("_", " "), needed == "needed", result, detail))
        return findings


def check_engine(spec: EngineSpec, patience: float = 10.0) -> int:
    """Print all findings; 0 when every needed check passed, else 1."""
    findings = Checker(spec, patience).run()
    for finding in findings:
        kind = "needed" if finding.needed else "wanted"
        print(f"{finding.result}  {kind}  {finding.name}" + (f": {finding.detail}" if finding.detail else ""))
    failed = [finding for finding in findings if finding.result == "FAIL"]
    needed = [finding for finding in failed if finding.needed]
    passed = sum(finding.result == "PASS" for finding in findings)
    print(f"{passed} of {len(findings)} checks passed, {len(needed)} needed and {len(failed) - len(needed)} wanted ones failed")
    return 1 if needed else 0
