//! Perft that can be stopped. The count itself is the board's.

use crate::board::{AnyPosition, Position, Rules, perft_bulk};
use std::sync::atomic::{AtomicBool, Ordering};

/// Plies that are counted between two looks at the stop flag: a few million
/// positions at most, some milliseconds.
const PLIES_AT_ONCE: u32 = 5;

/// The positions `depth` plies below one (a forced pass is a ply), or `None` when
/// stopped first.
pub(super) fn count(root: &AnyPosition, depth: u32, stop: &AtomicBool) -> Option<u64> {
    match root {
        AnyPosition::Othello(position) => descend(position, depth, stop),
        AnyPosition::Classic(position) => descend(position, depth, stop),
    }
}

fn descend<R: Rules>(position: &Position<R>, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= PLIES_AT_ONCE {
        return Some(perft_bulk(position, depth));
    }
    let mut moves = position.moves();
    if moves == 0 {
        let passed = position.pass();
        return if passed.moves() == 0 {
            Some(1)
        } else {
            descend(&passed, depth - 1, stop)
        };
    }
    let mut total: u64 = 0;
    while moves != 0 {
        let square = moves.trailing_zeros() as usize;
        moves &= moves - 1;
        total = total.saturating_add(descend(&position.play(square), depth - 1, stop)?);
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mollett_protocol::RuleSet;

    #[test]
    fn the_count_is_that_of_the_board() {
        let go = AtomicBool::new(false);
        let counts = |rules, depth| count(&AnyPosition::start(rules), depth, &go);
        assert_eq!(counts(RuleSet::Othello, 8), Some(390_216));
        assert_eq!(counts(RuleSet::Othello, 3), Some(56));
        assert_eq!(counts(RuleSet::Classic, 10), Some(220_736));
    }
}
