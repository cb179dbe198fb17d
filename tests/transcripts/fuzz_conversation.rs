//! Seeded conversations of right and wrong commands, searches, stops and sudden
//! ends. Each is with an engine of its own; none may hang, leave a line without
//! its one reply in order, or leave a state that contradicts itself.
//!
//! `MOLLETT_FUZZ_CONVERSATIONS` sets how many, `MOLLETT_FUZZ_SEED` which.

use crate::engine::Engine;
use crate::nonsense::{self, Answer, answer, is_quick};
use crate::random::{Random, campaign};
use crate::support::PATIENCE;
use mollett::board::parse_position;
use mollett_protocol::{Move, Reply, RequestId, RuleSet};
use std::thread;
use std::time::Duration;

/// Short searches of every kind; each ends by itself within milliseconds.
const SEARCHES: &[&str] = &[
    "genmove b",
    "genmove w",
    "reg_genmove b",
    "reg_genmove w",
    "genmove_analyze depth 2",
    "genmove_analyze b 1 nodes 300",
    "lz-genmove_analyze w 1 depth 2",
    "kata-genmove_analyze 1 time 0.003",
    "analyze depth 3",
    "analyze 1 time 0.004",
    "lz-analyze b 1 nodes 500",
    "kata-analyze w 1 depth 2",
    "mollett-hint 3",
    "mollett-hint 100",
    "mollett-eval",
    "mollett-regions",
    "mollett-regions json",
    "mollett-regions_gfx",
    "mollett-perft 4",
];

/// Searches that only something sent later ends.
const ENDLESS: &[&str] = &[
    "analyze",
    "analyze 1",
    "lz-analyze 1",
    "kata-analyze b 1",
    "analyze exact",
    "genmove_analyze w exact",
    "mollett-solve",
    "mollett-solve_wld",
    "mollett-perft 40",
];

/// Everything that sets state: clocks, options, games, positions.
const STATE: &[&str] = &[
    "clear_board",
    "undo",
    "gg-undo 2",
    "mollett-rules classic",
    "mollett-rules othello",
    "set_game Othello",
    "set_game ClassicReversi",
    "time_settings 1 0 0",
    "time_settings 0 1 100",
    "time_settings 0 0 0",
    "time_left b 0 0",
    "time_left w 0.01 0",
    "time_left b -5 3",
    "kgs-time_settings none",
    "kgs-time_settings byoyomi 0 0.01 3",
    "kgs-time_settings canadian 1 1 50",
    "mollett-option time_kind fischer",
    "mollett-option time_kind gtp",
    "mollett-option hash_mb 1",
    "mollett-option hash_mb 3",
    "mollett-option threads 2",
    "mollett-option threads 1",
    "mollett-option lag_ms 0",
    "mollett-option depth 3",
    "mollett-option nodes 700",
    "mollett-option classic_score empties_to_winner",
    "gogui-setup b a1 w b1 w h8",
    "gogui-setup_player w",
    "gogui-setup b d4 w d5 b e5 w e4 b e3",
    "gogui-play_sequence b f5 w d6 b c3",
    "gogui-play_sequence b d4 w e4 b d5 w e5",
    "mollett-position ---------------------------OX------XO--------------------------- X 29/31",
    "mollett-position OX-OOXOOOOOOX-O-XXOXXOOXXXXOXOO-OXOXXXOOOOOOXXX-OOOXX--X--XXXXX- X",
    "mollett-position -X---X-O--XXXXXO--XXXXXX-XXXXOXXXXXOXXXXOOOXOXOOOOXOXOOOXXXXXXXX X",
    "mollett-position XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO O",
];

/// A conversation as it is made up, and what it must bring.
struct Conversation {
    engine: Engine,
    random: Random,
    /// Ids of the replies still to come, with the lines they answer.
    awaited: Vec<(Option<RequestId>, String)>,
    /// Sent but not yet written, so that lines can go together.
    unwritten: Vec<u8>,
    next_id: u32,
    transcript: String,
}

impl Conversation {
    /// A line, now and then with an id.
    fn say(&mut self, text: &str) {
        let line = if self.random.once_in(2) {
            self.next_id += 1;
            format!("{} {text}", self.next_id)
        } else {
            text.to_owned()
        };
        self.say_raw(line.as_bytes());
    }

    /// A line as it is; an interrupt or a blank line is not answered.
    fn say_raw(&mut self, line: &[u8]) {
        self.transcript
            .push_str(&format!("{}\n", line.escape_ascii()));
        if let Answer::One(id) = answer(line) {
            self.awaited.push((id, line.escape_ascii().to_string()));
        }
        self.unwritten.extend_from_slice(line);
        self.unwritten.push(b'\n');
        if !self.random.once_in(4) {
            self.write();
        }
    }

    fn write(&mut self) {
        self.engine.write(&std::mem::take(&mut self.unwritten));
    }

    /// Takes the replies to all that was said.
    fn listen(&mut self) -> Option<Reply> {
        self.write();
        let mut last = None;
        for (id, line) in std::mem::take(&mut self.awaited) {
            let place = format!("no reply to '{line}' in:\n{}", self.transcript);
            let reply = self.engine.reply(&place);
            assert_eq!(reply.id(), id, "{place}");
            last = Some(reply);
        }
        last
    }

