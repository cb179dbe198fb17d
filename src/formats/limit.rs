//! How large a file and its parts may be. Far above any real file, low enough that
//! a damaged one cannot fill the memory.

/// Bytes of a file.
pub const FILE_BYTES: usize = 256 << 20;
/// Games or problems in one file.
pub const GAMES: usize = 2_000_000;
/// Plies of one game, passes after its end included.
pub const PLIES: usize = 200;
/// Bytes of one line of a problem or transcript file.
pub const LINE_BYTES: usize = 64 << 10;
/// Bytes of one property value, name or comment.
pub const VALUE_BYTES: usize = 1 << 20;
/// Variations inside variations.
pub const NESTING: usize = 200;
