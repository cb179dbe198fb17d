//! Clocks: how much time one side has, and how much of it a move may take.
//!
//! Pure arithmetic on durations. It reads no time; the engine says what a move
//! took and what the other end reports.

mod budget;

use super::TimeBudget;
use budget::{bounded, clamp_moves, main_budget, period_budget};
use std::time::Duration;

/// The kind of clock a game is played with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockKind {
    /// No clock.
    #[default]
    None,
    /// One sum of time for the whole game.
    Absolute {
        /// Time for all moves.
        main: Duration,
    },
    /// After the main time, a number of moves in each period.
    Canadian {
        /// Main time.
        main: Duration,
        /// Length of a period; not zero.
        period: Duration,
        /// Moves to be made in a period; at least 1.
        moves: u32,
    },
    /// After the main time, periods of which one is lost each time a move takes
    /// longer; a move within the period costs nothing.
    ByoYomi {
        /// Main time.
        main: Duration,
        /// Length of a period; not zero.
        period: Duration,
        /// Number of periods; at least 1.
        count: u32,
    },
    /// Some time is added after each move.
    Fischer {
        /// Time at the start.
        main: Duration,
        /// Added after each own move.
        increment: Duration,
    },
}

/// One side's clock: its kind and what is left of it.
///
/// ```
/// use mollett::search::{Clock, ClockKind};
/// use std::time::Duration;
/// let seconds = Duration::from_secs;
/// let mut clock = Clock::new(ClockKind::Absolute { main: seconds(60) });
/// let budget = clock.budget(40, Duration::ZERO).unwrap();
/// assert!(budget.soft <= budget.hard && budget.hard < seconds(60));
/// clock.spend(seconds(5));
/// assert_eq!(clock.left(), Some(seconds(55)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    kind: ClockKind,
    phase: Phase,
    /// The longest time the last move was to take, `lag` included.
    planned: Option<Duration>,
    /// How much more moves take than planned, the worst of late: a busy machine.
    delay: Duration,
    /// What a move takes beside our count and the lag, a mean of late by what the
    /// other end reports: a slow connection.
    unseen: Option<Duration>,
    /// The most that was.
    slowest: Duration,
    /// What a move takes here beside its search, a mean of late: threads that wait
    /// for a processor.
    waiting: Duration,
}

/// What is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// Nothing is known and nothing is limited.
    #[default]
    Free,
    /// Main time left.
    Main(Duration),
    /// Time and moves left in a Canadian period.
    Moves(Duration, u32),
    /// Time left in a byo-yomi period, and periods left, this one included.
    Periods(Duration, u32),
}

/// A clock that shows more than this is as good as none (a week).
const ENDLESS: Duration = Duration::from_secs(7 * 24 * 3600);
/// What a solve with 24 empty squares usually takes on one thread. One empty square
/// more or less about doubles or halves it.
const SOLVE_AT_24: Duration = Duration::from_millis(600);
/// The part of the whole clock that the solve is meant for; it is first tried with as
/// many empty squares as that lets one hope for.
const SOLVE_PART: f64 = 0.2;
/// How often an increment counts for the whole clock: as long as the midgame lasts.
const INCREMENTS: u32 = 18;
/// The shortest time a search is given: enough for a ply or two.
const SHORTEST: Duration = Duration::from_millis(1);

impl Clock {
    /// A clock of this kind before the first move.
    #[must_use]
    pub fn new(kind: ClockKind) -> Self {
        let phase = match kind {
            ClockKind::None => Phase::Free,
            ClockKind::Absolute { main } | ClockKind::Fischer { main, .. } => Phase::Main(main),
            ClockKind::Canadian {
                main,
                period,
                moves,
            } => match main.is_zero() {
                true => Phase::Moves(period, moves.max(1)),
                false => Phase::Main(main),
            },
            ClockKind::ByoYomi {
                main,
                period,
                count,
            } => match main.is_zero() {
                true => Phase::Periods(period, count.max(1)),
                false => Phase::Main(main),
            },
        };
        Self {
            kind,
            phase,
            ..Self::default()
        }
    }

    /// The time left in the main time or the period, or `None` without a clock.
    #[must_use]
    pub const fn left(&self) -> Option<Duration> {
        match self.phase {
            Phase::Free => None,
            Phase::Main(time) | Phase::Moves(time, _) | Phase::Periods(time, _) => Some(time),
        }
    }

