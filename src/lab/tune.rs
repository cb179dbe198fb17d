//! Tuning the constants of the search with games as the judge: simultaneous
//! perturbation (SPSA: J. Spall, IEEE Transactions on Automatic Control 37(3), 1992,
//! with the gain sequences of his "Implementation", 1998).
//!
//! Every round moves all constants at random, one way for one player and the other
//! way for its opponent, lets them play, and follows the winner a little. Each round
//! is one line of a file, which is all that a run needs to go on from.

use super::arena::{self, Player, Tally};
use super::seed::Random;
use crate::board::{Position, Rules};
use crate::eval::Evaluation;
use crate::search::Tuning;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

/// Number of constants.
const COUNT: usize = Tuning::CONSTANTS.len();

/// Constants as they are tuned: in their own units, with fractions.
type Point = [f64; COUNT];

/// How a run goes.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Rounds in all, with those done before.
    pub rounds: u32,
    /// Openings of a round, each played twice.
    pub openings: usize,
    /// Positions a move.
    pub nodes: u64,
    /// How far the constants follow a winner at first, in their steps for a share of
    /// all points.
    pub gain: f64,
    /// How far they are moved, in their steps.
    pub spread: f64,
    /// Games at the same time.
    pub threads: usize,
    /// Seed of the openings and directions.
    pub seed: u64,
    /// What both sides evaluate with.
    pub evaluation: Evaluation,
}

/// Where a run stands.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Rounds done.
    pub rounds: u32,
    /// Where the constants are now.
    pub point: Point,
}

