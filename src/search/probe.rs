//! ProbCut's cuts: what a shallow search or a static score says ends a node. How well
//! they predict is [`super::probcut`]'s, where they are asked the midgame search's.

use super::probcut;
use super::searcher::Searcher;
use crate::board::{Position, Rules};
use crate::eval::{Features, Score};

/// Probes that may lie within each other.
const MOST_PROBES: u32 = 2;

impl<R: Rules> Searcher<'_, R> {
    /// How far beyond the window a score must lie whose error this is, where so many
    /// percent of what the selectivity says are asked.
    fn margin(&self, percent: i32, error: f32) -> i32 {
        (self.selectivity.deviations() * percent as f32 / 100.0 * error) as i32
    }

    /// A shallow search far enough beyond the window on either side ends the node.
    pub(super) fn probcut(
        &mut self,
        position: Position<R>,
        features: &Features,
        alpha: i32,
        depth: u32,
        empties: u32,
        statics: Option<i32>,
    ) -> Option<i32> {
        if depth < probcut::MIN_DEPTH
            || self.selectivity.is_exact()
            || !self.techniques.probcut
            || self.probing >= MOST_PROBES
        {
            return None;
        }
        let shallow = probcut::shallow_depth(depth, self.probe_part);
        let errors = probcut::errors(empties, depth, self.probe_part);
        let margin = self.margin(self.tuning.margin, errors.deep);
        // The static score decides which side is worth a probe at all.
        let statics = statics.unwrap_or_else(|| self.evaluate(&position, features, empties));
        let doubt = (errors.shallow * self.tuning.doubt as f32 / 100.0) as i32;
        let beta = alpha + 1;
        let mut verdict = None;
        self.probing += 1;
        let above = beta + margin;
        if statics >= above - doubt && above < Score::MAX.0 {
            let value = self.nws(
                position,
                features,
                above - 1,
                shallow,
                empties,
                Some(statics),
            );
            if value >= above {
                verdict = Some(beta);
            }
        }
        let below = alpha - margin;
        if verdict.is_none() && statics <= below + doubt && below > Score::MIN.0 {
            let value = self.nws(position, features, below, shallow, empties, Some(statics));
            if value <= below {
                verdict = Some(alpha);
            }
        }
        self.probing -= 1;
        verdict.filter(|_| !self.stopped)
    }

    /// ProbCut two plies above the horizon, where the shallow search is none at all: a
    /// static score far enough beyond the window ends the node.
    pub(super) fn static_cut(
        &mut self,
        position: &Position<R>,
        features: &Features,
        alpha: i32,
        empties: u32,
        statics: Option<i32>,
    ) -> Option<i32> {
        if self.selectivity.is_exact() || !self.techniques.probcut {
            return None;
        }
        let statics = statics.unwrap_or_else(|| {
            self.nodes += 1;
            self.evaluate(position, features, empties)
        });
        let error = probcut::errors(empties, 2, self.probe_part).deep;
        let margin = self.margin(self.tuning.cut, error);
        if statics > alpha + margin {
            Some(alpha + 1)
        } else if statics < alpha - margin {
            Some(alpha)
        } else {
            None
        }
    }
}
