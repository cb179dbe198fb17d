//! mollett: an engine for Othello and for the classic Reversi of the 1880s.
//!
//! Layers, lowest first; none names one that comes after it: the words of
//! `mollett-protocol` (here as [`protocol`]), then [`board`], [`eval`], [`search`],
//! [`engine`]. [`formats`] stands on [`board`] alone.
//!
//! A program that sets up a position, searches it and prints the move:
//!
//! ```
//! use mollett::formats::problem;
//! use mollett::search::{Limits, Table, search_alone};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let text = "---------------------------OX------XXX-------------------------- O";
//!     let problem = &problem::read_all(text, None)?[0];
//!     let limits = Limits { depth: Some(8), ..Limits::default() };
//!     let report = search_alone(&problem.position, &limits, &Table::new(16)?);
//!     println!("{} plays {}, {} discs", problem.side, report.best_move(), report.score());
//!     Ok(())
//! }
//! ```
//!
//! Nothing here panics on what comes from outside: whatever can be wrong with a text,
//! a file or a move is an error. Functions that take a square as a number say so where
//! they want one below 64.

pub mod board;
pub mod engine;
pub mod eval;
pub mod formats;
#[cfg(feature = "lab")]
pub mod lab;
mod memory;
pub mod search;

pub use mollett_protocol as protocol;
