//! Labelled positions from the engine's own play: late positions with their exact
//! values, and whole self-play games.
//!
//! Every thread writes chunks of its own; a chunk's number and the seed determine
//! what is played in it, so a run that was cut off goes on with the next chunk.

use super::chunk::ChunkWriter;
use super::record::Record;
use super::seed::Random;
use crate::board::{Position, Rules};
use crate::eval::{Evaluation, Features, evaluate};
use crate::search::{Control, Goal, Limits, Report, Table, search_position};
use ahash::AHashSet;
use mollett_protocol::Move;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What is to be generated.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Late positions of plausible games with their exact values, of `least` to
    /// `most` empty squares.
    Exact {
        /// Fewest empty squares of a labelled position.
        least: u32,
        /// Most empty squares of a labelled position.
        most: u32,
    },
    /// Self-play from random prefixes: every position after the prefix with the
    /// search's score and the result, exact from `solve` empty squares on.
    Games {
        /// Plies of the search that chooses the moves.
        depth: u32,
        /// Empty squares from which on moves and labels are exact.
        solve: u32,
        /// Percent of the games whose prefix may have up to 50 random plies.
        long_prefixes: u32,
        /// Percent of the games whose prefix is of plausible moves.
        plausible_prefixes: u32,
    },
}

/// Random plies before a solved position.
const RANDOM_PLIES: u32 = 2;

/// A generation run.
#[derive(Clone, Debug)]
pub struct Task {
    /// What to make.
    pub kind: Kind,
    /// Where the chunks go.
    pub data: PathBuf,
    /// Same seed and chunk number: same records.
    pub seed: u64,
    /// Worker threads.
    pub threads: u32,
    /// When to stop; `None` goes on until interrupted.
    pub time: Option<Duration>,
    /// What the searches evaluate with.
    pub evaluation: Evaluation,
}

/// Runs a task, telling `progress` the records so far about once a second.
///
/// # Errors
/// When a chunk cannot be written.
pub fn run<R: Rules>(task: &Task, progress: &(dyn Fn(u64) + Sync)) -> io::Result<()> {
    let written = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..task.threads.max(1))
            .map(|thread| {
                let written = &written;
                scope.spawn(move || Worker::<R>::new(task, thread)?.run(written, progress))
            })
            .collect();
        threads
            .into_iter()
            .try_for_each(|thread| match thread.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            })
    })
}

struct Worker<'a, R: Rules> {
    task: &'a Task,
    thread: u32,
    name: String,
    table: Table,
    random: Random,
    rules: std::marker::PhantomData<R>,
}

impl<'a, R: Rules> Worker<'a, R> {
    fn new(task: &'a Task, thread: u32) -> io::Result<Self> {
        let what = match task.kind {
            Kind::Exact { least, most } => format!("exact{least}-{most}"),
            Kind::Games { depth, solve, .. } => format!("games{depth}-{solve}"),
        };
        let name = format!("{what}-{}-s{}-t{thread}", R::RULE_SET, task.seed);
        let table = Table::new(8).map_err(io::Error::other)?;
        let random = Random::new(task.seed, 0);
        Ok(Self {
            task,
            thread,
            name,
            table,
            random,
            rules: std::marker::PhantomData,
        })
    }

    fn run(&mut self, written: &AtomicU64, progress: &(dyn Fn(u64) + Sync)) -> io::Result<()> {
        let start = Instant::now();
        let task = self.task;
        let is_over = || task.time.is_some_and(|limit| start.elapsed() >= limit);
        let mut told = Instant::now();
        while !is_over() {
            let mut chunk = ChunkWriter::open(&self.task.data, &self.name)?;
            let stream = u64::from(chunk.number()) << 16 | u64::from(self.thread);
            self.random = Random::new(self.task.seed, stream);
            self.table.clear();
            let mut known = AHashSet::new();
            while !chunk.is_due() && !is_over() {
                for record in self.game() {
                    if known.insert((record.board.canonical(), record.supply)) {
                        chunk.write(&record)?;
                        written.fetch_add(1, Ordering::Relaxed);
                    }
                }
                if told.elapsed() > Duration::from_secs(1) {
                    told = Instant::now();
                    progress(written.load(Ordering::Relaxed));
                }
            }
            let path = chunk.close()?;
            log::info!("closed {}", path.display());
        }
        Ok(())
    }

    fn game(&mut self) -> Vec<Record> {
        match self.task.kind {
            Kind::Exact { least, most } => self.solved_position(least, most),
            Kind::Games {
                depth,
                solve,
                long_prefixes,
                plausible_prefixes,
            } => {
                let kind = self.random.below(100);
                let prefix = if kind < plausible_prefixes {
                    let plies = 2 + self.random.below(54);
                    self.plausible_prefix(plies, 8.0)
                } else {
                    self.random_prefix(kind - plausible_prefixes < long_prefixes)
                };
                prefix.map_or_else(Vec::new, |start| self.played_game(start, depth, solve))
            }
        }
    }

