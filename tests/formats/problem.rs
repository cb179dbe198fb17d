//! Problem files: OBF, position text, transcripts.

use crate::text;
use mollett::board::AnyPosition;
use mollett::formats::problem::{read, read_all, write};
use mollett_protocol::{Color, Move, RuleSet};

const START: &str = "---------------------------OX------XO---------------------------";

fn fault(line: &str) -> String {
    read_all(line, None).unwrap_err().to_string()
}

#[test]
fn hints_are_read_with_their_signs() {
    let problems = read_all(&text("o01_plain.obf"), None).unwrap();
    let hints: Vec<String> = problems
        .iter()
        .map(|problem| format!("{} {}", problem.hints[0].played, problem.hints[0].score))
        .collect();
    assert_eq!(hints, ["c1 2", "c8 0"]);
    assert_eq!(problems[0].hints[1].score, -12);
    assert_eq!(problems[1].best(), Some(0));
}

#[test]
fn windows_line_ends_empty_lines_and_no_hints_are_fine() {
    let problems = read_all(&text("o02_no_hints_crlf.obf"), None).unwrap();
    let seen: Vec<_> = problems
        .iter()
        .map(|problem| (problem.line, problem.side, problem.hints.len()))
        .collect();
    assert_eq!(seen, [(1, Color::Black, 0), (3, Color::White, 0)]);
    let plain = read_all(&text("o01_plain.obf"), None).unwrap();
    assert_eq!(problems[0].position, plain[0].position);
}

#[test]
fn comments_and_the_closing_mark_are_no_hints() {
    let file = format!("% a comment\n{START} X; f5:+0; c4:-2; --:-127; % end\n# more\n\n");
    let problems = read_all(&file, None).unwrap();
    assert_eq!((problems.len(), problems[0].hints.len()), (1, 2));
}

#[test]
fn supplies_make_a_classic_problem() {
    let position = |line: &str, rules| read_all(line, rules).unwrap()[0].position;
    let classic = position(&format!("{START} O 31/29"), None);
    assert_eq!(classic.rules(), RuleSet::Classic);
    assert_eq!(classic.supplies(Color::White), Some((31, 29)));
    let shared = position(&format!("{START} X"), Some(RuleSet::Classic));
    assert_eq!(shared.supplies(Color::Black), Some((30, 30)));
    let rows: Vec<&str> = (0..8).map(|row| &START[row * 8..row * 8 + 8]).collect();
    let spaced = position(&(rows.join(" ").replace('X', "*") + " *"), None);
    assert_eq!(spaced, AnyPosition::start(RuleSet::Othello));
}

#[test]
fn transcripts_lead_to_their_last_position() {
    let problems = read_all("1. f5 d6 2. c3\nd4e4d5e5\n", None).unwrap();
    assert_eq!(problems[0].side, Color::White);
    assert_eq!(problems[0].position.empties(), 57);
    assert_eq!(problems[1].position.rules(), RuleSet::Classic);
    assert_eq!(problems[1].position.supplies(Color::Black), Some((30, 30)));
    let after = read_all(&format!("{START} X f5d6; c3:+0;"), None).unwrap();
    assert_eq!(
        (after[0].position.empties(), after[0].best()),
        (58, Some(0))
    );
}

#[test]
fn a_pass_problem_keeps_its_hint() {
    let cells = "-X---X-O--XXXXXO--XXXXXX-XXXXOXXXXXOXXXXOOOXOXOOOOXOXOOOXXXXXXXX";
    let problems = read_all(&format!("{cells} X; ps:-18;"), None).unwrap();
    assert_eq!(problems[0].hints[0].played, Move::Pass);
    assert_eq!(write(&problems[0]), format!("{cells} X; PS:-18;\n"));
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let start = format!("{START} X");
    for (line, message) in [
        (
            format!("\n{start}; f5:+4; i9:2;"),
            "line 2, column 76: 'i9:2' is not a hint (MOVE:SCORE, such as f5:+4)",
        ),
        (
            format!("{start}; a1:+4;"),
            "line 1, column 69: 'a1' is not a legal move of this position",
        ),
        (
            format!("{start}; f5:+65;"),
            "line 1, column 69: '+65' is not a score in discs (-64 to +64)",
        ),
        (
            format!("{start}; f5:+4; F5:+2;"),
            "line 1, column 76: 'F5:+2' is not a hint for another move",
        ),
        (
            format!("{start}; --:-127; f5:+2;"),
            "line 1, column 78: 'f5:+2' is not the end of the line (--:-127 closes a list)",
        ),
        (
            START.into(),
            "line 1, column 65: '' is not a side to move (X or O)",
        ),
        (
            format!("{START}- X"),
            "line 1, column 1: a board has 64 cells, not 65",
        ),
        (
            "--XO X".into(),
            "line 1, column 1: a board has 64 cells, not 5",
        ),
        (
            START.replace('O', "7") + " X",
            "line 1, column 28: '7' is not a cell (X * b black, O o w white, - . empty)",
        ),
        (
            format!("{START} X 30/31"),
            "line 1, column 68: supplies 30/31 must add up to the 60 empty squares",
        ),
        (
            format!("{START} X 30/30 zz"),
            "line 1, column 74: 'zz' is not a move (a1 to h8, or pass)",
        ),
        (
            "f5d6\n  f5d6zz".into(),
            "line 2, column 7: 'zz' is not a move (a1 to h8, or pass)",
        ),
        (
            "(;GM[2]".into(),
            "line 1, column 1: '(;GM[2]' is not a position (64 cells and X or O) or moves (f5d6c3)",
        ),
        ("% nothing\n".into(), "line 1, column 1: no position in it"),
    ] {
        assert_eq!(fault(&line), message);
    }
}

#[test]
fn the_iterator_goes_on_after_a_bad_line() {
    let results: Vec<bool> = read("f5\nzz\nf5d6\n", None).map(|r| r.is_ok()).collect();
    assert_eq!(results, [true, false, true]);
}

#[test]
fn every_problem_reads_back_as_it_is_written() {
    let file = text("o01_plain.obf") + &format!("{START} X 28/32; d3:-1;\nf5d6c3\n");
    for problem in read(&file, None) {
        let mut problem = problem.unwrap();
        problem.line = 1;
        assert_eq!(read_all(&write(&problem), None).unwrap(), [problem]);
    }
}

#[test]
fn an_endless_line_is_refused() {
    let message = fault(&"f5".repeat(40_000));
    assert_eq!(
        message,
        "line 1, column 65537: more than 65536 bytes in a line"
    );
}

#[test]
fn whole_collections_are_read() {
    let Some(folder) = std::env::var_os("MOLLETT_POSITIONS") else {
        println!("skipped: MOLLETT_POSITIONS names no folder of problem files");
        return;
    };
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = mollett::formats::load(&path).unwrap();
        let problems = read_all(&mollett::formats::decode(&bytes), None)
            .unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        println!("{}: {} problems", path.display(), problems.len());
    }
}
