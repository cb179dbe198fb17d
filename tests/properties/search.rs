//! What a search may never do: give another score than plain minimax, depend on
//! what its table held, exceed a limit, or report an illegal line.

use crate::config;
use crate::mailbox::Mailbox;
use crate::playout::{choices, game, late, rules};
use mollett::board::{AnyPosition, Symmetry};
use mollett::search::{Bound, Control, Goal, Kind, Limits, Report, Table, search};
use mollett_protocol::{Move, RuleSet};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

fn run(position: &AnyPosition, limits: &Limits, table: &Table) -> Report {
    let stop = AtomicBool::new(false);
    let mut reports: Vec<Report> = Vec::new();
    let mut control = Control {
        stop: &stop,
        report: &mut |report| reports.push(report.clone()),
    };
    let last = search(position, limits, table, &mut control);
    for report in reports.iter().chain([&last]) {
        check_lines(position, limits, report);
    }
    last
}

/// Every line is legal to its end, an exact one that ends the game does so with its
/// score, and the lines are in order, one for a move. To a
/// fixed depth the first is the one that is found when it is searched alone, whatever
/// the others are worth.
fn check_lines(root: &AnyPosition, limits: &Limits, report: &Report) {
    assert!(!report.lines.is_empty());
    let mut firsts = BTreeSet::new();
    let mut previous = i32::MAX;
    let fixed = limits.depth.is_some() && limits.nodes.is_none() && limits.time.is_none();
    for (rank, line) in report.lines.iter().enumerate() {
        assert_eq!(line.moves.is_empty(), root.is_over());
        assert!(firsts.insert(line.moves.first().copied()), "{report:?}");
        if report.depth > 0 {
            assert!(line.score.0 <= previous, "{report:?}");
            if rank > 0 || !fixed {
                previous = line.score.0;
            }
        }
        let mut position = *root;
        for &played in &line.moves {
            assert!(!position.is_over(), "{played} after the end: {line:?}");
            match played {
                Move::Disc(square) => assert!(position.moves().contains(square), "{line:?}"),
                Move::Pass => assert!(position.moves().is_empty(), "{line:?}"),
            }
            position = position.after(played);
        }
        if position.is_over() && line.kind == Kind::Exact {
            let sign = 1 - 2 * i32::try_from(line.moves.len() % 2).unwrap();
            let end = sign * position.final_score() * 128;
            assert!(
                match line.bound {
                    Bound::Value => end == line.score.0,
                    Bound::AtLeast => end >= line.score.0,
                    Bound::AtMost => end <= line.score.0,
                },
                "ends with {end}: {line:?}"
            );
        }
    }
}

fn exact() -> Limits {
    Limits {
        goal: Goal::Exact,
        ..Limits::default()
    }
}

fn exact_score(position: &AnyPosition, table: &Table) -> i32 {
    let report = run(position, &exact(), table);
    let line = &report.lines[0];
    assert_eq!((line.bound, line.kind), (Bound::Value, Kind::Exact));
    assert_eq!(line.score.0 % 128, 0);
    line.score.0 / 128
}

