//! The objects that `--json` prints, held against their description in
//! `protocol/JSON.md`: every field that is described, no other, and of its kind.

mod support;

use mollett_protocol::{Bound, Move, RuleSet, Score};
use serde_json::Value;
use std::collections::BTreeSet;
use support::{File, run};

const DESCRIPTION: &str = include_str!("../protocol/JSON.md");

/// Nine empty squares: c8 draws, the next best lose by 8.
const DRAWN: &str = "-OOOOO--XX-XXXOOXXXXXXOOXXOXOX-OXXXXOXOOXXOXOOOOXOXXOOOXXX-X---O O";
/// Ten empty squares: c1 wins by 2, everything else loses.
const WON: &str = "OX-OOXOOOOOOX-O-XXOXXOOXXXXOXOO-OXOXXXOOOOOOXXX-OOOXX--X--XXXXX- X";
/// Ten empty squares, Black has to pass and loses by 18.
const PASS: &str = "-X---X-O--XXXXXO--XXXXXX-XXXXOXXXXXOXXXXOOOXOXOOOOXOXOOOXXXXXXXX X";
const OVER: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO O";

/// Fields and their kinds, one list a table under the heading of a command.
fn tables(command: &str) -> Vec<Vec<(&'static str, &'static str)>> {
    let heading = format!("## `mollett {command}`\n");
    let section = DESCRIPTION.split_once(&heading).unwrap().1;
    let section = section.split("\n## ").next().unwrap();
    let row = |line: &'static str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let name = cells.get(1)?.strip_prefix('`')?.strip_suffix('`')?;
        Some((name, *cells.get(2)?))
    };
    let tables = section.split("| field | value |").skip(1);
    tables
        .map(|table| table.lines().filter_map(row).collect())
        .collect()
}

