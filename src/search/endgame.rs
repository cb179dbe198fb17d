//! The solver of the last dozen empty squares: exact values in null windows.
//!
//! Three layers by number of empty squares, each with as much ordering as its
//! subtrees pay for: the last four ([`super::last`]), a shallow layer in the order
//! of parity, and a layer that lets the opponent have few moves and remembers
//! positions in the thread's own table. Scores are whole discs for the side to
//! move, fail-soft. Positions with more empty squares belong to
//! [`super::midgame`].

use super::last::{NONE, last_four, last_three, last_two};
use super::local::LocalTable;
use super::parity::Parity;
use super::searcher::Searcher;
use super::table::NO_MOVE;
use crate::board::{Board, Position, Rules, kernel, stable};
use mollett_protocol::RuleSet;

/// Most empty squares the solver takes.
pub(super) const SOLVER_EMPTIES: u32 = 11;

/// Most empty squares of the shallow layer.
const SHALLOW_EMPTIES: u32 = 6;

/// Corners, which count twice as an opponent's moves.
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// A bound from stability is looked for from this `alpha` up, by number of empty
/// squares: below it too many discs of the opponent would have to be stable.
#[inline(always)]
fn stability_from(empties: u32) -> i32 {
    2 * empties as i32 - 2
}

/// A move waiting to be tried.
#[derive(Clone, Copy)]
struct Candidate {
    /// Larger is tried earlier.
    rank: i32,
    square: u8,
    flips: u64,
}

