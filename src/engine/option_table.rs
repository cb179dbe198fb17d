//! The table of options: name, unit and values of each. Setting, reading and
//! listing are made from it, so they cannot disagree.

use super::level::Level;
use super::option::{ClassicScore, OptionError, Options, SecondColor, TimeKind, WeightChoice};
use std::time::Duration;

/// One option.
pub(super) struct Row {
    /// The name it is set by.
    pub(super) name: &'static str,
    /// The unit of a number; `none` for a choice.
    pub(super) unit: &'static str,
    value: Value,
}

/// What an option can be, and where it is kept.
enum Value {
    /// A whole number within bounds.
    Number {
        low: u64,
        high: u64,
        get: fn(&Options) -> u64,
        set: fn(&mut Options, u64),
    },
    /// A whole number; 0 is no limit.
    Limit {
        high: u64,
        get: fn(&Options) -> Option<u64>,
        set: fn(&mut Options, Option<u64>),
    },
    /// One of two words; true is the second.
    Choice {
        words: [&'static str; 2],
        get: fn(&Options) -> bool,
        set: fn(&mut Options, bool),
    },
    /// A file of weights, or those of the program.
    Weights,
}

/// Every option, in the order of the list.
pub(super) const ROWS: &[Row] = &[
    Row {
        name: "hash_mb",
        unit: "MB",
        value: Value::Number {
            low: 1,
            high: 65_536,
            get: |options| options.hash_mb as u64,
            set: |options, value| options.hash_mb = value as usize,
        },
    },
    Row {
        name: "threads",
        unit: "threads",
        value: Value::Number {
            low: 1,
            high: 64,
            get: |options| options.threads as u64,
            set: |options, value| options.threads = value as usize,
        },
    },
    Row {
        name: "move_time_ms",
        unit: "ms",
        value: Value::Number {
            low: 1,
            high: 86_400_000,
            get: |options| options.move_time.as_millis() as u64,
            set: |options, value| options.move_time = Duration::from_millis(value),
        },
    },
    Row {
        name: "depth",
        unit: "plies",
        value: Value::Limit {
            high: Options::MAX_DEPTH as u64,
            get: |options| options.depth.map(u64::from),
            set: |options, value| options.depth = value.map(|depth| depth as u32),
        },
    },
    Row {
        name: "nodes",
        unit: "nodes",
        value: Value::Limit {
            high: u64::MAX,
            get: |options| options.nodes,
            set: |options, value| options.nodes = value,
        },
    },
    Row {
        name: "lag_ms",
        unit: "ms",
        value: Value::Number {
            low: 0,
            high: 60_000,
            get: |options| options.lag.as_millis() as u64,
            set: |options, value| options.lag = Duration::from_millis(value),
        },
    },
    Row {
        name: "time_kind",
        unit: "none",
        value: Value::Choice {
            words: ["gtp", "fischer"],
            get: |options| options.time_kind == TimeKind::Fischer,
            set: |options, fischer| {
                options.time_kind = match fischer {
                    true => TimeKind::Fischer,
                    false => TimeKind::Gtp,
                };
            },
        },
    },
    Row {
        name: "classic_score",
        unit: "none",
        value: Value::Choice {
            words: ["discs", "empties_to_winner"],
            get: |options| options.classic_score == ClassicScore::EmptiesToWinner,
            set: |options, empties_to_winner| {
                options.classic_score = match empties_to_winner {
                    true => ClassicScore::EmptiesToWinner,
                    false => ClassicScore::Discs,
                };
            },
        },
    },
    Row {
        name: "second_color",
        unit: "none",
        value: Value::Choice {
            words: ["white", "red"],
            get: |options| options.second_color == SecondColor::Red,
            set: |options, red| {
                options.second_color = match red {
                    true => SecondColor::Red,
                    false => SecondColor::White,
                };
            },
        },
    },
    Row {
        name: "analyze_moves",
        unit: "moves",
        value: Value::Number {
            low: 1,
            high: 64,
            get: |options| options.analyze_moves as u64,
            set: |options, value| options.analyze_moves = value as usize,
        },
    },
    Row {
        name: "keep_table",
        unit: "none",
        value: Value::Choice {
            words: ["off", "on"],
            get: |options| options.keep_table,
            set: |options, keep| options.keep_table = keep,
        },
    },
    Row {
        name: "level",
        unit: "none",
        value: Value::Number {
            low: 0,
            high: Level::HIGHEST as u64,
            get: |options| options.level.into(),
            set: |options, value| options.level = value as u32,
        },
    },
    Row {
        name: "error_percent",
        unit: "percent",
        value: Value::Number {
            low: 0,
            high: 100,
            get: |options| options.error_percent.into(),
            set: |options, value| options.error_percent = value as u32,
        },
    },
    Row {
        name: "error_loss",
        unit: "centidiscs",
        value: Value::Number {
            low: 0,
            high: 12_800,
            get: |options| options.error_loss.into(),
            set: |options, value| options.error_loss = value as u32,
        },
    },
    Row {
        name: "variety_plies",
        unit: "plies",
        value: Value::Number {
            low: 0,
            high: 60,
            get: |options| options.variety_plies.into(),
            set: |options, value| options.variety_plies = value as u32,
        },
    },
    Row {
        name: "variety_loss",
        unit: "centidiscs",
        value: Value::Number {
            low: 0,
            high: 12_800,
            get: |options| options.variety_loss.into(),
            set: |options, value| options.variety_loss = value as u32,
        },
    },
    Row {
        name: "seed",
        unit: "none",
        value: Value::Number {
            low: 0,
            high: u64::MAX,
            get: |options| options.seed,
            set: |options, value| options.seed = value,
        },
    },
    Row {
        name: "ponder",
        unit: "none",
        value: Value::Choice {
            words: ["off", "on"],
            get: |options| options.ponder,
            set: |options, ponder| options.ponder = ponder,
        },
    },
    Row {
        name: "live_gfx",
        unit: "none",
        value: Value::Choice {
            words: ["off", "on"],
            get: |options| options.live_gfx,
            set: |options, live| options.live_gfx = live,
        },
    },
    Row {
        name: "weights",
        unit: "none",
        value: Value::Weights,
    },
];

impl Row {
    /// The values it can have, such as `1..64` or `gtp|fischer`.
    pub(super) fn range(&self) -> String {
        match &self.value {
            Value::Number { low, high, .. } => format!("{low}..{high}"),
            Value::Limit { high, .. } => format!("0..{high}"),
            Value::Choice { words, .. } => words.join("|"),
            Value::Weights => format!("{}|FILE", WeightChoice::EMBEDDED),
        }
    }