    /// Takes the time of an own move off the clock and adds what the kind of
    /// clock gives for a move. `used` is what it took here and the lag.
    pub fn spend(&mut self, used: Duration) {
        if let Some(planned) = self.planned.take() {
            self.delay = (self.delay * 3 / 4).max(used.saturating_sub(planned));
        }
        self.phase = match (self.phase, self.kind) {
            (Phase::Free, _) => Phase::Free,
            (Phase::Main(left), ClockKind::Fischer { increment, .. }) => {
                Phase::Main(left.saturating_sub(used).saturating_add(increment))
            }
            (Phase::Main(left), ClockKind::Canadian { period, moves, .. }) if used > left => {
                next_move(period, moves.max(1), used - left, self.kind)
            }
            (Phase::Main(left), ClockKind::ByoYomi { period, count, .. }) if used > left => {
                next_period(period, count.max(1), used - left, self.kind)
            }
            (Phase::Main(left), _) => Phase::Main(left.saturating_sub(used)),
            (Phase::Moves(left, moves), kind) => next_move(left, moves, used, kind),
            (Phase::Periods(left, count), kind) => next_period(left, count, used, kind),
        };
    }

    /// Takes note of how much of an own move was no search but waiting: as long as
    /// the machine is so busy, each move to come will wait too, however little there
    /// is to search.
    pub fn note_waiting(&mut self, waited: Duration) {
        self.waiting = (self.waiting * 3 + waited) / 4;
        self.delay = self.delay.max(waited);
    }

    /// Takes over what the other end reports: the time left and the number after
    /// it (0: main time; else moves left, or periods left under byo-yomi).
    ///
    /// A report of whole seconds that differs by less than one from our own count
    /// is taken for a rounded one and leaves our count alone.
    pub fn correct(&mut self, time: Duration, number: u32) {
        let reported = match (number, self.kind) {
            (0, _) => Phase::Main(time),
            (number, ClockKind::ByoYomi { .. }) => Phase::Periods(time, number),
            (number, _) => Phase::Moves(time, number),
        };
        let same_phase = match (self.phase, reported) {
            (Phase::Main(_), Phase::Main(_)) => true,
            (Phase::Moves(_, own), Phase::Moves(_, told))
            | (Phase::Periods(_, own), Phase::Periods(_, told)) => own == told,
            _ => false,
        };
        let rounded = time.subsec_nanos() == 0
            && self
                .left()
                .is_some_and(|own| own.abs_diff(time) < Duration::from_secs(1));
        if same_phase && rounded {
            return;
        }
        // What is gone beside our count and the lag will go again. More than a
        // second is no delay but another clock.
        let unseen = self.left().unwrap_or_default().saturating_sub(time);
        if same_phase && unseen < Duration::from_secs(1) {
            self.delay = self.delay.max(unseen);
            let mean = self.unseen.unwrap_or(unseen);
            self.unseen = Some((mean * 3 + unseen) / 4);
            self.slowest = self.slowest.max(unseen);
        }
        self.phase = reported;
    }

    /// The time for one move, or `None` where there is no clock.
    ///
    /// `empties` are the empty squares before the move, `lag` is what each move
    /// costs outside the engine.
    #[must_use]
    pub fn budget(&mut self, empties: u32, lag: Duration) -> Option<TimeBudget> {
        let budget = self.plan(empties, lag);
        self.planned = budget.map(|budget| budget.hard + lag);
        budget
    }

