//! Formats guessed from content, pasted text, and the way between all formats.

use crate::{bytes, text};
use mollett::formats::{
    Ending, Format, GameRecord, Names, Outcome, Reading, diagram, load, paste, read, transcript,
    write,
};
use mollett_protocol::{Color, RuleSet};
use std::path::Path;

const START: &str = "---------------------------OX------XO---------------------------";

fn reading(bytes: &[u8]) -> Reading {
    read(bytes, None, None, &Names::default()).unwrap()
}

fn converted(games: &[GameRecord], format: Format) -> Vec<GameRecord> {
    let output =
        write(games, format, &mut |_| {}).unwrap_or_else(|fault| panic!("{format}: {fault}"));
    let bare = format == Format::Transcript && games.iter().all(|game| game.plies.is_empty());
    if !bare {
        assert_eq!(Format::guess(&output.bytes), Some(format));
    }
    let beside = |extension: &str, width| {
        let file = output.beside.iter().find(|(name, _)| *name == extension);
        file.map(|(_, bytes)| mollett::formats::wthor::NameList::read(bytes, width).unwrap())
    };
    let names = Names {
        players: beside("JOU", 20),
        tournaments: beside("TRN", 26),
    };
    read(&output.bytes, None, None, &names)
        .unwrap_or_else(|fault| panic!("{format}: {fault}"))
        .games
}

#[test]
fn every_format_shows_itself() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/files");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let format = Format::guess(&load(&path).unwrap());
        let empty = path.ends_with("w06_empty_file.wtb");
        let promised = Format::of_path(&path).filter(|_| !empty);
        assert_eq!(format, promised, "{}", path.display());
        seen += 1;
    }
    assert!(seen > 35);
    for (text, format) in [
        (format!("{START} X"), Some(Format::Obf)),
        (format!("{START} X 30/30 f5d6"), Some(Format::Transcript)),
        (
            "eOthello_game_id,winner,game_moves\n".into(),
            Some(Format::Eothello),
        ),
        ("1,-1,f5d6".into(), Some(Format::Eothello)),
        ("1. f5 {good} d6".into(), Some(Format::Pgn)),
        ("1. f5 d6 1-0".into(), Some(Format::Pgn)),
        ("set game (;GM[Othello]BO[8 -".into(), Some(Format::Ggf)),
        ("% only a comment".into(), None),
        ("Dear Sir,".into(), None),
    ] {
        assert_eq!(Format::guess(text.as_bytes()), format, "{text}");
    }
}

#[test]
fn pasted_text_is_read_as_it_comes() {
    let game = |text: &str| {
        paste(text, None)
            .unwrap_or_else(|fault| panic!("{text}: {fault}"))
            .remove(0)
    };
    for text in [
        "f5d6c3",
        " F5 D6 C3 ",
        "1. f5 d6\n2. c3\n",
        "1. f5 d6\r\n2. c3\r\n",
        "f5\nd6\nc3\n",
        "(;GM[2];B[fe];W[df];B[cc])",
        "some mail\n(;GM[Othello]B[F5]W[D6]B[C3];)\n",
        "[Black \"a\"]\n1. f5 d6 2. c3",
    ] {
        assert_eq!(game(text).transcript(), "f5d6c3", "{text}");
    }
    let games = paste("f5d6c3\nf5d6c4\n", None).unwrap();
    assert_eq!(games.len(), 2);
    let position = game(&format!("{START} O 30/30"));
    assert_eq!(
        (position.rules(), position.start.1),
        (RuleSet::Classic, Color::White)
    );
    assert_eq!(game(&format!("{START} X f5")).plies.len(), 1);
    let fault = paste("1. f5 d6\n2. c3 zz", None).unwrap_err().to_string();
    assert_eq!(
        fault,
        "line 2, column 7: 'zz' is not a move (a1 to h8, or pass)"
    );
    let fault = paste("Dear Sir,", None).unwrap_err().to_string();
    assert_eq!(fault, "line 1, column 1: no game or position in it");
}

