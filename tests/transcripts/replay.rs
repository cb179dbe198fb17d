//! Recorded traffic of real clients, replayed to the engine: `tests/data/traffic`.
//!
//! A recorded `genmove` becomes a `play` of the move that was answered then. Every
//! reply is held against what that client needs of it, worked out from a game kept
//! alongside, and against what the recorded engine answered, where both must agree.

use crate::engine::Engine;
use crate::support::PATIENCE;
use mollett::board::Game;
use mollett_protocol::{Color, Move, Reply, RequestId, RuleSet, Square};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A command as it was sent and what was answered, where that is recorded.
struct Recorded {
    command: String,
    answer: Option<String>,
}

/// Reads `> COMMAND` lines, each perhaps followed by the answer of then; a line
/// `rules GAME` tells which game the recorded engine was started for.
fn read(text: &str) -> (RuleSet, Vec<Recorded>) {
    let mut rules = RuleSet::Othello;
    let mut all: Vec<Recorded> = Vec::new();
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("> ") {
            all.push(Recorded {
                command: command.to_owned(),
                answer: None,
            });
        } else if let Some(name) = line.strip_prefix("rules ") {
            rules = name.parse().unwrap();
        } else if !line.starts_with('#') {
            all.last_mut().unwrap().answer = Some(line.to_owned());
        }
    }
    (rules, all)
}

/// Spells out the shorthand that `gogui-ruler.short` explains in its first lines.
fn spell_out(text: &str) -> Vec<Recorded> {
    let mut short = std::collections::HashMap::new();
    let mut game: Vec<String> = Vec::new();
    let mut all = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((name, meaning)) = line.split_once(" = ") {
            if name == "game" {
                let colors = ["B", "W"].iter().cycle();
                game = colors
                    .zip(meaning.split(' '))
                    .map(|(color, played)| format!("play {color} {}", played.to_uppercase()))
                    .collect();
            } else {
                short.insert(name, meaning);
            }
            continue;
        }
        for word in line.split(' ') {
            let (times, word) = word.split_once('*').unwrap_or(("1", word));
            let times: usize = times.parse().unwrap();
            let number = |word: &str| word.parse::<usize>().unwrap();
            let commands: Vec<(String, bool)> = if let Some(meaning) = short.get(word) {
                vec![((*meaning).to_owned(), false)]
            } else if let Some(refused) = word.strip_prefix('!') {
                let command = short.get(refused).map(|meaning| (*meaning).to_owned());
                vec![(
                    command.unwrap_or_else(|| game[number(refused) - 1].clone()),
                    true,
                )]
            } else {
                let (from, to) = word.split_once('-').unwrap_or((word, word));
                game[number(from) - 1..number(to)]
                    .iter()
                    .map(|command| (command.clone(), false))
                    .collect()
            };
            for _ in 0..times {
                all.extend(commands.iter().map(|(command, refused)| Recorded {
                    command: command.clone(),
                    answer: refused.then(|| "? illegal move".to_owned()),
                }));
            }
        }
    }
    all
}

/// The game as it should stand, and the checks of what is answered.
struct Client {
    game: Game,
    /// What was said of games that had ended.
    results: Vec<String>,
}

impl Client {
    fn new(rules: RuleSet) -> Self {
        Self {
            game: Game::new(rules),
            results: Vec::new(),
        }
    }

    /// The line to send for a recorded one: moves are given, not asked for.
    fn line(recorded: &Recorded) -> String {
        let (id, command) = split_id(&recorded.command);
        let asked = command.strip_prefix("genmove ");
        match (asked, &recorded.answer) {
            (Some(color), Some(answer)) => {
                let played = answer.split_once(' ').unwrap().1;
                format!("{id}play {color} {played}")
            }
            _ => recorded.command.clone(),
        }
    }

