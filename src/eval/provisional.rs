//! A provisional evaluation without trained weights: mobility, potential mobility,
//! corners and the squares beside them, stable edges, parity.

use super::score::Score;
use crate::board::{Position, Rules, edge_stable, kernel};

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// What an evaluation keeps up to date along a line of moves; the provisional
/// one needs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Features;

impl Features {
    /// The features of a board.
    #[must_use]
    pub fn of(_: crate::board::Board) -> Self {
        Self
    }

    /// The features after a disc on `square` that turns `flips`, for the other side.
    #[must_use]
    #[inline]
    pub fn after(&self, _: usize, _: u64) -> Self {
        Self
    }

    /// The features after a pass.
    #[must_use]
    #[inline]
    pub fn passed(&self) -> Self {
        Self
    }
}

/// The expected final score in 1/128 disc for the side to move, strictly between
/// -64 and +64 discs.
#[must_use]
pub fn evaluate<R: Rules>(position: &Position<R>, _: &Features, empties: u32) -> i32 {
    let board = position.board;
    if board.own == 0 {
        return -63 * Score::DISC;
    }
    if board.opp == 0 {
        return 63 * Score::DISC;
    }
    let (own_moves, own_potential) = kernel::moves_and_potential(board.own, board.opp);
    let (opp_moves, opp_potential) = kernel::moves_and_potential(board.opp, board.own);
    let difference = |a: u64, b: u64| a.count_ones() as i32 - b.count_ones() as i32;
    // Squares diagonally beside an empty corner, and along the edge beside it.
    let free = CORNERS & !board.occupied();
    let beside =
        free << 9 & 1 << 9 | free >> 9 & 1 << 54 | free << 7 & 1 << 14 | free >> 7 & 1 << 49;
    let edge =
        (free << 1 & 1 << 1 | free >> 1 & 1 << 6 | free << 1 & 1 << 57 | free >> 1 & 1 << 62)
            | (free << 8 & (1 << 8 | 1 << 15) | free >> 8 & (1 << 48 | 1 << 55));
    let phase = empties.min(60) as i32;
    let mut score = difference(own_moves, opp_moves) * (90 + phase)
        + difference(own_potential, opp_potential) * (20 + phase / 2)
        + difference(own_moves & CORNERS, opp_moves & CORNERS) * 300
        + difference(board.own & CORNERS, board.opp & CORNERS) * 500
        - difference(board.own & beside, board.opp & beside) * 350
        - difference(board.own & edge, board.opp & edge) * 120
        + difference(
            edge_stable(board.own, board.opp),
            edge_stable(board.opp, board.own),
        ) * 170;
    // Nearer the end the discs themselves count.
    score += board.difference() * (64 - 2 * phase).max(0);
    score += if empties & 1 == 1 { 100 } else { -100 };
    score.clamp(-63 * Score::DISC, 63 * Score::DISC)
}
