//! A position: discs, reserve, side to move implied. `Position<R>` for code that
//! knows its game at compile time, [`AnyPosition`] for code that learns it at run
//! time.

use super::bitboard::{Bitboard, Symmetry};
use super::classic::Classic;
use super::disc_board::Board;
use super::othello::Othello;
use super::rules::Rules;
use mollett_protocol::{Color, Move, RuleSet, SetUp, Square};

/// A position seen from the side to move. Othello's is 16 bytes.
///
/// ```
/// use mollett::board::{Othello, Position, Rules};
/// let start: Position<Othello> = Othello::start();
/// // d3 c4 f5 e6
/// assert_eq!(start.moves(), 1 << 19 | 1 << 26 | 1 << 37 | 1 << 44);
/// assert_eq!(start.play(19).empties(), 59);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<R: Rules> {
    /// The discs of both sides.
    pub board: Board,
    /// What the game adds to the discs.
    pub reserve: R::Reserve,
}

impl<R: Rules> Position<R> {
    /// A position from its parts; the caller vouches that they fit together.
    #[must_use]
    #[inline]
    pub const fn new(board: Board, reserve: R::Reserve) -> Self {
        Self { board, reserve }
    }

    /// Empty squares.
    #[must_use]
    #[inline]
    pub fn empty_squares(&self) -> u64 {
        !(self.board.occupied() | R::HOLES)
    }

    /// Number of empty squares.
    #[must_use]
    #[inline]
    pub fn empties(&self) -> u32 {
        self.empty_squares().count_ones()
    }

    /// Squares where the side to move may put a disc.
    #[must_use]
    #[inline]
    pub fn moves(&self) -> u64 {
        R::moves(self.board, self.reserve)
    }

    /// The position after a legal disc on `square` (0 to 63).
    ///
    /// # Panics
    /// When there is no such square.
    #[must_use]
    #[inline]
    pub fn play(&self, square: usize) -> Self {
        self.after(square, R::flips(self.board, square))
    }

    /// The position after a disc on `square` that turns `flips`.
    #[must_use]
    #[inline]
    pub fn after(&self, square: usize, flips: u64) -> Self {
        let reserve = R::other_reserve(self.reserve, self.empties());
        Self::new(self.board.after(square, flips), reserve)
    }

    /// The position after a pass; legality is the caller's.
    #[must_use]
    #[inline]
    pub fn pass(&self) -> Self {
        let reserve = R::other_reserve(self.reserve, self.empties());
        Self::new(self.board.swapped(), reserve)
    }

    /// Whether neither side can move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.moves() == 0 && self.pass().moves() == 0
    }

    /// The score of the game if it ended here, in discs, for the side to move.
    #[must_use]
    #[inline]
    pub fn final_score(&self) -> i32 {
        R::final_score(self.board)
    }

    /// The set-up of the first four classic discs that a line of legal moves leads to;
    /// `None` if they lie already, or not even at its end.
    #[must_use]
    pub fn set_up_after(&self, line: &[Move]) -> Option<SetUp> {
        let mut position = *self;
        for &played in line {
            if !R::is_opening(position.board) {
                break;
            }
            position = match played {
                Move::Disc(square) => position.play(square.index()),
                Move::Pass => position.pass(),
            };
        }
        Classic::set_up(position.board).filter(|_| R::is_opening(self.board))
    }

    /// The image under a symmetry; the same game in another orientation.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        Self::new(self.board.transformed(symmetry), self.reserve)
    }
}

/// A position of either game.
///
/// ```
/// use mollett::board::AnyPosition;
/// use mollett::protocol::{Color, RuleSet, Square};
/// let start = AnyPosition::start(RuleSet::Classic);
/// let centre: Vec<String> = start.moves().into_iter().map(|square| square.to_string()).collect();
/// assert_eq!(centre, ["d4", "e4", "d5", "e5"]);
/// let d4: Square = "d4".parse().unwrap();
/// let next = start.play(d4);
/// assert_eq!(next.supplies(Color::White), Some((31, 32)));
/// assert_eq!((next.empties(), next.is_over()), (63, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyPosition {
    /// Modern Othello.
    Othello(Position<Othello>),
    /// Classic Reversi.
    Classic(Position<Classic>),
}

/// Runs the same expression on the position inside.
macro_rules! either {
    ($any:expr, $position:ident => $result:expr) => {
        match $any {
            AnyPosition::Othello($position) => $result,
            AnyPosition::Classic($position) => $result,
        }
    };
}

impl AnyPosition {
    /// The position before the first move.
    #[must_use]
    pub fn start(rules: RuleSet) -> Self {
        match rules {
            RuleSet::Othello => Self::Othello(Othello::start()),
            RuleSet::Classic => Self::Classic(Classic::start()),
        }
    }

    /// Which game it belongs to.
    #[must_use]
    pub const fn rules(&self) -> RuleSet {
        match self {
            Self::Othello(_) => RuleSet::Othello,
            Self::Classic(_) => RuleSet::Classic,
        }
    }

    /// The discs, seen from the side to move.
    #[must_use]
    pub const fn board(&self) -> Board {
        either!(self, position => position.board)
    }

    /// Number of empty squares.
    #[must_use]
    pub fn empties(&self) -> u32 {
        either!(self, position => position.empties())
    }

    /// Squares where the side to move may put a disc.
    #[must_use]
    pub fn moves(&self) -> Bitboard {
        Bitboard(either!(self, position => position.moves()))
    }

    /// The position after a legal disc on this square.
    #[must_use]
    pub fn play(&self, square: Square) -> Self {
        match self {
            Self::Othello(position) => Self::Othello(position.play(square.index())),
            Self::Classic(position) => Self::Classic(position.play(square.index())),
        }
    }

    /// The position after a pass; legality is the caller's.
    #[must_use]
    pub fn pass(&self) -> Self {
        match self {
            Self::Othello(position) => Self::Othello(position.pass()),
            Self::Classic(position) => Self::Classic(position.pass()),
        }
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, played: Move) -> Self {
        match played {
            Move::Disc(square) => self.play(square),
            Move::Pass => self.pass(),
        }
    }

    /// Whether neither side can move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        either!(self, position => position.is_over())
    }

    /// The score if the game ended here, in discs, for the side to move.
    #[must_use]
    pub fn final_score(&self) -> i32 {
        either!(self, position => position.final_score())
    }

    /// Discs left to Black and White with `side` to move; `None` in Othello.
    #[must_use]
    pub fn supplies(&self, side: Color) -> Option<(u8, u8)> {
        match self {
            Self::Othello(position) => Othello::supplies((), side, position.empties()),
            Self::Classic(position) => {
                Classic::supplies(position.reserve, side, position.empties())
            }
        }
    }

    /// The image under a symmetry.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        match self {
            Self::Othello(position) => Self::Othello(position.transformed(symmetry)),
            Self::Classic(position) => Self::Classic(position.transformed(symmetry)),
        }
    }
}

impl From<Position<Othello>> for AnyPosition {
    fn from(position: Position<Othello>) -> Self {
        Self::Othello(position)
    }
}

impl From<Position<Classic>> for AnyPosition {
    fn from(position: Position<Classic>) -> Self {
        Self::Classic(position)
    }
}
