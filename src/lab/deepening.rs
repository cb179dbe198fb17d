//! Searches of many positions to a fixed depth, with what every iteration said.

use crate::board::AnyPosition;
use crate::eval::Evaluation;
use crate::search::{Control, Goal, Limits, Selectivity, Table, search};
use mollett_protocol::Move;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What one iteration of a search found.
#[derive(Clone, Copy, Debug)]
pub struct Iteration {
    /// Its plies.
    pub depth: u32,
    /// The score in discs for the side to move.
    pub score: f64,
    /// The best move.
    pub best: Move,
    /// Positions entered up to its end.
    pub nodes: u64,
}

/// How the positions are searched.
#[derive(Clone, Debug)]
pub struct Effort {
    /// What the searches evaluate with.
    pub evaluation: Evaluation,
    /// Plies of the last iteration.
    pub depth: u32,
    /// Confidence of the forward pruning.
    pub selectivity: Selectivity,
    /// Size of each thread's table in MB; it is emptied for each position.
    pub table_mb: usize,
    /// Positions searched at the same time.
    pub threads: usize,
}

/// The iterations of the search of each position, in the order of the positions;
/// `progress` is told how many are done.
///
/// # Errors
/// When there is no memory for the tables or no thread.
pub fn deepen(
    positions: &[AnyPosition],
    effort: &Effort,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<Vec<Iteration>>, String> {
    let threads = effort.threads.max(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| error.to_string())?;
    let done = AtomicU64::new(0);
    let share = positions.len().div_ceil(threads * 8).max(1);
    let parts: Result<Vec<_>, String> = pool.install(|| {
        positions
            .par_chunks(share)
            .map(|positions| {
                let table = Table::new(effort.table_mb);
                let mut table = table.map_err(|error| error.to_string())?;
                let one = |position| {
                    table.clear();
                    let iterations = deepen_one(position, effort, &table);
                    progress(done.fetch_add(1, Ordering::Relaxed) + 1);
                    iterations
                };
                Ok(positions.iter().map(one).collect::<Vec<_>>())
            })
            .collect()
    });
    Ok(parts?.into_iter().flatten().collect())
}

fn deepen_one(position: &AnyPosition, effort: &Effort, table: &Table) -> Vec<Iteration> {
    let limits = Limits {
        goal: Goal::BestMove,
        depth: Some(effort.depth),
        midgame: effort.selectivity,
        evaluation: effort.evaluation.clone(),
        ..Limits::default()
    };
    let stop = AtomicBool::new(false);
    let mut iterations: Vec<Iteration> = Vec::new();
    let mut keep = |report: &crate::search::Report| {
        let iteration = Iteration {
            depth: report.depth,
            score: f64::from(report.score().0) / 128.0,
            best: report.best_move(),
            nodes: report.nodes,
        };
        if iterations
            .last()
            .is_some_and(|last| last.depth == iteration.depth)
        {
            iterations.pop();
        }
        iterations.push(iteration);
    };
    let mut control = Control {
        stop: &stop,
        report: &mut keep,
    };
    let last = search(position, &limits, table, &mut control);
    keep(&last);
    iterations
}
