//! An engine that speaks a language without frames, read line by line.

use crate::random::Random;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine whose output is read line by line.
pub(super) struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    pub(super) fn start(door: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mollett"))
            .arg(door)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        let stdin = child.stdin.take();
        Self {
            child,
            stdin,
            lines,
        }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    pub(super) fn send(&mut self, line: &str) {
        self.write(format!("{line}\n").as_bytes());
    }

    pub(super) fn line(&mut self) -> String {
        let line = self.lines.recv_timeout(PATIENCE).expect("a line in time");
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
        self.stdin = None;
        let mut rest = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            rest.push(line);
        }
        assert!(self.child.wait().unwrap().success());
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

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
