"""Simulated sequential tests: how often a test decides wrongly, and after how many pairs.

Pairs are drawn from a model with draws and with openings that favour one colour, so that the two games of a pair
are as dependent as real ones. Every match has a seed of its own, so results do not depend on how many processes
share the work.
"""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import accumulate

from .elo import score_of
from .sprt import ACCEPT_H0, ACCEPT_H1, CONTINUE, Sprt


def pair_shares(elo: float, draws: float, bias: float) -> list[float]:
    """Probabilities of 0, 0.5, 1, 1.5 and 2 points in a pair whose expected score is exactly that of ``elo``.

    ``draws``: share of drawn games. ``bias``: Elo by which an opening favours the one colour or the other (one
    third of the openings each way, one third not at all).
    """

    def shares(strength: float) -> list[float]:
        result = [0.0] * 5
        for lean in (-bias, 0.0, bias):
            games = []
            for shift in (lean, -lean):
                win = (1 - draws) * score_of(strength + shift)
                games.append((1 - draws - win, draws, win))
            for first, p in enumerate(games[0]):
                for second, q in enumerate(games[1]):
                    result[first + second] += p * q / 3
        return result

    def mean(strength: float) -> float:
        return sum(share * index / 4 for index, share in enumerate(shares(strength)))

    wanted, low, high = score_of(elo), -2000.0, 2000.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if mean(middle) < wanted else (low, middle)
    return shares(low)


@dataclass
class Simulation:
    """What a number of simulated matches came to."""

    matches: int
    accepted_h1: int
    accepted_h0: int
    undecided: int
    pairs: float  # mean length


def one_match(test: Sprt, steps: list[float], seed: str, longest: int) -> tuple[str, int]:
    """Decision and number of pairs of one simulated match. ``steps``: cumulated shares of the five results."""
    chance = random.Random(seed).random
    counts = [0] * 5
    for number in range(1, longest + 1):
        value = chance()
        counts[0 if value < steps[0] else 1 if value < steps[1] else 2 if value < steps[2] else 3 if value < steps[3] else 4] += 1
        decision = test.decide(counts)
        if decision != CONTINUE:
            return decision, number
    return CONTINUE, longest


def _part(job: tuple) -> list[tuple[str, int]]:
    test, steps, label, first, last, longest = job
    return [one_match(test, steps, f"{label} {number}", longest) for number in range(first, last)]


def simulate(test: Sprt, elo: float, matches: int, seed: int, draws: float = 0.05, bias: float = 100.0,
             longest: int = 100_000, processes: int = 1) -> Simulation:
    """Simulate ``matches`` tests of an engine that is truly ``elo`` stronger."""
    steps = list(accumulate(pair_shares(elo, draws, bias)))
    size = max(1, min(250, matches // max(1, processes)))
    jobs = [
        (test, steps, f"{seed} {elo}", first, min(first + size, matches), longest) for first in range(0, matches, size)
    ]
    if processes > 1:
        with ProcessPoolExecutor(processes) as pool:
            parts = list(pool.map(_part, jobs))
    else:
        parts = [_part(job) for job in jobs]
    results = [result for part in parts for result in part]
    return Simulation(
        len(results),
        sum(decision == ACCEPT_H1 for decision, _ in results),
        sum(decision == ACCEPT_H0 for decision, _ in results),
        sum(decision == CONTINUE for decision, _ in results),
        sum(pairs for _, pairs in results) / len(results),
    )
