//! Fitting the weights: least squares by stochastic gradient over all samples.
//!
//! The two parities of empty squares have nothing in common and are fitted side by
//! side. The first pass goes backwards from the end of the game, each new knot
//! starting from the one before; the later ones mix all empty squares in blocks.
//! How far a weight moves falls with how often it is used (M. Buro, 1995, divides
//! by the count; a smaller power learns rare configurations less eagerly), and the
//! rate falls to nothing over the passes.

use super::knot::Knots;
use super::sample::{Data, Sample};
use super::seed::Random;
use super::weight_file::{Knot, WeightSet};
use crate::eval::tying::Tying;
use crate::eval::weight::{MOBILITY, Phase, Weights};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Blocks that a pass takes of each number of empty squares in turn.
const BLOCKS: usize = 24;

/// The share of the rate that is left in the last block.
const LAST_RATE: f32 = 0.03;

/// How a fit is made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Empty squares of the knots, ascending.
    pub knots: Vec<u32>,
    /// Whether to fit mobility tables.
    pub mobility: bool,
    /// Passes over the samples.
    pub passes: u32,
    /// Rate of learning at the start.
    pub rate: f32,
    /// A weight used n times steps (n + `rarity`) to the power of -`power`.
    pub power: f32,
    /// See `power`: a weight used much less often than this hardly moves.
    pub rarity: f32,
    /// Seed of the order of blocks.
    pub seed: u64,
    /// Threads: 1, or 2 for both parities at once.
    pub threads: u32,
    /// Multiples of what, in 1/128 disc, the file's values are.
    pub step: u8,
}

/// Errors after a pass, in discs.
#[derive(Clone, Debug)]
pub struct Pass {
    /// Number of the pass, from 1.
    pub number: u32,
    /// Root mean square of the errors met while learning.
    pub train: f64,
    /// Root mean square error on the boards held out.
    pub held_out: f64,
    /// The same by number of empty squares: (empty squares, boards, error).
    pub by_empties: Vec<(u32, usize, f64)>,
}

/// A fit that can be interrupted after each pass.
pub struct Fit<'a> {
    plan: Plan,
    data: &'a Data,
    /// Even and odd numbers of empty squares.
    classes: [Knots; 2],
    done: u32,
    started: bool,
}

impl<'a> Fit<'a> {
    /// A fit from nothing, or from the weights of an earlier one.
    #[must_use]
    pub fn new(plan: Plan, data: &'a Data, start: Option<&Weights>) -> Self {
        let values = WeightSet::values(plan.mobility);
        let mut classes = [0, 1].map(|parity| {
            let of_parity = plan.knots.iter().copied().filter(|knot| knot % 2 == parity);
            Knots::new(of_parity.collect(), values, plan.mobility)
        });
        if let Some(start) = start {
            for knots in &mut classes {
                for (&empties, table) in knots.empties.iter().zip(&mut knots.tables) {
                    let start = values_of(start.phase(empties), plan.mobility);
                    for (cell, value) in table.iter_mut().zip(start) {
                        cell.value = value;
                    }
                }
            }
        }
        let mut fit = Self {
            plan,
            data,
            classes,
            done: 0,
            started: start.is_some(),
        };
        fit.set_steps();
        fit
    }

    /// Passes done so far.
    #[must_use]
    pub const fn done(&self) -> u32 {
        self.done
    }

