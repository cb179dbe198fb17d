//! `mollett-lab exam`: tables of how good an evaluation and its search are.

use mollett::eval::Evaluation;
use mollett::eval::weight::Weights;
use mollett::formats::problem::{self, Problem};
use mollett::lab::deepening::{self, Effort};
use mollett::lab::exam::{self, HEADING, SearchExam};
use mollett::search::Selectivity;
use mollett_protocol::RuleSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Static scores first, then searches.
#[derive(clap::Args)]
pub struct Exam {
    /// Directory with wthor-*.obf and hard-*.obf.
    #[arg(long)]
    positions: PathBuf,
    /// The weight file; without it the embedded weights are examined.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    #[command(flatten)]
    source: super::fit::Source,
    /// Search problems of this file, FILE[:DEPTH[:SHALLOW]] (repeat for several):
    /// the scores at both depths against the file's and against each other.
    #[arg(long, value_name = "FILE")]
    search: Vec<String>,
    /// Confidence of the forward pruning in percent: 73, 87, 95, 98, 99 or 100.
    #[arg(long, default_value_t = 73)]
    percent: u8,
    /// At most this many problems of a file, evenly spread.
    #[arg(long)]
    limit: Option<usize>,
    /// Table of each search in MB.
    #[arg(long, default_value_t = 32)]
    table_mb: usize,
    /// Searches at the same time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

impl Exam {
    /// Prints the tables.
    pub fn run(self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let evaluation = super::fit::evaluation(self.weights.as_deref())?;
        self.statics(evaluation.weights(), &mut out)?;
        for one in &self.search {
            self.search(one, &evaluation, &mut out)?;
        }
        Ok(())
    }

    fn statics(&self, weights: &Weights, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "static scores      {HEADING}")?;
        for name in [
            "wthor-12", "wthor-16", "wthor-20", "wthor-24", "hard-20", "hard-25",
        ] {
            let path = self.positions.join(name).with_extension("obf");
            if path.exists() {
                let agreement = exam::statics(&read(&path)?, weights);
                writeln!(out, "{name:<18} {agreement}")?;
            }
        }
        let path = self.positions.join("wthor-20.obf");
        if path.exists() {
            for (middle, agreement) in exam::calibration(&read(&path)?, weights) {
                writeln!(out, "wthor-20 near {middle:<+4} {agreement}")?;
            }
        }
        if self.source.is_given() {
            let data = self.source.load(RuleSet::Othello, 1)?;
            for (empties, agreement) in exam::held_out(&data, weights) {
                writeln!(out, "held out {empties:<9} {agreement}")?;
            }
        }
        out.flush()
    }

    fn search(&self, what: &str, evaluation: &Evaluation, out: &mut impl Write) -> io::Result<()> {
        let invalid = |message: String| io::Error::new(io::ErrorKind::InvalidInput, message);
        let mut words = what.split(':');
        let name = words.next().unwrap_or_default();
        let depths: Vec<u32> = words
            .map(|word| word.parse().ok().filter(|depth| (1..=60).contains(depth)))
            .collect::<Option<_>>()
            .filter(|depths: &Vec<u32>| depths.len() <= 2)
            .ok_or_else(|| invalid(format!("bad search '{what}', need FILE[:DEPTH[:SHALLOW]]")))?;
        let depth = depths.first().copied().unwrap_or(15);
        let shallow = depths.get(1).copied().unwrap_or(depth / 4 * 2 + depth % 2);
        let selectivity = Selectivity::from_percent(self.percent).ok_or_else(|| {
            let percent = self.percent;
            invalid(format!(
                "bad percent '{percent}', need 73, 87, 95, 98, 99 or 100"
            ))
        })?;
        let mut problems = read(&self.positions.join(name).with_extension("obf"))?;
        if let Some(limit) = self.limit.filter(|&limit| limit < problems.len()) {
            let all = problems.len();
            problems = (0..limit)
                .map(|i| problems[i * all / limit].clone())
                .collect();
        }
        let effort = Effort {
            evaluation: evaluation.clone(),
            depth,
            selectivity,
            table_mb: self.table_mb,
            threads: self.threads,
        };
        let bar = super::bar(Some(problems.len() as u64), name);
        let positions = exam::positions(&problems);
        let searches = deepening::deepen(&positions, &effort, &|done| bar.set_position(done));
        let searches = searches.map_err(io::Error::other)?;
        bar.finish_and_clear();
        writeln!(
            out,
            "{:<18} {HEADING}",
            format!("{name} at {}%", self.percent)
        )?;
        for depth in [shallow, depth] {
            let exam = SearchExam::at_depth(depth, &problems, &searches);
            writeln!(out, "depth {depth:<12} {exam}")?;
        }
        let spread = exam::spread(shallow, depth, &searches);
        writeln!(
            out,
            "depth {shallow} less {depth}: deviation {:.3}, mean {:+.3}, {} positions",
            spread.deviation(),
            spread.bias(),
            spread.count()
        )?;
        out.flush()
    }
}

fn read(path: &Path) -> io::Result<Vec<Problem>> {
    let named = |error: String| {
        let message = format!("{}: {error}", path.display());
        io::Error::new(io::ErrorKind::InvalidData, message)
    };
    let text = fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    problem::read_all(&text, Some(RuleSet::Othello)).map_err(|fault| named(fault.to_string()))
}