fn small() -> Table {
    Table::new(1).unwrap()
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn an_exact_score_is_that_of_plain_minimax(rules in rules(), picks in choices(75..=75)) {
        let board = late(rules, &picks, 7);
        let value = board.minimax();
        let position = board.position();
        let table = small();
        prop_assert_eq!(exact_score(&position, &table), value);
        // Again, with the answer and all its lines in the table.
        prop_assert_eq!(exact_score(&position, &table), value);
        let report = run(&position, &Limits { lines: 64, ..exact() }, &table);
        prop_assert_eq!(report.lines.len(), board.moves().len().max(1));
        for line in report.lines {
            if let Some(&first) = line.moves.first() {
                prop_assert_eq!(line.score.0, -board.after(first).minimax() * 128);
            }
        }
        let won = run(&position, &Limits { goal: Goal::WinLossDraw, ..exact() }, &table);
        prop_assert_eq!(won.score().0.signum(), value.signum());
        prop_assert!(won.score().0.abs() <= 128, "a win is not a number of discs");
        // What was found out about winning is no exact score.
        prop_assert_eq!(exact_score(&position, &table), value);
    }

    #[test]
    fn a_table_changes_no_exact_score(rules in rules(), picks in choices(75..=75), depth in 1u32..9) {
        let position = late(rules, &picks, 11).position();
        let score = exact_score(&position, &small());
        prop_assert_eq!(exact_score(&position, &Table::new(16).unwrap()), score);
        // A table full of shallow searches of this and the next positions.
        let used = small();
        let shallow = Limits { depth: Some(depth), lines: 3, ..Limits::default() };
        let _ = run(&position, &shallow, &used);
        for square in position.moves() {
            let _ = run(&position.play(square), &shallow, &used);
        }
        prop_assert_eq!(exact_score(&position, &used), score);
        let after = position.moves().into_iter().next().map(|square| position.play(square));
        if let Some(after) = after {
            let next = exact_score(&after, &small());
            prop_assert_eq!(exact_score(&after, &used), next);
            prop_assert!(-next <= score);
        }
    }

    #[test]
    fn a_search_cut_off_anywhere_leaves_nothing_wrong_behind(
        rules in rules(),
        picks in choices(75..=75),
        nodes in 1u64..4000,
    ) {
        let position = late(rules, &picks, 10).position();
        let score = exact_score(&position, &small());
        let table = small();
        for goal in [Goal::BestMove, Goal::Exact, Goal::WinLossDraw] {
            let limits = Limits { goal, nodes: Some(nodes), ..Limits::default() };
            let report = run(&position, &limits, &table);
            prop_assert!(report.nodes <= nodes, "{} of {nodes} nodes", report.nodes);
            let line = &report.lines[0];
            if line.kind == Kind::Exact {
                // True of this move; of the position only when all were searched.
                let own = match line.moves.first() {
                    Some(&first) => -exact_score(&position.after(first), &small()) * 128,
                    None => score * 128,
                };
                match line.bound {
                    Bound::Value => prop_assert_eq!(line.score.0, own),
                    Bound::AtLeast => prop_assert!(line.score.0 <= own),
                    Bound::AtMost => prop_assert!(line.score.0 >= own),
                }
                if report.depth == position.empties() && report.selectivity.is_exact() {
                    prop_assert_eq!(line.score.0, score * 128);
                }
            }
        }
        prop_assert_eq!(exact_score(&position, &table), score);
    }

    #[test]
    fn the_eight_images_of_a_position_have_one_score(rules in rules(), picks in choices(75..=75)) {
        let position = late(rules, &picks, 9).position();
        let table = small();
        let score = exact_score(&position, &table);
        for symmetry in Symmetry::all() {
            prop_assert_eq!(exact_score(&position.transformed(symmetry), &table), score);
        }
    }

    #[test]
    fn two_threads_find_the_score_of_one(rules in rules(), picks in choices(75..=75)) {
        let position = late(rules, &picks, 10).position();
        let score = exact_score(&position, &small());
        let report = run(&position, &Limits { threads: 2, ..exact() }, &small());
        prop_assert_eq!(report.score().0, score * 128);
    }

    #[test]
    fn limits_are_kept_from_every_position(
        rules in rules(),
        picks in choices(0..=75),
        depth in 1u32..5,
        nodes in 1u64..2000,
        lines in 1usize..6,
    ) {
        let game = game(rules, &picks);
        let position = game.position();
        let table = small();
        let limits = Limits { depth: Some(depth), lines, ..Limits::default() };
        let report = run(position, &limits, &table);
        let choices = position.moves().len().max(1) as usize;
        prop_assert_eq!(report.lines.len(), lines.min(choices));
        prop_assert!(report.depth <= depth.min(position.empties()));
        let limits = Limits { nodes: Some(nodes), lines, ..Limits::default() };
        let report = run(position, &limits, &table);
        prop_assert!(report.nodes <= nodes, "{} of {nodes} nodes", report.nodes);
    }

    #[test]
    fn one_thread_on_an_empty_table_repeats_itself(
        rules in rules(),
        picks in choices(0..=70),
        depth in 1u32..6,
    ) {
        let game = game(rules, &picks);
        let limits = Limits { depth: Some(depth), lines: 2, ..Limits::default() };
        let first = run(game.position(), &limits, &small());
        let second = run(game.position(), &limits, &small());
        prop_assert_eq!(first.lines, second.lines);
        prop_assert_eq!(first.nodes, second.nodes);
    }
}

/// The last squares have code of their own in solvers, and most passes.
#[test]
fn one_to_four_empty_squares_are_solved_as_by_minimax() {
    let mut state = 1889u64;
    let mut random = || {
        // SplitMix64 (Steele, Lea, Flood 2014).
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    };
    let table = small();
    for rules in RuleSet::ALL {
        let mut solved = 0;
        for _ in 0..400 {
            let mut board = Mailbox::start(rules);
            loop {
                let legal = board.moves();
                if board.empties() <= 4 {
                    let value = board.minimax();
                    assert_eq!(exact_score(&board.position(), &table), value, "{board:?}");
                    assert!(rules == RuleSet::Classic || value % 2 == 0);
                    solved += 1;
                }
                if legal.is_empty() {
                    break;
                }
                board = board.after(legal[(random() % legal.len() as u64) as usize]);
            }
        }
        assert!(solved > 1_000, "{solved}");
    }
}
