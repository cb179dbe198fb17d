//! Writing the weight file that [`crate::eval::weight`] reads.

use crate::eval::ans::{ESCAPE, LOWEST, PRECISION, STATES, TOTAL, ZERO};
use crate::eval::classic::{self, ClassicPart};
use crate::eval::head;
use crate::eval::tying::Tying;
use crate::eval::weight::{
    CLASSES, MAGIC, MOBILITY, VERSION, WeightError, Weights, checksum, class, pattern_code,
};

/// The weights of one knot, in 1/128 disc.
#[derive(Clone, Debug)]
pub struct Knot {
    /// Its number of empty squares.
    pub empties: u32,
    /// Tied pattern weights, constant, own and opponent's mobility table, one after
    /// the other; the tables only where the set has them.
    pub values: Vec<f32>,
}

/// What is added to every score, by number of empty squares (0 to 60).
pub type Levels = [f32; 61];

/// A set of weights to be written.
#[derive(Clone, Debug)]
pub struct WeightSet {
    /// In ascending order of empty squares.
    pub knots: Vec<Knot>,
    /// The same, if there are any: the [values](head::values) of each head.
    pub heads: Vec<(u32, Vec<i16>)>,
    /// In 1/128 disc.
    pub levels: Levels,
    /// Whether the mobility tables are part of it.
    pub mobility: bool,
    /// The values are rounded to multiples of this, in 1/128 disc.
    pub step: u8,
}

/// The largest weight the file keeps, in 1/128 disc. The engine uses no more than eight discs
/// of it.
pub const LARGEST: f32 = 4095.0;

impl WeightSet {
    /// Number of values of a knot.
    #[must_use]
    pub fn values(mobility: bool) -> usize {
        Tying::get().count() + 1 + if mobility { 2 * MOBILITY } else { 0 }
    }

    /// Weights that find every position even.
    #[must_use]
    pub fn blank() -> Self {
        let knots = [4, 5].map(|empties| Knot {
            empties,
            values: vec![0.0; Self::values(true)],
        });
        Self {
            knots: knots.to_vec(),
            heads: Vec::new(),
            levels: [0.0; 61],
            mobility: true,
            step: 1,
        }
    }

    /// The bytes of the file, which has no classic part.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut content = pattern_code().to_le_bytes().to_vec();
        content.extend([
            self.step,
            if self.mobility { MOBILITY as u8 } else { 0 },
            0,
            self.heads.len() as u8,
            self.knots.len() as u8,
        ]);
        content.extend(self.knots.iter().map(|knot| knot.empties as u8));
        content.extend(self.heads.iter().map(|&(empties, _)| empties as u8));
        let len = Self::values(self.mobility);
        let mut before = [vec![0; len], vec![0; len]];
        for knot in &self.knots {
            assert_eq!(knot.values.len(), len);
            let rounded: Vec<i16> = knot
                .values
                .iter()
                .map(|value| {
                    let value = value.clamp(-LARGEST, LARGEST);
                    (value / f32::from(self.step)).round() as i16
                })
                .collect();
            let before = &mut before[knot.empties as usize % 2];
            let section = section(&rounded, before);
            content.extend((section.len() as u32).to_le_bytes());
            content.extend(section);
            *before = rounded;
        }
        let mut before = [vec![0; head::values()], vec![0; head::values()]];
        for (empties, values) in &self.heads {
            let before = &mut before[*empties as usize % 2];
            let section = section(values, before);
            content.extend((section.len() as u32).to_le_bytes());
            content.extend(section);
            before.clone_from(values);
        }
        let levels = self.levels.map(|level| level.round() as i16);
        content.extend(levels.iter().flat_map(|level| level.to_le_bytes()));
        file_of(&content)
    }
}

fn file_of(content: &[u8]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    file.extend(VERSION.to_le_bytes());
    file.extend(checksum(content).to_le_bytes());
    file.extend(content);
    file
}

/// Where the content of a file begins, and in the content the number of values in
/// a row of the classic part.
const CONTENT: usize = 20;
const CLASSIC: usize = 10;

/// The same weight file with this classic part, in place of the one it may have.
/// All else stays as it is, byte for byte.
///
/// # Errors
/// When it is no weight file.
pub fn with_classic(file: &[u8], part: &ClassicPart) -> Result<Vec<u8>, WeightError> {
    let has_part = Weights::read(file)?.classic().is_some();
    let end = file.len() - if has_part { classic::BYTES } else { 0 };
    let mut content = file[CONTENT..end].to_vec();
    content[CLASSIC] = classic::VALUES as u8;
    content.extend(part.to_bytes());
    Ok(file_of(&content))
}

