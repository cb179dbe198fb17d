"""Openings, colours, results, resuming, stopping and the command line of a match."""

import json
import os
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from match_support import PYTHON, Outcome, arguments, environment, mock, wait_for_engines, wait_for_none
from mollett_match.diagram import write_line
from mollett_match.opening import choose, random_openings, read_openings
from mollett_match.record import ResultFile, fingerprint, read_results
from mollett_match.spec import EngineSpec, unique_names

class Openings(unittest.TestCase):
    def write(self, text: str) -> str:
        file = tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False)
        self.addCleanup(os.unlink, file.name)
        with file:
            file.write(text)
        return file.name

    def test_ten_openings_are_played_twice_with_colours_swapped(self):
        lines = [write_line(plies) for plies in random_openings("othello", 10, 8, 77)]
        path = self.write("# a list\n" + "\n".join(lines) + "\n")
        runs = [
            Outcome(mock("random", 5, 1, name="A", restart="on"), mock("random", 5, 2, name="B", restart="on"), "--games", 20,
                    "--openings", path, "--seed", 5, "--st", 2, "--concurrency", concurrency)
            for concurrency in (1, 3)
        ]
        for run in runs:
            self.assertEqual(len(run.games), 20)
            by_opening: dict[str, set] = {}
            for game in run.games:
                by_opening.setdefault(game["opening"], set()).add((game["black"], game["white"]))
                moves = game["moves"].replace(" ", "")
                self.assertTrue(moves.startswith(game["opening"]))
            self.assertEqual(set(by_opening), set(lines))
            self.assertEqual({frozenset(v) for v in by_opening.values()}, {frozenset({("A", "B"), ("B", "A")})})
        # Same seed: the same games, however many at a time.
        self.assertEqual(fingerprint(runs[0].games), fingerprint(runs[1].games))

    def test_seed_and_order(self):
        openings = random_openings("othello", 30, 8, 1)
        self.assertEqual(openings, random_openings("othello", 30, 8, 1))
        self.assertNotEqual(openings, random_openings("othello", 30, 8, 2))
        self.assertEqual(len({tuple(line) for line in openings}), 30)
        self.assertEqual(choose(openings, 3, "sequential", 29, 1), [openings[28], openings[29], openings[0]])
        shuffled = choose(openings, 30, "random", 1, 4)
        self.assertNotEqual(shuffled, openings)
        self.assertEqual(sorted(shuffled), sorted(openings))

    def test_a_bad_row_is_named(self):
        for text, word in (("f5d6\nf5f5\n", "row 2: move 2 'f5'"), ("f5x9\n", "row 1: 'x9'"), ("# nothing\n", "no opening")):
            with self.assertRaisesRegex(ValueError, word):
                read_openings(self.write(text), "othello")

    def test_classic_games(self):
        run = Outcome(mock("random", 5, 1, name="A"), mock("random", 5, 2, name="B"), "--games", 6, "--rules", "classic", "--st", 2)
        self.assertEqual({g["end"] for g in run.games}, {"normal"})
        self.assertEqual({g["opening_plies"] for g in run.games}, {12})


class Results(unittest.TestCase):
    def test_the_result_belongs_to_the_right_engine_and_colour(self):
        run = Outcome(mock("random", name="A"), mock("losing", name="B"), "--games", 2, "--st", 2)
        self.assertEqual([(g["black"], g["score"]) for g in run.games], [("A", 1.0), ("B", 0.0)])
        self.assertIn("A - B: 2/2 (+2 =0 -0, 100.0 %)", run.text)
        self.assertIn("points: [0, 0, 0, 0, 1]", run.text)

    def test_game_files_are_right_taken_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            files = [f"{folder}/g.{form}" for form in ("sgf", "ggf", "pgn")]
            more = [word for path in files for word in (f"--{path[-3:]}", path)]
            run = Outcome(mock("random", name="A"), mock("random", 5, 2, name="B"), "--games", 4, "--st", 2, *more,
                          "--html", f"{folder}/r.html")
            self.assertEqual(run.code, 0, run.errors)
            sgf, ggf, pgn = (Path(path).read_text() for path in files)
            page = Path(f"{folder}/r.html").read_text()
        self.assertEqual(sgf.count("(;FF[4]GM[2]"), 4)
        self.assertEqual(len(ggf.splitlines()), 4)
        self.assertEqual(pgn.count("[Result"), 4)
        for game, line in zip(run.games, ggf.splitlines()):
            self.assertIn(f"PB[{game['black']}]PW[{game['white']}]RE[{game['margin']:+.3f}]", line)
        for needed in ("<svg", "Elo", "Openings", "Worst moves", "Settings"):
            self.assertIn(needed, page)
        for foreign in ("http://", "https://", "src=", "<script"):
            self.assertNotIn(foreign, page)

    def test_resuming_plays_only_what_is_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/m.jsonl"
            command = arguments(mock("random", 5, 1, name="A", restart="on"), mock("random", 5, 2, name="B", restart="on"),
                                "--games", 6, "--st", 2, "--out", path)
            subprocess.run(command, check=True, capture_output=True, env=environment())
            whole = Path(path).read_text().splitlines(keepends=True)
            # Two whole games and half a line, as a crash leaves it.
            Path(path).write_text("".join(whole[:3]) + whole[3][:40])
            again = subprocess.run(command, check=True, capture_output=True, text=True, env=environment())
            self.assertIn("going on with 2 of 6 games", again.stderr)
            _, games, _ = read_results(path)
            self.assertEqual(fingerprint(games.values()), fingerprint(json.loads(line) for line in whole[1:]))
            self.assertEqual(len(Path(path).read_text().splitlines()), 7)
            other = subprocess.run([*command, "--seed", "9"], capture_output=True, text=True, env=environment())
            self.assertEqual(other.returncode, 2)
            self.assertIn("other settings: seed was 1, now 9", other.stderr)

    def test_a_game_is_counted_once(self):
        with tempfile.TemporaryDirectory() as folder:
            results = ResultFile(f"{folder}/m.jsonl", {"seed": 1})
            game = {"type": "game", "key": "k", "number": 1, "moves": "f5", "score": 1, "end": "normal"}
            self.assertTrue(results.add(game))
            self.assertFalse(results.add(dict(game)))
            results.close()
            self.assertEqual(len(Path(f"{folder}/m.jsonl").read_text().splitlines()), 2)

    def test_broken_files_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/x"
            for text in ("hello\n", '{"type":"game"}\n', '{"type":"match","format":1}\nnonsense\n', '{"type":"match","format":99}\n'):
                Path(path).write_text(text)
                with self.assertRaisesRegex(ValueError, "match"):
                    read_results(path)


