//! Principal variations, read back from the table.

use super::midgame::INFINITE;
use super::searcher::Searcher;
use super::table::{NO_MOVE, Table, key};
use crate::board::{Bitboard, Position, Rules};
use crate::eval::Features;
use mollett_protocol::{Move, Square};

/// Appends the moves the table expects after `position`, up to `plies` discs in
/// the line altogether, passes included, and returns where they lead. Every move
/// is checked to be legal.
pub(super) fn follow<R: Rules>(
    position: &Position<R>,
    table: &Table,
    plies: u32,
    moves: &mut Vec<Move>,
) -> Position<R> {
    let mut position = *position;
    let mut discs = 1;
    while discs < plies {
        let legal = position.moves();
        if legal == 0 {
            let passed = position.pass();
            if passed.moves() == 0 {
                break;
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
            break;
        };
        let Some(square) = Square::new(square).filter(|square| legal & square.bit() != 0) else {
            break;
        };
        moves.push(square.into());
        position = position.play(square.index());
        discs += 1;
    }
    position
}

impl<R: Rules> Searcher<'_, R> {
    /// Appends best play from `position` to the end of the game, solved move by
    /// move: the table keeps nothing of the last few squares. Gives up when the
    /// search is stopped.
    pub(super) fn finish_line(&mut self, mut position: Position<R>, moves: &mut Vec<Move>) {
        // Once stopped, not even one more: a few squares are solved without asking.
        while !self.stopped && !position.is_over() {
            let played = self.best_reply(&position);
            if self.stopped {
                return;
            }
            moves.push(played);
            position = match played {
                Move::Disc(square) => position.play(square.index()),
                Move::Pass => position.pass(),
            };
        }
    }

    fn best_reply(&mut self, position: &Position<R>) -> Move {
        let empties = position.empties();
        let mut best = (-INFINITE, Move::Pass);
        for square in Bitboard(position.moves()) {
            if self.stopped {
                break;
            }
            let child = position.play(square.index());
            let features = Features::of(child.board);
            let value = -self.pvs(
                child,
                &features,
                -INFINITE,
                -best.0,
                empties - 1,
                empties - 1,
            );
            if value > best.0 {
                best = (value, square.into());
            }
        }
        best.1
    }
}