#[test]
fn drawn_boards_are_read_in_every_usual_form() {
    let mut last = transcript::read("f5d6c3", None).unwrap()[0]
        .replay()
        .unwrap();
    last.play(Color::White, "d3".parse().unwrap()).unwrap();
    let rows = |cells: [char; 3]| -> Vec<String> {
        let cells: Vec<char> = last.position().cells(last.side(), cells).chars().collect();
        cells.chunks(8).map(|row| row.iter().collect()).collect()
    };
    let spaced = |row: &str| row.chars().map(|c| format!("{c} ")).collect::<String>();
    let plain = rows(['x', 'o', '.']).join("\n") + "\n\nblack\n";
    let own = diagram::write(last.position(), last.side());
    let server: String = rows(['*', 'O', '-'])
        .iter()
        .enumerate()
        .map(|(index, row)| format!("| {0} {1}{0}\n", index + 1, spaced(row)))
        .collect();
    let server = format!("|   A B C D E F G H\n{server}|   A B C D E F G H\n|\n|* to move\n");
    let from_bottom: String = rows(['b', 'w', '-'])
        .iter()
        .enumerate()
        .rev()
        .map(|(index, row)| format!("{} {}\n---------\n", index + 1, spaced(row)))
        .collect();
    let from_bottom = format!("--------\n{from_bottom}  a b c d e f g h\nBlack's turn");
    let beside: String = rows(['●', '○', '·'])
        .iter()
        .enumerate()
        .map(|(index, row)| {
            let note = if index == 3 { "  * to move" } else { "" };
            format!("{0} {1}{0}{note}\n", index + 1, spaced(row))
        })
        .collect();
    for text in [plain, own, server, from_bottom, beside] {
        let game = paste(&text, None)
            .unwrap_or_else(|fault| panic!("{text}\n{fault}"))
            .remove(0);
        assert_eq!(game.start, (*last.position(), last.side()), "{text}");
        let more = paste(&(text.clone() + "\n1. c4 b3\n"), None);
        assert_eq!(more.unwrap()[0].transcript(), "c4b3", "{text}");
        let bad = paste(&(text.clone() + "\nc4 c4\n"), None)
            .unwrap_err()
            .to_string();
        assert!(
            bad.ends_with("move 2: illegal move: c4 is not empty"),
            "{bad}"
        );
    }
    let classic = GameRecord::new(
        mollett::board::AnyPosition::start(RuleSet::Classic),
        Color::Black,
    );
    let drawn = diagram::write(&classic.start.0, Color::Black);
    assert_eq!(diagram::read(&drawn, None).unwrap(), classic);
}

/// What survives in a format that keeps moves alone.
fn moves(games: &[GameRecord]) -> Vec<String> {
    games
        .iter()
        .map(|game| {
            let (position, side) = game.start;
            format!("{} {}", position.text(side), game.transcript())
        })
        .collect()
}

#[test]
fn games_go_from_every_format_to_every_other() {
    let games: Vec<GameRecord> = [
        "w01_six_games.wtb",
        "g03_resign_timeout.ggf",
        "s03_collection.sgf",
    ]
    .iter()
    .flat_map(|name| reading(&bytes(name)).games)
    .collect();
    assert_eq!(games.len(), 12);
    for first in Format::ALL {
        if matches!(first, Format::Obf | Format::Diagram) {
            continue;
        }
        let once = converted(&games, first);
        assert_eq!(moves(&once), moves(&games), "{first}");
        for second in Format::ALL {
            if matches!(second, Format::Obf | Format::Diagram) {
                continue;
            }
            assert_eq!(
                moves(&converted(&once, second)),
                moves(&games),
                "{first} {second}"
            );
        }
    }
    for format in [Format::Sgf, Format::Ggf, Format::Pgn] {
        same(&converted(&games, format), &games, format);
    }
}

