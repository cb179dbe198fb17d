//! A plain depth-first search, the first driver of the engine.

use super::{Bound, Control, Goal, Kind, Limits, Line, Report, Selectivity, Table};
use crate::board::{Position, Rules};
use crate::eval::Score;
use mollett_protocol::{Move, Square};
use std::sync::atomic::Ordering;
use std::time::Instant;

struct Plain<'a, 'b> {
    control: &'a mut Control<'b>,
    limits: &'a Limits,
    start: Instant,
    nodes: u64,
    stopped: bool,
}

pub(super) fn search<R: Rules>(
    root: &Position<R>,
    limits: &Limits,
    _table: &Table,
    control: &mut Control,
) -> Report {
    let start = Instant::now();
    let mut plain = Plain {
        control,
        limits,
        start,
        nodes: 0,
        stopped: false,
    };
    let empties = root.empties();
    let moves = root.moves();
    let squares: Vec<Square> = crate::board::Bitboard(moves).into_iter().collect();
    let static_score = |p: &Position<R>| {
        p.moves().count_ones() as i32 * 40 - p.pass().moves().count_ones() as i32 * 40
    };
    let mut report = Report {
        lines: Vec::new(),
        depth: 0,
        selectivity: Selectivity::EXACT,
        nodes: 0,
        elapsed: start.elapsed(),
    };
    if root.is_over() {
        report.lines.push(Line {
            moves: Vec::new(),
            score: Score::from_discs(root.final_score()),
            bound: Bound::Value,
            kind: Kind::Exact,
            depth: 0,
        });
        return report;
    }
    let candidates: Vec<Move> = if moves == 0 {
        vec![Move::Pass]
    } else {
        squares.into_iter().map(Move::Disc).collect()
    };
    let child = |m: Move| match m {
        Move::Disc(s) => root.play(s.index()),
        Move::Pass => root.pass(),
    };
    report.lines = candidates
        .iter()
        .take(limits.lines)
        .map(|&m| Line {
            moves: vec![m],
            score: Score(-static_score(&child(m))),
            bound: Bound::Value,
            kind: Kind::Evaluation,
            depth: 0,
        })
        .collect();
    let last = if limits.goal == Goal::BestMove {
        limits.depth.unwrap_or(empties).min(empties).max(1)
    } else {
        empties
    };
    let first = if limits.goal == Goal::BestMove {
        1
    } else {
        empties
    };
    for depth in first..=last {
        let mut lines = Vec::new();
        for &m in &candidates {
            let score = -plain.negamax(&child(m), depth as i32 - 1, -8192, 8192, empties == depth);
            lines.push(Line {
                moves: vec![m],
                score: Score(score),
                bound: Bound::Value,
                kind: if depth == empties {
                    Kind::Exact
                } else {
                    Kind::Evaluation
                },
                depth,
            });
        }
        if plain.stopped {
            break;
        }
        lines.sort_by_key(|line| -line.score.0);
        lines.truncate(limits.lines);
        report = Report {
            lines,
            depth,
            nodes: plain.nodes,
            elapsed: start.elapsed(),
            ..report
        };
        (plain.control.report)(&report);
        if limits.time.is_some_and(|t| start.elapsed() * 3 > t.soft) {
            break;
        }
    }
    report.nodes = plain.nodes;
    report.elapsed = start.elapsed();
    report
}

impl Plain<'_, '_> {
    fn negamax<R: Rules>(
        &mut self,
        p: &Position<R>,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        exact: bool,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes & 1023 == 0 {
            self.stopped |= self.control.stop.load(Ordering::Relaxed)
                || self
                    .limits
                    .time
                    .is_some_and(|t| self.start.elapsed() > t.hard);
        }
        self.stopped |= self.limits.nodes.is_some_and(|n| self.nodes >= n);
        if self.stopped {
            return 0;
        }
        let mut moves = p.moves();
        if depth <= 0 && !exact {
            return (moves.count_ones() as i32 - p.pass().moves().count_ones() as i32) * 40;
        }
        if moves == 0 {
            let passed = p.pass();
            return if passed.moves() == 0 {
                p.final_score() * 128
            } else {
                -self.negamax(&passed, depth - 1, -beta, -alpha, exact)
            };
        }
        let mut best = i32::MIN;
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            best = best.max(-self.negamax(&p.play(square), depth - 1, -beta, -alpha, exact));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
