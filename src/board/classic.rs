//! Reversi of the 1880s: an empty board, the four centre squares filled freely,
//! 32 discs a player who cannot move once they are used up, discs on the board as
//! the score (J. W. Mollett, The Handbook of Reversi, 1889; "Berkeley", Reversi
//! and Go Bang, 1890).
//!
//! The supplies of both sides together always equal the number of empty squares,
//! so one of them tells both.

use super::disc_board::Board;
use super::kernel;
use super::position::Position;
use super::rules::{Rules, sealed::Sealed};
use mollett_protocol::{Color, RuleSet};

/// The rules of classic Reversi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Classic;

/// Discs the side to move still has in hand, 0 to the number of empty squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Supply(pub u8);

/// d4 e4 d5 e5.
const CENTRE: u64 = 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36;

impl Sealed for Classic {}

impl Rules for Classic {
    const RULE_SET: RuleSet = RuleSet::Classic;
    type Reserve = Supply;

    fn start() -> Position<Self> {
        Position::new(Board::default(), Supply(32))
    }

    #[inline]
    fn has_disc(supply: Supply) -> bool {
        supply.0 > 0
    }

    #[inline]
    fn is_opening(board: Board) -> bool {
        board.occupied() & CENTRE != CENTRE
    }

    #[inline]
    fn moves(board: Board, supply: Supply) -> u64 {
        if supply.0 == 0 {
            0
        } else if Self::is_opening(board) {
            CENTRE & !board.occupied()
        } else {
            kernel::moves(board.own, board.opp)
        }
    }

    #[inline]
    fn flips(board: Board, square: usize) -> u64 {
        if Self::is_opening(board) {
            0
        } else {
            kernel::flips(board.own, board.opp, square)
        }
    }

    #[inline]
    fn other_reserve(supply: Supply, empties: u32) -> Supply {
        Supply((empties as u8).wrapping_sub(supply.0))
    }

    fn default_reserve(empties: u32) -> Supply {
        Supply(empties.div_ceil(2) as u8)
    }

    #[inline]
    fn reserve_code(supply: Supply) -> u8 {
        supply.0 & 63
    }

    #[inline]
    fn final_score(board: Board) -> i32 {
        board.difference()
    }

    fn supplies(supply: Supply, side: Color, empties: u32) -> Option<(u8, u8)> {
        let other = Self::other_reserve(supply, empties).0;
        Some(match side {
            Color::Black => (supply.0, other),
            Color::White => (other, supply.0),
        })
    }
}
