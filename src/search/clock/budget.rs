//! How a part of the clock is shared out among moves: arithmetic on what may be used,
//! without any state of a [clock](super::Clock).

use super::SHORTEST;
use crate::search::TimeBudget;
use std::time::Duration;

/// What is kept for the solve of the rest while the midgame lasts, as a number of early
/// moves.
const SOLVE_WEIGHT: f64 = 5.5;
/// How much more than a first move the last one before the solve gets.
const LATE_WEIGHT: f64 = 1.0;
/// A move before the solve gets no more than this and a thirtieth of what is left: in
/// long games a ply more takes minutes and is worth little.
const ENOUGH: Duration = Duration::from_secs(30);

/// Own moves still to be made, at most `moves`: the game may end before a period.
pub(super) fn clamp_moves(moves: u32, empties: u32) -> u32 {
    moves.clamp(1, empties.div_ceil(2).max(1))
}

/// The usual and the longest time of a move out of this part of the main time, if the
/// rest of the game is solved from so many empty squares on.
pub(super) fn main_budget(
    usable: Duration,
    empties: u32,
    solve_empties: u32,
) -> (Duration, Duration) {
    if empties <= solve_empties {
        return (usable * 45 / 100, usable * 65 / 100);
    }
    // The later a move, the more the games are decided by it.
    let weight = |empties: u32| {
        let gone = f64::from(60_u32.saturating_sub(empties));
        1.0 + LATE_WEIGHT * gone / f64::from(60_u32.saturating_sub(solve_empties).max(1))
    };
    let own_moves = (solve_empties + 1..=empties).rev().step_by(2);
    let all: f64 = own_moves.map(weight).sum::<f64>() + SOLVE_WEIGHT;
    let enough = ENOUGH + usable / 30;
    let soft = usable.mul_f64(weight(empties) / all).min(enough);
    (soft, (soft * 4).min(usable * 3 / 10).min(enough * 3 / 2))
}

/// The budget of a move in a period with this much for `moves` moves.
pub(super) fn period_budget(usable: Duration, moves: u32, empties: u32) -> TimeBudget {
    let moves = clamp_moves(moves, empties);
    let each = usable / moves;
    if moves == 1 {
        bounded(usable * 9 / 10, usable)
    } else {
        bounded(each * 9 / 10, (each * 2).min(usable * 6 / 10).max(each))
    }
}

/// A budget within its own longest time, and never quite nothing.
pub(super) fn bounded(soft: Duration, hard: Duration) -> TimeBudget {
    let hard = hard.max(SHORTEST);
    TimeBudget {
        soft: soft.clamp(SHORTEST, hard),
        hard,
    }
}
