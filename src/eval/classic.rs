//! What the classic game makes of a score for Othello: boards are worth something
//! else where discs run out and squares left empty count for nobody.
//!
//! Three corrections, by number of empty squares: the share of the score that
//! remains, what a disc more on the board is worth, and what the supply is worth.
//! Fitted on games by `mollett-lab fit-classic`, which adds them to any weight file.

use super::score::Score;
use super::weight::MOST_EMPTIES;
use crate::board::Board;

/// Discs in hand that the supply table tells apart, above or below half of the
/// empty squares; more count as so many.
pub const MOST_EXCESS: i32 = 8;
/// Entries of the supply table.
pub const SUPPLIES: usize = 2 * MOST_EXCESS as usize + 1;
/// What the share of the score and the worth of a disc are counted in.
pub const UNIT: i32 = 256;
/// Values for one number of empty squares.
pub const VALUES: usize = 2 + SUPPLIES;
/// Numbers of empty squares: 0 to [`MOST_EMPTIES`].
pub const ROWS: usize = MOST_EMPTIES as usize + 1;
/// Bytes of the part in a file.
pub const BYTES: usize = 2 * VALUES * ROWS;

/// The corrections for one number of empty squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The share of the score for Othello that remains, in 1/[`UNIT`].
    pub share: i16,
    /// What one disc more than the opponent's is worth, in 1/([`UNIT`] * 128) disc.
    pub disc: i16,
    /// By [`excess`] + [`MOST_EXCESS`], in 1/128 disc for the side to move.
    pub supply: [i16; SUPPLIES],
}

impl Correction {
    /// Corrects nothing.
    pub const NONE: Self = Self {
        share: UNIT as i16,
        disc: 0,
        supply: [0; SUPPLIES],
    };
}

/// The corrections for all numbers of empty squares, 0 to [`MOST_EMPTIES`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassicPart(pub Box<[Correction; ROWS]>);

/// How many discs the side to move has in hand beyond half of the empty squares
/// (rounded up), as many as it has while nobody has passed.
#[must_use]
#[inline(always)]
pub const fn excess(supply: u8, empties: u32) -> i32 {
    supply as i32 - empties.div_ceil(2) as i32
}

impl ClassicPart {
    /// The score of a classic position in 1/128 disc, without limits, from its
    /// score for Othello. `empties` is its number of empty squares.
    #[must_use]
    #[inline]
    pub fn score(&self, othello: i32, board: Board, supply: u8, empties: u32) -> i32 {
        let row = &self.0[empties.min(MOST_EMPTIES) as usize];
        let discs = board.own.count_ones() as i32 - board.opp.count_ones() as i32;
        let scaled = i32::from(row.share) * othello + i32::from(row.disc) * discs;
        let excess = excess(supply, empties).clamp(-MOST_EXCESS, MOST_EXCESS);
        (scaled + UNIT / 2).div_euclid(UNIT)
            + i32::from(row.supply[(excess + MOST_EXCESS) as usize])
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote; `None` if a correction is of
    /// an impossible size.
    #[must_use]
    pub fn read(bytes: &[u8; BYTES]) -> Option<Self> {
        let mut values = bytes.as_chunks::<2>().0.iter().copied();
        let mut next = || values.next().map_or(0, i16::from_le_bytes);
        let mut rows = Box::new([Correction::NONE; ROWS]);
        for row in rows.iter_mut() {
            (row.share, row.disc) = (next(), next());
            row.supply = std::array::from_fn(|_| next());
        }
        let largest = (64 * Score::DISC) as i16;
        let fits = |row: &Correction| {
            (0..=2 * UNIT as i16).contains(&row.share)
                && row
                    .supply
                    .iter()
                    .all(|value| (-largest..=largest).contains(value))
        };
        rows.iter().all(fits).then_some(Self(rows))
    }

    /// The part as it stands in a file: for each number of empty squares, from 0,
    /// share, disc and supply table as little-endian words.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let values = |row: &Correction| {
            let mut values = vec![row.share, row.disc];
            values.extend(row.supply);
            values
        };
        let values = self.0.iter().flat_map(values);
        values.flat_map(i16::to_le_bytes).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_reads_back_and_an_impossible_one_does_not() {
        let mut part = ClassicPart(Box::new([Correction::NONE; ROWS]));
        part.0[7].disc = -300;
        part.0[60].supply[3] = -777;
        let bytes: [u8; BYTES] = part.to_bytes().try_into().unwrap();
        assert_eq!(ClassicPart::read(&bytes), Some(part.clone()));
        part.0[5].share = -1;
        let bytes: [u8; BYTES] = part.to_bytes().try_into().unwrap();
        assert_eq!(ClassicPart::read(&bytes), None);
    }

    #[test]
    fn score_discs_and_supply_add_up() {
        let mut part = ClassicPart(Box::new([Correction::NONE; ROWS]));
        part.0[5] = Correction {
            share: 128,
            disc: 256,
            supply: std::array::from_fn(|entry| 100 * entry as i16),
        };
        let board = Board {
            own: 0xFF,
            opp: 0xFF00_0000_0000_0F00,
        };
        let at = |supply, empties| part.score(600, board, supply, empties);
        // Three of five squares are the mover's while nobody has passed.
        assert_eq!(at(3, 5), 300 - 4 + 800);
        assert_eq!((at(5, 5), at(0, 5)), (300 - 4 + 1000, 300 - 4 + 500));
        assert_eq!(at(3, 6), 600);
    }
}
