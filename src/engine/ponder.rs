//! Thinking while the opponent does: what is searched then, and how it ends.
//!
//! The search fills the table and answers nobody. It is about the position after
//! the reply that is expected, so when that reply comes the next search finds its
//! work done. Any line of input ends it.

use super::event::{SearchId, Work};
use super::limit;
use super::option::Options;
use crate::board::{AnyPosition, Game};
use crate::search::{Limits, Report};
use mollett_protocol::Move;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A search on the opponent's time. It ends when this is dropped.
pub(super) struct Pondering {
    id: SearchId,
    stop: Arc<AtomicBool>,
}

impl Pondering {
    pub(super) const fn new(id: SearchId, stop: Arc<AtomicBool>) -> Self {
        Self { id, stop }
    }

    /// Whether this is the search of that number.
    pub(super) fn is(&self, id: SearchId) -> bool {
        self.id == id
    }
}

impl Drop for Pondering {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// What to search after a move has been played, the first of this report's if there
/// is one: the position after the reply it expects or, where it expects none, before all
/// of them. `None` when there is nothing to think about.
pub(super) fn work(game: &Game, options: &Options, report: Option<&Report>) -> Option<Work> {
    let position = *game.position();
    let line = report.and_then(|report| report.lines.first());
    let reply = line.and_then(|line| line.moves.get(1));
    let root = match reply {
        Some(&reply) if is_legal(&position, reply) => position.after(reply),
        _ => position,
    };
    if root.is_over() {
        return None;
    }
    let limits = Limits {
        time: None,
        ..limit::by_options(options).0
    };
    Some(Work::Search { root, limits })
}

fn is_legal(position: &AnyPosition, played: Move) -> bool {
    match played {
        Move::Disc(square) => position.moves().into_iter().any(|legal| legal == square),
        Move::Pass => position.moves().into_iter().next().is_none() && !position.is_over(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Bound, Kind, Line, Selectivity};
    use mollett_protocol::{Color, RuleSet};
    use std::time::Duration;

    fn report(line: &[&str]) -> Report {
        Report {
            lines: vec![Line {
                set_up: None,
                moves: line.iter().map(|word| word.parse().unwrap()).collect(),
                score: crate::eval::Score(0),
                bound: Bound::Value,
                kind: Kind::Evaluation,
                depth: 2,
                selectivity: Selectivity::EXACT,
            }],
            depth: 2,
            selectivity: Selectivity::EXACT,
            nodes: 1,
            elapsed: Duration::ZERO,
        }
    }

    fn root(line: &[&str]) -> AnyPosition {
        let mut game = Game::new(RuleSet::Othello);
        game.play(Color::Black, "f5".parse().unwrap()).unwrap();
        match work(&game, &Options::default(), Some(&report(line))) {
            Some(Work::Search { root, limits }) => {
                assert_eq!((limits.time, limits.depth), (None, None));
                root
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_expected_reply_is_played_first() {
        let start = AnyPosition::start(RuleSet::Othello);
        let after = start.after("f5".parse().unwrap());
        assert_eq!(root(&["f5", "d6"]), after.after("d6".parse().unwrap()));
    }

    #[test]
    fn without_a_legal_reply_all_of_them_are_thought_about() {
        let after = AnyPosition::start(RuleSet::Othello).after("f5".parse().unwrap());
        for line in [&[][..], &["f5"], &["f5", "a1"], &["f5", "pass"]] {
            assert_eq!(root(line), after);
        }
    }

    #[test]
    fn a_search_that_is_dropped_is_told_to_end() {
        let stop = Arc::new(AtomicBool::new(false));
        let pondering = Pondering::new(SearchId(3), Arc::clone(&stop));
        assert!(pondering.is(SearchId(3)) && !pondering.is(SearchId(4)));
        assert!(!stop.load(Ordering::Relaxed));
        drop(pondering);
        assert!(stop.load(Ordering::Relaxed));
    }
}
