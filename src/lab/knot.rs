//! The weights under fit: for each knot of one parity of empty squares a table of
//! values and of the step each value takes.

use super::feature::{FEATURES, features};
use super::sample::Sample;
use crate::eval::pattern::INSTANCES;
use crate::eval::tying::Tying;

/// A value in discs and how far it moves for an error of one disc.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cell {
    /// The weight.
    pub value: f32,
    /// Its step, before the rate of learning.
    pub step: f32,
}

/// The knots of one parity, in ascending order of empty squares.
#[derive(Clone, Debug)]
pub struct Knots {
    /// Empty squares of each knot.
    pub empties: Vec<u32>,
    /// The cells of each knot.
    pub tables: Vec<Vec<Cell>>,
    /// Whether the mobility tables are fitted.
    pub mobility: bool,
}

/// The one or two knots that a number of empty squares is made of, with shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The knot at or below (index).
    pub low: usize,
    /// Its share.
    pub low_share: f32,
    /// The share of the next knot; 0 if it plays no part.
    pub high_share: f32,
}

impl Knots {
    /// Knots without any weight.
    #[must_use]
    pub fn new(empties: Vec<u32>, values: usize, mobility: bool) -> Self {
        let tables = vec![vec![Cell::default(); values]; empties.len()];
        Self {
            empties,
            tables,
            mobility,
        }
    }

    /// Where a number of empty squares (of the right parity) lies.
    #[must_use]
    pub fn place(&self, empties: u32) -> Place {
        let above = self.empties.partition_point(|&knot| knot <= empties);
        let low = above.saturating_sub(1);
        let high_share = match (self.empties.get(low), self.empties.get(above)) {
            (Some(&low), Some(&high)) if low < empties => {
                (empties - low) as f32 / (high - low) as f32
            }
            _ => 0.0,
        };
        Place {
            low,
            low_share: 1.0 - high_share,
            high_share,
        }
    }

    fn used(&self, sample: &Sample, tying: &Tying) -> ([u32; FEATURES], usize) {
        let count = INSTANCES + if self.mobility { 3 } else { 1 };
        (features(sample.board, tying, self.mobility), count)
    }

    /// Adds how often samples use each weight of the knots at `place` to `counts`
    /// (one table for each knot).
    pub fn count(&self, place: Place, samples: &[Sample], counts: &mut [Vec<f32>]) {
        let tying = Tying::get();
        for sample in samples {
            let (features, used) = self.used(sample, tying);
            for &feature in &features[..used] {
                counts[place.low][feature as usize] += place.low_share;
            }
            if place.high_share > 0.0 {
                for &feature in &features[..used] {
                    counts[place.low + 1][feature as usize] += place.high_share;
                }
            }
        }
    }

    /// The score of a sample's board in discs.
    #[must_use]
    pub fn score(&self, place: Place, sample: &Sample) -> f32 {
        let (features, used) = self.used(sample, Tying::get());
        let sum = |table: &[Cell]| -> f32 {
            let values = features[..used].iter().map(|&f| table[f as usize].value);
            values.sum()
        };
        let mut score = place.low_share * sum(&self.tables[place.low]);
        if place.high_share > 0.0 {
            score += place.high_share * sum(&self.tables[place.low + 1]);
        }
        score
    }

    /// Goes once through samples that lie at `place`, moving the weights of each
    /// against its error (stochastic gradient in its implicit form, which cannot
    /// overshoot whatever the rate), and returns the sum of squared errors met.
    pub fn learn(&mut self, place: Place, samples: &[Sample], rate: f32) -> f64 {
        let tying = Tying::get();
        let (below, above) = self.tables.split_at_mut(place.low + 1);
        let low = &mut below[place.low];
        let high = match place.high_share > 0.0 {
            true => above.first_mut(),
            false => None,
        };
        let mobility = self.mobility;
        let used = INSTANCES + if mobility { 3 } else { 1 };
        let mut sum = 0.0;
        let Some(high) = high else {
            for sample in samples {
                let features = features(sample.board, tying, mobility);
                let features = &features[..used];
                let (score, reach) = look(low, features);
                let error = sample.target - score;
                sum += f64::from(error * error);
                step(low, features, rate * error / (1.0 + rate * reach));
            }
            return sum;
        };
        let (a, b) = (place.low_share, place.high_share);
        for sample in samples {
            let features = features(sample.board, tying, mobility);
            let features = &features[..used];
            let (low_score, low_reach) = look(low, features);
            let (high_score, high_reach) = look(high, features);
            let error = sample.target - (a * low_score + b * high_score);
            sum += f64::from(error * error);
            let reach = a * a * low_reach + b * b * high_reach;
            let gain = rate * error / (1.0 + rate * reach);
            step(low, features, gain * a);
            step(high, features, gain * b);
        }
        sum
    }
}

/// Sum of the values and of the steps.
#[inline(always)]
fn look(table: &[Cell], features: &[u32]) -> (f32, f32) {
    let mut sums = (0.0, 0.0);
    for &feature in features {
        let cell = table[feature as usize];
        sums = (sums.0 + cell.value, sums.1 + cell.step);
    }
    sums
}

#[inline(always)]
fn step(table: &mut [Cell], features: &[u32], gain: f32) {
    for &feature in features {
        let cell = &mut table[feature as usize];
        cell.value += gain * cell.step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_between_knots_share_and_outside_do_not() {
        let knots = Knots::new(vec![4, 8, 16], 0, false);
        let place = |empties| {
            let place = knots.place(empties);
            (place.low, place.low_share, place.high_share)
        };
        assert_eq!(place(2), (0, 1.0, 0.0));
        assert_eq!(place(4), (0, 1.0, 0.0));
        assert_eq!(place(6), (0, 0.5, 0.5));
        assert_eq!(place(14), (1, 0.25, 0.75));
        assert_eq!(place(16), (2, 1.0, 0.0));
        assert_eq!(place(60), (2, 1.0, 0.0));
    }
}
