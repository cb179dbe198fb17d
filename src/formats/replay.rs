//! The one way by which readers put moves into a game: passes that a file leaves
//! out are filled in, everything else must be legal.

use super::fault::Reason;
use super::limit;
use super::record::{GameRecord, Note, RecordedPly};
use crate::board::{AnyPosition, Game, PlayError};
use mollett_protocol::{Color, Move, RuleSet, Square};

/// A game being read.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game so far.
    pub game: Game,
    /// Notes of plies, by index of ply.
    notes: Vec<(usize, Note)>,
    /// Moves the file has said so far, implied passes not counted.
    said: usize,
}

impl Replay {
    /// Begins at this position.
    #[must_use]
    pub const fn new(start: AnyPosition, side: Color) -> Self {
        Self {
            game: Game::from_position(start, side),
            notes: Vec::new(),
            said: 0,
        }
    }

    /// Begins a game of which only its first move is known: a disc on one of the
    /// four centre squares is classic, everything else Othello.
    #[must_use]
    pub fn guess(rules: Option<RuleSet>, first: Option<Move>) -> Self {
        let rules = rules.unwrap_or(match first.and_then(Move::square) {
            Some(square) if is_centre(square) => RuleSet::Classic,
            _ => RuleSet::Othello,
        });
        Self::new(AnyPosition::start(rules), Color::Black)
    }

    /// Plays for whoever is to move; a disc after a forced pass that the file left
    /// out is the other side's.
    ///
    /// # Errors
    /// Why the move is illegal; nothing has changed then.
    pub fn play(&mut self, played: Move) -> Result<(), PlayError> {
        let side = self.game.side();
        let must_pass =
            played != Move::Pass && self.game.moves().is_empty() && !self.game.is_over();
        self.play_as(if must_pass { side.opponent() } else { side }, played)
    }

    /// Plays for this side.
    ///
    /// # Errors
    /// Why the move is illegal; nothing has changed then.
    pub fn play_as(&mut self, color: Color, played: Move) -> Result<(), PlayError> {
        self.game.play(color, played)?;
        self.said += 1;
        Ok(())
    }

    /// Plays a move of a file: for `color` if the file names one, with its number
    /// in the reason if it fails.
    ///
    /// # Errors
    /// The move is illegal, or the game too long; nothing has changed then.
    pub fn read(&mut self, color: Option<Color>, played: Move) -> Result<(), Reason> {
        // Two: the move and a pass it may imply.
        if self.game.plies().len() + 2 > limit::PLIES {
            return Err(Reason::TooLarge {
                what: "plies in a game",
                limit: limit::PLIES,
            });
        }
        let result = match color {
            Some(color) => self.play_as(color, played),
            None => self.play(played),
        };
        result.map_err(|error| Reason::Illegal {
            number: self.said + 1,
            error,
        })
    }

    /// Takes back the last move and what was said about it. Returns whether there
    /// was one.
    pub(super) fn undo(&mut self) -> bool {
        let undone = self.game.undo();
        let left = self.game.plies().len();
        self.notes.retain(|(index, _)| *index < left);
        self.said -= usize::from(undone);
        undone
    }

    /// What the file says about the ply played last; without one it is dropped.
    pub fn note(&mut self, note: Note) {
        if note != Note::default()
            && let Some(last) = self.game.plies().len().checked_sub(1)
        {
            self.notes.push((last, note));
        }
    }

    /// More about the ply played last, besides what is already noted of it.
    pub(super) fn merge(&mut self, more: Note) {
        match self.notes.last_mut() {
            Some((index, note)) if *index + 1 == self.game.plies().len() => {
                note.eval = more.eval.or(note.eval);
                note.time = more.time.or(note.time);
                if !note.comment.is_empty() && !more.comment.is_empty() {
                    note.comment.push('\n');
                }
                note.comment.push_str(&more.comment);
            }
            _ => self.note(more),
        }
    }

    /// The plies from this one on with their notes.
    pub(super) fn plies_from(&self, from: usize) -> Vec<RecordedPly> {
        let played = self.game.plies().get(from..).unwrap_or_default();
        let mut plies: Vec<_> = played.iter().map(RecordedPly::from).collect();
        for (index, note) in &self.notes {
            if let Some(index) = index.checked_sub(from)
                && let Some(ply) = plies.get_mut(index)
            {
                ply.note = Some(Box::new(note.clone()));
            }
        }
        plies
    }

    /// The record of the game read.
    #[must_use]
    pub fn into_record(self) -> GameRecord {
        let (start, side) = self.game.start();
        let mut record = GameRecord::new(start, side);
        record.plies = self.plies_from(0);
        record
    }
}

/// d4, e4, d5 or e5: full at the start of Othello, the only squares of the first
/// four classic moves.
pub(crate) const fn is_centre(square: Square) -> bool {
    matches!(square.column(), 3 | 4) && matches!(square.row(), 3 | 4)
}
