//! The discs of both sides, seen from the side to move.
//!
//! Knows which discs a move turns; not whose colour is whose, nor which game is
//! played.

use super::bitboard::Symmetry;
use super::kernel;

/// The discs on the board. `own` belongs to the side to move, `opp` to the other;
/// no square is in both. Bit i is the square of index i.
///
/// ```
/// use mollett::board::Board;
/// // own a1, opp b1: a disc on c1 turns b1.
/// let board = Board { own: 1, opp: 2 };
/// assert_eq!((board.flipping_moves(), board.flips(2)), (4, 2));
/// assert_eq!(board.after(2, 2), Board { own: 0, opp: 7 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    /// Discs of the side to move.
    pub own: u64,
    /// Discs of the other side.
    pub opp: u64,
}

const _: () = assert!(size_of::<Board>() == 16);

impl Board {
    /// The same discs seen by the other side.
    #[must_use]
    #[inline]
    pub const fn swapped(self) -> Self {
        Self {
            own: self.opp,
            opp: self.own,
        }
    }

    /// Squares that hold a disc.
    #[must_use]
    #[inline]
    pub const fn occupied(self) -> u64 {
        self.own | self.opp
    }

    /// Empty squares where the side to move turns a disc.
    #[must_use]
    #[inline]
    pub fn flipping_moves(self) -> u64 {
        kernel::moves(self.own, self.opp)
    }

    /// Discs turned by a disc of the side to move on this square (0 to 63).
    ///
    /// # Panics
    /// When there is no such square.
    #[must_use]
    #[inline]
    pub fn flips(self, square: usize) -> u64 {
        kernel::flips(self.own, self.opp, square)
    }

    /// The board after a disc on `square` that turns `flips`, seen by the other side.
    #[must_use]
    #[inline]
    pub const fn after(self, square: usize, flips: u64) -> Self {
        Self {
            own: self.opp ^ flips,
            opp: self.own ^ flips | 1 << square,
        }
    }

    /// Discs of the side to move minus discs of the other.
    #[must_use]
    #[inline]
    pub const fn difference(self) -> i32 {
        self.own.count_ones() as i32 - self.opp.count_ones() as i32
    }

    /// The image under a symmetry.
    #[must_use]
    pub const fn transformed(self, symmetry: Symmetry) -> Self {
        Self {
            own: symmetry.of_set(self.own),
            opp: symmetry.of_set(self.opp),
        }
    }

    /// The smallest of the eight images: the same for all of them.
    #[must_use]
    pub fn canonical(self) -> Self {
        Symmetry::all()
            .map(|symmetry| self.transformed(symmetry))
            .min()
            .unwrap_or(self)
    }
}
