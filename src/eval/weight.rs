//! The weights of the trained evaluation: their file and, for each number of empty
//! squares, the tables the evaluation adds up.
//!
//! The file keeps weights for some numbers of empty squares (knots); between two
//! knots of the same parity the tables are interpolated, outside them the nearest
//! knot holds. Two numbers of empty squares of one parity, after each other, share what
//! lies at their [`middle`]. Nothing here knows positions. A file, in little-endian order:
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `MOLLETTW` |
//! | 4 | version, 2 |
//! | 8 | [`checksum`] of all that follows |
//! | 8 | [`pattern_code`]: which patterns the weights belong to |
//! | 1 | step: one unit of a value, in 1/128 disc |
//! | 1, 1 | entries of each mobility table (0 or 34), values of each row of the classic part (0 or 19) |
//! | 1 | number of heads m |
//! | 1, n | number of knots n, their empty squares in ascending order |
//! | m | the heads' empty squares in ascending order |
//! | ... | for each knot, then each head, 4 bytes of length and its values |
//! | 122 | what is added to every score, in 1/128 disc, for 0 to 60 empty squares |
//! | rest | the [classic part](super::classic), if there is one |
//!
//! The values of a knot: the tied pattern weights, the constant, own and
//! opponent's mobility table; those of a head: see [`head::values`]. Each is the
//! difference from the knot or head before of the same parity (from 0 at the
//! first), written by [`super::ans`] with a table for each [`class`] of the value
//! there. The step is for knots alone.

use super::classic::ClassicPart;
use super::head::{self, Head};
use super::pattern::PATTERNS;
use super::pattern_table::PatternTable;
use super::tying::Tying;
use super::weight_reader;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// How a file begins.
pub const MAGIC: [u8; 8] = *b"MOLLETTW";
/// The version of the format.
pub const VERSION: u32 = 2;
/// Entries of a mobility table: 0 to 33 legal moves.
pub const MOBILITY: usize = 34;
/// Most empty squares there are tables for.
pub const MOST_EMPTIES: u32 = 60;
/// Tables of the entropy code in each knot.
pub const CLASSES: usize = 5;

/// The tables for one number of empty squares, in 1/128 disc for the side to move.
#[derive(Debug)]
pub struct Phase {
    /// The pattern weights.
    pub(crate) patterns: Arc<PatternTable>,
    /// What every position gets.
    pub constant: i16,
    /// By the number of legal moves of the side to move; zeros if not fitted.
    pub own_mobility: [i16; MOBILITY],
    /// By the number of moves the other side would have.
    pub opp_mobility: [i16; MOBILITY],
    /// What is added to the sum, if anything is.
    pub head: Option<Arc<Head>>,
}

/// All weights of an evaluation, shared by all threads. A phase is expanded when
/// it is first asked for.
#[derive(Debug)]
pub struct Weights {
    pub(super) knots: Vec<Knot>,
    pub(super) mobility: bool,
    pub(super) heads: Vec<(u32, Arc<Head>)>,
    pub(super) levels: [i16; MOST_EMPTIES as usize + 1],
    pub(super) classic: Option<ClassicPart>,
    /// By number of empty squares.
    pub(super) phases: Vec<OnceLock<Phase>>,
    /// By [`middle`] and parity.
    pub(super) patterns: Vec<OnceLock<Arc<PatternTable>>>,
}

#[derive(Debug)]
pub(super) struct Knot {
    pub(super) empties: u32,
    /// In units of 1/128 disc.
    pub(super) values: Vec<i16>,
}

/// What is wrong with a weight file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightError {
    /// It does not begin with [`MAGIC`].
    Magic,
    /// A version this program does not know.
    Version(u32),
    /// It ends too early or its bytes have changed.
    Damaged,
    /// The weights are for other patterns.
    Patterns,
    /// Its checksum is right, its content is not a set of weights.
    Content,
}

impl fmt::Display for WeightError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic => f.write_str("not a weight file (it must begin with MOLLETTW)"),
            Self::Version(version) => {
                write!(f, "weight file of version {version}, need {VERSION}")
            }
            Self::Damaged => f.write_str("weight file is damaged (wrong length or checksum)"),
            Self::Patterns => f.write_str("weight file for other patterns than this program's"),
            Self::Content => f.write_str("weight file has impossible content"),
        }
    }
}

impl std::error::Error for WeightError {}

impl Weights {
    /// Reads a file. Takes about 30 ms.
    ///
    /// # Errors
    /// When it is not a weight file of this version and these patterns.
    pub fn read(file: &[u8]) -> Result<Self, WeightError> {
        weight_reader::read(file)
    }

