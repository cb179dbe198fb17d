//! The laboratory: positions with labels from the engine's own play and solver,
//! and what is fitted on them.
//!
//! Only `mollett-lab` reaches it; the engine never does. Data live in a directory
//! of their own outside the checkout and no test needs them.

pub mod arena;
pub mod chunk;
pub mod classic;
pub mod deepening;
pub mod exam;
pub mod feature;
pub mod fit;
pub mod generate;
pub mod knot;
pub mod net;
mod pass;
pub mod plot;
pub mod probcut;
pub mod record;
pub mod sample;
pub mod seed;
pub mod tune;
pub mod weight_file;
