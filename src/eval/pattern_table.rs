//! The pattern weights as the evaluation looks them up: a byte for each configuration.
//!
//! A search evaluates positions of many numbers of empty squares, and their tables should
//! stay in the second-level cache together. Tables of 16 bits for each number did not: the
//! midgame searched 15 million nodes a second where one table for all would have allowed
//! 18. So two numbers share a table, and a weight is rounded to 1/16 disc, which moves a
//! score by a seventh of a disc (standard deviation), where it errs by six.

use super::pattern::CONFIGURATIONS;
use super::tying::Tying;
use crate::memory::{Zeroable, ZeroedSlice};
use std::ops::Deref;

/// What 1 is in a table, in 1/128 disc.
pub(crate) const UNIT: i32 = 8;

/// The largest weight either way: eight discs. Of the 400,000 weights of a knot some
/// hundred are larger.
const LARGEST: f32 = 127.0;

/// Weights in a large page of memory, which they are looked up in at random: small
/// pages cost the midgame 6 % of its speed.
const LARGE_PAGE: usize = 2 << 20;

const _: () = assert!(CONFIGURATIONS <= LARGE_PAGE);

// SAFETY: a plain number.
unsafe impl Zeroable for i8 {}

/// The weight of each configuration of each summed pattern in 1/16 disc, at
/// `pattern::offset(pattern) + (pattern::size(pattern) - 1) / 2 + index`, then zeros.
#[derive(Debug)]
pub(crate) struct PatternTable(ZeroedSlice<i8>);

impl PatternTable {
    /// The table of a knot's values (tied pattern weights first, in 1/128 disc); those
    /// missing count as 0.
    pub(super) fn new(values: &[i16]) -> Self {
        let rounded = |&tied: &u32| {
            // To even: half up, the roundings of a position would add up to half a disc.
            let value = values
                .get(tied as usize)
                .map_or(0.0, |&value| f32::from(value));
            let rounded = (value / UNIT as f32).round_ties_even();
            rounded.clamp(-LARGEST, LARGEST) as i8
        };
        let all = Tying::get().tied().iter().map(rounded);
        Self(ZeroedSlice::of(all, LARGE_PAGE))
    }
}

impl Deref for PatternTable {
    type Target = [i8];

    #[inline]
    fn deref(&self) -> &[i8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_rounded_to_a_sixteenth_of_a_disc_and_kept_within_eight() {
        let table = PatternTable::new(&[-12, -5, -4, 4, 12, 2000, -2000]);
        let tied = Tying::get().tied();
        assert!(table.len() > tied.len());
        for (index, &tied) in tied.iter().enumerate() {
            let expected = [-2, -1, 0, 0, 2, 127, -127].get(tied as usize);
            assert_eq!(table[index], *expected.unwrap_or(&0));
        }
    }
}