impl<R: Rules> Searcher<'_, R> {
    /// Whether a position with at most [`SOLVER_EMPTIES`] empty squares is exactly
    /// above `alpha`: a value above it is a lower bound, any other an upper bound.
    pub(super) fn solve(&mut self, position: Position<R>, alpha: i32) -> i32 {
        let empty = position.empty_squares();
        let empties = empty.count_ones();
        if R::is_opening(position.board) && empties > 0 {
            return self.solve_opening(position, alpha);
        }
        self.layer(position, alpha, empties, Parity::of(empty))
    }

    /// Classic positions set up with a free centre and few empty squares: no
    /// special function below may see them.
    fn solve_opening(&mut self, position: Position<R>, alpha: i32) -> i32 {
        if self.enter() {
            return alpha;
        }
        let mut moves = position.moves();
        if moves == 0 {
            let passed = position.pass();
            return if passed.moves() == 0 {
                position.final_score()
            } else {
                -self.solve(passed, -alpha - 1)
            };
        }
        let mut best = NONE;
        while moves != 0 && best <= alpha {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            best = best.max(-self.solve(position.play(square), -alpha - 1));
        }
        best
    }

    #[inline(always)]
    fn layer(&mut self, position: Position<R>, alpha: i32, empties: u32, parity: Parity) -> i32 {
        if empties > SHALLOW_EMPTIES {
            self.ordered(position, alpha, empties, parity)
        } else if empties > 4 {
            self.shallow(position, alpha, empties, parity)
        } else {
            self.few(position, alpha, empties, parity)
        }
    }

    /// At most four empty squares.
    fn few(&mut self, position: Position<R>, alpha: i32, empties: u32, parity: Parity) -> i32 {
        let mut empty = position.empty_squares();
        let mut next = || {
            let square = empty.trailing_zeros() as usize;
            empty &= empty.wrapping_sub(1);
            square & 63
        };
        match empties {
            4 => last_four(position, alpha, parity, &mut self.nodes),
            3 => last_three(position, alpha, [next(), next(), next()], &mut self.nodes),
            2 => last_two(position, alpha, [next(), next()], &mut self.nodes),
            1 => {
                self.nodes += 1;
                let square = next();
                let turn = |mover: Position<R>| {
                    let flips = kernel::flips(mover.board.own, mover.board.opp, square);
                    (R::has_disc(mover.reserve) && flips != 0).then(|| mover.after(square, flips))
                };
                if let Some(child) = turn(position) {
                    -child.final_score()
                } else if let Some(child) = turn(position.pass()) {
                    child.final_score()
                } else {
                    position.final_score()
                }
            }
            _ => {
                self.nodes += 1;
                position.final_score()
            }
        }
    }

    /// A bound on the score from the opponent's stable discs: the value, if it is
    /// known to be no more than `alpha`.
    #[inline(always)]
    pub(super) fn stability_cut(&self, board: Board, alpha: i32, empties: u32) -> Option<i32> {
        if alpha < stability_from(empties) || !self.techniques.stability {
            return None;
        }
        let squares = 64 - R::HOLES.count_ones() as i32;
        let bound = squares - 2 * stable(board.opp, board.own | R::HOLES).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }

    /// A bound on the score from who still has discs in hand, if it decides: with one
    /// side out of discs every further move is the other's and for its good.
    #[inline(always)]
    pub(super) fn supply_cut(position: &Position<R>, alpha: i32, empties: u32) -> Option<i32> {
        if R::RULE_SET == RuleSet::Othello {
            return None;
        }
        let difference = position.board.difference();
        let is_out = if difference <= alpha {
            !R::has_disc(position.reserve)
        } else {
            !R::has_disc(R::other_reserve(position.reserve, empties))
        };
        is_out.then_some(difference)
    }

    /// Five empty squares and a little more: odd quadrants first, nothing sorted.
    fn shallow(&mut self, position: Position<R>, alpha: i32, empties: u32, parity: Parity) -> i32 {
        if self.enter() {
            return alpha;
        }
        if let Some(bound) = self.stability_cut(position.board, alpha, empties) {
            return bound;
        }
        if let Some(bound) = Self::supply_cut(&position, alpha, empties) {
            return bound;
        }
        let moves = position.moves();
        if moves == 0 {
            let passed = position.pass();
            return if passed.moves() == 0 {
                position.final_score()
            } else {
                -self.shallow(passed, -alpha - 1, empties, parity)
            };
        }
        let odd = if self.techniques.parity {
            moves & parity.odd_squares()
        } else {
            moves
        };
        let reserve = R::other_reserve(position.reserve, empties);
        let mut best = NONE;
        for mut set in [odd, moves & !odd] {
            while set != 0 {
                let square = set.trailing_zeros() as usize;
                set &= set - 1;
                let flips = kernel::flips(position.board.own, position.board.opp, square);
                let child = Position::new(position.board.after(square, flips), reserve);
                let parity = parity.filled(square);
                let value = if empties == 5 {
                    -last_four(child, -alpha - 1, parity, &mut self.nodes)
                } else {
                    -self.shallow(child, -alpha - 1, empties - 1, parity)
                };
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        best
    }

    /// Seven empty squares and more: the table's move, then the moves that leave
    /// the opponent least.
    fn ordered(&mut self, position: Position<R>, alpha: i32, empties: u32, parity: Parity) -> i32 {
        if self.enter() {
            return alpha;
        }
        if let Some(bound) = self.stability_cut(position.board, alpha, empties) {
            return bound;
        }
        if let Some(bound) = Self::supply_cut(&position, alpha, empties) {
            return bound;
        }
        let slot = LocalTable::slot(&position);
        let mut table_move = NO_MOVE;
        if self.techniques.local_table
            && let Some(entry) = self.local.probe(&position, slot)
        {
            if i32::from(entry.lower) > alpha {
                return entry.lower.into();
            }
            if i32::from(entry.upper) <= alpha {
                return entry.upper.into();
            }
            table_move = entry.best;
        }
        let moves = position.moves();
        if moves == 0 {
            let passed = position.pass();
            return if passed.moves() == 0 {
                position.final_score()
            } else {
                -self.ordered(passed, -alpha - 1, empties, parity)
            };
        }
        let reserve = R::other_reserve(position.reserve, empties);
        let mut candidates = [Candidate {
            rank: 0,
            square: 0,
            flips: 0,
        }; SOLVER_EMPTIES as usize];
        let mut count = 0;
        let odd = parity.odd_squares();
        let mut left = moves;
        while left != 0 {
            let square = left.trailing_zeros() as usize;
            left &= left - 1;
            let flips = kernel::flips(position.board.own, position.board.opp, square);
            let child = Position::<R>::new(position.board.after(square, flips), reserve);
            if self.techniques.children
                && self.techniques.local_table
                && empties > SHALLOW_EMPTIES + 1
                && let Some(entry) = self.local.probe(&child, LocalTable::slot(&child))
                && -i32::from(entry.upper) > alpha
            {
                return -i32::from(entry.upper);
            }
            let mut rank = 0;
            if square == usize::from(table_move) {
                rank = i32::MAX;
            } else {
                if self.techniques.mobility {
                    let (moves, potential) =
                        kernel::moves_and_potential(child.board.own, child.board.opp);
                    let replies = moves.count_ones() + (moves & CORNERS).count_ones();
                    rank -= 16 * replies as i32 + 2 * potential.count_ones() as i32;
                }
                if self.techniques.parity && odd >> square & 1 != 0 {
                    rank += 8;
                }
                if CORNERS >> square & 1 != 0 {
                    rank += 8;
                }
            }
            candidates[count] = Candidate {
                rank,
                square: square as u8,
                flips,
            };
            count += 1;
        }
        let mut best = NONE;
        let mut best_move = NO_MOVE;
        for first in 0..count {
            let mut chosen = first;
            for other in first + 1..count {
                if candidates[other].rank > candidates[chosen].rank {
                    chosen = other;
                }
            }
            candidates.swap(first, chosen);
            let Candidate { square, flips, .. } = candidates[first];
            let square = usize::from(square);
            let child = Position::new(position.board.after(square, flips), reserve);
            let parity = parity.filled(square);
            let value = if empties > SHALLOW_EMPTIES + 1 {
                -self.ordered(child, -alpha - 1, empties - 1, parity)
            } else {
                -self.shallow(child, -alpha - 1, empties - 1, parity)
            };
            if value > best {
                (best, best_move) = (value, square as u8);
                if value > alpha {
                    break;
                }
            }
        }
        if !self.stopped && self.techniques.local_table {
            self.local.store(&position, slot, alpha, best, best_move);
        }
        best
    }
}
