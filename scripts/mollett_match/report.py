"""One HTML page about a match, complete in itself: score, Elo over time, openings, length, time use, worst moves.

For a reader who has never seen such a match: every figure has a sentence that says what it means.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict

from .blunder import Judgement
from .chart import bar_chart, board, escape, legend, line_chart, share_bar
from .diagram import square_name
from .elo import Rating, collect, ratings
from .failure import KINDS, MEANING
from .schedule import pairings
from .sprt import Sprt
from .table import fault_counts, interval, signed

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;color:#222;background:#f7f6f2;max-width:1000px;margin:0 auto;padding:24px}
h1{font-size:28px;margin:0 0 4px}h2{font-size:20px;margin:36px 0 6px;border-bottom:2px solid #1f6f5c}
p{margin:6px 0}.small,.none{color:#666;font-size:14px}.lead{font-size:20px}
table{border-collapse:collapse;margin:8px 0;font-variant-numeric:tabular-nums}
th,td{padding:4px 12px 4px 0;text-align:right;border-bottom:1px solid #ddd}th:first-child,td:first-child{text-align:left}
.left td{text-align:left}
.two{display:grid;grid-template-columns:1fr 1fr;gap:20px}@media(max-width:800px){.two{grid-template-columns:1fr}}
.chart{width:100%;max-width:640px;background:#fff;border:1px solid #ddd}.grid{stroke:#e6e6e6}.tick{font-size:14px;fill:#555}
.label{font-size:15px;fill:#333}.line{fill:none;stroke-width:2}.band{fill:#1f6f5c;opacity:.15}
.level{stroke:#b00020;stroke-dasharray:5 4}.bar{fill:#1f6f5c}
.shares{display:flex;height:30px;border-radius:4px;overflow:hidden;font-size:14px;line-height:30px;text-align:center;margin:6px 0}
.win{background:#1f6f5c;color:#fff}.draw{background:#cfcabb}.loss{background:#c2571a;color:#fff}
.half-win{background:#7fb5a6}.half-loss{background:#e3a980}
.legend span{margin-right:18px}.legend i{display:inline-block;width:12px;height:12px;margin-right:6px}
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:18px}
.boards figure{margin:0;font-size:14px}.board{width:100%}.felt{fill:#3d8b63}.rule{stroke:#215a3d}
.black{fill:#111}.white{fill:#fff}.played{fill:none;stroke:#e11;stroke-width:2.5}.better{fill:none;stroke:#fe3;stroke-width:2.5}
"""


def table(head: list[str], rows: list[list]) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{top}</tr>{body}</table>"


def verdict(first: str, second: str, rating: Rating) -> str:
    """The result in one sentence, with how sure it is."""
    if rating.games == 0:
        return "No game has been played."
    if rating.los >= 0.975 or rating.los <= 0.025:
        better, worse = (first, second) if rating.los > 0.5 else (second, first)
        return f"{better} is stronger than {worse}: such a result would hardly come about by chance."
    if rating.los >= 0.9 or rating.los <= 0.1:
        better = first if rating.los > 0.5 else second
        return f"{better} is probably stronger, but the match is too short to be sure."
    return "The match does not show which of the two is stronger."


def score_section(first: str, second: str, games: list[dict]) -> str:
    rating = collect(games, first, second)
    if not rating.games:
        return ""
    error = f" &plusmn; {rating.error:.0f}" if math.isfinite(rating.error) else ""
    discs = escape(interval(rating.discs)).replace("+-", "&plusmn;")
    rows = []
    for colour in ("black", "white"):
        own = [g for g in games if g[colour] == first and {g["black"], g["white"]} == {first, second}]
        points = [g["score"] if colour == "black" else 1 - g["score"] for g in own]
        rows.append([f"{first} as {colour}", len(own), points.count(1), points.count(0.5), points.count(0),
                     f"{100 * sum(points) / len(own):.1f} %" if own else "-"])
    pairs = rating.pairs
    shares = share_bar([("won", rating.wins, "win"), ("drawn", rating.draws, "draw"), ("lost", rating.losses, "loss")])
    text = (
        f'<p class="lead"><b>{escape(first)} {rating.points:g} : {rating.games - rating.points:g} {escape(second)}</b>'
        f" ({100 * rating.points / rating.games:.1f} %) &nbsp; Elo {signed(rating.elo, 0)}{error}</p>"
        f"<p>{escape(verdict(first, second, rating))}</p>{shares}"
        f'<p class="small">Won, drawn and lost games of {escape(first)}. Elo: +100 means 64 % of the points, +200 76 %; '
        f"the number after &plusmn; is the half-width of the 95 % interval. Likelihood that {escape(first)} is the stronger "
        f"one: {100 * rating.los:.1f} %. Mean disc difference a game: {discs} (95 % interval"
        f"{', games that broke off left out' if any(g['margin'] is None for g in games) else ''}).</p>"
        + table(["", "games", "won", "drawn", "lost", "points"], rows)
    )
    if sum(pairs):
        names = ("both won", "1.5 of 2", "even", "0.5 of 2", "both lost")
        kinds = ("win", "half-win", "draw", "half-loss", "loss")
        counts = pairs[::-1]
        told = ", ".join(f"{points:g} from {count}" for points, count in zip((2, 1.5, 1, 0.5, 0), counts))
        text += (
            share_bar(list(zip(names, counts, kinds)))
            + f'<p class="small">The {sum(pairs)} openings, each played with both colours, for 2 points in all. Points of '
            f"{escape(first)}: {told}.</p>"
        )
    return text


