//! The innermost operations on a board, one file for each processor level: legal
//! moves, flips, the flips of the last disc.
//!
//! The level is chosen here, at compile time, and nowhere else. `portable` is
//! always compiled and is the reference that the others are tested against; all
//! have the same names and signatures. Nothing here knows whose turn it is, what
//! game is played or what a score is.

pub mod portable;

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    target_feature = "bmi2"
))]
pub mod avx2;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512cd",
    target_feature = "avx512vl"
))]
pub mod avx512;

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    target_feature = "bmi2",
    not(all(
        target_feature = "avx512f",
        target_feature = "avx512cd",
        target_feature = "avx512vl"
    ))
))]
pub use avx2::{flips, last_flips, moves, moves_and_potential};
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512cd",
    target_feature = "avx512vl"
))]
pub use avx512::{flips, last_flips, moves, moves_and_potential};
#[cfg(not(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    target_feature = "bmi2"
)))]
pub use portable::{flips, last_flips, moves, moves_and_potential};

/// The processor level these kernels were compiled for.
pub const LEVEL: &str = if cfg!(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512cd",
    target_feature = "avx512vl"
)) {
    "avx512"
} else if cfg!(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    target_feature = "bmi2"
)) {
    "avx2"
} else {
    "portable"
};

/// The eight rays of a square, without the square itself: lanes 0-3 run towards
/// higher squares (east, south-west, south, south-east), lanes 4-7 towards lower
/// ones (west, north-east, north, north-west).
#[repr(C, align(64))]
pub(crate) struct Rays([u64; 8]);

/// Step of each lane pair in squares: east/west, diagonal, column, diagonal.
const STEPS: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

/// [`Rays`] of every square.
pub(crate) static RAYS: [Rays; 64] = {
    let mut table = [const { Rays([0; 8]) }; 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 8 {
            let (dx, dy) = STEPS[lane % 4];
            let sign = if lane < 4 { 1 } else { -1 };
            let mut x = square % 8 + sign * dx;
            let mut y = square / 8 + sign * dy;
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                table[square as usize].0[lane] |= 1 << (y * 8 + x);
                x += sign * dx;
                y += sign * dy;
            }
            lane += 1;
        }
        square += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The rules read literally: walk each ray disc by disc.
    fn flips_by_walking(own: u64, opp: u64, square: usize) -> u64 {
        let mut all = 0;
        for (dx, dy) in [
            (1, 0),
            (-1, 0),
            (0, 1),
            (0, -1),
            (1, 1),
            (-1, -1),
            (1, -1),
            (-1, 1),
        ] {
            let (mut x, mut y) = ((square % 8) as i32 + dx, (square / 8) as i32 + dy);
            let mut line = 0;
            while (0..8).contains(&x) && (0..8).contains(&y) {
                let bit = 1u64 << (y * 8 + x);
                if opp & bit != 0 {
                    line |= bit;
                } else {
                    if own & bit != 0 {
                        all |= line;
                    }
                    break;
                }
                (x, y) = (x + dx, y + dy);
            }
        }
        all
    }

    /// Boards of every density from a small seeded generator (xorshift64*).
    fn random_boards(count: usize) -> impl Iterator<Item = (u64, u64)> {
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        let mut next = move || {
            state ^= state >> 12;
            state ^= state << 25;
            state ^= state >> 27;
            state.wrapping_mul(0x2545_F491_4F6C_DD1D)
        };
        (0..count).map(move |i| {
            let occupied = match i % 4 {
                0 => next() & next(),
                1 => next(),
                2 => next() | next(),
                _ => next() | next() | next(),
            };
            let own = next();
            (own & occupied, !own & occupied)
        })
    }

    #[test]
    fn portable_kernels_follow_the_rules_read_literally() {
        let boards = if cfg!(miri) { 20 } else { 20_000 };
        for (own, opp) in random_boards(boards) {
            let mut moves = 0;
            for square in 0..64 {
                let empty = (own | opp) >> square & 1 == 0;
                if empty {
                    let flips = flips_by_walking(own, opp, square);
                    assert_eq!(
                        portable::flips(own, opp, square),
                        flips,
                        "{own:x} {opp:x} {square}"
                    );
                    moves |= u64::from(flips != 0) << square;
                    let full_opp = !own & !(1 << square);
                    assert_eq!(
                        portable::last_flips(own, square),
                        flips_by_walking(own, full_opp, square).count_ones() as i32
                    );
                }
            }
            assert_eq!(portable::moves(own, opp), moves, "{own:x} {opp:x}");
        }
    }

    #[test]
    fn active_kernels_equal_the_portable_ones() {
        let boards = if cfg!(miri) { 20 } else { 2_000_000 };
        for (own, opp) in random_boards(boards) {
            assert_eq!(
                moves(own, opp),
                portable::moves(own, opp),
                "{own:x} {opp:x}"
            );
            assert_eq!(
                moves_and_potential(own, opp),
                portable::moves_and_potential(own, opp),
                "{own:x} {opp:x}"
            );
            let mut empty = !(own | opp);
            while empty != 0 {
                let square = empty.trailing_zeros() as usize;
                empty &= empty - 1;
                assert_eq!(
                    flips(own, opp, square),
                    portable::flips(own, opp, square),
                    "{own:x} {opp:x} {square}"
                );
                assert_eq!(last_flips(own, square), portable::last_flips(own, square));
            }
        }
    }

    #[cfg(all(
        target_arch = "x86_64",
        target_feature = "avx512vl",
        target_feature = "avx2"
    ))]
    #[test]
    fn avx2_kernels_equal_the_portable_ones() {
        for (own, opp) in random_boards(500_000) {
            assert_eq!(
                avx2::moves(own, opp),
                portable::moves(own, opp),
                "{own:x} {opp:x}"
            );
            let mut empty = !(own | opp);
            while empty != 0 {
                let square = empty.trailing_zeros() as usize;
                empty &= empty - 1;
                assert_eq!(
                    avx2::flips(own, opp, square),
                    portable::flips(own, opp, square)
                );
                assert_eq!(
                    avx2::last_flips(own, square),
                    portable::last_flips(own, square)
                );
            }
        }
    }
}
