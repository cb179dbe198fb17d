//! Game and problem files: reading, writing and converting them.
//!
//! Every reader takes the whole text or all bytes of a file, checks each move by
//! the rules and either returns everything or one [`Fault`] with its place; nothing
//! is ever partly applied. Sizes are limited (see [`limit`]). Knows no search and no
//! protocol; only [`load`] and [`names_beside`] touch the disk.
//!
//! From a file of any format to one of another:
//!
//! ```
//! use mollett::formats::{Format, Names, read, write};
//! let bytes = b"(;GM[2]PB[Ann]PW[Bob];B[fe];W[df];B[cc])";
//! let reading = read(bytes, None, None, &Names::default())?;
//! let game = &reading.games[0];
//! assert_eq!((&*game.black.name, game.replay().unwrap().count().black), ("Ann", 5));
//! let ggf = write(&reading.games, Format::Ggf, &mut |_| {})?;
//! assert!(ggf.bytes.ends_with(b"B[F5]W[D6]B[C3];)\n"));
//! # Ok::<(), mollett::formats::Fault>(())
//! ```

mod bracket;
mod convert;
pub mod diagram;
pub mod eothello;
mod fault;
mod format;
pub mod ggf;
pub mod limit;
mod number;
pub mod pgn;
pub mod problem;
mod record;
mod replay;
pub mod sgf;
mod source;
pub mod transcript;
pub mod wthor;

pub use convert::{Names, Output, paste, read, write};
pub use fault::{Fault, Place, Reason};
pub use format::Format;
pub use problem::{Hint, Problem};
pub use record::{Ending, GameRecord, Note, Outcome, Player, Reading, RecordedPly, Variation};
pub use replay::Replay;
pub use source::{LoadError, decode, is_plain, load, names_beside, save};
