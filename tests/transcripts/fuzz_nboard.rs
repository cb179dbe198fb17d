//! Seeded conversations in the language of NBoard: right and wrong lines, searches
//! and pings, sudden ends. Each is with an engine of its own; none may hang, leave
//! out a reply, or answer a position it was not asked of.
//!
//! `MOLLETT_FUZZ_CONVERSATIONS` sets how many, `MOLLETT_FUZZ_SEED` which.

use crate::nonsense::damaged;
use crate::plain_engine::Engine;
use crate::random::{Random, campaign};
use mollett::board::Game;
use mollett::formats::ggf;
use mollett_protocol::{Move, ParseError, Plain, RuleSet, nboard};
use std::collections::VecDeque;
use std::thread;
use std::time::Duration;

/// What one line of NBoard must bring, in its turn.
enum Due {
    Line(String),
    Error,
    /// A move of this game.
    Go(Game),
    /// At least one of the moves, if the search has begun.
    Hint,
    /// The scores after so many plies, or the last of them.
    Review(usize),
}

struct Nboard {
    engine: Engine,
    random: Random,
    game: Game,
    due: VecDeque<Due>,
    pings: u64,
    transcript: String,
}

impl Nboard {
    fn say(&mut self, line: &[u8]) {
        self.transcript
            .push_str(&format!("{}\n", line.escape_ascii()));
        match nboard::parse_line(line) {
            Plain::Empty | Plain::Bad(ParseError::UnknownCommand { .. }) => {}
            Plain::Bad(_) => self.due.push_back(Due::Error),
            Plain::Command(command) => self.expect(command),
        }
        self.engine.write(line);
        self.engine.write(b"\n");
    }

    /// Follows the game, and notes what has to come.
    fn expect(&mut self, command: nboard::Command) {
        use nboard::Command;
        let due = match command {
            Command::Version | Command::SetContempt | Command::Quit => return,
            Command::SetGame { text } => {
                let games = ggf::read(&text, Some(RuleSet::Othello)).unwrap_or_default();
                match games.as_slice() {
                    [game] => {
                        self.game = game.replay().unwrap();
                        return;
                    }
                    _ => Due::Error,
                }
            }
            Command::SetDepth { depth } => Due::Line(format!("set myname mollett{depth}")),
            Command::Move { mv, .. } => match self.game.play(self.game.side(), mv) {
                Ok(()) => return,
                Err(_) => Due::Error,
            },
            Command::Hint { .. } if self.game.is_over() => return,
            Command::Hint { .. } => Due::Hint,
            Command::Go if self.game.moves().is_empty() => Due::Line("=== PA".to_owned()),
            Command::Go => Due::Go(self.game.clone()),
            Command::Analyze => {
                let told = self.game.plies().iter().filter(|ply| !ply.implied);
                Due::Review(told.count())
            }
            Command::Learn => Due::Line("learned".to_owned()),
            Command::Ping { number } => Due::Line(format!("pong {number}")),
        };
        self.due.push_back(due);
    }

    fn ping(&mut self) {
        self.pings += 1;
        self.say(format!("ping {}", self.pings).as_bytes());
    }

    /// Takes the replies to all that was said.
    fn listen(&mut self) {
        while let Some(due) = self.due.pop_front() {
            let place = format!("in:\n{}", self.transcript);
            match due {
                Due::Line(line) => assert_eq!(self.engine.line(), line, "{place}"),
                Due::Error => {
                    let line = self.engine.line();
                    assert!(line.starts_with("status Error: "), "{line} {place}");
                }
                Due::Go(mut game) => {
                    let lines = self.block("thinking", &place);
                    let (last, notes) = lines.split_last().unwrap();
                    check_notes(notes, &place);
                    let word = last.strip_prefix("=== ").unwrap_or_else(|| {
                        panic!("{last} {place}");
                    });
                    let mv: Move = word.split('/').next().unwrap().parse().unwrap();
                    let color = game.side();
                    assert_eq!(game.play(color, mv), Ok(()), "{last} {place}");
                }
                Due::Hint => {
                    let lines = self.block("analyzing", &place);
                    check_notes(&lines, &place);
                    let begins = |word| lines.iter().any(|line| line.starts_with(word));
                    let told = begins("search ") || begins("nodestats 0 ");
                    assert!(told, "{lines:?} {place}");
                }
                Due::Review(plies) => {
                    let lines = self.block("analyzing", &place);
                    for (line, ply) in lines.iter().zip((0..=plies).rev()) {
                        let score = line.strip_prefix(&format!("analysis {ply} "));
                        let score: f64 = score
                            .unwrap_or_else(|| panic!("{line} {place}"))
                            .parse()
                            .unwrap();
                        assert!(score.abs() <= 64.0, "{line} {place}");
                    }
                    assert!(lines.len() <= plies + 1, "{lines:?} {place}");
                }
            }
        }
    }

