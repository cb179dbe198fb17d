//! How a search on the clock has gone so far, and what that says about the time
//! still to give it.

use super::super::limit::TimeBudget;
use crate::eval::Score;
use mollett_protocol::Move;
use std::time::Duration;

/// Iterations with the same best move after which it is taken for settled.
const SETTLED: u32 = 5;

/// A fall by so much from one iteration to the next is trouble.
const FALL: i32 = Score::DISC * 3 / 2;

/// A rise or fall below this is none.
const QUIET: i32 = Score::DISC / 2;

/// What the iterations have found, one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Course {
    /// Best move and score of the last iteration; no score where only a bound is known.
    last: Option<(Move, Option<i32>)>,
    /// Iterations since another move was best.
    same: u32,
    /// What the last iteration changed the score by.
    change: i32,
}

impl Course {
    /// One more iteration ends with this best move and score.
    pub(super) fn note(&mut self, best: Move, score: i32) {
        let (same, change) = match self.last {
            Some((move_before, before)) => (move_before == best, score - before.unwrap_or(score)),
            None => (false, 0),
        };
        self.same = if same { self.same + 1 } else { 0 };
        self.change = change;
        self.last = Some((best, Some(score)));
    }

    /// Begins where an earlier search had this best move, and score if it had one. Its iterations
    /// count, though not all that it takes to settle the move.
    pub(super) fn resume(&mut self, best: Move, score: Option<i32>) {
        *self = Self {
            last: Some((best, score)),
            same: SETTLED - 2,
            change: 0,
        };
    }

    /// When to end a search with this budget: its soft time where nothing speaks for
    /// more or less, a part of it when the move is settled, more of the hard time
    /// when the score falls or the move has just changed. A fixed time is used up.
    pub(super) fn end(&self, time: TimeBudget) -> Duration {
        if time.soft == time.hard {
            return time.hard * 2;
        }
        let percent = if self.change <= -FALL {
            220
        } else if self.last.is_some() && self.same == 0 {
            160
        } else if self.same >= SETTLED && self.change.abs() < QUIET {
            70
        } else {
            100
        };
        (time.soft * percent / 100).min(time.hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: TimeBudget = TimeBudget {
        soft: Duration::from_millis(100),
        hard: Duration::from_millis(200),
    };

    fn end(iterations: &[(&str, i32)]) -> u128 {
        let mut course = Course::default();
        for (word, discs) in iterations {
            course.note(word.parse().unwrap(), discs * Score::DISC);
        }
        course.end(BUDGET).as_millis()
    }

    #[test]
    fn a_settled_move_gives_time_back() {
        assert_eq!(end(&[]), 100);
        assert_eq!(end(&[("d3", 1); 3]), 100);
        assert_eq!(end(&[("d3", 1); 6]), 70);
    }

    #[test]
    fn a_new_move_or_a_falling_score_takes_more() {
        assert_eq!(end(&[("d3", 1), ("c4", 1)]), 160);
        assert_eq!(
            end(&[("d3", 5), ("d3", 1)]),
            200,
            "never beyond the hard time"
        );
        assert_eq!(end(&[("d3", 1), ("d3", 5)]), 100);
    }

    #[test]
    fn a_move_that_stays_best_is_soon_settled_again() {
        let mut course = Course::default();
        let best = "d3".parse().unwrap();
        course.resume(best, Some(0));
        assert_eq!(course.end(BUDGET).as_millis(), 100);
        course.note(best, 0);
        course.note(best, 0);
        assert_eq!(course.end(BUDGET).as_millis(), 70);
        course.resume(best, Some(5 * Score::DISC));
        course.note(best, 0);
        assert_eq!(course.end(BUDGET).as_millis(), 200);
        course.resume(best, None);
        course.note(best, 0);
        assert_eq!(course.end(BUDGET).as_millis(), 100);
        course.resume(best, None);
        course.note("c4".parse().unwrap(), 0);
        assert_eq!(course.end(BUDGET).as_millis(), 160);
    }

    #[test]
    fn a_fixed_time_is_used_up() {
        let fixed = TimeBudget {
            soft: BUDGET.hard,
            ..BUDGET
        };
        let mut course = Course::default();
        for _ in 0..9 {
            course.note("d3".parse().unwrap(), 0);
        }
        // Whoever begins before the end goes on until it.
        assert!(course.end(fixed) / 2 >= fixed.hard);
    }
}
