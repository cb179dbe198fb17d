"""One engine process: lines in, lines out with deadlines, CPU time, and an end that leaves nothing behind.

The engine runs in a process group of its own, its stderr is drained all the time by a small thread, and
what it writes to stdout is bounded. Not for: what the lines mean (see ``gtp`` and ``nboard``).
"""

from __future__ import annotations

import collections
import os
import select
import shlex
import signal
import subprocess
import threading
import time
from dataclasses import dataclass

from . import guard
from .failure import CRASH, FRAME, HANG, START, Cancelled, EngineFailure

MAX_LINE = 1 << 20  # bytes; no answer of any known engine comes near it
STDERR_KEPT = 100  # last lines of stderr kept for error reports
TICK = os.sysconf("SC_CLK_TCK")


def descendants(pid: int) -> list[int]:
    """``pid`` and all processes started by it, as far as /proc tells."""
    found = [pid]
    for parent in found:
        try:
            for thread in os.listdir(f"/proc/{parent}/task"):
                with open(f"/proc/{parent}/task/{thread}/children") as file:
                    found.extend(int(word) for word in file.read().split())
        except OSError:
            continue
    return found


def start_of(pid: int) -> str | None:
    """The kernel's start time of ``pid``, which tells it from a later process with the same number."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return None


def cpu_of(pid: int) -> float:
    """CPU seconds used so far by all threads of ``pid`` and by its children already waited for."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            # The name in brackets may hold blanks; utime is field 14, so 11 after the state.
            words = file.read().rpartition(")")[2].split()
        own, reaped = int(words[11]) + int(words[12]), int(words[13]) + int(words[14])
    except (OSError, IndexError, ValueError):
        return 0.0
    try:
        # The process's CPU clock counts nanoseconds where /proc counts 10 ms ticks (see clock_getcpuclockid(3)).
        return time.clock_gettime(~pid << 3 | 2) + reaped / TICK
    except OSError:
        return (own + reaped) / TICK


def run_delays(pid: int) -> dict[str, int]:
    """For every thread of ``pid`` the nanoseconds it was ready to run but had no processor (0 where not told)."""
    delays = {}
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/schedstat") as file:
                delays[thread] = int(file.read().split()[1])
    except (OSError, IndexError, ValueError):
        pass
    return delays


REFEREE = "referee"


@dataclass
class Usage:
    """CPU seconds of an engine, and the nanoseconds that each of its threads and the calling one (REFEREE) were ready to
    run but had no processor."""

    cpu: float
    delays: dict[str, int]

    def since(self, before: "Usage") -> tuple[float, float]:
        """CPU seconds since ``before``, and seconds in which a busy machine kept engine and referee waiting.

        Threads wait at the same time, so of the engine's the one that waited longest counts.
        """
        delays = {thread: delay - before.delays.get(thread, 0) for thread, delay in self.delays.items()}
        referee = delays.pop(REFEREE, 0)
        return max(0.0, self.cpu - before.cpu), (max(delays.values(), default=0) + referee) / 1e9


