//! Stable discs: those that nothing can turn any more.
//!
//! A lower bound, not the full set: edge discs by an exact table of edges, inner
//! discs by full lines and stable neighbours. What a score may conclude from it is
//! the search's business.

/// Discs of `own` that can never be turned (a subset of them).
///
/// ```
/// use mollett::board::stable;
/// // A corner and what leans on it; not the disc in the middle of the row.
/// assert_eq!(stable(0b0001_0011, 0), 0b0000_0011);
/// ```
#[must_use]
#[inline]
pub fn stable(own: u64, opp: u64) -> u64 {
    let edges = edge_stable(own, opp);
    let full = FullLines::of(own | opp);
    let inner = own & 0x007E_7E7E_7E7E_7E00;
    let mut stable = edges | own & full.rows & full.columns & full.rising & full.falling;
    if stable == 0 {
        return 0;
    }
    loop {
        let grown = stable
            | inner
                & (full.rows | stable << 1 | stable >> 1)
                & (full.columns | stable << 8 | stable >> 8)
                & (full.rising | stable << 7 | stable >> 7)
                & (full.falling | stable << 9 | stable >> 9);
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// Discs of `own` on the four edges that can never be turned, whatever both sides
/// put on the edges' empty squares.
#[must_use]
#[inline]
pub fn edge_stable(own: u64, opp: u64) -> u64 {
    let row = |shift: u32| {
        u64::from(EDGES[(own >> shift) as usize & 0xFF][(opp >> shift) as usize & 0xFF]) << shift
    };
    let column = |shift: u32| {
        let edge = EDGES[column_to_row(own >> shift)][column_to_row(opp >> shift)];
        row_to_column(edge) << shift
    };
    row(0) | row(56) | column(0) | column(7)
}

/// The a column as a byte, row 1 in bit 0.
#[inline]
fn column_to_row(set: u64) -> usize {
    ((set & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
}

/// The inverse: bit i to row i of the a column.
#[inline]
fn row_to_column(row: u8) -> u64 {
    let low = u64::from(row & 0x7F).wrapping_mul(0x0002_0408_1020_4081) & 0x0001_0101_0101_0101;
    low | u64::from(row >> 7) << 56
}

/// For each direction, the squares that lie on a line without an empty square.
struct FullLines {
    rows: u64,
    columns: u64,
    rising: u64,
    falling: u64,
}

impl FullLines {
    #[inline]
    fn of(occupied: u64) -> Self {
        let mut rows = occupied & occupied >> 4;
        rows &= rows >> 2;
        rows &= rows >> 1;
        let rows = (rows & 0x0101_0101_0101_0101) * 0xFF;
        let mut columns = occupied & occupied.rotate_right(32);
        columns &= columns.rotate_right(16);
        columns &= columns.rotate_right(8);
        Self {
            rows,
            columns,
            rising: full_diagonals::<7>(occupied, &RISING),
            falling: full_diagonals::<9>(occupied, &FALLING),
        }
    }
}

/// Squares whose diagonal is full, by doubling towards both of its ends; `ends`
/// tells where one, two or four steps would leave the board.
#[inline]
fn full_diagonals<const STEP: u32>(occupied: u64, ends: &[[u64; 2]; 3]) -> u64 {
    let mut low = occupied & (ends[0][0] | occupied << STEP);
    low &= ends[1][0] | low << (2 * STEP);
    low &= ends[2][0] | low << (4 * STEP);
    let mut high = occupied & (ends[0][1] | occupied >> STEP);
    high &= ends[1][1] | high >> (2 * STEP);
    high &= ends[2][1] | high >> (4 * STEP);
    low & high
}

/// Per number of steps (1, 2, 4): squares without a square that many steps
/// towards the lower and the higher end of their falling diagonal (step 9).
static FALLING: [[u64; 2]; 3] = diagonal_ends(1);
/// The same for the rising diagonals (step 7).
static RISING: [[u64; 2]; 3] = diagonal_ends(-1);

const fn diagonal_ends(dx: i32) -> [[u64; 2]; 3] {
    let mut ends = [[0; 2]; 3];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8, square / 8);
        let mut power = 0;
        while power < 3 {
            let steps = 1 << power;
            let (low_x, low_y) = (x - dx * steps, y - steps);
            if low_x < 0 || low_x > 7 || low_y < 0 {
                ends[power][0] |= 1 << square;
            }
            let (high_x, high_y) = (x + dx * steps, y + steps);
            if high_x < 0 || high_x > 7 || high_y > 7 {
                ends[power][1] |= 1 << square;
            }
            power += 1;
        }
        square += 1;
    }
    ends
}

/// `EDGES[own][opp]`: discs of `own` on an edge that no sequence of discs put on
/// its empty squares by either side can turn. Built from full edges downwards.
static EDGES: [[u8; 256]; 256] = edge_table();

#[allow(long_running_const_eval)] // once per build, about a second
const fn edge_table() -> [[u8; 256]; 256] {
    let mut table = [[0u8; 256]; 256];
    // Every edge comes after those with one more disc: supersets of `occupied`
    // are larger numbers.
    let mut occupied = 256;
    while occupied > 0 {
        occupied -= 1;
        // All ways to share the occupied squares between the sides.
        let mut own = occupied;
        loop {
            let opp = occupied & !own;
            let mut stable = own as u8;
            let mut square = 0;
            while square < 8 {
                let bit = 1 << square;
                if occupied & bit == 0 {
                    let turned = edge_flips(own, opp, square);
                    stable &= table[own | turned | bit][opp & !turned];
                    let turned = edge_flips(opp, own, square);
                    stable &= table[own & !turned][opp | turned | bit];
                }
                square += 1;
            }
            table[own][opp] = stable;
            if own == 0 {
                break;
            }
            own = (own - 1) & occupied;
        }
    }
    table
}

/// Discs of `opp` on one edge turned by a disc of `own` on `square`.
const fn edge_flips(own: usize, opp: usize, square: i32) -> usize {
    let mut all = 0;
    let mut sign = -1;
    while sign < 2 {
        let mut line = 0;
        let mut at = square + sign;
        while at >= 0 && at < 8 {
            let bit = 1 << at;
            if opp & bit != 0 {
                line |= bit;
            } else {
                if own & bit != 0 {
                    all |= line;
                }
                break;
            }
            at += sign;
        }
        sign += 2;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Othello, Rules};

    #[test]
    fn a_corner_makes_its_edge_run_stable() {
        // a1 b1 c1 own, the rest of row 1 empty.
        assert_eq!(stable(0b111, 0), 0b111);
        // With d1 opposing they stay; without the corner nothing is stable.
        assert_eq!(stable(0b111, 0b1000), 0b111);
        assert_eq!(stable(0b110, 0b1000), 0);
    }

    #[test]
    fn a_full_board_is_all_stable() {
        assert_eq!(
            stable(0x1234_5678_9ABC_DEF0, !0x1234_5678_9ABC_DEF0),
            0x1234_5678_9ABC_DEF0
        );
    }

    #[test]
    fn edges_are_found_in_every_orientation() {
        use crate::board::Symmetry;
        let (own, opp) = (0b0010_0111, 0b0000_1000);
        let expected = stable(own, opp);
        for symmetry in Symmetry::all() {
            let turned = stable(symmetry.of_set(own), symmetry.of_set(opp));
            assert_eq!(turned, symmetry.of_set(expected));
        }
    }

    /// Plays random games to the end: a disc once called stable keeps its colour.
    #[test]
    fn a_stable_disc_is_never_turned() {
        let mut state = 1u64;
        let games = if cfg!(miri) { 1 } else { 2_000 };
        for _ in 0..games {
            let mut position = Othello::start();
            let (mut own, mut opp) = (0, 0);
            loop {
                let moves = position.moves();
                if moves == 0 {
                    if position.is_over() {
                        break;
                    }
                    position = position.pass();
                } else {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    let skip = (state >> 33) % u64::from(moves.count_ones());
                    let mut left = moves;
                    for _ in 0..skip {
                        left &= left - 1;
                    }
                    position = position.play(left.trailing_zeros() as usize);
                }
                (own, opp) = (opp, own);
                let board = position.board;
                assert_eq!(own & !board.own, 0, "a stable disc was turned");
                assert_eq!(opp & !board.opp, 0, "a stable disc was turned");
                own |= stable(board.own, board.opp);
                opp |= stable(board.opp, board.own);
            }
        }
    }
}
