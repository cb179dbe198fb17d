"""Balanced openings: all lines of some plies, one of each set of symmetric positions, judged by an engine.

From the start of Othello, or from one of the two set-ups of the classic game, every position after so many plies is found
once (of positions that a symmetry of the board turns into each other, and of lines that lead to the same one, the first).
Those are drawn in an order given by a seed; a shallow search sifts out the hopeless ones, and the deep search keeps what
lies within the wanted margin, until there are enough. Lines with a pass in them are left out.
"""

from __future__ import annotations

import argparse
import os
import queue
import random
import sys
import threading
from dataclasses import dataclass

from .blunder import read_hints
from .board import CLASSIC, OTHELLO, Position, squares
from .command import StopSignal, raise_on_signals
from .diagram import canonical, parse_line, replay, write_line, write_position
from .failure import Cancelled, EngineFailure
from .opening import CENTRES
from .runner import open_engine
from .spec import EngineSpec

SETS = {"othello": (OTHELLO, ""), **{name: (CLASSIC, line) for name, line in CENTRES.items()}}
SIFT_SLACK = 4.0  # discs by which the shallow search may be wrong and a line still be judged deeply


def enumerate_lines(rules: str, centre: str, plies: int) -> list[list[int]]:
    """One line for each position, up to symmetry, that ``plies`` plies after ``centre`` can reach, in a fixed order."""
    line, position = replay(Position.start(rules), parse_line(centre))
    layer: dict[tuple, tuple[Position, list[int]]] = {canonical(position): (position, line)}
    for _ in range(plies):
        below: dict[tuple, tuple[Position, list[int]]] = {}
        exact: set[Position] = set()
        for position, line in layer.values():
            for square in squares(position.moves()):
                child = position.play(square)
                # The cheap test first: most repetitions are exact ones.
                if child in exact or not child.moves():
                    continue
                exact.add(child)
                below.setdefault(canonical(child), (child, [*line, square]))
        layer = below
    return [line for _, line in layer.values()]


@dataclass
class Judged:
    """A line and its value in discs from Black's view."""

    line: list[int]
    value: float


class Judge:
    """An engine that tells the value of a position at a fixed depth."""

    def __init__(self, words: list[str]):
        self.engine = open_engine(EngineSpec.parse([*words, "name=judge"]), 10.0, 600.0)
        if not self.engine.speaks("mollett-hint") or not self.engine.speaks("mollett-option"):
            self.engine.close()
            raise RuntimeError("the engine has no commands mollett-hint and mollett-option")
        self.rules: str | None = None

    def value(self, position: Position, depth: int) -> float:
        """Discs from Black's view. ``RuntimeError`` when the engine fails."""
        try:
            if position.rules != self.rules:
                self.engine.ask(f"mollett-rules {position.rules}")
                self.rules = position.rules
            self.engine.ask(f"mollett-option depth {depth}")
            self.engine.ask(f"mollett-position {write_position(position)}")
            values = read_hints(self.engine.ask("mollett-hint 1", 3600.0))
        except EngineFailure as failure:
            raise RuntimeError(f"the engine failed: {failure}") from None
        if not values:
            raise RuntimeError(f"no value for {write_position(position)}")
        value = next(iter(values.values()))
        return -value if position.side else value


def sift(lines: list[list[int]], rules: str, words: list[str], depth: int, sift_depth: int, within: float, count: int,
         jobs: int, on_progress=lambda kept, looked, total: None) -> list[Judged]:
    """The first ``count`` of ``lines`` (all if fewer) whose value lies within ``within`` discs, in the order of ``lines``.

    Which lines are kept does not depend on ``jobs``, as far as the engine's values do not.
    """
    waiting: queue.SimpleQueue = queue.SimpleQueue()
    judged: dict[int, Judged | None] = {}
    trouble: list[BaseException] = []
    enough = threading.Event()
    lock = threading.Lock()
    for item in enumerate(lines):
        waiting.put(item)

    def kept_in_order() -> list[Judged]:
        kept = []
        for index in range(len(lines)):
            if index not in judged:
                break  # a later line must not be kept in the place of an earlier one still being judged
            if judged[index] is not None:
                kept.append(judged[index])
        return kept

    def work(judge: Judge) -> None:
        try:
            while not enough.is_set():
                try:
                    index, line = waiting.get_nowait()
                except queue.Empty:
                    return
                _, position = replay(Position.start(rules), line)
                verdict = None
                if sift_depth >= depth or abs(judge.value(position, sift_depth)) <= within + SIFT_SLACK:
                    value = judge.value(position, depth)
                    verdict = Judged(line, value) if abs(value) <= within else None
                with lock:
                    judged[index] = verdict
                    found = sum(each is not None for each in judged.values())
                    if len(judged) % 100 == 0:
                        on_progress(found, len(judged), len(lines))
                    if found >= count and len(kept_in_order()) >= count:
                        enough.set()
        except (RuntimeError, EngineFailure, Cancelled) as error:
            trouble.append(error)
            enough.set()
        finally:
            judge.engine.close()

    judges = []
    try:
        for _ in range(jobs):
            judges.append(Judge(words))
        threads = [threading.Thread(target=work, args=(judge,), daemon=True) for judge in judges]
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():
                thread.join(0.5)
    except BaseException:
        enough.set()
        for judge in judges:
            judge.engine.cancel()
        raise
    if trouble:
        raise RuntimeError(str(trouble[0]))
    return kept_in_order()[:count]


