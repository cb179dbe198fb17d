//! PGN-like game files: chess's tags and numbered moves around Othello moves, as
//! Edax writes them.
//!
//! Read: comments, `[%eval]` (discs, from Black's view) and `[%emt]` (time of the
//! move) in them, variations, `$` glyphs, passes said or left out, several games;
//! the start as `FEN` of Edax or as position text. Results are `1-0` for Black,
//! `0-1`, `1/2-1/2`, disc counts such as `38-26`, or `*`.

mod fen;
mod reader;
mod token;
mod writer;

pub use reader::read;
pub use writer::{left_out, write};
