//! What the commands of NBoard do.

use super::super::clock_pair::{ClockPair, ggf_clock};
use super::super::event::Work;
use super::super::limit;
use super::super::option::Options;
use super::super::session_error::SessionError;
use super::super::task::{Answer, Purpose, Task};
use super::{Session, task};
use crate::board::{AnyPosition, Game};
use crate::formats::ggf;
use mollett_protocol::nboard::Command;
use mollett_protocol::{AnalysisLimit, Move};

impl Session {
    /// Carries out a command of NBoard, or says what has to be searched first.
    ///
    /// # Errors
    /// Why it cannot be; nothing has changed then.
    pub(in crate::engine) fn answer_nboard(
        &mut self,
        command: Command,
    ) -> Result<Answer, SessionError> {
        let text = match command {
            Command::Version | Command::SetContempt => String::new(),
            Command::SetGame { text } => {
                (self.game, self.clocks) = read_game(&text, &self.game)?;
                String::new()
            }
            Command::SetDepth { depth } => {
                self.options.depth = Some(depth.min(Options::MAX_DEPTH));
                format!("set myname mollett{depth}")
            }
            Command::Move { mv, time } => {
                let color = self.game.side();
                self.game.play(color, mv)?;
                self.clocks.spend(color, time.unwrap_or_default());
                String::new()
            }
            Command::Hint { count } => {
                if self.game.is_over() {
                    return Ok(Answer::Text(String::new()));
                }
                return Ok(self.hint(count, Purpose::NboardHint));
            }
            Command::Go => return Ok(self.go()),
            Command::Analyze => {
                self.reviews = reviews(&self.game)?;
                return self.next_review().map_or_else(
                    || Ok(Answer::Text(String::new())),
                    |task| Ok(Answer::Search(Box::new(task))),
                );
            }
            // There is no book to learn for; the GUI waits for the word.
            Command::Learn => "learned".to_owned(),
            Command::Ping { number } => format!("pong {number}"),
            Command::Quit => return Ok(Answer::Quit),
        };
        Ok(Answer::Text(text))
    }

    fn go(&mut self) -> Answer {
        let root = *self.game.position();
        let color = self.game.side();
        let (limits, ending) = self.move_limits(color, &root, AnalysisLimit::None);
        match limit::only_move(&root, &limits) {
            Some(only) => Answer::Text(format!("=== {}", move_word(only))),
            None => task(Work::Search { root, limits }, Purpose::NboardGo, ending),
        }
    }

    /// The search that comes next in a review of the game.
    pub(in crate::engine) fn next_review(&mut self) -> Option<Task> {
        let (ply, root) = self.reviews.pop()?;
        let (limits, ending) = limit::by_options(&self.options);
        Some(Task {
            work: Work::Search { root, limits },
            purpose: Purpose::NboardReview(ply),
            ending,
        })
    }
}

/// As NBoard spells it.
pub(in crate::engine) fn move_word(mv: Move) -> String {
    match mv {
        Move::Disc(square) => format!("{square:#}"),
        Move::Pass => "PA".to_owned(),
    }
}

/// The game of a text, and the clocks as its moves have left them.
fn read_game(text: &str, current: &Game) -> Result<(Game, ClockPair), SessionError> {
    let fault = |fault: String| SessionError::File(format!("cannot read the game: {fault}"));
    let games = ggf::read(text, Some(current.rules())).map_err(|error| fault(error.to_string()))?;
    let [record] = games.as_slice() else {
        return Err(fault(format!("{} games where one is due", games.len())));
    };
    let game = record
        .replay()
        .map_err(|(_, error)| fault(error.to_string()))?;
    let mut clocks = ClockPair::default();
    clocks.set(ggf_clock(&record.clock));
    for ply in &record.plies {
        let time = ply.note.as_ref().and_then(|note| note.time);
        clocks.spend(ply.color, time.unwrap_or_default());
    }
    Ok((game, clocks))
}

/// The positions of a game with the number of moves before each, the last one on
/// top: what is found in later ones helps with the earlier.
fn reviews(game: &Game) -> Result<Vec<(usize, AnyPosition)>, SessionError> {
    let (start, side) = game.start();
    let mut replay = Game::from_position(start, side);
    let mut positions = vec![*replay.position()];
    // A pass that the client has not told of is none of its moves.
    for ply in game.plies().iter().filter(|ply| !ply.implied) {
        replay.play(ply.color, ply.played)?;
        positions.push(*replay.position());
    }
    Ok(positions.into_iter().enumerate().collect())
}
