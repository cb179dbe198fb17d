//! What each move of a game was worth: searches, and the numbers made of them.

use crate::board::{AnyPosition, Game};
use crate::engine::answer::score;
use crate::search::{Control, Goal, Kind, Limits, Report, Table, TimeBudget, search};
use mollett_protocol::{Bound, Color, Move, Score};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Looks at games under these limits.
pub(super) struct Judge<'a> {
    /// What ends the search of a position.
    pub(super) limits: Limits,
    /// Positions with at most so many empty squares are solved, whatever that takes.
    pub(super) exact: Option<u32>,
    pub(super) table: &'a Table,
}

/// One ply of a game and what there is to say about it; all scores for the side
/// that made it.
pub(super) struct Ply {
    pub(super) color: Color,
    pub(super) played: Move,
    pub(super) before: AnyPosition,
    /// Of the move played.
    pub(super) score: Score,
    pub(super) best: Move,
    pub(super) best_score: Score,
    /// What was expected to follow, the best move first.
    pub(super) line: Vec<Move>,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) elapsed: Duration,
}

impl Ply {
    /// What the move gave away, in discs.
    pub(super) fn loss(&self) -> f64 {
        (self.best_score.discs - self.score.discs).max(0.0)
    }

    /// Whether that is certain.
    pub(super) fn is_exact(&self) -> bool {
        self.score.bound == Bound::Exact && self.best_score.bound == Bound::Exact
    }
}

/// A game that has been looked at.
pub(super) struct Review {
    pub(super) plies: Vec<Ply>,
    /// Of the last position, for Black.
    pub(super) last: Score,
    pub(super) is_over: bool,
}

impl Judge<'_> {
    /// Looks at a whole game, the last position first, so that the table knows
    /// what came of a move when the move is looked at. `advance` hears of every
    /// position.
    pub(super) fn review(&self, game: &Game, advance: &mut dyn FnMut()) -> Review {
        let (mut position, mut turn) = game.start();
        let mut befores = Vec::new();
        for ply in game.plies() {
            // A pass after the end may be anybody's.
            if ply.color != turn {
                position = position.pass();
            }
            befores.push((position, ply.color, ply.played));
            position = position.after(ply.played);
            turn = ply.color.opponent();
        }
        let report = self.search(&position, self.limits_of(&position));
        let last = for_black(score_of(&report), turn);
        advance();
        let mut plies: Vec<Ply> = Vec::with_capacity(befores.len());
        for (before, color, played) in befores.into_iter().rev() {
            plies.push(self.ply(before, color, played));
            advance();
        }
        plies.reverse();
        Review {
            plies,
            last,
            is_over: position.is_over(),
        }
    }

    fn ply(&self, before: AnyPosition, color: Color, played: Move) -> Ply {
        let report = self.search(&before, self.limits_of(&before));
        let best_score = score_of(&report);
        let line = report.lines.first();
        let mut ply = Ply {
            color,
            played,
            before,
            score: best_score,
            best: report.best_move(),
            best_score,
            line: line.map_or_else(Vec::new, |line| line.moves.clone()),
            depth: line.map_or(0, |line| line.depth),
            nodes: report.nodes,
            elapsed: report.elapsed,
        };
        if played != ply.best {
            let after = before.after(played);
            let reply = self.search(&after, self.limits_after(&report, &after));
            ply.score = turned(score_of(&reply));
            ply.nodes += reply.nodes;
            ply.elapsed += reply.elapsed;
            // A move that turns out better than the best found is that one now.
            if ply.score.discs > best_score.discs {
                (ply.best, ply.best_score) = (played, ply.score);
                let following = reply.lines.first().map_or(&[][..], |line| &line.moves);
                ply.line = [&[played], following].concat();
            }
        }
        ply
    }

    fn limits_of(&self, position: &AnyPosition) -> Limits {
        if self.exact.is_some_and(|most| position.empties() <= most) {
            return Limits {
                goal: Goal::Exact,
                depth: None,
                nodes: None,
                time: None,
                ..self.limits.clone()
            };
        }
        self.limits.clone()
    }

    /// The limits that show a move in the light in which the best one was seen: as
    /// far ahead, and as sure.
    fn limits_after(&self, report: &Report, after: &AnyPosition) -> Limits {
        let limits = self.limits_of(after);
        let Some(line) = report.lines.first().filter(|_| limits.goal != Goal::Exact) else {
            return limits;
        };
        Limits {
            depth: Some(line.depth.saturating_sub(1).max(1)),
            solve_to: match line.kind {
                Kind::Selective => line.selectivity,
                _ => limits.solve_to,
            },
            nodes: limits.nodes.map(|nodes| nodes.saturating_mul(2)),
            time: limits.time.map(|time| TimeBudget {
                soft: time.soft * 4,
                hard: time.hard * 2,
            }),
            ..limits
        }
    }

    fn search(&self, position: &AnyPosition, limits: Limits) -> Report {
        let mut control = Control {
            stop: &AtomicBool::new(false),
            report: &mut |_| {},
        };
        search(position, &limits, self.table, &mut control)
    }
}

