//! `mollett convert` as a person runs it.

use crate::bytes;
use crate::support::command;
use std::path::PathBuf;
use std::process::{Output, Stdio};

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("mollett-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.0.join(name), bytes).unwrap();
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn convert(&self, arguments: &[&str]) -> Output {
        command()
            .arg("convert")
            .args(arguments)
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn shown(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn a_file_is_converted_there_and_back() {
    let folder = Folder::new("there");
    folder.put(
        "a.csv",
        b"eOthello_game_id,winner,game_moves\n7,1,f5d6c3\n8,0,f5f6\n",
    );
    let output = folder.convert(&["a.csv", "a.sgf"]);
    assert!(output.status.success());
    assert_eq!(
        shown(&output.stdout),
        "2 games from a.csv (csv) to a.sgf (sgf)\n"
    );
    assert!(output.stderr.is_empty());
    assert!(folder.convert(&["a.sgf", "b.csv"]).status.success());
    assert_eq!(folder.text("b.csv"), folder.text("a.csv"));
    // The content counts, not the name; names of players go beside a database.
    folder.put("odd.name", folder.text("a.sgf").as_bytes());
    assert!(folder.convert(&["odd.name", "c.wtb"]).status.success());
    assert_eq!(
        folder.names(),
        [
            "a.csv", "a.sgf", "b.csv", "c.JOU", "c.TRN", "c.wtb", "odd.name"
        ]
    );
}

/// A list of names as WTHOR keeps them, in no order.
fn name_list(names: &[&str], width: usize) -> Vec<u8> {
    let mut bytes = vec![
        20,
        21,
        6,
        30,
        0,
        0,
        0,
        0,
        names.len() as u8,
        0,
        0,
        0,
        0,
        0,
        0,
        7,
    ];
    for name in names {
        let end = bytes.len() + width;
        bytes.extend(name.as_bytes());
        bytes.resize(end, 0);
    }
    bytes
}

#[test]
fn a_database_keeps_its_bytes_and_the_numbers_of_its_names() {
    let folder = Folder::new("database");
    let players = name_list(&["Zoe", "Nobody", "Ann", "Bob", "Zoe", "Eve", "Ida"], 20);
    let tournaments = name_list(&["Winter Open", "", "Autumn Open"], 26);
    let mut games = bytes("w01_six_games.wtb");
    // The day on which it was made, and a depth of the theoretical scores.
    games[..4].copy_from_slice(&[20, 21, 7, 1]);
    games[14] = 22;
    folder.put("a.wtb", &games);
    folder.put("a.JOU", &players);
    folder.put("a.TRN", &tournaments);
    std::fs::create_dir(folder.0.join("new")).unwrap();
    let output = folder.convert(&["a.wtb", "new/b.wtb"]);
    assert_eq!(shown(&output.stderr), "");
    assert_eq!(
        shown(&output.stdout),
        "6 games from a.wtb (wtb) to new/b.wtb (wtb)\n"
    );
    let read = |name: &str| std::fs::read(folder.0.join(name)).unwrap();
    assert_eq!(read("new/b.wtb"), games);
    assert_eq!(read("new/b.JOU"), players);
    assert_eq!(read("new/b.TRN"), tournaments);
    // In the same folder the lists are there already, and stay the only ones.
    assert!(folder.convert(&["a.wtb", "c.wtb"]).status.success());
    assert_eq!(read("c.wtb"), games);
    assert_eq!(folder.names(), ["a.JOU", "a.TRN", "a.wtb", "c.wtb", "new"]);
    // No list is made up where there was none.
    for name in ["bare", "out"] {
        std::fs::create_dir(folder.0.join(name)).unwrap();
    }
    folder.put("bare/a.wtb", &games);
    let output = folder.convert(&["bare/a.wtb", "out/a.wtb"]);
    assert!(output.status.success());
    assert_eq!(std::fs::read_dir(folder.0.join("out")).unwrap().count(), 1);
    assert_eq!(read("out/a.wtb"), games);
}

#[test]
fn positions_are_not_called_games() {
    let folder = Folder::new("positions");
    folder.put("a.obf", &bytes("o01_plain.obf"));
    let said = |arguments: &[&str]| shown(&folder.convert(arguments).stdout).to_owned();
    assert_eq!(
        said(&["a.obf", "a.sgf"]),
        "2 positions from a.obf (obf) to a.sgf (sgf)\n"
    );
    folder.put("b.txt", b"f5d6\n");
    assert_eq!(
        said(&["b.txt", "b.board"]),
        "1 game from b.txt (txt) to b.board (board)\n"
    );
    assert_eq!(
        said(&["b.board", "c.obf"]),
        "1 position from b.board (board) to c.obf (obf)\n"
    );
}

#[test]
fn warnings_come_before_the_summary() {
    let folder = Folder::new("warn");
    folder.put("a.sgf", &bytes("edax_finished.sgf"));
    let output = folder.convert(&["a.sgf", "a.txt"]);
    assert_eq!(
        shown(&output.stdout),
        "warning: a.sgf: game 1: result -60 for Black stated, but +60 on the board\n\
         1 game from a.sgf (sgf) to a.txt (txt)\n"
    );
}

#[test]
fn variations_that_find_no_place_are_counted() {
    let folder = Folder::new("variations");
    folder.put("a.sgf", &bytes("s12_variations.sgf"));
    let said = |arguments: &[&str]| shown(&folder.convert(arguments).stdout).to_owned();
    for end in ["ggf", "txt", "wtb", "csv", "obf", "board"] {
        let new = format!("a.{end}");
        assert_eq!(
            said(&["a.sgf", &new]),
            format!(
                "warning: {new}: 2 variations left out, {end} has no place for them\n\
                 1 game from a.sgf (sgf) to {new} ({end})\n"
            )
        );
    }
    for new in ["b.sgf", "b.pgn"] {
        let end = &new[2..];
        assert_eq!(
            said(&["a.sgf", new]),
            format!("1 game from a.sgf (sgf) to {new} ({end})\n")
        );
    }
}

#[test]
fn what_fails_is_said_in_one_line_and_leaves_no_file() {
    let folder = Folder::new("fail");
    folder.put("bad.sgf", &bytes("s11_illegal_fifth.sgf"));
    folder.put("classic.sgf", &bytes("s13_classic_empty_board.sgf"));
    for (arguments, code, message) in [
        (
            ["bad.sgf", "out.ggf"],
            1,
            "mollett: bad.sgf: line 1, column 45: move 5: illegal move: a1 turns no disc\n",
        ),
        (
            ["classic.sgf", "out.wtb"],
            1,
            "mollett: out.wtb: game 1: WTHOR holds Othello games from the start only\n",
        ),
        (
            ["classic.sgf", "out.xyz"],
            2,
            "mollett: the name 'out.xyz' says no format; end it with or give --to one of sgf, ggf, pgn, wtb, obf, txt, csv, board\n",
        ),
        (
            ["none.sgf", "out.ggf"],
            1,
            "mollett: cannot load file 'none.sgf': No such file or directory (os error 2)\n",
        ),
    ] {
        let output = folder.convert(&arguments);
        assert_eq!(output.status.code(), Some(code));
        assert_eq!(shown(&output.stderr), message);
        assert!(output.stdout.is_empty());
    }
    assert_eq!(folder.names(), ["bad.sgf", "classic.sgf"]);
}

#[cfg(unix)]
#[test]
fn links_are_written_through_and_not_replaced() {
    let folder = Folder::new("link");
    folder.put("a.txt", b"f5d6\n");
    folder.put("real", b"");
    std::os::unix::fs::symlink("real", folder.0.join("link")).unwrap();
    let output = folder.convert(&["a.txt", "link", "--to", "ggf"]);
    assert!(output.status.success() && output.stdout.is_empty());
    assert!(folder.0.join("link").is_symlink());
    assert!(folder.text("real").starts_with("(;GM[Othello]"));
}
