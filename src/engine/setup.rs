//! Games that begin at a position somebody has set up.

use super::session_error::SessionError;
use crate::board::{Game, parse_position};
use mollett_protocol::{Color, PositionText, RuleSet, Square};

/// A game that begins at this position. Classic supplies that are not stated are
/// shared out.
///
/// # Errors
/// When the supplies do not fit the game or the board.
pub(super) fn from_text(rules: RuleSet, text: &PositionText) -> Result<Game, SessionError> {
    let words = text.to_string();
    let mut words = words.split(' ');
    let mut word = || words.next().unwrap_or_default();
    let (position, side) = parse_position(
        rules,
        word(),
        word(),
        text.supplies
            .map(|supplies| supplies.to_string())
            .as_deref(),
    )?;
    Ok(Game::from_position(position, side))
}

/// A game that begins with these discs and no others, Black to move.
///
/// # Errors
/// When a square is given twice.
pub(super) fn from_discs(rules: RuleSet, discs: &[(Color, Square)]) -> Result<Game, SessionError> {
    let mut text = PositionText {
        black: 0,
        white: 0,
        side: Color::Black,
        supplies: None,
    };
    for &(color, square) in discs {
        if (text.black | text.white) & square.bit() != 0 {
            return Err(SessionError::Twice(square));
        }
        match color {
            Color::Black => text.black |= square.bit(),
            Color::White => text.white |= square.bit(),
        }
    }
    from_text(rules, &text)
}

/// The game now with this side to move, as a game that begins here. Supplies are
/// kept, or shared out anew if they were not stated.
///
/// # Errors
/// None that the position of a game can give.
pub(super) fn with_side(
    game: &Game,
    color: Color,
    keep_supplies: bool,
) -> Result<Game, SessionError> {
    let rules = game.rules();
    let cells = game.position().cells(game.side(), ['X', 'O', '-']);
    let side = color.letter().to_string();
    let supplies = game
        .supplies()
        .filter(|_| keep_supplies)
        .map(|(black, white)| format!("{black}/{white}"));
    let (position, side) = parse_position(rules, &cells, &side, supplies.as_deref())?;
    Ok(Game::from_position(position, side))
}
