//! The threads of one search, and the work they offer each other.
//!
//! Whoever runs out of work looks out for more for a while: the next piece is
//! mostly there within microseconds, and to be woken takes longer than most pieces
//! do. Then it sleeps. What a piece of work is, is [`super::split`]'s.

use super::split::Split;
use crate::board::Rules;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// How long a thread without work looks out for some before it sleeps. With more
/// threads than processors it would keep those from working that have some: then it
/// sleeps at once, and is woken only for a processor that nobody works on.
const PATIENCE: Duration = Duration::from_micros(500);

/// Looks between two looks at the clock.
const LOOKS: usize = 32;

/// A value with cache lines of its own: what changes often does not slow down who
/// reads its neighbours.
#[repr(align(128))]
struct Apart<T>(T);

/// The threads of one search.
pub(super) struct Team<R: Rules> {
    board: Apart<Mutex<Board<R>>>,
    /// Threads without work.
    idle: Apart<AtomicUsize>,
    /// Changes, under the lock of the board, with everything that they wait for.
    news: Apart<AtomicUsize>,
    patience: Duration,
    /// Threads beyond the processors: so many have no work at any time.
    spare: usize,
}

struct Board<R: Rules> {
    /// Splits with moves that nobody has taken.
    open: Vec<Arc<Split<R>>>,
    /// Threads that look out for any work.
    looking: usize,
    asleep: Vec<Sleeper<R>>,
    over: bool,
}

/// A thread that sleeps for want of work.
struct Sleeper<R: Rules> {
    thread: Thread,
    /// Only work below this split is for it, the one it has made.
    below: Option<Arc<Split<R>>>,
}

impl<R: Rules> Team<R> {
    /// A team of so many threads on this machine.
    pub(super) fn new(threads: usize) -> Self {
        static PROCESSORS: LazyLock<usize> =
            LazyLock::new(|| thread::available_parallelism().map_or(1, usize::from));
        Self::on(*PROCESSORS, threads)
    }

    /// A team of so many threads on so many processors.
    fn on(processors: usize, threads: usize) -> Self {
        let spare = threads.saturating_sub(processors);
        Self {
            board: Apart(Mutex::new(Board {
                open: Vec::new(),
                looking: 0,
                asleep: Vec::new(),
                over: false,
            })),
            idle: Apart(AtomicUsize::new(0)),
            news: Apart(AtomicUsize::new(0)),
            patience: if spare > 0 { Duration::ZERO } else { PATIENCE },
            spare,
        }
    }

    /// Whether somebody waits for work who has a processor to do it on.
    #[inline(always)]
    pub(super) fn has_idle(&self) -> bool {
        self.idle.0.load(Ordering::Relaxed) > self.spare
    }

    /// Sends all threads home that wait for work.
    pub(super) fn dismiss(&self) {
        let mut board = self.lock();
        board.over = true;
        self.tell();
        for sleeper in board.asleep.drain(..) {
            sleeper.thread.unpark();
        }
    }

    /// Offers the moves of a split to all.
    pub(super) fn publish(&self, split: &Arc<Split<R>>) {
        let mut board = self.lock();
        board.open.push(Arc::clone(split));
        self.tell();
        self.wake_for(&mut board, split);
    }

    /// No more moves of this split are to be had.
    pub(super) fn close(&self, split: &Arc<Split<R>>) {
        self.lock().open.retain(|open| !Arc::ptr_eq(open, split));
    }

    /// Work for an idle thread; `None` when the search is over.
    pub(super) fn next(&self) -> Option<Arc<Split<R>>> {
        let mut board = self.lock();
        while !board.over {
            if let Some(split) = board.join(|_| true) {
                // There may be work for one more.
                self.wake_for(&mut board, &split);
                return Some(split);
            }
            board = self.wait(board, None);
        }
        None
    }

    /// Work below a split for the thread that made it; `None` as soon as no guest
    /// is left there.
    pub(super) fn next_below(&self, split: &Arc<Split<R>>) -> Option<Arc<Split<R>>> {
        let mut board = self.lock();
        while split.guests.load(Ordering::Relaxed) > 0 {
            if let Some(found) = board.join(|open| open.lies_below(split)) {
                self.wake_for(&mut board, &found);
                return Some(found);
            }
            board = self.wait(board, Some(split));
        }
        None
    }

