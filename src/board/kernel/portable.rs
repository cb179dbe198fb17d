//! Kernels in plain integer arithmetic, for every processor: the reference.

use super::RAYS;

/// Squares that are not on the a or h column: discs there can be crossed sideways.
const INNER_COLUMNS: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// Empty squares where the side `own` turns at least one disc of `opp`.
///
/// Parallel prefix over the eight directions: three doubling steps reach runs of
/// up to six discs.
#[must_use]
#[inline]
pub fn moves(own: u64, opp: u64) -> u64 {
    let inner = opp & INNER_COLUMNS;
    let reach = sideways::<1>(own, inner)
        | sideways::<8>(own, opp)
        | sideways::<7>(own, inner)
        | sideways::<9>(own, inner);
    reach & !(own | opp)
}

/// Squares just beyond runs of `opp` that start beside `own`, both ways along one line.
#[inline]
fn sideways<const STEP: u32>(own: u64, opp: u64) -> u64 {
    let mut up = opp & (own << STEP);
    let mut down = opp & (own >> STEP);
    up |= opp & (up << STEP);
    down |= opp & (down >> STEP);
    let up_pairs = opp & (opp << STEP);
    let down_pairs = opp & (opp >> STEP);
    up |= up_pairs & (up << (2 * STEP));
    down |= down_pairs & (down >> (2 * STEP));
    up |= up_pairs & (up << (2 * STEP));
    down |= down_pairs & (down >> (2 * STEP));
    (up << STEP) | (down >> STEP)
}

/// [`moves`], and the empty squares beside a disc of `opp` that can be turned in
/// some direction at all (potential moves; edges are not counted along the edge).
#[must_use]
#[inline]
pub fn moves_and_potential(own: u64, opp: u64) -> (u64, u64) {
    let inner = opp & INNER_COLUMNS;
    let rows = opp & 0x00FF_FFFF_FFFF_FF00;
    let both = inner & rows;
    let beside = (inner << 1)
        | (inner >> 1)
        | (rows << 8)
        | (rows >> 8)
        | (both << 7)
        | (both >> 7)
        | (both << 9)
        | (both >> 9);
    (moves(own, opp), beside & !(own | opp))
}

/// Discs of `opp` that turn when `own` puts a disc on the empty `square` (0 to 63).
#[must_use]
#[inline]
pub fn flips(own: u64, opp: u64, square: usize) -> u64 {
    let rays = &RAYS[square].0;
    let mut all = 0;
    for &ray in &rays[..4] {
        // The first square of the ray that is not an opponent's is its lowest one.
        let stop = ray & !opp;
        let bracket = stop & stop.wrapping_neg() & own;
        all |= ray & bracket.wrapping_sub(u64::from(bracket != 0));
    }
    for &ray in &rays[4..] {
        // ... and on the rays towards lower squares its highest one. The bit 1
        // below everything keeps the shift in range: no ray ends there unless
        // square 0 is on it, and then it is the ray's end anyway.
        let stop = ray & !opp;
        let bracket = (1 << 63 >> (stop | 1).leading_zeros()) & stop & own;
        all |= ray & (bracket << 1).wrapping_neg();
    }
    all
}

/// How many discs turn when `own` puts a disc on `square`, the only empty square
/// of a board that is otherwise full.
#[must_use]
#[inline]
pub fn last_flips(own: u64, square: usize) -> i32 {
    flips(own, !own & !(1 << square), square).count_ones() as i32
}
