//! Exams: how far scores are from the true values of positions no fit has seen.

use super::deepening::Iteration;
use super::feature;
use super::sample::Data;
use crate::board::AnyPosition;
use crate::eval::weight::Weights;
use crate::formats::problem::Problem;
use std::fmt;

/// How two series of numbers agree: scores and the values they are to be.
#[derive(Clone, Copy, Debug, Default)]
pub struct Agreement {
    count: f64,
    score: f64,
    value: f64,
    score_squares: f64,
    value_squares: f64,
    products: f64,
    distances: f64,
}

impl Agreement {
    /// Adds a score and the value it is to be, in discs.
    pub fn add(&mut self, score: f64, value: f64) {
        self.count += 1.0;
        self.score += score;
        self.value += value;
        self.score_squares += score * score;
        self.value_squares += value * value;
        self.products += score * value;
        self.distances += (score - value).abs();
    }

    /// Pairs added.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count as usize
    }

    /// Root mean square of the differences.
    #[must_use]
    pub fn rmse(&self) -> f64 {
        let squares = self.score_squares - 2.0 * self.products + self.value_squares;
        (squares / self.count).max(0.0).sqrt()
    }

    /// Mean of the absolute differences.
    #[must_use]
    pub fn mae(&self) -> f64 {
        self.distances / self.count
    }

    /// Mean of score less value.
    #[must_use]
    pub fn bias(&self) -> f64 {
        (self.score - self.value) / self.count
    }

    /// Standard deviation of score less value.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        (self.rmse().powi(2) - self.bias().powi(2)).max(0.0).sqrt()
    }

    /// Coefficient of correlation.
    #[must_use]
    pub fn correlation(&self) -> f64 {
        let n = self.count;
        let covariance = self.products / n - self.score / n * self.value / n;
        let variance = |sum: f64, squares: f64| squares / n - (sum / n).powi(2);
        covariance
            / (variance(self.score, self.score_squares) * variance(self.value, self.value_squares))
                .sqrt()
    }
}

impl fmt::Display for Agreement {
    /// Count, RMSE, MAE, bias and correlation in columns under [`HEADING`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:>7} {:>7.3} {:>7.3} {:>+7.3} {:>7.4}",
            self.count(),
            self.rmse(),
            self.mae(),
            self.bias(),
            self.correlation()
        )
    }
}

/// The heading of an [`Agreement`]'s columns.
pub const HEADING: &str = "  count    RMSE     MAE    bias    corr";

/// Static scores of weights against the targets of the boards held out, by number
/// of empty squares.
#[must_use]
pub fn held_out(data: &Data, weights: &Weights) -> Vec<(u32, Agreement)> {
    let agreement = |(empties, bucket): (usize, &super::sample::Bucket)| {
        let mut agreement = Agreement::default();
        let phase = weights.phase(empties as u32);
        for sample in &bucket.held_out {
            let score = feature::score(sample.board, phase);
            agreement.add(f64::from(score) / 128.0, sample.target.into());
        }
        (empties as u32, agreement)
    };
    data.buckets
        .iter()
        .enumerate()
        .filter(|(_, bucket)| !bucket.held_out.is_empty())
        .map(agreement)
        .collect()
}

/// Static scores against best scores by the size of the score: in steps of ten
/// discs, the middle of each step and the agreement within it.
#[must_use]
pub fn calibration(problems: &[Problem], weights: &Weights) -> Vec<(i32, Agreement)> {
    let mut bins: Vec<(i32, Agreement)> = (-6..=6)
        .map(|bin| (bin * 10, Agreement::default()))
        .collect();
    for problem in problems {
        if let Some(best) = problem.best() {
            let phase = weights.phase(problem.position.empties());
            let score = f64::from(feature::score(problem.position.board(), phase)) / 128.0;
            let bin = ((score / 10.0).round() as i32).clamp(-6, 6);
            bins[(bin + 6) as usize].1.add(score, best.into());
        }
    }
    bins.retain(|(_, agreement)| agreement.count() > 1);
    bins
}

