//! Moves of the engine's own: what is searched for one, which of those found it is,
//! and how it is played.

use super::super::choice::Choice;
use super::super::event::Work;
use super::super::level::Level;
use super::super::limit;
use super::super::ponder;
use super::super::session_error::SessionError;
use super::super::task::{Answer, Ending, Purpose};
use super::{Session, stream, task};
use crate::board::AnyPosition;
use crate::search::{Limits, Report};
use mollett_protocol::{Analysis, AnalysisLimit, Color, Move};
use std::time::Duration;

impl Session {
    pub(super) fn genmove(
        &mut self,
        color: Color,
        purpose: Purpose,
    ) -> Result<Answer, SessionError> {
        let root = self.root(color)?;
        let (limits, ending) = self.move_limits(color, &root, AnalysisLimit::None);
        let Some(only) = limit::only_move(&root, &limits) else {
            let work = Work::Search { root, limits };
            return Ok(task(work, purpose, ending));
        };
        if purpose == Purpose::Genmove(color) {
            self.game.play(color, only)?;
            self.clocks.spend(color, self.options.lag);
            self.ponder_after(None);
        }
        Ok(Answer::Text(only.to_string()))
    }

    pub(super) fn genmove_analyze(&mut self, analysis: &Analysis) -> Result<Answer, SessionError> {
        let color = analysis.color.unwrap_or_else(|| self.game.side());
        let root = self.root(color)?;
        let (mut limits, ending) = self.move_limits(color, &root, analysis.limit);
        if limit::only_move(&root, &limits).is_some() {
            limits.depth = Some(1);
        }
        let purpose = Purpose::GenmoveAnalyze(color, stream(analysis));
        Ok(task(Work::Search { root, limits }, purpose, ending))
    }

    /// What ends the search of a move, and how many moves it has to show: more than
    /// the best if another may be played.
    pub(super) fn move_limits(
        &mut self,
        color: Color,
        root: &AnyPosition,
        stated: AnalysisLimit,
    ) -> (Limits, Ending) {
        self.choice = self.draw_choice();
        let (mut limits, ending) =
            limit::for_move(&self.options, &mut self.clocks, color, root, stated);
        if self.choice.needs_all() {
            limits.lines = usize::MAX;
        }
        (limits, ending)
    }

    /// How the next move is chosen.
    fn draw_choice(&mut self) -> Choice {
        let options = &self.options;
        if self.game.plies().len() < options.variety_plies as usize {
            return Choice::NearBest(options.variety_loss);
        }
        let (percent, loss) = match Level::of(options.level) {
            Some(level) => (level.error_percent, level.error_loss),
            None => (options.error_percent, options.error_loss),
        };
        match percent > 0 && self.chance.below(100) < u64::from(percent) {
            true => Choice::Weaker(loss),
            false => Choice::Best,
        }
    }

    /// The move to play of those a search has shown, as the report of a search that
    /// shows it first.
    pub(super) fn chosen(&mut self, report: &Report) -> Report {
        let mut report = report.clone();
        if let Some(line) = self.choice.line(&report, &mut self.chance).cloned() {
            report
                .lines
                .retain(|other| other.moves.first() != line.moves.first());
            report.lines.insert(0, line);
        }
        report
    }

    /// Plays the move a search has found, on the board and on the clock.
    pub(super) fn play_found(
        &mut self,
        color: Color,
        report: &Report,
        elapsed: Duration,
    ) -> Result<Move, SessionError> {
        let report = self.chosen(report);
        let mv = report.best_move();
        let waited = elapsed.saturating_sub(report.elapsed);
        self.clocks.note_waiting(color, waited);
        self.clocks.spend(color, elapsed + self.options.lag);
        self.game.play(color, mv)?;
        self.ponder_after(Some(&report));
        Ok(mv)
    }

    /// Lets the time of the opponent be used, if that is wanted, after a move of this
    /// report or one that needed no search.
    fn ponder_after(&mut self, report: Option<&Report>) {
        if self.options.ponder {
            self.ponder = ponder::work(&self.game, &self.options, report);
        }
    }
}
