//! SGF of Othello programs, of Go programs, damaged and in collections.

use crate::{bytes, text};
use mollett::formats::sgf::{Rows, read, write, write_rows};
use mollett::formats::{Ending, GameRecord, decode, transcript};
use mollett_protocol::{Color, Move, RuleSet};

fn games(name: &str) -> Vec<GameRecord> {
    read(&text(name), None).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

fn fault(text: &str) -> String {
    read(text, None).unwrap_err().to_string()
}

fn board_score(game: &GameRecord) -> i32 {
    let last = game.replay().unwrap();
    assert!(last.is_over());
    last.count().score(true)
}

#[test]
fn passes_may_be_left_out_empty_or_blank() {
    let first = games("s01_letters_no_pass.sgf").remove(0);
    for name in ["s02_algebraic_empty_pass.sgf", "s10_blank_value_pass.sgf"] {
        assert_eq!(games(name)[0].plies, first.plies);
    }
    assert_eq!(first.plies.len(), 61);
    assert_eq!(
        (first.plies[8].color, first.plies[8].played),
        (Color::Black, Move::Pass)
    );
    assert_eq!(board_score(&first), -12);
    assert_eq!(first.outcome.unwrap().score(), Some(-12.0));
}

#[test]
fn a_file_holds_several_games() {
    let scores: Vec<i32> = games("s03_collection.sgf")
        .iter()
        .map(board_score)
        .collect();
    assert_eq!(scores, [60, 64, 0]);
}

#[test]
fn variations_hang_where_they_leave() {
    let game = games("s12_variations.sgf").remove(0);
    assert_eq!(game.transcript(), "f5d6c3");
    let lines: Vec<(usize, String)> = game
        .variations
        .iter()
        .map(|line| {
            let moves = line.plies.iter().map(|ply| ply.played.to_string());
            (line.after, moves.collect())
        })
        .collect();
    assert_eq!(lines, [(1, "f4c3".into()), (1, "f6".into())]);
    let comment = &game.variations[0].plies[1].note.as_ref().unwrap().comment;
    assert_eq!(comment, "side");
}

#[test]
fn a_set_up_may_have_white_to_move() {
    let game = games("s04_setup_white_moves.sgf").remove(0);
    assert_eq!(game.start.1, Color::White);
    assert_eq!(game.transcript(), "c4");
}

#[test]
fn the_first_move_on_the_centre_makes_a_game_classic() {
    let game = games("s13_classic_empty_board.sgf").remove(0);
    assert_eq!(game.rules(), RuleSet::Classic);
    assert_eq!(game.transcript(), "d4e5d5e4f5");
    let othello = read(&text("s13_classic_empty_board.sgf"), Some(RuleSet::Othello));
    assert!(othello.is_err());
}

#[test]
fn escapes_encodings_and_line_ends_are_read() {
    let game = games("s05_escapes.sgf").remove(0);
    assert_eq!(game.black.name, "A ] B");
    assert_eq!(game.comment, "odd: (;B[f5]) and \\ back:slash");
    assert_eq!(game.plies[0].note.as_ref().unwrap().comment, "ab");
    assert_eq!(board_score(&games("s06_bom_crlf.sgf")[0]), 64);
    let latin = bytes("s07_latin1_name.sgf");
    let game = read(&decode(&latin), None).unwrap().remove(0);
    assert_eq!((game.black.name.as_str(), game.plies.len()), ("André", 2));
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (name, message) in [
        (
            "s08_go_game.sgf",
            "line 1, column 16: '19' is not a known size (SZ[8])",
        ),
        (
            "s09_truncated.sgf",
            "line 1, column 26: the text ends inside a value (']' is missing)",
        ),
        (
            "s11_illegal_fifth.sgf",
            "line 1, column 45: move 5: illegal move: a1 turns no disc",
        ),
    ] {
        assert_eq!(fault(&text(name)), message);
    }
    for (text, message) in [
        ("f5d6", "line 1, column 1: no SGF game in it"),
        (
            "(;GM[6])",
            "line 1, column 6: '6' is not the game of Othello (GM[2])",
        ),
        (
            "(;GM[2]\n;B[xy])",
            "line 2, column 4: 'xy' is not a move (two letters a to h, a square a1 to h8, or nothing for a pass)",
        ),
        (
            "(;GM[2];B[])",
            "line 1, column 11: move 1: illegal move: pass is only for a side without a move",
        ),
        (
            "(;GM[2]AB[z9])",
            "line 1, column 11: 'z9' is not a square (two letters a to h, or a1 to h8)",
        ),
        (
            "(;GM[2]PL[green])",
            "line 1, column 11: 'green' is not a side to move (B or W)",
        ),
        (
            "(;GM[2];B[fe];AB[aa])",
            "line 1, column 15: a set-up after the first move or in a variation",
        ),
        (
            "(;GM[2](;B[fe])(;AB[aa]))",
            "line 1, column 18: a set-up after the first move or in a variation",
        ),
        (
            "(;GM[2]RU[classic]AB[aa]DS[30/30])",
            "line 1, column 28: supplies 30/30 must add up to the 63 empty squares",
        ),
    ] {
        assert_eq!(fault(text), message);
    }
}

#[test]
fn go_programs_count_rows_from_the_bottom() {
    for text in [
        "(;FF[4]CA[UTF-8]AP[GoGui:1.6]SZ[8];B[df];W[cf];B[ce];W[ef])",
        "(;B[df];W[cf];B[ce];W[ef])",
        "(;FF[4]GM[1]SZ[8];B[df];W[cf];B[ce];W[ef])",
    ] {
        assert_eq!(read(text, None).unwrap()[0].transcript(), "d3c3c4e3");
    }
    let classic = read("(;SZ[8];B[de];W[ed];B[dd];W[ee])", None)
        .unwrap()
        .remove(0);
    assert_eq!(classic.transcript(), "d4e5d5e4");
    let game = transcript::read("d3c3c4e3", None).unwrap().remove(0);
    let text = write_rows(&game, Rows::FromBottom);
    assert!(text.contains(";B[df];W[cf];B[ce];W[ef]") && !text.contains("GM"));
    assert_eq!(read(&text, None).unwrap(), [game]);
}

#[test]
fn files_of_edax_are_read() {
    let pass = games("edax_pass.sgf").remove(0);
    assert_eq!(pass.transcript(), "c4c3f5b4a4a5b2a3d2");
    assert_eq!((pass.plies.len(), pass.place.as_str()), (10, "Edax"));
    let set_up = games("edax_setup.sgf").remove(0);
    let cells = "-OX-OO---OOOO-X-OOOO-OX-OOOOOXXXOOXXOXX-OOOOOOXXOXX-O-XO--XXXXX- O";
    assert_eq!(set_up.start.0.text(set_up.start.1), cells);
    // The version that wrote it had the sign of the result wrong.
    let finished = games("edax_finished.sgf").remove(0);
    assert_eq!(board_score(&finished), 60);
    assert_eq!(finished.outcome.unwrap().score(), Some(-60.0));
}

#[test]
fn results_are_read_in_every_usual_form() {
    for (result, score, ending) in [
        ("B+12", Some(12.0), Ending::Unfinished),
        ("w+2.0", Some(-2.0), Ending::Unfinished),
        ("B+R", None, Ending::Resigned),
        ("W+Resign", None, Ending::Resigned),
        ("W+T", None, Ending::Time),
        ("B+Forfeit", None, Ending::Forfeit),
        ("0", Some(0.0), Ending::Unfinished),
        ("Draw", Some(0.0), Ending::Unfinished),
    ] {
        let text = format!("(;GM[2]RE[{result}];B[fe])");
        let game = read(&text, None).unwrap().remove(0);
        let outcome = game.outcome.unwrap();
        assert_eq!(
            (outcome.score(), outcome.ending),
            (score, ending),
            "{result}"
        );
        assert_eq!(read(&write(&game), None).unwrap(), [game]);
    }
    for result in ["?", "Void", "", "B"] {
        let text = format!("(;GM[2]RE[{result}];B[fe])");
        assert_eq!(read(&text, None).unwrap()[0].outcome, None);
    }
}

#[test]
fn every_file_reads_back_as_it_is_written() {
    for name in [
        "s01_letters_no_pass.sgf",
        "s03_collection.sgf",
        "s04_setup_white_moves.sgf",
        "s05_escapes.sgf",
        "s12_variations.sgf",
        "s13_classic_empty_board.sgf",
        "edax_pass.sgf",
        "edax_setup.sgf",
    ] {
        for game in games(name) {
            assert_eq!(read(&write(&game), None).unwrap(), [game]);
        }
    }
    let deep = "(;GM[2]KM[0]XX[a][b\\]];B[fe]V[-1.5]MT[2.25]\
        (;W[df]V[2](;B[cc](;W[dc])(;W[ge];B[dg]))(;B[cd]))(;W[fd](;B[cc])(;B[dc])(;B[ec]C[:])))";
    let game = read(deep, None).unwrap().remove(0);
    assert_eq!(game.plies[1].note.as_ref().unwrap().eval, Some(-2.0));
    assert_eq!(game.tags.len(), 3);
    assert_eq!(read(&write(&game), None).unwrap(), [game]);
}

#[test]
fn a_classic_position_keeps_its_supplies() {
    let text = "(;GM[2]RU[classic]AB[dd][ee]AW[ed][de]PL[W]DS[28/32];W[cd])";
    let game = read(text, None).unwrap().remove(0);
    assert_eq!(game.start.0.supplies(Color::White), Some((28, 32)));
    assert_eq!(read(&write(&game), None).unwrap(), [game]);
}
