use super::*;
use crate::board::{Classic, Othello};
use crate::lab::chunk;

/// What a run writes; a longer one when a busy machine left the first too little
/// time.
fn make<R: Rules>(kind: Kind, name: &str, enough: fn(&[Record]) -> bool) -> Vec<Record> {
    [300, 3_000, 30_000]
        .into_iter()
        .map(|ms| make_for::<R>(kind, name, Duration::from_millis(ms)))
        .find(|records| enough(records))
        .expect("records")
}

fn make_for<R: Rules>(kind: Kind, name: &str, time: Duration) -> Vec<Record> {
    let data = std::env::temp_dir().join(format!("mollett-{name}-{}", std::process::id()));
    let task = Task {
        kind,
        data: data.clone(),
        seed: 1,
        threads: 1,
        time: Some(time),
        evaluation: Evaluation::default(),
    };
    run::<R>(&task, &|_| ()).unwrap();
    let mut records = Vec::new();
    for entry in std::fs::read_dir(&data).unwrap() {
        records.extend(chunk::read(&entry.unwrap().path()).unwrap());
    }
    std::fs::remove_dir_all(&data).unwrap();
    records
}

#[test]
fn exact_labels_agree_with_a_second_solve() {
    let kind = Kind::Exact { least: 5, most: 9 };
    let records = make::<Classic>(kind, "exact", |records| !records.is_empty());
    let table = Table::new(1).unwrap();
    for record in records.iter().take(50) {
        let stop = AtomicBool::new(false);
        let mut control = Control {
            stop: &stop,
            report: &mut |_| (),
        };
        let limits = Limits {
            goal: Goal::Exact,
            ..Limits::default()
        };
        let report = crate::search::search(&record.position(), &limits, &table, &mut control);
        assert_eq!(report.score().discs(), i32::from(record.result));
    }
}

#[test]
fn a_played_game_is_exact_at_its_end() {
    let records = make::<Othello>(
        Kind::Games {
            depth: 1,
            solve: 8,
            long_prefixes: 20,
            plausible_prefixes: 60,
        },
        "games",
        |records| records.iter().any(|record| record.exact),
    );
    for record in records.iter().filter(|record| record.exact) {
        assert_eq!(i32::from(record.search), 128 * i32::from(record.result));
    }
}
