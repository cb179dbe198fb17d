//! Whole conversations in one process, and the events that no client can cause.

use super::*;
use crate::engine::event::Outcome;
use crate::engine::{Door, run};
use crate::eval::Score;
use crate::search::{Bound, Kind, Selectivity};
use std::io::Cursor;
use std::time::Duration;

/// The output of a conversation, and how it ended.
fn converse(input: &str) -> (String, Exit) {
    let mut output = Vec::new();
    let input = Cursor::new(input.to_owned());
    let exit = run(
        input,
        &mut output,
        Door::Gtp,
        RuleSet::Othello,
        Options::default(),
    )
    .unwrap();
    (String::from_utf8(output).unwrap(), exit)
}

/// The replies to some lines.
fn replies(input: &str) -> Vec<String> {
    let (output, exit) = converse(input);
    assert_eq!(exit, Exit::Asked);
    let replies = output.strip_suffix("\n\n").unwrap().split("\n\n");
    replies.map(|reply| reply.trim_end().to_owned()).collect()
}

/// A controller to which these events happen, its output, and how it ended.
fn happen(events: Vec<Event>) -> (String, Exit) {
    let (sender, receiver) = crossbeam_channel::unbounded();
    let mut output = Vec::new();
    for event in events {
        sender.send(event).unwrap();
    }
    let backlog = Arc::new(Backlog::default());
    let options = Options::default();
    let controller = Controller::new(
        Door::Gtp,
        RuleSet::Othello,
        options,
        &mut output,
        sender,
        receiver,
        backlog,
    );
    let exit = controller.run();
    (String::from_utf8(output).unwrap(), exit)
}

fn line(text: &str) -> Event {
    Event::Line(text.as_bytes().to_vec(), Instant::now())
}

#[test]
fn replies_keep_the_order_and_the_ids_of_their_requests() {
    assert_eq!(
        replies("1 name\n\n# remark\n2 reg_genmove x\nmollett-perft 5\n3 foo\nquit\n4 name\n"),
        [
            "=1 mollett",
            "?2 syntax error: 'x' is not a colour (black or white); usage: reg_genmove COLOR",
            "= 1396",
            "?3 unknown command",
            "=",
        ]
    );
}

#[test]
fn a_failing_worker_is_one_failed_reply_and_the_end() {
    let events = vec![line("7 genmove b"), line("8 name"), Event::WorkerLost];
    let (output, exit) = happen(events);
    assert_eq!(output, "?7 the search has failed; the engine exits\n\n");
    assert_eq!(exit, Exit::WorkerLost);
    let (output, exit) = happen(vec![line("7 analyze"), Event::WorkerLost]);
    assert_eq!(output, "=7\n\n");
    assert_eq!(exit, Exit::WorkerLost);
}

#[test]
fn what_is_said_about_another_search_is_not_heard() {
    let report = Report {
        lines: vec![crate::search::Line {
            set_up: None,
            moves: vec!["a1".parse().unwrap()],
            score: Score(0),
            bound: Bound::Value,
            kind: Kind::Exact,
            depth: 1,
            selectivity: Selectivity::EXACT,
        }],
        depth: 1,
        selectivity: Selectivity::EXACT,
        nodes: 1,
        elapsed: Duration::ZERO,
    };
    let stale = SearchId(99);
    let events = vec![
        Event::Report(stale, report.clone()),
        line("1 analyze depth 2"),
        Event::Report(stale, report.clone()),
        Event::Finished(stale, Outcome::Search(report)),
        Event::EndOfInput,
    ];
    let (output, exit) = happen(events);
    assert!(output.starts_with("=1\ninfo move ") && !output.contains("a1"));
    assert_eq!(exit, Exit::Asked);
}

#[test]
fn the_engine_ends_when_nobody_can_be_told_anything() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let input = Cursor::new("name\nanalyze\n");
    let exit = run(input, Full, Door::Gtp, RuleSet::Othello, Options::default()).unwrap();
    assert_eq!(exit, Exit::OutputLost);
    let (output, exit) = happen(vec![line("mollett-perft 40"), Event::OutputLost]);
    assert_eq!((output.as_str(), exit), ("", Exit::OutputLost));
}

#[test]
fn a_failed_command_changes_nothing() {
    let before = "gogui-play_sequence b f5 w d6\n";
    for bad in [
        "play b d6",
        "play w c3",
        "play b pass",
        "gogui-play_sequence b c3 w a1",
        "gg-undo 3",
        "genmove w",
        "analyze w",
        "mollett-option threads 0",
        "mollett-position -- X",
        "boardsize 10",
    ] {
        let ask = "mollett-position\nmollett-transcript\nmollett-option threads\n";
        let replies = replies(&format!("{before}{bad}\n{ask}"));
        assert!(replies[1].starts_with("? "), "{bad}: {replies:?}");
        assert_eq!(replies[3], "= f5d6", "{bad}");
        assert_eq!(replies[4], "= 1", "{bad}");
        assert!(replies[2].ends_with(" X"), "{bad}");
    }
}

#[test]
fn a_move_that_need_not_be_searched_is_played_at_once() {
    let pass = "gogui-play_sequence b c4 w c3 b f5 w b4 b a4 w a5 b b2 w a3\n";
    assert_eq!(
        replies(&format!("{pass}genmove b\nundo\ngenmove w\nundo\nundo\n"))[1],
        "= pass"
    );
    let only = "mollett-position ----------------------------------OX---------------------------- b\n\
                reg_genmove w\nreg_genmove b\ngenmove_analyze b\n";
    let replies = replies(only);
    assert_eq!(replies[1], "? illegal move: white is not to move");
    assert_eq!(replies[2], "= b5");
    assert!(replies[3].ends_with("\nplay b5"), "{replies:?}");
}

#[test]
fn a_move_for_the_other_side_implies_a_forced_pass() {
    let pass = "gogui-play_sequence b c4 w c3 b f5 w b4 b a4 w a5 b b2 w a3\n";
    let replies = replies(&format!(
        "{pass}mollett-option depth 2\ngenmove w\nundo\ngogui-rules_side_to_move\n"
    ));
    assert!(replies[2].starts_with("= ") && replies[2] != "= pass");
    assert_eq!(replies[4], "= black");
}

#[test]
fn scores_of_classic_games_are_discs_unless_the_option_says_otherwise() {
    let over = "mollett-rules classic\n\
                mollett-position XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX--- X\n";
    let ask = "final_score\nmollett-option classic_score empties_to_winner\nfinal_score\n";
    let replies = replies(&format!("{over}{ask}"));
    assert_eq!(
        (replies[2].as_str(), replies[4].as_str()),
        ("= B+61", "= B+64")
    );
}
