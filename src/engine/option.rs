//! What a user can set, and how it is set, read and listed by name.

use super::option_table::{ROWS, Row};
use crate::eval::Evaluation;
use crate::eval::weight::WeightError;
use crate::search::{Table, TableError};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::time::Duration;

/// No weight file is as large as this.
const MOST_BYTES: u64 = 64 << 20;

/// How the numbers of `time_settings` are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeKind {
    /// As GTP says: a period with a number of moves; no moves in a period that is
    /// not zero means no limit.
    #[default]
    Gtp,
    /// No moves in a period that is not zero means that the period is added after
    /// each move.
    Fischer,
}

/// How the score of a finished classic game is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassicScore {
    /// Discs on the board.
    #[default]
    Discs,
    /// Empty squares go to the winner, as in Othello.
    EmptiesToWinner,
}

/// What the second player's colour is called where people read it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SecondColor {
    /// As everywhere else.
    #[default]
    White,
    /// As with the old sets of black and red discs.
    Red,
}

/// The weights of the evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WeightChoice {
    /// The file they are from; empty for those that are part of the program.
    pub file: String,
    /// The weights themselves.
    pub evaluation: Evaluation,
}

impl WeightChoice {
    /// The word for the weights that are part of the program.
    pub const EMBEDDED: &'static str = "embedded";

    /// The weights of a file, or the embedded ones.
    ///
    /// # Errors
    /// When the file cannot be read or is no weight file for this program.
    pub fn read(word: &str) -> Result<Self, OptionError> {
        if word == Self::EMBEDDED {
            return Ok(Self::default());
        }
        let fault = |fault| OptionError::Weights {
            file: word.to_owned(),
            fault,
        };
        let bytes = content(word).map_err(|error| fault(WeightFault::File(error.kind())))?;
        let evaluation = Evaluation::read(&bytes).map_err(|e| fault(WeightFault::Content(e)))?;
        Ok(Self {
            file: word.to_owned(),
            evaluation,
        })
    }

    /// What [`read`](Self::read) takes to get them.
    #[must_use]
    pub fn word(&self) -> &str {
        match self.file.as_str() {
            "" => Self::EMBEDDED,
            file => file,
        }
    }
}

/// The bytes of a plain file; a pipe or a device might never end.
fn content(path: &str) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Why weights cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightFault {
    /// The file cannot be read.
    File(io::ErrorKind),
    /// It is no weight file for this program.
    Content(WeightError),
}

/// The value of every option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Size of the transposition table in MB (2^20 bytes).
    pub hash_mb: usize,
    /// Threads that search.
    pub threads: usize,
    /// Time for a move without clock and limit.
    pub move_time: Duration,
    /// Plies a move is searched to at most.
    pub depth: Option<u32>,
    /// Nodes a move is searched with at most.
    pub nodes: Option<u64>,
    /// What a move costs outside the engine.
    pub lag: Duration,
    /// How `time_settings` is read.
    pub time_kind: TimeKind,
    /// How finished classic games are counted.
    pub classic_score: ClassicScore,
    /// What White is called for people.
    pub second_color: SecondColor,
    /// Moves an analysis shows.
    pub analyze_moves: usize,
    /// Whether `clear_board` leaves the table alone.
    pub keep_table: bool,
    /// The level of play, 1 to 30; 0 is full strength.
    pub level: u32,
    /// How often a weaker move is played, in percent, where no level says so.
    pub error_percent: u32,
    /// The most that such a move may lose, in hundredths of a disc.
    pub error_loss: u32,
    /// Plies of the game in which nearly as good a move may be played as the best.
    pub variety_plies: u32,
    /// The most that such a move may lose, in hundredths of a disc.
    pub variety_loss: u32,
    /// What all choices at random follow from; 0: from nothing that can be repeated.
    pub seed: u64,
    /// Whether to think on the opponent's time.
    pub ponder: bool,
    /// Whether to draw what a search finds while it runs, for GoGui.
    pub live_gfx: bool,
    /// What the searches evaluate with.
    pub weights: WeightChoice,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash_mb: 64,
            threads: 1,
            move_time: Duration::from_millis(1000),
            depth: None,
            nodes: None,
            lag: Duration::from_millis(6),
            time_kind: TimeKind::Gtp,
            classic_score: ClassicScore::Discs,
            second_color: SecondColor::White,
            analyze_moves: 4,
            keep_table: true,
            level: 0,
            error_percent: 0,
            error_loss: 400,
            variety_plies: 0,
            variety_loss: 100,
            seed: 0,
            ponder: false,
            live_gfx: false,
            weights: WeightChoice::default(),
        }
    }
}

