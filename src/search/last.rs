//! The last four empty squares, without move generation: null windows, squares
//! tried in the order of parity, every score exact.
//!
//! Scores are in whole discs for the side to move. All functions are fail-soft: a
//! value above `alpha` is a lower bound, any other an upper bound. The classic
//! opening never comes here (its centre is filled long before).

use super::parity::Parity;
use super::searcher::Searcher;
use crate::board::{Board, Position, Rules, kernel};
use mollett_protocol::RuleSet;

/// Worse than any score, in discs.
pub(super) const NONE: i32 = -99;

/// The value of a position with one empty square, `square`. Only the mover's
/// discs are given: every other square holds an opponent's disc (or is a hole).
#[inline(always)]
fn last_one<R: Rules>(own: u64, reserve: R::Reserve, alpha: i32, square: usize) -> i32 {
    let opp = !(own | R::HOLES | 1 << square);
    let turned = |own: u64, opp: u64| {
        if R::HOLES == 0 {
            kernel::last_flips(own, square)
        } else {
            kernel::flips(own, opp, square).count_ones() as i32
        }
    };
    let difference = Board { own, opp }.difference();
    match R::RULE_SET {
        RuleSet::Othello => {
            let flips = turned(own, opp);
            if flips > 0 {
                return difference + 1 + 2 * flips;
            }
            // Nobody moves: the empty square goes to the winner. A move of the
            // opponent could only make it less.
            let stuck = difference + difference.signum();
            if stuck <= alpha {
                return stuck;
            }
            let flips = turned(opp, own);
            if flips > 0 {
                difference - 1 - 2 * flips
            } else {
                stuck
            }
        }
        // One of the sides has the last disc, and only that one can move.
        RuleSet::Classic if R::has_disc(reserve) => {
            let flips = turned(own, opp);
            if flips > 0 {
                difference + 1 + 2 * flips
            } else {
                difference
            }
        }
        RuleSet::Classic => {
            if difference <= alpha {
                return difference;
            }
            let flips = turned(opp, own);
            if flips > 0 {
                difference - 1 - 2 * flips
            } else {
                difference
            }
        }
    }
}

/// The value of a position with two empty squares.
#[inline(always)]
pub(super) fn last_two<R: Rules>(
    position: Position<R>,
    alpha: i32,
    [a, b]: [usize; 2],
    nodes: &mut u64,
) -> i32 {
    let Board { own, opp } = position.board;
    *nodes += 1;
    let reserve = R::other_reserve(position.reserve, 2);
    if R::has_disc(position.reserve) {
        let mut best = NONE;
        let flips = kernel::flips(own, opp, a);
        if flips != 0 {
            *nodes += 1;
            best = -last_one::<R>(opp ^ flips, reserve, -alpha - 1, b);
            if best > alpha {
                return best;
            }
        }
        let flips = kernel::flips(own, opp, b);
        if flips != 0 {
            *nodes += 1;
            return best.max(-last_one::<R>(opp ^ flips, reserve, -alpha - 1, a));
        }
        if best != NONE {
            return best;
        }
    }
    // A pass: the opponent looks for the smallest value.
    if R::has_disc(reserve) {
        let reserve = R::other_reserve(reserve, 2);
        let mut best = -NONE;
        let flips = kernel::flips(opp, own, a);
        if flips != 0 {
            *nodes += 1;
            best = last_one::<R>(own ^ flips, reserve, alpha, b);
            if best <= alpha {
                return best;
            }
        }
        let flips = kernel::flips(opp, own, b);
        if flips != 0 {
            *nodes += 1;
            return best.min(last_one::<R>(own ^ flips, reserve, alpha, a));
        }
        if best != -NONE {
            return best;
        }
    }
    position.final_score()
}

/// The value of a position with three empty squares. `passed`: the other side has
/// just passed.
#[inline(always)]
pub(super) fn last_three<R: Rules>(
    position: Position<R>,
    alpha: i32,
    squares: [usize; 3],
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let [a, b, c] = lone_square_first(squares);
    let orders = [[a, b, c], [b, a, c], [c, a, b]];
    any_order::<R, 3>(
        position,
        alpha,
        orders,
        nodes,
        |child, alpha, [_, x, y], nodes| last_two(child, alpha, [x, y], nodes),
    )
}

/// The square that is alone in its quadrant moves to the front, if there is
/// exactly one.
#[inline(always)]
fn lone_square_first([a, b, c]: [usize; 3]) -> [usize; 3] {
    const QUADRANT: usize = 0b10_0100;
    let apart = |x: usize, y: usize| (x ^ y) & QUADRANT != 0;
    if apart(a, b) && !apart(a, c) {
        [b, a, c]
    } else if apart(a, c) && !apart(a, b) {
        [c, a, b]
    } else {
        [a, b, c]
    }
}

/// The value of a position with four empty squares: those in odd quadrants first.
#[inline]
pub(super) fn last_four<R: Rules>(
    position: Position<R>,
    alpha: i32,
    parity: Parity,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let empty = position.empty_squares();
    let mut odd = empty & parity.odd_squares();
    let mut even = empty & !odd;
    let mut next = || {
        let set = if odd != 0 { &mut odd } else { &mut even };
        let square = set.trailing_zeros() as usize;
        *set &= *set - 1;
        square & 63
    };
    let (a, b, c, d) = (next(), next(), next(), next());
    let orders = [[a, b, c, d], [b, a, c, d], [c, a, b, d], [d, a, b, c]];
    any_order::<R, 4>(
        position,
        alpha,
        orders,
        nodes,
        |child, alpha, [_, x, y, z], nodes| last_three(child, alpha, [x, y, z], nodes),
    )
}

/// Tries the first square of each order; `below` values the child with the rest.
#[inline(always)]
fn any_order<R: Rules, const N: usize>(
    position: Position<R>,
    alpha: i32,
    orders: [[usize; N]; N],
    nodes: &mut u64,
    below: impl Fn(Position<R>, i32, [usize; N], &mut u64) -> i32,
) -> i32 {
    if let Some(bound) = Searcher::supply_cut(&position, alpha, N as u32) {
        return bound;
    }
    let Board { own, opp } = position.board;
    let reserve = R::other_reserve(position.reserve, N as u32);
    if R::has_disc(position.reserve) {
        let mut best = NONE;
        for order in orders {
            let flips = kernel::flips(own, opp, order[0]);
            if flips != 0 {
                let child = Position::new(position.board.after(order[0], flips), reserve);
                best = best.max(-below(child, -alpha - 1, order, nodes));
                if best > alpha {
                    return best;
                }
            }
        }
        if best != NONE {
            return best;
        }
    }
    if R::has_disc(reserve) {
        let reserve = R::other_reserve(reserve, N as u32);
        let passed = position.board.swapped();
        let mut best = -NONE;
        for order in orders {
            let flips = kernel::flips(opp, own, order[0]);
            if flips != 0 {
                let child = Position::new(passed.after(order[0], flips), reserve);
                best = best.min(below(child, alpha, order, nodes));
                if best <= alpha {
                    return best;
                }
            }
        }
        if best != -NONE {
            return best;
        }
    }
    position.final_score()
}