    /// A guest of this split is done.
    pub(super) fn leave(&self, split: &Arc<Split<R>>) {
        let mut board = self.lock();
        if split.guests.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.tell();
            board.wake(|below| below.is_some_and(|below| Arc::ptr_eq(below, split)));
        }
    }

    /// A thread that panicked leaves nothing half-done under this lock.
    fn lock(&self) -> MutexGuard<'_, Board<R>> {
        self.board.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes a thread that can work at an open split, unless one is up.
    fn wake_for(&self, board: &mut Board<R>, split: &Split<R>) {
        if board.looking == 0 && self.has_idle() {
            board.wake(|below| below.is_none_or(|below| split.lies_below(below)));
        }
    }

    fn tell(&self) {
        self.news.0.fetch_add(1, Ordering::Release);
    }

    /// Waits until there is something new, mostly.
    fn wait<'a>(
        &'a self,
        mut board: MutexGuard<'a, Board<R>>,
        below: Option<&Arc<Split<R>>>,
    ) -> MutexGuard<'a, Board<R>> {
        let known = self.news.0.load(Ordering::Relaxed);
        self.idle.0.fetch_add(1, Ordering::Relaxed);
        if !self.patience.is_zero() {
            let free = usize::from(below.is_none());
            board.looking += free;
            drop(board);
            self.look_out(known);
            board = self.lock();
            board.looking -= free;
        }
        if self.news.0.load(Ordering::Relaxed) == known {
            board = self.sleep(board, below);
        }
        self.idle.0.fetch_sub(1, Ordering::Relaxed);
        board
    }

    /// Returns when there is something new or patience ends.
    fn look_out(&self, known: usize) {
        let start = Instant::now();
        while start.elapsed() < self.patience {
            for _ in 0..LOOKS {
                if self.news.0.load(Ordering::Acquire) != known {
                    return;
                }
                spin_loop();
            }
        }
    }

    fn sleep<'a>(
        &'a self,
        mut board: MutexGuard<'a, Board<R>>,
        below: Option<&Arc<Split<R>>>,
    ) -> MutexGuard<'a, Board<R>> {
        let thread = thread::current();
        let id = thread.id();
        let below = below.cloned();
        board.asleep.push(Sleeper { thread, below });
        drop(board);
        thread::park();
        board = self.lock();
        // A thread can wake unasked: then it is still there.
        board.asleep.retain(|sleeper| sleeper.thread.id() != id);
        board
    }
}

impl<R: Rules> Board<R> {
    /// Joins the largest of the open splits that are wanted.
    fn join(&self, wanted: impl Fn(&Split<R>) -> bool) -> Option<Arc<Split<R>>> {
        let open = self.open.iter().filter(|split| wanted(split));
        let split = Arc::clone(open.max_by_key(|split| split.depth)?);
        split.guests.fetch_add(1, Ordering::Relaxed);
        Some(split)
    }

