//! The search that runs, for the controller.

use super::answer::stream_text;
use super::door::OpenAnswer;
use super::event::{Outcome, SearchId};
use super::live::LiveGraphics;
use super::output::{Output, OutputLost};
use super::task::{Ending, Purpose, Stream};
use crate::search::Report;
use mollett_protocol::RequestId;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The search that runs, and the request it is for.
pub(super) struct Running {
    pub(super) id: SearchId,
    pub(super) request: Option<RequestId>,
    pub(super) number: u64,
    pub(super) purpose: Purpose,
    pub(super) ending: Ending,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) start: Instant,
    /// The result of an analysis without limit that has ended by itself and waits
    /// for a line.
    pub(super) done: Option<Outcome>,
    pub(super) reply: Option<OpenAnswer>,
    /// What has been reported, and whether it has been written.
    pub(super) latest: Option<(Report, bool)>,
    /// When the next report is due.
    pub(super) due: Option<Instant>,
    /// What GoGui draws meanwhile, if it was asked for.
    pub(super) live: Option<LiveGraphics>,
}

impl Running {
    /// Begins the reply.
    pub(super) fn begin<W: Write>(&mut self, output: &mut Output<W>) -> Result<(), OutputLost> {
        let (reply, begin) = OpenAnswer::begin(self.request, self.purpose);
        self.reply = Some(reply);
        self.due = self.purpose.stream().and_then(Stream::next);
        output.write(&begin)
    }

    /// Nodes so far and seconds since the beginning.
    pub(super) fn progress(&self) -> (u64, f64) {
        let nodes = self.latest.as_ref().map_or(0, |(report, _)| report.nodes);
        (nodes, self.start.elapsed().as_secs_f64())
    }

    /// Writes the latest report of a stream, unless it has been written.
    pub(super) fn write_latest<W: Write>(
        &mut self,
        output: &mut Output<W>,
    ) -> Result<(), OutputLost> {
        let stream = self.purpose.stream();
        if let (Some((report, written)), Some(reply), Some(stream)) =
            (&mut self.latest, &mut self.reply, stream)
            && !*written
        {
            *written = true;
            output.write(&reply.line(&stream_text(self.purpose, stream, report)))?;
        }
        Ok(())
    }
}