class Stopping(unittest.TestCase):
    def stop(self, number: int, expected: int):
        command = arguments(mock("slow", 1, name="A"), mock("ignore-quit", name="B"), "--tc", 600, "--games", 400, "--concurrency", 2)
        match = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
        self.assertTrue(wait_for_engines(match, " slow 1", 2))
        time.sleep(0.5)  # somewhere in a game, most likely; wherever it is, the end has to be the same
        match.send_signal(number)
        _, errors = match.communicate(timeout=120)
        self.assertEqual(match.returncode, expected, errors.decode())
        self.assertEqual(wait_for_none(), [])

    def test_ctrl_c(self):
        self.stop(signal.SIGINT, 130)

    def test_sigterm(self):
        self.stop(signal.SIGTERM, 143)

    def test_sigkill(self):
        self.stop(signal.SIGKILL, -9)


class Tournaments(unittest.TestCase):
    def run_three(self, *more: str) -> tuple[list[dict], str]:
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/t.jsonl"
            command = arguments(mock("random", 5, 1, name="A"), mock("losing", 2, name="B"), "--engine",
                                *mock("first", name="C"), "--st", "2", "--games", "4", "--out", path, *more)
            done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment())
            return list(read_results(path)[1].values()), done.stdout

    def test_round_robin(self):
        games, text = self.run_three()
        self.assertEqual(len(games), 12)
        self.assertEqual(len({frozenset((g["black"], g["white"])) for g in games}), 3)
        self.assertRegex(text, r" 3\. B +-\d+ +\d+ +0/8")

    def test_gauntlet(self):
        games, _ = self.run_three("--tournament", "gauntlet")
        self.assertEqual(len(games), 8)
        self.assertTrue(all("A" in (g["black"], g["white"]) for g in games))


class Words(unittest.TestCase):
    def test_bad_arguments_get_one_line_naming_the_word(self):
        good = mock("random", name="A")
        for second, more, word in (
            (["name=B"], [], "cmd=COMMAND"),
            ([*mock("random"), "speed=3"], [], "unknown key 'speed'"),
            ([*mock("random"), "protocol=uci"], [], "protocol is gtp or nboard"),
            ([*mock("random"), "tc=fast"], [], "'fast' is not a time"),
            ([*mock("random"), "depth=-1"], [], "depth is a whole number"),
            (mock("random"), ["--games", "3"], "--games 3: an even number"),
            (mock("random"), ["--sprt", "5", "1"], "ELO0 below ELO1"),
            (mock("random"), ["--openings", "/nowhere"], "No such file"),
            (mock("random"), ["--adjudicate", "20"], "--adjudicator"),
        ):
            done = subprocess.run(arguments(good, second, *more), capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, word)
            self.assertIn(word, done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_own_keys_win_over_common_ones(self):
        spec = EngineSpec.parse(["cmd=./x", "tc=5+1"], ["st=0.1", "option.threads=2", "init=komi 0"])
        self.assertEqual((spec.tc, spec.st, spec.options, spec.init), ("5+1", None, {"threads": "2"}, ["komi 0"]))
        self.assertTrue(EngineSpec.parse(["cmd=x", "nodes=5"]).restarts())

    def test_names_are_made_unique(self):
        specs = [EngineSpec.parse(["cmd=/a/x"]), EngineSpec.parse(["cmd=/b/x"]), EngineSpec.parse(["cmd=x", "name=x-1"])]
        unique_names(specs)
        self.assertEqual([spec.name for spec in specs], ["x-2", "x-3", "x-1"])

    def test_help_names_every_key(self):
        text = subprocess.run([PYTHON, arguments([], [])[1], "--help"], capture_output=True, text=True, check=True).stdout
        for key in ("passes", "margin", "option.NAME", "--sprt", "--cluster", "--compliance"):
            self.assertIn(key, text)

    def test_adjudication_equals_the_played_out_result_of_perfect_play(self):
        run = Outcome(mock("random", name="A"), mock("random", 5, 2, name="B"), "--games", 4, "--st", 2, "--adjudicate", 6)
        self.assertTrue({g["end"] for g in run.games} <= {"solved", "normal"})
        self.assertIn("solved", {g["end"] for g in run.games})


if __name__ == "__main__":
    unittest.main()
