//! A game as files keep it: where it began, what was played, who played it and
//! what was said about it.
//!
//! The same for every format. A reader fills only what its format carries and keeps
//! what has no place here as a tag, so that another format may carry it on.

use super::fault::Fault;
use super::replay::Replay;
use crate::board::{AnyPosition, Game, PlayError};
use mollett_protocol::{Color, Move, RuleSet};
use std::time::Duration;

/// A player's name and rating.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Player {
    /// As the file has it; empty when unknown.
    pub name: String,
    /// In the file's own scale.
    pub rating: Option<f64>,
}

/// How a game came to its result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// Played out, or not said.
    #[default]
    Played,
    /// The loser gave up.
    Resigned,
    /// The loser's time was up.
    Time,
    /// Both agreed on the score.
    Agreed,
    /// The loser did not appear or was declared to have lost.
    Forfeit,
    /// Not played to its end.
    Unfinished,
}

/// The result as the file states it, which is not always what the board shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// By how many discs (at least 0), if stated.
    pub margin: Option<f64>,
    /// How.
    pub ending: Ending,
}

impl Outcome {
    /// The outcome of a score in discs seen from Black.
    #[must_use]
    pub fn of_score(black: f64, ending: Ending) -> Self {
        Self {
            winner: if black > 0.0 {
                Some(Color::Black)
            } else if black < 0.0 {
                Some(Color::White)
            } else {
                None
            },
            margin: Some(black.abs()),
            ending,
        }
    }

    /// The same, but a game stated without manner is unfinished when its board is
    /// not at an end, and only then.
    pub(super) const fn settled(self, over: bool) -> Self {
        let ending = match self.ending {
            Ending::Played | Ending::Unfinished if over => Ending::Played,
            Ending::Played => Ending::Unfinished,
            other => other,
        };
        Self { ending, ..self }
    }

    /// The score in discs seen from Black, if the margin is known.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        match self.winner {
            Some(Color::Black) => self.margin,
            Some(Color::White) => self.margin.map(|margin| -margin),
            None => Some(0.0),
        }
    }
}

/// What a file says about one ply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// Evaluation in discs, seen from the player of this ply.
    pub eval: Option<f64>,
    /// Time used.
    pub time: Option<Duration>,
    /// Free text; empty when there is none.
    pub comment: String,
}

/// One ply of a record. A pass is always one of its own, also where the file
/// leaves passes out.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedPly {
    /// Who played.
    pub color: Color,
    /// What.
    pub played: Move,
    /// What the file says about it.
    pub note: Option<Box<Note>>,
}

/// A line that was not played: it leaves the game, or the line it stands in, before
/// one of the plies.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// How many plies of the line it leaves were played before it.
    pub after: usize,
    /// Its own plies.
    pub plies: Vec<RecordedPly>,
    /// Lines that leave this one; `after` counts this one's own plies.
    pub variations: Vec<Variation>,
}

impl Variation {
    /// How many lines these are, those that leave them included.
    #[must_use]
    pub fn count(variations: &[Self]) -> usize {
        let inner = variations.iter().map(|line| Self::count(&line.variations));
        variations.len() + inner.sum::<usize>()
    }
}

/// A game of a file.
///
/// ```
/// use mollett::formats::transcript;
/// let games = transcript::read("F5D6C3", None).unwrap();
/// assert_eq!(games[0].transcript(), "f5d6c3");
/// assert_eq!(games[0].replay().unwrap().count().black, 5);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The first position, and the side to move in it.
    pub start: (AnyPosition, Color),
    /// What was played; legal in this order when a reader made the record.
    pub plies: Vec<RecordedPly>,
    /// Lines that were not played.
    pub variations: Vec<Variation>,
    /// The first player.
    pub black: Player,
    /// The second player.
    pub white: Player,
    /// Tournament or occasion; empty when unknown.
    pub event: String,
    /// Place or server; empty when unknown.
    pub place: String,
    /// As the file writes it; empty when unknown.
    pub date: String,
    /// Time control as the file writes it; empty when unknown.
    pub clock: String,
    /// The stated result.
    pub outcome: Option<Outcome>,
    /// About the whole game; empty when there is none.
    pub comment: String,
    /// What else the file says, as name and value, in the file's order.
    pub tags: Vec<(String, String)>,
}

/// Games of a file together with what deserves a warning in them.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The games in the file's order.
    pub games: Vec<GameRecord>,
    /// What is odd though readable, such as a stated score that the board denies.
    pub warnings: Vec<Fault>,
}

impl GameRecord {
    /// A game about to begin.
    #[must_use]
    pub const fn new(start: AnyPosition, side: Color) -> Self {
        const NOBODY: Player = Player {
            name: String::new(),
            rating: None,
        };
        Self {
            start: (start, side),
            plies: Vec::new(),
            variations: Vec::new(),
            black: NOBODY,
            white: NOBODY,
            event: String::new(),
            place: String::new(),
            date: String::new(),
            clock: String::new(),
            outcome: None,
            comment: String::new(),
            tags: Vec::new(),
        }
    }

    /// The record of a game as it was played, with its result if it is over.
    #[must_use]
    pub fn of_game(game: &Game) -> Self {
        let (start, side) = game.start();
        let mut record = Self::new(start, side);
        record.plies = game.plies().iter().map(RecordedPly::from).collect();
        if game.is_over() {
            let score = match game.side() {
                Color::Black => game.position().final_score(),
                Color::White => -game.position().final_score(),
            };
            record.outcome = Some(Outcome::of_score(f64::from(score), Ending::Played));
        }
        record
    }

    /// Which game it is.
    #[must_use]
    pub const fn rules(&self) -> RuleSet {
        self.start.0.rules()
    }

    /// Whether the game begins at the first position of its rules, Black to move.
    #[must_use]
    pub fn starts_at_the_beginning(&self) -> bool {
        self.start == (AnyPosition::start(self.rules()), Color::Black)
    }

    /// The game played anew.
    ///
    /// # Errors
    /// The first illegal ply, counted from 0, and why; no reader makes such a record.
    pub fn replay(&self) -> Result<Game, (usize, PlayError)> {
        let mut replay = Replay::new(self.start.0, self.start.1);
        for (index, ply) in self.plies.iter().enumerate() {
            replay
                .play_as(ply.color, ply.played)
                .map_err(|error| (index, error))?;
        }
        Ok(replay.game)
    }

    /// The moves as one word, passes left out.
    #[must_use]
    pub fn transcript(&self) -> String {
        self.plies
            .iter()
            .filter_map(|ply| ply.played.square())
            .map(|square| square.to_string())
            .collect()
    }

    /// The stated score for Black and that of the board, when the game was played to
    /// its end and they differ. Both in discs by the rules of the game; where the
    /// empty squares go is not held against a file.
    #[must_use]
    pub fn contradiction(&self) -> Option<(f64, i32)> {
        let outcome = self
            .outcome
            .filter(|outcome| outcome.ending == Ending::Played)?;
        let stated = outcome.score()?;
        let game = self.replay().ok().filter(Game::is_over)?;
        let [by_rules, other] = match self.rules() {
            RuleSet::Othello => [true, false],
            RuleSet::Classic => [false, true],
        }
        .map(|empties_to_winner| game.count().score(empties_to_winner));
        (stated != f64::from(by_rules) && stated != f64::from(other)).then_some((stated, by_rules))
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }
}

impl From<&crate::board::Ply> for RecordedPly {
    fn from(ply: &crate::board::Ply) -> Self {
        Self {
            color: ply.color,
            played: ply.played,
            note: None,
        }
    }
}
