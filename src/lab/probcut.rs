//! Fitting the statistics of ProbCut: the standard deviation of a deep score less
//! a shallow one, as a formula of depths and empty squares.
//!
//! The logarithm of the deviation is linear in some terms; their coefficients have
//! the greatest likelihood for normal differences without bias.

use super::deepening::Iteration;

/// A difference of two scores of one position.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// Empty squares of the position.
    pub empties: u32,
    /// Plies of the deep search.
    pub depth: u32,
    /// Plies of the shallow one; 0 for the static score.
    pub shallow: u32,
    /// Deep less shallow score in discs.
    pub difference: f64,
}

/// The shallow depth that the search pairs with a depth.
#[must_use]
pub const fn shallow_depth(depth: u32) -> u32 {
    depth / 4 * 2 + (depth & 1)
}

/// The pairs of one search that ProbCut asks about: each depth from 3 with its
/// shallow depth, and with the static score.
#[must_use]
pub fn pairs(empties: u32, statics: f64, iterations: &[Iteration]) -> Vec<Pair> {
    let score = |depth: u32| match depth {
        0 => Some(statics),
        _ => iterations
            .iter()
            .find(|i| i.depth == depth)
            .map(|i| i.score),
    };
    let mut pairs = Vec::new();
    for deep in iterations.iter().filter(|i| i.depth >= 3) {
        // One pair where the depth's shallow search is the static score.
        let mut shallows = vec![0, shallow_depth(deep.depth)];
        shallows.dedup();
        for shallow in shallows {
            if let Some(score) = score(shallow) {
                pairs.push(Pair {
                    empties,
                    depth: deep.depth,
                    shallow,
                    difference: deep.score - score,
                });
            }
        }
    }
    pairs
}

/// A shape of the formula: the names of its terms and their values.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// What it is called in the report.
    pub name: &'static str,
    /// The terms as they stand in the formula; the first is the constant.
    pub terms: &'static [&'static str],
    /// The value of each term for a pair.
    pub values: fn(&Pair) -> Vec<f64>,
}

/// The shapes that are tried, simplest first.
pub const SHAPES: [Shape; 3] = [
    Shape {
        name: "linear",
        terms: &["1", "depth", "shallow", "empties"],
        values: |pair| {
            vec![
                1.0,
                pair.depth.into(),
                pair.shallow.into(),
                pair.empties.into(),
            ]
        },
    },
    Shape {
        name: "linear and squares of empties and shallow",
        terms: &[
            "1",
            "depth",
            "shallow",
            "empties",
            "empties * empties",
            "shallow * shallow",
        ],
        values: |pair| {
            let (depth, shallow) = (f64::from(pair.depth), f64::from(pair.shallow));
            let empties = f64::from(pair.empties);
            vec![
                1.0,
                depth,
                shallow,
                empties,
                empties * empties,
                shallow * shallow,
            ]
        },
    },
    Shape {
        name: "logarithms of depths and square of empties",
        terms: &[
            "1",
            "(depth + 1.0).ln()",
            "(shallow + 1.0).ln()",
            "empties",
            "empties * empties",
            "empties * (depth - shallow)",
        ],
        values: |pair| {
            let (depth, shallow) = (f64::from(pair.depth), f64::from(pair.shallow));
            let empties = f64::from(pair.empties);
            vec![
                1.0,
                (depth + 1.0).ln(),
                (shallow + 1.0).ln(),
                empties,
                empties * empties,
                empties * (depth - shallow),
            ]
        },
    },
];

/// A fitted formula.
#[derive(Clone, Debug)]
pub struct Formula {
    /// Its shape.
    pub shape: Shape,
    /// The coefficient of each term.
    pub coefficients: Vec<f64>,
    /// Mean logarithmic likelihood of a pair (up to a constant): more is better.
    pub likelihood: f64,
}

