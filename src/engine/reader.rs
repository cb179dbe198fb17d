//! The thread that reads: bytes to lines. It knows nothing of the language but
//! how long a line may be.

use super::event::Event;
use super::queue::Backlog;
use crossbeam_channel::Sender;
use mollett_protocol::MAX_LINE_BYTES;
use std::io::{ErrorKind, Read};
use std::time::Instant;

/// Bytes read at once.
const CHUNK_BYTES: usize = 64 * 1024;

/// Sends every line of the input and then its end. Of a line that is too long
/// one byte more than is allowed is kept, by which its length shows.
pub(super) fn read(mut input: impl Read, events: &Sender<Event>, backlog: &Backlog) {
    let mut chunk = vec![0; CHUNK_BYTES];
    let mut line = Vec::new();
    loop {
        let filled = match input.read(&mut chunk) {
            Ok(0) => break,
            Ok(filled) => filled,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => {
                log::warn!("input ends: {error}");
                break;
            }
        };
        let now = Instant::now();
        let mut rest = chunk.get(..filled).unwrap_or_default();
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            let (head, tail) = rest.split_at_checked(end).unwrap_or((rest, &[]));
            extend(&mut line, head);
            if !send(std::mem::take(&mut line), now, events, backlog) {
                return;
            }
            rest = tail.get(1..).unwrap_or_default();
        }
        extend(&mut line, rest);
    }
    // A last line may lack its line end.
    if line.is_empty() || send(line, Instant::now(), events, backlog) {
        let _ = events.send(Event::EndOfInput);
    }
}

fn extend(line: &mut Vec<u8>, bytes: &[u8]) {
    let room = (MAX_LINE_BYTES + 1).saturating_sub(line.len());
    line.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
}

/// Whether there is still somebody to send to.
fn send(line: Vec<u8>, now: Instant, events: &Sender<Event>, backlog: &Backlog) -> bool {
    backlog.add(Backlog::weight(line.len()));
    events.send(Event::Line(line, now)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes a few at a time.
    struct Drops(Vec<u8>, usize);

    impl Read for Drops {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            for (to, from) in buffer.iter_mut().zip(self.0.drain(..count)) {
                *to = from;
            }
            Ok(count)
        }
    }

    fn lines(input: &[u8], at_once: usize) -> Vec<Vec<u8>> {
        let (sender, events) = crossbeam_channel::unbounded();
        read(Drops(input.to_vec(), at_once), &sender, &Backlog::default());
        drop(sender);
        let mut events: Vec<_> = events.iter().collect();
        assert!(matches!(events.pop(), Some(Event::EndOfInput)));
        events
            .into_iter()
            .map(|event| match event {
                Event::Line(line, _) => line,
                other => panic!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn lines_are_the_same_however_the_bytes_arrive() {
        let input = b"name\n\nplay b \xff\r\nquit";
        let expected: Vec<&[u8]> = vec![b"name", b"", b"play b \xff\r", b"quit"];
        for at_once in 1..30 {
            assert_eq!(lines(input, at_once), expected);
        }
        assert!(lines(b"", 1).is_empty());
    }

    #[test]
    fn of_a_line_too_long_one_byte_too_many_is_kept() {
        let mut input = vec![b'x'; 3 * MAX_LINE_BYTES];
        input.extend(b"\nname\n");
        let lines = lines(&input, 10_000);
        assert_eq!(lines[0].len(), MAX_LINE_BYTES + 1);
        assert_eq!(lines[1..], [b"name"]);
    }
}
