"""Game files: read back by small parsers of their own and replayed."""

import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mollett_match.board import CLASSIC, OTHELLO, PASS, Position
from mollett_match.diagram import parse_line, replay, square_name
from mollett_match.transcript import sgf_square, write_ggf, write_pgn, write_sgf

# The shortest game: Black takes every white disc with his fifth move.
WIPE_OUT = "e6f4e3f6g5d6e7f5c5"


def record(rules: str, line: str, **changes) -> dict:
    plies, position = replay(Position.start(rules), parse_line(line))
    game = {
        "type": "game", "key": "A - B #1 a", "number": 1, "pair": "A - B #1", "black": "A", "white": "B]\\",
        "rules": rules, "opening": line[:4], "opening_index": 1, "opening_plies": 2,
        "moves": " ".join(square_name(move) for move in plies), "score": 1.0, "margin": position.margin(),
        "end": "normal", "fault": None, "detail": "", "versions": ["A 1", "B 1"], "limits": ["90+2", "90+2"], "wall": [1.5, 60.2],
        "cpu": [1, 1], "queued": [0, 0], "slowest": [1, 1], "asked": [1, 1], "overruns": [0, 0],
        "details": [[3, square_name(plies[2]), 0.25, 0.24, -1.5, "12", 4567]],
    }
    game.update(changes)
    return game


class Sgf(unittest.TestCase):
    def test_squares_count_rows_from_the_top(self):
        self.assertEqual([sgf_square(s) for s in (0, 7, 19, 56, 63, PASS)], ["aa", "ha", "dc", "ah", "hh", ""])

    def test_othello_game(self):
        text = write_sgf(record(OTHELLO, WIPE_OUT))
        self.assertTrue(text.startswith("(;FF[4]GM[2]"))
        self.assertIn("AB[ed][de]AW[dd][ee]PL[B]", text)
        self.assertIn("PW[B\\]\\\\]RE[B+64]", text)
        moves = re.findall(r"\n;([BW])\[([a-h]{0,2})\]", text)
        self.assertEqual([colour for colour, _ in moves], list("BWBWBWBWB"))
        squares = [chr(ord(m[0])) + str(ord(m[1]) - 96) for _, m in moves]
        self.assertEqual("".join(squares), WIPE_OUT)
        self.assertIn("C[-1.50 depth 12 4567 nodes 0.250 s]", text)

    def test_classic_game_has_no_set_up(self):
        text = write_sgf(record(CLASSIC, "d4d5e5e4", margin=0, score=0.5))
        self.assertNotIn("AB[", text)
        self.assertIn("RU[classic]", text)
        self.assertIn("RE[0]", text)

    def test_results_of_broken_games(self):
        for end, fault, expected in (("time", "B]\\", "B+T"), ("crash", "B]\\", "B+F"), ("resign", None, "B+R")):
            text = write_sgf(record(OTHELLO, WIPE_OUT, end=end, fault=fault, margin=None))
            self.assertIn(f"RE[{expected}]", text)


class Ggf(unittest.TestCase):
    def test_othello_game(self):
        text = write_ggf(record(OTHELLO, WIPE_OUT))
        self.assertIn("GM[Othello]", text)
        self.assertIn("]TI[01:30/00:02]TY[8]", text)
        self.assertIn("BO[8 ---------------------------O*------*O--------------------------- *]", text)
        self.assertIn("RE[+64.000]", text)
        self.assertIn("B[E6]W[F4]B[E3/-1.50/0.25]W[F6]", text)
        self.assertTrue(text.endswith(";)\n"))
        self.assertEqual(text.count("\n"), 1)

    def test_time_loss_and_classic(self):
        text = write_ggf(record(OTHELLO, WIPE_OUT, end="time", fault="A", score=0.0, margin=None))
        self.assertIn("RE[-64.000:t]", text)
        with self.assertRaisesRegex(ValueError, "classic"):
            write_ggf(record(CLASSIC, "d4d5e5e4"))


class Passes(unittest.TestCase):
    def test_a_pass_is_written_in_every_format(self):
        import random

        from mollett_match.board import squares

        chance = random.Random(3)
        while True:
            position, plies = Position.start(OTHELLO), []
            while not position.is_over():
                plies.append(chance.choice(list(squares(position.moves())) or [PASS]))
                position = position.play(plies[-1])
            if PASS in plies:
                break
        line = "".join("pass" if move == PASS else square_name(move) for move in plies)
        game = record(OTHELLO, line)
        self.assertRegex(write_sgf(game), r";[BW]\[\]")
        self.assertRegex(write_ggf(game), r"[BW]\[PA\]")
        self.assertIn(" pass ", write_pgn(game).replace("\n", " "))


class Pgn(unittest.TestCase):
    def test_othello_game(self):
        text = write_pgn(record(OTHELLO, WIPE_OUT))
        self.assertIn('[Result "64-0"]', text)
        self.assertIn('[White "B]\\\\"]', text)
        self.assertIn("1. e6 f4 2. e3 {-1.50 depth 12 4567 nodes 0.250 s} f6 3. g5", text)
        self.assertTrue(text.rstrip().endswith("64-0"))


if __name__ == "__main__":
    unittest.main()