    /// Checks the reply to a line that was sent, and follows the game.
    fn check(&mut self, line: &str, recorded: Option<&str>, reply: &Reply) {
        let (id, command) = split_id(line);
        let sent = id.trim_end().parse().ok();
        assert_eq!(reply.id().map(RequestId::get), sent, "id of '{line}'");
        let (name, arguments) = command.split_once(' ').unwrap_or((command, ""));
        if name == "play" {
            self.check_play(line, arguments, recorded, reply);
            return;
        }
        let text = reply
            .result()
            .unwrap_or_else(|error| panic!("'{line}' failed: {error}"));
        let then = recorded
            .and_then(|answer| answer.split_once(' '))
            .map(|a| a.1);
        match name {
            "protocol_version" => assert_eq!(text, "2"),
            "name" | "version" | "gogui-title" => {
                assert!(!text.is_empty() && !text.contains('\n'), "{line}: {text}");
            }
            "list_commands" => self.check_list(text),
            "list_games" => assert!(text.split('\n').any(|game| Some(game) == then)),
            "gogui-analyze_commands" => check_menu(text),
            "cputime" => assert!(text.parse::<f64>().unwrap() >= 0.0),
            "gogui-rules_game_id" => assert_eq!(text, self.game.rules().game_id()),
            "gogui-rules_board_size" => assert_eq!(text, "8"),
            "gogui-rules_board" => assert_eq!(text, self.drawing()),
            "gogui-rules_side_to_move" => {
                assert_eq!(text, self.game.side().to_string());
                assert!(then.is_none_or(|then| then == text), "{line}: {then:?}");
            }
            "gogui-rules_legal_moves" => self.check_legal(text, then),
            "gogui-rules_final_result" => {
                assert!(self.game.is_over());
                assert!(then.is_none_or(|then| then == text), "{text}, not {then:?}");
                self.results.push(text.to_owned());
            }
            "gogui-rules_captured_count" => {
                let (black, white) = self.game.supplies().unwrap_or_default();
                assert_eq!(text, format!("{black} {white}"));
            }
            "final_score" => self.check_score(text, then),
            "reg_genmove" => {
                let played: Move = text.parse().unwrap();
                assert!(self.game.check(self.game.side(), played).is_ok());
            }
            _ => assert_eq!(text, "", "{line}"),
        }
        match name {
            "clear_board" => self.game = Game::new(self.game.rules()),
            "set_game" => self.game = Game::new(arguments.parse().unwrap()),
            "gg-undo" => {
                for _ in 0..arguments.parse().unwrap() {
                    assert!(self.game.undo());
                }
            }
            _ => {}
        }
    }

    fn check_play(&mut self, line: &str, words: &str, recorded: Option<&str>, reply: &Reply) {
        let (color, played) = words.split_once(' ').unwrap();
        let color: Color = color.parse().unwrap();
        let played: Move = played.parse().unwrap();
        let allowed = self.game.play(color, played);
        match reply.result() {
            Ok(text) => {
                assert_eq!(text, "", "{line}");
                assert!(allowed.is_ok(), "'{line}' was taken");
            }
            // GoGui and twogtp know the beginning of the message.
            Err(message) => {
                assert!(message.starts_with("illegal move"), "{line}: {message}");
                assert!(allowed.is_err(), "'{line}' was refused: {message}");
            }
        }
        if recorded.is_some_and(|answer| answer.starts_with('?')) {
            assert!(allowed.is_err(), "'{line}' was refused when recorded");
        }
    }

    /// All that a client asks for must be listed; what it may not find, it asks
    /// for a Go board instead.
    fn check_list(&self, text: &str) {
        let listed: BTreeSet<&str> = text.split('\n').collect();
        for name in "protocol_version name version known_command list_commands quit boardsize \
             clear_board komi play genmove reg_genmove undo gg-undo time_settings time_left \
             final_score cputime list_games set_game gogui-interrupt gogui-rules_game_id \
             gogui-rules_board gogui-rules_board_size gogui-rules_side_to_move \
             gogui-rules_legal_moves gogui-rules_final_result gogui-play_sequence gogui-setup \
             gogui-setup_player gogui-title gogui-version gogui-analyze_commands analyze \
             genmove_analyze"
            .split_whitespace()
        {
            assert!(listed.contains(name), "{name} is not listed");
        }
    }

