//! Where an earlier search left off: pondering, or the search of the move before,
//! has often been at the position that is now the root.
//!
//! What it knew is in the table. To deepen from the start again would cost a good part
//! of what that is worth: in 60 positions, after a search of 50,000 nodes, the depth that
//! one without a break reaches with 48,000 more took 70,000, and from where it was 52,000.

use super::{Root, RootMove};
use crate::board::Rules;
use crate::eval::Score;
use crate::search::report::Bound;
use crate::search::selectivity::Selectivity;
use crate::search::table::{self, Entry, NO_MOVE};
use mollett_protocol::Move;

impl<R: Rules> Root<'_, '_, R> {
    /// Puts the move first that an earlier search has found best with the greatest
    /// depth, and gives that depth and confidence; `None` where the table knows of none.
    ///
    /// Its score is the value, or what it is at least worth where the search ended before
    /// it knew; failing that, what one is worth at most that was best until then.
    pub(super) fn resume(&mut self) -> Option<(u32, Selectivity)> {
        let known = (0..self.moves.len()).filter_map(|index| {
            let root_move = &self.moves[index];
            let entry = self.entry_of(root_move)?;
            let plies = u32::from(root_move.played != Move::Pass);
            let effort = (entry.depth + plies, entry.selectivity);
            let good = entry.upper < Score::MAX.0;
            let (bound, score) = match good {
                true if entry.lower == entry.upper => (Bound::Value, -entry.upper),
                true => (Bound::AtLeast, -entry.upper),
                false => (Bound::AtMost, -entry.lower),
            };
            Some((good, effort, score, index, bound))
        });
        // Of equals the first, which the static score likes best.
        let (_, reached, score, index, bound) =
            known.max_by_key(|&(good, effort, score, index, _)| {
                (good, effort, score, usize::MAX - index)
            })?;
        let best = &mut self.moves[index];
        (best.score, best.bound) = (score, bound);
        (best.depth, best.selectivity) = reached;
        self.moves[..=index].rotate_right(1);
        let value = (bound == Bound::Value).then_some(score);
        self.course.resume(self.moves[0].played, value);
        Some(reached)
    }

    /// What the table holds of a move's value, seen by the other side. It keeps nothing of
    /// positions that are over, and of those that have to pass what comes after it.
    fn entry_of(&self, root_move: &RootMove<R>) -> Option<Entry> {
        let child = root_move.child;
        let probe = |position| {
            self.searcher
                .shared
                .table
                .probe(position, table::key(position))
        };
        if child.is_over() {
            let value = child.final_score() * Score::DISC;
            return Some(Entry {
                lower: value,
                upper: value,
                depth: child.empties(),
                selectivity: Selectivity::EXACT,
                moves: [NO_MOVE; 2],
            });
        }
        if child.moves() != 0 {
            return probe(&child);
        }
        let entry = probe(&child.pass())?;
        Some(Entry {
            lower: -entry.upper,
            upper: -entry.lower,
            ..entry
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{AnyPosition, Othello, Position, parse_position};
    use crate::search::{Control, Limits, Report, Table, search_position};
    use mollett_protocol::RuleSet;
    use std::sync::atomic::AtomicBool;

    /// The reports of a search.
    fn reports(position: &Position<Othello>, limits: &Limits, table: &Table) -> Vec<Report> {
        let mut reports = Vec::new();
        let mut control = Control {
            stop: &AtomicBool::new(false),
            report: &mut |report| reports.push(report.clone()),
        };
        let last = search_position(position, limits, table, &mut control);
        reports.push(last);
        reports
    }

    fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    #[test]
    fn a_second_search_goes_on_where_the_first_was() {
        let (table, position) = (Table::new(4).unwrap(), Othello::start().play(19));
        let first = reports(&position, &nodes(20_000), &table);
        let reached = first.last().unwrap();
        let again = reports(&position, &nodes(60_000), &table);
        assert!(again[0].depth >= reached.depth, "{}", again[0].depth);
        assert!(again.last().unwrap().depth > reached.depth);

        // The position after the two best moves has been seen two plies less deep.
        let line = &reached.lines[0].moves;
        let later = line[..2].iter().fold(position, |position, played| {
            position.play(played.square().unwrap().index())
        });
        let next = reports(&later, &nodes(60_000), &table);
        assert!(next[0].depth + 2 >= reached.depth, "{}", next[0].depth);
    }

    #[test]
    fn a_best_move_that_makes_the_opponent_pass_is_known_too() {
        let cells = "XX-OO---OXOOO---OXXXO---OXXOO---OXXOO---OXOO----OOOOO---O-------";
        let (position, _) = parse_position(RuleSet::Othello, cells, "X", None).unwrap();
        let AnyPosition::Othello(position) = position else {
            panic!("{position:?}")
        };
        let table = Table::new(4).unwrap();
        let first = reports(&position, &nodes(80_000), &table);
        let best = first.last().unwrap();
        let child = match best.best_move() {
            Move::Disc(square) => position.play(square.index()),
            Move::Pass => position.pass(),
        };
        assert_eq!(child.moves(), 0);
        let again = reports(&position, &nodes(400), &table);
        let line = &again.last().unwrap().lines[0];
        assert_eq!(line.moves[0], best.best_move());
        assert!(line.depth >= best.depth, "{line:?}");
    }

    #[test]
    fn what_is_told_before_the_first_iteration_is_as_sure_as_it_was_found() {
        let (table, position) = (Table::new(4).unwrap(), Othello::start().play(19));
        let midgame = Selectivity::from_percent(95).unwrap();
        let limits = Limits {
            midgame,
            ..nodes(20_000)
        };
        let first = reports(&position, &limits, &table).pop().unwrap();
        let again = reports(&position, &nodes(1), &table).pop().unwrap();
        assert_eq!((first.depth > 4, again.depth), (true, 0));
        let line = &again.lines[0];
        // The iteration that was cut off may have settled the best move.
        assert!(line.depth >= first.depth, "{line:?}");
        assert_eq!(line.selectivity, midgame);
    }

    #[test]
    fn less_than_is_known_is_one_step_and_a_fixed_depth_is_searched_as_ever() {
        let (table, position) = (Table::new(4).unwrap(), Othello::start().play(19));
        let known = reports(&position, &nodes(20_000), &table);
        let depth = Some(4);
        assert!(known.last().unwrap().depth > 4);
        let limits = Limits {
            depth,
            ..nodes(20_000)
        };
        let less = reports(&position, &limits, &table);
        assert!(less.iter().all(|report| report.depth == 4), "{less:?}");
        let limits = Limits {
            depth,
            ..Limits::default()
        };
        let fixed = reports(&position, &limits, &table);
        let depths: Vec<u32> = fixed.iter().map(|report| report.depth).collect();
        assert_eq!(depths, [1, 2, 3, 4, 4]);
    }
}
