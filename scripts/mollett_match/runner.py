"""Playing games at once: worker threads, each with engines of its own, and one owner of the results.

A worker keeps its engines from game to game unless their spec wants new ones, replaces an engine that failed,
and never leaves a process behind: not after a failure, a stop, Ctrl-C or SIGTERM.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import traceback

from .failure import Cancelled, EngineFailure
from .game import Adjudication, GameTask, play_game
from .gtp import GtpEngine
from .nboard import NBoardEngine
from .spec import EngineSpec


def open_engine(spec: EngineSpec, patience: float, move_limit: float, log=None):
    """Start an engine in its language and set it up. Raises ``EngineFailure``; nothing is left then."""
    kind = NBoardEngine if spec.protocol == "nboard" else GtpEngine
    engine = kind(spec, patience, move_limit, log)
    try:
        engine.start()
    except BaseException:
        engine.kill()
        raise
    return engine


class Stable:
    """The running engines of one worker."""

    def __init__(self, specs: dict[str, EngineSpec], patience: float, move_limit: float, log_folder: str | None = None,
                 stall: str = ""):
        self.specs = specs
        self.patience = patience
        self.move_limit = move_limit
        self.log_folder = log_folder
        self.stall = stall
        self.running: dict[str, object] = {}
        self.cancelled = False
        self.stubborn: dict[str, int] = {}  # engines that had to be killed although told to quit
        self._lock = threading.RLock()

    def engine_of(self, name: str):
        """The running engine ``name``, started when there is none."""
        engine = self.running.get(name)
        if engine is None:
            if self.cancelled:
                raise Cancelled()
            log = None
            if self.log_folder:
                os.makedirs(self.log_folder, exist_ok=True)
                safe = "".join(c if c.isalnum() or c in "-_." else "_" for c in name)
                log = open(os.path.join(self.log_folder, f"{safe}{self.stall}.log"), "a", encoding="utf-8")
            engine = open_engine(self.specs[name], self.patience, self.move_limit, log)
            with self._lock:
                self.running[name] = engine
                cancelled = self.cancelled
            if cancelled:
                engine.cancel()
        return engine

    def play(self, task: GameTask, adjudication: Adjudication | None) -> dict:
        """Play one game and put the engines into the state the next one needs."""
        record = play_game(task, self.engine_of, self.specs, adjudication)
        for name in (task.black, task.white):
            if record["fault"] == name:
                # Even where the process would live on, its state is not to be trusted.
                self.drop(name, kill=True)
            elif self.specs[name].restarts():
                self.drop(name)
        record["stubborn"] = [name for name, count in self.stubborn.items() for _ in range(count)]
        self.stubborn.clear()
        return record

    def drop(self, name: str, kill: bool = False) -> None:
        with self._lock:
            engine = self.running.pop(name, None)
        if engine is None:
            return
        if kill:
            engine.kill()
        elif not engine.close() and not self.cancelled:
            self.stubborn[name] = self.stubborn.get(name, 0) + 1

    def close(self) -> list[str]:
        """End all engines; the names of those that did not obey ``quit``."""
        for name in list(self.running):
            self.drop(name, kill=self.cancelled)
        return list(self.stubborn)

    def cancel(self) -> None:
        """Stop at once, from another thread."""
        with self._lock:
            self.cancelled = True
            engines = list(self.running.values())
        for engine in engines:
            engine.cancel()


# Seconds after which a thread of the interpreter gives way to another that waits. Python's own 5 ms would be
# charged to the engine whose answer a waiting referee is to read.
TURN = 0.0005


class Runner:
    """Plays tasks with ``concurrency`` workers and hands every record to ``on_game`` in the caller's thread."""

    def __init__(self, specs: list[EngineSpec], concurrency: int, patience: float, move_limit: float,
                 adjudication_of=None, log_folder: str | None = None):
        """``adjudication_of``: called once in each worker; gives its :class:`Adjudication` or None."""
        self.specs = {spec.name: spec for spec in specs}
        self.concurrency = concurrency
        self.adjudication_of = adjudication_of or (lambda: None)
        self.stables = [
            Stable(self.specs, patience, move_limit, log_folder, f"-{number + 1}" if concurrency > 1 else "")
            for number in range(concurrency)
        ]
        self.stopping = threading.Event()
        self.stubborn: list[str] = []

    def stop(self) -> None:
        """End the match from any thread or a signal handler; games in hand are dropped."""
        self.stopping.set()
        for stable in self.stables:
            stable.cancel()

    def _work(self, stable: Stable, tasks: queue.SimpleQueue, results: queue.SimpleQueue) -> None:
        adjudication = None
        try:
            adjudication = self.adjudication_of()
            while not self.stopping.is_set():
                try:
                    task = tasks.get_nowait()
                except queue.Empty:
                    break
                results.put(stable.play(task, adjudication))
        except Cancelled:
            pass
        except BaseException as error:  # noqa: BLE001 - reported in the main thread
            results.put(error)
            traceback.clear_frames(error.__traceback__)
        finally:
            self.stubborn.extend(stable.close())
            if adjudication is not None and adjudication.solver is not None:
                adjudication.solver.close()
            results.put(None)

    def run(self, tasks: list[GameTask], on_game) -> None:
        """Play ``tasks``; ``on_game(record)`` may return True to stop the match.

        An error of the runner itself (not of an engine) is raised after all engines have been ended.
        """
        sys.setswitchinterval(TURN)
        waiting: queue.SimpleQueue = queue.SimpleQueue()
        results: queue.SimpleQueue = queue.SimpleQueue()
        for task in tasks:
            waiting.put(task)
        workers = [
            threading.Thread(target=self._work, args=(stable, waiting, results), daemon=True)
            for stable in self.stables[: max(1, len(tasks))]
        ]
        for worker in workers:
            worker.start()
        at_work = len(workers)
        trouble: BaseException | None = None
        try:
            while at_work:
                try:
                    result = results.get(timeout=0.5)
                except queue.Empty:
                    continue
                if result is None:
                    at_work -= 1
                elif isinstance(result, BaseException):
                    trouble = trouble or result
                    self.stop()
                elif not self.stopping.is_set() and on_game(result):
                    self.stop()
        except BaseException:
            self.stop()
            raise
        finally:
            for worker in workers:
                worker.join(10)
        if trouble is not None:
            raise trouble


class SolverEngine:
    """An engine asked for exact results with ``mollett-solve`` (adjudication)."""

    def __init__(self, command: str, patience: float = 120.0):
        self.engine = open_engine(EngineSpec.parse([f"cmd={command}", "name=adjudicator"]), patience, patience)

    def margin(self, position) -> int:
        """The official margin with best play, from Black's view. ``RuntimeError`` when the engine fails."""
        from .diagram import write_position

        try:
            self.engine.ask(f"mollett-rules {position.rules}")
            self.engine.ask(f"mollett-position {write_position(position)}")
            # The answer begins with the best move and its signed score: "g7 +32".
            value = int(self.engine.ask("mollett-solve").split()[1])
        except (EngineFailure, IndexError, ValueError) as failure:
            raise RuntimeError(f"the adjudicator failed: {failure}") from None
        return value if position.side == 0 else -value

    def close(self) -> None:
        self.engine.close()
