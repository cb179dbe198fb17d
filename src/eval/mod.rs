//! Evaluation: a position to a score in fractions of a disc.
//!
//! Knows rules, not search.

pub mod ans;
pub mod classic;
mod evaluation;
mod feature;
pub mod pattern;
mod score;
pub mod tying;
pub mod weight;

pub use evaluation::{Evaluation, evaluate};
pub use feature::Features;
pub use score::Score;
