//! Damaged files of every format: no panic, no hang, no flood of memory, faults of
//! one line, and what is still read survives the way through the other formats.
//!
//! A fixed seed and 1,500 files a format in the suite; `MOLLETT_SEED` and
//! `MOLLETT_MUTATIONS` say otherwise in a long run.

use crate::{bytes, text};
use mollett::formats::{Format, GameRecord, Names, diagram, paste, read, write};
use std::time::{Duration, Instant};

/// xorshift64* (Vigna, An experimental exploration of Marsaglia's xorshift
/// generators, scrambled, 2016).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, limit: usize) -> usize {
        ((self.roll() >> 33) as usize) % limit.max(1)
    }

    fn one<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }
}

/// Pieces that mean something in one format or another.
const PIECES: [&[u8]; 40] = [
    b"(",
    b")",
    b";",
    b"[",
    b"]",
    b"(;",
    b"\\",
    b"\"",
    b"{",
    b"}",
    b"--",
    b"pa",
    b"PASS",
    b"f5",
    b"D3",
    b"zz",
    b"tt",
    b"B[fe]",
    b"W[]",
    b";W[df]",
    b"AB[aa:hh]",
    b"PL[W]",
    b"GM[1]",
    b"BO[8 ",
    b"DS[30/30]",
    b"32/32",
    b" X",
    b" O",
    b"*",
    b"%",
    b"\n",
    b"\r\n",
    b"1.",
    b"999",
    b"-127",
    b"/",
    b":",
    b"\xE9",
    b"\xEF\xBB\xBF",
    b"\0",
];

fn damaged(seed: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut file = seed.to_vec();
    for _ in 0..=dice.below(4) {
        let at = dice.below(file.len() + 1);
        let end = (at + 1 + dice.below(12)).min(file.len());
        match dice.below(8) {
            0 if at < file.len() => file[at] ^= 1 << dice.below(8),
            1 if at < file.len() => file[at] = dice.roll() as u8,
            2 => drop(file.drain(at.min(end)..end)),
            3 => {
                let piece = file[at.min(end)..end].to_vec();
                let to = dice.below(file.len() + 1);
                file.splice(to..to, piece);
            }
            4 | 5 => {
                let piece = dice.one(&PIECES);
                file.splice(at..at, piece.iter().copied());
            }
            6 => {
                let from = dice.below(other.len() + 1);
                let to = (from + dice.below(40)).min(other.len());
                file.splice(at..end.max(at), other[from..to].iter().copied());
            }
            _ if dice.below(4) == 0 => file.truncate(at),
            _ => {}
        }
    }
    file
}

fn seeds(format: Format) -> Vec<Vec<u8>> {
    let files = |names: &[&str]| names.iter().map(|name| bytes(name)).collect::<Vec<_>>();
    let game = || {
        paste("f5d6c3d3c4f4", None)
            .unwrap()
            .remove(0)
            .replay()
            .unwrap()
    };
    match format {
        Format::Sgf => files(&[
            "s02_algebraic_empty_pass.sgf",
            "s04_setup_white_moves.sgf",
            "s05_escapes.sgf",
            "s12_variations.sgf",
            "s13_classic_empty_board.sgf",
            "edax_setup.sgf",
        ]),
        Format::Ggf => files(&[
            "g01_eval_time_pass.ggf",
            "g03_resign_timeout.ggf",
            "edax_setup.ggf",
        ]),
        Format::Pgn => {
            let mut seeds = files(&["edax_pass.pgn", "edax_setup.pgn"]);
            seeds.push(
                b"[Event \"a\"]\n\n{x} 1. f5! d6 {[%eval 1][%emt 0:00:01]} (1... f4 2. e3 (2. d3)) 2. c3 1-0"
                    .to_vec(),
            );
            seeds
        }
        Format::Wthor => files(&[
            "w01_six_games.wtb",
            "w02_board_byte_0.wtb",
            "w05_no_games.wtb",
        ]),
        Format::Obf => files(&["o01_plain.obf", "o02_no_hints_crlf.obf"]),
        Format::Transcript => {
            let lines = text("t01_mixed.txt");
            let mut seeds: Vec<_> = lines.lines().map(|line| line.as_bytes().to_vec()).collect();
            seeds.push(b"d4e4d5e5f5\n1. f5 d6\n2. c3".to_vec());
            seeds
        }
        Format::Eothello => {
            vec![b"eOthello_game_id,winner,game_moves\n7,1,f5d6c3\n8,-1,f5d6".to_vec()]
        }
        Format::Diagram => {
            let game = game();
            let drawn = diagram::write(game.position(), game.side());
            vec![
                drawn.clone().into_bytes(),
                (drawn + "c5 30/25 e3\n").into_bytes(),
            ]
        }
    }
}

/// What every format keeps of a game.
fn core(game: &GameRecord) -> (String, String) {
    let (position, side) = game.start;
    (position.text(side), game.transcript())
}

