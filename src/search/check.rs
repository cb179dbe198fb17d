//! Tests of the search against a plain minimax that shares nothing with it but
//! the rules.

use super::*;
use crate::board::{Board, Classic, Othello, Position, Rules, Supply};
use searcher::{Searcher, Shared};
use std::time::Duration;

/// The value of a position in discs, by looking at everything.
fn minimax<R: Rules>(position: &Position<R>) -> i32 {
    let mut moves = position.moves();
    if moves == 0 {
        let passed = position.pass();
        return if passed.moves() == 0 {
            position.final_score()
        } else {
            -minimax(&passed)
        };
    }
    let mut best = i32::MIN;
    while moves != 0 {
        best = best.max(-minimax(&position.play(moves.trailing_zeros() as usize)));
        moves &= moves - 1;
    }
    best
}

pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, limit: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 33) * u64::from(limit)) >> 31) as u32
    }
}

/// A position of a random game with this many empty squares, if the game gets there.
pub(super) fn late<R: Rules>(random: &mut Random, empties: u32) -> Option<Position<R>> {
    let mut position = R::start();
    while position.empties() > empties {
        let mut moves = position.moves();
        if moves == 0 {
            if position.is_over() {
                return None;
            }
            position = position.pass();
            continue;
        }
        for _ in 0..random.below(moves.count_ones()) {
            moves &= moves - 1;
        }
        position = position.play(moves.trailing_zeros() as usize);
    }
    Some(position)
}

/// Classic positions as they come, and with the supplies shared anew.
pub(super) fn late_classic(random: &mut Random, empties: u32) -> Option<Position<Classic>> {
    let mut position = late::<Classic>(random, empties)?;
    if random.below(2) == 0 {
        position.reserve = Supply(random.below(empties + 1) as u8);
    }
    Some(position)
}

fn with_searcher<R: Rules>(table: &Table, test: impl FnOnce(&mut Searcher<R>)) {
    with_shared(table, |shared| test(&mut Searcher::new(shared, None)));
}

/// What a search without limits shares.
pub(super) fn with_shared(table: &Table, test: impl FnOnce(&Shared)) {
    let stop = AtomicBool::new(false);
    let limits = Limits::default();
    let shared = Shared {
        table,
        stop: &stop,
        done: AtomicBool::new(false),
        start: Instant::now(),
        deadline: Deadline::new(None),
        node_limit: None,
        nodes: AtomicU64::new(0),
        techniques: Techniques::ALL,
        tuning: Tuning::DEFAULT,
        evaluation: &limits.evaluation,
    };
    test(&shared);
}

/// A null window at every bound gives a correct bound, whatever was asked before.
fn solver_bounds_hold<R: Rules>(make: fn(&mut Random, u32) -> Option<Position<R>>) {
    let table = Table::new(1).unwrap();
    let mut random = Random(5);
    with_searcher::<R>(&table, |searcher| {
        for round in 0..3_000 {
            let Some(position) = make(&mut random, round % 10) else {
                continue;
            };
            let value = minimax(&position);
            for _ in 0..6 {
                let alpha = value + random.below(9) as i32 - 4;
                let found = searcher.solve(position, alpha);
                assert_eq!(
                    found > alpha,
                    value > alpha,
                    "{position:?} alpha {alpha} value {value}"
                );
                assert!(
                    if found > alpha {
                        found <= value
                    } else {
                        found >= value
                    },
                    "{position:?}"
                );
            }
        }
    });
}

#[test]
fn solver_bounds_hold_in_othello() {
    solver_bounds_hold::<Othello>(late);
}

#[test]
fn solver_bounds_hold_in_classic() {
    solver_bounds_hold::<Classic>(late_classic);
}

pub(super) fn solve<R: Rules>(position: &Position<R>, limits: &Limits, table: &Table) -> Report {
    let stop = AtomicBool::new(false);
    search_position(
        position,
        limits,
        table,
        &mut Control {
            stop: &stop,
            report: &mut |_| (),
        },
    )
}