    /// The lines between the status that begins a reply and the one that ends it.
    fn block(&mut self, what: &str, place: &str) -> Vec<String> {
        let first = self.engine.line();
        assert_eq!(first, format!("status mollett is {what}"), "{place}");
        let mut lines = self.engine.until("status");
        lines.pop();
        lines
    }

    fn step(&mut self) {
        match self.random.below(12) {
            0..=3 => {
                let moves: Vec<_> = self.game.moves().into_iter().collect();
                let line = match moves.is_empty() {
                    true => "move PA".to_owned(),
                    false => format!("move {:#}/-1.5/0.01", self.random.pick(&moves)),
                };
                self.say(line.as_bytes());
            }
            4 => {
                let line = format!("hint {}", 1 + self.random.below(5));
                self.say(line.as_bytes());
            }
            5 => self.say(b"go"),
            6 => self.say(b"analyze"),
            7 => {
                // Only a ping ends it.
                self.say(b"set depth 60");
                let search = *self.random.pick(&["go", "hint 2", "analyze"]);
                self.say(search.as_bytes());
                thread::sleep(Duration::from_micros(self.random.below(4_000) as u64));
                self.ping();
                self.say(b"set depth 2");
            }
            8 => {
                let line = *self.random.pick(&[
                    "set depth 1",
                    "set depth 3",
                    "set contempt -20",
                    "learn",
                    "nboard 2",
                    "set game (;GM[Othello]TI[0]B[F5]W[D6];)",
                    "set game (;GM[Othello]TI[0:01]B[F5//0.9]W[D6];)",
                    "set game (;GM[Othello]BO[8 -------------------------------- OX ------------------------------ *];)",
                    "set game (;GM[Othello]B[F5]W[D7];)",
                    "set game",
                ]);
                self.say(line.as_bytes());
            }
            9 => self.ping(),
            _ => {
                let line = damaged(&mut self.random, LINES);
                if is_quick(&line) {
                    self.say(&line);
                }
            }
        }
        if self.random.once_in(8) {
            self.ping();
            self.listen();
        }
    }
}

/// Lines of a search as NBoard reads them.
fn check_notes(lines: &[String], place: &str) {
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let sound = match words[..] {
            ["search", moves, eval, "0", depth] => {
                let depth = depth.trim_end_matches('%');
                moves.len() >= 2 && eval.parse::<f64>().is_ok() && depth.parse::<u32>().is_ok()
            }
            ["nodestats", nodes, time] => {
                nodes.parse::<u64>().is_ok() && time.parse::<f64>().is_ok()
            }
            _ => false,
        };
        assert!(sound, "{line} {place}");
    }
}

const LINES: &[&str] = &[
    "set game (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)",
    "move F5/1.0/2",
    "D3",
    "hint 2",
    "ping 12",
    "learn",
    "go",
    "analyze",
    "set contempt 1",
];

/// Whether a line leaves nothing that takes long, and does not end the engine.
fn is_quick(line: &[u8]) -> bool {
    match nboard::parse_line(line) {
        Plain::Command(nboard::Command::SetDepth { depth }) => depth <= 3,
        Plain::Command(nboard::Command::Quit) => false,
        _ => true,
    }
}

#[test]
fn no_conversation_of_nboard_hangs_or_loses_a_reply() {
    let (count, seed) = campaign("MOLLETT_FUZZ_CONVERSATIONS", 25);
    for number in 0..count as u64 {
        let seed = seed.wrapping_mul(1_000_033).wrapping_add(number);
        let mut talk = Nboard {
            engine: Engine::start("nboard"),
            random: Random(seed),
            game: Game::new(RuleSet::Othello),
            due: VecDeque::new(),
            pings: 0,
            transcript: format!("seed {seed}\n"),
        };
        talk.say(b"nboard 2");
        talk.say(b"set depth 2");
        for _ in 0..talk.random.below(40) {
            talk.step();
        }
        talk.ping();
        talk.listen();
        let rest = talk.engine.leave(&mut talk.random, "quit", "hint 1");
        assert!(
            rest.iter().all(|line| !line.starts_with("pong")),
            "{rest:?}"
        );
    }
}
