"""Exact results of positions with few empty squares, for adjudication and for the report's last moves.

A plain alpha-beta in Python: about a second at ten empty squares. Not for: anything an engine should do.
"""

from __future__ import annotations

from .board import PASS, Position, squares

MAX_EMPTIES = 10


def solve(position: Position, alpha: int = -64, beta: int = 64) -> int:
    """The official margin with best play by both, from the view of the side to move."""
    moves = position.moves()
    if not moves:
        if position.moves_of(1 - position.side):
            return -solve(position.play(PASS), -beta, -alpha)
        margin = position.margin()
        return margin if position.side == 0 else -margin
    children = [position.play(square) for square in squares(moves)]
    # Fewest replies first: the cheapest good order known for this game.
    children.sort(key=lambda child: child.moves().bit_count())
    best = -65
    for child in children:
        best = max(best, -solve(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def move_values(position: Position) -> dict[int, int]:
    """Every legal square with its exact margin from the mover's view."""
    return {square: -solve(position.play(square)) for square in squares(position.moves())}