/// Why an option cannot be read or set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// There is no option of this name.
    Unknown(String),
    /// The option cannot have this value.
    Value {
        /// The option.
        name: &'static str,
        /// The value as typed.
        value: String,
        /// What it can have.
        range: String,
        /// In what unit.
        unit: &'static str,
    },
    /// A table of this size cannot be had.
    Table(TableError),
    /// These weights cannot be loaded.
    Weights {
        /// The file as typed.
        file: String,
        /// What is wrong with it.
        fault: WeightFault,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                write!(f, "unknown option '{}'; there are", shown(name))?;
                ROWS.iter().try_for_each(|row| write!(f, " {}", row.name))
            }
            Self::Value {
                name,
                value,
                range,
                unit,
            } => {
                let value = shown(value);
                write!(
                    f,
                    "'{value}' is not a value of {name}; range {range} unit {unit}"
                )
            }
            Self::Table(error) => error.fmt(f),
            Self::Weights { file, fault } => {
                write!(f, "cannot load the weights '{}': ", shown(file))?;
                match fault {
                    WeightFault::File(io::ErrorKind::IsADirectory) => f.write_str("not a file"),
                    WeightFault::File(kind) => kind.fmt(f),
                    WeightFault::Content(error) => error.fmt(f),
                }
            }
        }
    }
}

impl std::error::Error for OptionError {}

/// A word from outside, short enough for one line.
fn shown(word: &str) -> String {
    word.chars().take(40).collect()
}

fn find(name: &str) -> Result<&'static Row, OptionError> {
    ROWS.iter()
        .find(|row| row.name == name)
        .ok_or_else(|| OptionError::Unknown(name.to_owned()))
}

impl Options {
    /// One line an option: name, value, default, range and unit.
    #[must_use]
    pub fn list(&self) -> String {
        let defaults = Self::default();
        let lines = ROWS.iter().map(|row| {
            let (value, default, range) = (row.get(self), row.get(&defaults), row.range());
            let (name, unit) = (row.name, row.unit);
            format!("{name} {value} default {default} range {range} unit {unit}")
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Greatest depth that can be asked for, in plies.
    pub(super) const MAX_DEPTH: u32 = 60;

    /// The options as GoGui shows them in a dialog: `[TYPE] NAME VALUE`.
    #[must_use]
    pub fn parameters(&self) -> String {
        let lines = ROWS.iter().map(|row| {
            let (kind, value) = (row.parameter_type(), row.get(self));
            format!("[{kind}] {} {value}", row.name)
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The value of the option of this name.
    ///
    /// # Errors
    /// When there is none.
    pub fn get(&self, name: &str) -> Result<String, OptionError> {
        find(name).map(|row| row.get(self))
    }

    /// Sets the option of this name.
    ///
    /// # Errors
    /// When there is none, it cannot have this value, or the machine has not that
    /// much memory; then nothing has changed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let row = find(name)?;
        let mut changed = self.clone();
        row.set(&mut changed, value)?;
        if changed.hash_mb != self.hash_mb {
            // Only asks whether it can be had; the worker takes it when it needs it.
            Table::new(changed.hash_mb).map_err(OptionError::Table)?;
        }
        *self = changed;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_reads_back_the_value_it_lists_as_default() {
        let mut options = Options::default();
        for line in Options::default().list().lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let (name, value) = (words[0], words[1]);
            assert_eq!(options.set(name, value), Ok(()), "{line}");
            assert_eq!(options.get(name).as_deref(), Ok(value));
            assert!(line.contains(&format!(" default {value}")), "{line}");
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn weights_of_a_file_are_told_from_the_embedded_ones() {
        let mut options = Options::default();
        let file = "src/eval/weights.bin";
        assert_eq!(options.set("weights", file), Ok(()));
        assert_eq!(options.get("weights").as_deref(), Ok(file));
        assert_ne!(options, Options::default());
        assert_eq!(options.set("weights", "embedded"), Ok(()));
        assert_eq!(options, Options::default());
        let error = options.set("weights", "Cargo.toml").unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot load the weights 'Cargo.toml': not a weight file (it must begin with MOLLETTW)"
        );
    }

    #[test]
    fn values_are_set_and_bad_ones_change_nothing() {
        let mut options = Options::default();
        for (name, value) in [
            ("hash_mb", "3"),
            ("threads", "64"),
            ("move_time_ms", "500"),
            ("depth", "12"),
            ("nodes", "1000"),
            ("lag_ms", "0"),
            ("time_kind", "fischer"),
            ("classic_score", "empties_to_winner"),
            ("analyze_moves", "64"),
            ("keep_table", "off"),
            ("level", "30"),
            ("error_percent", "100"),
            ("error_loss", "250"),
            ("variety_plies", "8"),
            ("variety_loss", "50"),
            ("seed", "18446744073709551615"),
            ("ponder", "on"),
            ("live_gfx", "on"),
        ] {
            assert_eq!(options.set(name, value), Ok(()));
            assert_eq!(options.get(name).as_deref(), Ok(value));
        }
        let before = options.clone();
        for (name, value) in [
            ("threads", "0"),
            ("threads", "65"),
            ("threads", "-1"),
            ("threads", "abc"),
            ("threads", "1 2"),
            ("threads", "99999999999999999999"),
            ("depth", "+3"),
            ("time_kind", "byoyomi"),
            ("hash_mb", "65537"),
            ("hash", "1"),
            ("weights", "/no/such/file"),
            ("weights", "src"),
            ("weights", "Cargo.toml"),
        ] {
            assert!(options.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(options, before);
        assert_eq!(
            options.set("threads", "abc").unwrap_err().to_string(),
            "'abc' is not a value of threads; range 1..64 unit threads"
        );
    }
}
