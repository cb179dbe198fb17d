//! Progress of long work, on standard error and only where that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// How much of some work is done.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// Work of so many parts.
    pub(super) fn new(parts: usize) -> Self {
        // By default a bar draws on standard error, and on terminals only.
        let bar = ProgressBar::new(parts as u64);
        let template = "{wide_bar} {pos}/{len} {elapsed} (left {eta})";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// One more part is done.
    pub(super) fn advance(&self) {
        self.0.inc(1);
    }

    /// Does something that prints, with the bar out of the way.
    pub(super) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
