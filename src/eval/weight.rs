//! The weights of the trained evaluation: their file and, for each number of empty
//! squares, the tables the evaluation adds up.
//!
//! The file keeps weights for some numbers of empty squares (knots); between two
//! knots of the same parity the tables are interpolated, outside them the nearest
//! knot holds. Nothing here knows positions. A file, in little-endian order:
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `MOLLETTW` |
//! | 4 | version, 1 |
//! | 8 | [`checksum`] of all that follows |
//! | 8 | [`pattern_code`]: which patterns the weights belong to |
//! | 1 | step: one unit of a value, in 1/128 disc |
//! | 1, 1 | entries of each mobility table (0 or 34), values of each row of the classic part (0 or 19) |
//! | 1, n | number of knots n, their empty squares in ascending order |
//! | ... | for each knot 4 bytes of length and its values |
//! | rest | the [classic part](super::classic), if there is one |
//!
//! The values of a knot: the tied pattern weights, the constant, own and
//! opponent's mobility table; each as the difference from the knot
//! before of the same parity (from 0 at the first), written by [`super::ans`]
//! with a table for each [`class`] of the value there.

use super::ans::{Decoder, ESCAPE, STATES, ZERO};
use super::classic::{self, ClassicPart};
use super::pattern::{CONFIGURATIONS, PATTERNS};
use super::tying::Tying;
use crate::memory::ZeroedSlice;
use std::fmt;
use std::sync::OnceLock;

/// How a file begins.
pub const MAGIC: [u8; 8] = *b"MOLLETTW";
/// The version of the format.
pub const VERSION: u32 = 1;
/// Entries of a mobility table: 0 to 33 legal moves.
pub const MOBILITY: usize = 34;
/// Most empty squares there are tables for.
pub const MOST_EMPTIES: u32 = 60;
/// Entries after the last configuration, so that it can be read as part of a
/// wider word.
pub const PADDING: usize = 2;
/// Tables of the entropy code in each knot.
pub const CLASSES: usize = 5;

/// Weights in a large page of memory. A phase fills more than half of one, and is
/// looked up at random: small pages cost the midgame 6 % of its speed.
const LARGE_PAGE: usize = (2 << 20) / size_of::<i16>();

const _: () = assert!(CONFIGURATIONS + PADDING <= LARGE_PAGE);

/// The tables for one number of empty squares, in 1/128 disc for the side to move.
#[derive(Debug)]
pub struct Phase {
    /// The weight of each configuration of each pattern, at
    /// `pattern::offset(pattern) + (pattern::size(pattern) - 1) / 2 + index`,
    /// then zeros, at least [`PADDING`] of them.
    pub(crate) weights: ZeroedSlice<i16>,
    /// What every position gets.
    pub constant: i16,
    /// By the number of legal moves of the side to move; zeros if not fitted.
    pub own_mobility: [i16; MOBILITY],
    /// By the number of moves the other side would have.
    pub opp_mobility: [i16; MOBILITY],
}

/// All weights of an evaluation, shared by all threads. A phase is expanded when
/// it is first asked for.
#[derive(Debug)]
pub struct Weights {
    knots: Vec<Knot>,
    mobility: bool,
    classic: Option<ClassicPart>,
    phases: Vec<OnceLock<Phase>>,
}

#[derive(Debug)]
struct Knot {
    empties: u32,
    /// In units of 1/128 disc.
    values: Vec<i16>,
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
    /// Reads a file. Takes about 20 ms.
    ///
    /// # Errors
    /// When it is not a weight file of this version and these patterns.
    pub fn read(file: &[u8]) -> Result<Self, WeightError> {
        let mut bytes = Bytes(file);
        if bytes.take(8).map_err(|_| WeightError::Magic)? != MAGIC {
            return Err(WeightError::Magic);
        }
        let version = bytes.word()?;
        if version != VERSION {
            return Err(WeightError::Version(version));
        }
        if bytes.long()? != checksum(bytes.0) {
            return Err(WeightError::Damaged);
        }
        if bytes.long()? != pattern_code() {
            return Err(WeightError::Patterns);
        }
        // The checksum holds: from here on a fault is one of the writer.
        bytes.content().map_err(|_| WeightError::Content)
    }

