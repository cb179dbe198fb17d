"""Games and positions over many machines with Dask distributed (see ``scripts/requirements.txt``).

Every task is a pure function of its arguments and has a key, so that one whose worker was lost can be run again and no
result counts twice. This package travels to the workers as an archive; the engines must be there already, under the same
path. Not for: the machine at hand alone (see ``runner``).
"""

from __future__ import annotations

import collections
import os
import sys
import tempfile
import zipfile
from pathlib import Path

from .failure import EngineFailure
from .game import Adjudication, GameTask
from .runner import SolverEngine, Stable, open_engine
from .spec import EngineSpec

RETRIES = 5  # of a task whose worker was lost, before the run is given up
MISSING = "a cluster needs Dask: pip install -r scripts/requirements.txt"


# What the workers run.


def game_on_worker(task: dict, specs: list[dict], settings: dict) -> dict:
    """Play one game with new engines and return its record."""
    stable = Stable({spec["name"]: EngineSpec(**spec) for spec in specs}, settings["patience"], settings["move_limit"])
    adjudication = None
    try:
        if settings["adjudicate"]:
            solver = SolverEngine(settings["adjudicator"]) if settings["adjudicator"] else None
            adjudication = Adjudication(settings["adjudicate"], solver)
        return stable.play(GameTask(**task), adjudication)
    finally:
        stable.close()
        if adjudication is not None and adjudication.solver is not None:
            adjudication.solver.close()


def solutions_on_worker(key: str, positions: list[list[str]], command: str) -> dict:
    """Solve ``[rules, position text]`` pairs one after the other."""
    rows = []
    engine = open_engine(EngineSpec.parse([f"cmd={command}", "name=solver"]), 10.0, 3600.0)
    try:
        for rules, text in positions:
            engine.ask(f"mollett-rules {rules}")
            engine.ask(f"mollett-position {text}")
            words = engine.ask("mollett-solve", 86400.0).split()
            rows.append({"type": "solution", "key": f"{rules} {text}", "rules": rules, "position": text, "move": words[0],
                         "score": int(words[1]), "nodes": int(words[words.index("nodes") + 1]) if "nodes" in words else None})
    except (EngineFailure, IndexError, ValueError) as failure:
        raise RuntimeError(f"the solver failed: {failure}") from None
    finally:
        engine.close()
    return {"key": key, "rows": rows}


# What the client runs.


def package_archive(folder: str) -> str:
    """This package as an archive that Python can import from."""
    path = os.path.join(folder, "mollett_match.zip")
    here = Path(__file__).resolve().parent
    with zipfile.ZipFile(path, "w") as archive:
        for source in sorted(here.glob("*.py")):
            archive.write(source, f"mollett_match/{source.name}")
    return path


def make_errand():
    """The function sent to a cluster: calls a function of this module by its name.

    A Dask scheduler reads the tasks that pass through it, and one on another machine knows nothing of this package, which
    only the workers get. A function inside a function cannot be pickled by reference, so it travels by its code.
    """

    def run_on_worker(name, arguments):
        import importlib

        return getattr(importlib.import_module("mollett_match.cluster"), name)(*arguments)

    return run_on_worker


class Cluster:
    """A Dask client, with a cluster of its own unless ``scheduler`` names one. Use as a context manager."""

    def __init__(self, scheduler: str | None, workers: int):
        try:
            import distributed
        except ImportError:
            raise RuntimeError(MISSING) from None
        self._distributed = distributed
        self._folder = tempfile.TemporaryDirectory()
        self._local = None
        if scheduler is None:
            # One thread a worker: a game keeps a processor busy, and a lost worker then loses one game only.
            self._local = distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None,
                local_directory=self._folder.name,
            )
            scheduler = self._local
        self.client = distributed.Client(scheduler, timeout=30)
        self.client.register_plugin(distributed.diagnostics.plugin.UploadFile(package_archive(self._folder.name)))

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_exception) -> None:
        self.client.close()
        if self._local is not None:
            self._local.close()
        self._folder.cleanup()

    def slots(self) -> int:
        """Tasks that can run at a time."""
        return max(1, sum(self.client.nthreads().values()))

    def run(self, jobs: list[tuple], on_result) -> None:
        """Run ``jobs`` (key, function, arguments), in order of their start, and hand every result to ``on_result``.

        ``on_result`` may return True to stop; what still runs is then cancelled. No more than twice as many tasks as there
        are slots are under way, so that a stop costs little. A task lost with its worker is sent again, a few times.
        ``RuntimeError`` when a task fails by itself.
        """
        waiting = collections.deque(jobs)
        running: dict = {}
        tries: collections.Counter = collections.Counter()
        done: set[str] = set()
        finished = self._distributed.as_completed(with_results=False)

        def send() -> None:
            while waiting and len(running) < 2 * self.slots():
                key, function, arguments = job = waiting.popleft()
                tries[key] += 1
                future = self.client.submit(errand, function.__name__, arguments, key=f"{key} try {tries[key]}", pure=False, retries=RETRIES)
                running[future.key] = job
                finished.add(future)

        errand = make_errand()
        send()
        try:
            while running:
                future = next(finished)
                job = running.pop(future.key)
                key = job[0]
                if future.status == "finished":
                    result = future.result()
                    future.release()
                    if key not in done:
                        done.add(key)
                        if on_result(result):
                            return
                elif tries[key] > RETRIES or not self._lost(future):
                    raise RuntimeError(f"task '{key}' failed: {self._reason(future)}")
                else:
                    waiting.appendleft(job)
                send()
        finally:
            futures = [self._distributed.Future(name, self.client) for name in running]
            if futures:
                self.client.cancel(futures, force=True)

    def _lost(self, future) -> bool:
        """Whether the task's worker went away, rather than the task itself failing."""
        lost = (self._distributed.scheduler.KilledWorker, self._distributed.client.FutureCancelledError, OSError)
        return future.status in ("lost", "cancelled") or isinstance(future.exception(timeout=10), lost)

    @staticmethod
    def _reason(future) -> str:
        try:
            return repr(future.exception(timeout=10))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the reason
            return repr(error)


def cluster_games(tasks: list[GameTask], specs: list[EngineSpec], settings: dict, scheduler: str | None, workers: int,
                  on_game) -> None:
    """Play ``tasks`` over a cluster; ``on_game(record)`` as in ``runner``.

    ``settings``: patience, move_limit, adjudicate, adjudicator.
    """
    known = [spec.as_dict() for spec in specs]
    jobs = [(task.key, game_on_worker, (task.as_dict(), known, settings)) for task in tasks]
    with Cluster(scheduler, workers) as cluster:
        print(f"cluster: {cluster.slots()} games at a time", file=sys.stderr)
        cluster.run(jobs, on_game)


def cluster_solutions(positions: list[list[str]], command: str, scheduler: str | None, workers: int, on_rows,
                      chunk: int = 10) -> None:
    """Solve positions over a cluster, ``chunk`` of them a task; ``on_rows(rows)`` gets every finished task's rows."""
    jobs = []
    for first in range(0, len(positions), chunk):
        part = positions[first : first + chunk]
        key = f"solve {first} {part[0][1]}"
        jobs.append((key, solutions_on_worker, (key, part, command)))
    with Cluster(scheduler, workers) as cluster:
        cluster.run(jobs, lambda result: on_rows(result["rows"]))
