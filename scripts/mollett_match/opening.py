"""Start lines of games: read from a file, chosen in order or at random with a seed.

A file has one line of moves a row (``f5d6c4d3``; passes may be left out); ``#`` starts a comment and text after
the moves is ignored, so lists with values beside the lines can be read as they are.
"""

from __future__ import annotations

import random

from .board import OTHELLO, Position
from .diagram import parse_line, replay

# Of the classic game's first four moves one order for each set-up: the diagonal one is Othello's start.
CENTRES = {"diagonal": "d5e5e4d4", "parallel": "d4e4d5e5"}


def read_openings(path: str, rules: str) -> list[list[int]]:
    """The lines of a file as plies (passes explicit), checked by the rules.

    Raises ``ValueError`` naming the row that cannot be played.
    """
    openings = []
    with open(path, encoding="utf-8-sig") as file:
        for number, row in enumerate(file, 1):
            words = row.partition("#")[0].split()
            if not words:
                continue
            try:
                plies, position = replay(Position.start(rules), parse_line(words[0]))
            except ValueError as error:
                raise ValueError(f"{path}, row {number}: {error} under {rules} rules") from None
            if position.is_over():
                raise ValueError(f"{path}, row {number}: the game is over after this line")
            openings.append(plies)
    if not openings:
        raise ValueError(f"{path}: no opening in this file")
    return openings


def random_openings(rules: str, count: int, length: int, seed: int) -> list[list[int]]:
    """``count`` different random lines of ``length`` plies; for matches without a file."""
    chooser = random.Random(f"openings {rules} {length} {seed}")
    openings, seen = [], set()
    attempts = 0
    while len(openings) < count:
        attempts += 1
        if attempts > 100 * count + 1000:
            raise ValueError(f"there are not {count} different lines of {length} plies")
        position, plies = Position.start(rules), []
        while len(plies) < length and not position.is_over():
            legal = [square for square in range(64) if position.moves() >> square & 1]
            if not legal:
                break  # a pass inside a random opening: draw another line
            plies.append(chooser.choice(legal))
            position = position.play(plies[-1])
        if len(plies) == length and not position.is_over() and tuple(plies) not in seen:
            seen.add(tuple(plies))
            openings.append(plies)
    return openings


def choose(openings: list[list[int]], count: int, order: str, start: int, seed: int) -> list[list[int]]:
    """``count`` openings from row ``start`` (1 = first) on, in file order or shuffled by ``seed``.

    A list that is too short is used again from its beginning.
    """
    rows = list(openings)
    if order == "random":
        random.Random(f"order {seed}").shuffle(rows)
    return [rows[(start - 1 + index) % len(rows)] for index in range(count)]


def default_length(rules: str) -> int:
    """Plies of a random opening: 8 as in XOT lists; 12 in the classic game, whose first four turn nothing."""
    return 8 if rules == OTHELLO else 12
