//! Levels of forward pruning: how sure a search is of what it leaves out.

use std::fmt;

/// A level of confidence, from 73 % to exact. Ordered by confidence.
///
/// ```
/// use mollett::search::Selectivity;
/// let level = Selectivity::from_percent(95).unwrap();
/// assert!(level > Selectivity::MIDGAME && level < Selectivity::EXACT);
/// assert_eq!(Selectivity::from_percent(50), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Selectivity(u8);

/// Per level: percent, and how many standard deviations of the error a ProbCut
/// must be beyond the window (two-sided normal quantiles).
const LEVELS: [(u8, f32); 6] = [
    (73, 1.1),
    (87, 1.5),
    (95, 2.0),
    (98, 2.6),
    (99, 3.3),
    (100, f32::INFINITY),
];

impl Selectivity {
    /// The usual level of a midgame search, 73 %.
    pub const MIDGAME: Self = Self(0);
    /// Nothing is left out.
    pub const EXACT: Self = Self(5);

    /// All levels, the least sure first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..LEVELS.len() as u8).map(Self)
    }

    /// The level of this many percent: 73, 87, 95, 98, 99 or 100.
    #[must_use]
    pub fn from_percent(percent: u8) -> Option<Self> {
        LEVELS
            .iter()
            .position(|level| level.0 == percent)
            .map(|level| Self(level as u8))
    }

    /// The confidence in percent.
    #[must_use]
    pub const fn percent(self) -> u8 {
        LEVELS[self.0 as usize].0
    }

    /// Standard deviations of the predicted error that a cut must keep clear of.
    #[must_use]
    pub const fn deviations(self) -> f32 {
        LEVELS[self.0 as usize].1
    }

    /// Whether nothing is left out.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        self.0 == Self::EXACT.0
    }

    /// The level as a number 0 to 5.
    #[must_use]
    pub const fn level(self) -> u8 {
        self.0
    }

    /// The level with this number; numbers above 5 are exact.
    #[must_use]
    pub const fn from_level(level: u8) -> Self {
        if level < Self::EXACT.0 {
            Self(level)
        } else {
            Self::EXACT
        }
    }

    /// The next surer level, or `None` from exact.
    #[must_use]
    pub const fn next(self) -> Option<Self> {
        if self.is_exact() {
            None
        } else {
            Some(Self(self.0 + 1))
        }
    }
}

impl fmt::Display for Selectivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.percent())
    }
}
