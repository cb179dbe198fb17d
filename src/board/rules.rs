//! What a rule set is: the few points in which the two games differ, as a sealed
//! trait, so that search and solver are compiled once for each game and Othello
//! pays nothing for the other.

use super::disc_board::Board;
use super::position::Position;
use mollett_protocol::{Color, RuleSet};
use std::fmt::Debug;
use std::hash::Hash;

pub(crate) mod sealed {
    /// Keeps [`super::Rules`] closed: the engine knows its games.
    pub trait Sealed {}
}

/// A rule set. Everything is seen from the side to move.
pub trait Rules: sealed::Sealed + Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// Its name at run time.
    const RULE_SET: RuleSet;

    /// Squares that are no part of the board (none on the full 8x8 board): neither
    /// empty nor occupied, nobody's.
    const HOLES: u64 = 0;

    /// What a position has beside its discs: nothing in Othello, the mover's
    /// supply in classic Reversi.
    type Reserve: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static;

    /// The position before the first move; Black is to move.
    fn start() -> Position<Self>;

    /// Whether the side to move has a disc left to put down.
    fn has_disc(reserve: Self::Reserve) -> bool;

    /// Whether discs are still put down freely on the centre, turning nothing.
    fn is_opening(board: Board) -> bool;

    /// Squares where the side to move may put a disc; none means that it passes,
    /// or that the game is over.
    fn moves(board: Board, reserve: Self::Reserve) -> u64;

    /// Discs turned by a legal move on this square.
    fn flips(board: Board, square: usize) -> u64;

    /// The other side's reserve, as mover on a board with `empties` empty squares.
    /// A move takes nothing from it and a pass neither, so it serves both.
    fn other_reserve(reserve: Self::Reserve, empties: u32) -> Self::Reserve;

    /// The reserve a position gets that is set up without one.
    fn default_reserve(empties: u32) -> Self::Reserve;

    /// The reserve as a number below 64 that tells apart positions with the same
    /// discs (table keys); 0 in Othello.
    fn reserve_code(reserve: Self::Reserve) -> u8;

    /// The score of a finished game in discs, for the side to move.
    fn final_score(board: Board) -> i32;

    /// Discs left to Black and White when `side` is to move with this reserve on a
    /// board with `empties` empty squares; `None` where discs are a common stock.
    fn supplies(reserve: Self::Reserve, side: Color, empties: u32) -> Option<(u8, u8)>;
}
