//! Sets of squares, and the eight symmetries of the board.
//!
//! No rule of play lives here.

use mollett_protocol::Square;
use std::fmt;

/// A set of squares: bit i is the square of index i (`a1` = 0, `h1` = 7, `a2` = 8).
///
/// ```
/// use mollett::board::Bitboard;
/// let corners = Bitboard(0x8100_0000_0000_0081);
/// let names: Vec<String> = corners.into_iter().map(|s| s.to_string()).collect();
/// assert_eq!(names, ["a1", "h1", "a8", "h8"]);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The set without any square.
    pub const EMPTY: Self = Self(0);

    /// Number of squares in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no square is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this square is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bit() != 0
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.into_iter().map(|s| s.to_string()))
            .finish()
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a set in order of index.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Square::lowest(self.0)?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}

/// One of the eight turns and reflections of the board, 0 to 7: bit 0 mirrors the
/// columns (a <-> h), bit 1 the rows (1 <-> 8), bit 2 then the main diagonal
/// (column <-> row). 0 is the identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight, the identity first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(Self)
    }

    /// The image of a set of squares.
    #[must_use]
    pub const fn of_set(self, mut set: u64) -> u64 {
        if self.0 & 1 != 0 {
            set = mirror_columns(set);
        }
        if self.0 & 2 != 0 {
            set = set.swap_bytes();
        }
        if self.0 & 4 != 0 {
            set = transpose(set);
        }
        set
    }

    /// The image of one square.
    #[must_use]
    pub fn of_square(self, square: Square) -> Square {
        Square::lowest(self.of_set(square.bit())).unwrap_or(square)
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self.0 {
            5 => Self(6),
            6 => Self(5),
            other => Self(other),
        }
    }
}

/// Reverses the bits of every byte.
const fn mirror_columns(set: u64) -> u64 {
    set.swap_bytes().reverse_bits()
}

/// Swaps columns and rows: bit 8r + c goes to 8c + r (Knuth, TAOCP 4A, 7.1.3).
const fn transpose(mut set: u64) -> u64 {
    let mut moved = (set ^ (set >> 7)) & 0x00AA_00AA_00AA_00AA;
    set ^= moved ^ (moved << 7);
    moved = (set ^ (set >> 14)) & 0x0000_CCCC_0000_CCCC;
    set ^= moved ^ (moved << 14);
    moved = (set ^ (set >> 28)) & 0x0000_0000_F0F0_F0F0;
    set ^ moved ^ (moved << 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_move_squares_as_their_names_say() {
        let f5: Square = "f5".parse().unwrap();
        let images: Vec<String> = Symmetry::all()
            .map(|symmetry| symmetry.of_square(f5).to_string())
            .collect();
        assert_eq!(images, ["f5", "c5", "f4", "c4", "e6", "e3", "d6", "d3"]);
    }

    #[test]
    fn the_inverse_brings_every_square_back() {
        for symmetry in Symmetry::all() {
            for square in Square::all() {
                let there = symmetry.of_square(square);
                assert_eq!(symmetry.inverse().of_square(there), square);
            }
        }
    }
}
