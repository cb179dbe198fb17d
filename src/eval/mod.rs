//! Evaluation: a position to a score in fractions of a disc.
//!
//! Knows rules, not search.

pub mod pattern;
mod provisional;
mod score;

pub use provisional::{Features, evaluate};
pub use score::Score;
