//! One pass of a [fit](super::fit) over one parity of empty squares, and what it
//! leaves of errors.

use super::fit::Plan;
use super::knot::Knots;
use super::sample::{Data, Sample};
use super::seed::Random;

/// Blocks that a pass takes of each number of empty squares in turn.
const BLOCKS: usize = 24;

/// The share of the rate that is left in the last block.
const LAST_RATE: f32 = 0.03;

/// Sum of squared errors on the boards held out: (empty squares, boards, sum).
pub(super) type Errors = Vec<(u32, usize, f64)>;

pub(super) fn errors(knots: &Knots, data: &Data) -> Errors {
    of_parity(knots)
        .map(|empties| {
            let held_out = &data.buckets[empties as usize].held_out;
            let place = knots.place(empties);
            let squares = held_out
                .iter()
                .map(|sample| f64::from(sample.target - knots.score(place, sample)).powi(2));
            (empties, held_out.len(), squares.sum())
        })
        .filter(|&(_, boards, _)| boards > 0)
        .collect()
}

fn of_parity(knots: &Knots) -> impl Iterator<Item = u32> + use<> {
    let parity = knots.empties.first().copied().unwrap_or(0) % 2;
    (parity..=60).step_by(2)
}

/// What there is to learn for a parity, from the end of the game backwards.
pub(super) fn trained<'a>(data: &'a Data, knots: &Knots) -> Vec<(u32, &'a [Sample])> {
    of_parity(knots)
        .map(|empties| (empties, &data.buckets[empties as usize].train[..]))
        .filter(|(_, samples)| !samples.is_empty())
        .collect()
}

/// One pass over one parity.
pub(super) struct Learning<'a> {
    pub(super) plan: &'a Plan,
    pub(super) data: &'a Data,
    pub(super) pass: u32,
    pub(super) knots: &'a mut Knots,
    pub(super) progress: &'a dyn Fn(u64),
}

impl Learning<'_> {
    /// Empty squares in ascending order, each knot starting as the one before.
    pub(super) fn backwards(&mut self) -> f64 {
        let mut reached = 0;
        let mut sum = 0.0;
        for (empties, samples) in trained(self.data, self.knots) {
            let place = self.knots.place(empties);
            let last = place.low + usize::from(place.high_share > 0.0);
            while reached < last {
                self.start_from(reached, reached + 1);
                reached += 1;
            }
            let share = self.rate_share(0.0);
            sum += self.learn(empties, samples, share);
            (self.progress)(samples.len() as u64);
        }
        // Knots without samples of their own are as the last one that has some.
        for knot in reached + 1..self.knots.tables.len() {
            self.start_from(knot - 1, knot);
        }
        sum
    }

    fn start_from(&mut self, from: usize, to: usize) {
        let (below, above) = self.knots.tables.split_at_mut(to);
        for (cell, earlier) in above[0].iter_mut().zip(&below[from]) {
            cell.value = earlier.value;
        }
    }

    /// All empty squares in turn, a block of each, in an order of this pass's own.
    pub(super) fn mixed(&mut self) -> f64 {
        let parity = u64::from(self.knots.empties.first().copied().unwrap_or(0) % 2);
        let mut random = Random::new(self.plan.seed, u64::from(self.pass) * 2 + parity);
        let mut blocks: Vec<usize> = (0..BLOCKS).collect();
        shuffle(&mut blocks, &mut random);
        let mut turns = trained(self.data, self.knots);
        let mut sum = 0.0;
        for (done, &block) in blocks.iter().enumerate() {
            shuffle(&mut turns, &mut random);
            let share = self.rate_share(done as f32 / BLOCKS as f32);
            for &(empties, samples) in &turns {
                let bound = |block: usize| samples.len() * block / BLOCKS;
                let samples = &samples[bound(block)..bound(block + 1)];
                sum += self.learn(empties, samples, share);
                (self.progress)(samples.len() as u64);
            }
        }
        sum
    }

    fn learn(&mut self, empties: u32, samples: &[Sample], share: f32) -> f64 {
        let place = self.knots.place(empties);
        let (rate, head_rate) = (self.plan.rate * share, self.plan.head_rate * share);
        self.knots.learn(place, samples, rate, head_rate)
    }

    /// The share of the rates, falling linearly over all passes; `part` of this one
    /// is done.
    fn rate_share(&self, part: f32) -> f32 {
        let done = (self.pass as f32 + part) / self.plan.passes.max(1) as f32;
        1.0 - (1.0 - LAST_RATE) * done.min(1.0)
    }
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last as u32 + 1) as usize);
    }
}
