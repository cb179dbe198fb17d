//! How large a file and its parts may be. Far above any real file, low enough that
//! a damaged one cannot fill the memory.

/// Bytes of a file.
pub const FILE_BYTES: usize = 256 << 20;
/// Games or problems in one file.
pub const GAMES: usize = 1_000_000;
/// Plies of one game, passes after its end included.
pub const PLIES: usize = 200;
/// Bytes of one line of a problem or transcript file.
pub const LINE_BYTES: usize = 64 << 10;
/// Bytes of one property value, name or comment.
pub const VALUE_BYTES: usize = 1 << 20;
/// Tags of one game.
pub const TAGS: usize = 1000;
/// Nodes, properties and values (or moves and comments) of one game, its variations
/// included.
pub const PARTS: usize = 1_000_000;
/// Variations inside variations.
pub const NESTING: usize = 1000;
/// The greatest score, evaluation or rating, and the most seconds, that are taken
/// for such.
pub const SCORE: f64 = 1_000_000.0;
