//! The languages without frames, those of NBoard and Cassio: the examples of the
//! reference, a recorded game, odd input, and ends in the middle of a search.

use crate::plain_engine::Engine;
use mollett::board::Game;
use mollett_protocol::{Move, RuleSet};
use regex_lite::Regex;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Runs an example: what is sent, and every line that comes back.
fn run(door: &str, text: &str) {
    let mut engine = Engine::start(door);
    // The first line that a `+` did not take.
    let mut held: Option<String> = None;
    for expected in text.lines() {
        let (kind, rest) = expected.split_at(1);
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        if kind == ">" {
            assert_eq!(held, None, "before {expected}");
            engine.send(rest);
            continue;
        }
        let line = held.take().unwrap_or_else(|| engine.line());
        if kind == "<" {
            assert_eq!(line, rest);
            continue;
        }
        let regex = Regex::new(&format!("^(?:{rest})$")).unwrap();
        assert!(regex.is_match(&line), "{line:?} is not {rest}");
        if kind == "+" {
            let mut next = engine.line();
            while regex.is_match(&next) {
                next = engine.line();
            }
            held = Some(next);
        }
    }
    assert_eq!(held, None);
    assert_eq!(engine.rest(), Vec::<String>::new());
}

#[test]
fn the_examples_of_the_reference_are_true_in_every_language() {
    let reference = include_str!("../../protocol/README.md");
    let mut count = 0;
    for door in ["nboard", "cassio"] {
        for part in reference.split(&format!("```{door}\n")).skip(1) {
            run(door, part.split("```").next().unwrap());
            count += 1;
        }
    }
    assert_eq!(count, 3);
}

/// The game as NBoard follows it.
fn played(game: &mut Game, word: &str) {
    let word = word.split('/').next().unwrap();
    let mv: Move = match word {
        "PA" => Move::Pass,
        square => square.parse().unwrap(),
    };
    game.play(game.side(), mv).unwrap();
}

/// The moves of NBoard's `set game`, which begins at the start.
fn game_of(line: &str) -> Game {
    let mut game = Game::new(RuleSet::Othello);
    for part in line
        .split("]")
        .skip_while(|part| !part.starts_with("BO["))
        .skip(1)
    {
        if let Some((_, word)) = part.split_once('[') {
            played(&mut game, word);
        }
    }
    game
}

/// Sends every line that NBoard sent, and checks every reply as NBoard reads it.
fn replay_nboard(recorded: &str) -> usize {
    let mut engine = Engine::start("nboard");
    let mut game = Game::new(RuleSet::Othello);
    let mut count = 0;
    for line in recorded.lines() {
        engine.send(line);
        count += 1;
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "nboard" => {}
            "set" => match rest.split_once(' ').unwrap() {
                ("game", text) => game = game_of(text),
                (_, depth) => assert_eq!(engine.line(), format!("set myname mollett{depth}")),
            },
            "move" => played(&mut game, rest),
            "ping" => assert_eq!(engine.line(), format!("pong {rest}")),
            "learn" => assert_eq!(engine.line(), "learned"),
            "hint" => {
                let lines = engine.until("status");
                let shown: BTreeSet<&str> = lines
                    .iter()
                    .filter_map(|line| line.strip_prefix("search ")?.get(..2))
                    .collect();
                assert!(shown.len() >= rest.parse().unwrap(), "{lines:?}");
            }
            "go" if game.moves().is_empty() => assert_eq!(engine.line(), "=== PA"),
            "go" => {
                let lines = engine.until("status");
                let answer = lines.iter().find_map(|line| line.strip_prefix("=== "));
                played(&mut game.clone(), answer.unwrap());
                let notes: Vec<&str> = answer.unwrap().split('/').collect();
                assert!(notes[1].parse::<f64>().is_ok() && notes[2].parse::<f64>().is_ok());
            }
            "analyze" => {
                let lines = engine.until("status");
                let told: BTreeSet<usize> = lines
                    .iter()
                    .filter_map(|line| line.strip_prefix("analysis ")?.split(' ').next())
                    .map(|ply| ply.parse().unwrap())
                    .collect();
                assert_eq!(told, (0..=game.plies().len()).collect());
            }
            "quit" => {}
            _ => panic!("{line}"),
        }
    }
    assert!(game.is_over());
    assert_eq!(engine.rest(), Vec::<String>::new());
    count
}

