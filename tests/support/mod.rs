//! The program as a process, for every test that starts it: run to its end, or talked
//! to line by line and waited for with limits on time.

#![allow(dead_code, reason = "no test uses all of it")]

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than any answer takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine; killed when dropped.
pub struct Engine {
    pub child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
}

impl Engine {
    /// An engine in a conversation.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// The program with these arguments.
    pub fn start_with(arguments: &[&str]) -> Self {
        let mut command = command();
        let mut child = command
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines() {
                let Ok(line) = line else { return };
                if sender.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            stdin,
            lines,
        }
    }

    /// Sends text as it is.
    pub fn write(&mut self, text: impl AsRef<[u8]>) {
        let stdin = self.stdin.as_mut().expect("input is open");
        stdin.write_all(text.as_ref()).unwrap();
        stdin.flush().unwrap();
    }

    /// The input, to write to it from another thread.
    pub fn take_input(&mut self) -> ChildStdin {
        self.stdin.take().expect("input is open")
    }

    /// Ends the input.
    pub fn close(&mut self) {
        self.stdin = None;
    }

    /// The next line of output and when it came.
    pub fn line(&mut self) -> (Instant, String) {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("no output in {PATIENCE:?}"),
            Err(RecvTimeoutError::Disconnected) => panic!("the engine has ended"),
        }
    }

    /// The next reply, its lines joined, and when it was complete.
    pub fn reply(&mut self) -> (Instant, String) {
        let mut text = String::new();
        loop {
            let (time, line) = self.line();
            if line.is_empty() {
                return (time, text.trim_end().to_owned());
            }
            text.push_str(&line);
            text.push('\n');
        }
    }

    /// Sends a line and waits for its reply.
    pub fn ask(&mut self, line: &str) -> String {
        self.write(format!("{line}\n"));
        self.reply().1
    }

    /// Whatever else is printed until the output ends, as lines.
    pub fn remaining(&mut self) -> Vec<String> {
        let mut rest = Vec::new();
        while let Ok((_, line)) = self.lines.recv_timeout(PATIENCE) {
            rest.push(line);
        }
        rest
    }

    /// Whatever else is printed, and the exit status, once the engine has ended by
    /// itself within the limit.
    pub fn end_within(&mut self, limit: Duration) -> (String, ExitStatus) {
        let status = end_within(&mut self.child, limit);
        let rest: Vec<String> = self.lines.iter().map(|(_, line)| line).collect();
        (rest.join("\n"), status)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The binary, with its input piped and nothing in its surroundings that it heeds.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mollett"));
    command.env_remove("RUST_LOG").stdin(Stdio::piped());
    command
}

/// What the program does with these arguments and no input.
pub fn run(arguments: &[&str]) -> Output {
    let mut command = command();
    command
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// What it does with these arguments and this input.
pub fn run_with(arguments: &[&str], input: &str) -> Output {
    let mut command = command();
    command
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// A file of its own for each test, gone in the end.
pub struct File(PathBuf);

impl File {
    /// In the system's folder for such files; one binary's names are no other's.
    pub fn new(name: &str, text: &str) -> Self {
        let name = format!("mollett-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).unwrap();
        Self(path)
    }

    pub fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The exit status of a process that ends by itself within the limit; killed if it
/// does not.
pub fn end_within(child: &mut Child, limit: Duration) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if start.elapsed() > limit {
            let _ = child.kill();
            panic!("still running after {limit:?}");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// A number of kibibytes from `/proc/PID/status`: `VmRSS`, `VmHWM`.
#[cfg(target_os = "linux")]
pub fn kibibytes(pid: u32, field: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with(field)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}
