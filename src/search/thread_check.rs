//! Tests of the search with several threads.

use super::check::{Random, late, late_classic, solve, with_shared};
use super::*;
use crate::board::{Classic, Othello};
use std::cell::Cell;
use std::time::Duration;

fn exact(threads: usize) -> Limits {
    Limits {
        goal: Goal::Exact,
        threads,
        ..Limits::default()
    }
}

/// The same scores with any number of threads, in a table that grows old.
fn scores_are_the_same<R: Rules>(
    make: fn(&mut Random, u32) -> Option<Position<R>>,
    positions: u32,
    empties: u32,
) {
    let mut random = Random(13);
    let tables = [2, 4, 16].map(|threads| (threads, Table::new(1).unwrap()));
    for round in 0..positions {
        let Some(position) = make(&mut random, empties + round % 3) else {
            continue;
        };
        let one = solve(&position, &exact(1), &Table::new(1).unwrap());
        for (threads, table) in &tables {
            let many = solve(&position, &exact(*threads), table);
            assert_eq!(many.score(), one.score(), "{position:?} {threads} threads");
            assert_eq!(many.lines[0].kind, one.lines[0].kind);
        }
    }
}

#[test]
fn threads_do_not_change_exact_scores_in_othello() {
    scores_are_the_same::<Othello>(late, 100, 15);
}

#[test]
fn threads_do_not_change_exact_scores_in_classic() {
    scores_are_the_same::<Classic>(late_classic, 60, 14);
}

#[test]
fn threads_do_not_change_results() {
    let table = Table::new(1).unwrap();
    let mut random = Random(19);
    for _ in 0..30 {
        let Some(position) = late::<Othello>(&mut random, 16) else {
            continue;
        };
        let limits = |threads| Limits {
            goal: Goal::WinLossDraw,
            ..exact(threads)
        };
        let one = solve(&position, &limits(1), &Table::new(1).unwrap());
        assert_eq!(
            solve(&position, &limits(4), &table).score(),
            one.score(),
            "{position:?}"
        );
    }
}

#[test]
fn several_threads_search_to_a_depth_and_count_all_nodes() {
    let limits = |threads| Limits {
        depth: Some(11),
        threads,
        ..Limits::default()
    };
    let one = solve(&Othello::start(), &limits(1), &Table::new(4).unwrap());
    for threads in [2, 4, 16] {
        let many = solve(&Othello::start(), &limits(threads), &Table::new(4).unwrap());
        assert_eq!(many.depth, 11);
        assert!(many.nodes * 4 > one.nodes, "{} {}", many.nodes, one.nodes);
    }
}

#[test]
fn the_first_large_node_starts_the_others() {
    let table = Table::new(4).unwrap();
    let starts = |depth| {
        let (team, starts) = (Team::new(2), Cell::new(0));
        let recruit = || starts.set(starts.get() + 1);
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        with_shared(&table, |shared| {
            let mut root = Root::new(Othello::start(), &limits, shared, Some(&team));
            root.searcher.recruit = Some(&recruit);
            assert_eq!(root.run(&mut |_| ()).depth, depth);
        });
        starts.get()
    };
    assert_eq!((starts(6), starts(12)), (0, 1));
}

/// However often a search of many threads is stopped, it ends soon and leaves
/// nothing wrong behind.
#[test]
fn many_threads_stop_at_any_moment() {
    let table = Table::new(4).unwrap();
    let mut random = Random(23);
    let mut late_stops = 0;
    for round in 0..60 {
        let Some(position) = late::<Othello>(&mut random, 26) else {
            continue;
        };
        let stop = AtomicBool::new(false);
        let limits = exact([2, 3, 8, 16][round % 4]);
        let after = Duration::from_micros(random.below(20_000).into());
        let late = std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                let mut control = Control {
                    stop: &stop,
                    report: &mut |_| (),
                };
                search_position(&position, &limits, &table, &mut control)
            });
            std::thread::sleep(after);
            let stopped = Instant::now();
            stop.store(true, Ordering::Relaxed);
            let report = search.join().unwrap();
            assert!(!report.lines.is_empty());
            stopped.elapsed()
        });
        late_stops += usize::from(late > Duration::from_millis(100));
        assert!(late < Duration::from_secs(5), "{late:?}");
    }
    // A busy machine may delay a few.
    assert!(late_stops < 15, "{late_stops} of 60 stops took long");
    for _ in 0..20 {
        let Some(position) = late::<Othello>(&mut random, 14) else {
            continue;
        };
        let fresh = solve(&position, &exact(1), &Table::new(1).unwrap());
        assert_eq!(solve(&position, &exact(1), &table).score(), fresh.score());
    }
}
