//! Kernels for processors with AVX2 and BMI2 (x86-64-v3): the four line
//! directions lie side by side in one 256-bit register.

use super::RAYS;
use core::arch::x86_64::*;

/// As [`portable::moves`](super::portable::moves).
#[must_use]
#[inline]
pub fn moves(own: u64, opp: u64) -> u64 {
    // SAFETY: this module is compiled only where AVX2 is a compile-time feature.
    unsafe { reach(own, opp) & !(own | opp) }
}

/// As [`portable::moves_and_potential`](super::portable::moves_and_potential).
#[must_use]
#[inline]
pub fn moves_and_potential(own: u64, opp: u64) -> (u64, u64) {
    let empty = !(own | opp);
    // SAFETY: this module is compiled only where AVX2 is a compile-time feature.
    unsafe {
        let steps = _mm256_set_epi64x(9, 7, 8, 1);
        let turnable = _mm256_and_si256(_mm256_set1_epi64x(opp as i64), potential_mask());
        let beside = _mm256_or_si256(
            _mm256_sllv_epi64(turnable, steps),
            _mm256_srlv_epi64(turnable, steps),
        );
        (reach(own, opp) & empty, fold(beside) & empty)
    }
}

/// Discs that a line in this direction can cross: not on the edges it runs into.
#[inline]
unsafe fn potential_mask() -> __m256i {
    // SAFETY: the caller is compiled for AVX2.
    unsafe {
        _mm256_set_epi64x(
            0x007E_7E7E_7E7E_7E00,
            0x007E_7E7E_7E7E_7E00,
            0x00FF_FFFF_FFFF_FF00,
            0x7E7E_7E7E_7E7E_7E7E,
        )
    }
}

/// Squares just beyond runs of `opp` that start beside `own`, all directions.
#[inline]
unsafe fn reach(own: u64, opp: u64) -> u64 {
    // SAFETY: the caller is compiled for AVX2.
    unsafe {
        let steps = _mm256_set_epi64x(9, 7, 8, 1);
        let double = _mm256_add_epi64(steps, steps);
        let own = _mm256_set1_epi64x(own as i64);
        let inner = _mm256_set_epi64x(
            0x7E7E_7E7E_7E7E_7E7E,
            0x7E7E_7E7E_7E7E_7E7E,
            -1,
            0x7E7E_7E7E_7E7E_7E7E,
        );
        let opp = _mm256_and_si256(_mm256_set1_epi64x(opp as i64), inner);
        let mut up = _mm256_and_si256(opp, _mm256_sllv_epi64(own, steps));
        let mut down = _mm256_and_si256(opp, _mm256_srlv_epi64(own, steps));
        up = _mm256_or_si256(up, _mm256_and_si256(opp, _mm256_sllv_epi64(up, steps)));
        down = _mm256_or_si256(down, _mm256_and_si256(opp, _mm256_srlv_epi64(down, steps)));
        let up_pairs = _mm256_and_si256(opp, _mm256_sllv_epi64(opp, steps));
        let down_pairs = _mm256_srlv_epi64(up_pairs, steps);
        up = _mm256_or_si256(
            up,
            _mm256_and_si256(up_pairs, _mm256_sllv_epi64(up, double)),
        );
        down = _mm256_or_si256(
            down,
            _mm256_and_si256(down_pairs, _mm256_srlv_epi64(down, double)),
        );
        up = _mm256_or_si256(
            up,
            _mm256_and_si256(up_pairs, _mm256_sllv_epi64(up, double)),
        );
        down = _mm256_or_si256(
            down,
            _mm256_and_si256(down_pairs, _mm256_srlv_epi64(down, double)),
        );
        fold(_mm256_or_si256(
            _mm256_sllv_epi64(up, steps),
            _mm256_srlv_epi64(down, steps),
        ))
    }
}

/// The union of the four lanes.
#[inline]
pub(super) unsafe fn fold(lanes: __m256i) -> u64 {
    // SAFETY: the caller is compiled for AVX2.
    unsafe {
        let half = _mm_or_si128(
            _mm256_castsi256_si128(lanes),
            _mm256_extracti128_si256(lanes, 1),
        );
        _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
    }
}

