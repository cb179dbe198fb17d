//! Reading a weight file (see [`super::weight`] for its layout). Any bytes may come
//! in: wrong ones end in an error, never in a panic.

use super::ans::{Decoder, ESCAPE, STATES, TOTAL, ZERO};
use super::classic::{self, ClassicPart};
use super::head::{self, Head};
use super::tying::Tying;
use super::weight::{
    CLASSES, Knot, MAGIC, MOBILITY, MOST_EMPTIES, VERSION, WeightError, Weights, checksum, class,
    pattern_code,
};
use std::sync::{Arc, OnceLock};

/// The weights of a file.
pub(super) fn read(file: &[u8]) -> Result<Weights, WeightError> {
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
        let heads = self.byte()?;
        let count = self.byte()?;
        let empties = self.numbers(count)?;
        let head_empties = self.numbers(heads)?;
        if step == 0 || empties.is_empty() {
            return Err(WeightError::Content);
        }
        let len = Tying::get().count() + 1 + if mobility { 2 * MOBILITY } else { 0 };
        let mut knots = self.sections(empties, len)?;
        for value in knots.iter_mut().flat_map(|knot| &mut knot.values) {
            *value = value.checked_mul(step).ok_or(WeightError::Content)?;
        }
        let heads = self.sections(head_empties, head::values())?;
        let heads: Option<Vec<_>> = heads
            .iter()
            .map(|kept| Some((kept.empties, Arc::new(Head::new(&kept.values)?))))
            .collect();
        let heads = heads.ok_or(WeightError::Content)?;
        let mut levels = [0; MOST_EMPTIES as usize + 1];
        for level in &mut levels {
            *level = i16::from_le_bytes(self.array()?);
        }
        let classic = match classic {
            true => Some(ClassicPart::read(&self.array()?).ok_or(WeightError::Content)?),
            false => None,
        };
        if !self.0.is_empty() {
            return Err(WeightError::Content);
        }
        Ok(Weights {
            knots,
            mobility,
            heads,
            levels,
            classic,
            phases: (0..=MOST_EMPTIES).map(|_| OnceLock::new()).collect(),
            patterns: (0..MOST_EMPTIES + 2).map(|_| OnceLock::new()).collect(),
        })
    }

    /// So many numbers of empty squares, ascending.
    fn numbers(&mut self, count: u8) -> Result<&'a [u8], WeightError> {
        let numbers = self.take(count.into())?;
        let in_range = numbers.iter().all(|&e| u32::from(e) <= MOST_EMPTIES);
        match in_range && numbers.is_sorted_by(|a, b| a < b) {
            true => Ok(numbers),
            false => Err(WeightError::Content),
        }
    }

    /// Sections of `len` values for these numbers of empty squares.
    fn sections(&mut self, empties: &[u8], len: usize) -> Result<Vec<Knot>, WeightError> {
        let mut knots: Vec<Knot> = Vec::with_capacity(empties.len());
        for &empties in empties {
            let empties = u32::from(empties);
            let section = self.word()? as usize;
            let before = knots.iter().rfind(|k| k.empties % 2 == empties % 2);
            let before = before.map(|knot| &knot.values[..]);
            let values = Bytes(self.take(section)?).section(before, len)?;
            knots.push(Knot { empties, values });
        }
        Ok(knots)
    }

    /// The values of one knot or head, in steps: for each class the number of symbols and
    /// each with its frequency; the number of escaped differences and these; the
    /// states; the words of the code.
    fn section(&mut self, before: Option<&[i16]>, len: usize) -> Result<Vec<i16>, WeightError> {
        let mut decoders = Vec::with_capacity(CLASSES);
        for _ in 0..CLASSES {
            let mut frequencies = Vec::new();
            for _ in 0..self.short()? {
                frequencies.push((self.byte()?, self.short()?));
            }
            // A class that never occurs has no symbols; any table does for it.
            if frequencies.is_empty() {
                frequencies.push((ESCAPE, TOTAL as u16));
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
