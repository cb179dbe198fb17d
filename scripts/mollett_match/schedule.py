"""Which games a match or tournament consists of, in which order.

Each opening is played twice by the same two engines with colours swapped. Keys name a game by what it is, not by
when it was played, so a resumed match or a cluster cannot count one twice.
"""

from __future__ import annotations

from .game import GameTask

ROUND_ROBIN = "round-robin"
GAUNTLET = "gauntlet"


def pairings(names: list[str], form: str) -> list[tuple[str, str]]:
    """All pairs of engines, or the first against each other one."""
    if form == GAUNTLET:
        return [(names[0], other) for other in names[1:]]
    return [(a, b) for index, a in enumerate(names) for b in names[index + 1 :]]


def build(names: list[str], form: str, rules: str, openings: list[list[int]], seed: int) -> list[GameTask]:
    """All games; the pairings take turns, opening by opening, so that all of them advance together."""
    tasks = []
    for index, opening in enumerate(openings):
        for first, second in pairings(names, form):
            pair = f"{first} - {second} #{index + 1}"
            for black, white in ((first, second), (second, first)):
                number = len(tasks) + 1
                tasks.append(
                    GameTask(
                        key=f"{pair} {'a' if black == first else 'b'}",
                        number=number,
                        pair=pair,
                        black=black,
                        white=white,
                        rules=rules,
                        opening=opening,
                        opening_index=index + 1,
                        seed=seed,
                    )
                )
    return tasks
