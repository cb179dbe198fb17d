//! Fitting the classic part of the evaluation: ordinary least squares on what the
//! games of the data came to.
//!
//! One pass over the records sums up the normal equations for each number of empty
//! squares, of the boards to learn from and of those held out. Uneven supplies are
//! rare early in the game, so the numbers of one parity are fitted from the end
//! of the game on, each drawn towards the one before.

use super::probcut::solve;
use super::record::Record;
use super::sample::board_hash;
use crate::board::{AnyPosition, Board, Othello, Position};
use crate::eval::classic::{ClassicPart, Correction, MOST_EXCESS, ROWS, SUPPLIES, UNIT, excess};
use crate::eval::weight::Weights;
use crate::eval::{Features, Score, evaluate};
use rayon::prelude::*;

/// What the result is explained by: a constant, the score for Othello, the
/// difference of discs on the board, and steps of the supply.
const TERMS: usize = 7;
/// Of these, the ones of the supply that follow the constant.
const FIRST_STEP: usize = 3;

/// By what a coefficient is drawn towards the one before: as if so many boards
/// with a term of the usual size had said so.
const DRAW: f64 = 50.0;
const USUAL: [f64; TERMS] = [1.0, 10.0, 10.0, 1.0, 1.0, 1.0, 1.0];

/// Boards held out: one in so many.
const HELD_OUT: u64 = 20;

/// Sums over boards with one number of empty squares.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    boards: f64,
    products: [[f64; TERMS]; TERMS],
    targets: [f64; TERMS],
    squares: f64,
}

/// The steps of a supply table: the first disc too many or too few in hand, and
/// every further one.
fn steps(excess: i32) -> [f64; TERMS - FIRST_STEP] {
    let side = |discs: i32| {
        let discs = discs.clamp(0, MOST_EXCESS);
        [f64::from(discs.min(1)), f64::from((discs - 1).max(0))]
    };
    let ([up, further_up], [down, further_down]) = (side(excess), side(-excess));
    [up, further_up, down, further_down]
}

fn terms(othello: f64, board: Board, excess: i32) -> [f64; TERMS] {
    let discs = f64::from(board.own.count_ones()) - f64::from(board.opp.count_ones());
    let [a, b, c, d] = steps(excess);
    [1.0, othello, discs, a, b, c, d]
}

impl Sums {
    fn add(&mut self, terms: &[f64; TERMS], target: f64) {
        self.boards += 1.0;
        self.squares += target * target;
        for (i, &term) in terms.iter().enumerate() {
            self.targets[i] += term * target;
            for (product, &other) in self.products[i].iter_mut().zip(terms) {
                *product += term * other;
            }
        }
    }

    fn merge(&mut self, other: &Self) {
        self.boards += other.boards;
        self.squares += other.squares;
        for i in 0..TERMS {
            self.targets[i] += other.targets[i];
            for j in 0..TERMS {
                self.products[i][j] += other.products[i][j];
            }
        }
    }

    /// Sum of the squared errors of these coefficients.
    fn error(&self, coefficients: &[f64; TERMS]) -> f64 {
        let mut error = self.squares;
        for (i, a) in coefficients.iter().enumerate() {
            error -= 2.0 * a * self.targets[i];
            for (j, b) in coefficients.iter().enumerate() {
                error += a * b * self.products[i][j];
            }
        }
        error
    }

    /// The coefficients of least error, drawn towards `before`.
    fn fit(&self, before: &[f64; TERMS]) -> Option<[f64; TERMS]> {
        let mut matrix: Vec<Vec<f64>> = self.products.iter().map(|row| row.to_vec()).collect();
        let mut right = self.targets.to_vec();
        for (i, usual) in USUAL.iter().enumerate() {
            let draw = DRAW * usual * usual;
            matrix[i][i] += draw;
            right[i] += draw * before[i];
        }
        solve(matrix, right)?.try_into().ok()
    }
}

/// Errors on the boards held out of one number of empty squares, in discs.
#[derive(Clone, Copy, Debug)]
pub struct Errors {
    /// The number of empty squares.
    pub empties: u32,
    /// Boards held out.
    pub boards: u64,
    /// Root mean square error of the scores for Othello.
    pub othello: f64,
    /// The same with share and discs corrected, but nothing for the supply.
    pub without_supply: f64,
    /// The same with the whole part.
    pub whole: f64,
}

/// The equations summed up so far.
pub struct Equations {
    learn: Vec<Sums>,
    held_out: Vec<Sums>,
}

impl Default for Equations {
    fn default() -> Self {
        let none = || vec![Sums::default(); ROWS];
        Self {
            learn: none(),
            held_out: none(),
        }
    }
}

