//! Perft: how many positions lie a given number of plies below one.
//!
//! The convention: a forced pass is one ply; a game that is over before the depth
//! is reached counts as one leaf.

use super::position::Position;
use super::rules::Rules;
use ahash::AHashMap;

/// Leaves at `depth` plies, each entered.
///
/// ```
/// use mollett::board::{Classic, Othello, Rules, perft};
/// assert_eq!(perft(&Othello::start(), 5), 1_396);
/// assert_eq!(perft(&Classic::start(), 7), 1_536);
/// ```
#[must_use]
pub fn perft<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    count(position, |child| perft(child, depth - 1))
}

/// As [`perft`], but the last ply is counted from the number of moves instead of
/// being played: the same number, sooner.
#[must_use]
pub fn perft_bulk<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.moves().count_ones()).max(1),
        _ => count(position, |child| perft_bulk(child, depth - 1)),
    }
}

/// As [`perft`], remembering positions already counted. The memo stops growing at
/// `capacity` positions (about 40 bytes each).
#[must_use]
pub fn perft_memo<R: Rules>(position: &Position<R>, depth: u32, capacity: usize) -> u64 {
    fn descend<R: Rules>(
        position: &Position<R>,
        depth: u32,
        capacity: usize,
        memo: &mut AHashMap<(Position<R>, u32), u64>,
    ) -> u64 {
        if depth <= 1 {
            return perft_bulk(position, depth);
        }
        if let Some(&known) = memo.get(&(*position, depth)) {
            return known;
        }
        let total = count(position, |child| descend(child, depth - 1, capacity, memo));
        if memo.len() < capacity {
            memo.insert((*position, depth), total);
        }
        total
    }
    descend(position, depth, capacity, &mut AHashMap::new())
}

/// Sums `below` over the children; a finished game counts one.
fn count<R: Rules>(position: &Position<R>, mut below: impl FnMut(&Position<R>) -> u64) -> u64 {
    let mut moves = position.moves();
    if moves == 0 {
        let passed = position.pass();
        return if passed.moves() == 0 {
            1
        } else {
            below(&passed)
        };
    }
    let mut total = 0;
    while moves != 0 {
        let square = moves.trailing_zeros() as usize;
        moves &= moves - 1;
        total += below(&position.play(square));
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Classic, Othello};

    #[test]
    fn start_positions_give_the_published_counts() {
        assert_eq!(perft(&Othello::start(), 8), 390_216);
        assert_eq!(perft_bulk(&Othello::start(), 9), 3_005_288);
        assert_eq!(perft_bulk(&Classic::start(), 10), 220_736);
    }

    #[test]
    fn the_memo_changes_no_count() {
        assert_eq!(perft_memo(&Othello::start(), 9, 10_000), 3_005_288);
        assert_eq!(perft_memo(&Classic::start(), 10, usize::MAX), 220_736);
    }
}
