//! The table as a user meets it: every row, every form, every complaint.

use super::*;
use crate::grammar::{Line, parse_line};
use std::collections::HashSet;

fn error(line: &str) -> String {
    match parse_line(line.as_bytes()) {
        Line::Bad { error, .. } => error.to_string(),
        other => panic!("{line}: {other:?}"),
    }
}

fn reads(line: &str, printed: &str) {
    match parse_line(line.as_bytes()) {
        Line::Request(request) => assert_eq!(request.to_string(), printed),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn every_row_is_dispatched_by_its_own_name() {
    let mut names = HashSet::new();
    for spec in SPECS {
        assert!(names.insert(spec.name), "{} twice", spec.name);
        assert!(std::ptr::eq(find_spec(spec.name).unwrap(), spec));
        assert_eq!(spec.usage.split(' ').next(), Some(spec.name));
        let plain = |b: u8| b.is_ascii_lowercase() || b == b'_' || b == b'-';
        assert!(spec.name.bytes().all(plain), "{}", spec.name);
        match parse_line(spec.name.as_bytes()) {
            Line::Request(request) => assert_eq!(request.command.name(), spec.name),
            Line::Bad {
                error: ParseError::MissingArgument { usage, .. },
                ..
            } => assert_eq!(usage, spec.usage),
            other => panic!("{}: {other:?}", spec.name),
        }
    }
}

#[test]
fn the_commands_gtp_requires_are_there() {
    for name in [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
    ] {
        assert!(find_spec(name).is_some(), "{name}");
    }
    assert!(find_spec("nonsense_xyz").is_none());
}

#[test]
fn an_error_names_the_whole_bad_word_and_the_usage() {
    for (line, message) in [
        (
            "play b i9",
            "'i9' is not a move (a1 to h8, or pass); usage: play COLOR MOVE",
        ),
        (
            "play x f5",
            "'x' is not a colour (black or white); usage: play COLOR MOVE",
        ),
        (
            "play b",
            "missing a move (a1 to h8, or pass); usage: play COLOR MOVE",
        ),
        (
            "play",
            "missing a colour (black or white); usage: play COLOR MOVE",
        ),
        (
            "play b f5 extra",
            "unexpected 'extra'; usage: play COLOR MOVE",
        ),
        (
            "genmove",
            "missing a colour (black or white); usage: genmove COLOR",
        ),
        ("name 7", "unexpected '7'; usage: name"),
        ("boardsize", "missing a board size; usage: boardsize 8"),
        (
            "boardsize abc",
            "'abc' is not a board size; usage: boardsize 8",
        ),
        (
            "boardsize -8",
            "'-8' is not a board size; usage: boardsize 8",
        ),
        (
            "komi x",
            "'x' is not a number of points; usage: komi POINTS",
        ),
        (
            "komi inf",
            "'inf' is not a number of points; usage: komi POINTS",
        ),
        (
            "time_settings 1",
            "missing a period in seconds; usage: time_settings MAIN PERIOD MOVES",
        ),
        (
            "time_left b 1e9 0",
            "'1e9' is not a time in seconds; usage: time_left COLOR SECONDS MOVES",
        ),
        (
            "gogui-play_sequence b d3 w",
            "missing a move (a1 to h8, or pass); usage: gogui-play_sequence [COLOR MOVE]...",
        ),
        (
            "gogui-setup b d3 w pass",
            "'pass' is not a square (a1 to h8); usage: gogui-setup [COLOR SQUARE]...",
        ),
        (
            "mollett-rules reversi",
            "'reversi' is not a game (othello or classic); usage: mollett-rules [othello | classic]",
        ),
        (
            "mollett-hint 0",
            "'0' is not a number of moves from 1; usage: mollett-hint N",
        ),
        (
            "mollett-position --- X",
            "'---' is not 64 cells (X black, O white, - empty); \
             usage: mollett-position [CELLS SIDE [BLACK/WHITE]]",
        ),
        (
            "kgs-time_settings fischer 3",
            "'fischer' is not a kind of clock (none, absolute, byoyomi or canadian); \
             usage: kgs-time_settings none | absolute MAIN | byoyomi MAIN PERIOD COUNT | \
             canadian MAIN PERIOD MOVES",
        ),
    ] {
        assert_eq!(error(line), format!("syntax error: {message}"));
    }
}

#[test]
fn the_errors_of_an_analysis_name_the_word_at_fault() {
    let usage = "usage: analyze [COLOR] [CENTISECONDS] \
                 [depth N | nodes N | time SECONDS | exact | wld]";
    for (line, message) in [
        ("analyze q", "unexpected 'q'"),
        ("analyze 10 b", "unexpected 'b'"),
        ("analyze b 10 depth", "missing a depth from 1"),
        ("analyze b 10 depth 0", "'0' is not a depth from 1"),
        ("analyze nodes -5", "'-5' is not a number of nodes from 1"),
        ("analyze time soon", "'soon' is not a time in seconds"),
        ("analyze exact depth 3", "unexpected 'depth'"),
        ("analyze interval", "missing a number of centiseconds"),
        ("analyze ownership true", "unexpected 'ownership'"),
    ] {
        assert_eq!(error(line), format!("syntax error: {message}; {usage}"));
    }
}

#[test]
fn an_analysis_is_read_in_all_its_forms_and_spellings() {
    for spelling in ["", "lz-", "kata-"] {
        for verb in ["analyze", "genmove_analyze"] {
            for arguments in [
                "",
                " black",
                " 50",
                " white 50 exact",
                " depth 12",
                " 1 nodes 100000",
                " black time 0.5",
            ] {
                let line = format!("{spelling}{verb}{arguments}");
                reads(&line, &line);
            }
        }
    }
    reads("analyze B interval 10", "analyze black 10");
    reads(
        "kata-analyze b 10 ownership true depth 3 rootInfo true",
        "kata-analyze black 10 depth 3",
    );
    reads("analyze 99999999999999999999999", "analyze 100000000000");
}

#[test]
fn optional_arguments_may_be_left_out() {
    reads("gg-undo", "gg-undo 1");
    reads("gogui-play_sequence", "gogui-play_sequence");
    reads("gogui-setup  ", "gogui-setup");
    reads("gogui-version", "gogui-version");
    reads("gogui-version 1.6.0", "gogui-version 1.6.0");
    reads("mollett-position", "mollett-position");
    reads("mollett-rules", "mollett-rules");
    reads("mollett-rules ClassicReversi", "mollett-rules classic");
    reads("mollett-option", "mollett-option");
    reads(
        "mollett-option  log_file  a  b ",
        "mollett-option log_file a  b",
    );
}

#[test]
fn numbers_too_large_are_read_as_the_largest() {
    reads("boardsize 99999999999999999999999", "boardsize 4294967295");
    reads("time_left b 99999999999 0", "time_left black 1000000000 0");
    reads("time_left b -1 0", "time_left black 0 0");
    reads("komi -0", "komi 0");
    reads(&format!("komi {}", "9".repeat(500)), "komi 1000000000");
    reads(
        "analyze nodes 99999999999999999999999",
        "analyze nodes 18446744073709551615",
    );
}

#[test]
fn the_clock_of_kgs_is_read_in_all_its_forms() {
    for arguments in [
        "none",
        "absolute 600",
        "byoyomi 600 30 5",
        "canadian 600 300.5 25",
    ] {
        let line = format!("kgs-time_settings {arguments}");
        reads(&line, &line);
    }
    reads("kgs-time_settings NONE", "kgs-time_settings none");
    assert!(error("kgs-time_settings").contains("missing a kind of clock"));
    assert!(error("kgs-time_settings none 3").contains("unexpected '3'"));
}
