//! Seeded nonsense, line by line: through the parser, and through a running
//! engine, which must answer each line once, in order, and live on.
//!
//! `MOLLETT_FUZZ_LINES` sets how many, `MOLLETT_FUZZ_SEED` which.

use crate::engine::Engine;
use crate::nonsense::{Answer, answer, damaged, is_quick, line};
use crate::plain_engine;
use crate::random::{Random, campaign};
use crate::support::PATIENCE;
use mollett_protocol::{Line, MAX_LINE_BYTES, parse_line};

#[test]
fn the_parser_takes_any_line() {
    let (count, seed) = campaign("MOLLETT_FUZZ_LINES", 50_000);
    let mut random = Random(seed);
    let mut commands = 0;
    for _ in 0..count {
        let line = line(&mut random);
        match parse_line(&line) {
            // What was read is printed so that it reads the same.
            Line::Request(request) => {
                let text = request.to_string();
                // A byte that is no text prints as three.
                if text.len() <= MAX_LINE_BYTES {
                    let again = parse_line(text.as_bytes());
                    assert_eq!(again, Line::Request(request), "{}", line.escape_ascii());
                }
                commands += 1;
            }
            Line::Bad { error, .. } => {
                let message = error.to_string();
                assert!(
                    !message.is_empty() && !message.contains('\n'),
                    "{message:?}"
                );
            }
            Line::Empty | Line::Comment | Line::Interrupt => {}
        }
    }
    assert!(
        commands > count / 20,
        "only {commands} of {count} are commands"
    );
}

#[test]
fn a_running_engine_answers_every_line_once() {
    let (count, seed) = campaign("MOLLETT_FUZZ_LINES", 50_000);
    let mut random = Random(seed ^ 1);
    let mut engine = Engine::start(&[]);
    let mut sent = 0;
    while sent < count {
        let mut together = Vec::new();
        let mut expected = Vec::new();
        for _ in 0..1 + random.below(200) {
            let line = line(&mut random);
            if is_quick(&line) {
                if let Answer::One(id) = answer(&line) {
                    expected.push((id, line.clone()));
                }
                together.extend_from_slice(&line);
                together.push(b'\n');
                sent += 1;
            }
        }
        engine.write(&together);
        for (id, line) in expected {
            let place = format!("seed {seed}, after {sent}: {}", line.escape_ascii());
            let reply = engine.reply(&place);
            assert_eq!(reply.id(), id, "{place}");
        }
    }
    assert_eq!(engine.told("protocol_version"), "2");
    engine.send("quit");
    let (rest, status) = engine.wait(PATIENCE);
    assert_eq!(rest, ["= "]);
    assert!(status.success(), "{status}");
}

/// Lines of both languages with bytes changed, cut, doubled: the engine lives, and
/// says nothing but its words.
#[test]
fn mutated_lines_leave_the_engine_alive() {
    let seeds = [
        "set game (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)",
        "move F5/1.0/2",
        "hint 2",
        "set depth 1",
        "ping 12",
        "learn",
        "go",
        "D3",
        "analyze",
    ];
    let cassio = [
        "ENGINE-PROTOCOL midgame-search ---------------------------OX------XO---------------------------X -64 64 1 73",
        "ENGINE-PROTOCOL get-search-infos",
        "ENGINE-PROTOCOL stop",
        "",
        "ENGINE-PROTOCOL init",
    ];
    let mut random = Random(9);
    for (door, seeds) in [("nboard", &seeds[..]), ("cassio", &cassio[..])] {
        let mut engine = plain_engine::Engine::start(door);
        if door == "nboard" {
            engine.send("set depth 1");
        }
        for round in 0..3_000 {
            let mut line = damaged(&mut random, seeds);
            // The depth stays low, or it would only wait; the end has tests of its own.
            let text = String::from_utf8_lossy(&line).into_owned();
            let digits = text.matches(|c: char| c.is_ascii_digit()).count();
            if text.contains("depth") && digits > 1 || text.contains("search") && digits > 7 {
                continue;
            }
            line.push(b'\n');
            engine.write(&line);
            if round % 100 == 99 && door == "nboard" {
                engine.send(&format!("ping {}", 1_000_000 + round));
                engine.until(&format!("pong {}", 1_000_000 + round));
            }
        }
        let rest = engine.rest();
        let words = [
            "status",
            "search ",
            "nodestats ",
            "===",
            "pong ",
            "learned",
            "set myname ",
            "analysis ",
            "ready.",
            "ok.",
            "ERROR: ",
            "node ",
            "version: ",
            "bye bye.",
            "-",
            "X",
            "O",
        ];
        for line in rest {
            assert!(words.iter().any(|word| line.starts_with(word)), "{line}");
        }
    }
}
