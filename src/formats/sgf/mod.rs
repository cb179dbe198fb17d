//! SGF (Smart Game Format, `FF[1]` to `FF[4]`) with the game number of Othello, `GM[2]`.
//!
//! Read: letter pairs counted from the top (`aa` = a1), from the bottom as GoGui and
//! Go programs write them (`aa` = a8, decided by legality), and `d3` as Edax writes
//! it; collections, variations, set-ups before the first move, passes said or left
//! out. Of nodes after the root only moves, comments, values and times are kept.
//!
//! A classic game is `RU[classic]`; `DS[30/30]` holds the discs in hand of a
//! position set up. `MT` is the time of a move in seconds, `MA` the margin of a win
//! whose manner `RE` says, `EN` an end that `RE` has no word for (`EN[unfinished]`, a
//! game broken off), `TG[name:value]` what another format said and SGF has no name for.

pub(super) mod outcome;
mod point;
mod reader;
mod writer;

pub use point::Rows;
pub use reader::read;
pub use writer::{write, write_rows};

/// Names in the root that have a place in the record or are written anew.
const KNOWN: &str =
    " AB AE AP AW B BR C CA DS DT EN EV FF GC GM MA MT PB PC PL PW RE RU SZ TG TM V W WR ";

/// Whether a property of the root has a place of its own.
fn is_known(name: &str) -> bool {
    KNOWN.split(' ').any(|known| known == name)
}
