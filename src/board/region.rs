//! Regions: the parts into which the discs divide the empty squares.

use super::bitboard::Bitboard;

/// The regions of a set of empty squares, in the order of their first squares.
/// Squares that touch, at a corner too, belong together.
///
/// ```
/// use mollett::board::{Bitboard, regions};
/// // a1 and b2 touch, h8 is alone.
/// let empty = 1 | 1 << 9 | 1 << 63;
/// assert_eq!(regions(empty), [Bitboard(1 | 1 << 9), Bitboard(1 << 63)]);
/// ```
#[must_use]
pub fn regions(empty: u64) -> Vec<Bitboard> {
    let mut left = empty;
    let mut found = Vec::new();
    while left != 0 {
        let mut region = left & left.wrapping_neg();
        loop {
            let grown = neighbourhood(region) & left;
            if grown == region {
                break;
            }
            region = grown;
        }
        left &= !region;
        found.push(Bitboard(region));
    }
    found
}

/// These squares and all that touch them.
const fn neighbourhood(set: u64) -> u64 {
    const A_COLUMN: u64 = 0x0101_0101_0101_0101;
    let row = set | (set & !(A_COLUMN << 7)) << 1 | (set & !A_COLUMN) >> 1;
    row | row << 8 | row >> 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_do_not_join_across_the_board() {
        assert_eq!(regions(0).len(), 0);
        assert_eq!(regions(1 << 7 | 1 << 8).len(), 2, "h1 and a2");
        assert_eq!(regions(1 << 15 | 1 << 16).len(), 2, "h2 and a3");
        assert_eq!(regions(u64::MAX), [Bitboard(u64::MAX)]);
    }

    #[test]
    fn regions_part_the_empty_squares() {
        let mut empty = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..200 {
            empty ^= empty << 13 ^ empty >> 7;
            let found = regions(empty);
            let sum = found.iter().fold(0, |sum, region| {
                assert_eq!(sum & neighbourhood(region.0), 0, "two regions touch");
                sum | region.0
            });
            assert_eq!(sum, empty);
        }
    }
}