/// As [`portable::flips`](super::portable::flips).
#[must_use]
#[inline]
pub fn flips(own: u64, opp: u64, square: usize) -> u64 {
    let rays = RAYS[square].0.as_ptr().cast::<__m256i>();
    // SAFETY: compiled only for AVX2; `rays` points at 64 aligned bytes.
    unsafe {
        let own = _mm256_set1_epi64x(own as i64);
        let opp = _mm256_set1_epi64x(opp as i64);
        let zero = _mm256_setzero_si256();
        // Towards higher squares the first square that is not an opponent's is the
        // lowest one of the ray, cut out by x & -x.
        let ray = _mm256_load_si256(rays);
        let stop = _mm256_andnot_si256(opp, ray);
        let first = _mm256_and_si256(stop, _mm256_sub_epi64(zero, stop));
        let bracket = _mm256_and_si256(first, own);
        let none = _mm256_cmpeq_epi64(bracket, zero);
        // bracket - 1, or 0 - 1 + 1 where there is none.
        let below = _mm256_add_epi64(bracket, _mm256_xor_si256(none, _mm256_set1_epi64x(-1)));
        let up = _mm256_and_si256(below, ray);
        // Towards lower squares it is the highest one: smear the stops downwards
        // along the line and keep the one with nothing above it.
        let ray = _mm256_load_si256(rays.add(1));
        let steps = _mm256_set_epi64x(9, 8, 7, 1);
        let double = _mm256_add_epi64(steps, steps);
        let stop = _mm256_andnot_si256(opp, ray);
        let mut shadow = _mm256_srlv_epi64(stop, steps);
        shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, steps));
        shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, double));
        shadow = _mm256_or_si256(
            shadow,
            _mm256_srlv_epi64(shadow, _mm256_add_epi64(double, double)),
        );
        let bracket = _mm256_andnot_si256(shadow, _mm256_and_si256(stop, own));
        let above = _mm256_sub_epi64(zero, _mm256_add_epi64(bracket, bracket));
        let down = _mm256_and_si256(above, ray);
        fold(_mm256_or_si256(up, down))
    }
}

/// As [`portable::last_flips`](super::portable::last_flips): four lines cut out
/// by PEXT, each answered by one look-up.
#[must_use]
#[inline]
pub fn last_flips(own: u64, square: usize) -> i32 {
    let lines = &LINES[square];
    // SAFETY: compiled only for BMI2.
    let cut = |line: u64| unsafe { _pext_u64(own, line) } as usize & 0xFF;
    let (x, y) = (square & 7, square >> 3);
    let count = |place: usize, discs: usize| i32::from(COUNTS[place][discs]);
    count(x, (own >> (square & 56)) as usize & 0xFF)
        + count(y, cut(lines.column))
        + count(usize::from(lines.rising_place), cut(lines.rising))
        + count(usize::from(lines.falling_place), cut(lines.falling))
}

/// Column and diagonals of a square, itself included, and its place on the diagonals.
struct Lines {
    column: u64,
    rising: u64,
    falling: u64,
    rising_place: u8,
    falling_place: u8,
}

static LINES: [Lines; 64] = {
    let mut table = [const {
        Lines {
            column: 0,
            rising: 0,
            falling: 0,
            rising_place: 0,
            falling_place: 0,
        }
    }; 64];
    let mut square = 0;
    while square < 64 {
        let rays = &RAYS[square].0;
        let own = 1 << square;
        table[square] = Lines {
            column: rays[2] | rays[6] | own,
            rising: rays[1] | rays[5] | own,
            falling: rays[3] | rays[7] | own,
            rising_place: rays[5].count_ones() as u8,
            falling_place: rays[7].count_ones() as u8,
        };
        square += 1;
    }
    table
};

/// `COUNTS[place][discs]`: discs turned on one line when a disc is put on `place`
/// and every square of the line that is not in `discs` holds an opponent's disc.
/// Bits beyond the end of a short line are clear, so they bracket nothing.
static COUNTS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut discs = 0;
        while discs < 256 {
            let above = (discs >> place) >> 1;
            if above != 0 {
                table[place][discs] += above.trailing_zeros() as u8;
            }
            let below = discs & ((1 << place) - 1);
            if below != 0 {
                table[place][discs] += (place as u32 - 1 - below.ilog2()) as u8;
            }
            discs += 1;
        }
        place += 1;
    }
    table
};
