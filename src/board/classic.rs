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
use mollett_protocol::{Color, RuleSet, SetUp};

/// The rules of classic Reversi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Classic;

/// Discs the side to move still has in hand, 0 to the number of empty squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Supply(pub u8);

/// d4 e4 d5 e5.
const CENTRE: u64 = 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36;

/// Two of them that touch at a corner only.
const DIAGONAL: u64 = 1 << 27 | 1 << 36;

impl Classic {
    /// How the discs on a full centre lie, two of each side.
    pub(super) fn set_up(board: Board) -> Option<SetUp> {
        let own = board.own & CENTRE;
        match own {
            _ if Self::is_opening(board) || own.count_ones() != 2 => None,
            own if own == DIAGONAL || own == CENTRE ^ DIAGONAL => Some(SetUp::Diagonal),
            _ => Some(SetUp::Parallel),
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use mollett_protocol::Move;

    fn line(words: &str) -> Vec<Move> {
        words.split(' ').map(|word| word.parse().unwrap()).collect()
    }

    #[test]
    fn of_the_orders_of_the_first_four_discs_a_third_are_diagonal() {
        let centre = ["d4", "e4", "d5", "e5"];
        let mut counts = [0; 2];
        for code in 0..256 {
            let word = |place: u32| centre[code >> (2 * place) & 3];
            let words = [word(0), word(1), word(2), word(3)];
            if centre.iter().any(|square| !words.contains(square)) {
                continue;
            }
            let moves = line(&words.join(" "));
            let found = Classic::start().set_up_after(&moves).unwrap();
            counts[usize::from(found == SetUp::Parallel)] += 1;
            // It is told from every position on the way, and not once it is there.
            let mut position = Classic::start();
            for (index, mv) in moves.iter().enumerate() {
                assert_eq!(position.set_up_after(&moves[index..]), Some(found));
                position = position.play(mv.square().unwrap().index());
            }
            assert_eq!(position.set_up_after(&[]), None);
            assert_eq!(Classic::set_up(position.board), Some(found));
        }
        assert_eq!(counts, [8, 16]);
    }

    #[test]
    fn a_set_up_that_is_not_reached_is_not_told() {
        assert_eq!(Classic::start().set_up_after(&line("d4 e4 d5")), None);
        let more = Classic::start().set_up_after(&line("d4 e4 e5 d5 d3 c3"));
        assert_eq!(more, Some(SetUp::Diagonal));
        let othello = super::super::Othello::start();
        assert_eq!(othello.set_up_after(&line("d3 c5")), None);
    }
}
