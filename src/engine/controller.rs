//! The one loop of the program: events in, replies out, in the order of the
//! requests. It alone writes standard output and it alone reads the language.
//!
//! What lines do to a search that runs, before they are answered in their turn:
//! `stop` and `# interrupt` end every search requested before them; any line ends
//! an analysis without limit; `quit` and the end of input end searches limited by
//! time or by nothing and wait for the others.

mod completion;

use super::answer::report_line;
use super::door::{Beside, Door, Effect, OpenAnswer};
use super::event::{Event, Job, SearchId};
use super::live::LiveGraphics;
use super::option::Options;
use super::output::{Output, OutputLost};
use super::ponder::Pondering;
use super::queue::{Backlog, Waiting};
use super::running::Running;
use super::session::{Session, progress};
use super::task::{Answer, Ending, Stream, Task};
use super::worker::Worker;
use crate::search::Report;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use mollett_protocol::{Dialect, RequestId, RuleSet};
use std::collections::VecDeque;
use std::io::{Write, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// How a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// By `quit` or the end of input.
    Asked,
    /// Replies could not be written any more.
    OutputLost,
    /// The worker has failed.
    WorkerLost,
}

pub(super) struct Controller<W> {
    door: Door,
    session: Session,
    output: Output<W>,
    sender: Sender<Event>,
    events: Receiver<Event>,
    backlog: Arc<Backlog>,
    worker: Option<Worker>,
    queue: VecDeque<Waiting>,
    running: Option<Running>,
    /// The search on the opponent's time, while nothing else is to be done.
    pondering: Option<Pondering>,
    /// Lines so far; the next one has this number.
    lines: u64,
    /// Searches of requests before this line end at once.
    stop_before: u64,
    /// Searches of requests before this line that are not bounded end at once.
    cut_before: u64,
    /// `quit` has been read or input has ended: no more lines are taken.
    closing: bool,
    searches: u64,
    /// When the last reply was written.
    replied: Option<Instant>,
}

impl<W: Write> Controller<W> {
    pub(super) fn new(
        door: Door,
        rules: RuleSet,
        options: Options,
        output: W,
        sender: Sender<Event>,
        events: Receiver<Event>,
        backlog: Arc<Backlog>,
    ) -> Self {
        Self {
            door,
            session: Session::new(rules, options),
            output: Output::new(output),
            sender,
            events,
            backlog,
            worker: None,
            queue: VecDeque::new(),
            running: None,
            pondering: None,
            lines: 0,
            stop_before: 0,
            cut_before: 0,
            closing: false,
            searches: 0,
            replied: None,
        }
    }

