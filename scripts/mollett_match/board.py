"""Rules of modern Othello and of the classic Reversi of the 1880s, on integer bitboards.

Written for the referee, independently of every engine. Bit 0 is a1 (top left of a printed diagram),
bit 63 is h8. Not for: searching (see ``solver``) or text (see ``diagram``).
"""

from __future__ import annotations

OTHELLO = "othello"
CLASSIC = "classic"
RULE_SETS = (OTHELLO, CLASSIC)

BLACK = 0
WHITE = 1
PASS = -1

FULL = (1 << 64) - 1
NOT_A = 0xFEFEFEFEFEFEFEFE  # every square but column a
NOT_H = 0x7F7F7F7F7F7F7F7F  # every square but column h
CENTRE = 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36  # d4 e4 d5 e5

# (shift, mask of squares that may be entered by the shift); positive shifts go to higher squares.
DIRECTIONS = (
    (1, NOT_A),
    (-1, NOT_H),
    (8, FULL),
    (-8, FULL),
    (9, NOT_A),
    (-9, NOT_H),
    (7, NOT_H),
    (-7, NOT_A),
)


def flipping_moves(own: int, opp: int) -> int:
    """Set of empty squares on which ``own`` would turn at least one disc of ``opp``."""
    found = 0
    for shift, mask in DIRECTIONS:
        inner = opp & mask
        if shift > 0:
            run = own << shift & inner
            while run:
                # Squares one step past a run of opposing discs; the run itself grows until it ends.
                found |= run << shift & mask
                run = run << shift & inner
        else:
            step = -shift
            run = own >> step & inner
            while run:
                found |= run >> step & mask
                run = run >> step & inner
    return found & ~(own | opp) & FULL


def flips(own: int, opp: int, square: int) -> int:
    """Discs of ``opp`` that turn when ``own`` places a disc on the empty ``square``."""
    turned = 0
    disc = 1 << square
    for shift, mask in DIRECTIONS:
        inner = opp & mask
        run = 0
        if shift > 0:
            at = disc << shift & inner
            while at:
                run |= at
                at = at << shift
                if at & own & mask:
                    turned |= run
                    break
                at &= inner
        else:
            step = -shift
            at = disc >> step & inner
            while at:
                run |= at
                at = at >> step
                if at & own & mask:
                    turned |= run
                    break
                at &= inner
    return turned


class Position:
    """Discs, side to move and, for the classic game, the discs each side still has in hand.

    Immutable in use: :meth:`play` returns a new position.
    """

    __slots__ = ("rules", "discs", "side", "supply")

    def __init__(self, rules: str, black: int, white: int, side: int, supply: tuple[int, int] | None):
        self.rules = rules
        self.discs = (black, white)
        self.side = side
        self.supply = supply  # (black, white); None under Othello, where discs are a common stock

    @classmethod
    def start(cls, rules: str) -> "Position":
        """The first position of a game: four discs in Othello, an empty board in the classic game."""
        if rules == OTHELLO:
            return cls(rules, 1 << 28 | 1 << 35, 1 << 27 | 1 << 36, BLACK, None)
        if rules == CLASSIC:
            return cls(rules, 0, 0, BLACK, (32, 32))
        raise ValueError(f"unknown rules '{rules}': othello or classic")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def key(self) -> tuple:
        return (self.rules, self.discs, self.side, self.supply)

    @property
    def empties(self) -> int:
        return 64 - (self.discs[0] | self.discs[1]).bit_count()

    def moves_of(self, side: int) -> int:
        """Set of squares on which ``side`` may place a disc, whoever is to move."""
        own, opp = self.discs[side], self.discs[1 - side]
        if self.supply is not None:
            if self.supply[side] == 0:
                return 0
            free = CENTRE & ~(own | opp)
            if free:
                return free
        return flipping_moves(own, opp)

    def moves(self) -> int:
        """Set of legal squares of the side to move; 0 when it must pass or the game is over."""
        return self.moves_of(self.side)

    def must_pass(self) -> bool:
        """True when the side to move has no move but the other side has."""
        return not self.moves() and bool(self.moves_of(1 - self.side))

    def is_over(self) -> bool:
        """True when neither side can move."""
        return not self.moves() and not self.moves_of(1 - self.side)

    def is_legal(self, move: int) -> bool:
        """Whether the side to move may play ``move`` (a square or :data:`PASS`)."""
        if move == PASS:
            return self.must_pass()
        return 0 <= move < 64 and bool(self.moves() >> move & 1)

    def play(self, move: int) -> "Position":
        """The position after a legal ``move``.

        Raises ``ValueError`` when the move is not legal.
        """
        if not self.is_legal(move):
            raise ValueError("illegal move")
        side = self.side
        if move == PASS:
            return Position(self.rules, *self.discs, 1 - side, self.supply)
        own, opp = self.discs[side], self.discs[1 - side]
        supply = self.supply
        turned = 0
        if supply is None or not CENTRE & ~(own | opp):
            turned = flips(own, opp, move)
        if supply is not None:
            supply = (supply[0] - (side == BLACK), supply[1] - (side == WHITE))
        own |= turned | 1 << move
        opp &= ~turned
        black, white = (own, opp) if side == BLACK else (opp, own)
        return Position(self.rules, black, white, 1 - side, supply)

    def count(self, side: int) -> int:
        """Discs of ``side`` on the board."""
        return self.discs[side].bit_count()

    def disc_margin(self) -> int:
        """Black's discs less White's, as they lie on the board."""
        return self.count(BLACK) - self.count(WHITE)

    def margin(self) -> int:
        """Official margin from Black's view: Othello gives empty squares to the winner, the classic
        game counts discs on the board."""
        lead = self.disc_margin()
        if self.rules == OTHELLO and lead:
            lead += self.empties if lead > 0 else -self.empties
        return lead


def squares(board: int):
    """The squares of a set, lowest first."""
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low
