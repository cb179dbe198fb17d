//! The trained evaluation: pattern weights summed, and where they come from.

use super::feature::Features;
use super::pattern_table::UNIT;
use super::score::Score;
use super::weight::{MOBILITY, Phase, WeightError, Weights};
use crate::board::{Position, Rules};
use mollett_protocol::RuleSet;
use std::ops::RangeInclusive;
use std::sync::mpsc::{self, RecvTimeoutError, TrySendError};
use std::sync::{Arc, Once, OnceLock};
use std::thread;
use std::time::Duration;

/// The weights that are part of the program (`mollett-lab fit` makes the file).
static EMBEDDED: &[u8] = include_bytes!("weights.bin");

/// The same, unpacked.
static UNPACKED: OnceLock<Weights> = OnceLock::new();

/// Time between two looks at whether they are.
const GLANCE: Duration = Duration::from_millis(1);

/// An evaluation to search with: the embedded weights, or those of a file. Cheap
/// to clone; the embedded ones are unpacked when first used.
#[derive(Clone, Debug, Default)]
pub struct Evaluation(Option<Arc<Weights>>);

impl Evaluation {
    /// The evaluation of a weight file.
    ///
    /// # Errors
    /// When it is not a weight file of this version and these patterns.
    pub fn read(file: &[u8]) -> Result<Self, WeightError> {
        Ok(Self(Some(Arc::new(Weights::read(file)?))))
    }

    /// Its weights.
    ///
    /// # Panics
    /// Never: the tests read the embedded file.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        match &self.0 {
            Some(weights) => weights,
            #[expect(clippy::expect_used, reason = "the embedded file is checked by a test")]
            None => UNPACKED.get_or_init(|| {
                Weights::read(EMBEDDED).expect("the embedded weights are a weight file")
            }),
        }
    }

    /// Waits until the weights can be used, which takes some ten milliseconds the
    /// first time in a process; whether they can. Gives up as soon as `is_over`
    /// says so: the unpacking then goes on by itself.
    pub fn wait(&self, is_over: impl Fn() -> bool) -> bool {
        static BEGUN: Once = Once::new();
        if self.0.is_some() || UNPACKED.get().is_some() {
            return true;
        }
        BEGUN.call_once(|| {
            let unpack = || {
                let _ = Self::default().weights();
            };
            let thread = thread::Builder::new().name("weights".into());
            // Where the system has no more threads, this one does it.
            if thread.spawn(unpack).is_err() {
                unpack();
            }
        });
        while UNPACKED.get().is_none() {
            if is_over() {
                return false;
            }
            thread::sleep(GLANCE);
        }
        true
    }
}

impl Evaluation {
    /// Expands the weights for these numbers of empty squares, as far as they are not yet;
    /// whether they are. Gives up as soon as `is_over` says so.
    pub fn make_ready(
        &self,
        phases: RangeInclusive<u32>,
        mut is_over: impl FnMut() -> bool,
    ) -> bool {
        let weights = self.weights();
        let missing = phases
            .rev()
            .filter(|&empties| !weights.is_expanded(empties));
        let missing: Vec<u32> = missing.collect();
        if missing.is_empty() {
            return true;
        }
        let (done, wait) = mpsc::sync_channel::<()>(0);
        let evaluation = self.clone();
        let expand = move || {
            for empties in missing {
                let _ = evaluation.weights().phase(empties);
                if matches!(done.try_send(()), Err(TrySendError::Disconnected(()))) {
                    break;
                }
            }
        };
        // A thread of its own, since the memory for one of them can take long to come.
        // Where the system has no more threads, they are expanded when they are needed.
        if thread::Builder::new()
            .name("weights".into())
            .spawn(expand)
            .is_err()
        {
            return !is_over();
        }
        loop {
            if is_over() {
                return false;
            }
            if wait.recv_timeout(GLANCE) == Err(RecvTimeoutError::Disconnected) {
                return true;
            }
        }
    }
}

impl PartialEq for Evaluation {
    /// Whether both are the same weights, not equal ones.
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(two)) => Arc::ptr_eq(one, two),
            _ => false,
        }
    }
}

impl Eq for Evaluation {}

/// The expected final score in 1/128 disc for the side to move, strictly between
/// -64 and +64 discs unless a side has no disc left. `features` are those of the
/// position, `empties` its number of empty squares.
#[must_use]
#[inline]
pub fn evaluate<R: Rules>(
    weights: &Weights,
    position: &Position<R>,
    features: &Features,
    empties: u32,
) -> i32 {
    let board = position.board;
    if board.own == 0 || board.opp == 0 {
        return position.final_score() * Score::DISC;
    }
    let phase = weights.phase(empties);
    let mut score = i32::from(phase.constant) + features.sum(&phase.patterns) * UNIT;
    if weights.has_mobility() {
        score += mobility(phase, position);
    }
    if let Some(head) = &phase.head {
        score += head.score(features.head());
    }
    if R::RULE_SET == RuleSet::Classic
        && let Some(classic) = weights.classic()
    {
        let supply = R::reserve_code(position.reserve);
        score = classic.score(score, board, supply, empties);
    }
    score.clamp(-64 * Score::DISC + 1, 64 * Score::DISC - 1)
}

#[inline]
fn mobility<R: Rules>(phase: &Phase, position: &Position<R>) -> i32 {
    let own = position.board.flipping_moves().count_ones() as usize;
    let opp = position.board.swapped().flipping_moves().count_ones() as usize;
    let weight = |table: &[i16; MOBILITY], moves: usize| i32::from(table[moves.min(MOBILITY - 1)]);
    weight(&phase.own_mobility, own) + weight(&phase.opp_mobility, opp)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Othello, Symmetry};

    #[test]
    fn the_embedded_weights_can_be_read_and_are_whole() {
        let weights = Weights::read(EMBEDDED).unwrap();
        assert!(weights.has_mobility() && weights.classic().is_some());
        assert!((0..=60).all(|empties| weights.phase(empties).head.is_some()));
    }

    #[test]
    fn phases_are_made_ready_unless_it_is_over() {
        let evaluation = Evaluation::read(EMBEDDED).unwrap();
        let expanded = |empties| evaluation.weights().is_expanded(empties);
        assert!(!evaluation.make_ready(40..=50, || true));
        assert!(evaluation.make_ready(28..=30, || false));
        assert!((28..=30).all(expanded) && !expanded(27));
        assert!(evaluation.make_ready(28..=30, || true));
    }

    #[test]
    fn all_images_of_a_position_are_worth_the_same() {
        let evaluation = Evaluation::default();
        let mut position = Othello::start();
        while !position.is_over() {
            let value = |symmetry| {
                let image = position.transformed(symmetry);
                let features = Features::of(image.board);
                evaluate(evaluation.weights(), &image, &features, image.empties())
            };
            let values: Vec<i32> = Symmetry::all().map(value).collect();
            assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
            let moves = position.moves();
            position = match moves {
                0 => position.pass(),
                _ => position.play(moves.trailing_zeros() as usize),
            };
        }
    }
}
