"""The other jobs: compliance, openings, adjudication, analyst, picture, cluster. What needs a package that is not
installed says SKIPPED."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from match_support import FAST_PYTHON, HERE, LOAD, PYTHON, SCRIPTS, Outcome, arguments, environment, leftovers, mock, wait_for_none
from mollett_match.board import CLASSIC, OTHELLO, Position
from mollett_match.diagram import canonical, parse_line, replay
from mollett_match.generator import enumerate_lines
from mollett_match.opening import read_openings
from mollett_match.record import fingerprint, read_results
from mollett_match.runner import SolverEngine
from mollett_match.solver import solve

MOCK = f"{FAST_PYTHON} {HERE / 'mock_engine.py'}"


def installed(*packages: str) -> bool:
    missing = [package for package in packages if importlib.util.find_spec(package) is None]
    if missing:
        print(f"SKIPPED: {', '.join(missing)} not installed")
    return not missing


class Compliance(unittest.TestCase):
    def check(self, mode: str) -> tuple[int, str]:
        done = subprocess.run([PYTHON, str(SCRIPTS / "match.py"), "--compliance", f"{MOCK} {mode}", "--patience", str(5 * LOAD)],
                              capture_output=True, text=True, env=environment())
        self.assertEqual(wait_for_none(), [])
        return done.returncode, done.stdout

    def test_a_good_engine_passes(self):
        code, text = self.check("random")
        self.assertEqual(code, 0, text)
        self.assertNotIn("FAIL", text)

    def test_bad_engines_fail_where_they_are_bad(self):
        for mode, line in (("edax", "FAIL  needed  letter case"), ("ignore-quit", "FAIL  needed  quit")):
            code, text = self.check(mode)
            self.assertEqual(code, 1, mode)
            self.assertIn(line, text)


class Generator(unittest.TestCase):
    def test_enumeration_finds_each_position_once_up_to_symmetry(self):
        # 1, 3, 14, 60, 322: published numbers of different positions, symmetric ones taken as one.
        self.assertEqual([len(enumerate_lines(OTHELLO, "", plies)) for plies in (1, 2, 3, 4)], [1, 3, 14, 60])
        lines = enumerate_lines(CLASSIC, "d4e4d5e5", 3)
        keys = {canonical(replay(Position.start(CLASSIC), line)[1]) for line in lines}
        self.assertEqual(len(keys), len(lines))

    def test_lists_are_balanced_playable_and_independent_of_the_number_of_engines(self):
        texts = []
        for jobs in ("1", "3"):
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run([PYTHON, str(SCRIPTS / "openings.py"), "--engine", f"cmd={MOCK} random", "--plies", "5", "--count",
                                "12", "--jobs", jobs, "--folder", folder], check=True, capture_output=True, env=environment())
                for name, rules in (("othello", OTHELLO), ("diagonal", CLASSIC), ("parallel", CLASSIC)):
                    path = f"{folder}/{name}.txt"
                    lines = read_openings(path, rules)
                    self.assertEqual(len(lines), 12)
                    self.assertEqual({len(line) for line in lines}, {5 if rules == OTHELLO else 9})
                    rows = [row.split() for row in Path(path).read_text().splitlines() if not row.startswith("#")]
                    self.assertTrue(all(abs(float(value)) <= 2 for _, value in rows))
                texts.append(Path(f"{folder}/othello.txt").read_text())
        self.assertEqual(texts[0], texts[1])
        self.assertEqual(wait_for_none(), [])

    def test_the_shipped_lists(self):
        for name, rules, plies in (("othello", OTHELLO, 8), ("diagonal", CLASSIC, 12), ("parallel", CLASSIC, 12)):
            lines = read_openings(str(SCRIPTS / "openings" / f"{name}.txt"), rules)
            self.assertGreaterEqual(len(lines), 1000)
            self.assertEqual({len(line) for line in lines}, {plies})
            keys = {canonical(replay(Position.start(rules), line)[1]) for line in lines}
            self.assertEqual(len(keys), len(lines))


class Solving(unittest.TestCase):
    def test_an_adjudicator_is_asked_and_believed(self):
        position = replay(Position.start(OTHELLO), parse_line("f5f6e6f4g5e7f7h5"))[1]
        while position.empties > 6 and not position.is_over():
            moves = position.moves()
            position = position.play((moves & -moves).bit_length() - 1 if moves else -1)
        engine = SolverEngine(f"{MOCK} random")
        try:
            if position.moves():
                value = solve(position)
                self.assertEqual(engine.margin(position), -value if position.side else value)
        finally:
            engine.close()
        run = Outcome(mock("random", name="A"), mock("random", 5, 2, name="B"), "--games", 2, "--st", 2, "--adjudicate", 6,
                      "--adjudicator", f"{MOCK} random")
        own = Outcome(mock("random", name="A"), mock("random", 5, 2, name="B"), "--games", 2, "--st", 2, "--adjudicate", 6)
        self.assertEqual([g["margin"] for g in run.games], [g["margin"] for g in own.games])
        self.assertEqual(run.left, [])


class Pictures(unittest.TestCase):
    def test_analyst_and_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            more = ["--html", f"{folder}/r.html", "--analyst", f"{MOCK} random"]
            with_picture = installed("matplotlib")
            if with_picture:
                more += ["--png", f"{folder}/r.png"]
            run = Outcome(mock("random", name="A"), mock("random", 5, 2, name="B"), "--games", 4, "--st", 2, *more)
            self.assertEqual(run.code, 0, run.errors)
            self.assertIn("judged by Mock random 1 depth 10", Path(f"{folder}/r.html").read_text())
            if with_picture:
                self.assertTrue(Path(f"{folder}/r.png").read_bytes().startswith(b"\x89PNG"))

    def test_a_missing_package_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            command = arguments(mock("random", name="A"), mock("random", 5, 2, name="B"), "--games", 2, "--st", 2, "--png", f"{folder}/r.png")
            Path(f"{folder}/matplotlib.py").write_text("raise ImportError\n")
            done = subprocess.run(command, capture_output=True, text=True, env={**environment(), "PYTHONPATH": folder})
            self.assertEqual(done.returncode, 2)
            self.assertIn("a picture needs matplotlib", done.stderr)


class ClusterRuns(unittest.TestCase):
    """Slow engines, so that there is time to kill a worker in the middle."""

    def setUp(self):
        if not installed("dask", "distributed"):
            self.skipTest("Dask is not installed")

    def words(self, path: str, *more: str) -> list[str]:
        return arguments(mock("random", 5, 1, name="A", restart="on"), mock("slow", 26, 2, name="B", restart="on"),
                         "--games", "6", "--st", "2", "--out", path, *more)

    def reference(self, folder: str) -> str:
        path = f"{folder}/plain.jsonl"
        subprocess.run(self.words(path, "--concurrency", "6"), check=True, capture_output=True, env=environment())
        return fingerprint(read_results(path)[1].values())

    def workers(self, word: str) -> list[int]:
        """Processes of this test whose command line holds ``word``."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                line = Path(f"/proc/{pid}/cmdline").read_bytes()
                mark = next(iter(set(environment().items()) - set(os.environ.items())))
                if word.encode() in line and f"{mark[0]}={mark[1]}".encode() in Path(f"/proc/{pid}/environ").read_bytes():
                    found.append(int(pid))
            except OSError:
                continue
        return found

    def wait_for_games(self, match: subprocess.Popen, path: str, count: int) -> None:
        """Until ``count`` games are in the file."""
        deadline = time.monotonic() + 60 * LOAD
        while time.monotonic() < deadline and match.poll() is None:
            if os.path.exists(path) and len(Path(path).read_text().splitlines()) > count:
                return
            time.sleep(0.05)
        match.kill()
        self.fail(f"no {count} games in time: {match.communicate()}")

    def check(self, path: str, reference: str) -> None:
        lines = [json.loads(line) for line in Path(path).read_text().splitlines()[1:]]
        self.assertEqual(len(lines), 6)
        self.assertEqual(len({game["key"] for game in lines}), 6)
        self.assertEqual({game["fault"] for game in lines}, {None})
        self.assertEqual(fingerprint(lines), reference)

    def test_a_killed_worker_costs_no_game_and_doubles_none(self):
        with tempfile.TemporaryDirectory() as folder:
            reference = self.reference(folder)
            path = f"{folder}/cluster.jsonl"
            match = subprocess.Popen(self.words(path, "--cluster", "--workers", "2"), stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, env=environment())
            self.wait_for_games(match, path, 1)
            victims = self.workers("spawn_main")
            self.assertTrue(victims)
            os.kill(victims[-1], signal.SIGKILL)
            _, errors = match.communicate(timeout=300)
            self.assertEqual(match.returncode, 0, errors.decode())
            self.check(path, reference)
            self.assertEqual(wait_for_none(5), [])

    def test_a_scheduler_and_workers_of_their_own(self):
        with tempfile.TemporaryDirectory() as folder:
            reference = self.reference(folder)
            path = f"{folder}/cluster.jsonl"
            file = f"{folder}/scheduler.json"
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment()}
            base = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                    "--scheduler-file", file]
            helpers = [subprocess.Popen(base, **quiet)]
            try:
                deadline = time.monotonic() + 30 * LOAD
                while not os.path.exists(file) and time.monotonic() < deadline:
                    time.sleep(0.05)
                address = json.loads(Path(file).read_text())["address"]
                for number in (1, 2):
                    helpers.append(subprocess.Popen(
                        [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--host", f"127.0.0.{number}",
                         "--no-nanny", "--no-dashboard", "--local-directory", folder], **quiet))
                match = subprocess.Popen(self.words(path, "--cluster", address), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                         env=environment())
                self.wait_for_games(match, path, 1)
                helpers[1].kill()
                _, errors = match.communicate(timeout=300)
                self.assertEqual(match.returncode, 0, errors.decode())
                self.check(path, reference)
            finally:
                for helper in reversed(helpers):
                    helper.kill()
                    helper.wait()
            self.assertEqual(wait_for_none(5), [], leftovers())

    def test_selfplay_and_solving(self):
        with tempfile.TemporaryDirectory() as folder:
            script = str(SCRIPTS / "cluster.py")
            out = f"{folder}/s.jsonl"
            words = [PYTHON, script, "selfplay", "--engine", f"cmd={MOCK} random", "st=2", "--games", "4", "--out", out]
            done = subprocess.run(words, check=True, capture_output=True, text=True, env=environment())
            self.assertIn("4 games, 0 broke off", done.stdout)
            again = subprocess.run(words, check=True, capture_output=True, text=True, env=environment())
            self.assertEqual(done.stdout, again.stdout)
            self.assertIn("4 of 4 games are there already", again.stderr)
            data = SCRIPTS.parent / "tests" / "data" / "othello.endgames"
            rows = [row.split(" | ") for row in data.read_text().splitlines() if not row.startswith("#") and "pa" not in row][:6]
            Path(f"{folder}/p.txt").write_text("\n".join(row[0] for row in rows) + "\n" + rows[0][0] + "\n")
            out = f"{folder}/solved.jsonl"
            subprocess.run([PYTHON, script, "solve", "--solver", f"{MOCK} random", "--chunk", "2", "--out", out, f"{folder}/p.txt"],
                           check=True, capture_output=True, env=environment())
            solved = {row["position"]: row["score"] for row in map(json.loads, Path(out).read_text().splitlines())}
            expected = {row[0].strip(): max(int(word[2:]) for word in row[2].split()) for row in rows}
            self.assertEqual(solved, expected)
        self.assertEqual(wait_for_none(5), [])


if __name__ == "__main__":
    unittest.main()
