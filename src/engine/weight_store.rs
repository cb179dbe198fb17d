//! Weights are expanded for each number of empty squares when they are first used,
//! which takes some milliseconds each. Here that is done in idle moments, before a
//! search needs them.

use crate::eval::Evaluation;
use std::time::{Duration, Instant};

/// A job that comes while the weights are unpacked waits for no more than this.
const WAIT: Duration = Duration::from_millis(2);

/// What is left to expand.
#[derive(Default)]
pub(super) struct WeightStore {
    /// The weights last searched with; `None` before the first search.
    evaluation: Option<Evaluation>,
    /// Empty squares to go on from.
    next: Option<u32>,
}

impl WeightStore {
    /// A position with so many empty squares is searched for the first time: what
    /// comes after it will be needed.
    pub(super) fn begin(&mut self, evaluation: &Evaluation, empties: u32) {
        if self.evaluation.as_ref() != Some(evaluation) {
            *self = Self {
                evaluation: Some(evaluation.clone()),
                next: Some(empties),
            };
        }
    }

    /// Expands a little more. False when nothing is left to do.
    pub(super) fn prepare(&mut self) -> bool {
        let (Some(evaluation), Some(empties)) = (&self.evaluation, self.next) else {
            return false;
        };
        let start = Instant::now();
        if !evaluation.wait(|| start.elapsed() >= WAIT) {
            return true;
        }
        std::hint::black_box(evaluation.weights().phase(empties));
        self.next = empties.checked_sub(1);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_ahead_is_made_ready_once() {
        let mut store = WeightStore::default();
        assert!(!store.prepare());
        let evaluation = Evaluation::default();
        assert!(evaluation.wait(|| false));
        store.begin(&evaluation, 8);
        assert_eq!((0..100).filter(|_| store.prepare()).count(), 9);
        store.begin(&evaluation, 60);
        assert!(!store.prepare());
    }
}
