//! The unit of every score between evaluation, search and engine.

use std::fmt;

/// A score in 1/128 of a disc, from the view of the side to move; whole discs
/// where it is exact. Never beyond ±64 discs.
///
/// ```
/// use mollett::eval::Score;
/// assert_eq!(Score(160).to_string(), "+1.25");
/// assert_eq!((-Score::from_discs(6)).to_string(), "-6.00");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

impl Score {
    /// Units in one disc.
    pub const DISC: i32 = 128;
    /// The best score there is: +64 discs.
    pub const MAX: Self = Self::from_discs(64);
    /// The worst score there is: -64 discs.
    pub const MIN: Self = Self::from_discs(-64);

    /// A whole number of discs.
    #[must_use]
    pub const fn from_discs(discs: i32) -> Self {
        Self(discs * Self::DISC)
    }

    /// The nearest whole number of discs, halves away from zero.
    #[must_use]
    pub const fn discs(self) -> i32 {
        (self.0 + self.0.signum() * (Self::DISC / 2)) / Self::DISC
    }
}

impl std::ops::Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    /// Signed discs with two decimals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.2}", f64::from(self.0) / f64::from(Self::DISC))
    }
}