    /// Wakes one of the sleepers of whose splits this is true.
    fn wake(&mut self, is_right: impl Fn(Option<&Arc<Split<R>>>) -> bool) {
        let right = |sleeper: &Sleeper<R>| is_right(sleeper.below.as_ref());
        if let Some(index) = self.asleep.iter().position(right) {
            self.asleep.swap_remove(index).thread.unpark();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Othello;
    use crate::eval::Features;
    use crate::search::ordering::Candidates;
    use crate::search::selectivity::Selectivity;
    use crate::search::split::Begun;
    use crate::search::table::NO_MOVE;

    type OthelloTeam = Team<Othello>;

    /// The start position as a split below another one.
    fn split(above: Option<&Arc<Split<Othello>>>) -> Arc<Split<Othello>> {
        let start = Othello::start();
        let begun = Begun {
            features: &Features::of(start.board),
            depth: 9,
            empties: 60,
            alpha: 0,
            beta: 1,
            best: 0,
            best_move: NO_MOVE,
            candidates: Candidates::new(&start, start.moves(), 60),
        };
        Arc::new(Split::new(
            begun,
            above.cloned(),
            (Selectivity::EXACT, 4),
            0,
        ))
    }

    fn wait_for_sleepers(team: &OthelloTeam, count: usize) {
        let start = Instant::now();
        while team.lock().asleep.len() != count {
            assert!(start.elapsed() < Duration::from_secs(60), "nobody sleeps");
            thread::sleep(Duration::from_micros(100));
        }
    }

    /// Two threads on two processors, that look out for work and that do not.
    fn pairs() -> [OthelloTeam; 2] {
        [PATIENCE, Duration::ZERO].map(|patience| OthelloTeam {
            patience,
            ..OthelloTeam::on(2, 2)
        })
    }

    #[test]
    fn a_thread_without_work_sleeps_until_there_is_some() {
        for team in pairs() {
            thread::scope(|scope| {
                let served = scope.spawn(|| {
                    let mut served = 0;
                    while let Some(split) = team.next() {
                        team.close(&split);
                        team.leave(&split);
                        served += 1;
                    }
                    served
                });
                for _ in 0..3 {
                    wait_for_sleepers(&team, 1);
                    assert!(team.has_idle());
                    let split = split(None);
                    team.publish(&split);
                    // Whether it has been there already or comes later, it is waited for.
                    while !team.lock().open.is_empty() {
                        thread::yield_now();
                    }
                    assert!(team.next_below(&split).is_none());
                    assert_eq!(split.guests.load(Ordering::Relaxed), 0);
                }
                wait_for_sleepers(&team, 1);
                team.dismiss();
                assert_eq!(served.join().unwrap(), 3);
            });
            assert!(!team.has_idle());
        }
    }

    #[test]
    fn who_waits_for_a_guest_is_woken_by_its_leaving_and_by_work_below() {
        for team in pairs() {
            let (own, other) = (split(None), split(None));
            let below = split(Some(&own));
            own.guests.fetch_add(1, Ordering::Relaxed);
            thread::scope(|scope| {
                let waits = scope.spawn(|| {
                    let found = team.next_below(&own);
                    assert!(found.is_some_and(|found| Arc::ptr_eq(&found, &below)));
                    team.close(&below);
                    team.leave(&below);
                    team.next_below(&own).is_none()
                });
                wait_for_sleepers(&team, 1);
                team.publish(&other);
                thread::sleep(Duration::from_millis(5));
                assert_eq!(team.lock().asleep.len(), 1, "not its work");
                team.publish(&below);
                // It is done with that when no more of it is to be had.
                while team.lock().open.len() > 1 {
                    thread::yield_now();
                }
                wait_for_sleepers(&team, 1);
                team.leave(&own);
                assert!(waits.join().unwrap());
            });
            assert_eq!(other.guests.load(Ordering::Relaxed), 0);
        }
    }

    #[test]
    fn every_split_is_left_by_all_however_many_there_are() {
        for helpers in [1, 3, 15] {
            let team = OthelloTeam::on(2, helpers + 1);
            thread::scope(|scope| {
                for _ in 0..helpers {
                    scope.spawn(|| {
                        while let Some(split) = team.next() {
                            team.close(&split);
                            team.leave(&split);
                        }
                    });
                }
                for _ in 0..500 {
                    let splits = [split(None), split(None), split(None)];
                    for split in &splits {
                        team.publish(split);
                    }
                    for split in &splits {
                        team.close(split);
                        assert!(team.next_below(split).is_none());
                    }
                }
                team.dismiss();
            });
            assert!(team.lock().open.is_empty() && team.lock().asleep.is_empty());
            assert!(!team.has_idle());
        }
    }

    #[test]
    fn threads_beyond_the_processors_are_not_woken() {
        let team = OthelloTeam::on(1, 2);
        thread::scope(|scope| {
            scope.spawn(|| assert!(team.next().is_none()));
            wait_for_sleepers(&team, 1);
            assert!(!team.has_idle());
            let split = split(None);
            team.publish(&split);
            assert_eq!(team.lock().asleep.len(), 1);
            team.close(&split);
            team.dismiss();
        });
    }
}
