//! Parity of regions: which quarters of the board have an odd number of empty
//! squares, where the side to move likes to play first since it can then hope to
//! play last as well.
//!
//! Quadrants stand in for true regions (B. Brudzewski's and W. T. Fraser's parity
//! theory uses regions; four fixed quarters are what a solver can afford).

/// Odd quadrants as four bits: a1 = 1, h1 = 2, a8 = 4, h8 = 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parity(u8);

const QUADRANTS: [u64; 4] = [
    0x0000_0000_0F0F_0F0F,
    0x0000_0000_F0F0_F0F0,
    0x0F0F_0F0F_0000_0000,
    0xF0F0_F0F0_0000_0000,
];

/// The squares of the odd quadrants, for each of the sixteen parities.
static ODD_SQUARES: [u64; 16] = {
    let mut table = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        let mut quadrant = 0;
        while quadrant < 4 {
            if bits >> quadrant & 1 != 0 {
                table[bits] |= QUADRANTS[quadrant];
            }
            quadrant += 1;
        }
        bits += 1;
    }
    table
};

impl Parity {
    /// The parity of a set of empty squares.
    pub(super) fn of(empty: u64) -> Self {
        let odd = |quadrant: usize| (empty & QUADRANTS[quadrant]).count_ones() as u8 & 1;
        Self(odd(0) | odd(1) << 1 | odd(2) << 2 | odd(3) << 3)
    }

    /// The parity when this square (0 to 63) is filled.
    #[inline(always)]
    pub(super) const fn filled(self, square: usize) -> Self {
        Self(self.0 ^ 1 << (square >> 2 & 1 | square >> 4 & 2))
    }

    /// All squares of the odd quadrants.
    #[inline(always)]
    pub(super) fn odd_squares(self) -> u64 {
        ODD_SQUARES[self.0 as usize & 15]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filling_square_by_square_keeps_the_parity_right() {
        let mut empty = u64::MAX;
        let mut parity = Parity::of(empty);
        for square in (0..64).map(|i| i * 29 % 64) {
            empty ^= 1 << square;
            parity = parity.filled(square);
            assert_eq!(parity, Parity::of(empty));
        }
        assert_eq!(Parity::of(1 << 7).odd_squares(), QUADRANTS[1]);
    }
}
