//! `mollett-lab fit`: from directories of chunks to a weight file.

use mollett::eval::Evaluation;
use mollett::lab::fit::{self, Pass, Plan};
use mollett::lab::sample::{self, Data, Selection};
use mollett_protocol::RuleSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Which boards, and what they are said to be worth.
#[derive(clap::Args)]
pub struct Source {
    /// Directories of chunks.
    #[arg(long, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Directory of problem files whose positions are left out.
    #[arg(long)]
    exclude: Option<PathBuf>,
    /// Share of the search score in targets that are not exact, 0 to 1.
    #[arg(long, default_value_t = 0.2)]
    search_share: f32,
    /// Share of the next position's target in the rest, 0 to 1.
    #[arg(long, default_value_t = 0.0)]
    foresight: f32,
    /// Boards held out, in 1/1000.
    #[arg(long, default_value_t = 10)]
    held_out: u32,
}

impl Source {
    /// Whether any data were named.
    pub const fn is_given(&self) -> bool {
        !self.data.is_empty()
    }

    /// Reads the boards with at least this many empty squares.
    pub fn load(&self, rules: RuleSet, least: u32) -> io::Result<Data> {
        self.load_from(&self.data, rules, least)
    }

    /// The same from other directories.
    fn load_from(&self, data: &[PathBuf], rules: RuleSet, least: u32) -> io::Result<Data> {
        let selection = Selection {
            rules,
            empties: (least, 60),
            search_share: self.search_share.clamp(0.0, 1.0),
            foresight: self.foresight.clamp(0.0, 1.0),
            held_out: self.held_out.min(500),
        };
        let excluded = match &self.exclude {
            Some(directory) => sample::excluded(directory)?,
            None => Default::default(),
        };
        let chunks = sample::chunks(data)?;
        let bar = super::bar(Some(chunks.len() as u64), "reading");
        let data = sample::load(&chunks, &selection, &excluded, &|done| {
            bar.set_position(done as u64);
        })?;
        bar.finish_and_clear();
        let (train, held_out) = data.counts();
        log::info!(
            "{} chunks, {} records: {train} boards to learn from, {held_out} held out, \
             {} of exams left out",
            chunks.len(),
            data.records,
            excluded.len()
        );
        if train == 0 {
            let message = "no samples: --data must name directories with .rec files";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        Ok(data)
    }
}

/// The same command refits everything whatever directories are given.
#[derive(clap::Args)]
pub struct Fit {
    #[command(flatten)]
    source: Source,
    /// The weight file; errors go to FILE.csv, the state to FILE.state.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Begin with the weights of this file instead of none.
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Go on after the last pass of an interrupted fit.
    #[arg(long)]
    resume: bool,
    /// Passes over the data.
    #[arg(long, default_value_t = 6)]
    passes: u32,
    /// Empty squares between two knots of one parity.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(2..=60))]
    spacing: u32,
    /// Empty squares of the first even and odd knot.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=50))]
    first: u32,
    /// Empty squares that the last knots do not exceed.
    #[arg(long, default_value_t = 57, value_parser = clap::value_parser!(u32).range(1..=60))]
    last: u32,
    /// Empty squares of the heads, both parities, separated by commas; without it
    /// there are none.
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u32).range(0..=60))]
    heads: Vec<u32>,
    /// Directories of chunks with exact values (`generate exact`), which together
    /// with those of --data level the scores of each number of empty squares.
    #[arg(long, num_args = 1..)]
    level: Vec<PathBuf>,
    /// Fit without mobility.
    #[arg(long)]
    no_mobility: bool,
    /// Rate of learning.
    #[arg(long, default_value_t = 0.15)]
    rate: f32,
    /// The same for the heads.
    #[arg(long, default_value_t = 0.02)]
    head_rate: f32,
    /// Power of the count by which steps fall.
    #[arg(long, default_value_t = 0.5)]
    power: f32,
    /// Count below which a configuration is rare.
    #[arg(long, default_value_t = 30.0)]
    rarity: f32,
    /// Unit of the values in the file, in 1/128 disc; the engine rounds pattern weights to 8.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..))]
    step: u8,
    /// Seed of the order of samples.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// 1, or 2 for both parities of empty squares at once.
    #[arg(long, default_value_t = 2)]
    threads: u32,
}

