//! The patterns of the evaluation: which squares are looked at together.
//!
//! Only geometry. A pattern is a list of squares; its images under the eight
//! symmetries of the board are its instances, and all instances share weights. The
//! index of an instance is a number in balanced ternary: digit +1 for a disc of
//! the side to move, -1 for the other's, 0 for an empty square, the k-th square
//! counting 3^k. So the other side's view of the same board is the negated index,
//! and a pass costs one sign.

/// Patterns by their squares, seen from corner a1 and the first row. Types follow
/// what the evaluations of the field have found worth looking at: rows, diagonals
/// with the squares at their ends, and corner regions (M. Buro, Logistello, 1995,
/// and its successors); the selection is this project's own.
///
/// The weights of the first [`SUMMED_PATTERNS`] are added up; the others are looked
/// at by the [head](super::head), which needs fewer squares a pattern.
pub const PATTERNS: [&[&str]; 20] = [
    &["a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"],
    &["a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3"],
    &["a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4"],
    &["b1", "a1", "a2", "b2", "c3", "d4", "e5", "f6", "g7", "h8"],
    &["a1", "b1", "c2", "d3", "e4", "f5", "g6", "h7", "h8"],
    &["b1", "b2", "c1", "d2", "e3", "f4", "g5", "h6", "g7", "h7"],
    &["b2", "d1", "e2", "f3", "g4", "h5", "g7"],
    &["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"],
    &["b2", "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "g2"],
    &["c2", "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "f2"],
    &["a1", "b1", "c1", "d1", "a2", "b2", "c2", "a3", "b3", "a4"],
    &["a1", "b1", "c1", "d1", "e1", "a2", "b2", "a3", "a4", "a5"],
    &["a1", "c1", "d1", "e1", "f1", "h1", "c2", "d2", "e2", "f2"],
    &["a1", "b1", "a2", "b2", "c2", "b3", "c3", "d3", "c4", "d4"],
    &["a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"],
    &["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"],
    &["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2"],
    &["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"],
    &["b1", "c2", "d3", "e4", "f5", "g6", "h7"],
    &["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"],
];

/// How many patterns are summed.
pub const SUMMED_PATTERNS: usize = 15;

/// Instances of the summed patterns; those of the head come after them.
pub const SUMMED: usize = 64;

/// Instances of the patterns of the head.
pub const HEAD: usize = 22;

/// Instances of all patterns together.
pub const INSTANCES: usize = SUMMED + HEAD;

/// Longest pattern, in squares.
pub const LONGEST: usize = 10;

/// One placement of a pattern on the board.
#[derive(Clone, Copy, Debug)]
pub struct Instance {
    /// Which of [`PATTERNS`] it is a placement of.
    pub pattern: usize,
    /// Its squares (0 to 63) in the order of the pattern; the first `len` count.
    pub squares: [u8; LONGEST],
    /// Number of squares.
    pub len: usize,
}

/// Number of squares of a pattern.
#[must_use]
pub const fn len(pattern: usize) -> usize {
    PATTERNS[pattern].len()
}

/// Number of configurations of a pattern: 3 to the number of squares.
#[must_use]
pub const fn size(pattern: usize) -> usize {
    3usize.pow(len(pattern) as u32)
}

/// Where the configurations of a pattern begin in an array of all of them.
#[must_use]
pub const fn offset(pattern: usize) -> usize {
    let mut total = 0;
    let mut earlier = 0;
    while earlier < pattern {
        total += size(earlier);
        earlier += 1;
    }
    total
}

/// Configurations of all summed patterns.
pub const CONFIGURATIONS: usize = offset(SUMMED_PATTERNS);

/// Configurations of all patterns of the head.
pub const HEAD_CONFIGURATIONS: usize = offset(PATTERNS.len()) - CONFIGURATIONS;

/// All instances, by pattern, each image of the squares once.
pub static ALL: [Instance; INSTANCES] = instances();

const fn parse(name: &str) -> u8 {
    let name = name.as_bytes();
    (name[1] - b'1') * 8 + (name[0] - b'a')
}

/// The image of a square: bit 0 of `symmetry` mirrors columns, bit 1 rows, bit 2
/// then swaps them (as [`crate::board::Symmetry`]).
const fn image(square: u8, symmetry: u8) -> u8 {
    let (mut x, mut y) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        x = 7 - x;
    }
    if symmetry & 2 != 0 {
        y = 7 - y;
    }
    if symmetry & 4 != 0 {
        x * 8 + y
    } else {
        y * 8 + x
    }
}

const fn instances() -> [Instance; INSTANCES] {
    let mut all = [Instance {
        pattern: 0,
        squares: [0; LONGEST],
        len: 0,
    }; INSTANCES];
    let mut count = 0;
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        let first = count;
        let mut symmetry = 0;
        assert!(pattern != SUMMED_PATTERNS || count == SUMMED);
        while symmetry < 8 {
            let mut next = Instance {
                pattern,
                squares: [0; LONGEST],
                len: len(pattern),
            };
            let mut set = 0u64;
            let mut k = 0;
            while k < next.len {
                next.squares[k] = image(parse(PATTERNS[pattern][k]), symmetry);
                set |= 1 << next.squares[k];
                k += 1;
            }
            let mut known = false;
            let mut earlier = first;
            while earlier < count {
                known |= set_of(&all[earlier]) == set;
                earlier += 1;
            }
            if !known {
                all[count] = next;
                count += 1;
            }
            symmetry += 1;
        }
        pattern += 1;
    }
    assert!(count == INSTANCES);
    all
}

const fn set_of(instance: &Instance) -> u64 {
    let mut set = 0;
    let mut k = 0;
    while k < instance.len {
        set |= 1 << instance.squares[k];
        k += 1;
    }
    set
}

/// For a pattern that is its own mirror image, where each of its squares goes in
/// the mirrored order; `None` for one that is not. Two indices that differ only by
/// this order must share a weight.
#[must_use]
pub fn mirror(pattern: usize) -> Option<Vec<usize>> {
    let squares: Vec<u8> = PATTERNS[pattern].iter().map(|name| parse(name)).collect();
    (1..8).find_map(|symmetry| {
        let order: Option<Vec<usize>> = squares
            .iter()
            .map(|&square| {
                squares
                    .iter()
                    .position(|&other| other == image(square, symmetry))
            })
            .collect();
        order.filter(|order| order.iter().enumerate().any(|(from, &to)| from != to))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_looked_at_and_no_square_twice_in_one_instance() {
        let mut seen = 0;
        for instance in &ALL {
            assert_eq!(set_of(instance).count_ones() as usize, instance.len);
            seen |= set_of(instance);
        }
        assert_eq!(seen, u64::MAX);
    }

    #[test]
    fn mirrored_patterns_know_their_order() {
        // The second row turns round; a 2x5 corner block has no mirror image of its own.
        assert_eq!(mirror(0), Some(vec![7, 6, 5, 4, 3, 2, 1, 0]));
        assert_eq!(mirror(14), None);
    }
}
