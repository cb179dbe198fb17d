"""An engine that speaks NBoard's protocol (NTest, Edax), behind the same methods as ``gtp``.

NBoard has no clock command and ignores lines it does not know; an engine may print ``status`` and the like at
any time, so there is no junk here, only a move line that cannot be read. The position is given as a GGF game.
"""

from __future__ import annotations

import re
import time

from .board import CLASSIC, PASS, Position
from .clock import Clock
from .diagram import parse_square, square_name, write_position
from .failure import FRAME, HANG, ILLEGAL, START, EngineFailure
from .gtp import Answer
from .process import Process
from .spec import EngineSpec

MAX_LINES = 100_000


class NBoardEngine:
    """One NBoard engine; see :class:`mollett_match.gtp.GtpEngine` for the meaning of the methods."""

    language = "nboard"

    def __init__(self, spec: EngineSpec, patience: float = 10.0, move_limit: float = 300.0, log=None):
        self.spec = spec
        self.patience = patience
        self.move_limit = move_limit
        self.pings = 0
        self.version = ""
        self.overruns = 0
        self.process = Process(spec.cmd, spec.dir, spec.environment)
        if log is not None:
            self.process.log_to(log)

    def _send(self, text: str) -> None:
        self.process.write_line(text, time.monotonic() + self.patience)

    def _read_until(self, test, deadline: float, waiting_for: str):
        for _ in range(MAX_LINES):
            line = self.process.read_line(deadline)
            if line is None:
                raise EngineFailure(HANG, f"no {waiting_for}")
            name = re.match(r"set myname (\S.*)", line)
            if name:
                self.version = name[1].strip()
            found = test(line)
            if found is not None:
                return found
        raise EngineFailure(FRAME, f"{MAX_LINES} lines without {waiting_for}")

    def _ping(self) -> None:
        """Wait until the engine has caught up."""
        self.pings += 1
        wanted = f"pong {self.pings}"
        self._send(f"ping {self.pings}")
        self._read_until(
            lambda line: True if line.strip().lower() == wanted else None, time.monotonic() + self.patience, wanted
        )

    def start(self) -> None:
        self._send("nboard 2")
        for line in self.spec.init:
            self._send(line)
        if self.spec.options:
            raise EngineFailure(START, "option.* cannot be said in NBoard's language: say it in its cmd")
        if self.spec.depth:
            self._send(f"set depth {self.spec.depth}")
        self._ping()

    def new_game(self, rules: str, clock: Clock) -> None:
        if rules == CLASSIC:
            raise EngineFailure(START, "NBoard's protocol has no classic game")
        cells = write_position(Position.start(rules))[:64].replace("X", "*")
        control = clock.control
        minutes = f"{int(control.main) // 60:02}:{int(control.main) % 60:02}" if control.main else "0"
        self._send(
            f"set game (;GM[Othello]PC[match]PB[black]PW[white]RE[?]TI[{minutes}]TY[8]BO[8 {cells} *];)"
        )
        self._ping()

    def play(self, colour: int, move: int) -> None:
        """NBoard's engines know whose move it is; a pass has to be said."""
        self._send("move " + ("PA" if move == PASS else square_name(move).upper()))

    def genmove(self, colour: int, clock: Clock) -> Answer:
        self._ping()
        budget = clock.budget()
        limit = self.move_limit if budget is None else budget + self.spec.margin / 1000 + self.patience
        before = self.process.usage()
        began = time.monotonic()
        self._send("go")
        answer = Answer(PASS, 0.0, 0.0)

        def read(line: str) -> str | None:
            if line.startswith("==="):
                return line[3:]
            self._note(line, answer)
            return None

        text = self._read_until(read, began + limit, "move after go")
        answer.wall = max(0.0, self.process.received - self.process.sent)  # an answer may have lain there already
        answer.cpu, queued = self.process.usage(look=False).since(before)
        answer.queued = min(answer.wall, queued)
        answer.text = text.strip()
        words = re.split(r"[/\s]+", answer.text)  # NBoard writes D3/-1.63/0.01, Edax d3 -1.63 0.01
        try:
            answer.move = parse_square(words[0])
        except ValueError:
            raise EngineFailure(FRAME, f"'go' was answered {text[:60]!r}: no move") from None
        if len(words) > 1:
            try:
                answer.score = float(words[1])
            except ValueError:
                pass
        # "go" changes nothing in the engine: it has to be told its own move as well.
        self.play(colour, answer.move)
        return answer

    @staticmethod
    def _note(line: str, answer: Answer) -> None:
        words = line.split()
        try:
            if words and words[0] == "nodestats":
                answer.nodes = int(words[1])
            elif words and words[0] == "search":
                answer.depth = words[4]
        except (IndexError, ValueError):
            pass

    def judged_illegal(self, detail: str) -> EngineFailure:
        return EngineFailure(ILLEGAL, detail)

    def end_game(self) -> None:
        """Nothing to check: engines may print status lines at any time."""

    def close(self, patience: float = 2.0) -> bool:
        try:
            self.process.write_line("quit", time.monotonic() + 0.2)
        except Exception:  # noqa: BLE001 - whatever is wrong with it, it is ended below
            pass
        return self.process.close(patience)

    def kill(self) -> None:
        self.process.kill()

    def cancel(self) -> None:
        self.process.cancel()
