//! The commands that are no conversation: what they print, where, and their exit
//! codes.

mod support;

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use support::{File, command, run, run_with};

/// What a command that succeeds prints; it says nothing on standard error.
fn prints(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((errors.as_str(), output.status.code()), ("", Some(0)));
    String::from_utf8(output.stdout).unwrap()
}

/// The one line by which a command fails, and its exit code.
fn complains_with(arguments: &[&str]) -> (String, Option<i32>) {
    let output = run(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{arguments:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    let one = error.ends_with('\n') && error.matches('\n').count() == 1;
    assert!(
        one && error.starts_with("mollett: "),
        "{arguments:?}: {error}"
    );
    (error, output.status.code())
}

/// The one line about a file that cannot be used.
fn complains(arguments: &[&str]) -> String {
    let (error, code) = complains_with(arguments);
    assert_eq!(code, Some(1), "{arguments:?}: {error}");
    error
}

/// The one line about arguments that cannot be.
fn refuses(arguments: &[&str]) -> String {
    let (error, code) = complains_with(arguments);
    assert_eq!(code, Some(2), "{arguments:?}: {error}");
    error
}

/// Nine empty squares: c8 draws, the next best lose by 8.
const DRAWN: &str = "-OOOOO--XX-XXXOOXXXXXXOOXXOXOX-OXXXXOXOOXXOXOOOOXOXXOOOXXX-X---O O";
/// Ten empty squares: c1 wins by 2, everything else loses.
const WON: &str = "OX-OOXOOOOOOX-O-XXOXXOOXXXXOXOO-OXOXXXOOOOOOXXX-OOOXX--X--XXXXX- X";

#[test]
fn perft_ends_with_the_count() {
    assert_eq!(prints(&["perft", "9"]), "3005288\n");
    assert_eq!(prints(&["perft", "10", "--rules", "classic"]), "220736\n");
    assert_eq!(prints(&["perft", "0"]), "1\n");
    let passes = "-XOO-XO-XOOOOXXXOO-XOOXX-XXXXOOXX-XXXOOX-X-XXXO-OOXXXXOO-X-X-X-- X";
    assert_eq!(prints(&["perft", "5", "--position", passes]), "11184\n");
    assert_eq!(prints(&["perft", "1", "--position", "f5d6c3"]), "4\n");
    assert!(refuses(&["perft", "5", "--position", "f5f5"]).contains("f5"));
    assert!(refuses(&["perft", "many"]).contains("many"));
}

#[test]
fn bench_ends_with_a_signature_that_stays_the_same() {
    let signature = || {
        let text = prints(&["bench"]);
        let last = text.lines().last().unwrap().to_owned();
        let words: Vec<&str> = last.split(' ').collect();
        assert_eq!((words.len(), words[1], words[3]), (4, "nodes", "nps"));
        assert!(words[2].parse::<u64>().unwrap() > 0);
        words[0].parse::<u64>().unwrap()
    };
    assert_eq!(signature(), signature());
}

#[test]
fn solved_positions_are_compared_with_the_file() {
    let right = File::new(
        "right.obf",
        &format!("% two\n{DRAWN}; C8:+0; E8:-8;\n{WON}; C1:+2; A8:-12;\n"),
    );
    let text = prints(&["solve", right.path()]);
    let lines: Vec<&str> = text.lines().collect();
    let words: Vec<&str> = lines[1].split_whitespace().collect();
    assert_eq!(words[..4], ["1", "9", "0", "c8"]);
    let words: Vec<&str> = lines[2].split_whitespace().collect();
    assert_eq!(words[..4], ["2", "10", "+2", "c1"]);
    assert!(lines[3].starts_with("2 positions, 2 compared, 0 differences, "));
    assert!(lines[3].ends_with(" nodes per second"));

    let wrong = File::new("wrong.obf", &format!("{DRAWN}; E8:+8;\n{WON};\n"));
    let output = run(&["solve", wrong.path(), "--threads", "2"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("EXPECTED +8 e8\n"), "{text}");
    assert!(
        text.contains("2 positions, 1 compared, 1 differences"),
        "{text}"
    );
}

#[test]
fn results_alone_are_printed_when_asked_for() {
    let file = File::new("both.obf", &format!("{DRAWN}; C8:+0;\n{WON}; C1:+2;\n"));
    let text = prints(&["solve", "--wld", file.path()]);
    let score = |line: usize| text.lines().nth(line).unwrap().split_whitespace().nth(2);
    assert_eq!((score(1), score(2)), (Some("draw"), Some("win")));
}

#[test]
fn files_that_cannot_be_solved_are_named() {
    assert!(complains(&["solve", "/no/such file"]).contains("/no/such file"));
    let empty = File::new("empty.obf", "% nothing\n");
    complains(&["solve", empty.path()]);
    let bad = File::new("bad.obf", &format!("{WON};\n{WON}; z9:+1;\n"));
    let error = complains(&["solve", bad.path()]);
    assert!(error.contains("line 2") && error.contains("z9"), "{error}");
}

#[test]
fn rules_of_a_game_are_printed() {
    assert!(prints(&["rules", "classic"]).starts_with("CLASSIC REVERSI, the game of the 1880s\n"));
    assert_eq!(
        prints(&["rules", "--rules", "othello"]),
        prints(&["rules", "othello"])
    );
    assert!(prints(&["rules"]).contains("has 32 discs in hand"));
    assert!(refuses(&["rules", "reversi"]).contains("reversi"));
}

#[test]
fn arguments_that_cannot_be_are_named() {
    for (arguments, named) in [
        (&["--threads", "0"][..], "'0'"),
        (&["--threads", "65"], "'65'"),
        (&["--threads", "abc"], "abc"),
        (&["--hash-mb", "70000"], "'70000'"),
        (&["--rules", "reversi"], "reversi"),
        (&["--log"], "--log"),
        (&["--set", "depth"], "'depth' is not of the form NAME=VALUE"),
        (&["--set", "depth=x"], "'x' is not a value of depth"),
        (&["nboard", "--set", "deep=3"], "unknown option 'deep'"),
        (&["--hash-mb=1\n2"], "'1?2'"),
        (&["solve"], "<FILE>"),
        (&["solve", "--selectivity", "50", "file"], "'50'"),
        (&["solve", "--wdl", "file"], "'--wdl'"),
        (&["perft"], "<DEPTH>"),
        (&["perft", "1", "2"], "'2'"),
        (&["perft", "1", "--position", "f5d6\nf5d6"], "position"),
        (&["bench", "--without", "luck"], "'luck'"),
        (&["convert", "only"], "<OUT>"),
        (&["convert", "in", "out"], "'out'"),
        (&["sing"], "'sing'"),
        (&["help", "sing"], "'sing'"),
    ] {
        let error = refuses(arguments);
        assert!(error.contains(named), "{arguments:?}: {error}");
    }
    let log = "/no/such/folder/log";
    assert!(complains(&["--log", log]).contains(log));
    assert!(prints(&["--help"]).contains("--hash-mb"));
    assert!(prints(&["--version"]).starts_with("mollett "));
}

#[test]
fn a_conversation_begins_with_the_options_that_are_set() {
    let arguments = [
        "--set",
        "depth=3",
        "--set",
        "hash_mb=2",
        "--set=time_kind=fischer",
    ];
    let names = ["depth", "hash_mb", "time_kind"];
    let input = names
        .map(|name| format!("mollett-option {name}\n"))
        .concat();
    let output = run_with(&arguments, &input);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text, "= 3\n\n= 2\n\n= fischer\n\n");
}

#[test]
fn a_log_is_appended_to_its_file() {
    let file = File::new("log", "before\n");
    let arguments = ["--rules", "classic", "--log", file.path()];
    let output = run_with(&arguments, "mollett-rules\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "= classic\n\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let log = std::fs::read_to_string(file.path()).unwrap();
    assert!(log.starts_with("before\n"), "{log}");
    assert!(
        log.contains("< mollett-rules") && log.contains("> = classic"),
        "{log}"
    );
}

#[test]
fn a_search_is_drawn_on_standard_error_where_that_is_asked_for() {
    let mut child = command()
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap()).lines();
    // What is searched before the option is set is not drawn.
    let lines = "play b f5\nmollett-option move_time_ms 300\nreg_genmove w\n\
                 mollett-option live_gfx on\nmollett-option analyze_moves 1\nanalyze\n";
    stdin.write_all(lines.as_bytes()).unwrap();
    let begins = ["gogui-gfx:", "TEXT ", "VAR w ", "COLOR #3cc83c ", "LABEL "];
    for begin in begins {
        let line = stderr.next().unwrap().unwrap();
        assert!(line.starts_with(begin), "{line}");
    }
    assert_eq!(stderr.next().unwrap().unwrap(), "");
    stdin.write_all(b"\nquit\n").unwrap();
    let rest: Vec<String> = stderr.map(Result::unwrap).collect();
    let (last, drawings) = rest.split_last().unwrap();
    assert_eq!(last, "gogui-gfx: CLEAR");
    assert_eq!(drawings.len() % (begins.len() + 1), 0, "{drawings:?}");
    assert!(child.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn results_that_nobody_reads_end_the_command_quietly() {
    let lines = format!("{WON};\n").repeat(2000);
    let file = File::new("long.obf", &lines);
    let mut child = command()
        .args(["solve", file.path()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn analyze_says_what_each_move_gave_away() {
    let file = File::new("game.txt", &format!("{DRAWN} g4\n"));
    let text = prints(&["analyze", file.path(), "--exact", "20"]);
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows[0], "game 1: Black - White, othello");
    let ply: Vec<&str> = rows[2].split_whitespace().collect();
    assert_eq!(ply[..8], ["1", "white", "g4", "-8", "8", "c8", "0", "9"]);
    assert_eq!(rows[3], "last position: +8 for black");
    assert_eq!(rows[4], "black: 0 moves lose 0.00 discs, 0.00 a move");
    assert_eq!(
        rows[5],
        "white: 1 moves lose 8.00 discs, 8.00 a move, most 8.00 with g4 (ply 1)"
    );
}

#[test]
fn analyze_draws_and_writes_json() {
    let file = File::new("game.sgf", "(;GM[2]PB[A & B]PW[<C>];B[fe];W[fd];B[ec])");
    let picture = File::new("game.svg", "");
    let arguments = [
        "analyze",
        file.path(),
        "--depth",
        "3",
        "--json",
        "--svg",
        picture.path(),
    ];
    let text = prints(&arguments);
    let game: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&game["black"], &game["white"]),
        (&"A & B".into(), &"<C>".into())
    );
    assert_eq!(game["sum"]["black"]["moves"], 2);
    let plies = game["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 3);
    for (number, ply) in (1..).zip(plies) {
        assert_eq!((&ply["ply"], &ply["depth"]), (&number.into(), &3.into()));
        let [score, best, loss] = ["score", "best_score", "loss"].map(|f| ply[f].as_f64().unwrap());
        assert!((best - score - loss).abs() < 0.02 && loss >= 0.0, "{ply}");
    }
    let svg = std::fs::read_to_string(picture.path()).unwrap();
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.contains("A &amp; B - &lt;C&gt;, othello") && svg.contains("<polyline "));
}

#[test]
fn analyze_names_the_game_it_cannot_find_and_draws_only_one() {
    let file = File::new("games.txt", "f5d6\nf5f6\n");
    let error = complains(&["analyze", file.path(), "--game", "3"]);
    assert!(error.ends_with("there is no game 3, only 2\n"), "{error}");
    let error = complains(&["analyze", file.path(), "--svg", "/nowhere/x.svg"]);
    assert!(
        error.ends_with("a picture shows one of its 2 games: choose with --game\n"),
        "{error}"
    );
    let text = prints(&["analyze", file.path(), "--game", "2", "--depth", "2"]);
    assert!(
        text.starts_with("game 2: ") && text.contains("  2 white f6 "),
        "{text}"
    );
    // A database of tournaments may hold none.
    let empty = File::new("none.wtb", &("\0".repeat(12) + "\u{8}\0\0\0"));
    let error = complains(&["analyze", empty.path(), "--svg", "/nowhere/x.svg"]);
    assert!(error.ends_with("there is no game in it\n"), "{error}");
    for bad in [["--time", "0"], ["--depth", "61"], ["--nodes", "0"]] {
        refuses(&["analyze", file.path(), bad[0], bad[1]]);
    }
}
