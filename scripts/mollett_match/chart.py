"""Charts and board diagrams as SVG text for the report. No styles but those of the page, no scripts."""

from __future__ import annotations

import html
import math

from .board import PASS, Position

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 64, 18, 14, 46
COLOURS = ("#1f6f5c", "#c2571a", "#3b5b92", "#8a3a6b", "#7a6a1c", "#555555")


def escape(text) -> str:
    return html.escape(str(text))


def nice_step(span: float, wanted: int) -> float:
    """A round step (1, 2 or 5 times a power of ten) that cuts ``span`` into about ``wanted`` parts."""
    if span <= 0:
        return 1.0
    raw = span / wanted
    power = 10.0 ** math.floor(math.log10(raw))
    for factor in (1, 2, 5, 10):
        if factor * power >= raw * 0.999:
            return factor * power
    return 10 * power


class Axes:
    """Maps values to the picture and draws the frame with ticks and labels."""

    def __init__(self, x_low, x_high, y_low, y_high, x_label: str, y_label: str):
        self.x_low, self.x_high = x_low, x_high if x_high > x_low else x_low + 1
        self.y_low, self.y_high = y_low, y_high if y_high > y_low else y_low + 1
        self.x_label, self.y_label = x_label, y_label

    def x(self, value: float) -> float:
        share = (value - self.x_low) / (self.x_high - self.x_low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        share = (min(max(value, self.y_low), self.y_high) - self.y_low) / (self.y_high - self.y_low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    @staticmethod
    def _ticks(low: float, high: float, wanted: int) -> list[float]:
        step = nice_step(high - low, wanted)
        first = math.ceil(low / step - 1e-9)
        return [index * step for index in range(first, math.floor(high / step + 1e-9) + 1)]

    def frame(self) -> str:
        parts = []
        for value in self._ticks(self.y_low, self.y_high, 5):
            y = self.y(value)
            parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
            parts.append(f'<text class="tick" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
        for value in self._ticks(self.x_low, self.x_high, 8):
            parts.append(
                f'<text class="tick" x="{self.x(value):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{value:g}</text>'
            )
        parts.append(
            f'<text class="label" x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 6}" text-anchor="middle">{escape(self.x_label)}</text>'
        )
        parts.append(
            f'<text class="label" transform="translate(16 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" '
            f'text-anchor="middle">{escape(self.y_label)}</text>'
        )
        return "".join(parts)


def picture(content: str, title: str) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{content}</svg>"
    )


def legend(names: list[str]) -> str:
    items = "".join(
        f'<span><i style="background:{COLOURS[index % len(COLOURS)]}"></i>{escape(name)}</span>'
        for index, name in enumerate(names)
    )
    return f'<p class="legend">{items}</p>'


def line_chart(series: list[tuple[str, list[tuple[float, float]]]], x_label: str, y_label: str, title: str,
               band: list[tuple[float, float, float]] | None = None, levels: list[tuple[float, str]] = ()) -> str:
    """Lines of (x, y) points; ``band``: (x, low, high) drawn behind the first; ``levels``: named horizontal lines.

    Points that are not finite are left out.
    """
    points = [p for _, line in series for p in line if math.isfinite(p[1])]
    if not points:
        return '<p class="none">not enough games for this chart</p>'
    spread = [value for _, low, high in band or () for value in (low, high) if math.isfinite(value)]
    values = [y for _, y in points] + spread + [value for value, _ in levels]
    low, high = min(values), max(values)
    pad = 0.06 * (high - low) or 1
    axes = Axes(min(x for x, _ in points), max(x for x, _ in points), low - pad, high + pad, x_label, y_label)
    parts = [axes.frame()]
    if band:
        good = [(x, a, b) for x, a, b in band if math.isfinite(a) and math.isfinite(b)]
        if len(good) > 1:
            outline = [f"{axes.x(x):.1f},{axes.y(b):.1f}" for x, _, b in good]
            outline += [f"{axes.x(x):.1f},{axes.y(a):.1f}" for x, a, _ in reversed(good)]
            parts.append(f'<polygon class="band" points="{" ".join(outline)}"/>')
    for value, name in levels:
        y = axes.y(value)
        parts.append(f'<line class="level" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="tick" x="{WIDTH - RIGHT - 2}" y="{y - 4:.1f}" text-anchor="end">{escape(name)}</text>')
    for index, (_, line) in enumerate(series):
        path = " ".join(f"{axes.x(x):.1f},{axes.y(y):.1f}" for x, y in line if math.isfinite(y))
        parts.append(f'<polyline class="line" stroke="{COLOURS[index % len(COLOURS)]}" points="{path}"/>')
    return picture("".join(parts), title)


def bar_chart(bars: list[tuple[float, float]], width: float, x_label: str, y_label: str, title: str,
              marks: list[tuple[float, str]] = ()) -> str:
    """Bars (left edge, height) of equal ``width``; ``marks``: named vertical lines."""
    if not bars:
        return '<p class="none">not enough games for this chart</p>'
    low, high = min(x for x, _ in bars), max(x for x, _ in bars) + width
    axes = Axes(low, high, 0, max(y for _, y in bars) * 1.08, x_label, y_label)
    parts = [axes.frame()]
    for x, y in bars:
        left, right = axes.x(x) + 0.8, axes.x(x + width) - 0.8
        parts.append(
            f'<rect class="bar" x="{left:.1f}" y="{axes.y(y):.1f}" width="{max(0.5, right - left):.1f}" '
            f'height="{axes.y(0) - axes.y(y):.1f}"/>'
        )
    for value, name in marks:
        x = axes.x(value)
        parts.append(f'<line class="level" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text class="tick" x="{x + 4:.1f}" y="{TOP + 10}">{escape(name)}</text>')
    return picture("".join(parts), title)


def share_bar(shares: list[tuple[str, float, str]]) -> str:
    """One bar cut into named parts: (name, number, css class)."""
    total = sum(number for _, number, _ in shares)
    cells = "".join(
        f'<div class="{kind}" style="width:{100 * number / total:.2f}%" title="{escape(name)}: {number:g}">'
        f"{f'{number:g}' if number / total > 0.04 else ''}</div>"
        for name, number, kind in shares
        if number and total
    )
    return f'<div class="shares">{cells}</div>'


def board(position: Position, played: int | None = None, better: int | None = None) -> str:
    """A board, row 1 at the top; the move played framed in red, the better one in green."""
    size, edge = 22, 14
    full = 8 * size + edge + 2
    parts = [f'<rect class="felt" x="{edge}" y="{edge}" width="{8 * size}" height="{8 * size}"/>']
    for index in range(9):
        at = edge + index * size
        parts.append(f'<line class="rule" x1="{edge}" x2="{edge + 8 * size}" y1="{at}" y2="{at}"/>')
        parts.append(f'<line class="rule" y1="{edge}" y2="{edge + 8 * size}" x1="{at}" x2="{at}"/>')
    for index in range(8):
        middle = edge + index * size + size / 2
        parts.append(f'<text class="tick" x="{middle}" y="{edge - 4}" text-anchor="middle">{"abcdefgh"[index]}</text>')
        parts.append(f'<text class="tick" x="{edge - 5}" y="{middle + 4}" text-anchor="middle">{index + 1}</text>')
    for square in range(64):
        x, y = edge + (square & 7) * size + size / 2, edge + (square >> 3) * size + size / 2
        for side, kind in ((0, "black"), (1, "white")):
            if position.discs[side] >> square & 1:
                parts.append(f'<circle class="{kind}" cx="{x}" cy="{y}" r="{size * 0.4}"/>')
    for square, kind in ((better, "better"), (played, "played")):
        if square is not None and square != PASS:
            x, y = edge + (square & 7) * size, edge + (square >> 3) * size
            parts.append(f'<rect class="{kind}" x="{x + 2.5}" y="{y + 2.5}" width="{size - 5}" height="{size - 5}"/>')
    return f'<svg class="board" viewBox="0 0 {full} {full}" role="img" aria-label="position">{"".join(parts)}</svg>'