#[test]
fn a_game_broken_off_stays_marked_in_every_format_that_can() {
    let mut level = reading(&bytes("w01_six_games.wtb")).games.remove(5);
    level.event.clear();
    let mut ahead = level.clone();
    ahead.outcome = Some(Outcome::of_score(64.0, Ending::Unfinished));
    assert_eq!(
        level.outcome,
        Some(Outcome::of_score(0.0, Ending::Unfinished))
    );
    for (game, format, marks) in [
        (&level, Format::Ggf, "RE[+0.000:l]"),
        (&ahead, Format::Ggf, "RE[+64.000:l]"),
        (&level, Format::Sgf, "RE[Void]MA[0]EN[unfinished]"),
        (&ahead, Format::Sgf, "RE[B+64]EN[unfinished]"),
        (
            &level,
            Format::Pgn,
            "[Result \"*\"]\n[Score \"+0\"]\n[Termination \"unterminated\"]\n",
        ),
        (
            &ahead,
            Format::Pgn,
            "[Result \"1-0\"]\n[Score \"+64\"]\n[Termination \"unterminated\"]\n",
        ),
    ] {
        let games = std::slice::from_ref(game);
        let output = write(games, format, &mut |_| {}).unwrap();
        let text = String::from_utf8(output.bytes).unwrap();
        assert!(text.contains(marks), "{marks} in {text}");
        same(&converted(games, format), games, format);
    }
}

/// Compares game by game, so that a failure stays readable.
fn same(again: &[GameRecord], games: &[GameRecord], format: Format) {
    assert_eq!(again.len(), games.len(), "{format}");
    for (again, game) in again.iter().zip(games) {
        assert_eq!(again, game, "{format}");
    }
}

#[test]
fn positions_go_from_every_format_to_every_other() {
    let text = text("o01_plain.obf") + &format!("{START} O 28/32; f4:+1;\n");
    let games = reading(text.as_bytes()).games;
    for first in [Format::Obf, Format::Sgf, Format::Ggf, Format::Pgn] {
        let back = converted(&converted(&games, first), Format::Obf);
        assert_eq!(back, games, "{first}");
    }
    for first in [Format::Transcript, Format::Diagram] {
        let once = converted(&games[2..], first);
        assert_eq!(once[0].start, games[2].start, "{first}");
    }
    let played = transcript::read("f5d6", None).unwrap();
    assert_eq!(converted(&played, Format::Obf)[0].start.0.empties(), 58);
}

#[test]
fn what_a_format_cannot_hold_is_refused_by_number() {
    let games = paste("f5d6\nd4e4d5e5\n", None).unwrap();
    let refused = |format| write(&games, format, &mut |_| {}).unwrap_err().to_string();
    assert_eq!(
        refused(Format::Wthor),
        "game 2: WTHOR holds Othello games from the start only"
    );
    assert_eq!(
        refused(Format::Eothello),
        "game 2: this format holds Othello games from the start only"
    );
}

#[test]
fn a_result_that_the_board_denies_is_a_warning() {
    let warnings: Vec<String> = reading(&bytes("edax_finished.sgf"))
        .warnings
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        warnings,
        ["game 1: result -60 for Black stated, but +60 on the board"]
    );
    assert_eq!(reading(&bytes("s03_collection.sgf")).warnings, []);
}

#[test]
fn progress_counts_every_game() {
    let games = reading(&bytes("s03_collection.sgf")).games;
    let mut heard = Vec::new();
    write(&games, Format::Pgn, &mut |done| heard.push(done)).unwrap();
    assert_eq!(heard, [1, 2, 3]);
}

#[test]
fn the_sample_of_a_server_goes_everywhere_and_back() {
    let Some(folder) = std::env::var_os("MOLLETT_GAMES") else {
        println!("skipped: MOLLETT_GAMES names no folder of games");
        return;
    };
    let reading = reading(&load(&Path::new(&folder).join("sample.ggf")).unwrap());
    assert_eq!(reading.warnings, []);
    for format in [Format::Sgf, Format::Pgn, Format::Ggf] {
        same(&converted(&reading.games, format), &reading.games, format);
    }
}
