//! The weights under fit: for each knot of one parity of empty squares a table of
//! values and of the step each value takes.

use super::feature::{FEATURES, configurations, features, rows};
use super::net::Net;
use super::sample::Sample;
use crate::eval::head::nearest;
use crate::eval::pattern::SUMMED;
use crate::eval::tying::Tying;
use crate::eval::weight::middle;

/// A value in discs and how far it moves for an error of one disc.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cell {
    /// The weight.
    pub value: f32,
    /// Its step, before the rate of learning.
    pub step: f32,
}

/// The knots and heads of one parity, in ascending order of empty squares.
#[derive(Clone, Debug)]
pub struct Knots {
    /// Empty squares of each knot.
    pub empties: Vec<u32>,
    /// The cells of each knot.
    pub tables: Vec<Vec<Cell>>,
    /// Whether the mobility tables are fitted.
    pub mobility: bool,
    /// Empty squares of each head.
    pub head_empties: Vec<u32>,
    /// The heads.
    pub nets: Vec<Net>,
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
    /// The head (index), if there are any.
    pub net: Option<usize>,
}

impl Knots {
    /// Knots without any weight, and heads as they begin.
    #[must_use]
    pub fn new(empties: Vec<u32>, values: usize, mobility: bool, head_empties: Vec<u32>) -> Self {
        let tables = vec![vec![Cell::default(); values]; empties.len()];
        let nets = head_empties.iter().map(|&empties| Net::new(empties));
        Self {
            empties,
            tables,
            mobility,
            nets: nets.collect(),
            head_empties,
        }
    }

    /// Where a number of empty squares (of the right parity) lies: together with the one it
    /// shares its weights with.
    #[must_use]
    pub fn place(&self, empties: u32) -> Place {
        let middle = middle(empties);
        let above = self.empties.partition_point(|&knot| knot <= middle);
        let low = above.saturating_sub(1);
        let high_share = match (self.empties.get(low), self.empties.get(above)) {
            (Some(&low), Some(&high)) if low < middle => {
                (middle - low) as f32 / (high - low) as f32
            }
            _ => 0.0,
        };
        Place {
            low,
            low_share: 1.0 - high_share,
            high_share,
            net: nearest(&self.head_empties, empties),
        }
    }

    fn used(&self, sample: &Sample, tying: &Tying) -> ([u32; FEATURES], usize) {
        let count = SUMMED + if self.mobility { 3 } else { 1 };
        let board = sample.board;
        let features = features(board, &configurations(board), tying, self.mobility);
        (features, count)
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
        let tying = Tying::get();
        let (features, used) = self.used(sample, tying);
        let sum = |table: &[Cell]| -> f32 {
            let values = features[..used].iter().map(|&f| table[f as usize].value);
            values.sum()
        };
        let mut score = place.low_share * sum(&self.tables[place.low]);
        if place.high_share > 0.0 {
            score += place.high_share * sum(&self.tables[place.low + 1]);
        }
        if let Some(net) = place.net {
            let rows = rows(&configurations(sample.board), tying);
            score += self.nets[net].say(&rows).score;
        }
        score
    }

    /// Goes once through samples that lie at `place`, moving the weights of each
    /// against its error (stochastic gradient in its implicit form, which cannot
    /// overshoot whatever the rate) and the head by its own rule, and returns the
    /// sum of squared errors met.
    pub fn learn(&mut self, place: Place, samples: &[Sample], rate: f32, head_rate: f32) -> f64 {
        let tying = Tying::get();
        let mobility = self.mobility;
        let used = SUMMED + if mobility { 3 } else { 1 };
        let (a, b) = (place.low_share, place.high_share);
        let (below, above) = self.tables.split_at_mut(place.low + 1);
        let low = &mut below[place.low];
        let mut high = above.first_mut().filter(|_| b > 0.0);
        let mut net = place.net.map(|net| &mut self.nets[net]);
        let mut sum = 0.0;
        for sample in samples {
            let configurations = configurations(sample.board);
            let features = features(sample.board, &configurations, tying, mobility);
            let features = &features[..used];
            let (score, reach) = look(low, features);
            let (mut score, mut reach) = (a * score, a * a * reach);
            if let Some(high) = &high {
                let (more, further) = look(high, features);
                score += b * more;
                reach += b * b * further;
            }
            let rows = rows(&configurations, tying);
            let said = net.as_ref().map(|net| net.say(&rows));
            let error = sample.target - score - said.as_ref().map_or(0.0, |said| said.score);
            sum += f64::from(error * error);
            let gain = rate * error / (1.0 + rate * reach);
            step(low, features, gain * a);
            if let Some(high) = &mut high {
                step(high, features, gain * b);
            }
            if let (Some(net), Some(said)) = (&mut net, &said) {
                net.learn(&rows, said, error, head_rate);
            }
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
        let knots = Knots::new(vec![4, 8, 16], 0, false, Vec::new());
        let place = |empties| {
            let place = knots.place(empties);
            (place.low, place.low_share, place.high_share)
        };
        assert_eq!(place(2), (0, 1.0, 0.0));
        assert_eq!(place(4), (0, 0.75, 0.25));
        assert_eq!(place(6), (0, 0.75, 0.25));
        assert_eq!(place(14), (1, 0.375, 0.625));
        assert_eq!(place(16), (2, 1.0, 0.0));
        assert_eq!(place(60), (2, 1.0, 0.0));
    }
}
