//! The laboratory's binary: data generation and fitting (Cargo feature `lab`).

mod exam;
mod fit;
mod fit_classic;
mod fit_probcut;
mod plot;
mod tune;

use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mollett::board::{Classic, Othello};
use mollett::lab::generate::{self, Kind, Task};
use mollett::lab::weight_file::WeightSet;
use mollett_protocol::RuleSet;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Data and fits for mollett's evaluation. Every step can be interrupted and goes
/// on where the last closed chunk ended.
#[derive(Parser)]
#[command(name = "mollett-lab", version)]
struct Arguments {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    /// Make labelled positions.
    #[command(subcommand)]
    Generate(Generate),
    /// Write weights that know nothing: where everything begins.
    Blank {
        /// The weight file to write.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Fit the weights of the evaluation on labelled positions.
    Fit(fit::Fit),
    /// Add what the classic game needs to a weight file.
    FitClassic(fit_classic::FitClassic),
    /// Fit how well shallow searches predict deep ones.
    FitProbcut(fit_probcut::FitProbcut),
    /// Measure scores and searches against positions with known values.
    Exam(exam::Exam),
    /// Draw the errors of fits as SVG.
    Plot(plot::Plot),
    /// Let two sets of constants or weights play quick games against each other.
    Duel(tune::Duel),
    /// Tune the constants of the search by games.
    Tune(tune::Tune),
}

#[derive(Subcommand)]
enum Generate {
    /// Late positions of plausible games with their exact values.
    Exact {
        #[command(flatten)]
        common: Common,
        /// Fewest empty squares.
        #[arg(long, default_value_t = 8)]
        least: u32,
        /// Most empty squares.
        #[arg(long, default_value_t = 14)]
        most: u32,
    },
    /// Self-play games from random prefixes.
    Games {
        #[command(flatten)]
        common: Common,
        /// Plies of the search that chooses the moves.
        #[arg(long, default_value_t = 4)]
        depth: u32,
        /// Empty squares from which on everything is exact.
        #[arg(long, default_value_t = 14)]
        solve: u32,
        /// Percent of the games that begin with up to 50 random plies.
        #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=100))]
        long_prefixes: u32,
        /// Percent of the games that begin with plausible moves; what is left of
        /// the games begins with 4 to 16 random plies.
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(0..=100))]
        plausible_prefixes: u32,
    },
}

#[derive(clap::Args)]
struct Common {
    /// othello or classic.
    #[arg(long, default_value = "othello")]
    rules: RuleSet,
    /// Directory for the chunks, outside the checkout.
    #[arg(long)]
    data: PathBuf,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads.
    #[arg(long, default_value_t = 1)]
    threads: u32,
    /// The weight file to search with; without it the embedded weights.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Stop after this many minutes; without it, go on until interrupted.
    #[arg(long)]
    minutes: Option<f64>,
}

fn main() -> ExitCode {
    env_logger::Builder::new()
        .filter_level(log::LevelFilter::Info)
        .parse_default_env()
        .init();
    let result = match Arguments::parse().step {
        Step::Generate(what) => generate(what),
        Step::Blank { out } => std::fs::write(&out, WeightSet::blank().to_bytes())
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", out.display()))),
        Step::Fit(fit) => fit.run(),
        Step::FitClassic(fit) => fit.run(),
        Step::FitProbcut(fit) => fit.run(),
        Step::Exam(exam) => exam.run(),
        Step::Plot(plot) => plot.run(),
        Step::Duel(duel) => duel.run(),
        Step::Tune(tune) => tune.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// A bar for work of known length, or a spinner; hidden where nobody looks.
fn bar(length: Option<u64>, what: &str) -> ProgressBar {
    let template = match length {
        Some(_) => format!("{what} {{wide_bar}} {{percent}} % {{eta}}"),
        None => format!("{{spinner}} {{pos}} {what}, {{per_sec}}"),
    };
    let bar = length.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

fn generate(what: Generate) -> io::Result<()> {
    let (kind, common) = match what {
        Generate::Exact {
            common,
            least,
            most,
        } if least <= most => (Kind::Exact { least, most }, common),
        Generate::Exact { least, most, .. } => {
            let message = format!("--least {least} is more than --most {most}");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        Generate::Games {
            common,
            depth,
            solve,
            long_prefixes,
            plausible_prefixes,
        } => (
            Kind::Games {
                depth,
                solve,
                long_prefixes,
                plausible_prefixes,
            },
            common,
        ),
    };
    let task = Task {
        kind,
        data: common.data,
        seed: common.seed,
        threads: common.threads,
        time: common
            .minutes
            .map(|minutes| Duration::from_secs_f64(minutes.max(0.0) * 60.0)),
        evaluation: fit::evaluation(common.weights.as_deref())?,
    };
    let bar = bar(None, "positions");
    let progress = |count| bar.set_position(count);
    match common.rules {
        RuleSet::Othello => generate::run::<Othello>(&task, &progress),
        RuleSet::Classic => generate::run::<Classic>(&task, &progress),
    }
    .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", task.data.display())))
}
