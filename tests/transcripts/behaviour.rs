//! What conversations written line by line cannot say: raw bytes, what arrives
//! when, order under haste, the same answer twice.
//!
//! How the engine ends is a matter of its lifecycle tests.

use crate::engine::Engine;
use crate::random::Random;
use mollett_protocol::{Reply, RequestId};
use std::time::{Duration, Instant};

/// Sends these bytes, then `quit`; what came back.
fn replies(bytes: &[u8]) -> Vec<String> {
    let mut engine = Engine::start(&[]);
    engine.write(bytes);
    engine.send("quit");
    let (frames, status) = engine.wait(Duration::from_secs(20));
    assert!(status.success(), "{status}");
    frames
}

/// The text of a reply without its frame.
fn text(frame: &str) -> String {
    Reply::parse(frame).unwrap().result().unwrap().to_owned()
}

#[test]
fn control_characters_and_comments_are_dropped() {
    let got = replies(b"# only a comment\n\n \t \n1 na\x01me # c\n\t2\tversion\n\x00\x7f\n");
    assert_eq!(got[0], "=1 mollett");
    assert!(got[1].starts_with("=2 "), "{got:?}");
    assert_eq!(got[2..], ["= "]);
}

#[test]
fn line_ends_of_other_systems_are_read_and_never_written() {
    let got = replies(
        b"boardsize 8\r\nmollett-option depth 2\r\n\r\n\r\nplay b f5\r\ngenmove w\r\nname\r\n",
    );
    assert_eq!(got[..3], ["= ", "= ", "= "]);
    assert!(["d6", "f4", "f6"].contains(&&text(&got[3])[..]), "{got:?}");
    assert_eq!(got[4..], ["= mollett", "= "]);
}

#[test]
fn bytes_that_are_no_text_spoil_their_line_alone() {
    let got = replies(b"1 na\xffme\n2 name\n\xc3\n3 name\n");
    assert!(got[0].starts_with("?1 "), "{got:?}");
    assert_eq!(got[1], "=2 mollett");
    assert!(got[2].starts_with("? "), "{got:?}");
    assert_eq!(got[3..], ["=3 mollett", "= "]);
}

#[test]
fn byte_order_marks_are_dropped() {
    assert_eq!(replies(b"\xef\xbb\xbfname\n"), ["= mollett", "= "]);
    let sixteen: Vec<u8> = "\u{feff}1 name\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(replies(&sixteen), ["=1 mollett", "= "]);
}

#[test]
fn a_reply_comes_while_the_input_stays_open() {
    let mut engine = Engine::start(&[]);
    engine.told("name");
    for _ in 0..20 {
        let start = Instant::now();
        engine.told("protocol_version");
        // Flushed at once; the rest is for a busy machine.
        assert!(start.elapsed() < Duration::from_secs(5));
    }
    engine.quit("flush");
}

#[test]
fn a_whole_game_with_all_there_is_to_log_writes_only_replies() {
    let mut engine = Engine::start_logging(&["--rules", "classic"]);
    engine.told("mollett-option depth 4");
    let mut over = 0;
    for color in ["b", "w"].iter().cycle().take(140) {
        // Illegal when the other side has to move twice; that is a reply as well.
        engine.ask(&format!("genmove_analyze {color} 1"));
        over += usize::from(engine.told("gogui-rules_legal_moves").is_empty());
        if over > 2 {
            break;
        }
    }
    assert!(over > 2, "the game came to its end");
    engine.quit("logging");
}

#[test]
fn any_line_ends_an_endless_analysis() {
    let mut engine = Engine::start(&[]);
    // From here on there are weights to evaluate with.
    engine.told("mollett-eval");
    for end in ["", "name", "# remark", "5 showboard", "stop", "# interrupt"] {
        for pause in [0, 1, 3, 20] {
            engine.send("1 analyze 1");
            std::thread::sleep(Duration::from_millis(pause));
            let start = Instant::now();
            engine.send(end);
            let reply = engine.reply(end);
            assert!(start.elapsed() < Duration::from_secs(5), "'{end}'");
            assert_eq!(reply.id().map(RequestId::get), Some(1));
            assert!(reply.result().unwrap().contains("info move"), "{reply}");
            if end.ends_with(char::is_alphanumeric) && !end.starts_with('#') {
                engine.reply(end);
            }
        }
    }
    engine.quit("analysis");
}

