//! How little a start costs, and that input which waits does not pile up.

use crate::support::{Engine, kibibytes};
use crate::{LEGAL, SOON, pause};
use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn a_line_of_any_length_is_refused_and_not_kept() {
    let mut engine = Engine::start();
    let mut stdin = engine.take_input();
    let writer = thread::spawn(move || {
        stdin.write_all(b"7 play b ").unwrap();
        for _ in 0..512 {
            stdin.write_all(&[b'x'; 1 << 16]).unwrap();
        }
        stdin.write_all(b"\n8 name\n").unwrap();
        stdin
    });
    let refused = engine.reply().1;
    assert!(refused.starts_with("?7 syntax error"), "{refused}");
    assert_eq!(engine.reply().1, "=8 mollett");
    assert!(kibibytes(engine.child.id(), "VmHWM") < 40 << 10);
    drop(writer.join().unwrap());
}

#[test]
fn input_that_waits_for_a_search_does_not_pile_up() {
    let mut engine = Engine::start();
    engine.ask("mollett-option hash_mb 1");
    engine.write("mollett-option depth 60\ngenmove b\n");
    let mut stdin = engine.take_input();
    let writer = thread::spawn(move || {
        let lines = "play b d3 # again and again, for as long as it takes\n".repeat(1 << 10);
        for _ in 0..8000 {
            if stdin.write_all(lines.as_bytes()).is_err() {
                return;
            }
        }
    });
    pause(2500);
    // A search unpacks 2 MB of weights for each number of empty squares.
    let peak = kibibytes(engine.child.id(), "VmHWM");
    assert!(peak < 160 << 10, "{peak} KiB");
    engine.child.kill().unwrap();
    writer.join().unwrap();
}

#[test]
fn a_start_is_cheap() {
    let mut fastest = SOON;
    for _ in 0..10 {
        let start = Instant::now();
        let mut engine = Engine::start();
        engine.write("name\n");
        let (time, name) = engine.reply();
        assert_eq!(name, "= mollett");
        fastest = fastest.min(time - start);
        let resident = kibibytes(engine.child.id(), "VmRSS");
        assert!(resident < 40 << 10, "{resident} KiB");
    }
    assert!(fastest < Duration::from_millis(30), "{fastest:?}");
}

#[test]
fn four_copies_play_at_once() {
    let mut engines: Vec<Engine> = (0..4).map(|_| Engine::start()).collect();
    for engine in &mut engines {
        engine.write("mollett-option move_time_ms 100\ngenmove b\n");
    }
    for engine in &mut engines {
        engine.reply();
        assert!(LEGAL.contains(&engine.reply().1.as_str()));
    }
}
