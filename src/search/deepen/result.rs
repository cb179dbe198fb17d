//! Who wins, asked before by how much: a search on the clock that cannot finish the
//! exact solve then at least knows a move that wins or draws.
//!
//! It takes about a sixth of the nodes of the solve, and what it stores is of use
//! there.

use super::{Root, RootMove, Step};
use crate::board::Rules;
use crate::eval::Score;
use crate::search::report::Bound;

/// Positions with at most so many empty squares are solved about as fast.
pub(super) const FEW_EMPTIES: u32 = 18;

impl<R: Rules> Root<'_, '_, R> {
    /// Finds a move that wins or, where there is none, one that draws, and puts it
    /// first; false if it was cut off, and then nothing has changed.
    ///
    /// Scores of the iteration before stay, as far as the result does not deny them:
    /// they say more than that a move wins.
    pub(super) fn search_result(&mut self, step: Step) -> bool {
        let before = self.moves.clone();
        let finished = self.search_window(0, step, (-Score::DISC, Score::DISC));
        let found = std::mem::replace(&mut self.moves, before).swap_remove(0);
        if finished && found.score > -Score::DISC {
            self.put_first(found);
        }
        finished
    }

    fn put_first(&mut self, mut found: RootMove<R>) {
        let same = |root_move: &RootMove<R>| root_move.played == found.played;
        let Some(rank) = self.moves.iter().position(same) else {
            return;
        };
        let known = self.moves[rank];
        if found.score > 0 {
            found.score = Score::DISC;
            found.bound = Bound::AtLeast;
            if known.bound == Bound::Value && known.score > 0 {
                found = known;
            }
        } else {
            found.bound = Bound::Value;
        }
        self.moves[rank] = found;
        self.moves[..=rank].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Classic, Othello, Position};
    use crate::search::check::{Random, late, late_classic, solve, with_shared};
    use crate::search::{Goal, Kind, Limits, Selectivity, Table, TimeBudget};
    use std::time::Duration;

    fn on_clock() -> Limits {
        let hour = Duration::from_secs(3600);
        Limits {
            time: Some(TimeBudget {
                soft: hour,
                hard: hour * 2,
            }),
            ..Limits::default()
        }
    }

    fn exact<R: Rules>(position: &Position<R>) -> i32 {
        let limits = Limits {
            goal: Goal::Exact,
            ..Limits::default()
        };
        let report = solve(position, &limits, &Table::new(4).unwrap());
        report.score().discs()
    }

    fn a_search_on_the_clock_ends_exact<R: Rules>(
        make: fn(&mut Random, u32) -> Option<Position<R>>,
    ) {
        let mut random = Random(23);
        for _ in 0..6 {
            let Some(position) = make(&mut random, 19) else {
                continue;
            };
            let report = solve(&position, &on_clock(), &Table::new(4).unwrap());
            let line = &report.lines[0];
            assert_eq!((line.kind, line.bound), (Kind::Exact, Bound::Value));
            assert_eq!(line.score.discs(), exact(&position), "{position:?}");
        }
    }

    #[test]
    fn a_search_on_the_clock_ends_exact_in_othello() {
        a_search_on_the_clock_ends_exact::<Othello>(late);
    }

    #[test]
    fn a_search_on_the_clock_ends_exact_in_classic() {
        a_search_on_the_clock_ends_exact::<Classic>(late_classic);
    }

    /// After a look one ply ahead, the result and the move that keeps it are found,
    /// and nothing is claimed that is not so.
    fn the_result_is_found<R: Rules>(make: fn(&mut Random, u32) -> Option<Position<R>>) {
        let table = Table::new(4).unwrap();
        let mut random = Random(29);
        let mut results = [0; 3];
        for round in 0..300 {
            let Some(position) = make(&mut random, 6 + round % 6) else {
                continue;
            };
            if position.is_over() {
                continue;
            }
            let value = exact(&position);
            results[(value.signum() + 1) as usize] += 1;
            let limits = Limits::default();
            with_shared(&table, |shared| {
                let mut root = Root::new(position, &limits, shared, None);
                let step = |depth| Step {
                    depth,
                    selectivity: Selectivity::EXACT,
                    result_only: depth > 1,
                };
                assert!(root.iterate(step(1), 0..1));
                let before: Vec<_> = root.moves.iter().map(|m| (m.played, m.score)).collect();
                assert!(root.search_result(step(position.empties())));
                let after: Vec<_> = root.moves.iter().map(|m| (m.played, m.score)).collect();
                let first = root.moves[0];
                if value < 0 {
                    assert_eq!(after, before);
                    return;
                }
                let kept = -exact(&first.child);
                assert!(kept.signum() == value.signum(), "{position:?}");
                match first.bound {
                    Bound::AtLeast => assert!(kept >= first.score / Score::DISC),
                    _ if value == 0 => assert_eq!(first.score, 0),
                    _ => assert!(before.contains(&after[0]) && first.score > 0),
                }
            });
        }
        assert!(results.iter().all(|&count| count > 0), "{results:?}");
    }

    #[test]
    fn the_result_is_found_in_othello() {
        the_result_is_found::<Othello>(late);
    }

    #[test]
    fn the_result_is_found_in_classic() {
        the_result_is_found::<Classic>(late_classic);
    }
}
