"""Elo differences and their errors from games and pairs of games.

A pair is one opening played twice with colours swapped; its five results (0, 0.5, 1, 1.5 or 2 points for the
first engine) make the pentanomial distribution. The two games of a pair are not independent, so all errors are
taken over pairs where there are pairs. Elo here is the logistic scale: 400 points are odds of ten to one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

Z95 = 1.959963984540054  # two-sided 95 % point of the normal distribution


def elo_of(score: float) -> float:
    """Elo difference of an expected score between 0 and 1 (infinite at the ends)."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)


def score_of(elo: float) -> float:
    """Expected score of an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def normal_below(z: float) -> float:
    """Probability that a standard normal variable is below ``z``."""
    return 0.5 * math.erfc(-z / math.sqrt(2))


def student95(freedom: int) -> float:
    """Two-sided 95 % point of Student's t (Hill's expansion about the normal; within 1 % from 3 degrees on)."""
    if freedom < 1:
        return math.inf
    exact = {1: 12.706, 2: 4.303}
    if freedom in exact:
        return exact[freedom]
    z, n = Z95, freedom
    return z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2) + (
        3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z
    ) / (384 * n**3)


def mean_interval(values: list[float]) -> tuple[float, float] | None:
    """Mean and half-width of its 95 % interval; None for no values, infinite width for a single one."""
    count = len(values)
    if not count:
        return None
    mean = sum(values) / count
    if count == 1:
        return mean, math.inf
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, student95(count - 1) * math.sqrt(variance / count)


@dataclass
class Rating:
    """What a set of results says about the first engine against the second."""

    wins: int
    draws: int
    losses: int
    pairs: list[int]  # pentanomial: pairs with 0, 0.5, 1, 1.5, 2 points
    elo: float
    error: float  # half-width of the 95 % interval; infinite when it cannot be told
    normalised: float | None  # Elo normalised by the spread of a game (nElo); None without spread
    los: float  # likelihood of superiority, 0 to 1
    discs: tuple[float, float] | None  # mean margin a game and half-width of its 95 % interval

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2


def moments(counts: list[float]) -> tuple[float, float, float]:
    """Number, mean and variance of results evenly spaced from 0 to 1 (3 for games, 5 for pairs)."""
    number = sum(counts)
    if not number:
        return 0, 0.5, 0.0
    step = 1 / (len(counts) - 1)
    mean = sum(count * index * step for index, count in enumerate(counts)) / number
    variance = sum(count * (index * step - mean) ** 2 for index, count in enumerate(counts)) / number
    return number, mean, variance


def rate(wins: int, draws: int, losses: int, pairs: list[int], margins: list[float]) -> Rating:
    """Rate the first engine. ``margins``: one value for each pair (mean of its two games) or game, in discs."""
    if sum(pairs):
        number, mean, variance = moments(pairs)
        games_in_item = 2
    else:
        number, mean, variance = moments([losses, draws, wins])
        games_in_item = 1
    error, los, normalised = math.inf, 0.5, None
    if number:
        deviation = math.sqrt(variance / number)
        low, high = elo_of(mean - Z95 * deviation), elo_of(mean + Z95 * deviation)
        if variance > 0:
            error = (high - low) / 2
            los = normal_below((mean - 0.5) / deviation)
            # Spread of one game: the variance of a pair's mean is half of it.
            normalised = (mean - 0.5) / math.sqrt(variance * games_in_item) * 800 / math.log(10)
        elif mean != 0.5:
            los = 1.0 if mean > 0.5 else 0.0
    return Rating(wins, draws, losses, list(pairs), elo_of(mean), error, normalised, los, mean_interval(margins))


def collect(games: list[dict], first: str, second: str) -> Rating:
    """Rate ``first`` against ``second`` from game records.

    Games that broke off count as lost for the engine at fault but have no margin, so they are left out of the
    disc difference.
    """
    wins = draws = losses = 0
    by_pair: dict[str, list[tuple[float, float | None]]] = {}
    for game in games:
        if {game["black"], game["white"]} != {first, second}:
            continue
        black = game["black"] == first
        score = game["score"] if black else 1 - game["score"]
        margin = game["margin"] if black or game["margin"] is None else -game["margin"]
        wins += score == 1
        draws += score == 0.5
        losses += score == 0
        by_pair.setdefault(game["pair"], []).append((score, margin))
    pairs, margins, single = [0] * 5, [], []
    for results in by_pair.values():
        known = [margin for _, margin in results if margin is not None]
        single.extend(known)
        if len(results) == 2:
            pairs[round(2 * sum(score for score, _ in results))] += 1
            if len(known) == 2:
                margins.append(sum(known) / 2)
    return rate(wins, draws, losses, pairs, margins if len(margins) > 1 else single)


def ratings(names: list[str], games: list[dict]) -> dict[str, tuple[float, float]]:
    """Elo of every engine of a tournament (mean 0) and the half-width of its 95 % interval.

    Bradley and Terry's model, draws as half a win and half a loss, each pairing with one virtual draw so that
    an engine that won or lost everything still has a finite rating; fitted by minorisation-maximisation
    (Hunter, 2004). Intervals from the Fisher information with the mean held.
    """
    count = len(names)
    index = {name: number for number, name in enumerate(names)}
    points = [[0.0] * count for _ in names]
    for game in games:
        black, white = index[game["black"]], index[game["white"]]
        points[black][white] += game["score"]
        points[white][black] += 1 - game["score"]
    for i in range(count):
        for j in range(count):
            if i < j and points[i][j] + points[j][i] > 0:
                points[i][j] += 0.5
                points[j][i] += 0.5
    strength = [1.0] * count
    for _ in range(2000):
        changed = 0.0
        for i in range(count):
            won = sum(points[i])
            weight = sum(
                (points[i][j] + points[j][i]) / (strength[i] + strength[j]) for j in range(count) if j != i
            )
            if weight > 0 and won > 0:
                new = won / weight
                changed = max(changed, abs(math.log(new / strength[i])))
                strength[i] = new
        scale = math.exp(sum(map(math.log, strength)) / count)
        strength = [value / scale for value in strength]
        if changed < 1e-9:
            break
    factor = 400 / math.log(10)
    result = {}
    for i, name in enumerate(names):
        information = 0.0
        for j in range(count):
            if j != i:
                expected = strength[i] / (strength[i] + strength[j])
                information += (points[i][j] + points[j][i]) * expected * (1 - expected)
        error = Z95 * factor / math.sqrt(information) if information else math.inf
        result[name] = (factor * math.log(strength[i]), error)
    return result
