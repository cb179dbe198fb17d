"""An engine that speaks GTP 2, with the dialects of real Othello engines.

Colours and squares are sent in lower case (``play black f5``), numbers only when the engine's spec asks for
them, passes never to engines that know only implied ones, and a move is asked for only when one exists; the
caller sees to the last. Answers are held to the framing of GTP 2, so that junk is noticed as junk.
"""

from __future__ import annotations

import math
import re
import time
from dataclasses import dataclass, field

from .board import CLASSIC, OTHELLO, PASS
from .clock import Clock
from .diagram import COLOUR_NAMES, parse_square, square_name
from .failure import ERROR, FRAME, HANG, ILLEGAL, REFUSED, START, EngineFailure
from .process import Process
from .spec import EngineSpec

RESIGN = -2
MAX_ANSWER_LINES = 10_000
SETTLE = 0.05  # seconds in which a second answer shows before a suspicious answer is judged


@dataclass
class Answer:
    """An answer to "your move": the move (a square, PASS or RESIGN) and what it took."""

    move: int
    wall: float  # seconds from the command's last byte sent to the answer's last read
    cpu: float  # CPU seconds of all the engine's processes in that time
    queued: float = 0.0  # seconds of it in which a busy machine had no processor for engine or referee
    score: float | None = None  # discs, from the mover's view, as the engine sees it
    depth: str | None = None
    nodes: int | None = None
    text: str = field(default="", repr=False)


