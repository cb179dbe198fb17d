//! When a search with a time limit has to end so that its result is there in time.
//!
//! On a machine with more to do than processors a thread is sent away now and
//! then. If that happens at the limit, the result is late by as much, and so it is
//! when those that pass it on have to wait. A search sees from the gaps between
//! its looks at the clock how long that takes, and ends so much earlier; on a
//! machine that is its own it uses all its time.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Two looks at the clock lie closer together on any machine, unless somebody else
/// has had the processor.
const LONGEST_LOOK: Duration = Duration::from_millis(1);

/// How often a result may have to wait for a processor: the thread that finds it,
/// and those that pass it on.
const WAITS: u32 = 2;

/// The time limit of a search, shared by its threads.
pub(super) struct Deadline {
    limit: Option<Duration>,
    /// The longest time in which a thread at work had no processor, in microseconds.
    away: AtomicU64,
}

/// When one thread last looked at the clock, unless it has slept since.
#[derive(Clone, Copy, Default)]
pub(super) struct LastLook(Option<Duration>);

impl LastLook {
    /// The thread sleeps for want of work, which says nothing of the machine.
    pub(super) const fn forget(&mut self) {
        self.0 = None;
    }
}

impl Deadline {
    /// To end at `limit`, counted from the start of the search, if there is one.
    pub(super) const fn new(limit: Option<Duration>) -> Self {
        Self {
            limit,
            away: AtomicU64::new(0),
        }
    }

    /// Whether to end now. `elapsed` tells the time since the start and is asked
    /// only where there is a limit.
    pub(super) fn is_due(&self, last: &mut LastLook, elapsed: impl FnOnce() -> Duration) -> bool {
        let Some(limit) = self.limit else {
            return false;
        };
        let now = elapsed();
        let before = last.0.replace(now).unwrap_or(now);
        let gap = now.saturating_sub(before);
        if gap > LONGEST_LOOK {
            let gap = u64::try_from(gap.as_micros()).unwrap_or(u64::MAX);
            self.away.fetch_max(gap, Ordering::Relaxed);
        }
        let away = Duration::from_micros(self.away.load(Ordering::Relaxed));
        // However busy the machine is, most of the time is there to be used.
        now + away.saturating_mul(WAITS).min(limit / 4) >= limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first of the looks, in milliseconds from the start, that ends a search
    /// of 100 ms.
    fn end(looks: impl IntoIterator<Item = u64>) -> Option<u64> {
        let deadline = Deadline::new(Some(Duration::from_millis(100)));
        let mut last = LastLook::default();
        looks
            .into_iter()
            .find(|&look| deadline.is_due(&mut last, || Duration::from_millis(look)))
    }

    #[test]
    fn all_of_the_time_is_used_on_a_quiet_machine() {
        assert_eq!(end(0..200), Some(100));
        assert!(!Deadline::new(None).is_due(&mut LastLook::default(), || unreachable!()));
    }

    #[test]
    fn time_is_kept_free_for_what_a_busy_machine_takes() {
        assert_eq!(end((0..20).chain(26..200)), Some(86));
        assert_eq!(end((0..20).chain(26..40).chain(42..200)), Some(86));
    }

    #[test]
    fn however_busy_the_machine_most_of_the_time_is_used() {
        assert_eq!(end((0..5).chain(60..200)), Some(75));
    }

    #[test]
    fn sleep_is_no_sign_of_a_busy_machine() {
        let deadline = Deadline::new(Some(Duration::from_millis(100)));
        let mut last = LastLook::default();
        assert!(!deadline.is_due(&mut last, || Duration::from_millis(10)));
        last.forget();
        assert!(!deadline.is_due(&mut last, || Duration::from_millis(90)));
        assert!(!deadline.is_due(&mut last, || Duration::from_millis(91)));
    }
}
