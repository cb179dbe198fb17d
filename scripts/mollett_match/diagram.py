"""Squares, moves and positions as text, and the eight symmetries of the board.

Position text is the project's: 64 cells ``-XO`` row 1 first, a space, the side to move ``X`` or ``O``,
and for the classic game ``x/o``, the discs in hand of Black and White.
"""

from __future__ import annotations

from .board import BLACK, CLASSIC, OTHELLO, PASS, WHITE, Position

COLUMNS = "abcdefgh"
COLOUR_NAMES = ("black", "white")
SIDE_LETTERS = "XO"


def square_name(square: int) -> str:
    """``0`` -> ``a1``; :data:`PASS` -> ``pass``."""
    if square == PASS:
        return "pass"
    return COLUMNS[square & 7] + str((square >> 3) + 1)


def parse_square(text: str) -> int:
    """A square or ``pass`` (``pa`` and ``--`` too), in any case; ``ValueError`` names the bad word."""
    word = text.strip().lower()
    if word in ("pass", "pa", "--"):
        return PASS
    if len(word) == 2 and word[0] in COLUMNS and word[1] in "12345678":
        return COLUMNS.index(word[0]) + 8 * (int(word[1]) - 1)
    raise ValueError(f"'{text}' is not a square (a1 to h8) or pass")


def parse_line(text: str) -> list[int]:
    """The moves of a transcript such as ``f5d6c3`` or ``f5 d6 c3``; passes may be left out or written."""
    word = "".join(text.split())
    moves = []
    at = 0
    while at < len(word):
        if word[at : at + 4].lower() == "pass":
            moves.append(PASS)
            at += 4
        else:
            moves.append(parse_square(word[at : at + 2]))
            at += 2
    return moves


def replay(start: Position, line: list[int]) -> tuple[list[int], Position]:
    """Play ``line`` from ``start``, inserting the passes it leaves out.

    Returns all plies (passes explicit) and the position reached. ``ValueError`` names the first move
    that is not legal and its place.
    """
    position = start
    plies: list[int] = []
    for index, move in enumerate(line):
        if move != PASS and position.must_pass():
            plies.append(PASS)
            position = position.play(PASS)
        if not position.is_legal(move):
            raise ValueError(f"move {index + 1} '{square_name(move)}' is not legal")
        plies.append(move)
        position = position.play(move)
    return plies, position


def write_line(plies: list[int]) -> str:
    """``f5d6c3``: passes left out."""
    return "".join(square_name(move) for move in plies if move != PASS)


def write_position(position: Position) -> str:
    black, white = position.discs
    cells = "".join("X" if black >> s & 1 else "O" if white >> s & 1 else "-" for s in range(64))
    text = f"{cells} {SIDE_LETTERS[position.side]}"
    if position.supply is not None:
        text += f" {position.supply[0]}/{position.supply[1]}"
    return text


def parse_position(text: str, rules: str | None = None) -> Position:
    """Read position text. Without ``rules``, supplies at the end mean the classic game.

    A classic position without supplies gives the mover the larger half of the empty squares' discs.
    """
    words = text.split()
    if len(words) not in (2, 3) or len(words[0]) != 64:
        raise ValueError(f"'{text}' is not a position: 64 cells, side X or O, [black/white supply]")
    black = white = 0
    for square, cell in enumerate(words[0]):
        if cell in "X*xB":
            black |= 1 << square
        elif cell in "OoW":
            white |= 1 << square
        elif cell not in "-.":
            raise ValueError(f"'{cell}' is not a cell: -, X or O")
    if words[1].upper() not in ("X", "O", "*"):
        raise ValueError(f"'{words[1]}' is not a side: X or O")
    side = WHITE if words[1].upper() == "O" else BLACK
    if rules is None:
        rules = CLASSIC if len(words) == 3 else OTHELLO
    supply = None
    if rules == CLASSIC:
        empties = 64 - (black | white).bit_count()
        if len(words) == 3:
            parts = words[2].split("/")
            if len(parts) != 2 or not all(part.isdigit() for part in parts):
                raise ValueError(f"'{words[2]}' is not a supply: BLACK/WHITE, such as 12/11")
            supply = (int(parts[0]), int(parts[1]))
            if sum(supply) != empties:
                raise ValueError(f"supply '{words[2]}' does not add up to {empties} empty squares")
        else:
            more, less = (empties + 1) // 2, empties // 2
            supply = (more, less) if side == BLACK else (less, more)
    return Position(rules, black, white, side, supply)


def draw(position: Position) -> str:
    """The board for people, row 1 at the top."""
    rows = ["  a b c d e f g h"]
    cells = write_position(position)[:64]
    for row in range(8):
        rows.append(f"{row + 1} " + " ".join(cells[8 * row : 8 * row + 8]))
    return "\n".join(rows)


def turned_square(square: int, symmetry: int) -> int:
    """``square`` under one of the eight symmetries: bit 0 mirrors columns, bit 1 rows, bit 2 swaps them
    (the swap comes last)."""
    if square == PASS:
        return PASS
    column, row = square & 7, square >> 3
    if symmetry & 1:
        column = 7 - column
    if symmetry & 2:
        row = 7 - row
    if symmetry & 4:
        column, row = row, column
    return column + 8 * row


def turned_board(board: int, symmetry: int) -> int:
    """A set of squares under one of the eight symmetries."""
    turned = 0
    while board:
        low = board & -board
        turned |= 1 << turned_square(low.bit_length() - 1, symmetry)
        board ^= low
    return turned


def canonical(position: Position) -> tuple:
    """A key equal for two positions exactly when a symmetry of the board turns one into the other."""
    black, white = position.discs
    boards = min((turned_board(black, s), turned_board(white, s)) for s in range(8))
    return (position.rules, boards, position.side, position.supply)
