//! Modern Othello: discs are a common stock, empty squares go to the winner
//! (World Othello Federation rules; the scoring agrees with every finished game
//! of the WTHOR records).

use super::disc_board::Board;
use super::kernel;
use super::position::Position;
use super::rules::{Rules, sealed::Sealed};
use mollett_protocol::{Color, RuleSet};

/// The rules of modern Othello.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Othello;

impl Sealed for Othello {}

const _: () = assert!(size_of::<Position<Othello>>() == 16);

impl Rules for Othello {
    const RULE_SET: RuleSet = RuleSet::Othello;
    type Reserve = ();

    fn start() -> Position<Self> {
        // Black e4 d5, White d4 e5.
        Position::new(
            Board {
                own: 1 << 28 | 1 << 35,
                opp: 1 << 27 | 1 << 36,
            },
            (),
        )
    }

    #[inline]
    fn has_disc((): ()) -> bool {
        true
    }

    #[inline]
    fn is_opening(_: Board) -> bool {
        false
    }

    #[inline]
    fn moves(board: Board, (): ()) -> u64 {
        kernel::moves(board.own, board.opp)
    }

    #[inline]
    fn flips(board: Board, square: usize) -> u64 {
        kernel::flips(board.own, board.opp, square)
    }

    #[inline]
    fn other_reserve((): (), _: u32) {}

    #[inline]
    fn default_reserve(_: u32) {}

    #[inline]
    fn reserve_code((): ()) -> u8 {
        0
    }

    #[inline]
    fn final_score(board: Board) -> i32 {
        let difference = board.difference();
        let empties = (!board.occupied()).count_ones() as i32;
        difference + difference.signum() * empties
    }

    fn supplies((): (), _: Color, _: u32) -> Option<(u8, u8)> {
        None
    }
}
