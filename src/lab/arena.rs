//! Games between two ways of searching, inside this process: thousands of quick
//! games where the match runner has hundreds of slow ones.
//!
//! Both sides search to the same number of positions a move, so time is left out: a
//! change that makes positions dearer needs a match on the clock.

use crate::board::{Position, Rules};
use crate::eval::Evaluation;
use crate::search::{Control, Goal, Limits, Table, TableError, Tuning, search_position};
use mollett_protocol::Move;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Size of each side's table in MB.
const TABLE_MB: usize = 8;

/// From this many empty squares on a game is solved instead of played.
const SOLVED: u32 = 10;

/// One side of a game.
#[derive(Clone, Debug)]
pub struct Player {
    /// What it evaluates with.
    pub evaluation: Evaluation,
    /// The constants of its search.
    pub tuning: Tuning,
    /// Positions it may enter for a move.
    pub nodes: u64,
}

/// What one player has scored against another.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Games played.
    pub games: u32,
    /// Points: 1 for a win, half of one for a draw.
    pub points: f64,
    squares: f64,
    /// Discs won less discs lost, over all games.
    pub discs: i64,
}

impl Tally {
    /// Adds a game with this final score, in discs for the player.
    pub fn add(&mut self, score: i32) {
        let points = f64::from(score.signum() + 1) / 2.0;
        self.games += 1;
        self.points += points;
        self.squares += points * points;
        self.discs += i64::from(score);
    }

    /// Adds the games of another tally.
    pub fn join(&mut self, other: &Self) {
        self.games += other.games;
        self.points += other.points;
        self.squares += other.squares;
        self.discs += other.discs;
    }

    /// The share of the points, 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.points / f64::from(self.games.max(1))
    }

    /// Standard error of the share, as if games were independent of each other.
    #[must_use]
    pub fn error(&self) -> f64 {
        let games = f64::from(self.games.max(1));
        ((self.squares / games - self.share().powi(2)).max(0.0) / games).sqrt()
    }
}

impl fmt::Display for Tally {
    /// Points, share and twice its error, the difference in strength in Elo and discs a
    /// game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elo = |share: f64| 400.0 * (share / (1.0 - share)).log10();
        let (share, error) = (self.share().clamp(0.001, 0.999), self.error());
        let spread = 2.0 * error * 400.0 / (10f64.ln() * share * (1.0 - share));
        write!(
            f,
            "{} of {}: {:.1} +- {:.1} %, {:+.0} +- {:.0} Elo, {:+.2} discs a game",
            self.points,
            self.games,
            100.0 * share,
            200.0 * error,
            elo(share),
            spread,
            self.discs as f64 / f64::from(self.games.max(1)),
        )
    }
}

/// Plays every opening twice, `first` beginning one game and `second` the other, on
/// some threads; `progress` is told the openings done. The result is `first`'s.
///
/// # Errors
/// When there is no memory for the tables.
pub fn play<R: Rules>(
    first: &Player,
    second: &Player,
    openings: &[Position<R>],
    threads: usize,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Tally, TableError> {
    let next = AtomicUsize::new(0);
    let serve = || -> Result<Tally, TableError> {
        let mut tables = [Table::new(TABLE_MB)?, Table::new(TABLE_MB)?];
        let mut tally = Tally::default();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(opening) = openings.get(at) else {
                return Ok(tally);
            };
            tally.add(game([first, second], &mut tables, *opening));
            tally.add(-game([second, first], &mut tables, *opening));
            progress(at as u64 + 1);
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(serve)).collect();
        let mut all = Tally::default();
        for thread in threads {
            match thread.join() {
                Ok(tally) => all.join(&tally?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(all)
    })
}

/// The final score of a game, for the player who begins.
fn game<R: Rules>(players: [&Player; 2], tables: &mut [Table; 2], start: Position<R>) -> i32 {
    for table in tables.iter_mut() {
        table.clear();
    }
    let limits = players.map(|player| Limits {
        nodes: Some(player.nodes),
        evaluation: player.evaluation.clone(),
        tuning: player.tuning,
        ..Limits::default()
    });
    let stop = AtomicBool::new(false);
    let (mut position, mut side) = (start, 0);
    loop {
        let own = if side == 0 { 1 } else { -1 };
        if position.is_over() {
            return own * position.final_score();
        }
        let mut limits = limits[side].clone();
        let is_solved = position.empties() <= SOLVED;
        if is_solved {
            limits.nodes = None;
            limits.goal = Goal::Exact;
        }
        let mut control = Control {
            stop: &stop,
            report: &mut |_| (),
        };
        let report = search_position(&position, &limits, &tables[side], &mut control);
        if is_solved {
            return own * report.score().discs();
        }
        position = match report.best_move() {
            Move::Disc(square) => position.play(square.index()),
            Move::Pass => position.pass(),
        };
        side = 1 - side;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Othello;

    #[test]
    fn who_sees_more_wins_and_a_player_is_as_good_as_itself() {
        let player = |nodes| Player {
            evaluation: Evaluation::default(),
            tuning: Tuning::DEFAULT,
            nodes,
        };
        let openings: Vec<_> = (0..4)
            .map(|at| {
                let mut position = Othello::start().play(19);
                for ply in 0..at + 3 {
                    let moves = position.moves();
                    let skipped = (0..ply % moves.count_ones()).fold(moves, |m, _| m & (m - 1));
                    position = position.play(skipped.trailing_zeros() as usize);
                }
                position
            })
            .collect();
        let same = play(&player(300), &player(300), &openings, 2, &|_| ()).unwrap();
        assert_eq!((same.games, same.points, same.discs), (8, 4.0, 0));
        let better = play(&player(3000), &player(100), &openings, 1, &|_| ()).unwrap();
        assert!(better.share() > 0.5, "{better}");
    }

    #[test]
    fn a_tally_knows_its_error() {
        let mut tally = Tally::default();
        for score in [12, -2, 0, 4] {
            tally.add(score);
        }
        assert_eq!((tally.points, tally.discs), (2.5, 14));
        assert_eq!(tally.share(), 0.625);
        // Squares 1 + 0 + 0.25 + 1 of four games: variance 0.5625 - 0.390625.
        assert!((tally.error() - (0.171_875f64 / 4.0).sqrt()).abs() < 1e-12);
    }
}
