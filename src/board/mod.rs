//! The rules of both games: boards, legal moves, flips, positions, whole games,
//! symmetry, position text and perft.
//!
//! Knows nothing of evaluation, search, clocks or input and output. [`Game`] is what
//! most programs want: it knows colours, refuses illegal moves and takes them back.

mod bitboard;
mod classic;
mod disc_board;
mod game;
pub mod kernel;
mod othello;
mod perft;
mod position;
mod region;
mod rules;
mod stability;
mod text;

pub use bitboard::{Bitboard, Squares, Symmetry};
pub use classic::{Classic, Supply};
pub use disc_board::Board;
pub use game::{Count, Game, PlayError, Ply};
pub use othello::Othello;
pub use perft::{perft, perft_bulk, perft_memo};
pub use position::{AnyPosition, Position};
pub use region::regions;
pub use rules::Rules;
#[cfg(test)]
pub(crate) use rules::sealed;
pub use stability::{edge_stable, stable};
pub use text::{SetupError, parse_position};
