use super::*;
use crate::board::{Classic, Othello, Supply};
use crate::search::Selectivity;

fn entry(lower: i32, upper: i32, depth: u32) -> Entry {
    let selectivity = Selectivity::EXACT;
    Entry {
        lower,
        upper,
        depth,
        selectivity,
        moves: [19, NO_MOVE],
    }
}

#[test]
fn the_key_is_the_same_everywhere() {
    assert_eq!(key(&Othello::start()), 17_879_161_075_642_514_906);
    let mut other = Classic::start();
    other.reserve = Supply(31);
    assert_ne!(key(&Classic::start()), key(&other));
}

#[test]
fn entries_survive_packing() {
    for lower in [-8192, -1, 0, 8192] {
        let entry = Entry {
            moves: [NO_MOVE, 63],
            ..entry(lower, 8192, 60)
        };
        assert_eq!(Entry::unpack(entry.pack(32, 7)), entry);
    }
}

#[test]
fn a_position_is_told_apart_by_its_supply_too() {
    let table = Table::new(1).unwrap();
    let position = Classic::start();
    table.store(&position, 7, entry(-5, 5, 3));
    let mut other = position;
    other.reserve = Supply(31);
    assert_eq!(table.probe(&position, 7), Some(entry(-5, 5, 3)));
    assert_eq!(table.probe(&other, 7), None);
}

#[test]
fn the_games_do_not_share_entries() {
    let table = Table::new(1).unwrap();
    let othello = Othello::start();
    table.store(&othello, 7, entry(-5, 5, 3));
    let mut classic = Position::<Classic>::new(othello.board, Supply(0));
    for discs in 0..=32 {
        classic.reserve = Supply(discs);
        assert_eq!(table.probe(&classic, 7), None);
        assert_ne!(key(&classic), key(&othello));
    }
}

#[test]
fn equal_effort_narrows_and_less_effort_is_ignored() {
    let table = Table::new(1).unwrap();
    let position = Othello::start();
    table.store(&position, 7, entry(-100, 50, 4));
    table.store(&position, 7, entry(-20, 80, 4));
    assert_eq!(table.probe(&position, 7), Some(entry(-20, 50, 4)));
    table.store(&position, 7, entry(0, 0, 2));
    assert_eq!(table.probe(&position, 7), Some(entry(-20, 50, 4)));
    table.begin_search();
    table.store(&position, 7, entry(0, 0, 2));
    assert_eq!(table.probe(&position, 7), Some(entry(-20, 50, 4)));
    table.store(&position, 7, entry(0, 0, 5));
    assert_eq!(table.probe(&position, 7), Some(entry(0, 0, 5)));
}

#[test]
fn a_larger_table_takes_over_what_a_smaller_one_knows() {
    let (small, mut large) = (Table::new(1).unwrap(), Table::new(3).unwrap());
    let (othello, classic) = (Othello::start(), Classic::start());
    small.begin_search();
    small.store(&othello, key(&othello), entry(-20, 50, 4));
    small.store(&classic, key(&classic), entry(-5, 5, 3));
    large.adopt(&small);
    assert_eq!(
        large.probe(&othello, key(&othello)),
        Some(entry(-20, 50, 4))
    );
    assert_eq!(large.probe(&classic, key(&classic)), Some(entry(-5, 5, 3)));
    // Of the search that stored them, they are not written over by less.
    large.store(&othello, key(&othello), entry(0, 0, 2));
    assert_eq!(
        large.probe(&othello, key(&othello)),
        Some(entry(-20, 50, 4))
    );
}

#[test]
fn a_table_that_cannot_be_had_is_refused() {
    let mut table = Table::new(3).unwrap();
    assert_eq!(table.megabytes(), 3);
    table.store(&Othello::start(), 1, entry(1, 1, 1));
    let error = table.resize(usize::MAX >> 1).unwrap_err();
    assert!(error.to_string().starts_with("no memory for a table of "));
    assert_eq!(table.megabytes(), 3);
    assert!(table.probe(&Othello::start(), 1).is_some());
    table.clear();
    assert!(table.probe(&Othello::start(), 1).is_none());
}
