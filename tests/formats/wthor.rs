//! WTHOR databases.

use crate::bytes;
use mollett::formats::wthor::{Database, NameList, archive};
use mollett::formats::{Ending, load, names_beside};
use mollett_protocol::Move;
use std::ffi::OsStr;
use std::path::Path;
use std::time::Instant;

fn fault(name: &str) -> String {
    match Database::read(&bytes(name)) {
        Ok(database) => database.records(None, None).unwrap_err().to_string(),
        Err(fault) => fault.to_string(),
    }
}

#[test]
fn scores_and_unfinished_games_are_read() {
    let file = bytes("w01_six_games.wtb");
    let database = Database::read(&file).unwrap();
    let discs: Vec<u8> = database
        .entries
        .iter()
        .map(|entry| entry.black_discs)
        .collect();
    assert_eq!(discs, [26, 62, 64, 0, 32, 32]);
    let reading = database.records(None, None).unwrap();
    assert_eq!(reading.warnings, []);
    let scores: Vec<_> = reading
        .games
        .iter()
        .map(|game| {
            let outcome = game.outcome.unwrap();
            (outcome.score().unwrap(), outcome.ending)
        })
        .collect();
    let played = |score| (score, Ending::Played);
    assert_eq!(
        scores,
        [
            played(-12.0),
            played(60.0),
            played(64.0),
            played(-64.0),
            played(0.0),
            (0.0, Ending::Unfinished)
        ]
    );
    assert_eq!(reading.games[0].black.name, "#1");
    assert_eq!(reading.games[0].date, "2020");
    assert_eq!(database.write(), file);
}

#[test]
fn board_byte_zero_is_8x8_and_a_file_may_be_empty() {
    for (name, games) in [("w02_board_byte_0.wtb", 2), ("w05_no_games.wtb", 0)] {
        let file = bytes(name);
        let database = Database::read(&file).unwrap();
        assert_eq!(database.records(None, None).unwrap().games.len(), games);
        assert_eq!(database.write(), file);
    }
}

#[test]
fn damaged_files_say_what_is_wrong() {
    assert_eq!(
        fault("w03_board_10.wtb"),
        "byte 12: a 10x10 board; only 8x8 is known"
    );
    assert_eq!(
        fault("w04_bad_byte.wtb"),
        "game 1: move 1: byte 99 is not a square (11 to 88, 0 after the last)"
    );
    assert_eq!(
        fault("w06_empty_file.wtb"),
        "byte 0: the text ends inside the header (16 bytes)"
    );
    let whole = bytes("w01_six_games.wtb");
    let cut = Database::read(&whole[..whole.len() - 1])
        .unwrap_err()
        .to_string();
    assert_eq!(
        cut,
        "byte 423: 6 games announced, but 407 bytes of games (68 each)"
    );
    let mut illegal = whole.clone();
    illegal[24] = 11;
    let fault = Database::read(&illegal)
        .unwrap()
        .records(None, None)
        .unwrap_err();
    assert_eq!(
        fault.to_string(),
        "game 1: move 1: illegal move: a1 turns no disc"
    );
}

#[test]
fn a_wrong_score_is_counted_anew_with_a_warning() {
    let database = Database::read(&bytes("w07_score_wrong.wtb")).unwrap();
    let reading = database.records(None, None).unwrap();
    assert_eq!(reading.games[0].outcome.unwrap().score(), Some(60.0));
    let warnings: Vec<String> = reading.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        ["game 1: 17 black discs stated, but 62 on the board"]
    );
}

#[test]
fn name_files_are_found_beside_a_database() {
    let folder = std::env::temp_dir().join(format!("mollett-names-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let database = Database::read(&bytes("w01_six_games.wtb")).unwrap();
    let archive = archive(&database.records(None, None).unwrap().games).unwrap();
    std::fs::write(folder.join("WTH.JOU"), archive.players.write()).unwrap();
    std::fs::write(folder.join("a.trn"), archive.tournaments.write()).unwrap();
    let names = names_beside(&folder.join("a.wtb"));
    assert_eq!(names.players, Some(archive.players.clone()));
    assert_eq!(names.tournaments, Some(archive.tournaments));
    // Two lists, and neither with the name of the database.
    std::fs::write(folder.join("other.jou"), archive.players.write()).unwrap();
    let names = names_beside(&folder.join("a.wtb"));
    assert_eq!((names.players, names.tournaments.is_some()), (None, true));
    // One of them belongs to another database.
    std::fs::write(folder.join("other.wtb"), b"").unwrap();
    let names = names_beside(&folder.join("a.wtb"));
    assert_eq!(names.players, Some(archive.players));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_archive_gives_the_records_back() {
    let database = Database::read(&bytes("w01_six_games.wtb")).unwrap();
    let mut games = database.records(None, None).unwrap().games;
    for (index, game) in games.iter_mut().enumerate() {
        game.black.name = format!("Ålander {index}");
        game.event = format!("Open {}", index / 2);
    }
    let archive = archive(&games).unwrap();
    let again = |bytes: Vec<u8>, width| NameList::read(&bytes, width).unwrap();
    let players = again(archive.players.write(), NameList::PLAYER);
    let tournaments = again(archive.tournaments.write(), NameList::TOURNAMENT);
    assert_eq!((players.len(), tournaments.len()), (7, 3));
    let reading = Database::read(&archive.games.write())
        .unwrap()
        .records(Some(&players), Some(&tournaments))
        .unwrap();
    assert_eq!(reading.games, games);
}

/// Files of a folder with one of these extensions, in order of name.
fn files(folder: &Path, extension: &str) -> Vec<std::path::PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension() == Some(OsStr::new(extension)))
        .collect();
    files.sort();
    files
}

#[test]
fn all_tournament_games_are_read_and_written_back() {
    let Some(folder) = std::env::var_os("MOLLETT_GAMES") else {
        println!("skipped: MOLLETT_GAMES names no folder of games");
        return;
    };
    let folder = Path::new(&folder).join("wthor");
    let begin = Instant::now();
    let names = |extension, width| {
        let bytes = load(&files(&folder, extension)[0]).unwrap();
        let list = NameList::read(&bytes, width).unwrap();
        assert_eq!(list.write(), bytes);
        list
    };
    let players = names("JOU", NameList::PLAYER);
    let tournaments = names("TRN", NameList::TOURNAMENT);
    let (mut games, mut passes, mut unfinished, mut empties) = (0, 0, 0, 0);
    for path in files(&folder, "wtb") {
        let bytes = load(&path).unwrap();
        let database = Database::read(&bytes).unwrap();
        let reading = database
            .records(Some(&players), Some(&tournaments))
            .unwrap();
        assert_eq!(reading.warnings, [], "{}", path.display());
        for game in &reading.games {
            let discs = game
                .plies
                .iter()
                .filter(|ply| ply.played != Move::Pass)
                .count();
            games += 1;
            if game.outcome.unwrap().ending == Ending::Unfinished {
                unfinished += 1;
            } else {
                passes += usize::from(discs < game.plies.len());
                empties += usize::from(discs < 60);
            }
            assert!(!game.black.name.starts_with('#') && !game.event.starts_with('#'));
        }
        assert_eq!(database.write(), bytes);
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!("{games} games in {seconds:.2} s");
    assert_eq!(
        (games, passes, unfinished, empties),
        (137_548, 80_162, 413, 6_446)
    );
    assert!(seconds < 10.0);
}