/// The bytes of one knot or head.
fn section(values: &[i16], before: &[i16]) -> Vec<u8> {
    let mut escaped = Vec::new();
    let symbols: Vec<(usize, u8)> = values
        .iter()
        .zip(before)
        .map(|(&value, &before)| {
            let difference = value.wrapping_sub(before);
            let symbol = i32::from(difference) + ZERO;
            let symbol = if (1..256).contains(&symbol) {
                symbol as u8
            } else {
                escaped.push(difference);
                ESCAPE
            };
            (class(before), symbol)
        })
        .collect();
    let mut counts = [[0; 256]; CLASSES];
    for &(class, symbol) in &symbols {
        counts[class][usize::from(symbol)] += 1;
    }
    let frequencies = counts.map(|counts| frequencies(&counts));
    let mut bytes = Vec::new();
    for frequencies in &frequencies {
        let present = || (0..256).filter(|&symbol| frequencies[symbol] != 0);
        bytes.extend((present().count() as u16).to_le_bytes());
        for symbol in present() {
            bytes.push(symbol as u8);
            bytes.extend((frequencies[symbol] as u16).to_le_bytes());
        }
    }
    bytes.extend((escaped.len() as u32).to_le_bytes());
    bytes.extend(
        escaped
            .iter()
            .flat_map(|difference| difference.to_le_bytes()),
    );
    let starts = frequencies.map(|frequencies| {
        let mut start = 0;
        frequencies.map(|frequency| {
            start += frequency;
            start - frequency
        })
    });
    // Last in, first out: the last symbol is put in first.
    let mut states = [LOWEST; STATES];
    let mut words: Vec<u16> = Vec::new();
    for (index, &(class, symbol)) in symbols.iter().enumerate().rev() {
        let state = &mut states[index % STATES];
        let frequency = frequencies[class][usize::from(symbol)];
        if u64::from(*state) >= u64::from(frequency) << (32 - PRECISION) {
            words.push(*state as u16);
            *state >>= 16;
        }
        let start = starts[class][usize::from(symbol)];
        *state = (*state / frequency) << PRECISION | (*state % frequency + start);
    }
    bytes.extend(states.iter().flat_map(|state| state.to_le_bytes()));
    bytes.extend(words.iter().rev().flat_map(|word| word.to_le_bytes()));
    bytes
}