#[test]
fn recorded_games_of_nboard_are_answered_line_by_line() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/traffic/");
    for (file, lines) in [("stub.nboard", 190), ("edax.nboard", 193)] {
        let recorded = std::fs::read_to_string(format!("{folder}{file}")).unwrap();
        assert_eq!(replay_nboard(&recorded), lines, "{file}");
    }
}

#[test]
fn a_ping_and_a_stop_end_a_search_at_once() {
    let mut engine = Engine::start("nboard");
    engine.send("set depth 60\ngo");
    engine.until("status mollett is thinking");
    // The first line shows that everything is loaded.
    assert!(engine.line().starts_with("search "));
    let start = Instant::now();
    engine.send("ping 7");
    let lines = engine.until("pong 7");
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
    assert!(
        lines.iter().any(|line| line.starts_with("=== ")),
        "{lines:?}"
    );
    assert_eq!(engine.rest(), Vec::<String>::new());

    let cells = "---------------------------OX------XO---------------------------X";
    let mut engine = Engine::start("cassio");
    engine.send(&format!(
        "ENGINE-PROTOCOL endgame-search {cells} -64 64 100"
    ));
    std::thread::sleep(Duration::from_millis(300));
    engine.send("\nENGINE-PROTOCOL get-search-infos");
    assert_eq!(engine.line(), "ok.");
    assert!(engine.line().starts_with("node "));
    let start = Instant::now();
    engine.send("ENGINE-PROTOCOL stop");
    assert!(engine.line().starts_with(cells));
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
    assert_eq!(engine.line(), "ready.");
    // The search has answered: the stop has nothing more to say.
    assert_eq!(engine.rest(), Vec::<String>::new());
}

#[test]
fn the_clock_of_a_game_of_nboard_ends_the_search_for_a_move() {
    let start = "---------------------------O*------*O--------------------------- *";
    let mut engine = Engine::start("nboard");
    let full = format!("set game (;GM[Othello]TI[00:02]BO[8 {start}];)");
    let spent =
        format!("set game (;GM[Othello]TI[5:00]BO[8 {start}]B[F5/0/1]W[D6//299.9]B[C3//1];)");
    for game in [full, spent] {
        engine.send(&format!("{game}\nset depth 60\ngo"));
        let lines = engine.until("status");
        assert!(
            lines.iter().any(|line| line.starts_with("=== ")),
            "{lines:?}"
        );
    }
    // The move that is played takes the rest, and no time in the game is no clock.
    let fast = format!("set game (;GM[Othello]TI[1:00]BO[8 {start}];)");
    engine.send(&format!(
        "{fast}\nmove F5/0/0\nmove D6/0/0\nmove C3/1/59\nmove D3\ngo"
    ));
    engine.until("status");
    engine.send(&format!(
        "set game (;GM[Othello]TI[0]BO[8 {start}];)\nset depth 3\ngo"
    ));
    let lines = engine.until("status");
    let depth = |line: &&String| line.starts_with("search ") && line.ends_with(" 0 3");
    assert!(lines.iter().any(|line| depth(&line)), "{lines:?}");
}

#[test]
fn cassio_is_told_that_all_is_ready_only_where_it_waits_for_it() {
    let position = "---------------------------OX------XXX--------------------------O";
    let mut engine = Engine::start("cassio");
    for _ in 0..9 {
        engine.send(&format!(
            "ENGINE-PROTOCOL  feed-hash {position} -2.00 4.00 20 100 F4"
        ));
    }
    engine.send("ENGINE-PROTOCOL empty-hash");
    engine.send(&format!(
        "ENGINE-PROTOCOL midgame-search {position} -64.00 64.00 4 100"
    ));
    let line = engine.line();
    let fields: Vec<&str> = line.split(", ").collect();
    assert_eq!(fields[0], position);
    // White's moves are in lower case, Black's in upper, and the line begins with the move.
    let played = fields[1].strip_prefix("move ").unwrap();
    assert_eq!(played, played.to_lowercase());
    assert!(fields[5].starts_with(played), "{line}");
    assert_eq!(fields[2], "depth 4");
    assert_eq!(engine.line(), "ready.");
    assert_eq!(engine.rest(), Vec::<String>::new());
}

