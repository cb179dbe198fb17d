//! Random games, as choices among legal moves.

use crate::mailbox::Mailbox;
use mollett::board::Game;
use mollett_protocol::{Move, RuleSet};
use proptest::prelude::*;

/// Either game.
pub fn rules() -> impl Strategy<Value = RuleSet> {
    prop_oneof![Just(RuleSet::Othello), Just(RuleSet::Classic)]
}

/// Choices for a whole game or a part of one; smaller ones shrink it.
pub fn choices(plies: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), plies)
}

/// The moves that these choices pick, until the game is over.
pub fn moves(rules: RuleSet, choices: &[u8]) -> Vec<Move> {
    let mut board = Mailbox::start(rules);
    let mut played = Vec::new();
    for &choice in choices {
        let legal = board.moves();
        if legal.is_empty() {
            break;
        }
        let chosen = legal[usize::from(choice) % legal.len()];
        board = board.after(chosen);
        played.push(chosen);
    }
    played
}

/// The game in which these choices were made.
pub fn game(rules: RuleSet, choices: &[u8]) -> Game {
    let mut game = Game::new(rules);
    for played in moves(rules, choices) {
        game.play(game.side(), played).unwrap();
    }
    game
}

/// A board late in a game, with at most `empties` empty squares unless the game
/// ended before.
pub fn late(rules: RuleSet, choices: &[u8], empties: usize) -> Mailbox {
    let mut board = Mailbox::start(rules);
    for &choice in choices {
        let legal = board.moves();
        if legal.is_empty() || board.empties() <= empties {
            break;
        }
        board = board.after(legal[usize::from(choice) % legal.len()]);
    }
    board
}
