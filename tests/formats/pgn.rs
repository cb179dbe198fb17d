//! PGN-like files.

use crate::text;
use mollett::formats::pgn::{left_out, read, write};
use mollett::formats::{Ending, GameRecord, sgf, transcript};
use mollett_protocol::{Color, Move, RuleSet};
use std::time::Duration;

fn fault(text: &str) -> String {
    read(text, None).unwrap_err().to_string()
}

fn game(text: &str) -> GameRecord {
    read(text, None)
        .unwrap_or_else(|fault| panic!("{fault}"))
        .remove(0)
}

#[test]
fn files_of_edax_are_read() {
    let pass = game(&text("edax_pass.pgn"));
    assert_eq!(pass.plies[8].played, Move::Pass);
    assert_eq!((pass.plies.len(), pass.outcome), (10, None));
    assert_eq!(
        (pass.date.as_str(), pass.black.name.as_str()),
        ("2026.??.??", "")
    );
    let set_up = game(&text("edax_setup.pgn"));
    let sgf = sgf::read(&text("edax_setup.sgf"), None).unwrap().remove(0);
    assert_eq!(set_up.start, sgf.start);
    let finished = game(&text("edax_finished.pgn"));
    assert_eq!(finished.outcome.unwrap().winner, Some(Color::White));
}

#[test]
fn comments_variations_and_several_games_are_read() {
    let text = "[Event \"A \\\"B\\\"\"]\n[White \"x\"]\n[Result \"38-26\"]\n\n{begin} 1. f5! $2 d6 \
        {[%eval -1.5][%emt 0:01:02.5] good} (1... f4 2. e3 (2. d3) f6) 2. c3 ; to the end\n\
        * \n\n[Event \"second\"]\n\n1.d3 c5 0-1\n";
    let games = read(text, None).unwrap();
    let first = &games[0];
    assert_eq!(
        (first.event.as_str(), first.comment.as_str()),
        ("A \"B\"", "begin")
    );
    assert_eq!(first.transcript(), "f5d6c3");
    let note = first.plies[1].note.as_ref().unwrap();
    assert_eq!(note.eval, Some(1.5));
    assert_eq!(note.time, Some(Duration::from_millis(62_500)));
    assert_eq!(note.comment, "good");
    assert_eq!(first.plies[2].note.as_ref().unwrap().comment, "to the end");
    let line = &first.variations[0];
    assert_eq!((line.after, line.plies.len()), (1, 3));
    assert_eq!(
        (line.variations[0].after, line.variations[0].plies.len()),
        (1, 1)
    );
    assert_eq!(first.outcome.unwrap().score(), Some(12.0));
    assert_eq!(games[1].event, "second");
    let outcome = games[1].outcome.unwrap();
    assert_eq!((outcome.winner, outcome.margin), (Some(Color::White), None));
}

#[test]
fn every_game_reads_back_as_it_is_written() {
    let text = "[Event \"A \\\"B\\\"\"]\n[Black \"y\"]\n[BlackElo \"1720\"]\n[TimeControl \"300+5\"]\n\
        [Result \"1-0\"]\n[Score \"+12.5\"]\n[Termination \"time forfeit\"]\n[Round \"2\"]\n[Odd \"\\\\\"]\n\n\
        {begin} 1. f5 d6 {[%eval -1.50] [%emt 0:01:02.500] good} (1... f4 2. e3 (2. d3) 2... f6) 2. c3 *";
    let first = game(text);
    assert_eq!(first.outcome.unwrap().ending, Ending::Time);
    assert_eq!(game(&write(&first)), first);
    let set_up = game(&self::text("edax_setup.pgn"));
    assert_eq!(game(&write(&set_up)).start, set_up.start);
    let long = transcript::read(self::text("t01_mixed.txt").lines().nth(5).unwrap(), None);
    let long = long.unwrap().remove(0);
    let written = write(&long);
    assert!(written.lines().all(|line| line.len() <= 80), "{written}");
    assert_eq!(game(&written), long);
}

#[test]
fn a_variation_has_to_take_the_place_of_a_move() {
    let text = "(;GM[2];B[fe](;W[df])(;W[fd](;B[cc])(;B[dc])))";
    let mut game = sgf::read(text, None).unwrap().remove(0);
    assert_eq!(left_out(&game), 0);
    assert_eq!(self::game(&write(&game)).variations, game.variations);
    // Where the game ends before them, they go with all that leaves them.
    game.plies.truncate(1);
    assert_eq!(left_out(&game), 2);
    assert_eq!(self::game(&write(&game)).variations, []);
}

#[test]
fn classic_games_keep_rules_and_supplies() {
    let classic = transcript::read("d4e4d5e5", None).unwrap().remove(0);
    assert_eq!(game(&write(&classic)), classic);
    let set_up = "(;GM[2]RU[classic]AB[dd][ee]AW[ed][de]PL[W]DS[28/32];W[cd])";
    let set_up = sgf::read(set_up, None).unwrap().remove(0);
    assert_eq!(set_up.rules(), RuleSet::Classic);
    assert_eq!(game(&write(&set_up)), set_up);
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (text, message) in [
        (
            "[Event \"a\"]\n1. f5 d7",
            "line 2, column 7: move 2: illegal move: d7 turns no disc",
        ),
        (
            "[Event a]\n",
            "line 1, column 1: '[Event a]' is not a tag ([Name \"value\"])",
        ),
        (
            "[FEN \"8/8 b\"]\n",
            "line 1, column 7: '8/8 b' is not a FEN (8 rows of p, P and digits, row 8 first, then b or w)",
        ),
        (
            "[Variant \"chess\"]\n",
            "line 1, column 11: 'chess' is not a game (Othello or ClassicReversi)",
        ),
        (
            "1. f5 Nf3",
            "line 1, column 7: 'Nf3' is not a move (a1 to h8, or pass)",
        ),
        (
            "1. f5 {open",
            "line 1, column 7: the text ends inside a comment ('}' is missing)",
        ),
        ("1. f5 (f4", "line 1, column 8: 'f4' is not a move"),
        (
            "1. f5 d6 (f4",
            "line 1, column 13: the text ends inside a variation (')' is missing)",
        ),
        (
            "1. f5 )",
            "line 1, column 7: ')' is not closing any variation",
        ),
        (
            "(f5)",
            "line 1, column 1: '(' is not a variation of a move before it",
        ),
        ("  ", "line 1, column 1: no PGN game in it"),
    ] {
        if text == "1. f5 (f4" {
            assert!(fault(text).starts_with("line 1, column 8: move 1: illegal move"));
        } else {
            assert_eq!(fault(text), message);
        }
    }
}
