//! What a search has found so far.

use super::selectivity::Selectivity;
use crate::board::{Bitboard, Position, Rules};
use crate::eval::Score;
use mollett_protocol::{Move, SetUp};
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
    /// From the end of the game, with forward pruning.
    Selective,
    /// Exact, in whole discs, with best play of both sides.
    Exact,
    /// Won (+1), drawn (0) or lost (-1), not a disc count.
    WinLossDraw,
    /// None: ended before anything was known. It is 0, which means nothing.
    Unknown,
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
    /// Confidence of the search to that depth, maybe an earlier one that the table knew
    /// of; exact at depth 0, where there was none.
    pub selectivity: Selectivity,
    /// Before the first four discs of a classic game lie: how they will, if the line
    /// goes so far.
    pub set_up: Option<SetUp>,
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
    /// then hold what an earlier search of the position has left in the table, a legal
    /// move and its static evaluation, or [`Kind::Unknown`] when there was no time even
    /// for that).
    pub depth: u32,
    /// Confidence of the last completed iteration.
    pub selectivity: Selectivity,
    /// Positions entered so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

impl Report {
    /// What can be said of a position without any search or evaluation: the move
    /// that leaves the other side fewest moves, of unknown worth.
    pub(super) fn unsearched<R: Rules>(root: &Position<R>, elapsed: Duration) -> Self {
        let replies = |square| root.play(square).moves().count_ones();
        let square = Bitboard(root.moves())
            .into_iter()
            .min_by_key(|square| replies(square.index()));
        let (moves, score, kind) = match square {
            Some(square) => (vec![Move::Disc(square)], 0, Kind::Unknown),
            None if root.is_over() => (Vec::new(), root.final_score(), Kind::Exact),
            None => (vec![Move::Pass], 0, Kind::Unknown),
        };
        Self {
            lines: vec![Line {
                set_up: None,
                moves,
                score: Score::from_discs(score),
                bound: Bound::Value,
                kind,
                depth: 0,
                selectivity: Selectivity::EXACT,
            }],
            depth: 0,
            selectivity: Selectivity::EXACT,
            nodes: 0,
            elapsed,
        }
    }

    /// The move to play: a disc, or a pass where it is forced or the game is over.
    #[must_use]
    pub fn best_move(&self) -> Move {
        self.lines
            .first()
            .and_then(|line| line.moves.first())
            .copied()
            .unwrap_or(Move::Pass)
    }

    /// Whether there is a move and nothing else.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        self.lines.iter().all(|line| line.kind == Kind::Unknown)
    }

    /// The score of the best move for the side to move; 0 where it is unknown.
    #[must_use]
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score(0), |line| line.score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Classic, Othello};

    #[test]
    fn without_a_search_there_is_a_legal_move_and_no_claim() {
        let mut position = Othello::start();
        while !position.is_over() {
            let report = Report::unsearched(&position, Duration::ZERO);
            assert_eq!((report.depth, report.lines[0].kind), (0, Kind::Unknown));
            assert!(report.is_unknown());
            position = match report.best_move() {
                Move::Disc(square) => {
                    assert!(position.moves() & 1 << square.index() != 0);
                    position.play(square.index())
                }
                Move::Pass => {
                    assert_eq!(position.moves(), 0);
                    position.pass()
                }
            };
        }
        let report = Report::unsearched(&position, Duration::ZERO);
        assert_eq!(report.score(), Score::from_discs(position.final_score()));
        assert!(report.lines[0].moves.is_empty() && !report.is_unknown());
        assert_ne!(
            Report::unsearched(&Classic::start(), Duration::ZERO).best_move(),
            Move::Pass
        );
    }
}
