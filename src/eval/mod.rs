//! Evaluation: a position to a score in fractions of a disc.
//!
//! Knows rules, not search.

pub mod ans;
pub mod classic;
mod evaluation;
mod feature;
pub mod head;
pub mod pattern;
mod score;
pub mod tying;
pub mod weight;
mod weight_reader;

pub use evaluation::{Evaluation, evaluate};
pub use feature::Features;
pub use score::Score;
