//! The entropy code of the weight file: range asymmetric numeral systems
//! (J. Duda, arXiv 1311.2540), static tables, four interleaved states.
//!
//! Only what reading needs and what both sides must agree on; the laboratory
//! writes. Any bytes may come in: wrong ones end in `None`, never in a panic.

/// The symbol that stands for a value written out elsewhere; symbol s > 0 stands
/// for s - [`ZERO`].
pub const ESCAPE: u8 = 0;
/// The symbol of the value 0.
pub const ZERO: i32 = 128;
/// Frequencies of a table add up to 2 to this power.
pub const PRECISION: u32 = 12;
/// Sum of the frequencies of a table.
pub const TOTAL: usize = 1 << PRECISION;
/// States are at least this large between two symbols.
pub const LOWEST: u32 = 1 << 16;
/// States taken in turn, so that the processor can overlap their work.
pub const STATES: usize = 4;

/// A table of frequencies, laid out for decoding: for each of [`TOTAL`] slots the
/// symbol (8 bits), its frequency less one (12) and the slot's place in it (12).
#[derive(Clone, Debug)]
pub struct Decoder(Box<[u32; TOTAL]>);

impl Decoder {
    /// From symbols with frequencies; `None` unless these add up to [`TOTAL`].
    #[must_use]
    pub fn new(frequencies: impl Iterator<Item = (u8, u16)>) -> Option<Self> {
        let mut slots = Vec::with_capacity(TOTAL);
        for (symbol, frequency) in frequencies {
            if frequency == 0 || slots.len() + usize::from(frequency) > TOTAL {
                return None;
            }
            let head = u32::from(symbol) << 24 | (u32::from(frequency) - 1) << 12;
            slots.extend((0..u32::from(frequency)).map(|place| head | place));
        }
        Some(Self(slots.into_boxed_slice().try_into().ok()?))
    }

    /// Takes one symbol off a state, which is refilled from `words`.
    #[inline(always)]
    pub fn take<'a>(
        &self,
        state: &mut u32,
        words: &mut impl Iterator<Item = &'a [u8; 2]>,
    ) -> Option<u8> {
        let slot = self.0[*state as usize % TOTAL];
        let frequency = (slot >> 12 & 0xFFF) + 1;
        *state = frequency.wrapping_mul(*state >> PRECISION) + (slot & 0xFFF);
        if *state < LOWEST {
            *state = *state << 16 | u32::from(u16::from_le_bytes(*words.next()?));
        }
        Some((slot >> 24) as u8)
    }
}
