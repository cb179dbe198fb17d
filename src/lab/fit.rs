//! Fitting the weights: least squares by stochastic gradient over all samples.
//!
//! The two parities of empty squares have nothing in common and are fitted side by
//! side. The first pass goes backwards from the end of the game, each new knot
//! starting from the one before; the later ones mix all empty squares in blocks.
//! How far a weight moves falls with how often it is used (M. Buro, 1995, divides
//! by the count; a smaller power learns rare configurations less eagerly), and the
//! rate falls to nothing over the passes.

use super::knot::Knots;
use super::net::Net;
use super::pass::{Errors, Learning, errors, trained};
use super::sample::Data;
use super::weight_file::{Knot, Levels, WeightSet};
use crate::eval::weight::Weights;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Boards of each number of empty squares that level a fit.
const LEVEL_BOARDS: usize = 20_000;

/// Boards that the level of a neighbouring number of empty squares counts for.
const LEVEL_TIE: f64 = 100.0;

/// Rounds in which the levels settle.
const LEVEL_ROUNDS: u32 = 5_000;

/// How a fit is made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Empty squares of the knots, ascending.
    pub knots: Vec<u32>,
    /// Empty squares of the heads, ascending; none: no heads.
    pub heads: Vec<u32>,
    /// Whether to fit mobility tables.
    pub mobility: bool,
    /// Passes over the samples.
    pub passes: u32,
    /// Rate of learning at the start.
    pub rate: f32,
    /// The same for the heads.
    pub head_rate: f32,
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
            let of_parity = |all: &[u32]| -> Vec<u32> {
                all.iter()
                    .copied()
                    .filter(|one| one % 2 == parity)
                    .collect()
            };
            let (knots, heads) = (of_parity(&plan.knots), of_parity(&plan.heads));
            Knots::new(knots, values, plan.mobility, heads)
        });
        if let Some(start) = start {
            for knots in &mut classes {
                for (&empties, table) in knots.empties.iter().zip(&mut knots.tables) {
                    let start = start.interpolated(empties % 2, empties);
                    for (cell, value) in table.iter_mut().zip(start) {
                        cell.value = f32::from(value) / 128.0;
                    }
                }
                for (&empties, net) in knots.head_empties.iter().zip(&mut knots.nets) {
                    if let Some(head) = &start.phase(empties).head {
                        *net = Net::from_head(head);
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
        let mut set = self.weights(&[0.0; 61]);
        set.step = 1;
        let mut bytes = self.done.to_le_bytes().to_vec();
        bytes.extend(set.to_bytes());
        fs::write(path, bytes)
    }

    /// The weights as they are now, with these levels.
    #[must_use]
    pub fn weights(&self, levels: &Levels) -> WeightSet {
        let mut knots: Vec<Knot> = Vec::new();
        for class in &self.classes {
            for (&empties, table) in class.empties.iter().zip(&class.tables) {
                let values = table.iter().map(|cell| cell.value * 128.0).collect();
                knots.push(Knot { empties, values });
            }
        }
        knots.sort_by_key(|knot| knot.empties);
        let nets = self.classes.iter().flat_map(|class| {
            let nets = class.head_empties.iter().zip(&class.nets);
            nets.map(|(&empties, net)| (empties, net.values()))
        });
        let mut heads: Vec<(u32, Vec<i16>)> = nets.collect();
        heads.sort_by_key(|&(empties, _)| empties);
        WeightSet {
            knots,
            heads,
            levels: levels.map(|level| level * 128.0),
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

    /// What boards with exact values lack more, on average, with an odd number of empty
    /// squares than with the even ones beside it, by number of empty squares.
    ///
    /// Targets that come from play fall short of the truth by what the side to move
    /// loses with its next move where an odd number of plies was played before the
    /// solver took over, which it does at an even number of empty squares; over an
    /// even number of plies the losses of both sides cancel out. What is missing
    /// everywhere depends on how the boards were reached, and is left alone.
    #[must_use]
    pub fn levels(&self, exact: &Data) -> Levels {
        let missing = |empties: usize| {
            let knots = &self.classes[empties % 2];
            let place = knots.place(empties as u32);
            let of = |data: &'a Data| data.buckets[empties].train.iter();
            let boards = exact.buckets[empties].train.iter().chain(of(self.data));
            let boards = boards.filter(|sample| sample.exact).take(LEVEL_BOARDS);
            let errors = boards.map(|s| f64::from(s.target - knots.score(place, s)));
            errors.fold((0.0, 0.0), |(count, sum), error| (count + 1.0, sum + error))
        };
        level(&std::array::from_fn(missing))
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

/// From the number of boards and the sum of what is missing on them, for each number
/// of empty squares, to what is to be added, in discs. The means are tied to those
/// of the neighbours of the same parity, so that few boards count little and where
/// there are none the nearest holds.
fn level(missing: &[(f64, f64); 61]) -> Levels {
    let mut means = [0.0; 61];
    for _ in 0..LEVEL_ROUNDS {
        for empties in 0..means.len() {
            let (mut weight, mut sum) = missing[empties];
            for neighbour in [empties.wrapping_sub(2), empties + 2] {
                if let Some(mean) = means.get(neighbour) {
                    weight += LEVEL_TIE;
                    sum += LEVEL_TIE * mean;
                }
            }
            means[empties] = sum / weight;
        }
    }
    std::array::from_fn(|empties| match empties % 2 {
        0 => 0.0,
        _ => (means[empties] - (means[empties - 1] + means[empties + 1]) / 2.0) as f32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_what_odd_numbers_lack_beside_even_ones() {
        // From 15 on half a disc is missing everywhere and two more at odd numbers;
        // from 23 on nothing is known.
        let missing: [(f64, f64); 61] = std::array::from_fn(|empties| match empties {
            0..=14 => (5_000.0, 0.0),
            15..=22 => (5_000.0, 5_000.0 * if empties % 2 == 0 { 0.5 } else { 2.5 }),
            _ => (0.0, 0.0),
        });
        let levels = level(&missing);
        let near = |empties: usize, expected: f32| {
            assert!(
                (levels[empties] - expected).abs() < 0.1,
                "{empties}: {levels:?}"
            );
        };
        near(9, 0.0);
        near(17, 2.0);
        near(21, 2.0);
        near(59, 2.0);
        assert!((0..=60).step_by(2).all(|empties| levels[empties] == 0.0));
    }
}
