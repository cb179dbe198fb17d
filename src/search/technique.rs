//! The parts of the search that can be switched off, to measure what each is
//! worth (`mollett bench --without NAME`).
//!
//! Nodes of the bench (midgame to depth 12 and 14, solves of 16 to 20 empty
//! squares, both games), with everything 3.98 M: without `probcut` 66.7 M, `mobility`
//! 6.66 M, `stability` 5.28 M, `local_table` 4.55 M, `children` 4.21 M, `shallow_ordering`
//! 4.10 M, `parity` 4.05 M. Parity pays in time: it orders the layer that sorts nothing.

/// Which techniques a search uses; all of them by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Bounds from discs that cannot be turned any more.
    pub stability: bool,
    /// Cut-offs from what the tables know about the positions after each move.
    pub children: bool,
    /// The small table of the last dozen empty squares.
    pub local_table: bool,
    /// Forward pruning from shallow searches.
    pub probcut: bool,
    /// Odd regions first.
    pub parity: bool,
    /// The opponent's fewest moves first.
    pub mobility: bool,
    /// Ordering by evaluation and shallow searches.
    pub shallow_ordering: bool,
}

impl Techniques {
    /// Everything switched on.
    pub const ALL: Self = Self {
        stability: true,
        children: true,
        local_table: true,
        probcut: true,
        parity: true,
        mobility: true,
        shallow_ordering: true,
    };

    /// The names [`without`](Self::without) takes.
    pub const NAMES: [&str; 7] = [
        "stability",
        "children",
        "local_table",
        "probcut",
        "parity",
        "mobility",
        "shallow_ordering",
    ];

    /// The same with one technique switched off, or `None` for an unknown name.
    #[must_use]
    pub fn without(mut self, name: &str) -> Option<Self> {
        let switch = match name {
            "stability" => &mut self.stability,
            "children" => &mut self.children,
            "local_table" => &mut self.local_table,
            "probcut" => &mut self.probcut,
            "parity" => &mut self.parity,
            "mobility" => &mut self.mobility,
            "shallow_ordering" => &mut self.shallow_ordering,
            _ => return None,
        };
        *switch = false;
        Some(self)
    }
}

impl Default for Techniques {
    fn default() -> Self {
        Self::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_switches_something_off() {
        for name in Techniques::NAMES {
            assert_ne!(Techniques::ALL.without(name), Some(Techniques::ALL));
        }
        assert_eq!(Techniques::ALL.without("magic"), None);
    }
}
