//! Game lists of eothello.com: a CSV file of id, winner (1 Black, -1 White, 0 draw)
//! and moves as one word, passes left out.
//!
//! Othello from the start only. An empty winner is a game without result.

use super::fault::{Fault, Reason, Trouble};
use super::limit;
use super::record::{Ending, GameRecord, Outcome};
use super::transcript;
use mollett_protocol::{Color, RuleSet};

/// The first line.
pub const HEADER: &str = "eOthello_game_id,winner,game_moves";
/// Tag of the game's id.
pub const ID: &str = "eOthelloId";

/// The games of a text, with or without its [`HEADER`].
///
/// ```
/// use mollett::formats::eothello;
/// let text = "eOthello_game_id,winner,game_moves\n1056798,1,f5d6c4d3\n";
/// let games = eothello::read(text).unwrap();
/// assert_eq!(games[0].transcript(), "f5d6c4d3");
/// assert_eq!(eothello::write(&games).unwrap(), text);
/// ```
///
/// # Errors
/// The first thing that is wrong, see [`Reason`].
pub fn read(text: &str) -> Result<Vec<GameRecord>, Fault> {
    let mut games = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let blank = line.trim().is_empty();
        if blank || index == 0 && line.trim().eq_ignore_ascii_case(HEADER) {
            continue;
        }
        let game = match games.len() < limit::GAMES {
            true => read_line(line),
            false => Err(Trouble::new(0, transcript::too_many_games())),
        };
        games.push(game.map_err(|trouble| trouble.in_text(line, index + 1))?);
    }
    Ok(games)
}

fn read_line(line: &str) -> Result<GameRecord, Trouble> {
    let fields = line.split_once(',').and_then(|(id, rest)| {
        let (winner, moves) = rest.split_once(',')?;
        Some((id, winner, moves))
    });
    let Some((id, winner, moves)) = fields else {
        let expected = "a game (ID,WINNER,MOVES)";
        return Err(Trouble::new(0, Reason::word(line, expected)));
    };
    let winner = match winner.trim() {
        "1" => Some(Some(Color::Black)),
        "-1" => Some(Some(Color::White)),
        "0" => Some(None),
        "" => None,
        word => {
            let expected = "a winner (1 Black, -1 White, 0 draw)";
            return Err(Trouble::new(id.len() + 1, Reason::word(word, expected)));
        }
    };
    let replay =
        transcript::read_line(moves, Some(RuleSet::Othello)).map_err(|trouble| Trouble {
            at: trouble.at + line.len() - moves.len(),
            ..trouble
        })?;
    let (over, count) = (replay.game.is_over(), replay.game.count());
    let mut record = replay.into_record();
    record.outcome = winner.map(|winner| {
        let board = Outcome::of_score(count.score(true).into(), Ending::Played);
        let stated = Outcome {
            winner,
            margin: winner.is_none().then_some(0.0),
            ending: Ending::Played,
        };
        let agrees = over && board.winner == winner;
        if agrees { board } else { stated.settled(over) }
    });
    record.tags.push((ID.to_owned(), id.trim().to_owned()));
    Ok(record)
}

/// The file with its [`HEADER`]; a game without id gets its number.
///
/// # Errors
/// A classic game, or one that does not begin at the start, by number from 1.
pub fn write(games: &[GameRecord]) -> Result<String, Fault> {
    let mut text = format!("{HEADER}\n");
    for (index, game) in games.iter().enumerate() {
        text.push_str(&write_line(game, index + 1)?);
    }
    Ok(text)
}

/// The line of one game.
///
/// # Errors
/// As [`write()`].
pub fn write_line(game: &GameRecord, number: usize) -> Result<String, Fault> {
    if game.rules() != RuleSet::Othello || !game.starts_at_the_beginning() {
        let what = "this format holds Othello games from the start only";
        return Err(Fault {
            place: super::Place::Game(number),
            reason: Reason::Unfit(what.into()),
        });
    }
    let winner = match game.outcome.map(|outcome| outcome.winner) {
        Some(Some(Color::Black)) => "1",
        Some(Some(Color::White)) => "-1",
        Some(None) => "0",
        None => "",
    };
    let number = number.to_string();
    let id = game.tag(ID).unwrap_or(&number).replace(',', " ");
    Ok(format!("{id},{winner},{}\n", game.transcript()))
}