impl Equations {
    /// Adds the classic positions among these records with their results; the
    /// scores are those of `weights` for Othello.
    pub fn add(&mut self, records: &[Record], weights: &Weights) {
        let part = |records: &[Record]| {
            let mut sums = Self::default();
            for record in records {
                sums.add_one(record, weights);
            }
            sums
        };
        let parts: Vec<Self> = records.par_chunks(50_000).map(part).collect();
        for part in parts {
            let sets = [
                (&mut self.learn, part.learn),
                (&mut self.held_out, part.held_out),
            ];
            for (all, new) in sets {
                for (all, new) in all.iter_mut().zip(&new) {
                    all.merge(new);
                }
            }
        }
    }

    fn add_one(&mut self, record: &Record, weights: &Weights) {
        let AnyPosition::Classic(position) = record.position() else {
            return;
        };
        let board = position.board;
        let empties = position.empties();
        if board.own == 0 || board.opp == 0 || empties as usize >= ROWS {
            return;
        }
        let othello = Position::<Othello>::new(board, ());
        let score = evaluate(weights, &othello, &Features::of(board), empties);
        let score = f64::from(score) / f64::from(Score::DISC);
        let terms = terms(score, board, excess(record.supply, empties));
        let set = match board_hash(board) % HELD_OUT {
            0 => &mut self.held_out,
            _ => &mut self.learn,
        };
        set[empties as usize].add(&terms, record.result.into());
    }

    /// Boards to learn from and boards held out.
    #[must_use]
    pub fn counts(&self) -> (u64, u64) {
        let sum = |sums: &[Sums]| sums.iter().map(|sums| sums.boards as u64).sum();
        (sum(&self.learn), sum(&self.held_out))
    }

    /// The fitted part and what it gains.
    #[must_use]
    pub fn fit(&self) -> (ClassicPart, Vec<Errors>) {
        let mut rows = Box::new([Correction::NONE; ROWS]);
        let mut errors = Vec::new();
        let othello = [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        for parity in 0..2 {
            let mut before = othello;
            for empties in (parity..ROWS).step_by(2) {
                let learn = &self.learn[empties];
                let fitted = learn.fit(&before).unwrap_or(before);
                rows[empties] = correction(&fitted);
                before = fitted;
                let held_out = &self.held_out[empties];
                let mut blind = fitted;
                blind[FIRST_STEP..].fill(0.0);
                let error = |coefficients: &[f64; TERMS]| {
                    let mean = held_out.error(coefficients).max(0.0) / held_out.boards;
                    mean.sqrt()
                };
                if held_out.boards > 0.0 {
                    errors.push(Errors {
                        empties: empties as u32,
                        boards: held_out.boards as u64,
                        othello: error(&othello),
                        without_supply: error(&blind),
                        whole: error(&fitted),
                    });
                }
            }
        }
        errors.sort_by_key(|errors| errors.empties);
        (ClassicPart(rows), errors)
    }
}

/// Coefficients in discs as the numbers of the file.
fn correction(fitted: &[f64; TERMS]) -> Correction {
    let disc = f64::from(Score::DISC);
    let unit = f64::from(UNIT);
    let worth = |entry: usize| {
        let steps = steps(entry as i32 - MOST_EXCESS);
        let sum: f64 = steps
            .iter()
            .zip(&fitted[FIRST_STEP..])
            .map(|(s, c)| s * c)
            .sum();
        let most = 64.0 * disc;
        ((fitted[0] + sum) * disc).round().clamp(-most, most) as i16
    };
    let supply: [i16; SUPPLIES] = std::array::from_fn(worth);
    Correction {
        share: (fitted[1] * unit).round().clamp(0.0, 2.0 * unit) as i16,
        disc: (fitted[2] * unit * disc).round() as i16,
        supply,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::seed::Random;

    #[test]
    fn the_coefficients_behind_results_are_found() {
        let mut random = Random::new(8, 0);
        let truth = [-1.5, 0.85, 0.3, 8.0, 3.0, -9.0, -2.5];
        let mut sums = Sums::default();
        for _ in 0..50_000 {
            let score = f64::from(random.below(80)) - 40.0;
            let board = Board {
                own: random.bits() & random.bits(),
                opp: 0,
            };
            let terms = terms(score, board, random.below(9) as i32 - 4);
            let exact: f64 = terms.iter().zip(truth).map(|(a, b)| a * b).sum();
            let noise = 8.0 * (random.unit() - 0.5);
            sums.add(&terms, exact + noise);
        }
        let fitted = sums.fit(&[0.0; TERMS]).unwrap();
        for (fitted, truth) in fitted.iter().zip(truth) {
            assert!((fitted - truth).abs() < 0.25, "{fitted} for {truth}");
        }
        // The noise is uniform over 8 discs.
        let rmse = (sums.error(&fitted) / sums.boards).sqrt();
        assert!((rmse - 8.0 / 12f64.sqrt()).abs() < 0.05, "{rmse}");
        let correction = correction(&truth);
        let at = |excess: i32| correction.supply[(excess + MOST_EXCESS) as usize];
        assert_eq!((correction.share, correction.disc), (218, 9830));
        assert_eq!((at(0), at(1), at(3), at(-2)), (-192, 832, 1600, -1664));
    }
}