class GtpEngine:
    """One GTP engine. Every method raises :class:`EngineFailure` when the engine breaks the conversation."""

    language = "gtp"

    def __init__(self, spec: EngineSpec, patience: float = 10.0, move_limit: float = 300.0, log=None):
        """``patience``: seconds for an answer that needs no thought, and after the limit of one that does,
        before an engine counts as hanging. ``move_limit``: seconds for a move without a clock."""
        self.spec = spec
        self.patience = patience
        self.move_limit = move_limit
        self.number = 0
        self.known: frozenset[str] = frozenset()
        self.version = ""
        self.overruns = 0  # moves over the limit but within the margin
        self.process = Process(spec.cmd, spec.dir, spec.environment)
        if log is not None:
            self.process.log_to(log)

    # The conversation.

    def ask(self, command: str, seconds: float | None = None, kind: str = ERROR) -> str:
        """Send a command and return the text of its ``=`` answer; a ``?`` answer is a failure of ``kind``."""
        good, text = self.exchange(command, seconds)
        if not good:
            raise EngineFailure(kind, f"'{command}' was answered '? {text}'")
        return text

    def exchange(self, command: str, seconds: float | None = None) -> tuple[bool, str]:
        """Send a command; (True, text) for ``=``, (False, text) for ``?``."""
        stray = self.process.unread()
        if stray and self.spec.frames == "strict":
            raise EngineFailure(FRAME, f"output that nobody asked for before '{command}': {stray[:60]!r}")
        number = ""
        if self.spec.ids == "on":
            self.number += 1
            number = str(self.number)
        deadline = time.monotonic() + (self.patience if seconds is None else seconds)
        self.process.write_line(f"{number} {command}" if number else command, deadline)
        lines: list[str] = []
        while True:
            line = self.process.read_line(deadline)
            if line is None:
                # A report of a search that never ended is no wrong frame, it is a search that never ended.
                if lines and lines != ["="] and not lines[-1].startswith("info "):
                    raise EngineFailure(FRAME, f"the answer to '{command}' does not end with an empty line")
                raise EngineFailure(HANG, f"no answer to '{command}'")
            if not line.strip():
                if lines:
                    break
                continue  # blank lines between answers do no harm
            if not lines and line[0] not in "=?":
                if self.spec.frames == "lenient":
                    continue
                raise EngineFailure(FRAME, f"'{command}' was answered {line[:60]!r}")
            lines.append(line)
            if len(lines) > MAX_ANSWER_LINES:
                raise EngineFailure(FRAME, f"endless answer to '{command}'")
        head = lines[0]
        match = re.match(r"[=?](\d*)(?: |$)", head)
        if match is None:
            raise EngineFailure(FRAME, f"'{command}' was answered {head[:60]!r}: no blank after = or its number")
        if match[1] != number:
            wanted = f"number {number}" if number else "no number"
            raise EngineFailure(FRAME, f"'{command}' was answered {head[:60]!r}: {wanted} was due")
        lines[0] = head[match.end() :]
        return head[0] == "=", "\n".join(lines).strip()

    def _settled(self, failure: EngineFailure) -> EngineFailure:
        """``failure``, or a frame failure if more output follows: the answer judged was then not the answer."""
        more = self.process.unread(SETTLE)
        if more:
            return EngineFailure(FRAME, f"more than one answer: {more[:60]!r} (seen after: {failure.detail})")
        return failure

    # Setting up.

    def start(self) -> None:
        """Learn what the engine can do and give it its options."""
        try:
            good, text = self.exchange("list_commands")
            self.known = frozenset(text.split()) if good else frozenset()
            name = self.exchange("name")[1]
            self.version = f"{name} {self.exchange('version')[1]}".strip()
            spec = self.spec
            for command in spec.init:
                self.ask(command)
            wanted = dict(spec.options)
            if spec.depth:
                wanted["depth"] = str(spec.depth)
            if spec.nodes:
                wanted["nodes"] = str(spec.nodes)
            if spec.st and self.speaks("mollett-option"):
                wanted["move_time_ms"] = str(round(spec.time_control().period * 1000))
            if spec.tc and self._clock_kind() == "fischer" and self.speaks("mollett-option"):
                wanted["time_kind"] = "fischer"
            if wanted and not self.speaks("mollett-option"):
                raise EngineFailure(START, f"has no command mollett-option for {', '.join(wanted)}: say it in its cmd")
            for option, value in wanted.items():
                self.ask(f"mollett-option {option} {value}")
            if self.speaks("mollett-eval"):
                # The first evaluation loads the weights, which is no part of the time for a move.
                self.ask("mollett-eval")
        except EngineFailure as failure:
            if failure.kind == ERROR:
                raise EngineFailure(START, failure.detail) from None
            raise

    def speaks(self, command: str) -> bool:
        return command in self.known

    def new_game(self, rules: str, clock: Clock) -> None:
        """Clear the board for a game of ``rules`` and say the time control."""
        if self.speaks("mollett-rules"):
            self.ask(f"mollett-rules {rules}")
        elif rules == OTHELLO and self.speaks("set_game"):
            self.ask("set_game Othello")
        elif rules == CLASSIC and not self.spec.init:
            raise EngineFailure(START, "has no command mollett-rules for the classic game; set it up with init=")
        self.ask("boardsize 8")
        self.ask("clear_board")
        control = clock.control
        kind = self._clock_kind()
        if not self.speaks("time_settings") or kind == "none":
            return
        if control.kind == "fischer":
            if kind == "fischer":
                self.ask(f"time_settings {control.main:g} {control.increment:g} 0")
            else:
                # GTP 2 knows no increment: an absolute clock that time_left keeps correcting.
                self.ask(f"time_settings {max(1, math.floor(control.main))} 0 0")
        elif control.kind == "canadian":
            self.ask(f"time_settings {control.main:g} {control.period:g} {control.stones}")
        elif control.kind == "fixed" and not self.speaks("mollett-option") and control.period >= 1:
            self.ask(f"time_settings 0 {math.floor(control.period)} 1")

    def _clock_kind(self) -> str:
        if self.spec.clock != "auto":
            return self.spec.clock
        return "fischer" if self.speaks("mollett-option") else "standard"

    # The game.

    def play(self, colour: int, move: int) -> None:
        """Tell the engine of a move of the game."""
        if move == PASS and self.spec.passes == "implied":
            return
        command = f"play {COLOUR_NAMES[colour]} {square_name(move)}"
        good, text = self.exchange(command)
        if not good:
            raise self._settled(EngineFailure(REFUSED, f"'{command}' was answered '? {text}'"))
        if text and self.process.unread(SETTLE):
            raise EngineFailure(FRAME, f"more than one answer: '{command}' was answered '= {text[:60]}' and more")

    def _tell_time(self, colour: int, clock: Clock) -> None:
        kind = self._clock_kind()
        if clock.control.kind not in ("fischer", "canadian") or kind == "none" or not self.speaks("time_left"):
            return
        seconds, stones = clock.told()
        if kind == "fischer" and self.speaks("mollett-option"):
            told = f"{seconds:.3f}"
        else:
            told = str(max(1, math.floor(seconds)))
        self.ask(f"time_left {COLOUR_NAMES[colour]} {told} {stones}")

    def genmove(self, colour: int, clock: Clock) -> Answer:
        """Ask for a move. Legality and time are the caller's to judge."""
        self._tell_time(colour, clock)
        budget = clock.budget()
        limit = self.move_limit if budget is None else budget + self.spec.margin / 1000 + self.patience
        analyse = self.spec.info == "on" and self.speaks("genmove_analyze")
        name = COLOUR_NAMES[colour]
        command = f"genmove_analyze {name} 100000" if analyse else f"genmove {name}"
        before = self.process.usage()
        text = self.ask(command, limit)
        wall = self.process.received - self.process.sent
        cpu, queued = self.process.usage(look=False).since(before)
        answer = Answer(PASS, wall, cpu, min(wall, queued), text=text)
        word = text
        if analyse:
            word = self._read_analysis(text, answer)
        words = word.split()
        if len(words) == 1 and words[0].lower() == "resign":
            answer.move = RESIGN
            return answer
        try:
            if len(words) != 1:
                raise ValueError
            answer.move = parse_square(words[0])
        except ValueError:
            raise self._settled(EngineFailure(FRAME, f"'{command}' was answered {text[:60]!r}: no move")) from None
        return answer

    @staticmethod
    def _read_analysis(text: str, answer: Answer) -> str:
        """Take score, depth and nodes from ``info`` lines; returns the word after ``play``."""
        last = ""
        for line in text.splitlines():
            if line.startswith("play "):
                last = line[5:]
            elif line.startswith("info "):
                # The first move of a line is the best one.
                first = line[5:].split(" info ")[0].split()
                for key, value in zip(first, first[1:]):
                    if key == "pv":
                        break
                    try:
                        if key in ("scoreLead", "scoreMean", "score"):
                            answer.score = float(value)
                        elif key == "depth":
                            answer.depth = value
                        elif key in ("nodes", "visits"):
                            answer.nodes = int(value)
                    except ValueError:
                        continue
        return last

    def judged_illegal(self, detail: str) -> EngineFailure:
        """The failure for an illegal move, unless the answer was one of several."""
        return self._settled(EngineFailure(ILLEGAL, detail))

    def end_game(self) -> None:
        """Called after a game that ended without a failure: stray output is noticed here too."""
        stray = self.process.unread()
        if stray and self.spec.frames == "strict":
            raise EngineFailure(FRAME, f"output that nobody asked for at the end: {stray[:60]!r}")

    def close(self, patience: float = 2.0) -> bool:
        """Say ``quit`` and end the process; False when the engine had to be killed."""
        try:
            self.process.write_line("quit", time.monotonic() + 0.2)
        except Exception:  # noqa: BLE001 - whatever is wrong with it, it is ended below
            pass
        return self.process.close(patience)

    def kill(self) -> None:
        self.process.kill()

    def cancel(self) -> None:
        self.process.cancel()