    /// The tables for a number of empty squares (more than 60 count as 60). The
    /// first call for a number takes a few milliseconds.
    #[must_use]
    #[inline]
    pub fn phase(&self, empties: u32) -> &Phase {
        let empties = empties.min(MOST_EMPTIES);
        self.phases[empties as usize].get_or_init(|| self.expand(empties))
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

    fn expand(&self, empties: u32) -> Phase {
        let same = |knot: &&Knot| knot.empties % 2 == empties % 2;
        let below = self
            .knots
            .iter()
            .filter(same)
            .rfind(|k| k.empties <= empties);
        let above = self
            .knots
            .iter()
            .filter(same)
            .find(|k| k.empties >= empties);
        let values = match (below, above) {
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
        };
        let tying = Tying::get();
        let value = |index: usize| values.get(index).copied().unwrap_or(0);
        let weights = tying.tied().iter().map(|&tied| value(tied as usize));
        let weights = ZeroedSlice::of(weights, LARGE_PAGE);
        let mut next = tying.count();
        let mut table = |fitted: bool, len: usize| {
            let start = next;
            next += if fitted { len } else { 0 };
            move |entry: usize| if fitted { value(start + entry) } else { 0 }
        };
        let constant = table(true, 1);
        let own = table(self.mobility, MOBILITY);
        let opp = table(self.mobility, MOBILITY);
        Phase {
            weights,
            constant: constant(0),
            own_mobility: std::array::from_fn(own),
            opp_mobility: std::array::from_fn(opp),
        }
    }
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

/// Bytes still to be read. Running out of them is [`WeightError::Damaged`].
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], WeightError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(WeightError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], WeightError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(WeightError::Damaged)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn byte(&mut self) -> Result<u8, WeightError> {
        Ok(self.array::<1>()?[0])
    }

    fn short(&mut self) -> Result<u16, WeightError> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    fn word(&mut self) -> Result<u32, WeightError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn long(&mut self) -> Result<u64, WeightError> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// What follows the pattern code.
    fn content(&mut self) -> Result<Weights, WeightError> {
        let step = i16::from(self.byte()?);
        let fitted = |entries: u8, all: usize| match usize::from(entries) {
            0 => Ok(false),
            entries if entries == all => Ok(true),
            _ => Err(WeightError::Content),
        };
        let mobility = fitted(self.byte()?, MOBILITY)?;
        let classic = fitted(self.byte()?, classic::VALUES)?;
        let count = self.byte()?;
        let empties = self.take(count.into())?;
        let in_range = empties.iter().all(|&e| u32::from(e) <= MOST_EMPTIES);
        if step == 0 || empties.is_empty() || !in_range || !empties.is_sorted_by(|a, b| a < b) {
            return Err(WeightError::Content);
        }
        let len = Tying::get().count() + 1 + if mobility { 2 * MOBILITY } else { 0 };
        let mut knots: Vec<Knot> = Vec::with_capacity(empties.len());
        for &empties in empties {
            let empties = u32::from(empties);
            let section = self.word()? as usize;
            let before = knots.iter().rfind(|k| k.empties % 2 == empties % 2);
            let before = before.map(|knot| &knot.values[..]);
            let values = Bytes(self.take(section)?).knot(before, len)?;
            knots.push(Knot { empties, values });
        }
        let classic = match classic {
            true => Some(ClassicPart::read(&self.array()?).ok_or(WeightError::Content)?),
            false => None,
        };
        if !self.0.is_empty() {
            return Err(WeightError::Content);
        }
        for value in knots.iter_mut().flat_map(|knot| &mut knot.values) {
            *value = value.checked_mul(step).ok_or(WeightError::Content)?;
        }
        Ok(Weights {
            knots,
            mobility,
            classic,
            phases: (0..=MOST_EMPTIES).map(|_| OnceLock::new()).collect(),
        })
    }

    /// The values of one knot, in steps: for each class the number of symbols and
    /// each with its frequency; the number of escaped differences and these; the
    /// states; the words of the code.
    fn knot(&mut self, before: Option<&[i16]>, len: usize) -> Result<Vec<i16>, WeightError> {
        let mut decoders = Vec::with_capacity(CLASSES);
        for _ in 0..CLASSES {
            let mut frequencies = Vec::new();
            for _ in 0..self.short()? {
                frequencies.push((self.byte()?, self.short()?));
            }
            // A class that never occurs has no symbols; any table does for it.
            if frequencies.is_empty() {
                frequencies.push((ESCAPE, super::ans::TOTAL as u16));
            }
            decoders.push(Decoder::new(frequencies.into_iter()).ok_or(WeightError::Content)?);
        }
        let decoders: [Decoder; CLASSES] = decoders.try_into().map_err(|_| WeightError::Content)?;
        let escaped = self.word()? as usize;
        let escaped = self.take(escaped.checked_mul(2).ok_or(WeightError::Content)?)?;
        let mut escaped = escaped.as_chunks::<2>().0.iter();
        let mut states = [0; STATES];
        for state in &mut states {
            *state = self.word()?;
        }
        let (words, odd) = self.0.as_chunks::<2>();
        if !odd.is_empty() {
            return Err(WeightError::Content);
        }
        let mut words = words.iter();
        let mut values = Vec::with_capacity(len);
        let first = vec![0; if before.is_none() { len } else { 0 }];
        for (index, &before) in before.unwrap_or(&first).iter().enumerate() {
            let symbol = decoders[class(before)]
                .take(&mut states[index % STATES], &mut words)
                .ok_or(WeightError::Content)?;
            let difference = if symbol == ESCAPE {
                i16::from_le_bytes(*escaped.next().ok_or(WeightError::Content)?)
            } else {
                (i32::from(symbol) - ZERO) as i16
            };
            values.push(before.wrapping_add(difference));
        }
        if values.len() != len || words.next().is_some() || escaped.next().is_some() {
            return Err(WeightError::Content);
        }
        Ok(values)
    }
}
