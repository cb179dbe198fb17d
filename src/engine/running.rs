//! The search that runs, for the controller.

use super::event::{Outcome, SearchId};
use super::output::{Output, OutputLost};
use super::session::report_line;
use super::task::{Ending, Purpose, Stream};
use crate::search::Report;
use mollett_protocol::{OpenReply, RequestId};
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
    pub(super) reply: Option<OpenReply>,
    /// What has been reported, and whether it has been written.
    pub(super) latest: Option<(Report, bool)>,
    /// When the next report is due.
    pub(super) due: Option<Instant>,
}

impl Running {
    /// The reply as it stands, begun if it has not been.
    pub(super) fn open<W: Write>(
        &mut self,
        output: &mut Output<W>,
    ) -> Result<OpenReply, OutputLost> {
        if let Some(reply) = self.reply.take() {
            return Ok(reply);
        }
        let (reply, begin) = OpenReply::begin(self.request);
        output.write(&begin)?;
        Ok(reply)
    }

    /// Writes the latest report as a line.
    pub(super) fn stream_latest<W: Write>(
        &mut self,
        output: &mut Output<W>,
        stream: Stream,
    ) -> Result<(), OutputLost> {
        let Some((report, written)) = &mut self.latest else {
            return Ok(());
        };
        *written = true;
        let line = report_line(report, stream.dialect);
        let mut reply = self.open(output)?;
        output.write(&reply.line(line))?;
        self.reply = Some(reply);
        Ok(())
    }
}
