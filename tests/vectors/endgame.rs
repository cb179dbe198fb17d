//! 600 endgames of 6 to 12 empty squares with the exact score of every move.
//!
//! The search gives scores as its game counts them: empty squares to the winner
//! in Othello, discs on the board in the classic game. A plain alpha-beta written
//! here checks both ways of counting in both games, and with them the data.

use crate::{position, records};
use mollett::board::{AnyPosition, Board, Position, Rules};
use mollett::search::{Bound, Control, Goal, Kind, Limits, Table, search};
use mollett_protocol::{Move, RuleSet};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// One endgame: the position and the score of every move, in discs on the board
/// and with empty squares to the winner.
struct Endgame {
    line: usize,
    position: AnyPosition,
    discs: BTreeMap<Move, i32>,
    to_winner: BTreeMap<Move, i32>,
}

fn scores(field: &str) -> BTreeMap<Move, i32> {
    field
        .split(' ')
        .map(|word| {
            let (name, score) = word.split_at(2);
            let played = match name {
                "pa" => Move::Pass,
                square => square.parse().unwrap(),
            };
            (played, score.parse().unwrap())
        })
        .collect()
}

fn endgames(rules: RuleSet) -> Vec<Endgame> {
    let text = match rules {
        RuleSet::Othello => include_str!("../data/othello.endgames"),
        RuleSet::Classic => include_str!("../data/classic.endgames"),
    };
    let read: Vec<Endgame> = records(text)
        .map(|(line, fields)| Endgame {
            line,
            position: position(rules, fields[0]).0,
            discs: scores(fields[1]),
            to_winner: scores(fields[2]),
        })
        .collect();
    assert_eq!(read.len(), 300);
    read
}

/// Alpha-beta without anything that could go wrong.
fn solve<R: Rules>(
    position: &Position<R>,
    mut alpha: i32,
    beta: i32,
    count: fn(Board) -> i32,
) -> i32 {
    let mut moves = position.moves();
    if moves == 0 {
        let passed = position.pass();
        return if passed.moves() == 0 {
            count(position.board)
        } else {
            -solve(&passed, -beta, -alpha, count)
        };
    }
    while moves != 0 && alpha < beta {
        let square = moves.trailing_zeros() as usize;
        moves &= moves - 1;
        alpha = alpha.max(-solve(&position.play(square), -beta, -alpha, count));
    }
    alpha
}

fn with_empties_to_winner(board: Board) -> i32 {
    let difference = board.difference();
    difference + difference.signum() * (!board.occupied()).count_ones() as i32
}

fn solve_any(position: &AnyPosition, count: fn(Board) -> i32) -> i32 {
    match position {
        AnyPosition::Othello(position) => solve(position, -64, 64, count),
        AnyPosition::Classic(position) => solve(position, -64, 64, count),
    }
}

fn check_both_countings(rules: RuleSet) {
    for endgame in endgames(rules) {
        for (&played, &score) in &endgame.discs {
            let child = endgame.position.after(played);
            let place = format!("{rules} line {}, {played}", endgame.line);
            assert_eq!(-solve_any(&child, Board::difference), score, "{place}");
            assert_eq!(
                -solve_any(&child, with_empties_to_winner),
                endgame.to_winner[&played],
                "{place}, empties to winner"
            );
        }
    }
}

#[test]
fn a_plain_search_of_the_rules_gives_the_scores_of_every_othello_move() {
    check_both_countings(RuleSet::Othello);
}

#[test]
fn a_plain_search_of_the_rules_gives_the_scores_of_every_classic_move() {
    check_both_countings(RuleSet::Classic);
}

/// Searches every endgame twice with one table for all of them: for the best move
/// alone, then for a line to every move.
fn check_search(rules: RuleSet) {
    let table = Table::new(16).unwrap();
    let stop = AtomicBool::new(false);
    for endgame in endgames(rules) {
        let scores = match rules {
            RuleSet::Othello => &endgame.to_winner,
            RuleSet::Classic => &endgame.discs,
        };
        let place = format!("{rules} line {}", endgame.line);
        let best = *scores.values().max().unwrap();
        for lines in [1, 64] {
            let limits = Limits {
                goal: Goal::Exact,
                lines,
                ..Limits::default()
            };
            let mut control = Control {
                stop: &stop,
                report: &mut |_| (),
            };
            let report = search(&endgame.position, &limits, &table, &mut control);
            assert_eq!(report.lines.len(), lines.min(scores.len()), "{place}");
            assert_eq!(report.score().0, best * 128, "{place}");
            let mut previous = i32::MAX;
            for line in &report.lines {
                assert_eq!((line.bound, line.kind), (Bound::Value, Kind::Exact));
                assert!(line.score.0 <= previous, "{place}: lines out of order");
                previous = line.score.0;
                let score = scores[&line.moves[0]] * 128;
                assert_eq!(line.score.0, score, "{place}, {}", line.moves[0]);
                let mut end = endgame.position;
                for &played in &line.moves {
                    let legal = match played {
                        Move::Disc(square) => end.moves().contains(square),
                        Move::Pass => end.moves().is_empty() && !end.is_over(),
                    };
                    assert!(legal, "{place}: {played} is illegal in {:?}", line.moves);
                    end = end.after(played);
                }
            }
        }
    }
}

#[test]
fn the_search_gives_the_scores_of_every_othello_move() {
    check_search(RuleSet::Othello);
}

#[test]
fn the_search_gives_the_scores_of_every_classic_move() {
    check_search(RuleSet::Classic);
}