/// Exact solves report the value, and a line that leads to it.
fn exact_lines_lead_to_their_score<R: Rules>(make: fn(&mut Random, u32) -> Option<Position<R>>) {
    let table = Table::new(1).unwrap();
    let mut random = Random(11);
    let limits = Limits {
        goal: Goal::Exact,
        lines: 3,
        ..Limits::default()
    };
    for round in 0..400 {
        let Some(position) = make(&mut random, 1 + round % 9) else {
            continue;
        };
        let report = solve(&position, &limits, &table);
        assert_eq!(
            report.score(),
            crate::eval::Score::from_discs(minimax(&position))
        );
        for line in &report.lines {
            assert_eq!((line.kind, line.bound), (Kind::Exact, Bound::Value));
            let mut end = position;
            let mut sign = 1;
            for played in &line.moves {
                let moves = end.moves();
                end = match played {
                    mollett_protocol::Move::Disc(square) => {
                        assert!(moves & square.bit() != 0, "an illegal move in a line");
                        end.play(square.index())
                    }
                    mollett_protocol::Move::Pass => {
                        assert!(moves == 0 && !end.is_over(), "an illegal pass in a line");
                        end.pass()
                    }
                };
                sign = -sign;
            }
            assert!(end.is_over());
            assert_eq!(line.score.discs(), sign * end.final_score());
        }
    }
}

#[test]
fn exact_lines_lead_to_their_score_in_othello() {
    exact_lines_lead_to_their_score::<Othello>(late);
}

#[test]
fn exact_lines_lead_to_their_score_in_classic() {
    exact_lines_lead_to_their_score::<Classic>(late_classic);
}

#[test]
fn more_lines_do_not_change_the_move() {
    let mut random = Random(17);
    for round in 0..60 {
        let Some(position) = late::<Othello>(&mut random, 15 + round % 40) else {
            continue;
        };
        let one = Limits {
            depth: Some(1 + round % 8),
            ..Limits::default()
        };
        let many = Limits {
            lines: 64,
            ..one.clone()
        };
        let alone = solve(&position, &one, &Table::new(1).unwrap());
        let among = solve(&position, &many, &Table::new(1).unwrap());
        assert_eq!(among.lines[0], alone.lines[0], "{position:?}");
        let moves = position.moves().count_ones().max(1);
        assert_eq!(among.lines.len(), moves as usize);
        assert_eq!((among.depth, alone.depth), (1 + round % 8, 1 + round % 8));
        for line in &among.lines {
            assert_eq!((line.depth, line.bound), (1 + round % 8, Bound::Value));
        }
    }
}

#[test]
fn a_win_is_a_win_and_not_a_score() {
    let table = Table::new(1).unwrap();
    let mut random = Random(3);
    let limits = Limits {
        goal: Goal::WinLossDraw,
        ..Limits::default()
    };
    for round in 0..300 {
        let Some(position) = late_classic(&mut random, 1 + round % 9) else {
            continue;
        };
        if position.is_over() {
            continue;
        }
        let report = solve(&position, &limits, &table);
        assert_eq!(report.score().discs(), minimax(&position).signum());
        assert_eq!(report.lines[0].kind, Kind::WinLossDraw);
        // What was stored on the way does not mislead an exact solve.
        let exact = Limits {
            goal: Goal::Exact,
            ..Limits::default()
        };
        assert_eq!(
            solve(&position, &exact, &table).score().discs(),
            minimax(&position)
        );
    }
}

