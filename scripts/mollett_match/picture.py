"""The report's main charts as a PNG file, by matplotlib (see ``scripts/requirements.txt``)."""

from __future__ import annotations

import math
from collections import Counter, defaultdict

from .elo import collect, ratings
from .report import thinned


def write_picture(path: str, header: dict, games: list[dict]) -> None:
    """Four charts in one picture. ``RuntimeError`` when matplotlib is not installed."""
    try:
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plot
    except ImportError:
        raise RuntimeError("a picture needs matplotlib: pip install -r scripts/requirements.txt") from None
    names = [engine["name"] for engine in header["engines"]]
    figure, ((standing, lengths), (margins, times)) = plot.subplots(2, 2, figsize=(12, 8), dpi=110)
    figure.suptitle(f"{' - '.join(names)}: {len(games)} games of {header['rules']}")
    if len(names) == 2:
        points = []
        for number in thinned(len(games)) if len(games) >= 4 else []:
            rating = collect(games[:number], *names)
            if math.isfinite(rating.elo) and rating.error < 400:
                points.append((number, rating.elo, rating.error))
        if points:
            xs = [p[0] for p in points]
            standing.fill_between(xs, [p[1] - p[2] for p in points], [p[1] + p[2] for p in points], alpha=0.2)
            standing.plot(xs, [p[1] for p in points])
        standing.axhline(0, color="grey", linestyle="--")
        standing.set(xlabel="games", ylabel=f"Elo of {names[0]}", title="Elo over time, 95 % band")
    else:
        rated = ratings(names, games)
        order = sorted(names, key=lambda name: rated[name][0])
        errors = [rated[name][1] if math.isfinite(rated[name][1]) else 0 for name in order]
        standing.barh(order, [rated[name][0] for name in order], xerr=errors)
        standing.set(xlabel="Elo (mean 0), 95 % interval", title="standing")
    length = Counter(sum(word != "pass" for word in game["moves"].split()) for game in games)
    lengths.bar(list(length), list(length.values()))
    lengths.set(xlabel="discs placed", ylabel="games", title="game length")
    margins.hist([game["margin"] for game in games if game["margin"] is not None], bins=range(-64, 69, 4))
    margins.set(xlabel="final margin from Black's view (discs)", ylabel="games", title="margins")
    for name in names:
        by_ply: dict[int, list[float]] = defaultdict(list)
        for game in games:
            for detail in game["details"]:
                if (game["black"], game["white"])[(detail[0] - 1) % 2] == name:
                    by_ply[detail[0]].append(1000 * detail[2])
        plies = sorted(by_ply)
        times.plot(plies, [sum(by_ply[ply]) / len(by_ply[ply]) for ply in plies], label=name)
    times.set(xlabel="ply", ylabel="mean ms", title="time a move")
    times.legend()
    figure.tight_layout()
    figure.savefig(path)
    plot.close(figure)