    /// Goes on after the pass that [`save`](Self::save) wrote; whether there was one.
    ///
    /// # Errors
    /// When the file cannot be read or belongs to another kind of fit.
    pub fn resume(&mut self, path: &Path) -> io::Result<bool> {
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            bytes => bytes?,
        };
        let invalid = |text: String| io::Error::new(io::ErrorKind::InvalidData, text);
        let Some((done, weights)) = bytes.split_first_chunk() else {
            return Err(invalid("the state of the fit is empty".into()));
        };
        let weights = Weights::read(weights).map_err(|error| invalid(error.to_string()))?;
        let mut resumed = Self::new(self.plan.clone(), self.data, Some(&weights));
        resumed.done = u32::from_le_bytes(*done);
        *self = resumed;
        Ok(true)
    }

    /// Writes the state after a pass.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let mut set = self.weights();
        set.step = 1;
        let mut bytes = self.done.to_le_bytes().to_vec();
        bytes.extend(set.to_bytes());
        fs::write(path, bytes)
    }

    /// The weights as they are now.
    #[must_use]
    pub fn weights(&self) -> WeightSet {
        let mut knots: Vec<Knot> = Vec::new();
        for class in &self.classes {
            for (&empties, table) in class.empties.iter().zip(&class.tables) {
                let values = table.iter().map(|cell| cell.value * 128.0).collect();
                knots.push(Knot { empties, values });
            }
        }
        knots.sort_by_key(|knot| knot.empties);
        WeightSet {
            knots,
            mobility: self.plan.mobility,
            step: self.plan.step,
        }
    }

    /// One pass over all samples; `progress` is told the samples done in it.
    pub fn pass(&mut self, progress: &(dyn Fn(u64) + Sync)) -> Pass {
        let seen = AtomicU64::new(0);
        let pass = self.done;
        let (plan, data, started) = (&self.plan, self.data, self.started);
        let run = |knots: &mut Knots| -> (f64, Errors) {
            let mut learn = Learning {
                plan,
                data,
                pass,
                knots,
                progress: &|count| {
                    progress(seen.fetch_add(count, Ordering::Relaxed) + count);
                },
            };
            let sum = match started || pass > 0 {
                true => learn.mixed(),
                false => learn.backwards(),
            };
            (sum, errors(knots, data))
        };
        let [even, odd] = &mut self.classes;
        let ((even_sum, mut by_empties), (odd_sum, odd)) = if plan.threads > 1 {
            std::thread::scope(|scope| {
                let odd = scope.spawn(|| run(odd));
                let even = run(even);
                (even, odd.join().unwrap_or_default())
            })
        } else {
            (run(even), run(odd))
        };
        by_empties.extend(odd);
        by_empties.sort_by_key(|&(empties, ..)| empties);
        self.done += 1;
        let boards: usize = by_empties.iter().map(|&(_, boards, _)| boards).sum();
        let squares: f64 = by_empties.iter().map(|&(_, _, sum)| sum).sum();
        let mean = |sum: f64, count: usize| (sum / count.max(1) as f64).sqrt();
        Pass {
            number: self.done,
            train: mean(even_sum + odd_sum, data.counts().0),
            held_out: mean(squares, boards),
            by_empties: by_empties
                .into_iter()
                .map(|(empties, boards, sum)| (empties, boards, mean(sum, boards)))
                .collect(),
        }
    }

    fn set_steps(&mut self) {
        let (data, plan) = (self.data, &self.plan);
        let run = |knots: &mut Knots| {
            let mut counts: Vec<Vec<f32>> = knots
                .tables
                .iter()
                .map(|table| vec![0.0; table.len()])
                .collect();
            for (empties, samples) in trained(data, knots) {
                knots.count(knots.place(empties), samples, &mut counts);
            }
            for (table, counts) in knots.tables.iter_mut().zip(&counts) {
                for (cell, &count) in table.iter_mut().zip(counts) {
                    cell.step = (count + plan.rarity).powf(-plan.power);
                }
            }
        };
        let [even, odd] = &mut self.classes;
        if plan.threads > 1 {
            std::thread::scope(|scope| {
                scope.spawn(|| run(odd));
                run(even);
            });
        } else {
            run(even);
            run(odd);
        }
    }
}

/// The values of a knot, in discs, from the tables of its number of empty squares.
fn values_of(phase: &Phase, mobility: bool) -> Vec<f32> {
    let tying = Tying::get();
    let mut values = vec![0.0; WeightSet::values(mobility)];
    let discs = |weight: i16| f32::from(weight) / 128.0;
    for (&tied, &weight) in tying.tied().iter().zip(phase.weights.iter()) {
        values[tied as usize] = discs(weight);
    }
    let rest = &mut values[tying.count()..];
    rest[0] = discs(phase.constant);
    let tables = phase.own_mobility.iter().chain(&phase.opp_mobility);
    for (value, &weight) in rest[1..].iter_mut().zip(tables.take(2 * MOBILITY)) {
        *value = discs(weight);
    }
    values
}

/// Sum of squared errors on the boards held out: (empty squares, boards, sum).
type Errors = Vec<(u32, usize, f64)>;

fn errors(knots: &Knots, data: &Data) -> Errors {
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
fn trained<'a>(data: &'a Data, knots: &Knots) -> Vec<(u32, &'a [Sample])> {
    of_parity(knots)
        .map(|empties| (empties, &data.buckets[empties as usize].train[..]))
        .filter(|(_, samples)| !samples.is_empty())
        .collect()
}

/// One pass over one parity.
struct Learning<'a> {
    plan: &'a Plan,
    data: &'a Data,
    pass: u32,
    knots: &'a mut Knots,
    progress: &'a dyn Fn(u64),
}

impl Learning<'_> {
    /// Empty squares in ascending order, each knot starting as the one before.
    fn backwards(&mut self) -> f64 {
        let mut reached = 0;
        let mut sum = 0.0;
        for (empties, samples) in trained(self.data, self.knots) {
            let place = self.knots.place(empties);
            let last = place.low + usize::from(place.high_share > 0.0);
            while reached < last {
                self.start_from(reached, reached + 1);
                reached += 1;
            }
            sum += self.knots.learn(place, samples, self.rate(0.0));
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
    fn mixed(&mut self) -> f64 {
        let parity = u64::from(self.knots.empties.first().copied().unwrap_or(0) % 2);
        let mut random = Random::new(self.plan.seed, u64::from(self.pass) * 2 + parity);
        let mut blocks: Vec<usize> = (0..BLOCKS).collect();
        shuffle(&mut blocks, &mut random);
        let mut turns = trained(self.data, self.knots);
        let mut sum = 0.0;
        for (done, &block) in blocks.iter().enumerate() {
            shuffle(&mut turns, &mut random);
            let rate = self.rate(done as f32 / BLOCKS as f32);
            for &(empties, samples) in &turns {
                let bound = |block: usize| samples.len() * block / BLOCKS;
                let samples = &samples[bound(block)..bound(block + 1)];
                sum += self.knots.learn(self.knots.place(empties), samples, rate);
                (self.progress)(samples.len() as u64);
            }
        }
        sum
    }

    /// The rate, falling linearly over all passes; `part` of this one is done.
    fn rate(&self, part: f32) -> f32 {
        let done = (self.pass as f32 + part) / self.plan.passes.max(1) as f32;
        self.plan.rate * (1.0 - (1.0 - LAST_RATE) * done.min(1.0))
    }
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last as u32 + 1) as usize);
    }
}
