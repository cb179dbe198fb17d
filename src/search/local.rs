//! A small table of one thread for the last dozen empty squares: it stays in the
//! processor's nearest caches, where the shared table would cost a memory access
//! for a position worth a microsecond.

use crate::board::{Board, Position, Rules};

/// Entries; a power of two. 24 bytes each.
const SIZE: usize = 1 << 12;

/// Bounds of a position in whole discs, for the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct LocalEntry {
    board: Board,
    reserve: u8,
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// The best move, or [`NO_MOVE`](super::NO_MOVE).
    pub(super) best: u8,
}

/// The table: one entry a slot, the newest stays.
pub(super) struct LocalTable {
    entries: Box<[LocalEntry]>,
}

impl LocalTable {
    pub(super) fn new() -> Self {
        // A full board of both sides at once matches no position.
        let board = Board {
            own: u64::MAX,
            opp: u64::MAX,
        };
        let unused = LocalEntry {
            board,
            reserve: 0,
            lower: 0,
            upper: 0,
            best: 0,
        };
        Self {
            entries: vec![unused; SIZE].into_boxed_slice(),
        }
    }

    /// Where the position would be. The slot is fixed by a multiplicative mix.
    #[inline(always)]
    pub(super) fn slot<R: Rules>(position: &Position<R>) -> usize {
        let Board { own, opp } = position.board;
        let mix = own.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ opp.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mix >> (64 - SIZE.ilog2())) as usize
    }

    #[inline(always)]
    pub(super) fn probe<R: Rules>(
        &self,
        position: &Position<R>,
        slot: usize,
    ) -> Option<LocalEntry> {
        let entry = &self.entries[slot & (SIZE - 1)];
        (entry.board == position.board && entry.reserve == R::reserve_code(position.reserve))
            .then_some(*entry)
    }

    /// Records a null-window result of a whole search of the position.
    #[inline(always)]
    pub(super) fn store<R: Rules>(
        &mut self,
        position: &Position<R>,
        slot: usize,
        alpha: i32,
        value: i32,
        best: u8,
    ) {
        let entry = &mut self.entries[slot & (SIZE - 1)];
        let reserve = R::reserve_code(position.reserve);
        if entry.board != position.board || entry.reserve != reserve {
            *entry = LocalEntry {
                board: position.board,
                reserve,
                lower: -64,
                upper: 64,
                best,
            };
        }
        if value > alpha {
            entry.lower = entry.lower.max(value as i8);
            entry.best = best;
        } else {
            entry.upper = entry.upper.min(value as i8);
        }
    }
}
