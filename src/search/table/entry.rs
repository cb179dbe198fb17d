//! What is kept of one position, packed into a word, and which of two such entries is
//! worth keeping.
//!
//! Plain numbers, without any memory that threads share: where entries lie and who may
//! write them is the [table](super::Table)'s business. Nothing outside it sees them
//! packed.

use crate::search::selectivity::Selectivity;

/// What the table knows about a position. Scores are in 1/128 of a disc for the
/// side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
    /// Plies searched, 0 to 63.
    pub depth: u32,
    /// Confidence of the search.
    pub selectivity: Selectivity,
    /// The best move and the best before it (square 0 to 63, or [`NO_MOVE`]).
    pub moves: [u8; 2],
}

/// In place of a square: no move is known.
pub const NO_MOVE: u8 = 64;

impl Entry {
    /// Bits: lower 16, upper 16, depth 6, selectivity 3, moves 7 + 7, reserve 6, age 3.
    pub(super) const fn pack(self, reserve: u8, age: u8) -> u64 {
        self.lower as i16 as u16 as u64
            | (self.upper as i16 as u16 as u64) << 16
            | (self.depth as u64 & 63) << 32
            | (self.selectivity.level() as u64) << 38
            | (self.moves[0] as u64) << 41
            | (self.moves[1] as u64) << 48
            | (reserve as u64) << 55
            | (age as u64) << 61
    }

    pub(super) const fn unpack(data: u64) -> Self {
        Self {
            lower: data as u16 as i16 as i32,
            upper: (data >> 16) as u16 as i16 as i32,
            depth: (data >> 32 & 63) as u32,
            selectivity: Selectivity::from_level((data >> 38 & 7) as u8),
            moves: [(data >> 41 & 127) as u8, (data >> 48 & 127) as u8],
        }
    }
}

/// What tells positions with the same discs apart.
pub(super) const fn reserve_of(data: u64) -> u8 {
    (data >> 55 & 63) as u8
}

/// The age the table had when this was stored; 0 where nothing ever was.
pub(super) const fn age_of(data: u64) -> u8 {
    (data >> 61) as u8
}

/// How much an entry is worth keeping: this search's first, deeper ones first.
#[inline]
pub(super) const fn worth(data: u64, age: u8) -> u32 {
    if age_of(data) == 0 {
        return 0;
    }
    // Depth above selectivity, as they lie in the data.
    let effort = (data >> 32 & 63) as u32 * 8 + (data >> 38 & 7) as u32;
    effort + 1 + if age_of(data) == age { 1 << 10 } else { 0 }
}

/// The entry to write over `old` for the same position, if any.
#[inline]
pub(super) fn merge(old: Entry, same_search: bool, new: Entry) -> Option<Entry> {
    if old.depth == new.depth && old.selectivity == new.selectivity {
        let (lower, upper) = (old.lower.max(new.lower), old.upper.min(new.upper));
        // Forward pruning can contradict itself; the newer result wins then.
        let (lower, upper) = if lower <= upper {
            (lower, upper)
        } else {
            (new.lower, new.upper)
        };
        return Some(Entry {
            lower,
            upper,
            moves: newest(old.moves, new.moves),
            ..new
        });
    }
    if (old.depth, old.selectivity) > (new.depth, new.selectivity) {
        return (!same_search).then_some(old);
    }
    Some(Entry {
        moves: newest(old.moves, new.moves),
        ..new
    })
}

/// The new best move first, the old one kept behind it.
#[inline]
const fn newest(old: [u8; 2], new: [u8; 2]) -> [u8; 2] {
    if new[0] == NO_MOVE {
        old
    } else if new[0] == old[0] {
        [new[0], old[1]]
    } else {
        [new[0], old[0]]
    }
}