class Process:
    """A running engine program. Raises :class:`EngineFailure` of kind ``start`` when it cannot be started."""

    def __init__(self, command: str, folder: str | None = None, environment: dict[str, str] | None = None):
        self.command = command
        self.cancelled = False
        self.sent = self.received = 0.0  # monotonic clock: when the last line was sent, and when output last came
        self._buffer = bytearray()
        self._log = None
        self._ended = False
        self._lock = threading.RLock()
        self._family: dict[int, str | None] = {}  # every process of the engine ever seen, with its start time
        self.stderr_tail: collections.deque[str] = collections.deque(maxlen=STDERR_KEPT)
        try:
            words = shlex.split(command)
            self.child = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                env={**os.environ, **environment} if environment else None,
                start_new_session=True,
                bufsize=0,
            )
        except (OSError, ValueError, IndexError) as error:
            raise EngineFailure(START, f"cannot run '{command}': {error}") from None
        guard.watch(self.child.pid)
        self._in = self.child.stdin.fileno()
        self._out = self.child.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._drain = threading.Thread(target=self._drain_stderr, daemon=True)
        self._drain.start()

    def log_to(self, file) -> None:
        """Copy the conversation to ``file`` (text, one line each way with ``<`` or ``>``)."""
        self._log = file

    def _note(self, mark: str, text: str) -> None:
        if self._log is not None:
            self._log.write(f"{time.monotonic():.3f} {mark} {text}\n")
            self._log.flush()

    def _drain_stderr(self) -> None:
        stream = self.child.stderr
        rest = b""
        while True:
            try:
                part = stream.read(65536)
            except (OSError, ValueError):
                break
            if not part:
                break
            lines = (rest + part).split(b"\n")
            rest = lines.pop()[-4096:]
            for line in lines[-STDERR_KEPT:]:
                self.stderr_tail.append(line[-4096:].decode("utf-8", "replace"))
        stream.close()

    def cpu_seconds(self) -> float:
        """CPU seconds used so far by the engine and the processes it started."""
        return self.usage().cpu

    def usage(self, look: bool = True) -> Usage:
        """What engine and referee have used so far; ``look``: search for processes the engine has started since."""
        if self._ended:
            return Usage(0.0, {})
        family = self._look() if look else list(self._family)
        delays: dict[str, int] = {}
        for pid in family:
            delays.update(run_delays(pid))
        try:
            with open("/proc/thread-self/schedstat") as file:
                delays[REFEREE] = int(file.read().split()[1])
        except (OSError, IndexError, ValueError):
            pass
        return Usage(sum(cpu_of(pid) for pid in family), delays)

    def _look(self) -> list[int]:
        """The engine's processes now; remembers them, since a child outlives the link to a dead parent."""
        family = descendants(self.child.pid)
        for pid in family:
            if pid not in self._family:
                self._family[pid] = start_of(pid)
        return family

    def _died(self) -> EngineFailure | Cancelled:
        if self.cancelled:
            return Cancelled()
        try:
            code = self.child.wait(1)
        except subprocess.TimeoutExpired:
            return EngineFailure(CRASH, "closed its output")
        self._drain.join(0.5)  # its last words may still be on their way
        how = f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
        said = f"; last on stderr: {self.stderr_tail[-1]}" if self.stderr_tail else ""
        return EngineFailure(CRASH, f"ended with {how}{said}")

    def write_line(self, text: str, deadline: float) -> None:
        """Send one line; ``deadline`` on the monotonic clock."""
        self._note("<", text)
        data = memoryview(text.encode() + b"\n")
        waiter = select.poll()
        waiter.register(self._in, select.POLLOUT)
        while data:
            self.sent = time.monotonic()
            try:
                data = data[os.write(self._in, data) :]
                continue
            except BlockingIOError:
                pass
            except (OSError, ValueError):
                raise self._died() from None
            if not waiter.poll(max(0.0, deadline - time.monotonic()) * 1000):
                raise Cancelled() if self.cancelled else EngineFailure(HANG, f"does not read its input at '{text}'")

    def _fill(self, timeout: float) -> bool:
        """Read what is there, waiting up to ``timeout`` seconds; False when nothing came."""
        waiter = select.poll()
        waiter.register(self._out, select.POLLIN)
        if not waiter.poll(max(0.0, timeout) * 1000):
            return False
        try:
            part = os.read(self._out, 65536)
            self.received = time.monotonic()
        except BlockingIOError:
            return False
        except (OSError, ValueError):
            part = b""
        if not part:
            raise self._died()
        self._buffer += part
        return True

    def read_line(self, deadline: float) -> str | None:
        """The next line without its end, or None when ``deadline`` passed first.

        Raises :class:`EngineFailure` (crash, or frame for an endless line) or :class:`Cancelled`.
        """
        searched = 0
        while True:
            end = self._buffer.find(b"\n", searched)
            if end >= 0:
                line = self._buffer[:end].decode("utf-8", "replace")
                del self._buffer[: end + 1]
                # GTP drops control characters; a CR before the line end is common.
                line = "".join(c for c in line.replace("\t", " ") if c >= " ")
                self._note(">", line)
                return line
            searched = len(self._buffer)
            if searched > MAX_LINE:
                raise EngineFailure(FRAME, f"a line of more than {MAX_LINE} bytes")
            if not self._fill(deadline - time.monotonic()) and time.monotonic() >= deadline:
                if self.cancelled:
                    raise Cancelled()
                return None

    def unread(self, wait: float = 0.0) -> str:
        """Non-blank text that lies unread on stdout (at most one buffer more is taken in), for at most ``wait``
        seconds of waiting. The text is dropped."""
        try:
            if not self._buffer.strip():
                self._fill(wait)
        except EngineFailure:
            pass  # the end of the process shows at the next command
        text = self._buffer.decode("utf-8", "replace").strip()
        self._buffer.clear()
        if text:
            self._note("!", f"unasked output {text[:200]!r}")
        return text

    def close(self, patience: float) -> bool:
        """Close stdin and give the engine ``patience`` seconds to go by itself, then end its whole tree.

        Returns False when it had to be killed.
        """
        with self._lock:
            self._look()
        try:
            self.child.stdin.close()
        except (OSError, ValueError):
            pass
        deadline = time.monotonic() + patience
        alone = self.child.poll() is not None
        while not alone and time.monotonic() < deadline and not self.cancelled:
            # Keep reading: an engine with much to say would otherwise block on a full pipe.
            try:
                self._fill(min(0.02, patience))
                self._buffer.clear()
            except (EngineFailure, Cancelled):
                try:
                    self.child.wait(max(0.0, deadline - time.monotonic()))
                except subprocess.TimeoutExpired:
                    pass
            alone = self.child.poll() is not None
        self.kill()
        return alone

    def cancel(self) -> None:
        """End the engine from another thread; a thread waiting for it sees :class:`Cancelled`."""
        self.cancelled = True
        self._kill_tree()

    def _kill_tree(self) -> None:
        with self._lock:
            if self._ended:
                return
            self._look()
            try:
                os.killpg(self.child.pid, signal.SIGKILL)
            except OSError:
                pass
            for pid, start in self._family.items():  # children that left the group
                if pid == self.child.pid or start is None or start_of(pid) != start:
                    continue
                try:
                    os.kill(pid, signal.SIGKILL)
                except OSError:
                    pass

    def kill(self) -> None:
        """End the process group at once and reap the engine."""
        self._kill_tree()
        self.child.wait()
        with self._lock:
            if self._ended:
                return
            self._ended = True
        guard.forget(self.child.pid)
        for stream in (self.child.stdin, self.child.stdout):
            try:
                stream.close()
            except OSError:
                pass