/// Static scores of weights against the best scores of problems.
#[must_use]
pub fn statics(problems: &[Problem], weights: &Weights) -> Agreement {
    let mut agreement = Agreement::default();
    for problem in problems {
        if let Some(best) = problem.best() {
            let phase = weights.phase(problem.position.empties());
            let score = feature::score(problem.position.board(), phase);
            agreement.add(f64::from(score) / 128.0, best.into());
        }
    }
    agreement
}

/// How often a move with the best score is chosen, and what the choice costs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice {
    asked: u32,
    best: u32,
    lost: i64,
    unknown: u32,
}

impl Choice {
    /// Adds a chosen move; only problems that give scores to several moves count.
    pub fn add(&mut self, problem: &Problem, chosen: mollett_protocol::Move) {
        let (Some(best), true) = (problem.best(), problem.hints.len() > 1) else {
            return;
        };
        self.asked += 1;
        match problem.hints.iter().find(|hint| hint.played == chosen) {
            Some(hint) => {
                self.best += u32::from(hint.score == best);
                self.lost += i64::from(best - hint.score);
            }
            None => self.unknown += 1,
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.asked == 0 {
            return f.write_str("-");
        }
        let known = (self.asked - self.unknown).max(1);
        write!(
            f,
            "best move {:.1} %, mean loss {:.3}",
            100.0 * f64::from(self.best) / f64::from(self.asked),
            self.lost as f64 / f64::from(known)
        )?;
        match self.unknown {
            0 => Ok(()),
            unknown => write!(f, ", {unknown} moves without a score"),
        }
    }
}

/// The scores at one depth against the best scores of problems.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchExam {
    /// Scores against values.
    pub agreement: Agreement,
    /// Moves against the scores of moves.
    pub choice: Choice,
    /// Positions entered, all searches together.
    pub nodes: u64,
    /// Searches.
    pub searches: u64,
}

impl SearchExam {
    /// Of the iterations of `depth` plies.
    #[must_use]
    pub fn at_depth(depth: u32, problems: &[Problem], searches: &[Vec<Iteration>]) -> Self {
        let mut exam = Self::default();
        for (problem, iterations) in problems.iter().zip(searches) {
            let Some(iteration) = iterations.iter().find(|i| i.depth == depth) else {
                continue;
            };
            if let Some(best) = problem.best() {
                exam.agreement.add(iteration.score, best.into());
            }
            exam.choice.add(problem, iteration.best);
            exam.nodes += iteration.nodes;
            exam.searches += 1;
        }
        exam
    }
}

impl fmt::Display for SearchExam {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.nodes / self.searches.max(1);
        write!(f, "{}  {}, {nodes} nodes", self.agreement, self.choice)
    }
}

/// The scores at a deep iteration against those at a shallow one.
#[must_use]
pub fn spread(shallow: u32, deep: u32, searches: &[Vec<Iteration>]) -> Agreement {
    let mut agreement = Agreement::default();
    for iterations in searches {
        let at = |depth: u32| iterations.iter().find(|i| i.depth == depth);
        if let (Some(shallow), Some(deep)) = (at(shallow), at(deep)) {
            agreement.add(shallow.score, deep.score);
        }
    }
    agreement
}

/// The positions of problems.
#[must_use]
pub fn positions(problems: &[Problem]) -> Vec<AnyPosition> {
    problems.iter().map(|problem| problem.position).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_of_a_known_series() {
        let mut agreement = Agreement::default();
        for (score, value) in [(1.0, 2.0), (3.0, 2.0), (5.0, 8.0)] {
            agreement.add(score, value);
        }
        assert!((agreement.rmse() - (11.0f64 / 3.0).sqrt()).abs() < 1e-12);
        assert!((agreement.mae() - 5.0 / 3.0).abs() < 1e-12);
        assert!((agreement.bias() + 1.0).abs() < 1e-12);
        assert!((agreement.correlation() - 0.866_025_403_784_438_6).abs() < 1e-12);
    }
}
