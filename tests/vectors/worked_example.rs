//! The example by which the handbooks of the 1880s explain how discs are turned.

use crate::position;
use mollett::board::Bitboard;
use mollett_protocol::{RuleSet, Square};

#[test]
fn c6_turns_five_discs_in_three_lines_and_turned_discs_turn_no_others() {
    let before = "------------------X-----X-O------OO-----XO---------O--------X--- X";
    for rules in RuleSet::ALL {
        let (root, _) = position(rules, before);
        let c6: Square = "c6".parse().unwrap();
        let board = root.board();
        let turned: Vec<String> = Bitboard(board.flips(c6.index()))
            .into_iter()
            .map(|square| square.to_string())
            .collect();
        assert_eq!(turned, ["c4", "b5", "c5", "b6", "d7"], "{rules}");
    }
    let (root, side) = position(RuleSet::Othello, before);
    let after = root.play("c6".parse().unwrap());
    assert_eq!(
        after.text(side.opponent()),
        "------------------X-----X-X------XX-----XXX--------X--------X--- O"
    );
}
