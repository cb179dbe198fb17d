"""The live table of a match: standing, faults, progress bar; and the same as plain lines when not at a terminal."""

from __future__ import annotations

import math
import shutil
import sys
import time

from .elo import Rating, collect, ratings
from .failure import KINDS
from .schedule import pairings


def signed(value: float, digits: int = 1) -> str:
    if math.isinf(value):
        return "+inf" if value > 0 else "-inf"
    return f"{value:+.{digits}f}"


def interval(value: tuple[float, float] | None, digits: int = 2) -> str:
    if value is None:
        return "-"
    mean, error = value
    return signed(mean, digits) + ("" if math.isinf(error) else f" +- {error:.{digits}f}")


def elo_text(rating: Rating) -> str:
    error = "?" if not math.isfinite(rating.error) else f"{rating.error:.1f}"
    text = f"Elo {signed(rating.elo)} +- {error}"
    if rating.normalised is not None:
        text += f", nElo {signed(rating.normalised)}"
    return text


def fault_counts(names: list[str], games: list[dict]) -> dict[str, dict[str, int]]:
    """For every engine the number of games lost by each kind of failure, overruns forgiven, quits ignored."""
    counts = {name: dict.fromkeys((*KINDS, "overrun", "stubborn"), 0) for name in names}
    for game in games:
        if game["fault"]:
            counts[game["fault"]][game["end"]] += 1
        for name, overruns in zip((game["black"], game["white"]), game["overruns"]):
            counts[name]["overrun"] += overruns
        for name in game.get("stubborn", ()):
            counts[name]["stubborn"] += 1
    return counts


def fault_lines(names: list[str], games: list[dict]) -> list[str]:
    """A line for every engine that failed in any way."""
    lines = []
    for name, kinds in fault_counts(names, games).items():
        shown = [f"{kind} {number}" for kind, number in kinds.items() if number]
        if shown:
            text = ", ".join(shown).replace("overrun", "overruns within the margin").replace("stubborn", "quit ignored")
            lines.append(f"  {name}: {text}")
    return lines


def time_lines(names: list[str], games: list[dict]) -> list[str]:
    """Wall and CPU time a move and the slowest move of every engine."""
    lines = []
    for name in names:
        asked, wall, cpu, queued, slowest = 0, 0.0, 0.0, 0.0, 0.0
        for game in games:
            for side, player in enumerate((game["black"], game["white"])):
                if player == name:
                    asked += game["asked"][side]
                    wall += game["wall"][side]
                    cpu += game["cpu"][side]
                    queued += game.get("queued", (0, 0))[side]
                    slowest = max(slowest, game["slowest"][side])
        if asked:
            # Said only when it matters: a busy machine makes engines weaker and late.
            busy = f", waiting for a processor {1000 * queued / asked:.1f} ms" if queued > 0.05 * wall else ""
            lines.append(
                f"  {name}: {1000 * wall / asked:.1f} ms a move (CPU {1000 * cpu / asked:.1f} ms{busy}), "
                f"slowest {slowest:.3f} s"
            )
    return lines


def pair_lines(first: str, second: str, games: list[dict]) -> list[str]:
    rating = collect(games, first, second)
    if not rating.games:
        return [f"{first} - {second}: no game yet"]
    lines = [
        f"{first} - {second}: {rating.points:g}/{rating.games} "
        f"(+{rating.wins} ={rating.draws} -{rating.losses}, {100 * rating.points / rating.games:.1f} %)",
        f"  {elo_text(rating)}, LOS {100 * rating.los:.1f} %, discs a game {interval(rating.discs)}",
    ]
    if sum(rating.pairs):
        lines.append(f"  pairs with 0, 0.5, 1, 1.5, 2 points: {rating.pairs}")
    return lines


