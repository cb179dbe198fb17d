//! The transposition table: what earlier searches found out about positions.
//!
//! One table serves all threads and both games. It is lock-free for readers: a
//! bucket carries a version that is odd while somebody writes, and a reader whose
//! version changed under it takes nothing. Entries hold the whole position, so
//! no two positions can be mistaken for each other. It decides nothing about
//! search; bounds are read and written as they are given.

mod entry;

pub use entry::{Entry, NO_MOVE};

use crate::board::{Position, Rules};
use crate::memory::{Zeroable, ZeroedSlice, physical};
use entry::{age_of, merge, reserve_of, worth};
use mollett_protocol::RuleSet;
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering, fence};

/// Entries in one bucket; all are looked at.
const WAYS: usize = 5;

/// Two cache lines: a version and five entries of own discs, opponent's discs
/// and packed data.
#[repr(C, align(128))]
struct Bucket {
    version: AtomicU32,
    spare: AtomicU32,
    entries: [[AtomicU64; 3]; WAYS],
}

const _: () = assert!(size_of::<Bucket>() == 128);

// SAFETY: atomics of zero bytes are valid and need no drop.
unsafe impl Zeroable for Bucket {}

/// Why a table cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableError {
    /// The size asked for, in MB (2^20 bytes).
    pub megabytes: usize,
    /// The largest size this machine allows, in MB, where it is known.
    pub limit: Option<usize>,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a table of {} MB", self.megabytes)?;
        match self.limit {
            Some(limit) => write!(f, " (at most {limit} MB here)"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for TableError {}

/// The transposition table.
///
/// ```
/// use mollett::board::{Othello, Rules};
/// use mollett::search::{Entry, NO_MOVE, Selectivity, Table, key};
/// let (table, start) = (Table::new(1).unwrap(), Othello::start());
/// let entry = Entry {
///     lower: -128,
///     upper: 128,
///     depth: 9,
///     selectivity: Selectivity::EXACT,
///     moves: [19, NO_MOVE],
/// };
/// table.store(&start, key(&start), entry);
/// assert_eq!(table.probe(&start, key(&start)), Some(entry));
/// ```
pub struct Table {
    buckets: ZeroedSlice<Bucket>,
    /// 1 to 7, one more for each search: older entries give way first. 0 marks an
    /// entry that was never written.
    age: AtomicU8,
}

impl Table {
    /// A table of `megabytes` MB (2^20 bytes each), at least 1. Memory is
    /// committed as it is used.
    ///
    /// # Errors
    /// When that is more than the machine has, or the system refuses.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let limit = physical().map(|bytes| (bytes >> 20) as usize);
        let error = TableError { megabytes, limit };
        if limit.is_some_and(|limit| megabytes > limit) {
            return Err(error);
        }
        let bytes = megabytes.max(1).checked_mul(1 << 20).ok_or(error)?;
        let count = bytes / size_of::<Bucket>();
        if u32::try_from(count).is_err() {
            return Err(error);
        }
        let buckets = ZeroedSlice::new(count).ok_or(error)?;
        Ok(Self {
            buckets,
            age: AtomicU8::new(1),
        })
    }

    /// Its size in MB (2^20 bytes).
    #[must_use]
    pub fn megabytes(&self) -> usize {
        size_of_val::<[Bucket]>(&self.buckets) >> 20
    }

    /// Takes a new size, empty; on an error the old table stays as it was.
    ///
    /// # Errors
    /// As [`Table::new`].
    pub fn resize(&mut self, megabytes: usize) -> Result<(), TableError> {
        *self = Self::new(megabytes)?;
        Ok(())
    }

    /// Forgets everything, at once: the memory is given back and taken anew.
    pub fn clear(&mut self) {
        match Self::new(self.megabytes()) {
            Ok(empty) => *self = empty,
            Err(_) => {
                for bucket in self.buckets.iter() {
                    for entry in &bucket.entries {
                        entry[2].store(0, Ordering::Relaxed);
                    }
                }
            }
        }
    }

    /// Has the system commit the memory of one part of the table (2 MB, counted
    /// from 0), which takes it some milliseconds that a search then need not wait.
    /// False when there is no such part.
    pub fn commit(&self, part: usize) -> bool {
        const PART: usize = (2 << 20) / size_of::<Bucket>();
        const PAGE: usize = 4096 / size_of::<Bucket>();
        let start = part.saturating_mul(PART);
        let end = start.saturating_add(PART).min(self.buckets.len());
        let part = self.buckets.get(start..end).unwrap_or_default();
        for bucket in part.iter().step_by(PAGE) {
            bucket.spare.store(0, Ordering::Relaxed);
        }
        !part.is_empty()
    }

    /// Takes over what another table knows, as far as there is room.
    pub fn adopt(&mut self, other: &Self) {
        let age = other.age.load(Ordering::Relaxed);
        self.age.store(age, Ordering::Relaxed);
        for entry in other.buckets.iter().flat_map(|bucket| &bucket.entries) {
            let [own, opp, data] = entry.each_ref().map(|word| word.load(Ordering::Relaxed));
            let bucket = self.bucket(mix(own, opp, reserve_of(data)));
            let worth_of = |slot: &&[AtomicU64; 3]| worth(slot[2].load(Ordering::Relaxed), age);
            if let Some(slot) = bucket.entries.iter().min_by_key(worth_of)
                && worth_of(&slot) < worth(data, age)
            {
                for (to, from) in slot.iter().zip([own, opp, data]) {
                    to.store(from, Ordering::Relaxed);
                }
            }
        }
    }

    /// Begins a new search: what earlier ones stored stays readable and gives way
    /// first.
    pub fn begin_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store(age % 7 + 1, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = ((key >> 32) * self.buckets.len() as u64) >> 32;
        // SAFETY: key >> 32 is below 2^32, so the index is below the length.
        unsafe { self.buckets.get_unchecked(index as usize) }
    }

    /// Asks the processor to have the bucket of this key at hand soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: a hint for memory that exists; SSE is part of x86-64.
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(bucket.cast());
                _mm_prefetch::<_MM_HINT_T0>(bucket.cast::<i8>().add(64));
            }
        }
        #[cfg(not(all(target_arch = "x86_64", not(miri))))]
        let _ = key;
    }

    /// What is known about the position, whose [`key`] is `key`.
    #[inline]
    #[must_use]
    pub fn probe<R: Rules>(&self, position: &Position<R>, key: u64) -> Option<Entry> {
        let bucket = self.bucket(key);
        let reserve = tag(position);
        let version = bucket.version.load(Ordering::Acquire);
        if version & 1 != 0 {
            return None;
        }
        for [own, opp, data] in &bucket.entries {
            if own.load(Ordering::Relaxed) == position.board.own
                && opp.load(Ordering::Relaxed) == position.board.opp
            {
                let data = data.load(Ordering::Relaxed);
                if reserve_of(data) == reserve && age_of(data) != 0 {
                    fence(Ordering::Acquire);
                    let unchanged = bucket.version.load(Ordering::Relaxed) == version;
                    return unchanged.then(|| Entry::unpack(data));
                }
            }
        }
        None
    }

    /// Records what a completed search of the position has found. A result of
    /// the same depth and selectivity narrows the bounds that are there; a less
    /// sure one leaves them alone, but those of an earlier search count as this one's
    /// from then on.
    #[inline]
    pub fn store<R: Rules>(&self, position: &Position<R>, key: u64, new: Entry) {
        let bucket = self.bucket(key);
        let reserve = tag(position);
        let age = self.age.load(Ordering::Relaxed);
        let version = bucket.version.load(Ordering::Relaxed);
        // A bucket that somebody writes to now is left to them.
        if version & 1 != 0
            || bucket
                .version
                .compare_exchange(
                    version,
                    version.wrapping_add(1),
                    Ordering::Acquire,
                    Ordering::Relaxed,
                )
                .is_err()
        {
            return;
        }
        fence(Ordering::Release);
        let mut victim = 0;
        let mut lowest = u32::MAX;
        let mut write = Some(new);
        for (index, [own, opp, data]) in bucket.entries.iter().enumerate() {
            let data = data.load(Ordering::Relaxed);
            if own.load(Ordering::Relaxed) == position.board.own
                && opp.load(Ordering::Relaxed) == position.board.opp
                && reserve_of(data) == reserve
                && age_of(data) != 0
            {
                victim = index;
                write = merge(Entry::unpack(data), age_of(data) == age, new);
                break;
            }
            let worth = worth(data, age);
            if worth < lowest {
                (lowest, victim) = (worth, index);
            }
        }
        if let Some(entry) = write {
            let slot = &bucket.entries[victim];
            slot[0].store(position.board.own, Ordering::Relaxed);
            slot[1].store(position.board.opp, Ordering::Relaxed);
            slot[2].store(entry.pack(reserve, age), Ordering::Relaxed);
        }
        bucket
            .version
            .store(version.wrapping_add(2), Ordering::Release);
    }
}

