#!/usr/bin/env python3
"""A GTP engine that plays random moves and, by its first argument, misbehaves in one way.

``mock_engine.py MODE [N] [SEED]``: the misbehaviour begins at the engine's Nth genmove (default 5). Modes: see MODES.
"""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mollett_match.board import OTHELLO, PASS, Position, squares  # noqa: E402
from mollett_match.diagram import parse_position, parse_square, square_name  # noqa: E402
from mollett_match.solver import move_values  # noqa: E402

MODES = {
    "random": "nothing wrong",
    "first": "plays the lowest legal square",
    "losing": "plays random moves and resigns at its Nth",
    "silent": "does not answer genmove",
    "deaf": "does not answer anything from the start",
    "dying": "exits with code 3 instead of answering",
    "killed": "dies by a signal instead of answering",
    "slow": "answers late, by 0.4 s or MOCK_SLEEP",
    "illegal": "plays a square that is taken",
    "passing": "passes although it has a move",
    "liar": "refuses a legal move of the opponent",
    "junk": "prints debugging text on stdout",
    "no-equals": "answers the move without =",
    "unframed": "leaves out the empty line after its answer",
    "word": "answers a word that is no move",
    "wrong-id": "answers with a number that was not asked for",
    "twice": "answers every genmove twice",
    "twice-late": "answers genmove a second time a little later",
    "flood": "writes lines without end",
    "flood-line": "writes one line without end",
    "stderr-flood": "nothing wrong but 4 MB on stderr at every move",
    "error": "answers genmove with a failure",
    "ignore-quit": "plays well but ignores quit, end of input and SIGTERM",
    "children": "plays well but starts a child in a session of its own that outlives it",
    "edax": "nothing wrong in Edax's way: lower-case colours only, the last number kept for ever, no pass at the end",
    "rhino": "nothing wrong in gtp-rhino's way: rejects every pass, answers in upper case",
}


COMMANDS = (
    "protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize", "clear_board", "komi",
    "play", "genmove", "mollett-rules", "mollett-option", "mollett-position", "mollett-hint", "mollett-solve",
    "time_settings", "time_left",
)


