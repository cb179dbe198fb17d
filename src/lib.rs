//! mollett: an engine for Othello and for the classic Reversi of the 1880s.
//!
//! Layers, lowest first; none names one that comes after it: the words of
//! `mollett-protocol`, then [`board`], [`eval`], [`search`], [`engine`]. [`formats`]
//! stands on [`board`] alone.

pub mod board;
pub mod engine;
pub mod eval;
pub mod formats;
#[cfg(feature = "lab")]
pub mod lab;
mod memory;
pub mod search;
