//! A request that needs the worker: what is to be done, what may end it, and what
//! its result is for.

use super::event::Work;
use mollett_protocol::{Color, Dialect, PositionText};
use std::time::{Duration, Instant};

/// What a command came to.
#[derive(Debug)]
pub(super) enum Answer {
    /// The text of the reply.
    Text(String),
    /// No reply at all is due.
    Silence,
    /// The worker has to find it out.
    Search(Box<Task>),
    /// The text of the last reply; nothing is answered after it.
    Quit,
}

/// Work for the worker, for one request.
#[derive(Debug)]
pub(super) struct Task {
    /// What to do.
    pub(super) work: Work,
    /// What the result is for.
    pub(super) purpose: Purpose,
    /// What ends it.
    pub(super) ending: Ending,
}

/// What the result of a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A move that is then played.
    Genmove(Color),
    /// A move that is not played.
    RegGenmove,
    /// As `Genmove`, with reports while it is searched.
    GenmoveAnalyze(Color, Stream),
    /// Reports only.
    Analyze(Stream),
    /// The best moves with scores and lines.
    Hint,
    /// The same, to be drawn on a board.
    HintGfx,
    /// The exact score.
    Solve,
    /// Win, loss or draw.
    SolveWld,
    /// The number of positions.
    Perft,
    /// A move for NBoard, which is not played, with reports while it is searched.
    NboardGo,
    /// The best moves for NBoard, while they are searched.
    NboardHint,
    /// The score after this many moves of the game, for NBoard.
    NboardReview(usize),
    /// All about this position, for Cassio.
    Cassio(PositionText),
}

/// How a search is reported while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stream {
    /// Whose spelling.
    pub(super) dialect: Dialect,
    /// Time between two reports; `None`: whenever there is something new.
    pub(super) interval: Option<Duration>,
}

/// What ends a search by itself; it decides what `quit`, the end of input and
/// further lines do to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Nothing: any line of input ends it.
    Unlimited,
    /// Time.
    Timed,
    /// Depth, nodes, or knowing the exact score.
    Bounded,
}

impl Purpose {
    /// How it is reported while it runs, if it is.
    pub(super) const fn stream(self) -> Option<Stream> {
        match self {
            Self::GenmoveAnalyze(_, stream) | Self::Analyze(stream) => Some(stream),
            Self::NboardGo | Self::NboardHint => Some(Stream {
                dialect: Dialect::Own,
                interval: None,
            }),
            _ => None,
        }
    }

    /// Whether its reply is begun before the search.
    pub(super) const fn is_open(self) -> bool {
        self.stream().is_some() || matches!(self, Self::NboardReview(_))
    }
}

impl Stream {
    /// When the next report is due, if there is a time for it.
    pub(super) fn next(self) -> Option<Instant> {
        let interval = self.interval.filter(|interval| !interval.is_zero())?;
        Instant::now().checked_add(interval)
    }
}
