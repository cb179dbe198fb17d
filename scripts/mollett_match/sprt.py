"""The sequential probability ratio test on pairs of games.

The generalised log-likelihood ratio of a multinomial distribution under a constraint on its mean, as described
by M. Van den Bergh ("A practical introduction to the GSPRT" and "The generalized maximum likelihood ratio for the
expectation value of a distribution", 2019): both hypotheses are fitted to the observed counts by maximum
likelihood, and the ratio of the two fits is compared with Wald's bounds. Not for: playing the games.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .elo import moments, score_of

CONTINUE, ACCEPT_H0, ACCEPT_H1 = "continue", "H0", "H1"
# Stands in for a result not yet seen, so that early ratios stay moderate.
UNSEEN = 1e-3


def _tilt(values: list[float], shares: list[float], mean: float) -> float:
    """The multiplier t for which the distribution shares/(1 + t (value - mean)) has the mean ``mean``."""
    low, high = -1 / (values[-1] - mean), -1 / (values[0] - mean)
    span = high - low
    low, high = low + 1e-9 * span, high - 1e-9 * span
    tilt = 0.0
    for _ in range(60):
        slope = total = 0.0
        for value, share in zip(values, shares):
            off = value - mean
            part = off / (1 + tilt * off)
            total += share * part
            slope -= share * part * part
        # The sum falls as the multiplier grows.
        if total > 0:
            low = tilt
        else:
            high = tilt
        if slope == 0:
            break
        new = tilt - total / slope
        if not low < new < high:
            new = (low + high) / 2
        if abs(new - tilt) < 1e-11 * span:
            return new
        tilt = new
    return tilt


def log_likelihood_ratio(counts: list[float], score0: float, score1: float) -> float:
    """Log of the likelihood of mean ``score1`` over that of mean ``score0``, both fitted to ``counts``."""
    counts = [count or UNSEEN for count in counts]
    number = sum(counts)
    step = 1 / (len(counts) - 1)
    values = [index * step for index in range(len(counts))]
    shares = [count / number for count in counts]
    tilt0, tilt1 = _tilt(values, shares, score0), _tilt(values, shares, score1)
    return sum(
        count * (math.log1p(tilt0 * (value - score0)) - math.log1p(tilt1 * (value - score1)))
        for count, value in zip(counts, values)
    )


@dataclass(frozen=True)
class Sprt:
    """A test of H1 "the difference is ``elo1``" against H0 "it is ``elo0``".

    ``alpha``: wanted rate of accepting H1 under H0; ``beta``: of accepting H0 under H1. ``model``: ``logistic``
    (ordinary Elo) or ``normalised`` (Elo in units of a game's spread, whose test length does not depend on how
    many games are drawn).
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "logistic"

    @classmethod
    def parse(cls, words: list[str]) -> "Sprt":
        """``ELO0 ELO1 [ALPHA BETA [MODEL]]``; ``ValueError`` names what is wrong."""
        form = "ELO0 ELO1 [ALPHA BETA [logistic|normalised]]"
        if len(words) not in (2, 4, 5):
            raise ValueError(f"a test is {form}, not '{' '.join(words)}'")
        numbers = []
        for word in words[:4]:
            try:
                numbers.append(float(word))
            except ValueError:
                raise ValueError(f"'{word}' is not a number; a test is {form}") from None
        test = cls(*numbers, **({"model": words[4]} if len(words) == 5 else {}))
        if test.model not in ("logistic", "normalised"):
            raise ValueError(f"'{test.model}' is not a model: logistic or normalised")
        if not test.elo0 < test.elo1:
            raise ValueError("a test needs ELO0 below ELO1")
        if not (0 < test.alpha < 0.5 and 0 < test.beta < 0.5):
            raise ValueError("alpha and beta lie between 0 and 0.5")
        return test

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: list[int]) -> float:
        """Log-likelihood ratio of the pentanomial counts ``pairs``; 0 before the first pair."""
        if not sum(pairs):
            return 0.0
        if self.model == "logistic":
            score0, score1 = score_of(self.elo0), score_of(self.elo1)
        else:
            _, _, variance = moments([count or UNSEEN for count in pairs])
            unit = math.sqrt(2 * variance) * math.log(10) / 800
            score0, score1 = 0.5 + self.elo0 * unit, 0.5 + self.elo1 * unit
            if not 0 < score0 < score1 < 1:
                return 0.0
        return log_likelihood_ratio(pairs, score0, score1)

    def decide(self, pairs: list[int]) -> str:
        """:data:`CONTINUE`, :data:`ACCEPT_H0` or :data:`ACCEPT_H1`."""
        ratio = self.ratio(pairs)
        if ratio >= self.upper:
            return ACCEPT_H1
        return ACCEPT_H0 if ratio <= self.lower else CONTINUE

    def __str__(self) -> str:
        return f"[{self.elo0:g}, {self.elo1:g}] alpha {self.alpha:g} beta {self.beta:g} {self.model}"