#[test]
fn searches_cut_off_at_random_leave_nothing_wrong_behind() {
    let table = Table::new(1).unwrap();
    let mut random = Random(7);
    for round in 0..300 {
        let Some(position) = late::<Othello>(&mut random, 12) else {
            continue;
        };
        let goal = if round % 2 == 0 {
            Goal::Exact
        } else {
            Goal::BestMove
        };
        let limit = 200 + u64::from(random.below(20_000));
        let nodes = Some(limit);
        let cut = solve(
            &position,
            &Limits {
                goal,
                nodes,
                ..Limits::default()
            },
            &table,
        );
        assert!(cut.nodes <= limit, "{} of {limit} nodes", cut.nodes);
        let mut after = position;
        while after.empties() > 8 && !after.is_over() {
            let moves = after.moves();
            after = if moves == 0 {
                after.pass()
            } else {
                after.play(moves.trailing_zeros() as usize)
            };
        }
        let exact = Limits {
            goal: Goal::Exact,
            ..Limits::default()
        };
        assert_eq!(
            solve(&after, &exact, &table).score().discs(),
            minimax(&after)
        );
    }
}

#[test]
fn a_search_stopped_at_once_has_a_legal_move() {
    let table = Table::new(1).unwrap();
    let stop = AtomicBool::new(true);
    let mut control = Control {
        stop: &stop,
        report: &mut |_| (),
    };
    let report = search_position(&Othello::start(), &Limits::default(), &table, &mut control);
    assert_eq!((report.depth, report.lines.len()), (0, 1));
    assert!(Othello::start().moves() & report.best_move().square().unwrap().bit() != 0);
}

#[test]
fn time_ends_a_search() {
    let table = Table::new(1).unwrap();
    let time = |ms| Duration::from_millis(ms);
    let budget = TimeBudget {
        soft: time(100),
        hard: time(200),
    };
    let limits = Limits {
        time: Some(budget),
        ..Limits::default()
    };
    // Unpacks the weights, which is no part of what is measured.
    let _ = solve(
        &Othello::start(),
        &Limits {
            depth: Some(4),
            ..Limits::default()
        },
        &table,
    );
    let begun = Instant::now();
    let report = solve(&Othello::start(), &limits, &table);
    assert!(report.depth > 3 && begun.elapsed() < time(2_000));
}

/// Classic Reversi on the middle 4x4 squares, 8 discs each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct SmallClassic;

impl crate::board::sealed::Sealed for SmallClassic {}

impl Rules for SmallClassic {
    const RULE_SET: mollett_protocol::RuleSet = mollett_protocol::RuleSet::Classic;
    const HOLES: u64 = !0x0000_3C3C_3C3C_0000;
    type Reserve = Supply;

    fn start() -> Position<Self> {
        Position::new(Board::default(), Supply(8))
    }
    fn has_disc(supply: Supply) -> bool {
        Classic::has_disc(supply)
    }
    fn is_opening(board: Board) -> bool {
        Classic::is_opening(board)
    }
    fn moves(board: Board, supply: Supply) -> u64 {
        Classic::moves(board, supply) & !Self::HOLES
    }
    fn flips(board: Board, square: usize) -> u64 {
        Classic::flips(board, square)
    }
    fn other_reserve(supply: Supply, empties: u32) -> Supply {
        Classic::other_reserve(supply, empties)
    }
    fn default_reserve(empties: u32) -> Supply {
        Classic::default_reserve(empties)
    }
    fn reserve_code(supply: Supply) -> u8 {
        Classic::reserve_code(supply)
    }
    fn final_score(board: Board) -> i32 {
        Classic::final_score(board)
    }
    fn supplies(_: Supply, _: mollett_protocol::Color, _: u32) -> Option<(u8, u8)> {
        None
    }
}

/// The first player loses the 4x4 classic game by three discs (an independent
/// count of the whole game).
#[test]
fn the_small_classic_game_is_solved() {
    let table = Table::new(16).unwrap();
    let limits = Limits {
        goal: Goal::Exact,
        ..Limits::default()
    };
    assert_eq!(
        solve(&SmallClassic::start(), &limits, &table)
            .score()
            .discs(),
        -3
    );
}
