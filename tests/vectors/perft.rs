//! Perft of both games: a forced pass is one ply, and a game that ends before the
//! depth counts as one leaf (first column) or not at all (second).

use crate::{named_position, records};
use mollett::board::{AnyPosition, Position, Rules, perft, perft_bulk, perft_memo};

/// Leaves at exactly `depth` plies, finished games left out.
fn full_depth<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.moves();
    if moves == 0 {
        let passed = position.pass();
        return if passed.moves() == 0 {
            0
        } else {
            full_depth(&passed, depth - 1)
        };
    }
    (0..64)
        .filter(|square| moves >> square & 1 != 0)
        .map(|square| full_depth(&position.play(square), depth - 1))
        .sum()
}

/// The counts of one way of counting, for a position of either game.
fn count(position: &AnyPosition, depth: u32, way: &str) -> u64 {
    fn of<R: Rules>(position: &Position<R>, depth: u32, way: &str) -> u64 {
        match way {
            "plain" => perft(position, depth),
            "bulk" => perft_bulk(position, depth),
            "memo" => perft_memo(position, depth, 1 << 20),
            _ => full_depth(position, depth),
        }
    }
    match position {
        AnyPosition::Othello(position) => of(position, depth, way),
        AnyPosition::Classic(position) => of(position, depth, way),
    }
}

fn column(field: &str) -> impl Iterator<Item = (u32, u64)> {
    (1..).zip(field.split(' ').map(|number| number.parse().unwrap()))
}

#[test]
fn positions_of_both_games_have_the_counts_of_the_vectors() {
    let (mut positions, mut counts) = (0, 0);
    for (line, fields) in records(include_str!("../data/positions.perft")) {
        let (position, _) = named_position(fields[0]);
        for way in ["plain", "bulk", "memo", "full depth"] {
            let expected = fields[if way == "full depth" { 2 } else { 1 }];
            for (depth, leaves) in column(expected) {
                assert_eq!(
                    count(&position, depth, way),
                    leaves,
                    "{way} count at depth {depth}, line {line}: {}",
                    fields[3]
                );
                counts += 1;
            }
        }
        positions += 1;
    }
    assert_eq!((positions, counts), (110, 3_496));
}

/// Checks all counts of the deep tables from one number of leaves to another.
fn deep(way: &str, from: u64, below: u64) -> usize {
    let mut checked = 0;
    for (line, fields) in records(include_str!("../data/start.perft")) {
        let (position, _) = named_position(fields[0]);
        for (depth, leaves) in column(fields[1]) {
            if (from..below).contains(&leaves) {
                assert_eq!(
                    count(&position, depth, way),
                    leaves,
                    "{way} count at depth {depth}, line {line}: {}",
                    fields[3]
                );
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn the_first_positions_have_the_known_counts() {
    assert_eq!(deep("bulk", 0, 300_000_000), 35);
}

#[test]
fn counting_with_a_memo_gives_the_known_counts() {
    assert_eq!(deep("memo", 0, 100_000_000), 33);
}

#[test]
fn the_first_positions_have_the_known_deep_counts() {
    assert_eq!(deep("bulk", 300_000_000, u64::MAX), 2);
}
