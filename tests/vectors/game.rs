//! Every ply of 645 whole games, with all legal moves at each, and positions whose
//! legal moves are special: openings, passes, used-up supplies, early ends.

use crate::{named_position, position, records};
use mollett::board::{AnyPosition, Game};
use mollett_protocol::{Move, RuleSet};

/// `pa` or a square.
fn read_move(word: &str) -> Move {
    match word {
        "pa" => Move::Pass,
        square => square.parse().unwrap(),
    }
}

/// The legal moves as sorted words, as the data files have them.
fn legal(position: &AnyPosition) -> Vec<String> {
    let mut words: Vec<String> = position
        .moves()
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    if words.is_empty() && !position.is_over() {
        words.push("pa".to_owned());
    }
    words.sort();
    words
}

fn replay(rules: RuleSet, text: &str, games: usize, legal_moves: usize) {
    let (mut seen_games, mut seen_moves) = (0, 0);
    for (line, fields) in records(text) {
        let [plies, last, counts, _tags] = fields[..] else {
            panic!("line {line}: four fields")
        };
        let mut game = Game::new(rules);
        let mut spoken = Game::new(rules);
        for (ply, words) in plies.split(' ').enumerate() {
            let place = format!("{rules} game in line {line}, ply {}", ply + 1);
            let mut expected: Vec<String> = words
                .as_bytes()
                .chunks(2)
                .map(|word| String::from_utf8_lossy(word).into_owned())
                .collect();
            let played = read_move(&expected[0]);
            expected.sort();
            assert_eq!(legal(game.position()), expected, "{place}");
            seen_moves += expected.len();
            game.play(game.side(), played).expect(&place);
            if let Move::Disc(_) = played {
                // The same game without a word about its passes.
                let mover = game.side().opponent();
                spoken.play(mover, played).expect(&place);
                assert_eq!(spoken.position(), game.position(), "{place}");
            }
        }
        assert!(game.is_over(), "line {line}");
        assert_eq!(game.text(), last, "line {line}");
        let count = game.count();
        assert_eq!(
            format!("{} {} {}", count.black, count.white, count.empties),
            counts,
            "line {line}"
        );
        let (reread, side) = position(rules, last);
        assert_eq!((&reread, side), (game.position(), game.side()));
        let whole = game.plies().len();
        for _ in 0..whole {
            assert!(game.undo());
        }
        assert_eq!(game, Game::new(rules));
        seen_games += 1;
    }
    assert_eq!((seen_games, seen_moves), (games, legal_moves));
}

#[test]
fn every_ply_of_313_othello_games_agrees() {
    let text = include_str!("../data/othello.games");
    replay(RuleSet::Othello, text, 313, 149_055);
}

#[test]
fn every_ply_of_332_classic_games_agrees() {
    let text = include_str!("../data/classic.games");
    replay(RuleSet::Classic, text, 332, 158_401);
}

#[test]
fn special_positions_have_the_legal_moves_of_the_rules() {
    let mut seen = 0;
    for (line, fields) in records(include_str!("../data/special.positions")) {
        let [text, moves, counts, note] = fields[..] else {
            panic!("line {line}: four fields")
        };
        let (position, side) = named_position(text);
        let expected: Vec<&str> = match moves {
            "over" => vec![],
            "pass" => vec!["pa"],
            squares => squares.split(' ').collect(),
        };
        assert_eq!(legal(&position), expected, "line {line}: {note}");
        assert_eq!(position.is_over(), moves == "over", "line {line}: {note}");
        let count = Game::from_position(position, side).count();
        assert_eq!(format!("{} {}", count.black, count.white), counts, "{note}");
        seen += 1;
    }
    assert_eq!(seen, 58);
}