    /// Converses until the end.
    pub(super) fn run(mut self) -> Exit {
        let exit = self.converse().unwrap_or(Exit::OutputLost);
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::Relaxed);
        }
        exit
    }

    fn converse(&mut self) -> Result<Exit, OutputLost> {
        loop {
            while self.running.is_none() {
                let Some(waiting) = self.queue.pop_front() else {
                    break;
                };
                self.backlog.remove(waiting.weight);
                if !self.answer(waiting)? {
                    return Ok(Exit::Asked);
                }
            }
            if self.closing && self.running.is_none() {
                return Ok(Exit::Asked);
            }
            self.ponder();
            if let Some(exit) = self.next_event()? {
                return Ok(exit);
            }
        }
    }

    /// Waits for an event or for the time of a report, and deals with it.
    fn next_event(&mut self) -> Result<Option<Exit>, OutputLost> {
        let due = self.running.as_ref().and_then(|running| running.due);
        let event = match due {
            None => self
                .events
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => self.events.recv_deadline(due),
        };
        match event {
            Ok(Event::Line(bytes, arrived)) => self.line(&bytes, arrived)?,
            Ok(Event::EndOfInput) => {
                self.pondering = None;
                self.close(u64::MAX);
                self.cut_running()?;
            }
            Ok(Event::Report(id, report)) => self.report(id, report)?,
            Ok(Event::Finished(id, outcome)) => self.finished(id, outcome)?,
            Ok(Event::OutputLost) => return Err(OutputLost),
            Ok(Event::WorkerLost) => {
                log::error!("the worker has failed");
                if let Some(running) = self.running.take() {
                    self.fail(running, "the search has failed; the engine exits")?;
                }
                return Ok(Some(Exit::WorkerLost));
            }
            Err(RecvTimeoutError::Timeout) => self.tick()?,
            Err(RecvTimeoutError::Disconnected) => return Ok(Some(Exit::WorkerLost)),
        }
        Ok(None)
    }

    /// Begins to think on the opponent's time, if that is wanted now.
    fn ponder(&mut self) {
        if self.running.is_some() {
            return;
        }
        let (Some(work), Some(worker)) = (self.session.take_ponder(), &self.worker) else {
            return;
        };
        let id = SearchId(self.searches);
        self.searches += 1;
        let stop = Arc::new(AtomicBool::new(false));
        let job = Job {
            id,
            work,
            stop: Arc::clone(&stop),
            since: Instant::now(),
            hash_mb: self.session.options().hash_mb,
            forget: self.session.take_forget(),
            spare: true,
        };
        if worker.give(job) {
            self.pondering = Some(Pondering::new(id, stop));
        }
    }

    /// Reads a line, lets it act on searches and puts it in the queue.
    fn line(&mut self, bytes: &[u8], arrived: Instant) -> Result<(), OutputLost> {
        self.pondering = None;
        let weight = Backlog::weight(bytes.len());
        if self.closing {
            self.backlog.remove(weight);
            return Ok(());
        }
        log::debug!("< {}", String::from_utf8_lossy(bytes));
        let number = self.lines;
        self.lines += 1;
        let heard = self.door.hear(bytes);
        match heard.effect {
            Effect::Stop => self.stop_before = number,
            Effect::Quit => self.close(number),
            Effect::Leave => {
                self.stop_before = number;
                self.close(number);
            }
            Effect::None => {}
        }
        let beside = heard.beside.zip(self.running.as_ref());
        let request = match beside.map(|(beside, running)| (beside, running.progress())) {
            Some((beside, (nodes, elapsed))) => {
                match beside {
                    Beside::Nothing => {}
                    Beside::Alive => self.output.write("ok.\n")?,
                    Beside::Progress => self.output.write(&(progress(nodes, elapsed) + "\n"))?,
                }
                None
            }
            None => heard.request,
        };
        match request {
            Some(request) => self.queue.push_back(Waiting {
                number,
                id: heard.id,
                request,
                arrived,
                weight,
            }),
            None => self.backlog.remove(weight),
        }
        self.cut_running()
    }

    fn close(&mut self, number: u64) {
        self.closing = true;
        self.cut_before = number;
    }

    /// Whether a search for the request of this line is to end at once.
    fn is_cut(&self, number: u64, ending: Ending) -> bool {
        let later_lines = self.lines > number + 1;
        number < self.stop_before
            || match ending {
                Ending::Bounded => false,
                Ending::Timed => number < self.cut_before,
                Ending::Unlimited => number < self.cut_before || later_lines,
            }
    }

    /// Ends the search that runs if something has been read that does so.
    fn cut_running(&mut self) -> Result<(), OutputLost> {
        let Some(running) = self.running.take() else {
            return Ok(());
        };
        if !self.is_cut(running.number, running.ending) {
            self.running = Some(running);
            return Ok(());
        }
        running.stop.store(true, Ordering::Relaxed);
        self.running = Some(running);
        match self.running.take_if(|running| running.done.is_some()) {
            Some(done) => self.complete(done),
            None => Ok(()),
        }
    }

    /// Answers a request or starts its search; false after `quit`.
    fn answer(&mut self, waiting: Waiting) -> Result<bool, OutputLost> {
        let id = waiting.id;
        let request = match waiting.request {
            Ok(request) => request,
            Err(error) => {
                self.write(&self.door.refusal(id, &error))?;
                return Ok(true);
            }
        };
        match self.session.answer(request) {
            Ok(Answer::Text(text)) => self.write(&self.door.success(id, text))?,
            Ok(Answer::Silence) => {}
            Err(error) => self.write(&self.door.failure(id, error))?,
            Ok(Answer::Quit) => {
                self.write(&self.door.farewell(id))?;
                return Ok(false);
            }
            Ok(Answer::Search(task)) => {
                self.start(waiting.number, id, waiting.arrived, *task, None)?;
            }
        }
        Ok(true)
    }

    fn start(
        &mut self,
        number: u64,
        request: Option<RequestId>,
        arrived: Instant,
        task: Task,
        reply: Option<OpenAnswer>,
    ) -> Result<(), OutputLost> {
        // A request that waited for another has its time from that one's reply on.
        let since = self.replied.map_or(arrived, |replied| arrived.max(replied));
        let id = SearchId(self.searches);
        self.searches += 1;
        let cut = self.is_cut(number, task.ending);
        let stop = Arc::new(AtomicBool::new(cut));
        let drawn = self.session.options().live_gfx && self.door == Door::Gtp;
        let live = drawn.then(|| LiveGraphics::new(self.session.mover(&task.work)));
        let job = Job {
            id,
            work: task.work,
            stop: Arc::clone(&stop),
            since,
            hash_mb: self.session.options().hash_mb,
            forget: self.session.take_forget(),
            spare: false,
        };
        let mut running = Running {
            id,
            request,
            number,
            purpose: task.purpose,
            ending: task.ending,
            stop,
            start: since,
            done: None,
            reply,
            latest: None,
            due: None,
            live,
        };
        if self.worker.is_none() {
            match Worker::start(self.sender.clone()) {
                Ok(worker) => self.worker = Some(worker),
                Err(error) => {
                    return self.fail(running, format!("no thread to search with: {error}"));
                }
            }
        }
        // A worker that has gone has said so: the event is on its way.
        if let Some(worker) = &self.worker
            && !worker.give(job)
        {
            log::error!("the worker takes no job");
        }
        if running.purpose.is_open() && running.reply.is_none() {
            running.begin(&mut self.output)?;
        }
        self.running = Some(running);
        Ok(())
    }

    /// Takes note of a report; a stream without interval writes it at once.
    fn report(&mut self, id: SearchId, report: Report) -> Result<(), OutputLost> {
        let Some(running) = self.running.as_mut().filter(|running| running.id == id) else {
            return Ok(());
        };
        log::info!("{}", report_line(&report, Dialect::Own));
        if let Some(live) = &mut running.live {
            live.show(&report, &mut stderr());
        }
        running.latest = Some((report, false));
        if running.due.is_none() {
            running.write_latest(&mut self.output)?;
        }
        Ok(())
    }

    /// Writes the latest report of the stream that runs; the next one is due an
    /// interval later.
    fn tick(&mut self) -> Result<(), OutputLost> {
        let Some(running) = &mut self.running else {
            return Ok(());
        };
        running.due = running.purpose.stream().and_then(Stream::next);
        // Nothing new is also news: the search is at work.
        if let Some((_, written)) = &mut running.latest {
            *written = false;
        }
        running.write_latest(&mut self.output)
    }

    fn write(&mut self, text: &str) -> Result<(), OutputLost> {
        log::debug!("> {}", text.trim_end());
        self.output.write(text)?;
        self.replied = Some(Instant::now());
        Ok(())
    }
}

#[cfg(test)]
mod tests;