#[test]
fn limited_analyses_end_by_themselves() {
    let mut engine = Engine::start(&[]);
    // From here on there are weights to evaluate with.
    engine.told("mollett-eval");
    for limit in ["depth 3", "nodes 1000", "time 0.05", "1 depth 2"] {
        let reply = engine.ask(&format!("analyze {limit}"));
        assert!(reply.result().unwrap().contains("info move"), "{limit}");
    }
    engine.told(
        "mollett-position OX-OOXOOOOOOX-O-XXOXXOOXXXXOXOO-OXOXXXOOOOOOXXX-OOOXX--X--XXXXX- X",
    );
    let reply = engine.ask("analyze exact");
    assert!(reply.result().unwrap().contains("bound exact"), "{reply}");
    engine.quit("limits");
}

#[test]
fn a_stop_before_the_search_has_begun_is_not_lost() {
    let mut engine = Engine::start(&[]);
    let mut random = Random(7);
    for round in 0..300 {
        engine.write(b"1 analyze\n2 name\n");
        std::thread::sleep(Duration::from_micros(random.below(3_000) as u64));
        engine.write(b"3 genmove b\n4 stop\n5 clear_board\n");
        for id in 1..=5 {
            let reply = engine.reply(&format!("round {round}"));
            assert_eq!(reply.id().map(RequestId::get), Some(id));
        }
    }
    engine.quit("haste");
}

#[test]
fn commands_written_at_once_are_answered_in_order() {
    let mut engine = Engine::start(&[]);
    engine.told("mollett-option depth 3");
    let mut lines = String::new();
    for id in 0..500 {
        let command = match id % 5 {
            0 => "clear_board",
            1 => "genmove b",
            2 => "genmove w",
            3 => "showboard",
            _ => "undo",
        };
        lines.push_str(&format!("{id} {command}\n"));
    }
    engine.write(lines.as_bytes());
    for id in 0..500 {
        let reply = engine.reply("at once");
        assert_eq!(reply.id().map(RequestId::get), Some(id));
        assert!(reply.result().is_ok(), "{reply}");
    }
    engine.quit("at once");
}

/// A game of the engine with itself to this depth, one reply a line.
fn own_game(rules: &str, depth: u32) -> String {
    let mut engine = Engine::start(&["--rules", rules]);
    engine.told(&format!("mollett-option depth {depth}"));
    let mut game = String::new();
    while !engine.told("mollett-legal_moves").is_empty() {
        let side = engine.told("gogui-rules_side_to_move");
        let hint = engine.told("mollett-hint 2");
        let played = engine.told(&format!("genmove {side}"));
        game.push_str(&format!("{hint}\n{side} {played}\n"));
    }
    game.push_str(&engine.told("final_score"));
    engine.quit("own game");
    game
}

#[test]
fn the_same_commands_bring_the_same_answers() {
    for rules in ["othello", "classic"] {
        assert_eq!(own_game(rules, 5), own_game(rules, 5));
    }
}

#[test]
fn the_move_that_is_played_is_the_one_that_analysis_shows() {
    let mut random = Random(11);
    for _ in 0..20 {
        // A position of its own for each: random play from the start.
        let mut engine = Engine::start(&[]);
        engine.told("mollett-option depth 5");
        for _ in 0..random.below(50) {
            let legal = engine.told("mollett-legal_moves");
            let words: Vec<&str> = legal.split(' ').collect();
            let played = *random.pick(&words);
            if !played.is_empty() {
                let side = engine.told("gogui-rules_side_to_move");
                engine.told(&format!("play {side} {played}"));
            }
        }
        let position = engine.told("mollett-position");
        let side = engine.told("gogui-rules_side_to_move");
        let played = engine.told(&format!("genmove {side}"));
        let mut other = Engine::start(&[]);
        other.told("mollett-option analyze_moves 1");
        other.told(&format!("mollett-position {position}"));
        let analysis = other.told("analyze depth 5");
        let last = analysis.lines().last().unwrap_or_default();
        let shown = last.split(' ').nth(2).unwrap_or("pass");
        assert_eq!(shown, played, "{position}: {last}");
    }
}