def cross_table(names: list[str], games: list[dict]) -> list[str]:
    """A tournament's standing: rating, points and the points against each other engine."""
    rated = ratings(names, games)
    points: dict[tuple[str, str], list[float]] = {}
    for game in games:
        for player, other, score in (
            (game["black"], game["white"], game["score"]),
            (game["white"], game["black"], 1 - game["score"]),
        ):
            cell = points.setdefault((player, other), [0.0, 0])
            cell[0] += score
            cell[1] += 1
    width = max(6, *(len(name) for name in names))
    order = sorted(names, key=lambda name: -rated[name][0])
    header = f"{'':3} {'engine':{width}}  {'Elo':>7} {'+-':>6}  {'points':>11}  " + "  ".join(
        f"{number:>9}" for number in range(1, len(order) + 1)
    )
    lines = [header]
    for place, name in enumerate(order, 1):
        won = sum(cell[0] for (player, _), cell in points.items() if player == name)
        played = sum(cell[1] for (player, _), cell in points.items() if player == name)
        cells = []
        for other in order:
            cell = points.get((name, other))
            cells.append(f"{'-' if cell is None else f'{cell[0]:g}/{cell[1]}':>9}")
        elo, error = rated[name]
        spread = f"{error:.0f}" if math.isfinite(error) else "?"
        lines.append(
            f"{place:2}. {name:{width}}  {elo:+7.0f} {spread:>6}  {f'{won:g}/{played}':>11}  " + "  ".join(cells)
        )
    return lines


def summary(names: list[str], form: str, games: list[dict], test=None) -> list[str]:
    """Everything there is to say about the games so far."""
    lines = []
    if len(names) > 2:
        lines += cross_table(names, games) + [""]
    if len(names) <= 6:
        for first, second in pairings(names, form):
            lines += pair_lines(first, second, games)
    if test is not None:
        pairs = collect(games, names[0], names[1]).pairs
        lines.append(f"SPRT {test}: ratio {test.ratio(pairs):+.2f} in ({test.lower:.2f}, {test.upper:.2f})")
    timing = time_lines(names, games)
    if timing:
        lines += ["time:"] + timing
    faults = fault_lines(names, games)
    if faults:
        lines += ["failures:"] + faults
    return lines


class LiveTable:
    """Draws the standing in place at a terminal; elsewhere prints it every ``every`` games."""

    def __init__(self, names: list[str], form: str, total: int, test=None, every: int = 0, stream=None):
        self.names, self.form, self.total, self.test = names, form, total, test
        self.stream = stream or sys.stderr
        self.live = self.stream.isatty()
        self.every = every or max(10, total // 20)
        self.began = time.monotonic()
        self.first_count: int | None = None
        self.drawn = 0
        self.last = 0.0

    def bar(self, done: int) -> str:
        width = 30
        filled = width * done // max(1, self.total)
        if self.first_count is None:
            self.first_count = max(0, done - 1)
        fresh = done - self.first_count
        left = ""
        if fresh > 0 and done < self.total:
            seconds = (time.monotonic() - self.began) / fresh * (self.total - done)
            left = f", about {seconds / 60:.0f} min left" if seconds >= 90 else f", about {seconds:.0f} s left"
        return f"[{'#' * filled}{'.' * (width - filled)}] {done}/{self.total} games{left}"

    def update(self, games: list[dict], final: bool = False) -> None:
        done = len(games)
        now = time.monotonic()
        bar = self.bar(done)
        if final:
            self._wipe()
            return
        if not self.live:
            if done % self.every == 0:
                print("\n".join([bar, *summary(self.names, self.form, games, self.test)]), file=self.stream, flush=True)
            return
        if now - self.last < 0.3 and done < self.total:
            return
        self.last = now
        columns = shutil.get_terminal_size().columns
        lines = [line[: columns - 1] for line in [*summary(self.names, self.form, games, self.test), bar]]
        self._wipe()
        print("\n".join(lines), file=self.stream, flush=True)
        self.drawn = len(lines)

    def _wipe(self) -> None:
        if self.live and self.drawn:
            print(f"\x1b[{self.drawn}F\x1b[J", end="", file=self.stream, flush=True)
            self.drawn = 0