/// Counts scaled to a sum of [`TOTAL`], at least 1 for every symbol that occurs;
/// all 0 if none does.
fn frequencies(counts: &[u64; 256]) -> [u32; 256] {
    let sum: u64 = counts.iter().sum();
    if sum == 0 {
        return [0; 256];
    }
    let mut scaled = counts.map(|count| match count {
        0 => 0,
        count => ((count * TOTAL as u64 / sum) as u32).max(1),
    });
    // What rounding left over goes to, or comes from, the most frequent symbols.
    let mut left = TOTAL as i64 - scaled.iter().map(|&one| i64::from(one)).sum::<i64>();
    while left != 0 {
        let Some(largest) = (0..256).max_by_key(|&symbol| scaled[symbol]) else {
            break;
        };
        let change = left.max(-(i64::from(scaled[largest]) / 2));
        scaled[largest] = (i64::from(scaled[largest]) + change) as u32;
        left -= change;
    }
    scaled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::eval::Features;
    use crate::eval::head::Head;
    use crate::eval::weight::middle;
    use crate::lab::seed::Random;

    fn sample(mobility: bool) -> WeightSet {
        let mut random = Random::new(5, 0);
        let len = WeightSet::values(mobility);
        let mut value = || {
            let spread = [1, 20, 400, 4000][random.below(4) as usize];
            (random.below(2 * spread + 1) as f32) - spread as f32
        };
        let knots = [2, 3, 6, 7, 60].map(|empties| Knot {
            empties,
            values: (0..len).map(|_| value()).collect(),
        });
        WeightSet {
            knots: knots.to_vec(),
            heads: Vec::new(),
            levels: [0.0; 61],
            mobility,
            step: 1,
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let set = sample(true);
        let weights = Weights::read(&set.to_bytes()).unwrap();
        assert!(weights.has_mobility() && weights.classic().is_none());
        for knot in &set.knots {
            let parity = knot.empties % 2;
            let values = weights.interpolated(parity, knot.empties);
            let values = values.iter().map(|&value| f32::from(value));
            assert!(values.eq(knot.values.iter().copied()));
            let values = weights.interpolated(parity, middle(knot.empties));
            let mut rest = values[Tying::get().count()..].iter();
            let phase = weights.phase(knot.empties);
            assert_eq!(rest.next(), Some(&phase.constant));
            let tables = phase.own_mobility.iter().chain(&phase.opp_mobility);
            assert!(tables.eq(rest));
        }
    }

    #[test]
    fn blank_weights_find_every_position_even() {
        let bytes = WeightSet::blank().to_bytes();
        assert!(bytes.len() < 1000);
        let weights = Weights::read(&bytes).unwrap();
        for empties in [0, 5, 31, 60] {
            let phase = weights.phase(empties);
            assert!(phase.patterns.iter().all(|&weight| weight == 0));
            assert!(phase.constant == 0 && phase.head.is_none());
        }
    }

    #[test]
    fn heads_are_read_back_for_the_nearest_numbers_of_empty_squares() {
        let mut set = sample(false);
        let mut random = Random::new(6, 0);
        let mut head = |output| {
            let mut value = || random.below(2 * 127 + 1) as i16 - 127;
            let mut values: Vec<i16> = (0..head::values()).map(|_| value()).collect();
            values[head::values() - head::WIDTH..].fill(output);
            values
        };
        set.heads = vec![(10, head(900)), (11, head(-3)), (20, head(-2064))];
        let weights = Weights::read(&set.to_bytes()).unwrap();
        let board = Board {
            own: 0x0000_1038_5C04_2110,
            opp: 0x0010_6844_2238_1060 & !0x0000_1038_5C04_2110,
        };
        let features = Features::of(board);
        let score = |empties| {
            let head = weights.phase(empties).head.as_ref().unwrap();
            head.score(features.head())
        };
        let expected = |index: usize| {
            let head = Head::new(&set.heads[index].1).unwrap();
            head.plain_score(features.head())
        };
        let expected = [0, 1, 2].map(expected);
        assert!(expected[0] > 0 && expected[1] < 0 && expected[2] < expected[1]);
        assert_eq!(
            [0, 14, 16, 60].map(score),
            [0, 0, 2, 2].map(|at| expected[at])
        );
        assert_eq!([1, 59].map(score), [expected[1]; 2]);
    }

    #[test]
    fn a_level_is_added_at_its_number_of_empty_squares_alone() {
        let mut set = sample(false);
        let plain = Weights::read(&set.to_bytes()).unwrap();
        set.levels[17] = -300.0;
        let levelled = Weights::read(&set.to_bytes()).unwrap();
        let constants = |weights: &Weights| [15, 17, 18].map(|at| weights.phase(at).constant);
        let [before, at, after] = constants(&plain);
        assert_eq!(constants(&levelled), [before, at - 300, after]);
        assert_eq!((levelled.level(17), levelled.level(60)), (-300, 0));
    }

    #[test]
    fn a_classic_part_changes_nothing_else_and_can_be_replaced() {
        let file = sample(true).to_bytes();
        let mut part = ClassicPart(Box::new([classic::Correction::NONE; classic::ROWS]));
        let first = with_classic(&file, &part).unwrap();
        part.0[9].share = 99;
        let second = with_classic(&first, &part).unwrap();
        assert_eq!(first.len(), second.len());
        assert_eq!(with_classic(&file, &part), Ok(second.clone()));
        assert_eq!(Weights::read(&second).unwrap().classic(), Some(&part));
        assert!(second[CONTENT + CLASSIC + 1..].starts_with(&file[CONTENT + CLASSIC + 1..]));
        assert_eq!(with_classic(&file[1..], &part), Err(WeightError::Magic));
    }

    #[test]
    fn between_knots_of_one_parity_weights_are_interpolated() {
        let set = sample(false);
        let weights = Weights::read(&set.to_bytes()).unwrap();
        let first = |parity, empties| i32::from(weights.interpolated(parity, empties)[0]);
        let exact = f64::from(first(0, 2) + first(0, 6)) / 2.0;
        assert!((f64::from(first(0, 4)) - exact).abs() <= 0.5);
        assert_eq!((first(1, 1), first(1, 59)), (first(1, 3), first(1, 7)));
        // Two after each other share what lies between them.
        let pattern = |empties| weights.phase(empties).patterns[0];
        let constant = |empties| weights.phase(empties).constant;
        for (one, other) in [(4, 6), (1, 3), (57, 59), (60, 60)] {
            assert_eq!(pattern(one), pattern(other));
            assert_eq!(constant(one), constant(other));
        }
    }

    #[test]
    fn a_wrong_file_is_named_as_such() {
        let bytes = sample(false).to_bytes();
        let error = |bytes: &[u8]| Weights::read(bytes).unwrap_err();
        assert_eq!(error(b"PK"), WeightError::Magic);
        assert_eq!(error(&bytes[..bytes.len() - 1]), WeightError::Damaged);
        let changed = |at: usize| {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1;
            bytes
        };
        assert_eq!(error(&changed(0)), WeightError::Magic);
        assert_eq!(error(&changed(8)), WeightError::Version(3));
        assert_eq!(error(&changed(bytes.len() / 2)), WeightError::Damaged);
        let signed = |mut bytes: Vec<u8>| {
            let sum = checksum(&bytes[20..]).to_le_bytes();
            bytes[12..20].copy_from_slice(&sum);
            bytes
        };
        assert_eq!(error(&signed(changed(20))), WeightError::Patterns);
        assert_eq!(error(&signed(changed(29))), WeightError::Content);
        let short = bytes[..bytes.len() - 2].to_vec();
        assert_eq!(error(&signed(short)), WeightError::Content);
    }
}
