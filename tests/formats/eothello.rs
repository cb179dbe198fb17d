//! Game lists of eothello.com.

use mollett::formats::eothello::{HEADER, ID, read, write};
use mollett::formats::{Ending, decode, ggf, load, pgn, sgf};
use mollett_protocol::Color;

#[test]
fn unfinished_and_finished_games_are_told_apart() {
    let finished = "f5f6f7f4d3e3f3c3b2";
    let text = format!("{HEADER}\r\n7,1,{finished}\r\n8,-1,f5d6\r\n9,,f5\r\n10,0,f5\r\n");
    let games = read(&text).unwrap();
    let outcome = games[0].outcome.unwrap();
    assert_eq!(
        (outcome.score(), outcome.ending),
        (Some(64.0), Ending::Played)
    );
    let outcome = games[1].outcome.unwrap();
    assert_eq!((outcome.winner, outcome.margin), (Some(Color::White), None));
    assert_eq!(outcome.ending, Ending::Unfinished);
    assert_eq!(games[2].outcome, None);
    assert_eq!(games[0].tag(ID), Some("7"));
    assert_eq!(write(&games).unwrap(), text.replace('\r', ""));
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (text, message) in [
        (
            "7,1",
            "line 1, column 1: '7,1' is not a game (ID,WINNER,MOVES)",
        ),
        (
            "7,1,f5\n\n8,2,f5",
            "line 3, column 3: '2' is not a winner (1 Black, -1 White, 0 draw)",
        ),
        (
            "7,1,f5d6zz",
            "line 1, column 9: 'zz' is not a move (a1 to h8, or pass)",
        ),
        (
            "7,1,f5d7",
            "line 1, column 7: move 2: illegal move: d7 turns no disc",
        ),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), message);
    }
}

#[test]
fn the_whole_list_goes_there_and_back() {
    let Some(folder) = std::env::var_os("MOLLETT_GAMES") else {
        println!("skipped: MOLLETT_GAMES names no folder of games");
        return;
    };
    let bytes = load(&std::path::Path::new(&folder).join("eothello.csv")).unwrap();
    let text = decode(&bytes);
    let games = read(&text).unwrap();
    println!("{} games", games.len());
    assert_eq!(write(&games).unwrap(), text);
    let all = |write: fn(&mollett::formats::GameRecord) -> String| {
        games.iter().map(write).collect::<String>()
    };
    for (name, again) in [
        ("SGF", sgf::read(&all(sgf::write), None)),
        ("GGF", ggf::read(&all(ggf::write), None)),
        ("PGN", pgn::read(&all(pgn::write), None)),
    ] {
        assert_eq!(write(&again.unwrap()).unwrap(), text, "{name}");
    }
}
