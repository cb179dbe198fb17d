//! Levels of play: how far ahead a move is searched, and how often a weaker one is
//! played on purpose.

/// What a level is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    /// Plies to look ahead.
    pub(super) depth: u32,
    /// Positions with at most so many empty squares are solved.
    pub(super) solve: u32,
    /// How often a weaker move is played, in percent.
    pub(super) error_percent: u32,
    /// The most that such a move may lose, in hundredths of a disc.
    pub(super) error_loss: u32,
}

const fn level(depth: u32, solve: u32, error_percent: u32, discs: u32) -> Level {
    Level {
        depth,
        solve,
        error_percent,
        error_loss: discs * 100,
    }
}

/// Levels 1 to 30. The weak ones see the last moves as well as the strong ones: what
/// they lose there is within their largest loss.
const LEVELS: [Level; 30] = [
    level(1, 10, 90, 16),
    level(1, 10, 80, 14),
    level(1, 10, 70, 12),
    level(2, 10, 60, 11),
    level(2, 10, 52, 10),
    level(3, 10, 45, 9),
    level(3, 10, 38, 8),
    level(4, 10, 32, 7),
    level(4, 10, 26, 6),
    level(5, 10, 20, 5),
    level(5, 12, 16, 5),
    level(6, 12, 12, 4),
    level(6, 12, 9, 4),
    level(7, 14, 6, 3),
    level(8, 14, 4, 3),
    level(8, 16, 0, 0),
    level(9, 16, 0, 0),
    level(10, 18, 0, 0),
    level(11, 18, 0, 0),
    level(12, 20, 0, 0),
    level(13, 20, 0, 0),
    level(14, 22, 0, 0),
    level(15, 22, 0, 0),
    level(16, 24, 0, 0),
    level(17, 24, 0, 0),
    level(18, 24, 0, 0),
    level(19, 26, 0, 0),
    level(20, 26, 0, 0),
    level(21, 26, 0, 0),
    level(22, 28, 0, 0),
];

impl Level {
    /// The highest level.
    pub(super) const HIGHEST: u32 = LEVELS.len() as u32;

    /// The level of this number, 1 to 30.
    pub(super) fn of(number: u32) -> Option<Self> {
        let index = usize::try_from(number.checked_sub(1)?).ok()?;
        LEVELS.get(index).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_level_is_weaker_than_the_one_below() {
        for pair in LEVELS.windows(2) {
            assert!(pair[1].depth >= pair[0].depth && pair[1].solve >= pair[0].solve);
            assert!(pair[1].error_percent <= pair[0].error_percent);
            assert!(pair[1].error_loss <= pair[0].error_loss && pair[1] != pair[0]);
        }
        assert_eq!((Level::of(0), Level::of(31)), (None, None));
        assert_eq!(Level::of(Level::HIGHEST).map(|level| level.depth), Some(22));
    }

    #[test]
    fn the_reference_tells_what_each_level_is() {
        let reference = include_str!("../../protocol/README.md");
        for (number, level) in (1..).zip(LEVELS) {
            let row = format!(
                "| {number} | {} | {} | {} | {} |",
                level.depth,
                level.solve,
                level.error_percent,
                level.error_loss / 100
            );
            assert!(reference.contains(&row), "{row}");
        }
    }
}
