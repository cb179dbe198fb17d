//! Records into a new WTHOR archive: the games and the two name files.

use super::super::fault::{Fault, Place, Reason};
use super::super::record::GameRecord;
use super::entry::byte;
use super::{Database, Entry, Header, NameList, THEORY};
use mollett_protocol::RuleSet;
use std::collections::BTreeMap;

/// The three files of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    /// The `.wtb` file.
    pub games: Database,
    /// The `.JOU` file.
    pub players: NameList,
    /// The `.TRN` file.
    pub tournaments: NameList,
}

/// An archive of these games, the names in alphabetical order. Of a result only the
/// score is kept, of a date only the year of the first game; evaluations, times,
/// comments and passes after the end have no place in it.
///
/// ```
/// use mollett::formats::paste;
/// use mollett::formats::wthor::{Database, archive};
/// let games = paste("f5f6f7f4d3e3f3c3b2", None).unwrap();
/// let bytes = archive(&games).unwrap().games.write();
/// assert_eq!(bytes.len(), 16 + 68);
/// let entry = &Database::read(&bytes).unwrap().entries[0];
/// assert_eq!(entry.black_discs, 64);
/// ```
///
/// # Errors
/// A classic game, one that does not begin at the start, more than 60 discs or
/// more than 65,535 names.
pub fn archive(records: &[GameRecord]) -> Result<Archive, Fault> {
    let year = records
        .iter()
        .find_map(|record| record.date.get(..4)?.parse().ok())
        .unwrap_or(0);
    let made = [(year / 100) as u8, (year % 100) as u8, 1, 1];
    let players = records
        .iter()
        .flat_map(|record| [&record.black.name, &record.white.name]);
    let (players, player_names) = numbered(players)?;
    let (tournaments, event_names) = numbered(records.iter().map(|record| &record.event))?;
    let mut entries = Vec::with_capacity(records.len());
    for (index, record) in records.iter().enumerate() {
        let in_game = |reason| Fault {
            place: Place::Game(index + 1),
            reason,
        };
        entries.push(Entry {
            tournament: tournaments[&record.event],
            black: players[&record.black.name],
            white: players[&record.white.name],
            ..entry(record).map_err(in_game)?
        });
    }
    Ok(Archive {
        games: Database {
            header: Header {
                made,
                games: entries.len() as u32,
                names: 0,
                year,
                board: 8,
                solitaire: 0,
                depth: 0,
                reserved: 0,
            },
            entries,
        },
        players: NameList::of(&player_names, NameList::PLAYER, made),
        tournaments: NameList::of(&event_names, NameList::TOURNAMENT, made),
    })
}

/// The number of each name, and the names by number.
fn numbered<'a>(
    names: impl Iterator<Item = &'a String>,
) -> Result<(BTreeMap<&'a String, u16>, Vec<String>), Fault> {
    let mut numbers: BTreeMap<&String, u16> = names.map(|name| (name, 0)).collect();
    if numbers.len() > usize::from(u16::MAX) {
        return Err(Fault {
            place: Place::Byte(8),
            reason: Reason::TooLarge {
                what: "names",
                limit: u16::MAX.into(),
            },
        });
    }
    for (number, place) in numbers.values_mut().enumerate() {
        *place = number as u16;
    }
    let list = numbers.keys().map(|&name| name.clone()).collect();
    Ok((numbers, list))
}

/// The entry of a game, without its names.
fn entry(record: &GameRecord) -> Result<Entry, Reason> {
    if record.rules() != RuleSet::Othello || !record.starts_at_the_beginning() {
        let what = "WTHOR holds Othello games from the start only";
        return Err(Reason::Unfit(what.into()));
    }
    let game = record.replay().map_err(|(index, error)| Reason::Illegal {
        number: index + 1,
        error,
    })?;
    let mut moves = [0; 60];
    let squares = record.plies.iter().filter_map(|ply| ply.played.square());
    for (place, square) in moves.iter_mut().zip(squares) {
        *place = byte(square);
    }
    let stated = record.outcome.and_then(|outcome| outcome.score());
    let score = stated.unwrap_or_else(|| game.count().score(true).into());
    let black_discs = (32.0 + score.clamp(-64.0, 64.0) / 2.0).round() as u8;
    Ok(Entry {
        tournament: 0,
        black: 0,
        white: 0,
        black_discs,
        theoretical: record
            .tag(THEORY)
            .and_then(|value| value.parse().ok())
            .unwrap_or(black_discs),
        moves,
    })
}
