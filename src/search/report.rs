//! What a search has found so far.

use super::selectivity::Selectivity;
use crate::eval::Score;
use mollett_protocol::Move;
use std::time::Duration;

/// How a score relates to the true value of its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value itself (at the depth and selectivity of the report).
    Value,
    /// The value is this or more.
    AtLeast,
    /// The value is this or less.
    AtMost,
}

/// What kind of number a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// From the evaluation at the horizon.
    Evaluation,
    /// From the end of the game, with forward pruning at this confidence.
    Selective(Selectivity),
    /// Exact, in whole discs, with best play of both sides.
    Exact,
    /// Won (+1), drawn (0) or lost (-1), not a disc count.
    WinLossDraw,
}

/// One of the best moves with its score and what is expected to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The expected moves, passes included, the first for the side to move at the
    /// root; empty only where the game is over.
    pub moves: Vec<Move>,
    /// The score for the side to move at the root.
    pub score: Score,
    /// Value or bound.
    pub bound: Bound,
    /// Evaluation, selective, exact or win/loss/draw.
    pub kind: Kind,
    /// The depth in plies at which this line was found.
    pub depth: u32,
}

/// A state of a search: after each iteration, and at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The best lines, best first, one for each move asked for that exists. With a
    /// fixed depth the first is that of a search for one line, whatever the scores
    /// of the others, which were searched after it. Where the game is over at the
    /// root, one line without moves and with the final score.
    pub lines: Vec<Line>,
    /// Plies of the last completed iteration (0: none was completed; the lines
    /// then hold a legal move and its static evaluation).
    pub depth: u32,
    /// Confidence of the last completed iteration.
    pub selectivity: Selectivity,
    /// Positions entered so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

impl Report {
    /// The move to play: a disc, or a pass where it is forced or the game is over.
    #[must_use]
    pub fn best_move(&self) -> Move {
        self.lines
            .first()
            .and_then(|line| line.moves.first())
            .copied()
            .unwrap_or(Move::Pass)
    }

    /// The score of the best move for the side to move.
    #[must_use]
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score(0), |line| line.score)
    }
}
