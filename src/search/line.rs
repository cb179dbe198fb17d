//! Principal variations, read back from the table.

use super::midgame::INFINITE;
use super::report::Bound;
use super::searcher::Searcher;
use super::table::{NO_MOVE, Table, key};
use crate::board::{Bitboard, Position, Rules};
use crate::eval::{Features, Score};
use mollett_protocol::{Move, Square};

/// Most empty squares at which the rest of an exact line is solved anew.
const FINISH_EMPTIES: u32 = 14;

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

/// The position after a legal move.
fn after<R: Rules>(position: &Position<R>, played: Move) -> Position<R> {
    match played {
        Move::Disc(square) => position.play(square.index()),
        Move::Pass => position.pass(),
    }
}

/// Whether a line of best play may go on so after its first move, which leads to
/// `child` and has this exact score or bound: not if it ends the game with another.
fn may_be_best<R: Rules>(
    child: &Position<R>,
    replies: &[Move],
    (score, bound): (i32, Bound),
) -> bool {
    let (mut position, mut sign) = (*child, -1);
    for &played in replies {
        position = after(&position, played);
        sign = -sign;
    }
    let end = sign * Score::from_discs(position.final_score()).0;
    !position.is_over()
        || match bound {
            Bound::Value => end == score,
            Bound::AtLeast => end >= score,
            Bound::AtMost => end <= score,
        }
}

impl<R: Rules> Searcher<'_, R> {
    /// Appends what follows a move, the only one in the line so far, whose exact score
    /// or bound is known: to the end of the game, unless many squares are empty.
    ///
    /// Where a search only had to show that some move is good enough, the table knows
    /// no more than that one. A line through such a move can end with another score; it
    /// is solved anew as far as that is soon done and else left off.
    pub(super) fn exact_line(
        &mut self,
        child: &Position<R>,
        plies: u32,
        known: (i32, Bound),
        moves: &mut Vec<Move>,
    ) {
        let end = follow(child, self.shared.table, plies, moves);
        if end.empties() > FINISH_EMPTIES {
            return;
        }
        self.finish_line(end, moves);
        if may_be_best(child, &moves[1..], known) {
            return;
        }
        let (mut position, mut kept) = (*child, 1);
        while position.empties() > FINISH_EMPTIES {
            position = after(&position, moves[kept]);
            kept += 1;
        }
        moves.truncate(kept);
        self.finish_line(position, moves);
        if !may_be_best(child, &moves[1..], known) {
            moves.truncate(1);
        }
    }

    /// Appends best play from `position` to the end of the game, solved move by
    /// move: the table keeps nothing of the last few squares. Gives up when the
    /// search is stopped.
    fn finish_line(&mut self, mut position: Position<R>, moves: &mut Vec<Move>) {
        // Once stopped, not even one more: a few squares are solved without asking.
        while !self.stopped && !position.is_over() {
            let played = self.best_reply(&position);
            if self.stopped {
                return;
            }
            moves.push(played);
            position = after(&position, played);
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
