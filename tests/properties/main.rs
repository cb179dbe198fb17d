//! Properties that hold for every game, position and search, tried on seeded
//! random ones. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` try more and others.
//!
//! The library only; the engine's own properties are tried on the running
//! program elsewhere.

mod board;
mod mailbox;
mod playout;
mod search;

use proptest::test_runner::{Config, RngSeed};

/// The same cases each time, so that a gate that was green stays green.
fn config(cases: u32) -> Config {
    let given = Config::default();
    Config {
        cases: match std::env::var_os("PROPTEST_CASES") {
            Some(_) => given.cases,
            None => cases,
        },
        rng_seed: match given.rng_seed {
            RngSeed::Random => RngSeed::Fixed(1889),
            fixed @ RngSeed::Fixed(_) => fixed,
        },
        failure_persistence: None,
        ..given
    }
}