    /// One position of `least` to `most` empty squares after plausible moves and a few
    /// random ones, solved. Without these its evaluation would be too low on average:
    /// what a move is chosen for is in part the error of the evaluation after it.
    fn solved_position(&mut self, least: u32, most: u32) -> Vec<Record> {
        let empties = least + self.random.below(most - least + 1);
        let plies = R::start().empties().saturating_sub(empties);
        let last = plies.min(RANDOM_PLIES);
        let before = self.plausible_prefix(plies - last, 4.0);
        let position = before.and_then(|before| {
            self.moved_on(before, last, |worker, _, moves| worker.random.member(moves))
        });
        let Some(position) = position else {
            return Vec::new();
        };
        // Passes on the way have left more empty squares.
        if position.moves() == 0 || position.empties() > most {
            return Vec::new();
        }
        let limits = Limits {
            goal: Goal::Exact,
            ..Limits::default()
        };
        let report = self.search(&position, limits);
        vec![record(&position, &report, report.score().discs(), true)]
    }

    /// A game by search from a position.
    fn played_game(&mut self, start: Position<R>, depth: u32, solve: u32) -> Vec<Record> {
        let mut position = start;
        let mut records = Vec::new();
        let mut black = true;
        let mut sides = Vec::new();
        loop {
            let moves = position.moves();
            if moves == 0 && position.is_over() {
                break;
            }
            if moves == 0 {
                position = position.pass();
                black = !black;
                continue;
            }
            let exact = position.empties() <= solve;
            let limits = if exact {
                Limits {
                    goal: Goal::Exact,
                    ..Limits::default()
                }
            } else {
                Limits {
                    depth: Some(depth),
                    ..Limits::default()
                }
            };
            let report = self.search(&position, limits);
            records.push(record(&position, &report, report.score().discs(), exact));
            sides.push(black);
            let Move::Disc(square) = report.best_move() else {
                break;
            };
            position = position.play(square.index());
            black = !black;
        }
        let last = position.final_score();
        for (record, side) in records.iter_mut().zip(sides) {
            record.result = if side == black { last } else { -last } as i8;
        }
        records
    }

    /// A position after 4 to 16 random plies, or up to 50 (`long`). `None` if the
    /// game ended before.
    fn random_prefix(&mut self, long: bool) -> Option<Position<R>> {
        let plies = match long {
            true => 8 + self.random.below(43),
            false => 4 + self.random.below(13),
        };
        self.moved_on(R::start(), plies, |worker, _, moves| {
            worker.random.member(moves)
        })
    }

    /// A position as players of some strength might reach it: after 2 to 8 random
    /// plies more that are likelier the better the static score after them, in all
    /// as many as asked for. How much so differs between the games; `widest` is the
    /// largest spread, in discs.
    fn plausible_prefix(&mut self, plies: u32, widest: f64) -> Option<Position<R>> {
        let first = (2 + self.random.below(7)).min(plies);
        let start = self.moved_on(R::start(), first, |worker, _, moves| {
            worker.random.member(moves)
        })?;
        let spread = 0.5 + (widest - 0.5) * self.random.unit();
        self.moved_on(start, plies - first, |worker, position, moves| {
            worker.plausible(position, moves, spread)
        })
    }

    /// A move drawn with a chance that falls by a factor of e for every `spread`
    /// discs its score lies lower (Gumbel noise on the scores).
    fn plausible(&mut self, position: &Position<R>, mut moves: u64, spread: f64) -> usize {
        let mut best = (f64::NEG_INFINITY, 0);
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let child = position.play(square);
            let features = Features::of(child.board);
            let weights = self.task.evaluation.weights();
            let score = -evaluate(weights, &child, &features, child.empties());
            let noise = -(-self.random.unit().max(1e-12).ln()).ln();
            let worth = f64::from(score) / 128.0 + spread * noise;
            if worth > best.0 {
                best = (worth, square);
            }
        }
        best.1
    }

    /// The position some plies on, each move as `choose` says; `None` if the game
    /// ends before.
    fn moved_on(
        &mut self,
        start: Position<R>,
        plies: u32,
        choose: impl Fn(&mut Self, &Position<R>, u64) -> usize,
    ) -> Option<Position<R>> {
        let mut position = start;
        for _ in 0..plies {
            let moves = position.moves();
            if moves != 0 {
                let square = choose(self, &position, moves);
                position = position.play(square);
            } else if position.is_over() {
                return None;
            } else {
                position = position.pass();
            }
        }
        Some(position)
    }

    fn search(&self, position: &Position<R>, limits: Limits) -> Report {
        let limits = Limits {
            evaluation: self.task.evaluation.clone(),
            ..limits
        };
        let stop = AtomicBool::new(false);
        let mut control = Control {
            stop: &stop,
            report: &mut |_| (),
        };
        search_position(position, &limits, &self.table, &mut control)
    }
}

fn record<R: Rules>(position: &Position<R>, report: &Report, result: i32, exact: bool) -> Record {
    Record {
        board: position.board,
        supply: R::reserve_code(position.reserve),
        rules: R::RULE_SET,
        result: result as i8,
        exact,
        search: report.score().0 as i16,
        depth: report.depth as u8,
    }
}

#[cfg(test)]
mod tests;
