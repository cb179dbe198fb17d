//! The thread that searches. It lives as long as the program once the first job
//! has come, owns the table, and says everything through the one channel.

use super::count::count;
use super::event::{Event, Job, Outcome, Work};
use super::table_store::{Next, TableStore};
use super::weight_store::WeightStore;
use crate::search::{Control, Limits, TimeBudget, search};
use crossbeam_channel::{Receiver, Sender, TryRecvError};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Room for the deepest search of a build without optimization.
const STACK_BYTES: usize = 16 << 20;

/// A search that may take less than this does not wait for the memory of a large
/// table.
const SHORT: Duration = Duration::from_millis(500);

/// The controller's end of the worker.
pub(super) struct Worker {
    jobs: Sender<Job>,
}

impl Worker {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system has none.
    pub(super) fn start(events: Sender<Event>) -> io::Result<Self> {
        let (jobs, inbox) = crossbeam_channel::bounded(1);
        std::thread::Builder::new()
            .name("worker".into())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                let _guard = Guard(events.clone());
                work(&inbox, &events);
            })?;
        Ok(Self { jobs })
    }

    /// Hands over a job; the one before must have finished. Whether there was
    /// somebody to take it.
    pub(super) fn give(&self, job: Job) -> bool {
        self.jobs.send(job).is_ok()
    }
}

/// Says so when the thread ends by a panic.
struct Guard(Sender<Event>);

impl Drop for Guard {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.0.send(Event::WorkerLost);
        }
    }
}

fn work(jobs: &Receiver<Job>, events: &Sender<Event>) {
    let mut store = TableStore::default();
    let mut weights = WeightStore::default();
    while let Some(job) = next_job(jobs, &mut store, &mut weights) {
        let Job { id, stop, .. } = job;
        if job.forget {
            store.forget();
        }
        let outcome = match job.work {
            Work::Perft { root, depth } => Outcome::Perft(count(&root, depth, &stop)),
            Work::Search { root, mut limits } => {
                weights.begin(&limits.evaluation, root.empties());
                let short = job.spare || is_short(&limits);
                match store.get(job.hash_mb, short, &stop) {
                    Err(error) => Outcome::NoTable(error),
                    Ok((table, next)) => {
                        let next = next.filter(|_| job.spare);
                        limits.time = limits.time.map(|time| left(time, job.since.elapsed()));
                        let mut report = |report: &_| {
                            let _ = events.send(Event::Report(id, Clone::clone(report)));
                        };
                        let mut control = Control {
                            stop: &stop,
                            report: &mut report,
                        };
                        let search = || search(&root, &limits, table, &mut control);
                        Outcome::Search(beside(next, &stop, search))
                    }
                }
            }
        };
        if events.send(Event::Finished(id, outcome)).is_err() {
            return;
        }
    }
}

/// Searches, and makes the next table ready meanwhile if there is one.
fn beside<T>(next: Option<&mut Next>, stop: &AtomicBool, search: impl FnOnce() -> T) -> T {
    let Some(next) = next else {
        return search();
    };
    std::thread::scope(|scope| {
        let commit = || while !stop.load(Ordering::Relaxed) && next.commit() {};
        // Where the system has no more threads, later moments will do.
        let _ = std::thread::Builder::new().spawn_scoped(scope, commit);
        search()
    })
}

/// The next job; while there is none, what later ones will need is made ready.
fn next_job(
    jobs: &Receiver<Job>,
    store: &mut TableStore,
    weights: &mut WeightStore,
) -> Option<Job> {
    loop {
        match jobs.try_recv() {
            Err(TryRecvError::Empty) if weights.prepare() || store.prepare() => {}
            Err(TryRecvError::Empty) => return jobs.recv().ok(),
            result => return result.ok(),
        }
    }
}

/// The budget of a search that begins this much later than its request came.
fn left(time: TimeBudget, late: Duration) -> TimeBudget {
    TimeBudget {
        soft: time.soft.saturating_sub(late),
        hard: time.hard.saturating_sub(late),
    }
}

/// Whether a search has no time to wait for memory.
fn is_short(limits: &Limits) -> bool {
    limits.time.is_some_and(|time| time.hard < SHORT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::AnyPosition;
    use crate::engine::event::SearchId;
    use mollett_protocol::RuleSet;
    use std::sync::Arc;
    use std::time::Instant;

    fn next(events: &Receiver<Event>) -> Event {
        events.recv_timeout(Duration::from_secs(20)).unwrap()
    }

    fn job(id: u64, work: Work) -> Job {
        Job {
            id: SearchId(id),
            work,
            stop: Arc::new(AtomicBool::new(false)),
            since: Instant::now(),
            hash_mb: 1,
            forget: false,
            spare: false,
        }
    }

    #[test]
    fn everything_said_about_a_job_carries_its_number() {
        let (sender, events) = crossbeam_channel::unbounded();
        let worker = Worker::start(sender).unwrap();
        for id in [7, 8] {
            let limits = Limits {
                depth: Some(2),
                ..Limits::default()
            };
            let root = AnyPosition::start(RuleSet::Classic);
            assert!(worker.give(job(id, Work::Search { root, limits })));
            loop {
                match next(&events) {
                    Event::Report(SearchId(told), _) => assert_eq!(told, id),
                    Event::Finished(SearchId(told), Outcome::Search(report)) => {
                        assert_eq!((told, report.depth), (id, 2));
                        break;
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }

    #[test]
    fn a_count_that_is_stopped_is_no_count() {
        let (sender, events) = crossbeam_channel::unbounded();
        let worker = Worker::start(sender).unwrap();
        let root = AnyPosition::start(RuleSet::Othello);
        let mut stopped = job(1, Work::Perft { root, depth: 60 });
        stopped.stop = Arc::new(AtomicBool::new(true));
        assert!(worker.give(stopped));
        assert!(matches!(
            next(&events),
            Event::Finished(_, Outcome::Perft(None))
        ));
        assert!(worker.give(job(2, Work::Perft { root, depth: 6 })));
        assert!(matches!(
            next(&events),
            Event::Finished(_, Outcome::Perft(Some(8200)))
        ));
    }

    #[test]
    fn what_is_to_be_forgotten_is_forgotten_by_any_job() {
        let (sender, events) = crossbeam_channel::unbounded();
        let worker = Worker::start(sender).unwrap();
        let root = AnyPosition::start(RuleSet::Othello);
        let limits = Limits {
            nodes: Some(3000),
            ..Limits::default()
        };
        let first_depth = |id| {
            let limits = limits.clone();
            assert!(worker.give(job(id, Work::Search { root, limits })));
            let mut depths = Vec::new();
            loop {
                match next(&events) {
                    Event::Report(_, report) => depths.push(report.depth),
                    Event::Finished(..) => return depths.first().copied(),
                    other => panic!("{other:?}"),
                }
            }
        };
        assert_eq!(first_depth(1), Some(1));
        assert!(first_depth(2) > Some(1));
        let mut count = job(3, Work::Perft { root, depth: 1 });
        count.forget = true;
        assert!(worker.give(count));
        assert!(matches!(next(&events), Event::Finished(..)));
        assert_eq!(first_depth(4), Some(1));
    }

    #[test]
    fn a_panic_is_told() {
        let (sender, events) = crossbeam_channel::unbounded();
        let thread = std::thread::spawn(move || {
            let _guard = Guard(sender);
            panic!("on purpose");
        });
        assert!(thread.join().is_err());
        assert!(matches!(next(&events), Event::WorkerLost));
    }
}
