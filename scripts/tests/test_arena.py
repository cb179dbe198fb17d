"""The arena, in a repository of its own with a stand-in for cargo that "builds" a mock engine."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from match_support import FAST_PYTHON, HERE, PYTHON, SCRIPTS, environment, wait_for_none

CARGO = """#!/bin/sh
while [ "$1" != --target-dir ]; do shift; done
mkdir -p "$2/release" && cp engine.sh "$2/release/mollett"
echo built >> "$COUNT"
"""


class Arena(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name) / "tree"
        self.count = Path(folder.name) / "count"
        tools = Path(folder.name) / "tools"
        tools.mkdir()
        (tools / "cargo").write_text(CARGO)
        (tools / "cargo").chmod(0o755)
        shutil.copytree(SCRIPTS, self.top / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
        self.environment = {**environment(), "PATH": f"{tools}:{os.environ['PATH']}", "COUNT": str(self.count)}
        self.git("init", "-q", "-b", "main")
        self.commit("losing 1")

    def git(self, *words: str) -> None:
        subprocess.run(["git", *words], cwd=self.top, check=True, capture_output=True)

    def engine(self, mode: str) -> None:
        script = self.top / "engine.sh"
        script.write_text(f"#!/bin/sh\nexec {FAST_PYTHON} {HERE / 'mock_engine.py'} {mode}\n")
        script.chmod(0o755)

    def commit(self, mode: str) -> None:
        self.engine(mode)
        self.git("add", "engine.sh")
        self.git("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "-m", mode)

    def run_arena(self, *more: str) -> subprocess.CompletedProcess:
        words = [PYTHON, str(self.top / "scripts" / "sprt.py"), "arena", "--st", "2", "--concurrency", "2", *more]
        return subprocess.run(words, capture_output=True, text=True, env=self.environment)

    def test_a_better_tree_is_accepted_and_the_base_built_once(self):
        self.engine("random")
        for _ in range(2):
            done = self.run_arena("--test", "0", "400")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("SPRT decision: H1", done.stdout)
        self.assertEqual(self.count.read_text().count("built"), 3)  # the base once, the tree twice
        self.assertEqual(wait_for_none(), [])

    def test_a_worse_tree_is_rejected(self):
        self.commit("random")
        self.engine("losing 1")
        done = self.run_arena("--test", "-400", "0", "--rules", "classic")
        self.assertEqual(done.returncode, 1, done.stderr + done.stdout)
        self.assertIn("SPRT decision: H0", done.stdout)

    def test_undecided_and_unknown_revision(self):
        self.assertEqual(self.run_arena("--games", "2").returncode, 3)
        done = self.run_arena("--base", "nonsense")
        self.assertEqual(done.returncode, 2)
        self.assertIn("nonsense", done.stderr)


if __name__ == "__main__":
    unittest.main()