fn mutate(format: Format) {
    let number = |name| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse::<u64>().ok())
    };
    let count = number("MOLLETT_MUTATIONS").unwrap_or(1500);
    let seed = number("MOLLETT_SEED").unwrap_or(0) << 8;
    let own = seeds(format);
    let foreign: Vec<Vec<u8>> = Format::ALL.into_iter().flat_map(seeds).collect();
    let mut dice = Dice((0x6D6F_6C6C_6574_7401 + format as u64) ^ seed);
    let (mut good, mut slowest) = (0, Duration::ZERO);
    for _ in 0..count {
        let seed = &own[dice.below(own.len())];
        let other = &foreign[dice.below(foreign.len())];
        let file = damaged(seed, other, &mut dice);
        let begin = Instant::now();
        let result = read(&file, Some(format), None, &Names::default());
        let _ = Format::guess(&file);
        let _ = paste(&mollett::formats::decode(&file), None);
        slowest = slowest.max(begin.elapsed());
        match result {
            Err(fault) => {
                let message = fault.to_string();
                assert!(!message.contains('\n') && message.len() < 400, "{message}");
            }
            Ok(reading) => {
                good += 1;
                let target = [Format::Sgf, Format::Ggf, Format::Pgn][dice.below(3)];
                let output = write(&reading.games, target, &mut |_| {}).unwrap();
                if reading.games.is_empty() {
                    continue;
                }
                let again = read(&output.bytes, Some(target), None, &Names::default())
                    .unwrap_or_else(|fault| {
                        panic!(
                            "{target}: {fault}\n{}",
                            String::from_utf8_lossy(&output.bytes)
                        )
                    });
                assert!(
                    again
                        .games
                        .iter()
                        .map(core)
                        .eq(reading.games.iter().map(core)),
                    "{target}\n{}",
                    String::from_utf8_lossy(&output.bytes)
                );
            }
        }
    }
    println!("{format}: {count} files, {good} still read, slowest {slowest:?}");
    assert!(good > count / 100, "hardly any file survives: {good}");
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
    assert!(
        peak_mib().is_none_or(|peak| peak < 1024),
        "{:?} MiB",
        peak_mib()
    );
}

/// The most memory this process has used.
fn peak_mib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024)
}

#[test]
fn damaged_sgf() {
    mutate(Format::Sgf);
}

#[test]
fn damaged_ggf() {
    mutate(Format::Ggf);
}

#[test]
fn damaged_pgn() {
    mutate(Format::Pgn);
}

#[test]
fn damaged_wthor() {
    mutate(Format::Wthor);
}

#[test]
fn damaged_obf() {
    mutate(Format::Obf);
}

#[test]
fn damaged_transcripts() {
    mutate(Format::Transcript);
}

#[test]
fn damaged_eothello_lists() {
    mutate(Format::Eothello);
}

#[test]
fn damaged_drawings() {
    mutate(Format::Diagram);
}

#[test]
fn monstrous_files_are_refused_or_read_in_time() {
    let million = 1 << 20;
    let row = "- - - - - - - -\n";
    let files = [
        "(;".repeat(million),
        "(;GM[2]".to_owned() + &"(;".repeat(million),
        "(;GM[2]".to_owned() + &";".repeat(million),
        "(;GM[2])".repeat(million / 16),
        "(;GM[2];B[fe]".to_owned() + &"(;W[df])".repeat(million / 16) + ")",
        "(;GM[2]C[".to_owned() + &"\\".repeat(2 * million),
        "(;GM[2]AB".to_owned() + &"[aa:hh]".repeat(million / 4) + ")",
        "1. f5 ".to_owned() + &"(1. c4 ".repeat(million),
        "1. f5 ".to_owned() + &"(1. c4) ".repeat(million / 16),
        "1. f5 {".to_owned() + &"[%eval 1]".repeat(million / 16) + "}",
        "[A \"b\"]\n".repeat(million / 4),
        "f5d6".repeat(million),
        "f5d6\n".repeat(million / 8),
        "--------\n".repeat(million / 4),
        row.repeat(million / 8),
        format!("1 {row}2 {row}").repeat(million / 32),
        "(".repeat(2 * million),
        "1,1,f5\n".repeat(million / 8),
        ",".repeat(4 * million),
        "\n".repeat(4 * million),
        "(;GM[2]".to_owned() + &"A[]".repeat(million) + ")",
        "1. f5 ".to_owned() + &"{} ".repeat(million),
        " ".repeat(4 * million),
    ];
    for file in files {
        for format in [None].into_iter().chain(Format::ALL.map(Some)) {
            let begin = Instant::now();
            let result = read(file.as_bytes(), format, None, &Names::default());
            let seconds = begin.elapsed().as_secs_f64();
            let shown: String = file.chars().take(20).collect();
            assert!(seconds < 30.0, "{shown}: {seconds} s as {format:?}");
            if seconds > 1.0 {
                println!(
                    "{shown}: {seconds:.1} s as {format:?}, read: {}",
                    result.is_ok()
                );
            }
        }
    }
    println!("peak {:?} MiB", peak_mib());
}
