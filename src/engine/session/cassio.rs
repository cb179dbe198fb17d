//! What the commands of Cassio do.

use super::super::event::Work;
use super::super::limit;
use super::super::session_error::SessionError;
use super::super::setup;
use super::super::task::{Answer, Ending, Purpose};
use super::{Session, task};
use crate::search::{Goal, Selectivity};
use mollett_protocol::cassio::{Command, Search};

impl Session {
    /// Carries out a command of Cassio, or says what has to be searched first.
    ///
    /// # Errors
    /// Why it cannot be; nothing has changed then.
    pub(in crate::engine) fn answer_cassio(
        &mut self,
        command: &Command,
    ) -> Result<Answer, SessionError> {
        let text = match command {
            Command::Init | Command::NewPosition | Command::Stop => String::new(),
            // Cassio counts what is ready: four times without a result, and it gives
            // a search up. These come in any number, and nobody waits for an answer.
            Command::FeedHash => return Ok(Answer::Silence),
            Command::EmptyHash => {
                self.forget = true;
                return Ok(Answer::Silence);
            }
            Command::Version => concat!("version: mollett ", env!("CARGO_PKG_VERSION")).to_owned(),
            Command::SearchInfos => {
                let (nodes, elapsed) = self.searched;
                progress(nodes, elapsed.as_secs_f64())
            }
            Command::Search(search) => return self.search_cassio(search),
            Command::Quit => return Ok(Answer::Quit),
        };
        Ok(Answer::Text(text))
    }

    fn search_cassio(&self, search: &Search) -> Result<Answer, SessionError> {
        let root = *setup::from_text(self.game.rules(), &search.position)?.position();
        let level = Selectivity::all()
            .find(|level| u32::from(level.percent()) >= search.precision)
            .unwrap_or(Selectivity::EXACT);
        let mut limits = limit::unlimited(&self.options);
        limits.depth = search.depth;
        limits.midgame = level;
        limits.solve_to = level;
        // Between -1 and +1 there is only one question.
        let result_only = search.alpha >= -1.0 && search.beta <= 1.0;
        if search.depth.is_none() && level.is_exact() {
            limits.goal = match result_only {
                true => Goal::WinLossDraw,
                false => Goal::Exact,
            };
        }
        let purpose = Purpose::Cassio(search.position);
        Ok(task(
            Work::Search { root, limits },
            purpose,
            Ending::Bounded,
        ))
    }
}

/// How far a search has got.
pub(in crate::engine) fn progress(nodes: u64, seconds: f64) -> String {
    format!("node {nodes}, time {seconds:.3}")
}
