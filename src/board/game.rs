//! A game as it is played: whose turn it is, what was played, and the way back.
//!
//! Knows colours, which positions do not; knows no clock and no text of a protocol.

use super::bitboard::Bitboard;
use super::position::AnyPosition;
use mollett_protocol::{Color, Move, RuleSet};
use std::fmt;

/// One turn of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Who played it.
    pub color: Color,
    /// What was played.
    pub played: Move,
    /// A pass that nobody announced: the other side moved next and it was forced.
    pub implied: bool,
    /// The position before it, seen by the side that was to move.
    before: AnyPosition,
    /// The side that was to move; differs from `color` only after the end.
    turn: Color,
}

/// Why a move was refused; the game is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The square holds a disc.
    Occupied(Move),
    /// The disc would turn nothing.
    TurnsNothing(Move),
    /// Classic opening: only the free centre squares may be taken.
    OutsideCentre(Move),
    /// Classic: the player has used up the discs.
    NoDiscLeft(Move),
    /// A pass, though the side has a move.
    MustMove,
    /// It is the other side's turn, and that side has a move.
    NotToMove(Color),
    /// Neither side can move any more.
    GameOver(Move),
}

impl fmt::Display for PlayError {
    /// Begins with `illegal move`, as GTP fixes it; then the reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("illegal move: ")?;
        match self {
            Self::Occupied(played) => write!(f, "{played} is not empty"),
            Self::TurnsNothing(played) => write!(f, "{played} turns no disc"),
            Self::OutsideCentre(played) => {
                write!(f, "{played} is not an empty centre square (d4 e4 d5 e5)")
            }
            Self::NoDiscLeft(played) => write!(f, "no disc left for {played}"),
            Self::MustMove => f.write_str("pass is only for a side without a move"),
            Self::NotToMove(color) => write!(f, "{color} is not to move"),
            Self::GameOver(played) => write!(f, "the game is over before {played}"),
        }
    }
}

impl std::error::Error for PlayError {}

/// Discs and empty squares of a board.
///
/// ```
/// use mollett::board::Count;
/// let count = Count { black: 33, white: 29, empties: 2 };
/// assert_eq!((count.score(false), count.score(true)), (4, 6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Black discs.
    pub black: u32,
    /// White discs.
    pub white: u32,
    /// Empty squares.
    pub empties: u32,
}

impl Count {
    /// Score for Black in discs; with `empties_to_winner` the empty squares count
    /// for the side with more discs.
    #[must_use]
    pub const fn score(self, empties_to_winner: bool) -> i32 {
        let difference = self.black as i32 - self.white as i32;
        if empties_to_winner {
            difference + difference.signum() * self.empties as i32
        } else {
            difference
        }
    }
}

/// A game of either rule set with its whole past.
///
/// ```
/// use mollett::board::Game;
/// use mollett_protocol::{Color, RuleSet};
/// let mut game = Game::new(RuleSet::Othello);
/// game.play(Color::Black, "f5".parse().unwrap()).unwrap();
/// assert_eq!(game.side(), Color::White);
/// assert!(game.play(Color::Black, "c4".parse().unwrap()).is_err());
/// game.undo();
/// assert_eq!(game, Game::new(RuleSet::Othello));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: (AnyPosition, Color),
    position: AnyPosition,
    side: Color,
    plies: Vec<Ply>,
}

impl Game {
    /// A game about to begin, Black to move.
    #[must_use]
    pub fn new(rules: RuleSet) -> Self {
        Self::from_position(AnyPosition::start(rules), Color::Black)
    }

    /// A game that begins at this position with `side` to move.
    #[must_use]
    pub const fn from_position(position: AnyPosition, side: Color) -> Self {
        Self {
            start: (position, side),
            position,
            side,
            plies: Vec::new(),
        }
    }

    /// Which game it is.
    #[must_use]
    pub const fn rules(&self) -> RuleSet {
        self.position.rules()
    }

    /// The first position and the side to move in it.
    #[must_use]
    pub const fn start(&self) -> (AnyPosition, Color) {
        self.start
    }

    /// The position now, seen from [`side`](Self::side).
    #[must_use]
    pub const fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The side to move (after the end: the side whose turn it would be).
    #[must_use]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The plies so far, passes included.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Legal squares of the side to move; none means that it must pass or that
    /// the game is over.
    #[must_use]
    pub fn moves(&self) -> Bitboard {
        self.position.moves()
    }

    /// Whether neither side can move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// Discs on the board now.
    #[must_use]
    pub fn count(&self) -> Count {
        let board = self.position.board();
        let (own, opp) = (board.own.count_ones(), board.opp.count_ones());
        let (black, white) = if self.side == Color::Black {
            (own, opp)
        } else {
            (opp, own)
        };
        Count {
            black,
            white,
            empties: self.position.empties(),
        }
    }

    /// Discs left to Black and White; `None` in Othello.
    #[must_use]
    pub fn supplies(&self) -> Option<(u8, u8)> {
        self.position.supplies(self.side)
    }

    /// Position text of the position now.
    #[must_use]
    pub fn text(&self) -> String {
        self.position.text(self.side)
    }

