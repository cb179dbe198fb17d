//! Seeded conversations in the language of Cassio, as `fuzz_nboard` has them in that
//! of NBoard. What is answered beside a search comes when it comes, so the replies
//! are counted from one `get-version` to the next.

use crate::nonsense::damaged;
use crate::plain_engine::Engine;
use crate::random::{Random, campaign};
use mollett::board::Game;
use mollett_protocol::{Move, Plain, RuleSet, cassio};
use std::collections::VecDeque;
use std::thread;
use std::time::Duration;

const START: &str = "---------------------------OX------XO---------------------------";

const LINES: &[&str] = &[
    "ENGINE-PROTOCOL midgame-search ---------------------------OX------XO---------------------------X -64 64 1 73",
    "ENGINE-PROTOCOL get-search-infos",
    "ENGINE-PROTOCOL feed-hash x",
    "ENGINE-PROTOCOL empty-hash",
    "ENGINE-PROTOCOL stop",
    "ENGINE-PROTOCOL init",
    "ENGINE-PROTOCOL",
    "name",
];

/// Whether a line takes no time and does not end the engine.
fn is_quick(line: &[u8]) -> bool {
    match cassio::parse_line(line) {
        Plain::Command(cassio::Command::Search(search)) => {
            search.depth.is_some_and(|depth| depth <= 3)
        }
        Plain::Command(cassio::Command::Quit) => false,
        _ => true,
    }
}

/// What the lines of Cassio since the last pause must bring.
#[derive(Default)]
struct Tally {
    /// Positions that were searched, in order.
    results: VecDeque<String>,
    errors: usize,
    /// Lines that are answered by `ready.`, and those that may be.
    ready: usize,
    perhaps: usize,
}

struct Cassio {
    engine: Engine,
    random: Random,
    tally: Tally,
    transcript: String,
}

impl Cassio {
    fn say(&mut self, line: &[u8]) {
        use cassio::Command;
        self.transcript
            .push_str(&format!("{}\n", line.escape_ascii()));
        let tally = &mut self.tally;
        match cassio::parse_line(line) {
            Plain::Empty | Plain::Command(Command::Stop | Command::SearchInfos) => {
                tally.perhaps += 1;
            }
            Plain::Command(Command::FeedHash | Command::EmptyHash | Command::Quit) => {}
            Plain::Command(Command::Init | Command::Version | Command::NewPosition) => {
                tally.ready += 1;
            }
            Plain::Command(Command::Search(search)) => {
                let cells = search.position.to_string().replace(' ', "");
                tally.results.push_back(cells);
                tally.ready += 1;
            }
            Plain::Bad(_) => {
                tally.errors += 1;
                tally.ready += 1;
            }
        }
        self.engine.write(line);
        self.engine.write(b"\n");
    }

    /// Takes the replies to all that was said.
    fn listen(&mut self) {
        self.say(b"ENGINE-PROTOCOL get-version");
        let mut lines = vec![self.engine.line()];
        while !lines.last().unwrap().starts_with("version: ") {
            lines.push(self.engine.line());
        }
        lines.push(self.engine.line());
        let tally = std::mem::take(&mut self.tally);
        check(&lines, tally, &self.transcript);
    }