    /// The tables for a number of empty squares (more than 60 count as 60). The
    /// first call for a number takes a few milliseconds.
    #[must_use]
    #[inline]
    pub fn phase(&self, empties: u32) -> &Phase {
        let empties = empties.min(MOST_EMPTIES);
        self.phases[empties as usize].get_or_init(|| self.expand(empties))
    }

    /// Whether [`phase`](Self::phase) has its tables for this number at hand.
    #[must_use]
    pub fn is_expanded(&self, empties: u32) -> bool {
        let empties = empties.min(MOST_EMPTIES);
        self.phases[empties as usize].get().is_some()
    }

    /// What is part of the constant for this number of empty squares alone (more than
    /// 60 count as 60).
    #[must_use]
    pub const fn level(&self, empties: u32) -> i16 {
        let last = MOST_EMPTIES as usize;
        let at = empties as usize;
        self.levels[if at < last { at } else { last }]
    }

    /// Whether the mobility tables are fitted; else they need not be looked up.
    #[must_use]
    pub const fn has_mobility(&self) -> bool {
        self.mobility
    }

    /// What the classic game adds; without it classic positions get the scores of
    /// Othello.
    #[must_use]
    #[inline]
    pub const fn classic(&self) -> Option<&ClassicPart> {
        self.classic.as_ref()
    }

    /// The values of one parity at a number of empty squares, which may be of the other, in
    /// the order and the unit of a knot's: tied pattern weights, constant, mobility tables
    /// if there are any; 1/128 disc.
    #[must_use]
    pub fn interpolated(&self, parity: u32, empties: u32) -> Vec<i16> {
        let same = |knot: &&Knot| knot.empties % 2 == parity;
        let mut knots = self.knots.iter().filter(same);
        let below = knots.clone().rfind(|knot| knot.empties <= empties);
        let above = knots.find(|knot| knot.empties >= empties);
        match (below, above) {
            (Some(below), Some(above)) if below.empties < above.empties => {
                let span = (above.empties - below.empties) as i32;
                let part = (empties - below.empties) as i32;
                let mix = |(&low, &high): (&i16, &i16)| {
                    let sum = i32::from(low) * (span - part) + i32::from(high) * part;
                    ((2 * sum + span).div_euclid(2 * span)) as i16
                };
                below.values.iter().zip(&above.values).map(mix).collect()
            }
            (Some(knot), _) | (None, Some(knot)) => knot.values.clone(),
            (None, None) => Vec::new(),
        }
    }

    fn expand(&self, empties: u32) -> Phase {
        let values = self.interpolated(empties % 2, middle(empties));
        let make = || Arc::new(PatternTable::new(&values));
        let patterns = self.patterns[(middle(empties) + empties % 2) as usize].get_or_init(make);
        let rest = values.get(Tying::get().count()..).unwrap_or(&[]);
        let value = |index: usize| rest.get(index).copied().unwrap_or(0);
        let heads: Vec<u32> = self.heads.iter().map(|&(empties, _)| empties).collect();
        let head = head::nearest(&heads, empties).map(|index| self.heads[index].1.clone());
        Phase {
            patterns: patterns.clone(),
            constant: value(0).saturating_add(self.level(empties)),
            own_mobility: std::array::from_fn(|moves| value(1 + moves)),
            opp_mobility: std::array::from_fn(|moves| value(1 + MOBILITY + moves)),
            head,
        }
    }
}

/// The number of empty squares whose weights serve this one and its neighbour: the even
/// between 4 and 6, or the odd between 5 and 7, and so on. So a search needs half the tables,
/// and more of them stay in the cache.
#[must_use]
pub const fn middle(empties: u32) -> u32 {
    (empties & !2) + 1
}

/// The class of a value in the knot before, by its size.
#[must_use]
#[inline(always)]
pub const fn class(before: i16) -> usize {
    match before.unsigned_abs() {
        0 => 0,
        1..=2 => 1,
        3..=6 => 2,
        7..=15 => 3,
        _ => 4,
    }
}

/// The check sum of a file's content: eight bytes at a time, multiplied in.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    let start = 0x9E37_79B9_7F4A_7C15 ^ bytes.len() as u64;
    bytes.chunks(8).fold(start, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let mixed = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        mixed ^ mixed >> 32
    })
}

/// A number that tells sets of patterns apart.
#[must_use]
pub fn pattern_code() -> u64 {
    let names: Vec<String> = PATTERNS.iter().map(|squares| squares.join(" ")).collect();
    checksum(names.join(",").as_bytes())
}
