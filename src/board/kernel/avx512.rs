//! Kernels for processors with AVX-512 F, CD and VL (x86-64-v4): as AVX2, with
//! leading-zero counts and masked arithmetic where they save steps.

use super::RAYS;
use super::avx2::fold;
use core::arch::x86_64::*;

pub use super::avx2::{last_flips, moves, moves_and_potential};

/// As [`portable::flips`](super::portable::flips).
#[must_use]
#[inline]
pub fn flips(own: u64, opp: u64, square: usize) -> u64 {
    let rays = RAYS[square].0.as_ptr().cast::<__m256i>();
    // SAFETY: compiled only for AVX-512 F, CD and VL; `rays` points at 64 aligned bytes.
    unsafe {
        let own = _mm256_set1_epi64x(own as i64);
        let opp = _mm256_set1_epi64x(opp as i64);
        let zero = _mm256_setzero_si256();
        // Lowest square that is not an opponent's, on the rays towards higher ones.
        let ray = _mm256_load_si256(rays);
        let stop = _mm256_andnot_si256(opp, ray);
        let first = _mm256_and_si256(stop, _mm256_sub_epi64(zero, stop));
        let bracket = _mm256_and_si256(first, own);
        let found = _mm256_test_epi64_mask(first, own);
        let up = _mm256_and_si256(
            _mm256_maskz_add_epi64(found, bracket, _mm256_set1_epi64x(-1)),
            ray,
        );
        // Highest one on the rays towards lower squares, by leading zeros.
        let ray = _mm256_load_si256(rays.add(1));
        let stop = _mm256_andnot_si256(opp, ray);
        let first = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(stop));
        let bracket = _mm256_and_si256(first, own);
        let above = _mm256_sub_epi64(zero, _mm256_add_epi64(bracket, bracket));
        // up | (above & ray) in one step.
        fold(_mm256_ternarylogic_epi64(up, above, ray, 0xF8))
    }
}
