//! The engine as a process, for tests of its life: started, talked to, waited for
//! with limits on time.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than any answer takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A running engine; killed when dropped.
pub struct Engine {
    pub child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
}

impl Engine {
    /// An engine in a conversation.
    pub fn start() -> Self {
        let mut child = command().stdout(Stdio::piped()).spawn().unwrap();
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

/// The binary, with its input piped.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mollett"));
    command.env_remove("RUST_LOG").stdin(Stdio::piped());
    command
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