#[test]
fn the_end_of_input_waits_for_what_is_bounded_and_cuts_what_is_timed() {
    let mut engine = Engine::start("nboard");
    engine.send("set depth 5\ngo\nhint 1\nping");
    let rest = engine.rest();
    assert_eq!(
        rest.iter().filter(|line| *line == "status").count(),
        2,
        "{rest:?}"
    );
    assert!(
        rest.last()
            .unwrap()
            .starts_with("status Error: syntax error: missing a number")
    );
    let mut engine = Engine::start("nboard");
    engine.send("analyze\ngo\nping 1");
    let rest = engine.rest();
    assert!(rest.iter().any(|line| line.starts_with("=== ")), "{rest:?}");
    assert_eq!(rest.last().unwrap(), "pong 1");
}

#[test]
fn a_client_that_quits_is_not_outlived_by_a_search() {
    let mut engine = Engine::start("nboard");
    engine.send("set depth 60\ngo\nhint 3\nquit\nping 1");
    let rest = engine.rest();
    let moves = rest.iter().filter(|line| line.starts_with("=== ")).count();
    assert_eq!(
        (moves, rest.last().unwrap().as_str()),
        (1, "status"),
        "{rest:?}"
    );
    let cells = "---------------------------OX------XO---------------------------X";
    let mut engine = Engine::start("cassio");
    engine.send(&format!(
        "ENGINE-PROTOCOL endgame-search {cells} -64 64 100\nENGINE-PROTOCOL quit"
    ));
    let rest = engine.rest();
    assert!(rest[0].starts_with(cells), "{rest:?}");
    assert_eq!(rest[1..], ["ready.", "bye bye."]);
}

#[test]
fn odd_lines_are_one_line_or_none_and_change_nothing() {
    let mut engine = Engine::start("nboard");
    let long = format!("set game {}", "x".repeat(100_000));
    let odd: [(&[u8], &str); 9] = [
        (b"set game", "status Error: cannot read the game: "),
        (
            b"set game (;GM[Othello",
            "status Error: cannot read the game: ",
        ),
        (b"set game (;GM[Othello]BO[8 -- *];)(;;)", "status Error: "),
        (b"move", "status Error: syntax error: missing a move"),
        (b"move \xFF\xFE", "status Error: syntax error: '"),
        (b"hint 0", "status Error: syntax error: '0'"),
        (b"move PA", "status Error: illegal move: pass"),
        (b"ping -1", "status Error: syntax error: '-1'"),
        (
            long.as_bytes(),
            "status Error: syntax error: the line is longer",
        ),
    ];
    engine.send("F5\nset depth 2");
    engine.line();
    for (line, begin) in odd {
        engine.write(line);
        engine.write(b"\nping 3\n");
        let answer = engine.line();
        assert!(answer.starts_with(begin), "{answer}");
        assert_eq!(engine.line(), "pong 3");
    }
    engine.write(b"\x00\n\xFF\xFF\nfoo\nset myname x\n\r\nping 4\n");
    assert_eq!(engine.line(), "pong 4");
    engine.send("go");
    let lines = engine.until("status");
    assert!(lines.iter().any(|line| {
        ["=== D6", "=== F4", "=== F6"]
            .iter()
            .any(|reply| line.starts_with(reply))
    }));
}

#[test]
fn a_finished_game_and_a_pass_are_told_as_such() {
    let mut engine = Engine::start("nboard");
    for word in "f5 f6 f7 f4 d3 e3 f3 c3 b2".split(' ') {
        engine.send(&format!("move {word}"));
    }
    engine.send("set depth 3\ngo\nhint 3\nanalyze");
    let rest = engine.until("status");
    assert_eq!(rest[..2], ["set myname mollett3", "=== PA"]);
    assert!(rest.contains(&"analysis 9 -64.00".to_owned()), "{rest:?}");
    let mut engine = Engine::start("cassio");
    let over = format!("{}X", "X".repeat(63) + "O");
    engine.send(&format!("ENGINE-PROTOCOL endgame-search {over} -64 64 100"));
    let line = engine.line();
    assert!(line.contains(", move --, "), "{line}");
    assert!(line.contains("B+62.00 <= v <= B+62.00, , node"), "{line}");
    let pass = "-X---X-O--XXXXXO--XXXXXX-XXXXOXXXXXOXXXXOOOXOXOOOOXOXOOOXXXXXXXX X";
    engine.send(&format!("ENGINE-PROTOCOL endgame-search {pass} -1 1 100"));
    assert_eq!(engine.line(), "ready.");
    let line = engine.line();
    assert!(line.contains(", move PA, "), "{line}");
    assert!(line.contains("B-64.00 <= v <= B-1.00, PA"), "{line}");
}
