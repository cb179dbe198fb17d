//! Clocks: how much time one side has, and how much of it a move may take.
//!
//! Pure arithmetic on durations. It reads no time; the engine says what a move
//! took and what the other end reports.

use super::TimeBudget;
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    kind: ClockKind,
    phase: Phase,
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
/// Empty squares at which a solve of the rest of the game is worth a large part
/// of the clock.
const SOLVE_EMPTIES: u32 = 22;
/// What is kept for that solve while the midgame lasts, as a number of moves.
const SOLVE_WEIGHT: u32 = 4;
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
        Self { kind, phase }
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
    /// clock gives for a move.
    pub fn spend(&mut self, used: Duration) {
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
        if !(same_phase && rounded) {
            self.phase = reported;
        }
    }

    /// The time for one move, or `None` where there is no clock.
    ///
    /// `empties` are the empty squares before the move, `lag` is what each move
    /// costs outside the engine.
    #[must_use]
    pub fn budget(&self, empties: u32, lag: Duration) -> Option<TimeBudget> {
        let main = match self.phase {
            Phase::Free => return None,
            Phase::Main(main) if main > ENDLESS => return None,
            Phase::Main(main) => main,
            Phase::Moves(time, moves) => return Some(period_budget(time, moves, empties, lag)),
            Phase::Periods(time, _) => return Some(period_budget(time, 1, empties, lag)),
        };
        let (share, hard) = main_budget(main, empties, lag);
        Some(match self.kind {
            ClockKind::None | ClockKind::Absolute { .. } => bounded(share, hard),
            // With nothing but the increment each move has that and no more.
            ClockKind::Fischer {
                main: start,
                increment,
            } if start.is_zero() => period_budget(main.max(increment), 1, empties, lag),
            ClockKind::Fischer { increment, .. } => {
                let most = main.saturating_sub(margin(main) + lag);
                let soft = share + (increment.saturating_sub(lag) * 9 / 10);
                bounded(soft.min(most), hard.saturating_add(increment).min(most))
            }
            // Main time may run into the first period, so all of it can be shared out.
            ClockKind::Canadian { period, moves, .. } => {
                let each = period / moves.max(1);
                let most = main + each - margin(each).min(each);
                let soft = share + each * 8 / 10;
                bounded(soft.min(most), (hard + each).min(most))
            }
            ClockKind::ByoYomi { period, .. } => {
                let most = (main + period).saturating_sub(margin(period) + lag);
                let soft = share + period * 8 / 10;
                bounded(soft.min(most), (hard + period).min(most))
            }
        })
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

/// What is never planned with: it covers what the two ends measure differently.
fn margin(time: Duration) -> Duration {
    (time / 20).clamp(Duration::from_millis(20), Duration::from_millis(500))
}

/// The usual and the longest time of a move out of a main time.
fn main_budget(main: Duration, empties: u32, lag: Duration) -> (Duration, Duration) {
    let own_moves = empties.div_ceil(2).max(1);
    let usable = main.saturating_sub(margin(main) + (lag + SHORTEST) * own_moves);
    if empties > SOLVE_EMPTIES {
        let midgame_moves = (empties - SOLVE_EMPTIES).div_ceil(2);
        let soft = usable / (midgame_moves + SOLVE_WEIGHT);
        (soft, (soft * 4).min(usable * 3 / 10))
    } else {
        (usable * 4 / 10, usable * 6 / 10)
    }
}

/// The budget of a move in a period with `time` for `moves` moves.
fn period_budget(time: Duration, moves: u32, empties: u32, lag: Duration) -> TimeBudget {
    // The game may end before the period does.
    let moves = moves.clamp(1, empties.div_ceil(2).max(1));
    let usable = time.saturating_sub(margin(time) + lag * moves);
    let each = usable / moves;
    if moves == 1 {
        bounded(usable * 9 / 10, usable)
    } else {
        bounded(each * 9 / 10, (each * 2).min(usable * 6 / 10).max(each))
    }
}

fn bounded(soft: Duration, hard: Duration) -> TimeBudget {
    let hard = hard.max(SHORTEST);
    TimeBudget {
        soft: soft.clamp(SHORTEST, hard),
        hard,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAG: Duration = Duration::from_millis(10);

    fn seconds(time: f64) -> Duration {
        Duration::from_secs_f64(time)
    }

    /// Plays a game in which each move takes what `take` makes of its budget;
    /// returns the time used.
    fn game(clock: &mut Clock, lag: Duration, take: fn(TimeBudget) -> Duration) -> Duration {
        let mut used = Duration::ZERO;
        for empties in (1..=60).rev().step_by(2) {
            let budget = clock.budget(empties, lag).unwrap();
            assert!(budget.soft <= budget.hard);
            let time = take(budget) + lag;
            used += time;
            clock.spend(time);
        }
        used
    }

    #[test]
    fn a_whole_game_stays_within_an_absolute_clock_and_uses_most_of_it() {
        for main in [0.5, 1.0, 5.0, 60.0, 1500.0] {
            let kind = ClockKind::Absolute {
                main: seconds(main),
            };
            let longest = game(&mut Clock::new(kind), LAG, |budget| budget.hard);
            assert!(longest < seconds(main), "{main} {longest:?}");
            let usual = game(&mut Clock::new(kind), LAG, |budget| budget.soft);
            assert!(usual > seconds(main * 0.7), "{main} {usual:?}");
        }
    }

    #[test]
    fn lag_that_nobody_reports_is_left_room_for() {
        let kind = ClockKind::Absolute { main: seconds(30.) };
        let lag = Duration::from_millis(100);
        let longest = game(&mut Clock::new(kind), lag, |budget| budget.hard);
        assert!(longest < seconds(30.), "{longest:?}");
    }

    #[test]
    fn fischer_clocks_grow_with_each_move_and_are_never_overrun() {
        for (main, increment) in [(1.0, 0.1), (10.0, 1.0), (0.1, 0.01), (0.0, 0.5)] {
            let kind = ClockKind::Fischer {
                main: seconds(main),
                increment: seconds(increment),
            };
            for take in [|b: TimeBudget| b.hard, |b: TimeBudget| b.soft] {
                let mut clock = Clock::new(kind);
                if main == 0.0 {
                    let budget = clock.budget(60, LAG).unwrap();
                    assert!(budget.hard < seconds(increment));
                    continue;
                }
                for empties in (1..=60).rev().step_by(2) {
                    let time = take(clock.budget(empties, LAG).unwrap()) + LAG;
                    assert!(time <= clock.left().unwrap().max(LAG + SHORTEST));
                    clock.spend(time);
                }
            }
        }
        let mut clock = Clock::new(ClockKind::Fischer {
            main: seconds(10.),
            increment: seconds(1.),
        });
        clock.spend(seconds(0.25));
        assert_eq!(clock.left(), Some(seconds(10.75)));
    }

    #[test]
    fn canadian_periods_begin_again_after_their_moves() {
        let kind = ClockKind::Canadian {
            main: seconds(1.),
            period: seconds(30.),
            moves: 3,
        };
        let mut clock = Clock::new(kind);
        clock.spend(seconds(3.));
        assert_eq!(clock.phase, Phase::Moves(seconds(28.), 2));
        clock.spend(seconds(20.));
        assert_eq!(clock.phase, Phase::Moves(seconds(8.), 1));
        let budget = clock.budget(30, LAG).unwrap();
        assert!(budget.hard < seconds(8.) && budget.soft > seconds(6.));
        clock.spend(seconds(7.));
        assert_eq!(clock.phase, Phase::Moves(seconds(30.), 3));
        let ten = Clock::new(ClockKind::Canadian {
            main: Duration::ZERO,
            period: seconds(300.),
            moves: 10,
        });
        let budget = ten.budget(60, LAG).unwrap();
        assert!(budget.soft > seconds(20.) && budget.soft < seconds(30.));
    }

    #[test]
    fn byo_yomi_gives_each_move_a_period_and_loses_one_when_it_is_overrun() {
        let kind = ClockKind::ByoYomi {
            main: Duration::ZERO,
            period: seconds(10.),
            count: 3,
        };
        let mut clock = Clock::new(kind);
        let budget = clock.budget(40, LAG).unwrap();
        assert!(budget.hard < seconds(10.) && budget.soft > seconds(3.));
        clock.spend(seconds(9.));
        assert_eq!(clock.phase, Phase::Periods(seconds(10.), 3));
        clock.spend(seconds(21.));
        assert_eq!(clock.phase, Phase::Periods(seconds(10.), 1));
        let long = Clock::new(ClockKind::ByoYomi {
            main: seconds(1800.),
            period: seconds(20.),
            count: 1,
        });
        assert!(long.budget(40, LAG).unwrap().soft < seconds(180.));
    }

    #[test]
    fn rounded_reports_leave_the_own_count_alone_and_others_replace_it() {
        let mut clock = Clock::new(ClockKind::Absolute { main: seconds(10.) });
        clock.spend(seconds(9.25));
        for told in [1., 0.] {
            clock.correct(seconds(told), 0);
            assert_eq!(clock.left(), Some(seconds(0.75)));
        }
        clock.correct(seconds(5.), 0);
        assert_eq!(clock.left(), Some(seconds(5.)));
        clock.correct(seconds(4.5), 0);
        assert_eq!(clock.left(), Some(seconds(4.5)));
        clock.correct(seconds(0.), 0);
        assert_eq!(clock.budget(50, LAG).unwrap().hard, SHORTEST);
    }

    #[test]
    fn reports_bound_a_game_without_a_clock_and_an_endless_one_does_not() {
        let mut clock = Clock::new(ClockKind::None);
        assert_eq!(clock.budget(60, LAG), None);
        clock.correct(seconds(2.), 0);
        assert!(clock.budget(60, LAG).unwrap().hard < seconds(1.));
        clock.correct(seconds(30.), 3);
        assert!(clock.budget(60, LAG).unwrap().hard < seconds(20.));
        clock.correct(seconds(1e9), 0);
        assert_eq!(clock.budget(60, LAG), None);
    }
}
