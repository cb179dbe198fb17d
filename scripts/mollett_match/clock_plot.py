"""Time spent by move number, as one SVG file, from the results of matches under clocks."""

from __future__ import annotations

import argparse
import sys

from .chart import COLOURS, HEIGHT, WIDTH, escape, line_chart
from .record import read_results

STYLE = (
    "text{font-family:sans-serif;font-size:12px;fill:#333}.grid{stroke:#ddd}.line{fill:none;stroke-width:2;stroke-linejoin:round}"
)
HEAD = 24


def mean_times(games: list[dict]) -> dict[str, list[tuple[float, float]]]:
    """For each limit of the games: (ply of the game, mean milliseconds of the moves made there)."""
    times: dict[str, dict[int, list[float]]] = {}
    for game in games:
        for detail in game["details"]:
            ply, wall = detail[0], detail[2]
            limit = game["limits"][(ply + 1) % 2]
            if wall is not None and limit:
                times.setdefault(limit, {}).setdefault(ply, []).append(wall)
    return {
        limit: [(float(ply), 1000 * sum(walls) / len(walls)) for ply, walls in sorted(by_ply.items())]
        for limit, by_ply in times.items()
    }


def draw(series: dict[str, list[tuple[float, float]]]) -> str:
    """A file complete in itself: the chart with a legend above it."""
    chart = line_chart(list(series.items()), "ply of the game", "ms for a move", "Time spent by move number")
    start, end = chart.index(">") + 1, chart.rindex("</svg>")
    legend, x = [], 54
    for index, name in enumerate(series):
        colour = COLOURS[index % len(COLOURS)]
        legend.append(f'<rect x="{x}" y="10" width="14" height="4" fill="{colour}"/><text x="{x + 20}" y="16">{escape(name)}</text>')
        x += 40 + 8 * len(name)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT + HEAD}"><style>{STYLE}</style>'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(legend)}'
        f'<g transform="translate(0 {HEAD})">{chart[start:end]}</g></svg>\n'
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="clock_plot.py", description=__doc__)
    parser.add_argument("out", metavar="SVG", help="the file to write")
    parser.add_argument("results", metavar="RESULTS", nargs="+", help="files that match.py --out has written, a clock each")
    args = parser.parse_args(arguments)
    games: list[dict] = []
    for path in args.results:
        try:
            games += read_results(path)[1].values()
        except (OSError, ValueError) as error:
            print(f"clock_plot.py: {error}", file=sys.stderr)
            return 1
    series = mean_times(games)
    if not series:
        print("clock_plot.py: no move under a clock in these results", file=sys.stderr)
        return 1
    with open(args.out, "w", encoding="utf-8") as file:
        file.write(draw(series))
    return 0
