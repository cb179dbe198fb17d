//! Which move is played of those a search has shown: the best one or, where that is
//! wanted, one that is nearly as good or somewhat worse.

use crate::eval::Score;
use crate::search::{Bound, Line, Report};
use std::time::{SystemTime, UNIX_EPOCH};

/// How the move is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Choice {
    /// The best one.
    #[default]
    Best,
    /// Any that loses at most so many hundredths of a disc.
    NearBest(u32),
    /// One that loses something, but at most so many hundredths of a disc; the best
    /// one where there is none.
    Weaker(u32),
}

impl Choice {
    /// Whether the search has to show all moves and not only the best.
    pub(super) fn needs_all(self) -> bool {
        self != Self::Best
    }

    /// The line of the report to play. Moves that were not searched as far as the
    /// best one are left out.
    pub(super) fn line<'a>(self, report: &'a Report, chance: &mut Chance) -> Option<&'a Line> {
        let best = report.lines.first()?;
        let (loss, least) = match self {
            Self::Best => return Some(best),
            Self::NearBest(loss) => (loss, i32::MIN),
            Self::Weaker(loss) => (loss, 1),
        };
        // Hundredths of a disc as a part of the largest score.
        let most = loss.min(12_800) as i32 * Score::DISC / 100;
        let fits = |line: &&Line| {
            let known = line.bound == Bound::Value && line.depth >= best.depth;
            known && (least..=most).contains(&(best.score.0 - line.score.0))
        };
        let lines: Vec<&Line> = report.lines.iter().filter(fits).collect();
        let index = chance.below(lines.len() as u64) as usize;
        Some(lines.get(index).copied().unwrap_or(best))
    }
}

/// Random numbers that a seed repeats (SplitMix64).
#[derive(Clone, Copy, Debug)]
pub(super) struct Chance(u64);

impl Chance {
    /// The numbers of this seed; 0 stands for one that nobody knows.
    pub(super) fn new(seed: u64) -> Self {
        if seed != 0 {
            return Self(seed);
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let nanos = now.map_or(0, |time| time.as_nanos() as u64);
        Self(nanos ^ (u64::from(std::process::id()) << 40))
    }

    /// A number below this one; 0 below 0.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        ((u128::from(mixed) * u128::from(bound)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Kind, Selectivity};
    use std::collections::HashSet;
    use std::time::Duration;

    fn report(lines: &[(&str, i32, Bound, u32)]) -> Report {
        let lines = lines.iter().map(|&(word, hundredths, bound, depth)| Line {
            set_up: None,
            moves: vec![word.parse().unwrap()],
            score: Score(hundredths * Score::DISC / 100),
            bound,
            kind: Kind::Evaluation,
            depth,
            selectivity: Selectivity::EXACT,
        });
        Report {
            lines: lines.collect(),
            depth: 5,
            selectivity: Selectivity::EXACT,
            nodes: 1,
            elapsed: Duration::ZERO,
        }
    }

    /// All moves that are chosen in many draws.
    fn chosen(choice: Choice, report: &Report) -> Vec<String> {
        let mut chance = Chance::new(7);
        let draws =
            (0..200).map(|_| choice.line(report, &mut chance).unwrap().moves[0].to_string());
        let mut words: Vec<String> = draws.collect::<HashSet<_>>().into_iter().collect();
        words.sort();
        words
    }

    #[test]
    fn only_moves_within_the_largest_loss_are_chosen() {
        let all = [
            ("a1", 100, Bound::Value, 5),
            ("b1", 0, Bound::Value, 5),
            ("c1", -100, Bound::Value, 5),
            ("d1", -101, Bound::Value, 5),
            ("e1", 100, Bound::AtMost, 5),
            ("f1", 100, Bound::Value, 4),
        ];
        let report = report(&all);
        assert_eq!(chosen(Choice::Best, &report), ["a1"]);
        assert_eq!(chosen(Choice::NearBest(0), &report), ["a1"]);
        assert_eq!(chosen(Choice::NearBest(200), &report), ["a1", "b1", "c1"]);
        assert_eq!(chosen(Choice::Weaker(200), &report), ["b1", "c1"]);
        assert_eq!(chosen(Choice::Weaker(99), &report), ["a1"]);
        assert_eq!(
            chosen(Choice::Weaker(u32::MAX), &report),
            ["b1", "c1", "d1"]
        );
    }

    #[test]
    fn a_seed_repeats_its_numbers_and_none_is_out_of_range() {
        let draw = |seed| {
            let mut chance = Chance::new(seed);
            (0..50).map(|_| chance.below(6)).collect::<Vec<_>>()
        };
        assert_eq!(draw(3), draw(3));
        assert_ne!(draw(3), draw(4));
        let seen: HashSet<u64> = draw(3).into_iter().collect();
        assert_eq!(seen.len(), 6);
        assert_eq!(Chance::new(3).below(0), 0);
    }
}
