//! Lines that have been read and wait for their answer, kept within bounds.

use super::door::Request;
use mollett_protocol::{ParseError, RequestId};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

/// A request that waits for its turn.
#[derive(Debug)]
pub(super) struct Waiting {
    /// Its place among all lines of input, from 0.
    pub(super) number: u64,
    /// The id to answer with.
    pub(super) id: Option<RequestId>,
    /// What is asked, or what is wrong with the line.
    pub(super) request: Result<Request, ParseError>,
    /// When it was read.
    pub(super) arrived: Instant,
    /// What it counts in the backlog.
    pub(super) weight: usize,
}

/// Counts the bytes of lines that wait. The reader stops reading while there are
/// too many, so that a client that writes faster than it is answered fills its
/// pipe and not our memory.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    bytes: Mutex<usize>,
    less: Condvar,
}

/// Bytes of waiting lines at which reading pauses.
const MOST_BYTES: usize = 16 << 20;
/// What a line costs beside its bytes.
const LINE_COST: usize = 256;

impl Backlog {
    /// What a line of this length counts.
    pub(super) const fn weight(line_bytes: usize) -> usize {
        line_bytes + LINE_COST
    }

    /// Adds a line; waits first until there is room.
    pub(super) fn add(&self, weight: usize) {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bytes = self
            .less
            .wait_while(bytes, |bytes| *bytes >= MOST_BYTES)
            .unwrap_or_else(PoisonError::into_inner);
        *bytes += weight;
    }

    /// Takes off a line that has been dealt with.
    pub(super) fn remove(&self, weight: usize) {
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        *bytes = bytes.saturating_sub(weight);
        if *bytes < MOST_BYTES {
            self.less.notify_one();
        }
    }
}
