//! Evaluation: a position to a score in fractions of a disc.
//!
//! Knows rules, not search.

mod score;

pub use score::Score;
