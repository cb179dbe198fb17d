//! The arguments of the analysing commands: whose spelling, which colour, how
//! often to report and when to end.

use std::fmt;
use std::time::Duration;

use crate::clock::Seconds;
use crate::words::Color;

/// Whose spelling of an analysing command was used. It decides the form of the
/// report lines, nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `analyze`, `genmove_analyze`: the engine's own lines.
    Own,
    /// `lz-analyze`, `lz-genmove_analyze`: lines as Leela Zero writes them.
    Lz,
    /// `kata-analyze`, `kata-genmove_analyze`: lines as KataGo writes them.
    Kata,
}

impl Dialect {
    /// All three, the engine's own first.
    pub const ALL: [Self; 3] = [Self::Own, Self::Lz, Self::Kata];
}

/// When an analysis ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnalysisLimit {
    /// Never: the next line of input ends it (for a move: the clock does).
    None,
    /// `depth N`: after iteration N, in plies; at least 1.
    Depth(u32),
    /// `nodes N`: after N nodes; at least 1.
    Nodes(u64),
    /// `time S`: after this time.
    Time(Duration),
    /// `exact`: when the score under perfect play is known.
    Exact,
    /// `wld`: when it is known who wins under perfect play.
    Result,
}

impl fmt::Display for AnalysisLimit {
    /// The words of the command; nothing for `None`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::None => Ok(()),
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Self::Time(time) => write!(f, "time {}", Seconds(time)),
            Self::Exact => f.write_str("exact"),
            Self::Result => f.write_str("wld"),
        }
    }
}

/// What an analysing command asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Analysis {
    /// Whose spelling was used.
    pub dialect: Dialect,
    /// The colour asked for; `None` is the side to move.
    pub color: Option<Color>,
    /// Time between two reports, in whole centiseconds; `None` leaves it to the
    /// engine.
    pub interval: Option<Duration>,
    /// When to end.
    pub limit: AnalysisLimit,
}

impl fmt::Display for Analysis {
    /// The arguments, each with a space before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(color) = self.color {
            write!(f, " {color}")?;
        }
        if let Some(interval) = self.interval {
            write!(f, " {}", interval.as_millis() / 10)?;
        }
        match self.limit {
            AnalysisLimit::None => Ok(()),
            limit => write!(f, " {limit}"),
        }
    }
}