/// The score of the best move for the side to move.
fn score_of(report: &Report) -> Score {
    let nothing = Score {
        discs: 0.0,
        bound: Bound::Estimate,
    };
    report.lines.first().map_or(nothing, score)
}

/// The score for Black of a score for this side.
pub(super) fn for_black(score: Score, side: Color) -> Score {
    match side {
        Color::Black => score,
        Color::White => turned(score),
    }
}

/// The same score for the other side.
fn turned(score: Score) -> Score {
    Score {
        discs: 0.0 - score.discs,
        bound: match score.bound {
            Bound::AtLeast => Bound::AtMost,
            Bound::AtMost => Bound::AtLeast,
            bound => bound,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::paste;
    use mollett_protocol::RuleSet;

    fn review(text: &str, rules: RuleSet, limits: Limits, exact: Option<u32>) -> Review {
        let game = paste(text, Some(rules)).unwrap()[0].replay().unwrap();
        let table = Table::new(4).unwrap();
        let judge = Judge {
            limits,
            exact,
            table: &table,
        };
        let mut positions = 0;
        let review = judge.review(&game, &mut || positions += 1);
        assert_eq!(positions, game.plies().len() + 1);
        review
    }

    fn depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// c8 draws and g4 loses by 8; White is to move.
    const DRAWN: &str = "-OOOOO--XX-XXXOOXXXXXXOOXXOXOX-OXXXXOXOOXXOXOOOOXOXXOOOXXX-X---O O";

    #[test]
    fn a_move_loses_what_the_best_one_would_have_kept() {
        for (played, score, loss) in [("c8", 0.0, 0.0), ("g4", -8.0, 8.0)] {
            let text = format!("{DRAWN} {played}");
            let review = review(&text, RuleSet::Othello, depth(1), Some(20));
            let ply = &review.plies[0];
            assert_eq!(
                (ply.color, ply.best.to_string().as_str()),
                (Color::White, "c8")
            );
            assert_eq!((ply.score.discs, ply.best_score.discs), (score, 0.0));
            assert!(ply.is_exact() && ply.loss() == loss);
            assert_eq!(review.last.discs, -score);
            assert_eq!(review.last.bound, Bound::Exact);
            assert!(!review.is_over);
        }
    }

    #[test]
    fn a_finished_game_ends_with_its_result_and_its_passes_cost_nothing() {
        let text = "f5f6f7f4d3e3f3c3b2";
        let review = review(text, RuleSet::Othello, depth(3), None);
        assert!(review.is_over);
        assert_eq!((review.last.discs, review.last.bound), (64.0, Bound::Exact));
        assert!(
            review.plies[7].loss() > 30.0,
            "the move that loses all discs"
        );
        let text = "c4c3f5b4a4a5b2a3d2";
        let passed = super::tests::review(text, RuleSet::Othello, depth(3), None);
        assert_eq!(passed.plies[8].played, Move::Pass);
        assert_eq!(passed.plies[8].loss(), 0.0);
    }

    #[test]
    fn classic_games_are_judged_by_their_own_rules() {
        let review = review("d4e4d5e5f6", RuleSet::Classic, depth(4), None);
        assert_eq!(review.plies.len(), 5);
        for ply in &review.plies {
            assert!((ply.depth, ply.before.rules()) == (4, RuleSet::Classic));
            assert!(ply.loss() < 10.0);
        }
    }
}
