//! Any bytes as one line: no panic, and a command prints as it reads.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mollett_protocol::{Line, MAX_LINE_BYTES, Reply, parse_line};

fuzz_target!(|bytes: &[u8]| {
    match parse_line(bytes) {
        Line::Request(request) => {
            let text = request.to_string();
            if text.len() <= MAX_LINE_BYTES {
                assert_eq!(parse_line(text.as_bytes()), Line::Request(request));
            }
        }
        Line::Bad { id, error } => {
            let frame = Reply::failure(id, error).to_string();
            assert!(Reply::parse(&frame).is_some(), "{frame:?}");
        }
        Line::Empty | Line::Comment | Line::Interrupt => {}
    }
});