impl State {
    /// The state after the last whole line of a file of rounds.
    ///
    /// # Errors
    /// When a line is not one of a run with these constants.
    pub fn read(text: &str) -> io::Result<Self> {
        let mut state = Self {
            rounds: 0,
            point: Tuning::DEFAULT.values().map(f64::from),
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        for line in whole.lines().skip(1) {
            state.follow(line).ok_or_else(|| {
                let message = format!("\"{line}\" is no round of these constants");
                io::Error::new(io::ErrorKind::InvalidData, message)
            })?;
        }
        Ok(state)
    }

    fn follow(&mut self, line: &str) -> Option<()> {
        let mut fields = line.split(',');
        let rounds = fields.next()?.parse().ok()?;
        let _share: f64 = fields.next()?.parse().ok()?;
        for value in &mut self.point {
            *value = fields.next()?.parse().ok()?;
        }
        self.rounds = rounds;
        fields.next().is_none().then_some(())
    }

    /// The line that [`read`](Self::read) understands.
    fn line(&self, tally: &Tally) -> String {
        let mut line = format!("{},{:.4}", self.rounds, tally.share());
        for value in self.point {
            // Writing to a string cannot fail.
            let _ = write!(line, ",{value:.3}");
        }
        line.push('\n');
        line
    }

    /// The constants as the search takes them.
    #[must_use]
    pub fn tuning(&self) -> Tuning {
        rounded(&self.point)
    }

    /// One round: `direction` (+1 or -1 for each constant) is what one of the players
    /// is moved along and the other against, `play` their games.
    fn round<E>(
        &mut self,
        plan: &Plan,
        direction: &[f64; COUNT],
        play: impl FnOnce(Tuning, Tuning) -> Result<Tally, E>,
    ) -> Result<Tally, E> {
        let round = f64::from(self.rounds + 1);
        let spread = plan.spread / round.powf(0.101);
        let gain = plan.gain / (round + 0.1 * f64::from(plan.rounds)).powf(0.602)
            * (1.0 + 0.1 * f64::from(plan.rounds)).powf(0.602);
        let steps = Tuning::CONSTANTS.map(|constant| f64::from(constant.step));
        let moved = |way: f64| -> Tuning {
            let values =
                std::array::from_fn(|at| self.point[at] + way * spread * direction[at] * steps[at]);
            rounded(&values)
        };
        let tally = play(moved(1.0), moved(-1.0))?;
        let won = 2.0 * tally.share() - 1.0;
        for (at, value) in self.point.iter_mut().enumerate() {
            let (least, most) = Tuning::CONSTANTS[at].range;
            *value += gain * won * direction[at] * steps[at];
            *value = value.clamp(f64::from(least), f64::from(most));
        }
        self.rounds += 1;
        Ok(tally)
    }
}

fn rounded(point: &Point) -> Tuning {
    Tuning::from_values(point.map(|value| value.round() as i32))
}

/// Tunes until the plan's rounds are done, from where `path` ends; `progress` is told
/// the state after each round.
///
/// # Errors
/// When the file is wrong or cannot be written, or there is no memory for tables.
pub fn run<R: Rules>(
    plan: &Plan,
    openings: &[Position<R>],
    path: &Path,
    progress: &dyn Fn(&State),
) -> io::Result<State> {
    let mut text = String::new();
    let mut file = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(path)?;
    file.read_to_string(&mut text)?;
    let mut state = State::read(&text)?;
    begin_line(&mut file, &text)?;
    while state.rounds < plan.rounds {
        let mut random = Random::new(plan.seed, state.rounds.into());
        let drawn: Vec<Position<R>> = (0..plan.openings)
            .filter_map(|_| openings.get(random.below(openings.len() as u32) as usize))
            .copied()
            .collect();
        let direction = std::array::from_fn(|_| if random.percent(50) { 1.0 } else { -1.0 });
        let player = |tuning| Player {
            evaluation: plan.evaluation.clone(),
            tuning,
            nodes: plan.nodes,
        };
        let tally = state
            .round(plan, &direction, |first, second| {
                let (first, second) = (player(first), player(second));
                arena::play(&first, &second, &drawn, plan.threads, &|_| ())
            })
            .map_err(io::Error::other)?;
        file.write_all(state.line(&tally).as_bytes())?;
        progress(&state);
    }
    Ok(state)
}

/// Sees to it that the next line begins a line of its own, under a heading.
fn begin_line(file: &mut File, text: &str) -> io::Result<()> {
    if text.is_empty() {
        let names = Tuning::CONSTANTS.map(|constant| constant.name).join(",");
        writeln!(file, "round,share,{names}")?;
    } else if !text.ends_with('\n') {
        // The last round was cut off in the middle of its line.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(rounds: u32) -> Plan {
        Plan {
            rounds,
            openings: 1,
            nodes: 50,
            gain: 1.0,
            spread: 1.0,
            threads: 1,
            seed: 3,
            evaluation: Evaluation::default(),
        }
    }

    #[test]
    fn rounds_climb_to_where_games_are_won() {
        // Who is nearer to 140 in the first constant wins by as much.
        let mut state = State::read("").unwrap();
        let mut random = Random::new(1, 1);
        for _ in 0..200 {
            let direction = std::array::from_fn(|_| if random.percent(50) { 1.0 } else { -1.0 });
            let nearer = |first: Tuning, second: Tuning| {
                let distance = |tuning: Tuning| (tuning.margin - 140).abs();
                let mut tally = Tally::default();
                tally.add(distance(second) - distance(first));
                Ok::<_, ()>(tally)
            };
            state.round(&plan(200), &direction, nearer).unwrap();
        }
        assert!((state.point[0] - 140.0).abs() < 15.0, "{state:?}");
    }

    #[test]
    fn a_run_goes_on_where_it_was_cut_off() {
        let openings = [crate::board::Othello::start()];
        let name = format!("mollett-tune-{}.csv", std::process::id());
        let path = std::env::temp_dir().join(name);
        let whole = run(&plan(3), &openings, &path, &|_| ()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(State::read(&text).unwrap().rounds, 3);
        // Without the last line and with half of the one before.
        let cut = text
            .lines()
            .take(2)
            .fold(String::new(), |all, line| all + line + "\n")
            + "2,0.5";
        std::fs::write(&path, cut).unwrap();
        let resumed = run(&plan(3), &openings, &path, &|_| ()).unwrap();
        let again = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!((resumed, again), (whole, text));
        assert!(State::read("round,share\n1,0.5,3\n").is_err());
    }
}
