//! Principal variations, read back from the table.

use super::table::{NO_MOVE, Table, key};
use crate::board::{Position, Rules};
use mollett_protocol::{Move, Square};

/// Appends the moves the table expects after `position`, up to `plies` moves in
/// the line altogether, passes included; every move is checked to be legal.
pub(super) fn follow<R: Rules>(
    position: &Position<R>,
    table: &Table,
    plies: u32,
    moves: &mut Vec<Move>,
) {
    let mut position = *position;
    let mut discs = 1;
    while discs < plies {
        let legal = position.moves();
        if legal == 0 {
            let passed = position.pass();
            if passed.moves() == 0 {
                return;
            }
            moves.push(Move::Pass);
            position = passed;
            continue;
        }
        let only = (legal.count_ones() == 1).then(|| legal.trailing_zeros() as u8);
        let known = table
            .probe(&position, key(&position))
            .map(|entry| entry.moves[0]);
        let Some(square) = only.or(known.filter(|&square| square != NO_MOVE)) else {
            return;
        };
        let Some(square) = Square::new(square).filter(|square| legal & square.bit() != 0) else {
            return;
        };
        moves.push(square.into());
        position = position.play(square.index());
        discs += 1;
    }
}
