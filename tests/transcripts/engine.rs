//! The program as a process: lines in, frames out, each checked and with a limit
//! on how long it may take.

use crate::support::{PATIENCE, command};
use mollett_protocol::Reply;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A running engine; killed when dropped.
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    frames: Receiver<String>,
}

impl Engine {
    /// Quiet, as clients start it; what it writes to stderr is seen by the test.
    pub fn start(arguments: &[&str]) -> Self {
        let mut command = command();
        Self::spawn(command.args(arguments).stderr(Stdio::inherit()))
    }

    /// With everything logged that can be, and nobody who wants it.
    pub fn start_logging(arguments: &[&str]) -> Self {
        let mut command = command();
        command.args(arguments).env("RUST_LOG", "trace");
        Self::spawn(command.stderr(Stdio::null()))
    }

    fn spawn(command: &mut Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().unwrap();
        let (sender, frames) = channel();
        thread::spawn(move || split_frames(stdout, |frame| sender.send(frame).is_ok()));
        Self {
            child,
            stdin,
            frames,
        }
    }

    /// Writes bytes as they are.
    pub fn write(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("stdin is open");
        stdin.write_all(bytes).expect("the engine reads its input");
        stdin.flush().expect("the engine reads its input");
    }

    pub fn send(&mut self, line: &str) {
        self.write(format!("{line}\n").as_bytes());
    }

    /// The next frame as it was written, without the empty line that ends it.
    ///
    /// # Errors
    /// What is wrong: none came in time, the engine has ended, or it is no frame.
    pub fn frame(&mut self) -> Result<String, String> {
        match self.frames.recv_timeout(PATIENCE) {
            Ok(frame) => check_frame(&frame).map(|()| frame),
            Err(RecvTimeoutError::Timeout) => Err(format!("no reply in {PATIENCE:?}")),
            Err(RecvTimeoutError::Disconnected) => {
                Err(format!("the engine ended, {:?}", self.child.wait()))
            }
        }
    }

    pub fn reply(&mut self, place: &str) -> Reply {
        let frame = self.frame();
        let frame = frame.unwrap_or_else(|error| panic!("{place}: {error}"));
        Reply::parse(&frame).expect("the frame was checked")
    }

    /// Sends a command and waits for its reply.
    pub fn ask(&mut self, command: &str) -> Reply {
        self.send(command);
        self.reply(command)
    }

    /// Asks for something that must succeed.
    pub fn told(&mut self, command: &str) -> String {
        let reply = self.ask(command);
        match reply.result() {
            Ok(text) => text.to_owned(),
            Err(message) => panic!("'{command}' failed: {message}"),
        }
    }

    /// Ends the input.
    pub fn close(&mut self) {
        self.stdin = None;
    }

    /// Waits for the end; the frames that were still coming, and the exit code.
    pub fn wait(&mut self, limit: Duration) -> (Vec<String>, ExitStatus) {
        let start = Instant::now();
        let mut rest = Vec::new();
        while let Ok(frame) = self
            .frames
            .recv_timeout(limit.saturating_sub(start.elapsed()))
        {
            check_frame(&frame).unwrap();
            rest.push(frame);
        }
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (rest, status);
            }
            assert!(start.elapsed() < limit, "the engine did not end: {rest:?}");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Says `quit` and checks that the engine goes with a last reply, code 0 and
    /// nothing else to say.
    pub fn quit(mut self, place: &str) {
        self.send("quit");
        let (rest, status) = self.wait(PATIENCE);
        assert_eq!(rest, ["= "], "{place}: after quit");
        assert!(status.success(), "{place}: {status}");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Cuts output at its empty lines. What is left at the end is a frame as well,
/// and a wrong one.
fn split_frames(mut stdout: ChildStdout, mut frame: impl FnMut(String) -> bool) {
    let mut buffer = Vec::new();
    let mut chunk = [0; 1 << 16];
    let mut searched = 0usize;
    while let Ok(count @ 1..) = stdout.read(&mut chunk) {
        buffer.extend_from_slice(&chunk[..count]);
        while let Some(end) = buffer[searched..]
            .windows(2)
            .position(|pair| pair == b"\n\n")
        {
            let rest = buffer.split_off(searched + end + 2);
            buffer.truncate(searched + end);
            if !frame(String::from_utf8_lossy(&buffer).into_owned()) {
                return;
            }
            (buffer, searched) = (rest, 0);
        }
        searched = buffer.len().saturating_sub(1);
    }
    if !buffer.is_empty() {
        frame(format!(
            "{}[end of output]",
            String::from_utf8_lossy(&buffer)
        ));
    }
}

/// `=` or `?` with an id or none, no control character, no line that is blank.
fn check_frame(frame: &str) -> Result<(), String> {
    let control = frame.chars().any(|c| c.is_control() && c != '\n');
    let blank = frame.split('\n').skip(1).any(|line| line.trim().is_empty());
    if control || blank || Reply::parse(frame).is_none() {
        return Err(format!("wrong frame {frame:?}"));
    }
    Ok(())
}