    /// What GoGui needs to know to ask for it: a choice, or anything.
    pub(super) fn parameter_type(&self) -> String {
        match &self.value {
            Value::Choice { words, .. } => format!("list/{}", words.join("/")),
            _ => "string".to_owned(),
        }
    }

    /// Its value as a word.
    pub(super) fn get(&self, options: &Options) -> String {
        match &self.value {
            Value::Number { get, .. } => get(options).to_string(),
            Value::Limit { get, .. } => get(options).unwrap_or(0).to_string(),
            Value::Choice {
                words: [first, second],
                get,
                ..
            } => if get(options) { second } else { first }.to_string(),
            Value::Weights => options.weights.word().to_owned(),
        }
    }

    /// Sets it to the value of a word.
    ///
    /// # Errors
    /// When that is no value of it; then nothing has changed.
    pub(super) fn set(&self, options: &mut Options, word: &str) -> Result<(), OptionError> {
        if let Value::Weights = self.value {
            options.weights = WeightChoice::read(word)?;
            return Ok(());
        }
        self.set_plain(options, word)
            .ok_or_else(|| OptionError::Value {
                name: self.name,
                value: word.to_owned(),
                range: self.range(),
                unit: self.unit,
            })
    }

    fn set_plain(&self, options: &mut Options, word: &str) -> Option<()> {
        match &self.value {
            Value::Number { low, high, set, .. } => set(options, within(word, *low, *high)?),
            Value::Limit { high, set, .. } => {
                let value = within(word, 0, *high)?;
                set(options, (value > 0).then_some(value));
            }
            Value::Choice { words, set, .. } => {
                let mut known = words.iter();
                set(
                    options,
                    known.position(|known| word.eq_ignore_ascii_case(known))? == 1,
                );
            }
            Value::Weights => return None,
        }
        Some(())
    }
}

/// A whole number within these bounds.
fn within(word: &str, low: u64, high: u64) -> Option<u64> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    let value = word.parse().ok()?;
    (digits && (low..=high).contains(&value)).then_some(value)
}