    fn plan(&self, empties: u32, lag: Duration) -> Option<TimeBudget> {
        let lag = lag + self.unseen.unwrap_or_default() + self.waiting;
        let period = |time: Duration, moves| {
            let own_moves = clamp_moves(moves, empties);
            // The last move of a period has no other to make up for a slow way.
            let slow = self.slowest * 5 / 4;
            let slow = slow.saturating_sub(self.unseen.unwrap_or_default());
            let kept = self.kept(time) + self.spread(time, own_moves) + lag * own_moves;
            let kept = kept + slow.min(time / 2);
            Some(period_budget(time.saturating_sub(kept), moves, empties))
        };
        let main = match self.phase {
            _ if self.is_endless() => return None,
            Phase::Free => return None,
            Phase::Main(main) => main,
            Phase::Moves(time, moves) => return period(time, moves),
            Phase::Periods(time, _) => return period(time, 1),
        };
        let kept = self.kept(main);
        let own_moves = clamp_moves(u32::MAX, empties);
        let added = match self.kind {
            ClockKind::Fischer { increment, .. } => increment,
            _ => Duration::ZERO,
        };
        let each = (lag + self.least()).saturating_sub(added);
        let usable = main.saturating_sub(kept + self.spread(main, own_moves) + each * own_moves);
        let (share, hard) = main_budget(usable, empties, self.solve_empties());
        Some(match self.kind {
            ClockKind::None | ClockKind::Absolute { .. } => bounded(share, hard),
            // With nothing but the increment each move has that and no more.
            ClockKind::Fischer {
                main: start,
                increment,
            } if start.is_zero() => return period(main.max(increment), 1),
            ClockKind::Fischer { increment, .. } => {
                let most = main.saturating_sub(kept + lag);
                let soft = share + (increment.saturating_sub(lag) * 9 / 10);
                bounded(soft.min(most), hard.saturating_add(increment).min(most))
            }
            // Main time may run into the first period, so all of it can be shared out.
            ClockKind::Canadian { period, moves, .. } => {
                let each = period / moves.max(1);
                let most = (main + each).saturating_sub(self.kept(each) + lag);
                let soft = share + each * 8 / 10;
                bounded(soft.min(most), (hard + each).min(most))
            }
            ClockKind::ByoYomi { period, .. } => {
                let most = (main + period).saturating_sub(self.kept(period) + lag);
                let soft = share + period * 8 / 10;
                bounded(soft.min(most), (hard + period).min(most))
            }
        })
    }

    /// Whether what is left, or a period that a main time may run into, is endless.
    fn is_endless(&self) -> bool {
        use ClockKind::{ByoYomi, Canadian};
        let next = match (self.phase, self.kind) {
            (Phase::Main(_), Canadian { period, .. } | ByoYomi { period, .. }) => period,
            _ => Duration::ZERO,
        };
        self.left().is_some_and(|left| left.max(next) > ENDLESS)
    }

    /// Empty squares from which on the rest of the game is to be solved: more on a
    /// longer clock.
    fn solve_empties(&self) -> u32 {
        let part = self.whole().as_secs_f64() * SOLVE_PART;
        let doublings = (part / SOLVE_AT_24.as_secs_f64()).max(1e-3).log2();
        (24.0 + doublings).round().clamp(16.0, 27.0) as u32
    }

    /// About all the time there is for a game.
    fn whole(&self) -> Duration {
        match self.kind {
            ClockKind::Absolute { main } => main,
            ClockKind::Fischer { main, increment } => main + increment * INCREMENTS,
            ClockKind::Canadian { main, period, .. } | ClockKind::ByoYomi { main, period, .. } => {
                main + period
            }
            ClockKind::None => self.left().unwrap_or_default(),
        }
    }

    /// What every move to come is reckoned to take at least: more than a solved one
    /// does, for machines that are busy.
    fn least(&self) -> Duration {
        (self.whole() / 300).clamp(SHORTEST, Duration::from_millis(20))
    }

    /// What so many moves may take beyond the mean of what each takes beside our count:
    /// some are unlucky more than once.
    fn spread(&self, time: Duration, own_moves: u32) -> Duration {
        let times = f64::from(own_moves).sqrt() - 1.0;
        self.delay.mul_f64(times.max(0.0) / 2.0).min(time / 4)
    }

    /// What is never planned with: it covers what the two ends measure differently
    /// and what a busy machine takes.
    fn kept(&self, time: Duration) -> Duration {
        let delay = (self.delay * 3 / 2).min(time / 4);
        (time / 20)
            .clamp(Duration::from_millis(20), Duration::from_millis(500))
            .max(delay)
    }
}

/// A move in a Canadian period that took `used` of the `left`.
fn next_move(left: Duration, moves: u32, used: Duration, kind: ClockKind) -> Phase {
    if moves > 1 {
        return Phase::Moves(left.saturating_sub(used), moves - 1);
    }
    match kind {
        ClockKind::Canadian { period, moves, .. } => Phase::Moves(period, moves.max(1)),
        // A period that was only ever reported: as long as it is said to be.
        _ => Phase::Moves(left, 1),
    }
}

/// A move in a byo-yomi period that took `used` of the `left`.
fn next_period(left: Duration, count: u32, used: Duration, kind: ClockKind) -> Phase {
    let period = match kind {
        ClockKind::ByoYomi { period, .. } => period,
        _ => left,
    };
    let mut count = count;
    let mut over = used.saturating_sub(left);
    while !over.is_zero() && count > 1 {
        count -= 1;
        over = over.saturating_sub(period.max(SHORTEST));
    }
    Phase::Periods(period, count)
}

#[cfg(test)]
mod tests;
