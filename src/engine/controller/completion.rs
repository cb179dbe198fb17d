//! How a search becomes a reply: its result, or why there is none, once it has
//! ended and may be answered. When it ends is the loop's business.

use super::super::door::OpenAnswer;
use super::super::event::{Outcome, SearchId};
use super::super::output::OutputLost;
use super::super::running::Running;
use super::super::task::{Ending, Purpose};
use super::Controller;
use std::fmt::Display;
use std::io::{Write, stderr};
use std::time::Instant;

impl<W: Write> Controller<W> {
    /// What the worker has to say last of a search.
    pub(super) fn finished(&mut self, id: SearchId, outcome: Outcome) -> Result<(), OutputLost> {
        self.pondering.take_if(|pondering| pondering.is(id));
        let Some(mut running) = self.running.take_if(|running| running.id == id) else {
            return Ok(());
        };
        if let (Outcome::Search(report), true) = (&outcome, running.purpose.stream().is_some()) {
            let same =
                matches!(&running.latest, Some((latest, true)) if latest.lines == report.lines);
            running.latest = Some((report.clone(), same));
        }
        if let Some(live) = &mut running.live {
            live.clear(&mut stderr());
        }
        running.done = Some(outcome);
        let waits =
            running.ending == Ending::Unlimited && !self.is_cut(running.number, running.ending);
        if waits {
            running.due = None;
            running.write_latest(&mut self.output)?;
            self.running = Some(running);
            return Ok(());
        }
        self.complete(running)
    }

    /// Writes the reply, or the rest of it.
    pub(super) fn complete(&mut self, mut running: Running) -> Result<(), OutputLost> {
        let Some(outcome) = running.done.take() else {
            return Ok(());
        };
        let elapsed = running.start.elapsed();
        let cut = self.is_cut(running.number, running.ending);
        let result = self.session.finish(running.purpose, &outcome, elapsed);
        let last = match result {
            Err(error) => return self.fail(running, error),
            Ok(text) if running.reply.is_none() => {
                return self.write(&self.door.success(running.request, text));
            }
            Ok(last) => last,
        };
        running.write_latest(&mut self.output)?;
        if let Some(mut reply) = running.reply {
            if !matches!(running.purpose, Purpose::NboardReview(_)) {
                self.output.write(&reply.line(&last))?;
            } else if !cut {
                self.output.write(&reply.line(&last))?;
                if let Some(task) = self.session.next_review() {
                    let (number, id) = (running.number, running.request);
                    return self.start(number, id, Instant::now(), task, Some(reply));
                }
            }
            self.output.write(&reply.end())?;
            self.replied = Some(Instant::now());
        }
        Ok(())
    }

    /// Ends the reply of a search that has no result.
    pub(super) fn fail(
        &mut self,
        mut running: Running,
        message: impl Display,
    ) -> Result<(), OutputLost> {
        log::info!("{message}");
        match running.reply.take() {
            // It has begun as a success; all that is left is to end it.
            Some(OpenAnswer::Gtp(reply)) => self.output.write(&reply.end()),
            _ => self.write(&self.door.failure(running.request, message)),
        }
    }
}
