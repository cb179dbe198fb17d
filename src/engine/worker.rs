//! The thread that searches. It lives as long as the program once the first job
//! has come, owns the table, and says everything through the one channel.

use super::count::count;
use super::event::{Event, Job, Outcome, Work};
use crate::search::{Control, Table, TableError, search};
use crossbeam_channel::{Receiver, Sender};
use std::io;

/// Room for the deepest search of a build without optimization.
const STACK_BYTES: usize = 16 << 20;

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
    let mut table = None;
    for job in jobs {
        let Job { id, stop, .. } = job;
        let outcome = match job.work {
            Work::Perft { root, depth } => Outcome::Perft(count(&root, depth, &stop)),
            Work::Search { root, limits } => match prepare(&mut table, job.hash_mb, job.forget) {
                Err(error) => Outcome::NoTable(error),
                Ok(table) => {
                    let mut report = |report: &_| {
                        let _ = events.send(Event::Report(id, Clone::clone(report)));
                    };
                    let mut control = Control {
                        stop: &stop,
                        report: &mut report,
                    };
                    Outcome::Search(search(&root, &limits, table, &mut control))
                }
            },
        };
        if events.send(Event::Finished(id, outcome)).is_err() {
            return;
        }
    }
}

/// The table in the size asked for. When there is no memory for a new one the
/// old one goes on serving; without one, smaller sizes are tried.
fn prepare(
    table: &mut Option<Table>,
    megabytes: usize,
    forget: bool,
) -> Result<&Table, TableError> {
    match table {
        None => *table = Some(largest(megabytes)?),
        Some(table) if table.megabytes() != megabytes => {
            if let Err(error) = table.resize(megabytes) {
                log::warn!("{error}; the old size of {} MB stays", table.megabytes());
            }
        }
        Some(table) if forget => table.clear(),
        Some(_) => {}
    }
    table.as_ref().ok_or(TableError {
        megabytes,
        limit: None,
    })
}

/// A table of this size, or of half, a quarter ... of it.
fn largest(megabytes: usize) -> Result<Table, TableError> {
    let mut size = megabytes;
    loop {
        match Table::new(size) {
            Err(error) if size > 1 => log::warn!("{error}; trying half"),
            result => return result,
        }
        size /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::AnyPosition;
    use crate::engine::event::SearchId;
    use crate::search::Limits;
    use mollett_protocol::RuleSet;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    fn next(events: &Receiver<Event>) -> Event {
        events.recv_timeout(Duration::from_secs(20)).unwrap()
    }

    fn job(id: u64, work: Work) -> Job {
        Job {
            id: SearchId(id),
            work,
            stop: Arc::new(AtomicBool::new(false)),
            hash_mb: 1,
            forget: false,
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