fn output(arguments: &[&str]) -> (Vec<Value>, Option<i32>) {
    let output = run(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let text = String::from_utf8(output.stdout).unwrap();
    let objects = text.lines().map(|line| serde_json::from_str(line).unwrap());
    (objects.collect(), output.status.code())
}

/// The objects of a command that succeeds.
fn objects(arguments: &[&str]) -> Vec<Value> {
    let (objects, code) = output(arguments);
    assert_eq!(code, Some(0), "{arguments:?}");
    objects
}

fn is_position(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    (2..=3).contains(&words.len()) && words[0].len() == 64 && "XO".contains(words[1])
}

fn is_of_kind(value: &Value, kind: &str) -> bool {
    let (kind, nullable) = match kind.strip_suffix(" or null") {
        Some(kind) => (kind, true),
        None => (kind, false),
    };
    let text = value.as_str();
    nullable && value.is_null()
        || match kind {
            "*text*" => text.is_some_and(|text| !text.is_empty()),
            "*name*" => text.is_some(),
            "*loss*" => value.is_f64() && value.as_f64() >= Some(0.0),
            "*truth*" => value.is_boolean(),
            "*side*" => text.is_some_and(|text| ["black", "white"].contains(&text)),
            // Their parts have tables of their own.
            "*plies*" => value.is_array(),
            "*sums*" => value.is_object(),
            "*number*" => value.is_u64(),
            "*seconds*" => value.is_f64() && value.as_f64() >= Some(0.0),
            "*rules*" => text.is_some_and(|text| text.parse::<RuleSet>().is_ok()),
            "*position*" => text.is_some_and(is_position),
            "*move*" => text.is_some_and(|text| text.parse::<Move>().is_ok()),
            "*moves*" => text.is_some_and(|text| {
                let words = text.split(' ').filter(|word| !word.is_empty());
                words.into_iter().all(|word| word.parse::<Move>().is_ok())
            }),
            "*discs*" => value.as_f64().is_some_and(|discs| discs.abs() <= 64.0),
            "*bound*" => text.is_some_and(|text| {
                let percent = text
                    .strip_suffix('%')
                    .is_some_and(|n| n.parse::<u8>().is_ok());
                percent || ["exact", "estimate", ">=", "<="].contains(&text)
            }),
            _ => panic!("the kind {kind} is not described"),
        }
}

/// Whether an object is as its table says.
fn check(object: &Value, table: &[(&str, &str)]) {
    let fields = object.as_object().unwrap();
    let found: BTreeSet<&str> = fields.keys().map(String::as_str).collect();
    let described: BTreeSet<&str> = table.iter().map(|(name, _)| *name).collect();
    assert_eq!(found, described, "{object}");
    for (name, kind) in table {
        assert!(is_of_kind(&fields[*name], kind), "{name} in {object}");
    }
    for (score, bound) in [
        ("score", "bound"),
        ("best_score", "best_bound"),
        ("last_score", "last_bound"),
    ] {
        if let (Some(score), Some(bound)) = (fields.get(score), fields.get(bound)) {
            assert_eq!(score.is_i64(), bound == "exact", "{object}");
            assert_eq!(score.is_null(), bound.is_null(), "{object}");
        }
    }
}

#[test]
fn a_count_is_an_object() {
    let tables = tables("perft --json");
    let classic = objects(&["perft", "7", "--json", "--rules", "classic"]);
    let moves = objects(&["perft", "--json", "1", "--position", "f5d6c3"]);
    for (objects, count) in [(&classic, 1536), (&moves, 4)] {
        assert_eq!((objects.len(), tables.len()), (1, 1));
        check(&objects[0], &tables[0]);
        assert_eq!(objects[0]["count"], count);
    }
    let start = format!("{} X 32/32", "-".repeat(64));
    assert_eq!(classic[0]["position"], start);
    assert_eq!(moves[0]["depth"], 1);
}

#[test]
fn the_bench_is_objects_and_their_sum() {
    let tables = tables("bench --json");
    let objects = objects(&["bench", "--json"]);
    let (sum, positions) = objects.split_last().unwrap();
    for (number, object) in (1..).zip(positions) {
        check(object, &tables[0]);
        assert_eq!(object["number"], number);
    }
    check(sum, &tables[1]);
    assert_eq!(sum["positions"], positions.len());
    let nodes: u64 = positions
        .iter()
        .map(|object| object["nodes"].as_u64().unwrap())
        .sum();
    assert_eq!(sum["nodes"], nodes);
    let signature = include_str!("data/bench.signature");
    assert_eq!(signature.lines().last(), Some(nodes.to_string().as_str()));
}

#[test]
fn solved_positions_are_objects_and_their_sum() {
    let tables = tables("solve --json FILE");
    let lines = format!("% four\n{DRAWN}; C8:+0;\n{WON}; C1:+2;\n{PASS};\n{OVER};\n");
    let file = File::new("four.obf", &lines);
    let all = |options: &[&str]| {
        let objects = objects(&[&["solve", "--json", file.path()], options].concat());
        let (sum, positions) = objects.split_last().unwrap();
        positions
            .iter()
            .for_each(|object| check(object, &tables[0]));
        check(sum, &tables[1]);
        assert_eq!(
            (&sum["positions"], &sum["compared"]),
            (&4.into(), &2.into())
        );
        assert_eq!(sum["differences"], 0);
        let told = |object: &Value| {
            let fields = ["best_move", "score", "result", "expected"];
            fields.map(|name| object[name].to_string()).join(" ")
        };
        positions.iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(
        all(&[]),
        [
            r#""c8" 0 "draw" null"#,
            r#""c1" 2 "win" null"#,
            r#""pass" -18 "loss" null"#,
            r#"null -62 "loss" null"#
        ]
    );
    let results = all(&["--wld"]);
    assert_eq!(results[1], r#""c1" null "win" null"#);
    assert_eq!(results[2], r#""pass" null "loss" null"#);
    // Where lines were left out, nothing is certain, whatever the score.
    all(&["--selectivity", "73"]);
}

#[test]
fn an_analysed_game_is_an_object() {
    let tables = tables("analyze --json FILE");
    let [game, ply, sum] = tables.as_slice() else {
        panic!("{} tables", tables.len());
    };
    let games = "(;GM[2]PB[A];B[fe];W[fd];B[ec])(;GM[2]RE[W+64];B[fe];W[fd])";
    let file = File::new("games.sgf", games);
    let over = File::new("over.txt", "f5f6f7f4d3e3f3c3b2\n");
    let all = [
        objects(&["analyze", "--json", file.path(), "--depth", "3"]),
        objects(&["analyze", "--json", over.path(), "--nodes", "500"]),
    ];
    let all = all.concat();
    assert_eq!(all.len(), 3);
    for object in &all {
        check(object, game);
        object["plies"]
            .as_array()
            .unwrap()
            .iter()
            .for_each(|object| check(object, ply));
        check(&object["sum"]["black"], sum);
        check(&object["sum"]["white"], sum);
    }
    assert_eq!(all[1]["stated_score"], -64.0);
    assert_eq!(
        (&all[2]["over"], &all[2]["last_score"]),
        (&true.into(), &64.into())
    );
}

#[test]
fn what_a_file_says_otherwise_is_told() {
    let file = File::new("wrong.obf", &format!("{WON}; A8:+4;\n"));
    let (objects, code) = output(&["solve", "--json", file.path()]);
    assert_eq!(code, Some(1));
    assert_eq!(objects[0]["expected"], "+4 a8");
    assert_eq!(objects[1]["differences"], 1);
}

#[test]
fn the_words_for_what_is_known_are_those_of_the_library() {
    let word = |bound| Score { discs: 1.0, bound }.bound.to_string();
    let all = [Bound::Exact, Bound::Estimate, Bound::AtLeast, Bound::AtMost].map(word);
    assert_eq!(all, ["exact", "estimate", ">=", "<="]);
    assert_eq!(word(Bound::Selective(95)), "95%");
}