    /// Whether `color` may do this now, and whether a pass of the other side
    /// would be implied by it.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, color: Color, played: Move) -> Result<bool, PlayError> {
        let over = self.is_over();
        if over && played == Move::Pass {
            return Ok(false);
        }
        let implied = color != self.side;
        if implied && !over && (!self.moves().is_empty() || played == Move::Pass) {
            return Err(PlayError::NotToMove(color));
        }
        let position = if implied {
            self.position.pass()
        } else {
            self.position
        };
        let Move::Disc(square) = played else {
            return if position.moves().is_empty() {
                Ok(false)
            } else {
                Err(PlayError::MustMove)
            };
        };
        if position.moves().contains(square) {
            return Ok(implied);
        }
        Err(if position.board().occupied() & square.bit() != 0 {
            PlayError::Occupied(played)
        } else if over {
            PlayError::GameOver(played)
        } else if let AnyPosition::Classic(classic) = position {
            use super::{Classic, Rules};
            if !Classic::has_disc(classic.reserve) {
                PlayError::NoDiscLeft(played)
            } else if Classic::is_opening(classic.board) {
                PlayError::OutsideCentre(played)
            } else {
                PlayError::TurnsNothing(played)
            }
        } else {
            PlayError::TurnsNothing(played)
        })
    }

    /// Plays a move. A disc of the side not to move is taken when the side to
    /// move has none: its pass is then recorded as implied. After the end a pass
    /// of either side is taken and recorded.
    ///
    /// # Errors
    /// Why the move is illegal; nothing has changed then.
    pub fn play(&mut self, color: Color, played: Move) -> Result<(), PlayError> {
        if self.check(color, played)? {
            self.record(self.side, Move::Pass, true);
        }
        self.record(color, played, false);
        Ok(())
    }

    fn record(&mut self, color: Color, played: Move, implied: bool) {
        let (before, turn) = (self.position, self.side);
        self.plies.push(Ply {
            color,
            played,
            implied,
            before,
            turn,
        });
        let seen_by_player = if color == turn { before } else { before.pass() };
        self.position = seen_by_player.after(played);
        self.side = color.opponent();
    }

    /// Takes back the last ply, and with it a pass it implied. Returns whether
    /// there was one to take back.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.plies.pop() else {
            return false;
        };
        (self.position, self.side) = (last.before, last.turn);
        if let Some(pass) = self.plies.pop_if(|ply| ply.implied) {
            (self.position, self.side) = (pass.before, pass.turn);
        }
        true
    }

    /// The moves so far as one word, passes left out (`f5d6c3...`).
    #[must_use]
    pub fn transcript(&self) -> String {
        self.plies
            .iter()
            .filter_map(|ply| ply.played.square())
            .map(|s| s.to_string())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(game: &mut Game, line: &str) {
        for word in line.as_bytes().chunks(2) {
            let played = std::str::from_utf8(word).unwrap().parse().unwrap();
            let side = if game.moves().is_empty() {
                game.side().opponent()
            } else {
                game.side()
            };
            game.play(side, played).unwrap();
        }
    }

    #[test]
    fn a_forced_pass_may_be_said_or_implied() {
        let mut game = Game::new(RuleSet::Othello);
        play(&mut game, "c4c3f5b4a4a5b2a3");
        assert!(game.moves().is_empty() && !game.is_over());
        let mut said = game.clone();
        said.play(Color::Black, Move::Pass).unwrap();
        let reply = said.moves().into_iter().next().unwrap();
        said.play(Color::White, reply.into()).unwrap();
        let mut implied = game.clone();
        implied.play(Color::White, reply.into()).unwrap();
        assert_eq!(said.position(), implied.position());
        assert!(said.undo() && said.undo() && implied.undo());
        assert_eq!((said, &implied), (game.clone(), &game));
    }

    #[test]
    fn passes_after_the_end_are_recorded_and_taken_back() {
        let mut game = Game::new(RuleSet::Othello);
        play(&mut game, "f5f6f7f4d3e3f3c3b2");
        assert!(game.is_over());
        assert_eq!(game.count().score(true), 64);
        let end = game.clone();
        for color in [Color::Black, Color::Black, Color::White] {
            game.play(color, Move::Pass).unwrap();
            assert_eq!(game.count(), end.count());
        }
        assert_eq!(
            game.play(Color::White, "a1".parse().unwrap())
                .unwrap_err()
                .to_string(),
            "illegal move: the game is over before a1"
        );
        for _ in 0..3 {
            game.undo();
        }
        assert_eq!(game, end);
    }

    #[test]
    fn illegal_moves_say_why_and_change_nothing() {
        let mut game = Game::new(RuleSet::Classic);
        let error = game.play(Color::Black, "a1".parse().unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "illegal move: a1 is not an empty centre square (d4 e4 d5 e5)"
        );
        let error = game.play(Color::White, "d4".parse().unwrap()).unwrap_err();
        assert_eq!(error, PlayError::NotToMove(Color::White));
        assert_eq!(
            game.play(Color::Black, Move::Pass),
            Err(PlayError::MustMove)
        );
        assert_eq!(game, Game::new(RuleSet::Classic));
    }
}
