//! Lines that clients never send: damaged commands, wrong words, raw bytes.

use crate::random::Random;
use mollett_protocol::{Command, Line, MAX_LINE_BYTES, RequestId, SPECS, parse_line};

/// Words that stand where an argument should, right ones and wrong ones.
const WORDS: &[&str] = &[
    "b",
    "w",
    "black",
    "WHITE",
    "x",
    "d3",
    "C4",
    "f5",
    "e6",
    "a1",
    "h8",
    "i9",
    "a0",
    "pass",
    "PASS",
    "resign",
    "0",
    "1",
    "2",
    "8",
    "-1",
    "+3",
    "1.5",
    "0.05",
    "1e9",
    "nan",
    "inf",
    "4294967296",
    "18446744073709551616",
    "99999999999999999999999",
    "othello",
    "classic",
    "reversi",
    "Othello",
    "ClassicReversi",
    "Go",
    "none",
    "absolute",
    "byoyomi",
    "canadian",
    "depth",
    "nodes",
    "time",
    "exact",
    "interval",
    "hash_mb",
    "threads",
    "move_time_ms",
    "lag_ms",
    "time_kind",
    "fischer",
    "gtp",
    "classic_score",
    "discs",
    "second_color",
    "red",
    "32/32",
    "30/30",
    "1/2/3",
    "#",
    "\t",
    "é",
    "\u{2028}",
    "黒",
    "---------------------------OX------XO---------------------------",
    "----------------------------------------------------------------",
    "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO",
    "X",
    "O",
    "",
    "genmove",
    "list_commands",
    "gogui-rules_board",
];

/// One line without its LF.
pub fn line(random: &mut Random) -> Vec<u8> {
    let mut line = match random.below(10) {
        0 => bytes(random, 60),
        1 => words(random).into_bytes(),
        2 if random.once_in(200) => long(random),
        _ => command(random),
    };
    while random.once_in(3) {
        damage(random, &mut line);
    }
    line.retain(|&byte| byte != b'\n');
    line
}

/// Up to five words.
fn words(random: &mut Random) -> String {
    let count = match random.below(8) {
        7 => 5,
        few => few / 2,
    };
    let words: Vec<&str> = (0..count).map(|_| *random.pick(WORDS)).collect();
    words.join(" ")
}

/// A known name and some words, with an id or without.
fn command(random: &mut Random) -> Vec<u8> {
    let mut text = match random.below(5) {
        0 => format!("{} ", random.next() as u32),
        1 => format!("{} ", random.below(1000)),
        _ => String::new(),
    };
    let name = match random.pick(SPECS).name {
        // Nonsense makes no files.
        "savesgf" => "loadsgf",
        name => name,
    };
    text.push_str(name);
    text.push(' ');
    text.push_str(&words(random));
    text.into_bytes()
}

fn bytes(random: &mut Random, limit: usize) -> Vec<u8> {
    (0..random.below(limit))
        .map(|_| random.next() as u8)
        .collect()
}

/// A line about as long as the longest that is read.
fn long(random: &mut Random) -> Vec<u8> {
    let mut line = command(random);
    let length = MAX_LINE_BYTES - 20 + random.below(40);
    let filler = *random.pick(b" ab9#-\t\xff");
    line.resize(length, filler);
    line
}

fn damage(random: &mut Random, line: &mut Vec<u8>) {
    let at = random.below(line.len() + 1);
    match random.below(6) {
        0 => line.insert(at, random.next() as u8),
        1 => line.insert(at, *random.pick(b"\r\0\x01\x7f\t #=?\xff\xc3")),
        2 => line.truncate(at),
        3 if at < line.len() => {
            line.remove(at);
        }
        4 if at < line.len() => line[at] ^= 1 << random.below(8),
        _ => {
            let again = line[at..].to_vec();
            line.truncate(at + again.len().min(500));
            line.extend_from_slice(&again[..again.len().min(500)]);
        }
    }
}

/// One of the lines with a byte or two changed.
pub fn damaged(random: &mut Random, lines: &[&str]) -> Vec<u8> {
    let mut line = random.pick(lines).as_bytes().to_vec();
    for _ in 0..=random.below(2) {
        let at = random.below(line.len() + 1);
        match random.below(4) {
            0 if at < line.len() => line[at] = random.next() as u8,
            1 => line.truncate(at),
            2 if at < line.len() => {
                line.remove(at);
            }
            _ => line.insert(at, random.next() as u8),
        }
    }
    line.retain(|&byte| byte != b'\n');
    line
}

/// What a line is worth: whether it is answered, and with which id.
pub enum Answer {
    None,
    One(Option<RequestId>),
}

pub fn answer(line: &[u8]) -> Answer {
    match parse_line(line) {
        Line::Request(request) => Answer::One(request.id),
        Line::Bad { id, .. } => Answer::One(id),
        Line::Empty | Line::Comment | Line::Interrupt => Answer::None,
    }
}

/// Whether a line takes no time and leaves no state that makes others take long:
/// no search, no clock, no end.
pub fn is_quick(line: &[u8]) -> bool {
    let Line::Request(request) = parse_line(line) else {
        return true;
    };
    match request.command {
        Command::Quit
        | Command::Genmove { .. }
        | Command::RegGenmove { .. }
        | Command::GenmoveAnalyze(_)
        | Command::Analyze(_)
        | Command::Hint { .. }
        | Command::HintGfx { .. }
        | Command::Solve
        | Command::SolveWld
        | Command::TimeSettings { .. }
        | Command::TimeLeft { .. }
        | Command::KgsTimeSettings(_) => false,
        Command::Perft { depth } => depth <= 3,
        Command::SetOption { name, value } => {
            !matches!(
                &name[..],
                "hash_mb" | "threads" | "move_time_ms" | "depth" | "nodes"
            ) || value.parse::<u32>().is_ok_and(|value| value <= 4)
        }
        _ => true,
    }
}
