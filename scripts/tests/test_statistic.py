"""Elo, intervals and the sequential test: against known values and by simulation."""

import math
import random
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mollett_match.elo import collect, elo_of, mean_interval, rate, ratings, score_of, student95
from mollett_match.simulation import pair_shares, simulate
from mollett_match.sprt import ACCEPT_H0, ACCEPT_H1, CONTINUE, Sprt, log_likelihood_ratio


def game(black: str, white: str, score: float, margin=None, pair: str = "1", **more) -> dict:
    return {"black": black, "white": white, "score": score, "margin": margin, "pair": pair, **more}


class Elo(unittest.TestCase):
    def test_scale(self):
        self.assertAlmostEqual(elo_of(10 / 11), 400)
        self.assertAlmostEqual(score_of(elo_of(0.37)), 0.37)
        self.assertEqual(elo_of(0), -math.inf)

    def test_error_is_taken_over_pairs(self):
        # The same games: once each opening decides everything (all pairs even), once nothing does.
        even = rate(50, 0, 50, [0, 0, 50, 0, 0], [])
        self.assertEqual((even.elo, even.los), (0, 0.5))
        independent = rate(50, 0, 50, [], [])
        # 100 games without draws: one standard error is 0.05 of a point, 1.96 of them 68.6 Elo.
        self.assertAlmostEqual(independent.error, 68.6, delta=1.5)
        extreme = rate(50, 0, 50, [25, 0, 0, 0, 25], [])
        self.assertGreater(extreme.error, 1.35 * independent.error)

    def test_los_and_normalised_elo(self):
        rating = rate(60, 0, 40, [], [])
        self.assertAlmostEqual(rating.los, 0.979, delta=0.002)  # 0.1 over a standard error of 0.049
        self.assertAlmostEqual(rating.normalised, 0.1 / math.sqrt(0.24) * 800 / math.log(10), places=6)

    def test_collect_turns_every_game_to_the_first_engine(self):
        games = [
            game("A", "B", 1, 10, "1"), game("B", "A", 1, 4, "1"),
            game("A", "B", 0.5, 0, "2"), game("B", "A", 0, -20, "2"),
            game("A", "B", 0, None, "3"), game("C", "A", 1, 64, "4"),
        ]
        rating = collect(games, "A", "B")
        self.assertEqual((rating.wins, rating.draws, rating.losses), (2, 1, 2))
        self.assertEqual(rating.pairs, [0, 0, 1, 1, 0])
        self.assertAlmostEqual(rating.discs[0], (3 + 10) / 2)

    def test_student(self):
        for freedom, value in ((1, 12.706), (3, 3.182), (10, 2.228), (30, 2.042), (1000, 1.962)):
            self.assertAlmostEqual(student95(freedom), value, delta=0.03)

    def test_interval_holds_the_mean_in_95_of_100_cases(self):
        chance = random.Random(1)
        hits = 0
        for _ in range(2000):
            mean, half = mean_interval([chance.gauss(3, 20) for _ in range(8)])
            hits += abs(mean - 3) <= half
        self.assertAlmostEqual(hits / 2000, 0.95, delta=0.015)

    def test_ratings_of_a_tournament(self):
        # True strengths 100, 0, -100; expected scores put in as games.
        names, strengths = ["A", "B", "C"], {"A": 100, "B": 0, "C": -100}
        games = []
        for a in names:
            for b in names:
                if a != b:
                    wins = round(1000 * score_of(strengths[a] - strengths[b]))
                    games += [game(a, b, 1)] * wins + [game(a, b, 0)] * (1000 - wins)
        rated = ratings(names, games)
        for name in names:
            self.assertAlmostEqual(rated[name][0], strengths[name], delta=1)
            self.assertLess(rated[name][1], 15)

    def test_one_sided_and_empty_results(self):
        self.assertEqual(rate(4, 0, 0, [0, 0, 0, 0, 2], []).los, 1)
        self.assertTrue(math.isinf(rate(0, 0, 0, [0] * 5, []).error))
        rated = ratings(["A", "B"], [game("A", "B", 1)])
        self.assertTrue(rated["A"][0] > 0 and math.isfinite(rated["A"][0]))


class SequentialTest(unittest.TestCase):
    def test_bounds(self):
        test = Sprt(0, 10, 0.05, 0.05)
        self.assertAlmostEqual(test.upper, math.log(19))
        self.assertAlmostEqual(test.lower, -math.log(19))

    def test_ratio_against_the_normal_approximation(self):
        # For many pairs and small differences it is N (s1 - s0) (2 m - s0 - s1) / (2 v), m and v measured.
        counts = [400, 150, 2000, 180, 450]
        number = sum(counts)
        mean = sum(count * index / 4 for index, count in enumerate(counts)) / number
        variance = sum(count * (index / 4 - mean) ** 2 for index, count in enumerate(counts)) / number
        s0, s1 = score_of(0), score_of(5)
        expected = number * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
        self.assertAlmostEqual(log_likelihood_ratio(counts, s0, s1), expected, delta=0.02 * abs(expected) + 0.01)

    def test_ratio_is_antisymmetric(self):
        test, mirrored = Sprt(-10, 10), [15, 30, 50, 20, 10]
        self.assertAlmostEqual(test.ratio([10, 20, 50, 30, 15]), -test.ratio(mirrored), places=6)

    def test_decisions(self):
        test = Sprt(0, 10)
        self.assertEqual(test.decide([0] * 5), CONTINUE)
        self.assertEqual(test.decide([50, 0, 300, 0, 300]), ACCEPT_H1)
        self.assertEqual(test.decide([300, 0, 300, 0, 50]), ACCEPT_H0)
        self.assertEqual(Sprt(0, 10, model="normalised").decide([300, 0, 300, 0, 50]), ACCEPT_H0)

    def test_one_sided_matches_come_to_a_decision(self):
        for counts, decision in (([0, 0, 0, 0, 400], ACCEPT_H1), ([400, 0, 0, 0, 0], ACCEPT_H0)):
            self.assertEqual(Sprt(0, 10).decide(counts), decision)

    def test_pair_model_has_the_wanted_mean(self):
        for elo in (-30, 0, 12.5):
            shares = pair_shares(elo, 0.05, 100)
            self.assertAlmostEqual(sum(shares), 1)
            self.assertAlmostEqual(sum(s * i / 4 for i, s in enumerate(shares)), score_of(elo), places=9)

    def test_error_rates_in_simulated_matches(self):
        # A quick look; "sprt.py simulate" does 10,000 matches of each kind.
        test = Sprt(0, 60)
        for elo in (0, 60):
            done = simulate(test, elo, 500, seed=3, longest=5000)
            wrong = done.accepted_h1 if elo == 0 else done.accepted_h0
            self.assertEqual(done.undecided, 0)
            self.assertLessEqual(wrong / done.matches, 1.2 * 0.05)
            self.assertGreater(wrong, 5)  # the test is not merely slow

    def test_simulations_do_not_depend_on_the_number_of_processes(self):
        test = Sprt(0, 100)
        self.assertEqual(simulate(test, 0, 40, 5, processes=1), simulate(test, 0, 40, 5, processes=2))

    def test_command_line(self):
        script = str(Path(__file__).resolve().parents[1] / "sprt.py")
        done = subprocess.run([sys.executable, script, "ratio", "10", "20", "50", "30", "15"], capture_output=True, text=True)
        self.assertIn("continue", done.stdout)
        done = subprocess.run([sys.executable, script, "ratio", *"12345", "--test", "5", "x"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        self.assertIn("'x'", done.stderr)


if __name__ == "__main__":
    unittest.main()
