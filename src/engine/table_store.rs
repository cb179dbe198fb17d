//! The worker's table. A large one costs time when it is first touched (0.1 s and
//! more for 64 MB), too much for the first move of a fast game; so that begins with
//! a small table, and the large one is made ready in idle moments or beside a search
//! that nobody waits for. Other searches make it ready first, as long as nobody stops
//! them.

use crate::search::{Table, TableError};
use std::sync::atomic::{AtomicBool, Ordering};

/// Size of the table that is at hand at once, in MB.
const SMALL_MB: usize = 4;

/// Parts of a table that a search waits for; those of a very large one are left to
/// be touched as it goes on.
const MOST_PARTS: usize = 64;

/// The table in use, and the one that is to follow it.
#[derive(Default)]
pub(super) struct TableStore {
    current: Option<Table>,
    /// Whether that one only stands in for the next.
    stands_in: bool,
    next: Option<Next>,
}

/// A table that is being made ready.
pub(super) struct Next {
    table: Table,
    /// The part to commit next.
    part: usize,
    /// Whether there is none left.
    ready: bool,
}

impl Next {
    /// Commits one part more; false when there is none.
    pub(super) fn commit(&mut self) -> bool {
        let more = self.table.commit(self.part);
        self.part += usize::from(more);
        self.ready = !more;
        more
    }

    /// Commits what a search would have to wait for. False when stopped first.
    fn make_ready(&mut self, stop: &AtomicBool) -> bool {
        while self.part < MOST_PARTS && self.commit() {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
        }
        true
    }
}

impl TableStore {
    /// Gives up what the table knows.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    /// The table for a search: of the size asked for or, when time is short or the
    /// search is stopped, the one at hand until that is ready, and then the other as
    /// well. When there is no memory for a new size the old table goes on serving;
    /// without one, smaller sizes are tried.
    ///
    /// # Errors
    /// When not even 1 MB can be had.
    pub(super) fn get(
        &mut self,
        megabytes: usize,
        short: bool,
        stop: &AtomicBool,
    ) -> Result<(&Table, Option<&mut Next>), TableError> {
        let size = |table: &Table| table.megabytes() == megabytes;
        if !self.current.as_ref().is_some_and(size) {
            let mut next = self.next.take().filter(|next| size(&next.table));
            if next.is_none() {
                next = self.make(megabytes)?;
            }
            if let Some(mut next) = next {
                let small = megabytes <= SMALL_MB;
                if small || next.ready || (!short && next.make_ready(stop)) {
                    self.follow(next.table);
                } else {
                    self.next = Some(next);
                    if self.current.is_none() {
                        self.current = Some(Table::new(SMALL_MB)?);
                        self.stands_in = true;
                    }
                }
            }
        }
        let limit = None;
        let current = self.current.as_ref();
        let current = current.ok_or(TableError { megabytes, limit })?;
        Ok((current, self.next.as_mut()))
    }

    /// This table from now on. It is to know what the one did that stood in for it.
    fn follow(&mut self, mut table: Table) {
        if let Some(last) = self.current.as_ref().filter(|_| self.stands_in) {
            table.adopt(last);
        }
        self.current = Some(table);
        self.stands_in = false;
    }

    /// Makes the next table a little more ready. False when nothing is left to do.
    pub(super) fn prepare(&mut self) -> bool {
        let Some(next) = &mut self.next else {
            return false;
        };
        if next.commit() {
            return true;
        }
        if let Some(next) = self.next.take() {
            self.follow(next.table);
        }
        false
    }

    /// A new table of this size or, where there is none to go on with, of half, a
    /// quarter ... of it.
    fn make(&self, megabytes: usize) -> Result<Option<Next>, TableError> {
        let mut size = megabytes;
        loop {
            match Table::new(size) {
                Ok(table) => {
                    return Ok(Some(Next {
                        table,
                        part: 0,
                        ready: false,
                    }));
                }
                Err(error) if self.current.is_some() => {
                    log::warn!("{error}; the old table stays");
                    return Ok(None);
                }
                Err(error) if size <= 1 => return Err(error),
                Err(error) => log::warn!("{error}; trying half"),
            }
            size /= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Othello, Rules};
    use crate::search::{Entry, Selectivity, key};

    fn megabytes(store: &mut TableStore, size: usize, short: bool) -> usize {
        let go = AtomicBool::new(false);
        store.get(size, short, &go).unwrap().0.megabytes()
    }

    #[test]
    fn a_short_search_takes_what_is_at_hand_until_the_table_is_ready() {
        let mut store = TableStore::default();
        assert_eq!(megabytes(&mut store, 16, true), SMALL_MB);
        assert!(store.prepare());
        assert_eq!(megabytes(&mut store, 16, true), SMALL_MB);
        while store.prepare() {}
        assert_eq!(megabytes(&mut store, 16, true), 16);
        assert_eq!(megabytes(&mut store, 8, true), 16);
        assert_eq!(megabytes(&mut store, 8, false), 8);
        assert_eq!(megabytes(&mut store, 2, true), 2);
    }

    #[test]
    fn what_was_found_meanwhile_is_taken_along() {
        let mut store = TableStore::default();
        let (go, start) = (AtomicBool::new(false), Othello::start());
        let entry = Entry {
            lower: -3,
            upper: 5,
            depth: 7,
            selectivity: Selectivity::EXACT,
            moves: [19, 26],
        };
        let (table, next) = store.get(16, true, &go).unwrap();
        table.store(&start, key(&start), entry);
        let next = next.unwrap();
        while next.commit() {}
        let (table, next) = store.get(16, true, &go).unwrap();
        assert!(table.megabytes() == 16 && next.is_none());
        assert_eq!(table.probe(&start, key(&start)), Some(entry));
    }

    #[test]
    fn a_long_search_takes_the_full_table_at_once() {
        let mut store = TableStore::default();
        assert_eq!(megabytes(&mut store, 16, false), 16);
        assert!(!store.prepare());
        store.forget();
        assert_eq!(megabytes(&mut store, 16, true), SMALL_MB);
        assert_eq!(megabytes(&mut store, 16, false), 16);
        assert!(!store.prepare());
    }

    #[test]
    fn a_search_that_is_stopped_does_not_wait_for_the_table() {
        let mut store = TableStore::default();
        let stop = AtomicBool::new(true);
        let (table, next) = store.get(16, false, &stop).unwrap();
        assert!(next.is_some());
        assert_eq!(table.megabytes(), SMALL_MB);
        assert_eq!(megabytes(&mut store, 16, false), 16);
    }

    #[test]
    fn sizes_that_cannot_be_had_leave_the_old_table_or_a_smaller_one() {
        const TOO_LARGE: usize = 1 << 30;
        let mut store = TableStore::default();
        assert_eq!(megabytes(&mut store, 8, false), 8);
        assert_eq!(megabytes(&mut store, TOO_LARGE, false), 8);
        store.forget();
        assert!(megabytes(&mut store, TOO_LARGE, false) < TOO_LARGE);
    }
}
