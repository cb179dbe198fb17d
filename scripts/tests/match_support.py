"""Running ``match.py`` on mock engines inside tests."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE.parent
sys.path.insert(0, str(SCRIPTS))

MATCH = str(SCRIPTS / "match.py")
PYTHON = sys.executable
FAST_PYTHON = f"{PYTHON} -S -E"  # half the start-up time, and mock engines start by the hundred


def measure_load() -> float:
    """How many times slower than on an idle machine a process starts now (1 or more). Waiting times grow with it."""
    slowest = 0.0
    for _ in range(4):
        began = time.monotonic()
        subprocess.run([PYTHON, "-S", "-E", "-c", ""], check=True)
        slowest = max(slowest, time.monotonic() - began)
    return max(1.0, slowest / 0.04)


LOAD = measure_load()
# Every engine a test starts carries this word in its environment, so that leftovers can be found and told from
# processes of other people.
MARK = f"MATCH_TEST={os.getpid()}-{time.time_ns()}"


def mock(mode: str, *numbers, name: str | None = None, **keys) -> list[str]:
    """The words of ``--engine`` for a mock engine."""
    command = " ".join([FAST_PYTHON, str(HERE / "mock_engine.py"), mode, *map(str, numbers)])
    words = [f"cmd={command}", f"name={name or mode}"]
    return words + [f"{key}={value}" for key, value in keys.items()]


def nboard(style: str, name: str | None = None) -> list[str]:
    return [f"cmd={FAST_PYTHON} {HERE / 'mock_nboard.py'} {style}", f"name={name or style}", "protocol=nboard"]


def arguments(first: list[str], second: list[str], *more: str) -> list[str]:
    return [PYTHON, MATCH, "--engine", *first, "--engine", *second, "--quiet", *map(str, more)]


def environment() -> dict:
    key, _, value = MARK.partition("=")
    return {**os.environ, key: value}


def leftovers() -> list[str]:
    """Command lines of living processes that a test's match started."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if MARK.encode() in Path(f"/proc/{pid}/environ").read_bytes():
                line = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
                if line:
                    found.append(line)
        except OSError:
            continue
    return found


def wait_for_engines(match: subprocess.Popen, word: str, count: int = 1) -> bool:
    """Waits until ``count`` engines with ``word`` in their command lines have been started; False when the match has ended."""
    deadline = time.monotonic() + 30 * LOAD
    while time.monotonic() < deadline and match.poll() is None:
        if sum(word in line and "mock_engine" in line for line in leftovers()) >= count:
            return True
        time.sleep(0.02)
    return False


def wait_for_none(seconds: float = 10.0) -> list[str]:
    """What is still left after at most ``seconds`` (more on a busy machine)."""
    deadline = time.monotonic() + seconds * LOAD
    while time.monotonic() < deadline and leftovers():
        time.sleep(0.02)
    return leftovers()


class Outcome:
    """Exit code, output and games of a finished match."""

    def __init__(self, first: list[str], second: list[str], *more: str, timeout: float = 300):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "m.jsonl")
            done = subprocess.run(
                arguments(first, second, "--out", path, *more), capture_output=True, text=True, timeout=timeout,
                env=environment(),
            )
            self.code, self.text, self.errors = done.returncode, done.stdout, done.stderr
            lines = Path(path).read_text().splitlines() if os.path.exists(path) else []
        self.header = json.loads(lines[0]) if lines else {}
        self.games = [json.loads(line) for line in lines[1:]]
        self.left = wait_for_none()