    /// Eight rows, row 8 first.
    fn drawing(&self) -> String {
        let cells = self
            .game
            .position()
            .cells(self.game.side(), ['X', 'O', '.']);
        let cells: Vec<char> = cells.chars().collect();
        let rows: Vec<String> = cells
            .chunks(8)
            .rev()
            .map(|row| {
                row.iter()
                    .map(char::to_string)
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        rows.join("\n")
    }

    /// Upper-case squares, since GoGui compares them with its own.
    fn check_legal(&self, text: &str, then: Option<&str>) {
        let words =
            |text: &str| -> BTreeSet<String> { text.split(' ').map(ToOwned::to_owned).collect() };
        let legal: BTreeSet<String> = if self.game.is_over() {
            words("")
        } else if self.game.moves().is_empty() {
            words("pass")
        } else {
            let name = |square: Square| format!("{square:#}");
            self.game.moves().into_iter().map(name).collect()
        };
        assert_eq!(words(text), legal);
        if let Some(then) = then {
            assert_eq!(words(then.trim()), legal, "as recorded");
        }
    }

    /// `B+N`, `W+N` or `0`; as recorded when the game is over.
    fn check_score(&self, text: &str, then: Option<&str>) {
        let number = text.strip_prefix("B+").or(text.strip_prefix("W+"));
        assert!(
            text == "0" || number.is_some_and(|n| n.parse::<u8>().is_ok_and(|n| n > 0)),
            "{text}"
        );
        if self.game.is_over() {
            let then = then.map(|then| if then == "Draw" { "0" } else { then });
            assert!(then.is_none_or(|then| then == text), "{text}, not {then:?}");
        }
    }
}

/// GoGui's menu: `TYPE/LABEL/COMMAND` with a type that it knows.
fn check_menu(text: &str) {
    let types = "none string hstring pstring hpstring plist pspairs gfx sboard dboard cboard \
                 bwboard var varb varw varc varp varpo param";
    for line in text.split('\n') {
        let parts: Vec<&str> = line.splitn(3, '/').collect();
        let [kind, label, command] = parts[..] else {
            panic!("{line}")
        };
        assert!(types.split_whitespace().any(|t| t == kind), "{line}");
        assert!(!label.is_empty() && !command.is_empty(), "{line}");
    }
}

/// The id with its blank, or nothing, and the rest.
fn split_id(line: &str) -> (&str, &str) {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        ("", line)
    } else {
        line.split_at(digits + 1)
    }
}

fn engine(rules: RuleSet) -> Engine {
    Engine::start(&["--rules", &rules.to_string()])
}

/// Each line after the reply to the one before; the results of the games.
fn replay(place: &str, rules: RuleSet, recorded: &[Recorded]) -> Vec<String> {
    let mut engine = engine(rules);
    let mut client = Client::new(rules);
    for one in recorded {
        let line = Client::line(one);
        let reply = {
            engine.send(&line);
            engine.reply(&format!("{place}: '{line}'"))
        };
        client.check(&line, one.answer.as_deref(), &reply);
    }
    if recorded.last().is_some_and(|last| last.command == "quit") {
        let (rest, status) = engine.wait(PATIENCE);
        assert!(rest.is_empty() && status.success(), "{place}: {status}");
    } else {
        engine.quit(place);
    }
    client.results
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/traffic")
}

#[test]
fn recorded_clients_get_what_they_need() {
    let mut commands = 0;
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "traffic") {
            let (rules, recorded) = read(&fs::read_to_string(&path).unwrap());
            replay(&path.display().to_string(), rules, &recorded);
            commands += recorded.len();
        }
    }
    assert_eq!(commands, 2_286);
}

#[test]
fn the_ruler_of_gogui_gets_what_it_needs() {
    let recorded = spell_out(&fs::read_to_string(folder().join("gogui-ruler.short")).unwrap());
    assert_eq!(recorded.len(), 13_697);
    replay("gogui-ruler", RuleSet::Othello, &recorded);
}

/// Two games of the classic kind with the same beginning, as the real GoGui led them:
/// passes for want of a move and for want of discs, some plies taken back.
#[test]
fn the_ruler_of_gogui_gets_what_it_needs_in_the_classic_game() {
    let text = fs::read_to_string(folder().join("gogui-ruler-classic.short")).unwrap();
    let recorded = spell_out(&text);
    assert_eq!(recorded.len(), 19_599);
    let results = replay("gogui-ruler-classic", RuleSet::Classic, &recorded);
    // Told to GoGui's user then.
    assert_eq!(
        results,
        [
            "White wins by 16. Final score is B 24 and W 40",
            "White wins by 20. Final score is B 22 and W 42"
        ]
    );
    // Among the passes are some of a player with discs in hand and some of one without.
    let mut game = Game::new(RuleSet::Classic);
    let moves = text.lines().find_map(|line| line.strip_prefix("game = "));
    let mut passes = Vec::new();
    for word in moves.unwrap().split(' ') {
        let played: Move = word.parse().unwrap();
        if played == Move::Pass {
            let (black, white) = game.supplies().unwrap();
            passes.push((game.side(), black, white));
        }
        game.play(game.side(), played).unwrap();
    }
    let black = |left, right| (Color::Black, left, right);
    assert_eq!(passes, [black(3, 3), black(3, 2), (Color::White, 1, 0)]);
}

#[test]
fn thousands_of_lines_at_once_are_answered_in_order_and_soon() {
    let recorded = spell_out(&fs::read_to_string(folder().join("gogui-ruler.short")).unwrap());
    let mut engine = engine(RuleSet::Othello);
    let mut client = Client::new(RuleSet::Othello);
    let mut lines: Vec<String> = Vec::new();
    for (id, one) in recorded.iter().enumerate() {
        lines.push(format!("{id} {}", Client::line(one)));
    }
    let start = Instant::now();
    engine.write((lines.join("\n") + "\n").as_bytes());
    let replies: Vec<Reply> = lines.iter().map(|line| engine.reply(line)).collect();
    let elapsed = start.elapsed();
    for ((line, one), reply) in lines.iter().zip(&recorded).zip(&replies) {
        client.check(line, one.answer.as_deref(), reply);
    }
    assert!(elapsed < Duration::from_secs(2), "{elapsed:?}");
    engine.quit("pipelined ruler");
}