class Mock:
    def __init__(self, mode: str, at: int, seed: int):
        self.mode, self.at = mode, at
        self.chance = random.Random(seed)
        self.rules = OTHELLO
        self.position = Position.start(OTHELLO)
        self.count = 0
        self.last_id = ""

    def reply(self, number: str, text: str = "", good: bool = True) -> None:
        if self.mode == "edax":
            self.last_id = number or self.last_id
            number = f" {self.last_id}" if self.last_id else ""
        print(f"{'=' if good else '?'}{number} {text}\n", flush=True)

    def genmove(self) -> str:
        legal = list(squares(self.position.moves()))
        if not legal:
            return "pass"
        square = legal[0] if self.mode == "first" else self.chance.choice(legal)
        self.position = self.position.play(square)
        return square_name(square)

    def hints(self, count: int) -> list[str]:
        """Legal moves with made-up values that depend on nothing but the discs, seen from both sides alike."""
        rows = []
        for square in squares(self.position.moves()):
            black, white = self.position.play(square).discs
            value = (black * 31 + white * 17) % 1600 / 100 - 8
            rows.append((-value if self.position.side else value, square_name(square)))
        rows.sort(reverse=True)
        return [f"{name} {value:+.2f} depth 1 bound estimate nodes 1 pv {name}" for value, name in rows[:count]]

    def misbehave(self, number: str) -> bool:
        """Do the mode's evil instead of answering genmove; True when nothing else is to be said."""
        mode = self.mode
        if mode == "silent":
            time.sleep(3600)
        elif mode == "dying":
            print("giving up", file=sys.stderr, flush=True)
            os._exit(3)
        elif mode == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        elif mode == "slow":
            time.sleep(float(os.environ.get("MOCK_SLEEP", "0.4")))
        elif mode == "illegal":
            taken = self.position.discs[0] | self.position.discs[1]
            self.reply(number, square_name(next(squares(taken))))
            return True
        elif mode == "passing":
            self.reply(number, "pass")
            return True
        elif mode == "junk":
            print("info depth 3 score 12", flush=True)
        elif mode == "no-equals":
            print(self.genmove() + "\n", flush=True)
            return True
        elif mode == "unframed":
            print("= " + self.genmove(), flush=True)
            return True
        elif mode == "word":
            self.reply(number, "hello")
            return True
        elif mode == "wrong-id":
            self.reply(str(int(number or "0") + 7), self.genmove())
            return True
        elif mode == "twice":
            move = self.genmove()
            self.reply(number, move)
            self.reply(number, move)
            return True
        elif mode == "twice-late":
            move = self.genmove()
            self.reply(number, move)
            time.sleep(0.03)
            self.reply(number, move)
            return True
        elif mode == "flood":
            while True:
                print("=" + "x" * 70, flush=False)
        elif mode == "flood-line":
            while True:
                sys.stdout.write("x" * 4096)
        elif mode == "error":
            self.reply(number, "cannot think", good=False)
            return True
        elif mode == "losing":
            self.reply(number, "resign")
            return True
        return False

    def play(self, number: str, words: list[str]) -> None:
        side = {"b": 0, "black": 0, "w": 1, "white": 1}.get(words[0] if self.mode == "edax" else words[0].lower())
        if side is None:
            return self.reply(number, "syntax error (wrong or missing color)", good=False)
        try:
            move = parse_square(words[1])
        except ValueError:
            return self.reply(number, "syntax error", good=False)
        if move == PASS and self.position.is_over() and self.mode != "edax":
            return self.reply(number)
        if move == PASS and self.mode == "rhino":
            return self.reply(number, "syntax error", good=False)
        position = self.position
        if side != position.side and move != PASS and position.must_pass():
            position = position.play(PASS)
        if side != position.side or not position.is_legal(move):
            return self.reply(number, "illegal move", good=False)
        if self.mode == "liar" and self.count >= self.at:
            return self.reply(number, "illegal move", good=False)
        self.position = position.play(move)
        return self.reply(number)

    def obey(self, number: str, name: str, words: list[str]) -> bool:
        """Answer one command; False to end."""
        if name == "quit":
            if self.mode == "ignore-quit":
                return True
            self.reply(number)
            return False
        if name == "name":
            self.reply(number, f"Mock {self.mode}")
        elif name == "version":
            self.reply(number, "1")
        elif name == "list_commands":
            self.reply(number, "\n".join(COMMANDS))
        elif name == "protocol_version":
            self.reply(number, "2")
        elif name == "known_command":
            self.reply(number, "true" if words[0] in COMMANDS else "false")
        elif name == "boardsize" and words != ["8"]:
            self.reply(number, "unacceptable size", good=False)
        elif name in ("boardsize", "komi", "time_settings", "time_left", "mollett-option"):
            self.reply(number)
        elif name == "mollett-position":
            self.position = parse_position(" ".join(words), self.rules)
            self.reply(number)
        elif name == "mollett-solve":
            values = move_values(self.position)
            best = max(values, key=lambda square: values[square])
            self.reply(number, f"{square_name(best)} {values[best]:+d} depth 9 bound exact nodes 9 pv {square_name(best)}")
        elif name == "mollett-hint":
            self.reply(number, "\n".join(self.hints(int(words[0]))))
        elif name == "mollett-rules":
            self.rules = words[0]
            self.reply(number)
        elif name == "clear_board":
            self.position = Position.start(self.rules)
            self.reply(number)
        elif name == "play":
            self.play(number, words)
        elif name == "genmove":
            self.count += 1
            side = {"b": 0, "black": 0, "w": 1, "white": 1}[words[0].lower()]
            if side != self.position.side and self.position.must_pass():
                self.position = self.position.play(PASS)
            if self.mode == "stderr-flood":
                sys.stderr.write(("y" * 79 + "\n") * 50_000)
            if self.count >= self.at and self.misbehave(number):
                return True
            move = self.genmove()
            self.reply(number, move.upper() if self.mode == "rhino" else move)
        else:
            self.reply(number, "unknown command", good=False)
        return True

    def run(self) -> None:
        if self.mode == "ignore-quit":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if self.mode == "children":
            subprocess.Popen(["sleep", "3600"], start_new_session=True)
        if self.mode == "deaf":
            time.sleep(3600)
        for line in sys.stdin:
            words = line.partition('#')[0].split()
            number = words.pop(0) if words and words[0].isdigit() else ""
            if words and not self.obey(number, words[0], words[1:]):
                return
        if self.mode == "ignore-quit":
            time.sleep(3600)


if __name__ == "__main__":
    chosen = sys.argv[1] if len(sys.argv) > 1 else "random"
    if chosen not in MODES:
        sys.exit(f"mock_engine.py: unknown mode '{chosen}'; known: {', '.join(MODES)}")
    Mock(chosen, int(sys.argv[2]) if len(sys.argv) > 2 else 5, int(sys.argv[3]) if len(sys.argv) > 3 else 1).run()