impl Fit {
    /// Loads, fits, writes.
    pub fn run(self) -> io::Result<()> {
        let least = self.first.saturating_sub(2).max(1);
        let data = self.source.load(RuleSet::Othello, least)?;
        let exact = match self.level.is_empty() {
            true => None,
            false => Some(
                self.source
                    .load_from(&self.level, RuleSet::Othello, least)?,
            ),
        };
        let start = match &self.start {
            Some(path) => Some(evaluation(Some(path))?),
            None => None,
        };
        let plan = Plan {
            knots: self.knots(),
            heads: self.heads(),
            mobility: !self.no_mobility,
            passes: self.passes,
            rate: self.rate,
            head_rate: self.head_rate,
            power: self.power,
            rarity: self.rarity,
            seed: self.seed,
            threads: self.threads,
            step: self.step,
        };
        let state = with_suffix(&self.out, "state");
        let curve = with_suffix(&self.out, "csv");
        let mut fit = fit::Fit::new(plan, &data, start.as_ref().map(Evaluation::weights));
        let resumed = self.resume && fit.resume(&state)?;
        let mut table = fs::OpenOptions::new()
            .create(true)
            .write(true)
            .append(resumed)
            .truncate(!resumed)
            .open(&curve)?;
        let samples = data.counts().0 as u64;
        let mut best = f64::INFINITY;
        while fit.done() < self.passes {
            let bar = super::bar(Some(samples), "fitting");
            let pass = fit.pass(&|count| bar.set_position(count));
            bar.finish_and_clear();
            log::info!(
                "pass {} of {}: root mean square error {:.4} learning, {:.4} held out",
                pass.number,
                self.passes,
                pass.train,
                pass.held_out
            );
            write_curve(&mut table, &pass)?;
            if pass.held_out > best {
                log::info!("no better than the pass before: stopped early");
                break;
            }
            best = pass.held_out;
            fit.save(&state)?;
            let levels = exact.as_ref().map_or([0.0; 61], |exact| fit.levels(exact));
            let file = fit.weights(&levels).to_bytes();
            fs::write(&self.out, &file)?;
            log::info!("{}: {} bytes", self.out.display(), file.len());
        }
        Ok(())
    }

    fn heads(&self) -> Vec<u32> {
        let mut heads = self.heads.clone();
        heads.sort_unstable();
        heads.dedup();
        heads
    }

    fn knots(&self) -> Vec<u32> {
        let spacing = self.spacing.next_multiple_of(2);
        let of = |first: u32| (first..=self.last.max(first)).step_by(spacing as usize);
        let mut knots: Vec<u32> = of(self.first).chain(of(self.first + 1)).collect();
        knots.sort_unstable();
        knots
    }
}

/// Reads a weight file, naming it if it is wrong; without one, the embedded
/// weights.
pub fn evaluation(path: Option<&Path>) -> io::Result<Evaluation> {
    let Some(path) = path else {
        return Ok(Evaluation::default());
    };
    let named = |error: String| {
        let message = format!("{}: {error}", path.display());
        io::Error::new(io::ErrorKind::InvalidData, message)
    };
    let bytes = fs::read(path).map_err(|error| named(error.to_string()))?;
    Evaluation::read(&bytes).map_err(|error| named(error.to_string()))
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(suffix);
    name.into()
}

/// One line for each number of empty squares: pass, empty squares, boards, error;
/// a line with empty squares `all` for the pass as a whole and one `learning`.
fn write_curve(file: &mut fs::File, pass: &Pass) -> io::Result<()> {
    let number = pass.number;
    if number == 1 {
        writeln!(file, "pass,empties,boards,rmse")?;
    }
    for (empties, boards, error) in &pass.by_empties {
        writeln!(file, "{number},{empties},{boards},{error:.4}")?;
    }
    let boards: usize = pass.by_empties.iter().map(|&(_, boards, _)| boards).sum();
    writeln!(file, "{number},all,{boards},{:.4}", pass.held_out)?;
    writeln!(file, "{number},learning,,{:.4}", pass.train)
}
