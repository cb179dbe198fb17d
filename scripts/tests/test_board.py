"""The referee's rules against recorded games, known counts and hand-made positions."""

import random
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mollett_match.board import CLASSIC, OTHELLO, PASS, Position, flipping_moves, flips, squares
from mollett_match.diagram import (
    canonical, parse_line, parse_position, parse_square, replay, square_name, turned_board, write_line, write_position,
)
from mollett_match.solver import move_values, solve

DATA = Path(__file__).resolve().parents[2] / "tests" / "data"


def rows(name: str):
    """The lines of a data file, cut at their bars."""
    for line in (DATA / name).read_text().splitlines():
        if not line.startswith("#"):
            yield [field.strip() for field in line.split("|")]


def legal_names(position: Position) -> list[str]:
    names = sorted(square_name(square) for square in squares(position.moves()))
    return names or (["pa"] if position.must_pass() else [])


def perft(position: Position, depth: int) -> int:
    if depth == 0 or position.is_over():
        return 1
    moves = list(squares(position.moves())) or [PASS]
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)


class Counts(unittest.TestCase):
    def test_othello_perft(self):
        counts = [perft(Position.start(OTHELLO), depth) for depth in range(1, 7)]
        self.assertEqual(counts, [4, 12, 56, 244, 1396, 8200])

    def test_classic_perft(self):
        counts = [perft(Position.start(CLASSIC), depth) for depth in range(1, 9)]
        self.assertEqual(counts, [4, 12, 24, 24, 96, 320, 1536, 6624])


class Vectors(unittest.TestCase):
    """The project's test data, made by other implementations of the rules (``tests/data``)."""

    def test_every_ply_of_the_recorded_games(self):
        for rules in (OTHELLO, CLASSIC):
            plies_seen = 0
            for words, final, counts, _tags in rows(f"{rules}.games"):
                position = Position.start(rules)
                for word in words.split():
                    names = [word[at : at + 2] for at in range(0, len(word), 2)]
                    self.assertEqual(legal_names(position), sorted(names), words)
                    position = position.play(parse_square(names[0]))
                    plies_seen += 1
                self.assertTrue(position.is_over())
                self.assertEqual(write_position(position), final)
                self.assertEqual([position.count(0), position.count(1), position.empties], list(map(int, counts.split())))
                lead = position.disc_margin()
                extra = position.empties if lead > 0 else -position.empties if lead < 0 else 0
                self.assertEqual(position.margin(), lead + (extra if rules == OTHELLO else 0))
            self.assertGreater(plies_seen, 15_000)

    def test_special_positions(self):
        for text, legal, counts, note in rows("special.positions"):
            rules, _, cells = text.partition(" ")
            position = parse_position(cells, rules)
            expected = [] if legal == "over" else ["pa"] if legal == "pass" else legal.split()
            self.assertEqual(legal_names(position), expected, note)
            self.assertEqual(position.is_over(), legal == "over", note)
            self.assertEqual([position.count(0), position.count(1)], list(map(int, counts.split())), note)

    def test_exact_endgames(self):
        for rules in (OTHELLO, CLASSIC):
            cases = 0
            for text, discs, to_winner in rows(f"{rules}.endgames"):
                position = parse_position(text, rules)
                if position.empties > 6 or not position.moves():
                    continue
                listed = (to_winner if rules == OTHELLO else discs).split()
                values = {square_name(move): value for move, value in move_values(position).items()}
                self.assertEqual(values, {word[:2]: int(word[2:]) for word in listed}, text)
                cases += 1
                if cases == 40:
                    break
            self.assertGreater(cases, 10)


class HandMade(unittest.TestCase):
    def test_the_worked_example_of_a_move_that_turns_no_chain(self):
        position = parse_position("------------------X-----X-O------OO-----XO---------O--------X--- X", OTHELLO)
        turned = flips(*position.discs, parse_square("c6"))
        self.assertEqual({square_name(s) for s in squares(turned)}, {"b6", "b5", "d7", "c5", "c4"})

    def test_edges_do_not_wrap(self):
        # h4 and a5 are neighbours as numbers only.
        own, opp = 1 << parse_square("g4"), 1 << parse_square("h4")
        self.assertEqual(flipping_moves(own, opp), 0)

    def test_classic_supply_runs_out(self):
        text = "XXXXXXXOXXOOOXXOXXXOXXOOOOXOOXOOXXXOXXOOXXOOXOOOXXXOOXOOOOOOOOO- O 0/1"
        self.assertTrue(parse_position(text).is_over())

    def test_play_leaves_the_position_alone_and_refuses_illegal_moves(self):
        start = Position.start(OTHELLO)
        for move in (parse_square("a1"), parse_square("d4"), PASS, 64, -3):
            with self.assertRaises(ValueError):
                start.play(move)
        start.play(parse_square("f5"))
        self.assertEqual(start, Position.start(OTHELLO))

    def test_random_games_keep_the_classic_supply_equal_to_the_empties(self):
        chance = random.Random(5)
        for _ in range(20):
            position = Position.start(CLASSIC)
            while not position.is_over():
                legal = list(squares(position.moves())) or [PASS]
                position = position.play(chance.choice(legal))
                self.assertEqual(sum(position.supply), position.empties)

    def test_margin_gives_empties_to_the_winner_in_othello_only(self):
        cells = "X" * 10 + "-" * 54
        self.assertEqual(parse_position(f"{cells} X", OTHELLO).margin(), 64)
        self.assertEqual(parse_position(f"{cells} X", CLASSIC).margin(), 10)


class Text(unittest.TestCase):
    def test_squares(self):
        self.assertEqual([parse_square(word) for word in ("a1", "H8", "PASS", "pa")], [0, 63, PASS, PASS])
        for bad in ("i9", "a9", "", "a11", "5f"):
            with self.assertRaisesRegex(ValueError, "not a square"):
                parse_square(bad)

    def test_lines_leave_out_passes(self):

        chance = random.Random(3)
        while True:
            position, plies = Position.start(OTHELLO), []
            while not position.is_over():
                plies.append(chance.choice(list(squares(position.moves())) or [PASS]))
                position = position.play(plies[-1])
            if PASS in plies:
                break
        self.assertEqual(replay(Position.start(OTHELLO), parse_line(write_line(plies))), (plies, position))

    def test_illegal_lines_name_the_move(self):
        with self.assertRaisesRegex(ValueError, "move 2 'f5' is not legal"):
            replay(Position.start(OTHELLO), parse_line("f5f5"))

    def test_bad_positions(self):
        for text, word in (("X" * 63 + " X", "not a position"), ("Z" * 64 + " X", "'Z'"), ("-" * 64 + " Q", "'Q'"),
                           ("-" * 64 + " X 3/4", "3/4")):
            with self.assertRaisesRegex(ValueError, word):
                parse_position(text)

    def test_symmetries(self):
        board = 0x1234_5678_9ABC_DEF1
        self.assertEqual(len({turned_board(board, symmetry) for symmetry in range(8)}), 8)
        firsts = {canonical(Position.start(OTHELLO).play(s)) for s in squares(Position.start(OTHELLO).moves())}
        self.assertEqual(len(firsts), 1)


class Solver(unittest.TestCase):
    def test_move_values_agree_with_the_value(self):
        chance = random.Random(11)
        for rules in (OTHELLO, CLASSIC):
            position = Position.start(rules)
            while position.empties > 6 and not position.is_over():
                position = position.play(chance.choice(list(squares(position.moves())) or [PASS]))
            if position.moves():
                self.assertEqual(max(move_values(position).values()), solve(position))


if __name__ == "__main__":
    unittest.main()
