//! The constants of the midgame search that only games can judge. They have one
//! place so that the laboratory can let searches with different ones play each
//! other (`mollett-lab tune`, `mollett-lab duel`); everybody else takes the default.

/// The constants. All but their default is for measurements. The default is, but for
/// the probes' depth, the mean of the last 400 of 770 rounds of `mollett-lab tune` with
/// 15,000 nodes a move; it won 52.5 to 47.5 against what was there before, in 2,400 games
/// of 20,000 nodes a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// How far beyond the window ProbCut asks a shallow score to lie, in percent of
    /// what the [selectivity](super::Selectivity) says.
    pub margin: i32,
    /// The same two plies above the horizon, where the static score alone decides.
    pub cut: i32,
    /// A ProbCut probe is tried when the static score lacks no more than this many
    /// hundredths of a standard deviation of the probe's score.
    pub doubt: i32,
    /// ProbCut probes search twice this part of the depth they predict, where the end of
    /// the game is not in reach. Half of it, as is usual, lost 47.8 to 52.2 against a third
    /// over 5,200 games of 5,000 to 40,000 nodes a move.
    pub probe_part: i32,
    /// What one of the opponent's moves costs a move's rank in the midgame, in 1/512
    /// disc; it only helps the static score along.
    pub reply: i32,
    /// The same for an empty square beside the mover's discs.
    pub potential: i32,
    /// What a stable edge disc is worth there.
    pub edge: i32,
    /// First half-width of the window around the last iteration's score, in 1/128 disc.
    pub aspiration: i32,
}

/// One of the constants, for those who change it.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// What it is called.
    pub name: &'static str,
    /// Smallest and largest value that make sense.
    pub range: (i32, i32),
    /// A change that might just be noticed.
    pub step: i32,
    place: fn(&mut Tuning) -> &mut i32,
}

impl Tuning {
    /// The values the search is shipped with.
    pub const DEFAULT: Self = Self {
        margin: 93,
        cut: 86,
        doubt: 16,
        probe_part: 6,
        reply: 315,
        potential: 58,
        edge: 58,
        aspiration: 240,
    };

    /// All constants.
    pub const CONSTANTS: [Constant; 8] = [
        constant("margin", (50, 200), 6, |tuning| &mut tuning.margin),
        constant("cut", (30, 300), 8, |tuning| &mut tuning.cut),
        constant("doubt", (0, 200), 15, |tuning| &mut tuning.doubt),
        constant("probe_part", (3, 12), 1, |tuning| &mut tuning.probe_part),
        constant("reply", (0, 2000), 60, |tuning| &mut tuning.reply),
        constant("potential", (0, 400), 15, |tuning| &mut tuning.potential),
        constant("edge", (0, 400), 20, |tuning| &mut tuning.edge),
        constant("aspiration", (64, 2000), 100, |tuning| {
            &mut tuning.aspiration
        }),
    ];

    /// The values in the order of [`CONSTANTS`](Self::CONSTANTS).
    #[must_use]
    pub fn values(mut self) -> [i32; Self::CONSTANTS.len()] {
        Self::CONSTANTS.map(|constant| *(constant.place)(&mut self))
    }

    /// The constants with these values, each kept within its range.
    #[must_use]
    pub fn from_values(values: [i32; Self::CONSTANTS.len()]) -> Self {
        let mut tuning = Self::DEFAULT;
        for (constant, value) in Self::CONSTANTS.iter().zip(values) {
            let (least, most) = constant.range;
            *(constant.place)(&mut tuning) = value.clamp(least, most);
        }
        tuning
    }
}

const fn constant(
    name: &'static str,
    range: (i32, i32),
    step: i32,
    place: fn(&mut Tuning) -> &mut i32,
) -> Constant {
    Constant {
        name,
        range,
        step,
        place,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_there_and_back_within_their_ranges() {
        let values = Tuning::DEFAULT.values();
        assert_eq!(Tuning::from_values(values), Tuning::DEFAULT);
        let mut other = values;
        other[2] = 7;
        assert_eq!(Tuning::from_values(other).doubt, 7);
        other[2] = -3;
        assert_eq!(Tuning::from_values(other).doubt, 0);
    }
}
