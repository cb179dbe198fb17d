//! Evaluation: a position to a score in fractions of a disc.
//!
//! Knows rules, not search.

/// `each!(action: 0 1 2)` calls `action` with each of the numbers, written out: a loop that
/// the compiler does not unroll by itself.
macro_rules! each {
    ($action:ident: $($number:literal)*) => {
        $($action($number);)*
    };
}

pub mod ans;
pub mod classic;
mod evaluation;
mod feature;
pub mod head;
pub mod pattern;
pub(crate) mod pattern_table;
mod score;
pub mod tying;
pub mod weight;
mod weight_reader;

pub use evaluation::{Evaluation, evaluate};
pub use feature::Features;
pub use score::Score;
