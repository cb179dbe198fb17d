//! The positions of `mollett bench`, from games that the engine played against
//! itself with random moves among its own.
//!
//! A change here changes the signature, so they stay as they are.

use mollett_protocol::RuleSet;

/// A position to search.
pub(super) struct BenchPosition {
    /// Which game.
    pub(super) rules: RuleSet,
    /// The moves that lead to it, passes left out.
    pub(super) line: &'static str,
    /// Plies to search; 0 solves it.
    pub(super) depth: u32,
}

/// All positions, early ones first, those to solve last.
pub(super) const POSITIONS: &[BenchPosition] = &[
    BenchPosition {
        rules: RuleSet::Othello,
        line: "c4c5b6d3c2a7d6e7d7c3",
        depth: 12,
    },
    BenchPosition {
        rules: RuleSet::Othello,
        line: "c4e3f5c5c3g6e2c2b4a3g5f6e7d6e6h5",
        depth: 12,
    },
    BenchPosition {
        rules: RuleSet::Othello,
        line: "c4c3c2e3f3b2a2d6d3a1b3a3c5d2e2a4d1f4g5g4",
        depth: 12,
    },
    BenchPosition {
        rules: RuleSet::Othello,
        line: "c4c3c2c5e6b2a1f5d6d3c6b3a2b4a3c1f6b5d1b1b6d2a5e7",
        depth: 12,
    },
    BenchPosition {
        rules: RuleSet::Othello,
        line: "d3e3f6c6f3c2d6g3e2d1b7f5d2e6f4c3e1f1f2c4c5g4g5g1b1d7b3c7",
        depth: 12,
    },
    BenchPosition {
        rules: RuleSet::Othello,
        line: "f5f4c3d6d3b2e6f6c4e3g5g4c2c5h4g3f3h3h2h5h6g6h7c1a1d2b1e2d1f2e1b3",
        depth: 12,
    },
    BenchPosition {
        rules: RuleSet::Othello,
        line: "d3e3f3c3c5b5e6f7c6c4a6a5a4d2b6f6e2f2d6d7e7d8c8b8f8b4a3g2b3f5c2b1d1b7e1e8",
        depth: 14,
    },
    BenchPosition {
        rules: RuleSet::Othello,
        line: "e6d6c5f4d7c7e7c6f5d8c4e8f8g5f6g8d3f7f3e3f2e2e1d2c3b5g3d1c2f1b3a3g7h8b4a4h6c1a5a6b6a7g6h7",
        depth: 0,
    },
    BenchPosition {
        rules: RuleSet::Othello,
        line: "d3e3f6c6e2d2c5f3c4f5d1c1c2b3c3b4b5d6a3a5b1f1e6d7f2f7a4a2f4g1g6h6d8e7e8f8g8g5h4c8b8h5g4g2h7g3",
        depth: 0,
    },
    BenchPosition {
        rules: RuleSet::Othello,
        line: "e6f4g3f6f5e7d3f3e3d2e2e1f1f2d1h4g4g5h6g6h7c5h3h2f7f8d6c1b1c2g1c3d8c6b3e8g8d7b5c8b8c7c4g2h5h8h1",
        depth: 0,
    },
    BenchPosition {
        rules: RuleSet::Classic,
        line: "e4e5d4d5c6e3",
        depth: 12,
    },
    BenchPosition {
        rules: RuleSet::Classic,
        line: "e4d5e5d4c4b3b4f3f4f5f6d6g6g5",
        depth: 12,
    },
    BenchPosition {
        rules: RuleSet::Classic,
        line: "e4d4d5e5c4c3c2d6e6b2d3f4b3c5f6f5b6e3c6d2",
        depth: 12,
    },
    BenchPosition {
        rules: RuleSet::Classic,
        line: "e4d4d5e5c4c5b6b5c6d3e6d6e7d7e3b4a5a4a3b3d2d1c2a6c1b1",
        depth: 12,
    },
    BenchPosition {
        rules: RuleSet::Classic,
        line: "d4d5e5e4c5c6c7d3e3b7d6c8b6a5a6b5a8a7a4b4b8d8e8d7a3c4e6b3d2e7",
        depth: 12,
    },
    BenchPosition {
        rules: RuleSet::Classic,
        line: "d5d4e4e5d3c3c4e3d2b4b3c2f4c5a5d1f6f5e1f1c1b1b6f3g4e2g3b5a6f2c6a3d6a4",
        depth: 12,
    },
    BenchPosition {
        rules: RuleSet::Classic,
        line: "d4d5e4e5e6d3c5f6f5g6e3c3c4d6c6f4d2c2f3b5d7e7e8f7c7b6c1b4a4f8g8b3g7a5a2h8b7a6",
        depth: 14,
    },
    BenchPosition {
        rules: RuleSet::Classic,
        line: "e5e4d5d4f3d6c3f4g4e3d3h4h5h6f5g5g6f7e6f6e7f8c5g3e8d8h3h2g8d7c8c4c7c6b4b5b3a4a6a5a3b6a7f2f1",
        depth: 0,
    },
    BenchPosition {
        rules: RuleSet::Classic,
        line: "d4d5e4e5e6f7d6c4c6e3f3c5f4f5g6d7c7f6b5c8e7d8b6g5h5g4h4d3e8f8b3g3c2h3h2d2d1a6f2c3g7h8b4h6g8b1",
        depth: 0,
    },
    BenchPosition {
        rules: RuleSet::Classic,
        line: "e5d4d5e4d3c6f4f5e6f3e3c4c3d2c5f6e2d1f1f2g5e7c1d6e1g6g1h5g4h4d7c7e8f8g8b5f7b4b3c2b1g3h3b2a1h2b8g2",
        depth: 0,
    },
];