    fn step(&mut self) {
        let level = *self.random.pick(&[0, 73, 95, 100]);
        match self.random.below(10) {
            0..=2 => {
                let position = self.position(40);
                let depth = 1 + self.random.below(3);
                let text = format!("midgame-search {position} -64.00 64.00 {depth} {level}");
                self.say(format!("ENGINE-PROTOCOL  {text}").as_bytes());
            }
            3 => {
                let position = self.position(54);
                let (alpha, beta) = *self.random.pick(&[(-64, 64), (-1, 1), (0, 1)]);
                let text = format!("endgame-search {position} {alpha} {beta} {level}");
                self.say(format!("ENGINE-PROTOCOL  {text}").as_bytes());
            }
            4 => {
                // Only the stop ends it.
                let text = format!("ENGINE-PROTOCOL endgame-search {START}X -64 64 100");
                self.say(text.as_bytes());
                for _ in 0..self.random.below(3) {
                    let beside = *self.random.pick(&["", "ENGINE-PROTOCOL  get-search-infos"]);
                    self.say(beside.as_bytes());
                }
                thread::sleep(Duration::from_micros(self.random.below(4_000) as u64));
                self.say(b"ENGINE-PROTOCOL stop");
            }
            5 => {
                let line = *self.random.pick(&[
                    "",
                    "ENGINE-PROTOCOL stop",
                    "ENGINE-PROTOCOL  get-search-infos",
                    "ENGINE-PROTOCOL new-position",
                    "ENGINE-PROTOCOL empty-hash",
                ]);
                self.say(line.as_bytes());
            }
            6 => {
                let position = self.position(30);
                let text = format!("ENGINE-PROTOCOL  feed-hash {position} -2.00 4.00 20 100 ??");
                self.say(text.as_bytes());
            }
            _ => {
                let line = damaged(&mut self.random, LINES);
                if is_quick(&line) {
                    self.say(&line);
                }
            }
        }
        if self.random.once_in(8) {
            self.listen();
        }
    }

    /// The position after up to so many plies, or one that is over or has no move.
    fn position(&mut self, plies: usize) -> String {
        let mut game = Game::new(RuleSet::Othello);
        let least = if plies > 50 { plies - 2 } else { 0 };
        for _ in 0..least + self.random.below(plies - least) {
            let moves: Vec<_> = game.moves().into_iter().collect();
            if game.is_over() {
                break;
            }
            let mv = match moves.is_empty() {
                true => Move::Pass,
                false => Move::Disc(*self.random.pick(&moves)),
            };
            game.play(game.side(), mv).unwrap();
        }
        game.text().replace(' ', "")
    }
}

fn check(lines: &[String], mut tally: Tally, transcript: &str) {
    let place = format!("in:\n{transcript}\n{lines:#?}");
    let (mut errors, mut ready) = (0, 0);
    for line in lines {
        if line == "ready." {
            ready += 1;
        } else if line.starts_with("ERROR: ") {
            errors += 1;
        } else if line.len() > 80 {
            let cells = tally.results.pop_front().expect("a search for the result");
            assert_eq!(line[..65], cells, "{place}");
            let fields: Vec<&str> = line.split(", ").collect();
            assert_eq!(fields.len(), 8, "{line} {place}");
            let played = fields[1].strip_prefix("move ").unwrap();
            assert!(
                played == "--" || fields[5].starts_with(played),
                "{line} {place}"
            );
        } else {
            let known = ["ok.", "node ", "version: mollett "];
            let sound = known.iter().any(|begin| line.starts_with(begin));
            assert!(sound, "{line} {place}");
        }
    }
    assert!(tally.results.is_empty(), "{place}");
    assert_eq!(errors, tally.errors, "{place}");
    let most = tally.ready + tally.perhaps;
    assert!((tally.ready..=most).contains(&ready), "{place}");
}

#[test]
fn no_conversation_of_cassio_hangs_or_loses_a_reply() {
    let (count, seed) = campaign("MOLLETT_FUZZ_CONVERSATIONS", 25);
    for number in 0..count as u64 {
        let seed = seed.wrapping_mul(1_000_037).wrapping_add(number);
        let mut talk = Cassio {
            engine: Engine::start("cassio"),
            random: Random(seed),
            tally: Tally::default(),
            transcript: format!("seed {seed}\n"),
        };
        talk.say(b"ENGINE-PROTOCOL init");
        for _ in 0..talk.random.below(40) {
            talk.step();
        }
        talk.listen();
        let search = format!("ENGINE-PROTOCOL midgame-search {START}X -64 64 3 73");
        let quit = "ENGINE-PROTOCOL quit";
        let rest = talk.engine.leave(&mut talk.random, quit, &search);
        let byes = rest.iter().filter(|line| *line == "bye bye.").count();
        assert!(byes <= 1, "{rest:?}");
    }
}
