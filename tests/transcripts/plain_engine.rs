//! An engine that speaks a language without frames, read line by line.

use crate::random::Random;
use crate::support;

/// A running engine whose output is read line by line.
pub(super) struct Engine(support::Engine);

impl Engine {
    pub(super) fn start(door: &str) -> Self {
        Self(support::Engine::start_with(&[door]))
    }

    pub(super) fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    pub(super) fn send(&mut self, line: &str) {
        self.write(format!("{line}\n").as_bytes());
    }

    pub(super) fn line(&mut self) -> String {
        let line = self.0.line().1;
        assert!(!line.contains(char::is_control), "{line:?}");
        line
    }

    /// The lines up to one that is this.
    pub(super) fn until(&mut self, last: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while lines.last().unwrap() != last {
            lines.push(self.line());
        }
        lines
    }

    /// What is still written after the input has ended, and that the end is a good one.
    pub(super) fn rest(mut self) -> Vec<String> {
        self.0.close();
        let rest = self.0.remaining();
        assert!(self.0.child.wait().unwrap().success());
        rest
    }

    /// One of the ways in which a client goes, in the middle of a search or not.
    pub(super) fn leave(mut self, random: &mut Random, quit: &str, search: &str) -> Vec<String> {
        match random.below(4) {
            0 => self.send(quit),
            1 => self.send(&format!("{search}\n{quit}\nping 9")),
            2 => self.write(search.as_bytes()),
            _ => {}
        }
        self.rest()
    }
}
