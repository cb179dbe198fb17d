"""A keeper process that ends engines when the runner can no longer do it itself.

The runner tells the keeper of every engine it starts and of every one it has reaped. When the pipe between
them closes - at a normal end, or because the runner died, SIGKILL included - the keeper kills whatever
process groups are still on its list and exits. It lives in a session of its own, so that Ctrl-C at the
terminal reaches the runner and not the keeper. Not for: ending an engine in normal play (see ``process``).
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import threading

# What the keeper runs: lines "+GROUP" and "-GROUP" until the pipe ends. A text, so that it works wherever this
# package was loaded from, an archive sent to another machine included.
KEEPER = """
import os, signal, sys
groups = set()
for line in sys.stdin:
    (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""

_lock = threading.Lock()
_keeper: "Keeper | None" = None


class Keeper:
    """The runner's end of the pipe."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-S", "-E", "-c", KEEPER],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.owner = os.getpid()

    def tell(self, text: str) -> None:
        try:
            os.write(self.process.stdin.fileno(), text.encode())
        except (OSError, ValueError):
            pass  # the keeper was killed from outside; the runner still ends its engines itself

    def close(self) -> None:
        if os.getpid() != self.owner:
            return
        try:
            self.process.stdin.close()
            self.process.wait(5)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


def keeper() -> Keeper:
    """The one keeper of this process, started when first needed."""
    global _keeper
    with _lock:
        if _keeper is None or _keeper.owner != os.getpid() or _keeper.process.poll() is not None:
            _keeper = Keeper()
            atexit.register(_keeper.close)
        return _keeper


def watch(group: int) -> None:
    """Ask the keeper to kill process group ``group`` if this process dies."""
    keeper().tell(f"+{group}\n")


def forget(group: int) -> None:
    """The group is known to be gone; its number may be used again by others."""
    keeper().tell(f"-{group}\n")