def thinned(count: int, wanted: int = 300) -> list[int]:
    """About ``wanted`` of the numbers 1 to ``count``, the last one among them."""
    step = max(1, count // wanted)
    return sorted({*range(step, count + 1, step), count})


def progress(first: str, second: str, games: list[dict], test: Sprt | None) -> str:
    """Elo (and the test's ratio) after every so many games, in the order of the match."""
    line, band, ratios = [], [], []
    own = [g for g in games if {g["black"], g["white"]} == {first, second}]
    for number in thinned(len(own)) if len(own) >= 4 else []:
        rating = collect(own[:number], first, second)
        if math.isfinite(rating.elo) and math.isfinite(rating.error):
            line.append((number, rating.elo))
            band.append((number, rating.elo - rating.error, rating.elo + rating.error))
        if test:
            ratios.append((number, test.ratio(rating.pairs)))
    # The first few games have error bands as wide as the page; they would flatten the rest.
    settled = [index for index, (_, low, high) in enumerate(band) if high - low < 800]
    line, band = [line[i] for i in settled], [band[i] for i in settled]
    parts = [line_chart([(first, line)], "games", f"Elo of {first}", "Elo over time", band, [(0, "equal strength")])]
    if test:
        levels = [(test.upper, "H1 accepted"), (test.lower, "H0 accepted")]
        parts.append(line_chart([("ratio", ratios)], "games", "log-likelihood ratio", "sequential test", None, levels))
    told = f'<p class="small">Elo of {escape(first)} after so many games, and its 95 % interval.</p>'
    return told + '<div class="two">' + "".join(f"<div>{part}</div>" for part in parts) + "</div>"


def opening_section(first: str, games: list[dict]) -> str:
    groups: dict[str, list[dict]] = defaultdict(list)
    for game in games:
        groups[game["opening"]].append(game)
    black = sum(game["score"] for game in games)
    rows = []
    for opening, members in groups.items():
        points = sum(g["score"] if g["black"] == first else 1 - g["score"] for g in members if first in (g["black"], g["white"]))
        known = [g["margin"] for g in members if g["margin"] is not None]
        number = sum(first in (g["black"], g["white"]) for g in members)
        lean = f"{sum(known) / len(known):+.1f}" if known else "-"
        rows.append((points / number if number else 0.5, [opening, f"{points:g}/{number}", lean]))
    rows.sort(key=lambda row: row[0])
    shown = [row for _, row in (rows if len(rows) <= 12 else rows[:6] + rows[-6:])]
    text = f"<p>{len(groups)} openings; Black made {100 * black / len(games):.1f} % of all points.</p>"
    if len(rows) > 12:
        text += f"<p>The six worst and the six best for {escape(first)}:</p>"
    return text + table(["opening", f"points of {first}", "mean margin for Black"], shown)


def shape_section(games: list[dict]) -> str:
    lengths = Counter(sum(word != "pass" for word in g["moves"].split()) for g in games)
    margins = Counter(math.floor(g["margin"] / 4) * 4 for g in games if g["margin"] is not None)
    left = bar_chart([(n - 0.5, lengths[n]) for n in range(min(min(lengths), 54), max(lengths) + 1)], 1,
                     "discs placed (opening included)", "games", "game length")
    right = bar_chart([(m, margins[m]) for m in range(min(margins), max(margins) + 4, 4)] if margins else [], 4,
                      "final margin from Black's view (discs)", "games", "margins", [(0, "draw")])
    return f'<div class="two"><div>{left}</div><div>{right}</div></div>'


def time_section(names: list[str], games: list[dict]) -> str:
    rows, series = [], []
    for name in names:
        by_ply: dict[int, list[float]] = defaultdict(list)
        wall = cpu = 0.0
        asked = overruns = 0
        slowest = 0.0
        for game in games:
            for side, player in enumerate((game["black"], game["white"])):
                if player != name:
                    continue
                wall += game["wall"][side]
                cpu += game["cpu"][side]
                asked += game["asked"][side]
                overruns += game["overruns"][side]
                slowest = max(slowest, game["slowest"][side])
                for detail in game["details"]:
                    # Passes are plies of their own, so Black moves at odd plies throughout.
                    if (detail[0] - 1) % 2 == side:
                        by_ply[detail[0]].append(detail[2])
        if asked:
            rows.append([name, asked, f"{1000 * wall / asked:.1f}", f"{1000 * cpu / asked:.1f}", f"{slowest:.3f}", overruns])
        series.append((name, [(ply, 1000 * sum(v) / len(v)) for ply, v in sorted(by_ply.items())]))
    return (
        table(["engine", "moves", "ms a move", "CPU ms a move", "slowest move, s", "over the limit, forgiven"], rows)
        + line_chart(series, "ply", "mean ms for the move", "time use over the game")
        + legend(names)
    )


def fault_section(names: list[str], games: list[dict]) -> str:
    counts = fault_counts(names, games)
    kinds = [kind for kind in (*KINDS, "stubborn") if any(counts[name][kind] for name in names)]
    if not kinds:
        return "<p>None: every game ended by the rules.</p>"
    meaning = {**MEANING, "stubborn": "ignored quit and had to be killed (no game lost by it)"}
    rows = [[name, *(counts[name][kind] for kind in kinds)] for name in names]
    text = table(["engine", *kinds], rows)
    text += "<p class='small'>" + "; ".join(f"{kind}: {escape(meaning[kind])}" for kind in kinds) + ".</p>"
    examples = [[g["key"], g["fault"], g["end"], g["detail"]] for g in games if g["fault"]][:10]
    return text + (table(["game", "engine", "verdict", "seen"], examples) if examples else "")


def blunder_section(judgement: Judgement) -> str:
    if not judgement.findings:
        return f"<p>No move found that lost discs ({escape(judgement.note)}).</p>"
    figures = []
    for finding in judgement.findings:
        colour = "White" if finding.position.side else "Black"
        better = f", better {square_name(finding.better)}" if finding.better is not None else ""
        figures.append(
            f"<figure>{board(finding.position, finding.move, finding.better)}<figcaption><b>{escape(finding.player)}</b> "
            f"({colour}) played {square_name(finding.move)}{better}: lost {finding.lost:g} discs ({escape(finding.source)})."
            f'<br><span class="small">{escape(finding.game["key"])}, ply {finding.ply}</span></figcaption></figure>'
        )
    return (
        f'<p class="small">Looked at: {escape(judgement.note)}. The move played has a red frame, a better one a yellow frame.</p>'
        f'<div class="boards">{"".join(figures)}</div>'
    )


def write_report(header: dict, games: list[dict], judgement: Judgement) -> str:
    """The page as text."""
    names = [engine["name"] for engine in header["engines"]]
    test = Sprt.parse(header["sprt"]) if header.get("sprt") else None
    title = " - ".join(names) if len(names) < 5 else f"tournament of {len(names)} engines"
    game_name = "Othello" if header["rules"] == "othello" else "classic Reversi"
    limits = {n: limit for g in games for n, limit in zip((g["black"], g["white"]), g["limits"])}
    parts = [f"<h1>{escape(title)}</h1><p class='small'>{game_name}, {len(games)} games, "
             f"{escape('; '.join(f'{n}: {limits[n]}' for n in names if n in limits))}</p>"]
    if not games:
        parts.append("<p>No game has been finished yet.</p>")
    else:
        if len(names) > 2:
            rated = ratings(names, games)
            order = sorted(names, key=lambda name: -rated[name][0])
            rows = [[n, f"{rated[n][0]:+.0f}", f"{rated[n][1]:.0f}", *_points(n, games)] for n in order]
            parts.append("<h2>Standing</h2>" + table(["engine", "Elo (mean 0)", "+-", "points", "games"], rows))
        for first, second in pairings(names, header["form"])[:15]:
            section = score_section(first, second, games)
            if section:
                parts.append(f"<h2>{'Result' if len(names) == 2 else escape(f'{first} - {second}')}</h2>" + section)
                if len(names) == 2:
                    parts.append(progress(first, second, games, test))
        parts.append("<h2>Openings</h2>" + opening_section(names[0], games))
        parts.append("<h2>Length and margins</h2>" + shape_section(games))
        parts.append("<h2>Time</h2>" + time_section(names, games))
        parts.append("<h2>Failures</h2>" + fault_section(names, games))
        parts.append("<h2>Worst moves</h2>" + blunder_section(judgement))
    settings = [[key, str(value)] for key, value in header.items() if key not in ("type", "engines", "format")]
    settings += [[engine["name"], engine["cmd"]] for engine in header["engines"]]
    parts.append("<h2>Settings</h2>" + table(["", ""], settings).replace("<table>", '<table class="left">'))
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>{''.join(parts)}</body></html>\n"
    )


def _points(name: str, games: list[dict]) -> tuple[str, int]:
    own = [g for g in games if name in (g["black"], g["white"])]
    return f"{sum(g['score'] if g['black'] == name else 1 - g['score'] for g in own):g}", len(own)
