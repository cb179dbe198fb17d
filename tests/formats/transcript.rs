//! Plain move text.

use crate::text;
use mollett::formats::transcript::{read, write};
use mollett_protocol::{Move, RuleSet};

fn fault(line: &str) -> String {
    read(line, None).unwrap_err().to_string()
}

#[test]
fn every_way_to_write_moves_gives_the_same_game() {
    let file = text("t01_mixed.txt");
    let lines: Vec<&str> = file.lines().collect();
    let game = |line: usize| read(lines[line - 1], None).unwrap().remove(0);
    assert_eq!(game(1).transcript(), "f5d6c3d3");
    assert_eq!(game(2).transcript(), "f5f4e3f6d3");
    assert_eq!(game(3).transcript(), "f5d6c3d3c4");
    for line in [5, 6, 7] {
        let (game, last) = (game(line), game(5).replay().unwrap());
        assert!(last.is_over());
        assert_eq!(last.count().score(true), 60);
        let passes = game.plies.iter().filter(|ply| ply.played == Move::Pass);
        assert_eq!((game.plies.len(), passes.count()), (17, 2));
        assert_eq!(game.plies, self::read(lines[4], None).unwrap()[0].plies);
        assert_eq!(write(&game), format!("{}\n", lines[4]));
    }
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let file = text("t01_mixed.txt");
    let lines: Vec<&str> = file.lines().collect();
    for (line, message) in [
        (
            lines[3],
            "line 1, column 13: move 7: illegal move: pass is only for a side without a move",
        ),
        (
            lines[7],
            "line 1, column 9: 'zz' is not a move (a1 to h8, or pass)",
        ),
        (
            lines[8],
            "line 1, column 3: move 2: illegal move: f5 is not empty",
        ),
        (
            "f5 d6 c3d3 é",
            "line 1, column 12: 'é' is not a move (a1 to h8, or pass)",
        ),
        (
            "f5d6i9c3",
            "line 1, column 5: 'i9' is not a move (a1 to h8, or pass)",
        ),
        (
            "1.f5 2000. d6",
            "line 1, column 6: '2000' is not a move (a1 to h8, or pass)",
        ),
        (
            "f5d6a",
            "line 1, column 5: 'a' is not a move (a1 to h8, or pass)",
        ),
    ] {
        assert_eq!(fault(line), message);
    }
    let place = read(&file, None).unwrap_err().place.to_string();
    assert_eq!(place, "line 4, column 13");
}

#[test]
fn numbers_commas_hyphens_and_comments_are_free() {
    let game = read("1.F5 d6, 2: c3-d3 3) c4 # main line\r\n% none\r\n", None).unwrap();
    assert_eq!(game.len(), 1);
    assert_eq!(game[0].transcript(), "f5d6c3d3c4");
}

#[test]
fn a_first_disc_on_the_centre_is_classic() {
    let game = read("d4e4d5e5", None).unwrap().remove(0);
    assert_eq!(game.rules(), RuleSet::Classic);
    let refused = read("d4e4d5e5", Some(RuleSet::Othello))
        .unwrap_err()
        .to_string();
    assert_eq!(
        refused,
        "line 1, column 1: move 1: illegal move: d4 is not empty"
    );
    assert!(read("f5", Some(RuleSet::Classic)).is_err());
}

#[test]
fn passes_after_the_end_are_kept_up_to_a_limit() {
    let finished = "f5f6f7f4d3e3f3c3b2";
    assert_eq!(
        read(&format!("{finished}papa"), None).unwrap()[0]
            .plies
            .len(),
        11
    );
    let message = fault(&(finished.to_owned() + &"--".repeat(300)));
    assert!(
        message.ends_with("more than 200 plies in a game"),
        "{message}"
    );
}
