//! What a sum of weights cannot say: how the regions of the board act together.
//!
//! Every configuration of the patterns from [`SUMMED_PATTERNS`](super::pattern::SUMMED_PATTERNS) on has a row of
//! [`WIDTH`] small numbers. The rows of a position add up; each of the sums, between 0
//! and 1, is squared, and what comes out has a weight of its own. So two regions
//! that both bear on a sum are worth something else together than alone (a pattern
//! embedding, as Rapfi has for Gomoku, arXiv 2503.13178; the square of a
//! clipped sum is the usual activation of small evaluation networks).
//!
//! All in whole numbers: the same on every processor.

use super::feature::LANES;
use super::pattern::{ALL, CONFIGURATIONS, HEAD, HEAD_CONFIGURATIONS, SUMMED, offset, size};
use super::tying::Tying;
use crate::memory::{Zeroable, ZeroedSlice};

/// Numbers in a row.
pub const WIDTH: usize = 16;

/// What a sum of 1 is in rows and offsets.
pub const ONE: i32 = 256;

/// The largest number in a row, either sign.
pub const LARGEST_ENTRY: i32 = 127;

/// The largest output weight, either sign: all sixteen outputs add up in 32 bits.
pub const LARGEST_OUTPUT: i32 = 2064;

/// The score is the outputs' sum shifted right by this.
pub const SHIFT: u32 = 12;

/// Largest square of a sum, in the unit of `SHIFT` and the output weights.
pub const FULL: i32 = (ONE - 1) * (ONE - 1) / 2;

/// One row.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct Row(pub [i8; WIDTH]);

// SAFETY: plain numbers.
unsafe impl Zeroable for Row {}

/// The tables of the head for some numbers of empty squares.
#[derive(Debug)]
pub struct Head {
    /// The row of each configuration of each pattern of the head.
    rows: ZeroedSlice<Row>,
    /// Where the sums begin, in 1/[`ONE`].
    offsets: [i16; WIDTH],
    /// The weight of each output: 1/128 disc, times 2 to the power of [`SHIFT`].
    outputs: [i16; WIDTH],
}

/// Values of a head as they are kept: the rows of all tied configurations, offsets,
/// outputs.
#[must_use]
pub fn values() -> usize {
    (Tying::get().head_count() + 2) * WIDTH
}

/// Which of some heads, given by the numbers of empty squares they are made for, a
/// position with `empties` takes: the nearest of the same parity.
#[must_use]
pub fn nearest(knots: &[u32], empties: u32) -> Option<usize> {
    let of_parity = (0..knots.len()).filter(|&index| knots[index] % 2 == empties % 2);
    of_parity.min_by_key(|&index| knots[index].abs_diff(empties))
}

/// Where the configuration without discs of each instance lies among the rows.
static CENTRES: [i32; LANES - SUMMED] = {
    let mut table = [0; LANES - SUMMED];
    let mut instance = 0;
    while instance < HEAD {
        let pattern = ALL[SUMMED + instance].pattern;
        table[instance] = (offset(pattern) - CONFIGURATIONS + size(pattern) / 2) as i32;
        instance += 1;
    }
    table
};

impl Head {
    /// The head with these [`values`]; `None` when one is out of its range or
    /// they are too few.
    #[must_use]
    pub fn new(kept: &[i16]) -> Option<Self> {
        let tying = Tying::get();
        let (rows, rest) = kept.split_at_checked(tying.head_count() * WIDTH)?;
        let (rows, _) = rows.as_chunks::<WIDTH>();
        let (offsets, outputs) = rest.split_first_chunk()?;
        let outputs: &[i16; WIDTH] = outputs.try_into().ok()?;
        let fits = |value: &i16, largest: i32| i32::from(*value).abs() <= largest;
        let in_range = rows.as_flattened().iter().all(|v| fits(v, LARGEST_ENTRY))
            && offsets.iter().all(|v| fits(v, 64 * ONE))
            && outputs.iter().all(|v| fits(v, LARGEST_OUTPUT));
        let row = |&tied: &u32| Row(rows[tied as usize].map(|value| value as i8));
        in_range.then(|| Self {
            rows: ZeroedSlice::of(tying.head_tied().iter().map(row), LARGE_PAGE),
            offsets: *offsets,
            outputs: *outputs,
        })
    }

    /// The [`values`] it was made of.
    #[must_use]
    pub fn kept(&self) -> Vec<i16> {
        let tying = Tying::get();
        let mut kept = vec![0; values()];
        for (&tied, row) in tying.head_tied().iter().zip(self.rows.iter()) {
            kept[tied as usize * WIDTH..][..WIDTH].copy_from_slice(&row.0.map(i16::from));
        }
        let rest = kept.len() - 2 * WIDTH;
        kept[rest..].copy_from_slice(&[self.offsets, self.outputs].concat());
        kept
    }

