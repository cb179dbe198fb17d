//! `mollett-lab fit-probcut`: the constants of the search's ProbCut formula.

use mollett::board::{AnyPosition, Classic, Othello, Position, Supply};
use mollett::eval::{Features, evaluate, weight::Weights};
use mollett::lab::deepening::{self, Effort};
use mollett::lab::probcut::{Formula, Pair, SHAPES, pairs};
use mollett::lab::sample::Sample;
use mollett::lab::seed::Random;
use mollett::search::Selectivity;
use mollett_protocol::RuleSet;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Searches boards of the data, evenly over the empty squares, and fits the
/// differences between depths.
#[derive(clap::Args)]
pub struct FitProbcut {
    #[command(flatten)]
    source: super::fit::Source,
    /// othello or classic.
    #[arg(long, default_value = "othello")]
    rules: RuleSet,
    /// The weight file; without it the embedded weights.
    #[arg(long, value_name = "FILE")]
    weights: Option<std::path::PathBuf>,
    /// Boards of each number of empty squares.
    #[arg(long, default_value_t = 50)]
    boards: usize,
    /// Fewest empty squares.
    #[arg(long, default_value_t = 14)]
    least: u32,
    /// Most empty squares.
    #[arg(long, default_value_t = 54)]
    most: u32,
    /// Plies of the deepest searches.
    #[arg(long, default_value_t = 12)]
    depth: u32,
    /// Confidence of the pruning in these searches, in percent.
    #[arg(long, default_value_t = 98)]
    percent: u8,
    /// Boards whose target is further from 0 than this many discs are left out.
    #[arg(long, default_value_t = 32.0)]
    largest: f32,
    /// Seed of the choice of boards.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Searches at the same time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

impl FitProbcut {
    /// Searches, fits, prints.
    pub fn run(self) -> io::Result<()> {
        let data = self.source.load(self.rules, self.least)?;
        let mut random = Random::new(self.seed, 0);
        let mut positions: Vec<AnyPosition> = Vec::new();
        for empties in self.least..=self.most.min(60) {
            let samples = &data.buckets[empties as usize].train;
            if samples.is_empty() {
                continue;
            }
            for _ in 0..self.boards {
                let sample = samples[random.below(samples.len() as u32) as usize];
                if sample.target.abs() <= self.largest {
                    positions.push(position(self.rules, &sample));
                }
            }
        }
        let evaluation = super::fit::evaluation(self.weights.as_deref())?;
        let effort = Effort {
            evaluation: evaluation.clone(),
            depth: self.depth,
            selectivity: Selectivity::from_percent(self.percent).unwrap_or(Selectivity::EXACT),
            table_mb: 32,
            threads: self.threads,
        };
        let bar = super::bar(Some(positions.len() as u64), "searching");
        let searches = deepening::deepen(&positions, &effort, &|done| bar.set_position(done))
            .map_err(io::Error::other)?;
        bar.finish_and_clear();
        let mut all = Vec::new();
        for (position, iterations) in positions.iter().zip(&searches) {
            let empties = position.empties();
            // A search that reaches the end of the game is no prediction any more.
            let heuristic: Vec<_> = iterations
                .iter()
                .copied()
                .filter(|iteration| iteration.depth < empties)
                .collect();
            all.extend(pairs(
                empties,
                statics(position, evaluation.weights()),
                &heuristic,
            ));
        }
        report(&all, &mut io::stdout().lock())
    }
}

fn position(rules: RuleSet, sample: &Sample) -> AnyPosition {
    match rules {
        RuleSet::Othello => Position::<Othello>::new(sample.board, ()).into(),
        RuleSet::Classic => Position::<Classic>::new(sample.board, Supply(sample.supply)).into(),
    }
}

fn statics(position: &AnyPosition, weights: &Weights) -> f64 {
    let features = Features::of(position.board());
    let empties = position.empties();
    let score = match position {
        AnyPosition::Othello(position) => evaluate(weights, position, &features, empties),
        AnyPosition::Classic(position) => evaluate(weights, position, &features, empties),
    };
    f64::from(score) / 128.0
}

fn report(pairs: &[Pair], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{} pairs", pairs.len())?;
    let formulas: Vec<Formula> = SHAPES
        .iter()
        .filter_map(|&shape| Formula::fit(shape, pairs))
        .collect();
    for formula in &formulas {
        let name = formula.shape.name;
        writeln!(out, "{name}: likelihood {:.5}", formula.likelihood)?;
        writeln!(out, "    let discs = {};", formula.expression())?;
    }
    let mut groups: BTreeMap<(u32, u32, u32), Vec<&Pair>> = BTreeMap::new();
    for pair in pairs {
        let key = (pair.depth, pair.shallow, pair.empties / 8 * 8);
        groups.entry(key).or_default().push(pair);
    }
    writeln!(
        out,
        "depth shallow empties  pairs   mean  deviation  by each formula"
    )?;
    for ((depth, shallow, empties), group) in groups {
        let count = group.len() as f64;
        let mean = group.iter().map(|pair| pair.difference).sum::<f64>() / count;
        let square = group
            .iter()
            .map(|pair| pair.difference.powi(2))
            .sum::<f64>()
            / count;
        write!(
            out,
            "{depth:>5} {shallow:>7} {empties:>4}-{:<2} {count:>6} {mean:>+6.2} {:>10.2} ",
            empties + 7,
            square.sqrt()
        )?;
        for formula in &formulas {
            let square = group
                .iter()
                .map(|pair| formula.sigma(pair).powi(2))
                .sum::<f64>()
                / count;
            write!(out, " {:>6.2}", square.sqrt())?;
        }
        writeln!(out)?;
    }
    out.flush()
}
