//! Standard output: writing it, and noticing that nobody reads it any more.

use super::event::Event;
use crossbeam_channel::Sender;
use std::io::Write;

/// The other end cannot be told anything any more.
#[derive(Debug)]
pub(super) struct OutputLost;

/// Where replies go.
pub(super) struct Output<W>(W);

impl<W: Write> Output<W> {
    /// Replies go here.
    pub(super) const fn new(writer: W) -> Self {
        Self(writer)
    }

    /// Writes all of the text and flushes it.
    ///
    /// # Errors
    /// When that is not possible, for whatever reason.
    pub(super) fn write(&mut self, text: &str) -> Result<(), OutputLost> {
        let written = self.0.write_all(text.as_bytes());
        written.and_then(|()| self.0.flush()).map_err(|error| {
            log::info!("output ends: {error}");
            OutputLost
        })
    }
}

/// Starts a thread that sends [`Event::OutputLost`] when the reading end of
/// standard output has been closed, even while nothing is written. Where the
/// system cannot tell, the next failing write does.
pub(super) fn watch_standard_output(events: Sender<Event>) {
    #[cfg(unix)]
    {
        let watch = move || {
            if wait_for_hang_up() {
                let _ = events.send(Event::OutputLost);
            }
        };
        let thread = std::thread::Builder::new().name("output".into());
        if let Err(error) = thread.stack_size(64 * 1024).spawn(watch) {
            log::warn!("standard output is not watched: {error}");
        }
    }
    #[cfg(not(unix))]
    drop(events);
}

/// Sleeps until standard output has hung up; false when that cannot be told.
#[cfg(unix)]
fn wait_for_hang_up() -> bool {
    let mut fds = libc::pollfd {
        fd: libc::STDOUT_FILENO,
        events: 0,
        revents: 0,
    };
    loop {
        // SAFETY: one descriptor, which lives through the call. Without a time
        // limit it returns on an error or a hang-up only, which are always asked for.
        let ready = unsafe { libc::poll(&raw mut fds, 1, -1) };
        if ready > 0 {
            return fds.revents & (libc::POLLERR | libc::POLLHUP) != 0;
        }
        let error = std::io::Error::last_os_error();
        if error.kind() != std::io::ErrorKind::Interrupted {
            return false;
        }
    }
}