    /// What the head adds to the score, in 1/128 disc for the side to move.
    /// `lanes` are the [head's numbers](super::Features::head) of a position.
    #[must_use]
    #[inline]
    pub fn score(&self, lanes: &[i16; LANES - SUMMED]) -> i32 {
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        return avx2::score(self, lanes);
        #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
        return self.plain_score(lanes);
    }

    /// As [`score`](Self::score), plainly: the reference.
    #[must_use]
    pub fn plain_score(&self, lanes: &[i16; LANES - SUMMED]) -> i32 {
        let mut sums = self.offsets;
        for (lane, centre) in lanes.iter().zip(CENTRES).take(HEAD) {
            let row = &self.rows[(centre + i32::from(*lane)) as usize];
            for (sum, entry) in sums.iter_mut().zip(row.0) {
                *sum += i16::from(entry);
            }
        }
        let outputs = sums.iter().zip(self.outputs).map(|(&sum, weight)| {
            let sum = i32::from(sum).clamp(0, ONE - 1);
            (sum * sum / 2) * i32::from(weight)
        });
        outputs.sum::<i32>() >> SHIFT
    }
}

/// Rows in a large page of memory, which they are looked up in at random.
const LARGE_PAGE: usize = (2 << 20) / size_of::<Row>();

const _: () = assert!(HEAD_CONFIGURATIONS <= LARGE_PAGE);

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2 {
    use super::{CENTRES, HEAD, HEAD_CONFIGURATIONS, Head, LANES, ONE, SHIFT, SUMMED};
    use core::arch::x86_64::*;

    /// As [`Head::plain_score`], a row at a time.
    #[inline]
    pub(super) fn score(head: &Head, lanes: &[i16; LANES - SUMMED]) -> i32 {
        assert!(head.rows.len() >= HEAD_CONFIGURATIONS);
        // SAFETY: compiled only for AVX2. The features of a position lie inside their
        // patterns' configurations, of which there are as many rows.
        unsafe {
            let mut sums = [
                _mm256_loadu_si256(head.offsets.as_ptr().cast()),
                _mm256_setzero_si256(),
            ];
            let rows = head.rows.as_ptr();
            let mut add = |instance: usize| {
                let row = rows.offset(CENTRES[instance] as isize + lanes[instance] as isize);
                let row = _mm256_cvtepi8_epi16(_mm_load_si128(row.cast()));
                sums[instance % 2] = _mm256_add_epi16(sums[instance % 2], row);
            };
            const _: () = assert!(HEAD == 22);
            // Written out, so that the centres are part of the instructions: 6 ns for 8.
            each!(add: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21);
            let sums = _mm256_add_epi16(sums[0], sums[1]);
            let most = _mm256_set1_epi16(ONE as i16 - 1);
            let sums = _mm256_min_epi16(_mm256_max_epi16(sums, _mm256_setzero_si256()), most);
            let squares = _mm256_srli_epi16::<1>(_mm256_mullo_epi16(sums, sums));
            let outputs = _mm256_loadu_si256(head.outputs.as_ptr().cast());
            let total = _mm256_madd_epi16(squares, outputs);
            let half = _mm_add_epi32(
                _mm256_castsi256_si128(total),
                _mm256_extracti128_si256::<1>(total),
            );
            let pairs = _mm_add_epi32(half, _mm_shuffle_epi32::<0b01_00_11_10>(half));
            (_mm_cvtsi128_si32(pairs) + _mm_extract_epi32::<1>(pairs)) >> SHIFT
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::eval::Features;

    fn kept() -> Vec<i16> {
        let mut state = 7u32;
        let mut next = |largest: i32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 8) as i32 % (2 * largest + 1) - largest) as i16
        };
        let rows = Tying::get().head_count() * WIDTH;
        let mut kept: Vec<i16> = (0..rows).map(|_| next(LARGEST_ENTRY)).collect();
        kept.extend((0..WIDTH).map(|_| next(ONE)));
        kept.extend((0..WIDTH).map(|_| next(LARGEST_OUTPUT)));
        kept
    }

    #[test]
    fn every_kernel_gives_the_same_score() {
        let head = Head::new(&kept()).unwrap();
        let mut scores = Vec::new();
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        for _ in 0..200 {
            let mut next = || {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state
            };
            let own = next() & next();
            let board = Board {
                own,
                opp: next() & !own,
            };
            let features = Features::of(board);
            let score = head.score(features.head());
            assert_eq!(score, head.plain_score(features.head()));
            scores.push(score);
        }
        scores.sort_unstable();
        scores.dedup();
        assert!(scores.len() > 150);
    }

    #[test]
    fn values_out_of_range_are_no_head() {
        let good = kept();
        assert_eq!(good.len(), values());
        assert_eq!(Head::new(&good).unwrap().kept(), good);
        assert!(Head::new(&good[1..]).is_none());
        for (at, value) in [(0, 128), (good.len() - 1, 2065), (good.len() - 1, -2065)] {
            let mut wrong = good.clone();
            wrong[at] = value;
            assert!(Head::new(&wrong).is_none());
        }
    }
}
