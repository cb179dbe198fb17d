//! Any bytes as a whole conversation with the engine: no panic, and one reply in
//! a right frame, with the right id, for each command.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mollett::engine::{Door, Options, run};
use mollett_protocol::{Command, Line, Reply, RequestId, RuleSet, parse_line};
use std::io::Cursor;

/// Searches, counts and sizes without a bound would only wait.
fn is_bounded(command: &Command) -> bool {
    match command {
        Command::Solve | Command::SolveWld | Command::Analyze(_) | Command::GenmoveAnalyze(_) => {
            false
        }
        Command::TimeSettings { .. } | Command::TimeLeft { .. } | Command::KgsTimeSettings(_) => {
            false
        }
        // The files of whoever runs this are not part of it.
        Command::LoadGame { .. } | Command::SaveGame { .. } => false,
        Command::Perft { depth } => *depth <= 3,
        Command::SetOption { name, .. } | Command::SetParameter { name, .. } => !matches!(
            &name[..],
            "hash_mb" | "threads" | "move_time_ms" | "depth" | "nodes"
        ),
        _ => true,
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut input = b"mollett-option hash_mb 1\nmollett-option depth 1\n".to_vec();
    let mut ids: Vec<Option<RequestId>> = vec![None, None];
    for line in bytes.split(|&byte| byte == b'\n') {
        let (id, last) = match parse_line(line) {
            Line::Request(request) if !is_bounded(&request.command) => continue,
            Line::Request(request) => (Some(request.id), request.command == Command::Quit),
            Line::Bad { id, .. } => (Some(id), false),
            Line::Empty | Line::Comment | Line::Interrupt => (None, false),
        };
        input.extend_from_slice(line);
        input.push(b'\n');
        ids.extend(id);
        if last {
            break;
        }
    }
    let mut output = Vec::new();
    run(
        Cursor::new(input),
        &mut output,
        Door::Gtp,
        RuleSet::Othello,
        Options::default(),
    )
    .expect("a thread to read with");
    let output = String::from_utf8(output).expect("replies are text");
    let frames: Vec<&str> = output.split_terminator("\n\n").collect();
    assert_eq!(frames.len(), ids.len(), "{output}");
    for (frame, id) in frames.iter().zip(ids) {
        let reply = Reply::parse(frame).unwrap_or_else(|| panic!("wrong frame {frame:?}"));
        assert_eq!(reply.id(), id, "{output}");
    }
});
