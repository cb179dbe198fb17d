//! GGF of game servers and of NBoard.

use crate::text;
use mollett::formats::ggf::{read, write};
use mollett::formats::{Ending, GameRecord, load};
use mollett_protocol::{Color, RuleSet};
use std::time::Duration;

fn games(name: &str) -> Vec<GameRecord> {
    read(&text(name), None).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

fn fault(text: &str) -> String {
    read(text, None).unwrap_err().to_string()
}

#[test]
fn evaluations_times_and_passes_are_read() {
    let game = games("g01_eval_time_pass.ggf").remove(0);
    assert_eq!(game.transcript(), "c4e3f4g5f2d2f6c5b6e7h6h4g7d8c1");
    assert_eq!(game.plies.len(), 17);
    assert_eq!(game.replay().unwrap().count().score(true), 60);
    assert_eq!(game.outcome.unwrap().score(), Some(60.0));
    let note = |ply: usize| {
        let note = game.plies[ply].note.clone().unwrap_or_default();
        (note.eval, note.time)
    };
    assert_eq!(note(0), (None, None));
    assert_eq!(note(1), (Some(1.5), None));
    assert_eq!(note(2), (None, Some(Duration::from_millis(2449))));
    assert_eq!(note(3), (Some(-3.0), Some(Duration::from_millis(100))));
    assert_eq!(games("g02_lower_case_pass.ggf"), [game]);
}

#[test]
fn resignation_and_time_are_kept() {
    let outcomes: Vec<_> = games("g03_resign_timeout.ggf")
        .iter()
        .map(|game| game.outcome.unwrap())
        .map(|outcome| (outcome.score().unwrap(), outcome.ending))
        .collect();
    assert_eq!(
        outcomes,
        [
            (64.0, Ending::Played),
            (-12.0, Ending::Resigned),
            (64.0, Ending::Time)
        ]
    );
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    assert_eq!(
        fault(&text("g04_size10.ggf")),
        "line 1, column 51: a 10x10 board; only 8x8 is known"
    );
    assert_eq!(
        fault(&text("g05_truncated.ggf")),
        "line 1, column 196: the text ends inside a value (']' is missing)"
    );
    for (text, message) in [
        (
            "(;GM[Reversi])",
            "line 1, column 6: 'Reversi' is not a game (Othello or ClassicReversi)",
        ),
        (
            "(;GM[Othello]B[F5/x])",
            "line 1, column 19: 'x' is not an evaluation in discs (-1.63)",
        ),
        (
            "(;GM[Othello]B[F5//-2])",
            "line 1, column 20: '-2' is not a time in seconds (0.01)",
        ),
        (
            "(;GM[Othello]B[F9])",
            "line 1, column 16: 'F9' is not a move (A1 to H8, or PA)",
        ),
        (
            "(;GM[Othello]B[PA])",
            "line 1, column 16: move 1: illegal move: pass is only for a side without a move",
        ),
        (
            "(;GM[Othello]RE[won])",
            "line 1, column 17: 'won' is not a result (+4.000, -12:r, ?)",
        ),
        (
            "(;GM[Othello]BO[8 --- *])",
            "line 1, column 19: a board has 64 cells, not 4",
        ),
        (
            "(;GM[Othello]BO[eight])",
            "line 1, column 17: 'eight' is not a board (8, 64 cells, side to move)",
        ),
        ("nothing", "line 1, column 1: no GGF game in it"),
    ] {
        assert_eq!(fault(text), message);
    }
}

#[test]
fn servers_and_nboard_would_write_the_same() {
    let file = text("servers.ggf");
    let mut seen = 0;
    for line in file.lines() {
        let games = read(line, None).unwrap();
        let again: String = games
            .iter()
            .map(write)
            .map(|game| game.trim_end().to_owned())
            .collect();
        assert_eq!(again, line);
        seen += games.len();
    }
    assert_eq!(seen, 6);
}

#[test]
fn files_of_edax_are_read() {
    assert_eq!(games("edax_pass.ggf")[0].plies.len(), 10);
    let set_up = games("edax_setup.ggf").remove(0);
    assert_eq!((set_up.start.1, set_up.outcome), (Color::White, None));
}

#[test]
fn classic_games_keep_their_supplies() {
    let text = "(;GM[ClassicReversi]PB[a]PW[b]RE[?]B[D4]W[E4];)";
    let game = read(text, None).unwrap().remove(0);
    assert_eq!(game.rules(), RuleSet::Classic);
    assert_eq!(read(&write(&game), None).unwrap(), [game]);
    let cells = "---------------------------O*------*O---------------------------";
    let text = format!("(;GM[ClassicReversi]BO[8 {cells} O]DS[28/32]W[F4])");
    let game = read(&text, None).unwrap().remove(0);
    assert_eq!(game.start.0.supplies(Color::White), Some((28, 32)));
    assert_eq!(read(&write(&game), None).unwrap()[0].start, game.start);
    assert_eq!(
        fault(&text.replace("28/32", "28/31")),
        "line 1, column 96: supplies 28/31 must add up to the 60 empty squares"
    );
}

#[test]
fn the_sample_of_a_server_reads_back_as_it_is_written() {
    let Some(folder) = std::env::var_os("MOLLETT_GAMES") else {
        println!("skipped: MOLLETT_GAMES names no folder of games");
        return;
    };
    let bytes = load(&std::path::Path::new(&folder).join("sample.ggf")).unwrap();
    let games = read(&mollett::formats::decode(&bytes), None).unwrap();
    println!("{} games", games.len());
    let text: String = games.iter().map(write).collect();
    assert_eq!(read(&text, None).unwrap(), games);
    for game in &games {
        let last = game.replay().unwrap();
        assert!(last.is_over());
        assert_eq!(
            game.outcome.unwrap().score(),
            Some(last.count().score(true).into())
        );
    }
}
