//! Evaluation: a position to a score in fractions of a disc.
//!
//! Knows rules, not search.

pub mod ans;
pub mod pattern;
mod provisional;
mod score;
pub mod tying;
pub mod weight;

pub use provisional::{Features, evaluate};
pub use score::Score;
