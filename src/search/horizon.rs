//! The last two plies before the horizon, where most nodes of the midgame are: no
//! table, children evaluated in place. [`super::midgame`] has seen to
//! passes and to bounds from stability.

use super::midgame::INFINITE;
use super::ordering::{CORNERS, MOST_MOVES};
use super::searcher::Searcher;
use crate::board::{Board, Position, Rules, kernel};
use crate::eval::Features;

impl<R: Rules> Searcher<'_, R> {
    /// A null window one ply above the horizon: first what refuted the last such
    /// position, then in the order of squares.
    pub(super) fn nws_one(
        &mut self,
        position: Position<R>,
        features: &Features,
        mut moves: u64,
        alpha: i32,
        empties: u32,
    ) -> i32 {
        let reserve = R::other_reserve(position.reserve, empties);
        let mut best = -INFINITE;
        let refutation = self.refutations[empties as usize & 63];
        let mut set = moves & 1 << refutation;
        moves ^= set;
        if set == 0 {
            (set, moves) = (moves, 0);
        }
        while set != 0 {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            if set == 0 {
                (set, moves) = (moves, 0);
            }
            let flips = R::flips(position.board, square);
            let child = Position::new(position.board.after(square, flips), reserve);
            self.nodes += 1;
            let value = -self.evaluate(&child, &features.after(square, flips), empties - 1);
            best = best.max(value);
            if value > alpha {
                self.refutations[empties as usize & 63] = square as u8;
                break;
            }
        }
        best
    }

    /// A null window two plies above the horizon: the moves that leave the opponent
    /// least first. The list is leaner than that of the nodes above, which costs as
    /// much here as the ranking saves.
    pub(super) fn nws_two(
        &mut self,
        position: Position<R>,
        features: &Features,
        mut moves: u64,
        alpha: i32,
        empties: u32,
        statics: Option<i32>,
    ) -> i32 {
        if let Some(value) = self.static_cut(&position, features, alpha, empties, statics) {
            return value;
        }
        let reserve = R::other_reserve(position.reserve, empties);
        // Rank, square and place in `flips_of`, from the highest bits down.
        let mut keys = [0; MOST_MOVES];
        let mut flips_of = [0; MOST_MOVES];
        let mut count = 0;
        while moves != 0 && count < MOST_MOVES {
            let square = moves.trailing_zeros();
            moves &= moves - 1;
            let flips = R::flips(position.board, square as usize);
            let board = position.board.after(square as usize, flips);
            keys[count] = rank(board, square) << 12 | (square as i32) << 6 | count as i32;
            flips_of[count] = flips;
            count += 1;
        }
        let mut best = -INFINITE;
        for first in 0..count {
            let mut chosen = first;
            for other in first + 1..count {
                if keys[other] < keys[chosen] {
                    chosen = other;
                }
            }
            keys.swap(first, chosen);
            let square = (keys[first] >> 6 & 63) as usize;
            let flips = flips_of[(keys[first] & 63) as usize];
            let child = Position::new(position.board.after(square, flips), reserve);
            let after = features.after(square, flips);
            let value = -self.nws(child, &after, -alpha - 1, 1, empties - 1, None);
            best = best.max(value);
            if value > alpha {
                break;
            }
        }
        best
    }
}

/// The order of moves next to the horizon, smallest first: by what is left to the
/// opponent on the `board` after a disc on `square`.
#[inline(always)]
fn rank(board: Board, square: u32) -> i32 {
    let (moves, potential) = kernel::moves_and_potential(board.own, board.opp);
    let replies = moves.count_ones() + (moves & CORNERS).count_ones();
    let corner = CORNERS >> square & 1;
    (5 * replies + potential.count_ones()) as i32 - 12 * corner as i32
}
