//! `mollett-lab duel` and `mollett-lab tune`: constants and weights against each other.

use mollett::board::{AnyPosition, Classic, Game, Othello, Position};
use mollett::lab::arena::{self, Player};
use mollett::lab::seed::Random;
use mollett::lab::tune::{self, Plan};
use mollett::search::Tuning;
use mollett_protocol::RuleSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What games begin with and how long they think.
#[derive(clap::Args)]
struct Games {
    /// othello or classic.
    #[arg(long, default_value = "othello")]
    rules: RuleSet,
    /// File of openings: the first word of each line is a line of moves; # begins a
    /// remark.
    #[arg(long, value_name = "FILE")]
    openings: PathBuf,
    /// Positions a move.
    #[arg(long, default_value_t = 10_000)]
    nodes: u64,
    /// Games at the same time.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Seed of what is drawn.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The weight file; without it the embedded weights.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

/// Lets two sets of constants or weights play quick games.
#[derive(clap::Args)]
pub struct Duel {
    #[command(flatten)]
    games: Games,
    /// Openings drawn, each played twice.
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// Constants of the first player that are not as shipped.
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<(usize, i32)>,
    /// The same for the second player.
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    against_set: Vec<(usize, i32)>,
    /// The second player's weight file; without it the first player's.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// The second player's positions a move; without it as many as the first's.
    #[arg(long)]
    against_nodes: Option<u64>,
}

/// Tunes the constants of the search by games.
#[derive(clap::Args)]
pub struct Tune {
    #[command(flatten)]
    games: Games,
    /// The file of rounds; a run goes on where it ends.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Rounds in all.
    #[arg(long, default_value_t = 500)]
    rounds: u32,
    /// Openings of a round, each played twice.
    #[arg(long, default_value_t = 20)]
    count: usize,
    /// How far the constants follow a winner at first, in their steps.
    #[arg(long, default_value_t = 1.0)]
    gain: f64,
    /// How far they are moved, in their steps.
    #[arg(long, default_value_t = 1.5)]
    spread: f64,
}

/// `NAME=VALUE` as the number of the constant and the value.
fn setting(text: &str) -> Result<(usize, i32), String> {
    let names = Tuning::CONSTANTS.map(|constant| constant.name);
    let wrong = || format!("must be NAME=VALUE, NAME one of {}", names.join(", "));
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    let at = names.iter().position(|known| *known == name);
    let at = at.ok_or_else(wrong)?;
    let value = value.parse().map_err(|_| wrong())?;
    let (least, most) = Tuning::CONSTANTS[at].range;
    match (least..=most).contains(&value) {
        true => Ok((at, value)),
        false => Err(format!("{name} must be from {least} to {most}")),
    }
}

fn tuning(settings: &[(usize, i32)]) -> Tuning {
    let mut values = Tuning::DEFAULT.values();
    for &(at, value) in settings {
        values[at] = value;
    }
    Tuning::from_values(values)
}

impl Games {
    /// All openings of the file.
    fn read(&self) -> io::Result<Vec<AnyPosition>> {
        let text = std::fs::read_to_string(&self.openings)
            .map_err(|error| named(&self.openings, &error.to_string()))?;
        let lines = text.lines().enumerate();
        let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        let openings: Result<Vec<AnyPosition>, _> = lines
            .map(|(number, line)| {
                self.opening(line).map_err(|error| {
                    named(&self.openings, &format!("line {}: {error}", number + 1))
                })
            })
            .collect();
        match openings {
            Ok(openings) if openings.is_empty() => Err(named(&self.openings, "no opening in it")),
            openings => openings,
        }
    }

    fn opening(&self, line: &str) -> Result<AnyPosition, String> {
        let moves = line.split_whitespace().next().unwrap_or_default();
        let mut game = Game::new(self.rules);
        for (at, _) in moves.char_indices().step_by(2) {
            let name = moves.get(at..at + 2).unwrap_or(&moves[at..]);
            let played = name.parse().map_err(|_| format!("{name} is no square"))?;
            let side = game.side();
            game.play(side, played)
                .map_err(|error| format!("{name}: {error}"))?;
        }
        Ok(*game.position())
    }
}

/// Those of one game; all are, as they were read.
fn of_rules<R>(
    openings: Vec<AnyPosition>,
    of: impl Fn(AnyPosition) -> Option<Position<R>>,
) -> Vec<Position<R>>
where
    R: mollett::board::Rules,
{
    openings.into_iter().filter_map(of).collect()
}

fn othello(position: AnyPosition) -> Option<Position<Othello>> {
    match position {
        AnyPosition::Othello(position) => Some(position),
        AnyPosition::Classic(_) => None,
    }
}

fn classic(position: AnyPosition) -> Option<Position<Classic>> {
    match position {
        AnyPosition::Classic(position) => Some(position),
        AnyPosition::Othello(_) => None,
    }
}

fn named(path: &Path, error: &str) -> io::Error {
    let message = format!("{}: {error}", path.display());
    io::Error::new(io::ErrorKind::InvalidData, message)
}

impl Duel {
    /// Plays and prints.
    pub fn run(self) -> io::Result<()> {
        let games = &self.games;
        let mut openings = games.read()?;
        let mut random = Random::new(games.seed, 0);
        let count = self.count.min(openings.len());
        for at in 0..count {
            let other = at + random.below((openings.len() - at) as u32) as usize;
            openings.swap(at, other);
        }
        openings.truncate(count);
        let first = Player {
            evaluation: super::fit::evaluation(games.weights.as_deref())?,
            tuning: tuning(&self.set),
            nodes: games.nodes,
        };
        let second = Player {
            evaluation: match &self.against {
                Some(path) => super::fit::evaluation(Some(path))?,
                None => first.evaluation.clone(),
            },
            tuning: tuning(&self.against_set),
            nodes: self.against_nodes.unwrap_or(games.nodes),
        };
        let bar = super::bar(Some(count as u64), "playing");
        let progress = |done| bar.set_position(done);
        let tally = match games.rules {
            RuleSet::Othello => {
                let openings = of_rules(openings, othello);
                arena::play(&first, &second, &openings, games.threads, &progress)
            }
            RuleSet::Classic => {
                let openings = of_rules(openings, classic);
                arena::play(&first, &second, &openings, games.threads, &progress)
            }
        }
        .map_err(io::Error::other)?;
        bar.finish_and_clear();
        writeln!(io::stdout(), "{tally}")
    }
}

impl Tune {
    /// Plays and follows the winners.
    pub fn run(self) -> io::Result<()> {
        let games = &self.games;
        let openings = games.read()?;
        let plan = Plan {
            rounds: self.rounds,
            openings: self.count,
            nodes: games.nodes,
            gain: self.gain,
            spread: self.spread,
            threads: games.threads,
            seed: games.seed,
            evaluation: super::fit::evaluation(games.weights.as_deref())?,
        };
        let bar = super::bar(Some(self.rounds.into()), "tuning");
        let progress = |state: &tune::State| bar.set_position(state.rounds.into());
        let state = match games.rules {
            RuleSet::Othello => {
                tune::run(&plan, &of_rules(openings, othello), &self.out, &progress)
            }
            RuleSet::Classic => {
                tune::run(&plan, &of_rules(openings, classic), &self.out, &progress)
            }
        }
        .map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", self.out.display()))
        })?;
        bar.finish_and_clear();
        let values = state.tuning().values();
        let mut constants = Tuning::CONSTANTS.iter().zip(values);
        constants
            .try_for_each(|(constant, value)| writeln!(io::stdout(), "{} {value}", constant.name))
    }
}
