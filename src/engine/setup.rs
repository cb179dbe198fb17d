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

/// A game that begins with these discs and no others, Black to move. The last
/// disc named for a square is the one that lies there.
///
/// # Errors
/// None that discs on squares can give.
pub(super) fn from_discs(rules: RuleSet, discs: &[(Color, Square)]) -> Result<Game, SessionError> {
    let (mut black, mut white) = (0, 0);
    for &(color, square) in discs {
        let (own, other) = match color {
            Color::Black => (&mut black, &mut white),
            Color::White => (&mut white, &mut black),
        };
        *own |= square.bit();
        *other &= !square.bit();
    }
    let text = PositionText {
        black,
        white,
        side: Color::Black,
        supplies: None,
    };
    from_text(rules, &text)
}

/// A game that begins with the discs of this one, `color` to move. Classic
/// supplies are shared out anew.
///
/// # Errors
/// None that the position of a game can give.
pub(super) fn with_side(game: &Game, color: Color) -> Result<Game, SessionError> {
    let cells = game.position().cells(game.side(), ['X', 'O', '-']);
    let side = color.letter().to_string();
    let (position, side) = parse_position(game.rules(), &cells, &side, None)?;
    Ok(Game::from_position(position, side))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn discs(words: &str) -> Vec<(Color, Square)> {
        let words: Vec<&str> = words.split(' ').collect();
        let disc = |pair: &[&str]| (pair[0].parse().unwrap(), pair[1].parse().unwrap());
        words.chunks(2).map(disc).collect()
    }

    #[test]
    fn discs_are_the_whole_board_and_the_last_on_a_square_counts() {
        let game = from_discs(RuleSet::Othello, &discs("b a1 w b1 b b1 w c1")).unwrap();
        assert!(game.text().starts_with("XXO-----"));
        assert_eq!(game.count().empties, 61);
        let game = with_side(&game, Color::White).unwrap();
        assert!(game.text().ends_with("- O"));
    }

    #[test]
    fn the_mover_gets_the_odd_disc() {
        let game = from_discs(RuleSet::Classic, &discs("b d4")).unwrap();
        assert_eq!(game.supplies(), Some((32, 31)));
        let game = with_side(&game, Color::White).unwrap();
        assert_eq!(game.supplies(), Some((31, 32)));
    }
}