impl Formula {
    /// Fits a shape by Newton's method; `None` without enough different pairs.
    #[must_use]
    pub fn fit(shape: Shape, pairs: &[Pair]) -> Option<Self> {
        let rows: Vec<(Vec<f64>, f64)> = pairs
            .iter()
            .map(|pair| ((shape.values)(pair), pair.difference.powi(2)))
            .collect();
        let terms = shape.terms.len();
        let mean = rows.iter().map(|(_, square)| square).sum::<f64>() / rows.len() as f64;
        let mut coefficients = vec![0.0; terms];
        coefficients[0] = 0.5 * mean.max(1e-6).ln();
        for _ in 0..100 {
            let mut gradient = vec![0.0; terms];
            let mut curvature = vec![vec![0.0; terms]; terms];
            for (values, square) in &rows {
                // d/ds and d2/ds2 of s + square / 2 exp(-2 s).
                let scaled = square * (-2.0 * dot(values, &coefficients)).exp();
                for i in 0..terms {
                    gradient[i] += values[i] * (1.0 - scaled);
                    for j in 0..terms {
                        // The expected curvature (2) keeps the first steps tame.
                        curvature[i][j] += values[i] * values[j] * 2.0;
                    }
                }
            }
            let step = solve(curvature, gradient)?;
            let size = step.iter().map(|s| s.abs()).fold(0.0, f64::max);
            for (coefficient, step) in coefficients.iter_mut().zip(step) {
                *coefficient -= step;
            }
            if size < 1e-9 {
                break;
            }
        }
        let likelihood = rows.iter().map(|(values, square)| {
            let log = dot(values, &coefficients);
            -log - square / 2.0 * (-2.0 * log).exp()
        });
        Some(Self {
            shape,
            likelihood: likelihood.sum::<f64>() / rows.len() as f64,
            coefficients,
        })
    }

    /// The deviation in discs that the formula gives for a pair.
    #[must_use]
    pub fn sigma(&self, pair: &Pair) -> f64 {
        dot(&(self.shape.values)(pair), &self.coefficients).exp()
    }

    /// The expression to paste: the logarithm's terms added up.
    #[must_use]
    pub fn expression(&self) -> String {
        let terms = self.coefficients.iter().zip(self.shape.terms);
        let terms: Vec<String> = terms
            .map(|(coefficient, &term)| match term {
                "1" => format!("{coefficient:.4}"),
                _ => format!("{coefficient:+.6} * {term}"),
            })
            .collect();
        format!("({}).exp()", terms.join(" "))
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Solves a symmetric positive system by elimination; `None` if it is singular.
pub(super) fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for pivot in 0..size {
        let best = (pivot..size)
            .max_by(|&a, &b| matrix[a][pivot].abs().total_cmp(&matrix[b][pivot].abs()))?;
        matrix.swap(pivot, best);
        right.swap(pivot, best);
        if matrix[pivot][pivot].abs() < 1e-9 {
            return None;
        }
        for row in pivot + 1..size {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let (above, below) = matrix.split_at_mut(row);
            for (cell, above) in below[0].iter_mut().zip(&above[pivot]) {
                *cell -= factor * above;
            }
            right[row] -= factor * right[pivot];
        }
    }
    for pivot in (0..size).rev() {
        let known: f64 = (pivot + 1..size).map(|k| matrix[pivot][k] * right[k]).sum();
        right[pivot] = (right[pivot] - known) / matrix[pivot][pivot];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::seed::Random;

    #[test]
    fn a_formula_is_found_again_from_its_own_differences() {
        let mut random = Random::new(3, 0);
        let truth = [0.9, 0.03, -0.12, 0.01];
        let mut pairs = Vec::new();
        for _ in 0..40_000 {
            let (empties, depth) = (10 + random.below(40), 3 + random.below(12));
            let shallow = shallow_depth(depth);
            // Twelve uniform numbers make a normal one.
            let uniform = |random: &mut Random| f64::from(random.below(1 << 20)) / 1_048_576.0;
            let normal: f64 = (0..12).map(|_| uniform(&mut random)).sum::<f64>() - 6.0;
            let mut pair = Pair {
                empties,
                depth,
                shallow: if random.percent(50) { 0 } else { shallow },
                difference: 0.0,
            };
            pair.difference = normal * dot(&(SHAPES[0].values)(&pair), &truth).exp();
            pairs.push(pair);
        }
        let formula = Formula::fit(SHAPES[0], &pairs).unwrap();
        for (found, truth) in formula.coefficients.iter().zip(truth) {
            assert!((found - truth).abs() < 0.02, "{formula:?}");
        }
        assert!(Formula::fit(SHAPES[0], &pairs[..1]).is_none());
    }
}