    /// Asks and waits; everything said before is answered first.
    fn told(&mut self, command: &str) -> String {
        self.say_raw(command.as_bytes());
        let reply = self.listen().expect("a command has a reply");
        let text = reply
            .result()
            .unwrap_or_else(|error| panic!("{command}: {error}"));
        text.to_owned()
    }

    fn step(&mut self) {
        match self.random.below(12) {
            0 | 1 => {
                let search = *self.random.pick(SEARCHES);
                self.say(search);
            }
            2 => self.endless(),
            3 => {
                let state = *self.random.pick(STATE);
                self.say(state);
            }
            4..=6 => self.play(),
            7 => {
                let square = mollett_protocol::Square::new(self.random.below(64) as u8).unwrap();
                let color = *self.random.pick(&["b", "w"]);
                self.say(&format!("play {color} {square}"));
            }
            8 => self.say_raw(b""),
            9 => self.stop(),
            10 => thread::sleep(Duration::from_micros(self.random.below(3_000) as u64)),
            _ => {
                let line = nonsense::line(&mut self.random);
                if is_quick(&line) {
                    self.say_raw(&line);
                }
            }
        }
    }

    fn stop(&mut self) {
        if self.random.once_in(2) {
            self.say_raw(b"# interrupt");
        } else {
            self.say("stop");
        }
    }

    /// A search without end, some more lines, and its end.
    fn endless(&mut self) {
        let search = *self.random.pick(ENDLESS);
        self.say(search);
        for _ in 0..self.random.below(4) {
            let state = *self.random.pick(STATE);
            self.say(state);
        }
        if self.random.once_in(2) {
            self.write();
            thread::sleep(Duration::from_micros(self.random.below(4_000) as u64));
        }
        self.stop();
        self.write();
    }

    /// A legal move, asked for and played.
    fn play(&mut self) {
        let legal = self.told("mollett-legal_moves");
        let side = self.told("gogui-rules_side_to_move");
        let words: Vec<&str> = legal.split(' ').collect();
        let played = *self.random.pick(&words);
        if !played.is_empty() {
            let _: Move = played.parse().expect("a legal move");
            self.told(&format!("play {side} {played}"));
        }
    }

    /// The state the engine says it is in must make sense.
    fn check_state(&mut self) {
        let rules: RuleSet = self.told("mollett-rules").parse().unwrap();
        let text = self.told("mollett-position");
        let mut words = text.split(' ');
        let (cells, side) = (words.next().unwrap(), words.next().unwrap());
        let (position, side) = parse_position(rules, cells, side, words.next()).unwrap();
        assert_eq!(self.told("gogui-rules_side_to_move"), side.to_string());
        let names: Vec<String> = position
            .moves()
            .into_iter()
            .map(|s| s.to_string())
            .collect();
        let legal = match (position.is_over(), names.is_empty()) {
            (true, _) => String::new(),
            (false, true) => "pass".to_owned(),
            (false, false) => names.join(" "),
        };
        assert_eq!(self.told("mollett-legal_moves"), legal, "{text}");
    }

    /// One of the ways in which a client goes.
    fn end(mut self) {
        match self.random.below(4) {
            0 => {
                self.say("quit");
            }
            1 => {
                // The last command without a line end.
                self.write();
                self.engine.write(b"name");
                self.awaited.push((None, "name".to_owned()));
            }
            2 => {
                // In the middle of a search that only the clock would end.
                self.say("clear_board");
                self.say("mollett-option move_time_ms 60000");
                self.say("genmove b");
            }
            _ => {}
        }
        self.write();
        self.engine.close();
        let (frames, status) = self.engine.wait(PATIENCE);
        let ids: Vec<Option<RequestId>> = frames
            .iter()
            .map(|frame| Reply::parse(frame).unwrap().id())
            .collect();
        let awaited: Vec<Option<RequestId>> = self.awaited.iter().map(|(id, _)| *id).collect();
        assert_eq!(ids, awaited, "at the end of:\n{}", self.transcript);
        assert!(status.success(), "{status} after:\n{}", self.transcript);
    }
}

fn converse(seed: u64) {
    let mut random = Random(seed);
    let rules = *random.pick(&["othello", "classic"]);
    let mut conversation = Conversation {
        engine: Engine::start(&["--rules", rules]),
        random,
        awaited: Vec::new(),
        unwritten: Vec::new(),
        next_id: 0,
        transcript: format!("seed {seed}, {rules}\n"),
    };
    conversation.say("mollett-option hash_mb 1");
    conversation.say("mollett-option move_time_ms 2");
    for _ in 0..conversation.random.below(30) {
        conversation.step();
    }
    if conversation.random.once_in(2) {
        conversation.check_state();
    }
    conversation.end();
}

#[test]
fn no_conversation_hangs_or_loses_a_reply() {
    let (count, seed) = campaign("MOLLETT_FUZZ_CONVERSATIONS", 300);
    for number in 0..count as u64 {
        converse(seed.wrapping_mul(1_000_003).wrapping_add(number));
    }
}
