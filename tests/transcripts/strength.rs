//! Weaker play and variety: what the options promise about the moves played.

use crate::engine::Engine;
use std::collections::HashSet;

fn engine(options: &[(&str, u64)]) -> Engine {
    let mut engine = Engine::start(&[]);
    for (name, value) in options {
        engine.told(&format!("mollett-option {name} {value}"));
    }
    engine
}

/// A game of the engine with itself.
fn game(engine: &mut Engine, plies: usize) -> String {
    engine.told("clear_board");
    for ply in 0..plies {
        let color = ["b", "w"][ply % 2];
        if engine.told("mollett-legal_moves").is_empty() {
            break;
        }
        engine.told(&format!("genmove {color}"));
    }
    engine.told("mollett-transcript")
}

#[test]
fn a_seed_repeats_a_game_and_another_one_does_not() {
    let play = |seed| {
        let mut engine = engine(&[("level", 3), ("seed", seed), ("variety_plies", 6)]);
        game(&mut engine, 20)
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn without_them_play_is_always_the_same() {
    let play = || game(&mut engine(&[("depth", 3), ("error_loss", 900)]), 12);
    assert_eq!(play(), play());
}

#[test]
fn variety_ends_with_its_plies_and_keeps_to_its_loss() {
    // All first moves are the same but for symmetry: any of them will do.
    let mut engine = engine(&[
        ("variety_plies", 1),
        ("variety_loss", 0),
        ("depth", 1),
        ("seed", 5),
    ]);
    let games: HashSet<String> = (0..40).map(|_| game(&mut engine, 2)).collect();
    let first: HashSet<&str> = games.iter().map(|game| &game[..2]).collect();
    assert_eq!((first.len(), games.len()), (4, 4), "{games:?}");
}

/// Positions with 10 empty squares and fewer that a weak level plays from.
const LATE: [&str; 4] = [
    "-OOOOO--XX-XXXOOXXXXXXOOXXOXOX-OXXXXOXOOXXOXOOOOXOXXOOOXXX-X---O O",
    "OX-OOXOOOOOOX-O-XXOXXOOXXXXOXOO-OXOXXXOOOOOOXXX-OOOXX--X--XXXXX- X",
    "X-OOOOO-XOOOXOOOX-OXOXOOOOOOOXOO-OOOXXOOOO-XXOOO-OOXOO-X-XXXXXXX X",
    "OXXXXOOOXOXXXOO-XXOXOOOOXXXOXO--XOXXXXO-XXOOXX--XXXXXXOXOOO---XO O",
];

#[test]
fn a_weaker_move_loses_no_more_than_it_may() {
    let mut engine = engine(&[("level", 6), ("seed", 9)]);
    let mut losses = HashSet::new();
    for position in LATE.iter().cycle().take(24) {
        engine.told(&format!("mollett-position {position}"));
        let solution = engine.told("mollett-solve");
        let score = |text: &str| text.split(' ').nth(1).unwrap().parse::<i32>().unwrap();
        let best = score(&solution);
        let color = position.rsplit(' ').next().unwrap();
        let color = if color == "X" { "b" } else { "w" };
        engine.told(&format!("genmove {color}"));
        let after = engine.told("mollett-solve");
        // After a pass it is the same side again, but none of these leads there.
        let loss = best + score(&after);
        assert!((0..=9).contains(&loss), "{position} loses {loss}");
        losses.insert(loss);
    }
    assert!(losses.contains(&0) && losses.len() > 1, "{losses:?}");
}