def write_list(path: str, name: str, judged: list[Judged], how: list[str]) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"# Balanced openings, {name}: line, value in discs from Black's view.\n")
        for line in how:
            file.write(f"# {line}\n")
        for each in judged:
            file.write(f"{write_line(each.line)} {each.value:+.2f}\n")


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="openings.py",
        description="Makes lists of balanced openings with an engine that knows mollett-hint. Without --set: all three lists.",
    )
    parser.add_argument("--engine", nargs="+", default=["cmd=target/release/mollett"], metavar="KEY=VALUE",
                        help="as for match.py (default cmd=target/release/mollett)")
    parser.add_argument("--set", choices=tuple(SETS), action="append", help="othello, or a set-up of the classic game")
    parser.add_argument("--plies", type=int, default=8, help="after the start or set-up (default 8)")
    parser.add_argument("--depth", type=int, default=12, help="of the deciding search (default 12)")
    parser.add_argument("--sift-depth", type=int, default=4, help="of the search that sifts first (default 4)")
    parser.add_argument("--within", type=float, default=2.0, metavar="DISCS", help="keep values up to this (default 2)")
    parser.add_argument("--count", type=int, default=1200, help="lines a list (default 1200)")
    parser.add_argument("--seed", type=int, default=1, help="of the order in which lines are drawn (default 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="engines at a time")
    parser.add_argument("--folder", default=os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "openings"),
                        help="for the lists (default scripts/openings)")
    return parser


def main(arguments: list[str] | None = None) -> int:
    args = make_parser().parse_args(arguments)
    raise_on_signals()
    try:
        if args.plies < 1 or args.depth < 1 or args.sift_depth < 1 or args.count < 1 or args.jobs < 1:
            raise ValueError("--plies, --depth, --sift-depth, --count and --jobs are 1 or more")
        judge = Judge(args.engine)
        version = judge.engine.version
        judge.engine.close()
        os.makedirs(args.folder, exist_ok=True)
        for name in args.set or SETS:
            rules, centre = SETS[name]
            lines = enumerate_lines(rules, centre, args.plies)
            print(f"{name}: {len(lines)} positions after {args.plies} plies, up to symmetry", file=sys.stderr)
            random.Random(f"{name} {args.seed}").shuffle(lines)

            def progress(kept: int, looked: int, total: int) -> None:
                if sys.stderr.isatty() or looked % 1000 == 0:
                    end = "\r" if sys.stderr.isatty() else "\n"
                    print(f"{name}: {kept}/{args.count} kept, {looked}/{total} looked at", end=end, file=sys.stderr, flush=True)

            judged = sift(lines, rules, args.engine, args.depth, args.sift_depth, args.within, args.count, args.jobs, progress)
            how = [
                f"{len(judged)} of the {len(lines)} positions, up to symmetry, {args.plies} plies after the "
                f"{'start' if not centre else f'set-up {centre}'}; within {args.within:g} discs",
                f"at depth {args.depth} of {version}, sifted at depth {args.sift_depth}, drawn with seed {args.seed}.",
            ]
            path = os.path.join(args.folder, f"{name}.txt")
            write_list(path, name, judged, how)
            print(f"\n{path}: {len(judged)} lines", file=sys.stderr)
    except (ValueError, OSError, RuntimeError, EngineFailure) as error:
        print(f"openings.py: {error}", file=sys.stderr)
        return 2
    except StopSignal as stop:
        return 128 + stop.args[0]
    return 0
