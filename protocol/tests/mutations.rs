//! Fifty thousand damaged lines: commands as clients send them, with bytes
//! changed, lost, doubled and mixed. The seed is fixed, so a failure repeats.

use mollett_protocol::{Line, MAX_LINE_BYTES, ParseError, Reply, SPECS, parse_line};

const LINES: usize = 50_000;

const SOUND: &[&str] = &[
    "1 protocol_version",
    "known_command genmove",
    "boardsize 8",
    "komi 6.5",
    "set_game Othello",
    "play B D3",
    "2147483647 play white pass",
    "play black f5 # comment",
    "gg-undo 2",
    "genmove w",
    "reg_genmove white",
    "time_settings 300 0 0",
    "time_left w 600 0",
    "kgs-time_settings byoyomi 600 30 5",
    "kgs-time_settings canadian 600 300 25",
    "gogui-play_sequence B D3 W C3 B C4",
    "gogui-setup b A1 w B1 b H8",
    "gogui-setup_player b",
    "gogui-version 1.6.0",
    "lz-analyze B 50",
    "kata-genmove_analyze W 10 ownership true",
    "analyze b 10 depth 12",
    "analyze nodes 100000",
    "analyze w time 0.25",
    "analyze 100 exact",
    "mollett-position ---------------------------OX------XO--------------------------- X 30/30",
    "mollett-position",
    "mollett-rules classic",
    "mollett-hint 3",
    "mollett-perft 9",
    "mollett-option hash_mb 64",
    "# interrupt",
    "",
];

/// Xorshift of 64 bits (Marsaglia 2003): small, and the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

fn damage(line: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(line.len() + 1);
    match random.below(9) {
        0 => line.insert(at, random.below(256) as u8),
        1 => line.insert(at, *random.pick(b" \t\r\n\0#-+./*0123456789")),
        2 if at < line.len() => line[at] = random.below(256) as u8,
        3 if at < line.len() => line[at] ^= 1 << random.below(8),
        4 if at < line.len() => drop(line.remove(at)),
        5 => line.truncate(at),
        6 => {
            let other = random.pick(SOUND).as_bytes();
            let from = random.below(other.len() + 1);
            line.splice(at.., other[from..].iter().copied());
        }
        7 => {
            let tail = line[at..].to_vec();
            line.extend(tail);
        }
        _ => {
            let digits = 1 + random.below(40);
            line.splice(at..at, (0..digits).map(|_| b'0' + random.below(10) as u8));
        }
    }
}

#[test]
fn a_damaged_line_is_a_command_or_one_line_of_complaint() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut requests = 0;
    let mut complaints = 0;
    for _ in 0..LINES {
        let mut line = random.pick(SOUND).as_bytes().to_vec();
        if random.below(8) == 0 {
            line = random.pick(SPECS).usage.as_bytes().to_vec();
        }
        for _ in 0..random.below(5) {
            damage(&mut line, &mut random);
        }
        let parsed = parse_line(&line);
        assert_eq!(parsed, parse_line(&line));
        match parsed {
            Line::Empty | Line::Comment | Line::Interrupt => {}
            Line::Request(request) => {
                requests += 1;
                let printed = request.to_string();
                assert_eq!(
                    parse_line(printed.as_bytes()),
                    Line::Request(request),
                    "{line:?}"
                );
            }
            Line::Bad { id, error } => {
                complaints += 1;
                let frame = Reply::failure(id, &error).to_string();
                assert_eq!(frame.matches('\n').count(), 2, "{line:?}: {frame:?}");
                assert!(frame.len() < 400, "{line:?}: {frame:?}");
                let exact = frame.trim_start_matches(|c| c == '?' || char::is_ascii_digit(&c));
                match error {
                    ParseError::UnknownCommand { .. } => assert_eq!(exact, " unknown command\n\n"),
                    _ => assert!(exact.starts_with(" syntax error: "), "{line:?}: {frame:?}"),
                }
            }
        }
    }
    // The damage must leave both kinds in number, or the test looks at nothing.
    assert!(requests > LINES / 5, "{requests}");
    assert!(complaints > LINES / 5, "{complaints}");
}

#[test]
fn long_lines_are_read_in_time_that_grows_with_their_length() {
    let started = std::time::Instant::now();
    for unit in ["b d3 ", "b", " ", "\t", "\0", "\u{e9} ", "1 "] {
        for name in [
            "gogui-play_sequence ",
            "gogui-setup ",
            "analyze ",
            "mollett-option ",
            "",
        ] {
            let mut line = name.as_bytes().to_vec();
            while line.len() <= MAX_LINE_BYTES {
                line.extend_from_slice(unit.as_bytes());
            }
            let too_long = parse_line(&line);
            assert!(
                matches!(
                    too_long,
                    Line::Bad {
                        error: ParseError::LineTooLong | ParseError::BadId { .. },
                        ..
                    }
                ),
                "{name}{unit}: {too_long:?}"
            );
            line.truncate(MAX_LINE_BYTES);
            let _: Line = parse_line(&line);
        }
    }
    assert!(started.elapsed().as_secs() < 5);
}
