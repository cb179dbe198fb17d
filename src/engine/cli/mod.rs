//! The command line: the arguments, and the commands that are no conversation.
//!
//! Results go to the writer that is passed in; whoever calls writes the error.

mod analyze;
mod bench;
mod bench_position;
mod complaint;
mod convert;
mod object;
mod perft;
mod progress;
mod rules;
mod solve;

pub use complaint::complaint;

use super::door::Door;
use super::option::{Options, WeightChoice};
use crate::formats::{Fault, Format, LoadError, Problem, problem};
use crate::search::{Selectivity, TableError, Techniques};
use clap::{Args, Parser, Subcommand, value_parser};
use mollett_protocol::{RuleSet, read_seconds};
use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Plays Othello and the classic Reversi of the 1880s over GTP.
///
/// Without a command it converses on standard input and output; protocol/README.md
/// is the reference of that language.
#[derive(Debug, Parser)]
#[command(name = "mollett", version)]
pub struct Arguments {
    #[command(flatten)]
    shared: Shared,

    /// Append a log to this file (RUST_LOG says how much of it).
    #[arg(long, global = true, value_name = "FILE")]
    pub log: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<Command>,
}

/// What every command may be told.
#[derive(Debug, Args)]
struct Shared {
    /// The game to begin with: othello or classic [default: othello].
    #[arg(long, global = true, value_name = "GAME")]
    rules: Option<RuleSet>,

    /// Threads that search.
    #[arg(long, global = true, value_name = "N", default_value_t = 1, value_parser = threads)]
    threads: usize,

    /// Size of the transposition table in MiB.
    #[arg(long, global = true, value_name = "N", default_value_t = Options::default().hash_mb,
          value_parser = hash_mb)]
    hash_mb: usize,

    /// Evaluate with the weights of this file instead of the program's own.
    #[arg(long, global = true, value_name = "FILE", default_value = WeightChoice::EMBEDDED,
          hide_default_value = true, value_parser = WeightChoice::read)]
    weights: WeightChoice,

    /// Begin a conversation with this option, as mollett-option sets it; may be
    /// given several times.
    #[arg(long, global = true, value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<Setting>,
}

/// An option and the value to begin with.
#[derive(Clone, Debug)]
struct Setting {
    name: String,
    value: String,
}

/// Read as `mollett-option NAME VALUE` reads it.
fn setting(word: &str) -> Result<Setting, String> {
    let (name, value) = word
        .split_once('=')
        .ok_or_else(|| format!("'{word}' is not of the form NAME=VALUE"))?;
    let set = Options::default().set(name, value);
    set.map_err(|error| error.to_string())?;
    let (name, value) = (name.to_owned(), value.to_owned());
    Ok(Setting { name, value })
}

/// Read as `mollett-option threads` reads it.
fn threads(word: &str) -> Result<usize, String> {
    let mut options = Options::default();
    let set = options.set("threads", word);
    set.map(|()| options.threads)
        .map_err(|error| error.to_string())
}