/// What an entry holds besides the discs: the reserve, and with it the game. A
/// classic side without discs in hand would share Othello's 0; the complement of
/// 0 to 32 never does.
#[inline(always)]
fn tag<R: Rules>(position: &Position<R>) -> u8 {
    let reserve = R::reserve_code(position.reserve);
    match R::RULE_SET {
        RuleSet::Othello => reserve,
        RuleSet::Classic => !reserve & 63,
    }
}

/// The table key of a position: a fixed mix of discs and reserve, the same on
/// every machine and in every build. Only its spread matters, entries being
/// verified on the whole position (the multiply-and-fold step of Wang Yi's wyhash).
#[inline]
#[must_use]
pub fn key<R: Rules>(position: &Position<R>) -> u64 {
    mix(position.board.own, position.board.opp, tag(position))
}

#[inline(always)]
fn mix(own: u64, opp: u64, tag: u8) -> u64 {
    let own = own ^ 0x9E37_79B9_7F4A_7C15;
    let opp = opp.rotate_left(29) ^ 0xC2B2_AE3D_27D4_EB4F;
    let reserve = u64::from(tag).wrapping_mul(0x1656_67B1_9E37_79F9);
    let product = u128::from(own ^ reserve) * u128::from(opp);
    let folded = product as u64 ^ (product >> 64) as u64;
    folded.wrapping_mul(0x9FB2_1C65_1E98_DF25) ^ folded >> 32
}

#[cfg(test)]
mod tests;
