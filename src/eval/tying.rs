//! Which configurations of the patterns share a weight.
//!
//! A pattern that is its own mirror image is read in one of two orders, by chance
//! of the enumeration; both readings of the same discs must count the same. The
//! file keeps each shared weight once and the fit learns it once. Geometry only.

use super::pattern::{
    self, CONFIGURATIONS, HEAD_CONFIGURATIONS, LONGEST, PATTERNS, SUMMED_PATTERNS,
};
use std::ops::Range;
use std::sync::OnceLock;

/// Digits of a configuration that are mirrored by one table.
const HALF: usize = LONGEST.div_ceil(2);

/// The map from all configurations to the weights that are kept.
#[derive(Debug)]
pub struct Tying {
    tied: Vec<u32>,
    count: usize,
    head_tied: Vec<u32>,
    head_count: usize,
}

impl Tying {
    /// The map of [`PATTERNS`], made when first asked for.
    #[must_use]
    pub fn get() -> &'static Self {
        static TYING: OnceLock<Tying> = OnceLock::new();
        TYING.get_or_init(Self::new)
    }

    fn new() -> Self {
        let (tied, count) = tie(0..SUMMED_PATTERNS, CONFIGURATIONS);
        let (head_tied, head_count) = tie(SUMMED_PATTERNS..PATTERNS.len(), HEAD_CONFIGURATIONS);
        Self {
            tied,
            count,
            head_tied,
            head_count,
        }
    }

    /// For each configuration of the summed patterns (see [`pattern::offset`]) the
    /// number of its weight; numbers grow with the first configuration that has them.
    #[must_use]
    pub fn tied(&self) -> &[u32] {
        &self.tied
    }

    /// How many different weights there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The same for the patterns of the head: for each configuration the number of
    /// its row.
    #[must_use]
    pub fn head_tied(&self) -> &[u32] {
        &self.head_tied
    }

    /// How many different rows there are.
    #[must_use]
    pub const fn head_count(&self) -> usize {
        self.head_count
    }
}

/// The map of some patterns, which have so many configurations.
fn tie(patterns: Range<usize>, configurations: usize) -> (Vec<u32>, usize) {
    let mut tied = Vec::with_capacity(configurations);
    let mut count = 0;
    for pattern in patterns {
        let start = tied.len();
        let tables = pattern::mirror(pattern).map(|order| mirror_tables(&order));
        for configuration in 0..pattern::size(pattern) {
            let twin = tables.as_ref().map_or(configuration, |(low, high)| {
                low[configuration % low.len()] + high[configuration / low.len()]
            });
            if twin < configuration {
                tied.push(tied[start + twin]);
            } else {
                tied.push(count);
                count += 1;
            }
        }
    }
    (tied, count as usize)
}

/// The mirrored configuration is the sum of what its low and its high digits give.
fn mirror_tables(order: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let (low, high) = order.split_at(HALF.min(order.len()));
    (mirror_table(low), mirror_table(high))
}

fn mirror_table(order: &[usize]) -> Vec<usize> {
    (0..3usize.pow(order.len() as u32))
        .map(|mut configuration| {
            let mut mirrored = 0;
            for &to in order {
                mirrored += configuration % 3 * 3usize.pow(to as u32);
                configuration /= 3;
            }
            mirrored
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_configuration_and_its_mirror_image_share_a_weight() {
        let tying = Tying::get();
        for pattern in 0..SUMMED_PATTERNS {
            let tied = &tying.tied()[pattern::offset(pattern)..][..pattern::size(pattern)];
            let Some(order) = pattern::mirror(pattern) else {
                assert!(tied.is_sorted_by(|a, b| a < b));
                continue;
            };
            for configuration in (0..pattern::size(pattern)).step_by(7) {
                let mirrored: usize = (0..order.len())
                    .map(|k| configuration / 3usize.pow(k as u32) % 3 * 3usize.pow(order[k] as u32))
                    .sum();
                assert_eq!(tied[configuration], tied[mirrored]);
            }
        }
    }

    #[test]
    fn every_weight_is_used() {
        let tying = Tying::get();
        let mut used = vec![false; tying.count()];
        for &tied in tying.tied() {
            used[tied as usize] = true;
        }
        assert!(used.iter().all(|&used| used));
        assert!(tying.count() < CONFIGURATIONS * 2 / 3);
        let mut rows = vec![false; tying.head_count()];
        for &tied in tying.head_tied() {
            rows[tied as usize] = true;
        }
        assert!(rows.iter().all(|&used| used));
    }
}