/// Read as `mollett-option hash_mb` reads it.
fn hash_mb(word: &str) -> Result<usize, String> {
    let mut options = Options::default();
    let set = options.set("hash_mb", word);
    set.map(|()| options.hash_mb)
        .map_err(|error| error.to_string())
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Count the positions DEPTH plies below one; a forced pass is one ply.
    Perft {
        /// Plies.
        #[arg(value_parser = plies)]
        depth: u32,
        /// The position to begin with: 64 cells and the side to move (classic:
        /// BLACK/WHITE supplies), or moves from the start.
        #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
        position: Option<String>,
        /// A JSON object instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Search fixed positions of both games and print a signature: the nodes.
    Bench {
        /// Search without this technique, to measure what it is worth; may be
        /// given several times.
        #[arg(long, value_name = "NAME", value_parser = Techniques::NAMES)]
        without: Vec<String>,
        /// A JSON object a line instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Solve every position of a file (OBF, position text, or moves a line).
    ///
    /// Scores in the file are compared with those found; the exit code is 1 if an
    /// exact one differs.
    Solve(SolveArguments),
    /// Convert a file of games or positions into another format.
    ///
    /// The format of IN is seen from its content, that of OUT from the end of its
    /// name: sgf, ggf, pgn, wtb (with JOU and TRN beside it), obf, txt (moves), csv
    /// (eOthello) or board. OBF and boards show the last position of each game.
    Convert(ConvertArguments),
    /// Analyse the games of a file: what each move was worth and what it gave away.
    ///
    /// Scores are discs for the side that moves. The format of FILE is seen from its
    /// content. Without a limit a position takes a second; of several limits the
    /// first that is reached ends its search.
    Analyze(AnalyzeArguments),
    /// Print the rules of a game as this program plays it.
    Rules {
        /// othello or classic; both if none is named.
        game: Option<RuleSet>,
    },
    /// Converse with the GUI NBoard, in its own language.
    Nboard,
    /// Converse with the GUI Cassio, in the Othello Engine Protocol.
    Cassio,
}

/// What `convert` may be told.
#[derive(Debug, Args)]
struct ConvertArguments {
    /// The file to read.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write.
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// The format of IN, where its content does not show it.
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The format of OUT, where its name does not end with it.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
}

/// What `analyze` may be told.
#[derive(Debug, Args)]
struct AnalyzeArguments {
    /// The file.
    file: PathBuf,
    /// The format of FILE, where its content does not show it.
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Only this game of the file, counted from 1.
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// Time for a position.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Plies to look ahead.
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Nodes to search.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Solve positions with at most so many empty squares, however long it takes.
    #[arg(long, value_name = "EMPTIES", value_parser = value_parser!(u32).range(0..=60))]
    exact: Option<u32>,
    /// A JSON object a game instead of text.
    #[arg(long)]
    json: bool,
    /// Draw the score over the game into this file, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// What `solve` may be told.
#[derive(Debug, Args)]
struct SolveArguments {
    /// The file.
    file: PathBuf,
    /// Only find out who wins.
    #[arg(long, conflicts_with = "selectivity")]
    wld: bool,
    /// Leave out lines that are worse with this confidence: 73, 87, 95, 98, 99.
    #[arg(long, value_name = "PERCENT", default_value = "100", value_parser = percent)]
    selectivity: Selectivity,
    /// A JSON object a line instead of text.
    #[arg(long)]
    json: bool,
}

fn percent(word: &str) -> Result<Selectivity, String> {
    let level = word.parse().ok().and_then(Selectivity::from_percent);
    level.ok_or_else(|| format!("'{word}' is not a level; there are 73, 87, 95, 98, 99 and 100"))
}

fn seconds(word: &str) -> Result<Duration, String> {
    let time = read_seconds(word).ok().filter(|time| !time.is_zero());
    time.ok_or_else(|| format!("'{word}' is not a time in seconds, more than 0"))
}

fn plies(word: &str) -> Result<u32, String> {
    let highest = u32::MAX;
    word.parse()
        .map_err(|_| format!("'{word}' is not a number of plies (0 to {highest})"))
}

/// What the arguments ask for.
#[derive(Debug)]
pub enum Task {
    /// A conversation over standard input and output, in this language.
    Converse(Door, RuleSet, Options),
    /// One of the other commands.
    Run(OneShot),
}

/// A command that runs once and ends.
#[derive(Debug)]
pub struct OneShot {
    rules: Option<RuleSet>,
    options: Options,
    command: Command,
}

/// Why a command failed.
#[derive(Debug)]
pub enum CliError {
    /// An argument has no such value.
    Argument(String),
    /// A file cannot be loaded.
    Load(LoadError),
    /// A file holds what it should not, or cannot be written.
    File(String),
    /// A text among the arguments is no position.
    Text(Fault),
    /// No memory for the table.
    Table(TableError),
    /// The results cannot be written.
    Output(std::io::Error),
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(error) | Self::File(error) => f.write_str(error),
            Self::Load(error) => error.fmt(f),
            Self::Text(error) => error.fmt(f),
            Self::Table(error) => error.fmt(f),
            Self::Output(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl std::error::Error for CliError {}

impl CliError {
    /// The exit code: 2 for a command line that cannot be, as clap has it, else 1.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Argument(_) | Self::Text(_) => 2,
            Self::Load(_) | Self::File(_) | Self::Table(_) | Self::Output(_) => 1,
        }
    }
}

impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}

impl Arguments {
    /// What is asked for.
    #[must_use]
    pub fn task(self) -> Task {
        let mut options = Options {
            threads: self.shared.threads,
            hash_mb: self.shared.hash_mb,
            weights: self.shared.weights,
            ..Options::default()
        };
        for Setting { name, value } in &self.shared.set {
            // It was set once when the arguments were read.
            if let Err(error) = options.set(name, value) {
                log::error!("{error}");
            }
        }
        let rules = self.shared.rules.unwrap_or(RuleSet::Othello);
        match self.command {
            None => Task::Converse(Door::Gtp, rules, options),
            Some(Command::Nboard) if rules == RuleSet::Othello => {
                Task::Converse(Door::Nboard, rules, options)
            }
            Some(Command::Cassio) if rules == RuleSet::Othello => {
                Task::Converse(Door::Cassio, rules, options)
            }
            Some(command) => Task::Run(OneShot {
                rules: self.shared.rules,
                options,
                command,
            }),
        }
    }
}

impl OneShot {
    /// Runs it. False when what was found differs from what was expected.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn run(&self, output: &mut impl Write) -> Result<bool, CliError> {
        match &self.command {
            Command::Perft {
                depth,
                position,
                json,
            } => {
                let text = position.as_deref();
                perft::run(self.rules, text, *depth, *json, output).map(|()| true)
            }
            Command::Bench { without, json } => {
                let techniques = without.iter().fold(Techniques::ALL, |techniques, name| {
                    techniques.without(name).unwrap_or(techniques)
                });
                let evaluation = &self.options.weights.evaluation;
                bench::run(techniques, evaluation, *json, output).map(|()| true)
            }
            // Those two GUIs know no other game.
            Command::Nboard | Command::Cassio => Err(CliError::Argument(
                "nboard and cassio play othello alone, without --rules classic".to_owned(),
            )),
            Command::Convert(arguments) => {
                convert::run(self.rules, arguments, output).map(|()| true)
            }
            Command::Analyze(arguments) => {
                analyze::run(self.rules, &self.options, arguments, output).map(|()| true)
            }
            Command::Solve(arguments) => solve::run(self.rules, &self.options, arguments, output),
            Command::Rules { game } => rules::run(game.or(self.rules), output).map(|()| true),
        }
    }
}

/// The only position of a text.
fn one_position(text: &str, rules: Option<RuleSet>) -> Result<Problem, CliError> {
    let mut problems = problem::read_all(text, rules)
        .map_err(CliError::Text)?
        .into_iter();
    match (problems.next(), problems.next()) {
        (Some(problem), None) => Ok(problem),
        _ => Err(CliError::Argument("more than one position".to_owned())),
    }
}
