//! Play and undo, the eight symmetries, position text.

use crate::config;
use crate::mailbox::Mailbox;
use crate::playout::{choices, game, moves, rules};
use mollett::board::{
    AnyPosition, Bitboard, Classic, Game, Othello, Position, Rules, Symmetry, parse_position, perft,
};
use mollett_protocol::{Color, Move, PositionText, RuleSet, Square};
use proptest::prelude::*;

fn any_perft(position: &AnyPosition, depth: u32) -> u64 {
    match position {
        AnyPosition::Othello(position) => perft(position, depth),
        AnyPosition::Classic(position) => perft(position, depth),
    }
}

/// Any board at all, reached by play or not, with supplies that add up.
fn any_position() -> impl Strategy<Value = (AnyPosition, Color)> {
    (rules(), any::<(u64, u64, u64, bool)>()).prop_map(|(rules, (own, opp, supply, black))| {
        let board = mollett::board::Board {
            own,
            opp: opp & !own,
        };
        let empties = u64::from((!board.occupied()).count_ones());
        let position = match rules {
            RuleSet::Othello => Position::<Othello>::new(board, ()).into(),
            RuleSet::Classic => {
                let supply = mollett::board::Supply((supply % (empties + 1)) as u8);
                Position::<Classic>::new(board, supply).into()
            }
        };
        (position, if black { Color::Black } else { Color::White })
    })
}

fn read(rules: RuleSet, text: &str) -> (AnyPosition, Color) {
    let mut words = text.split(' ');
    let (cells, side) = (words.next().unwrap(), words.next().unwrap());
    parse_position(rules, cells, side, words.next()).unwrap()
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn a_slow_second_set_of_rules_agrees_at_every_ply(rules in rules(), picks in choices(0..=80)) {
        let mut slow = Mailbox::start(rules);
        let mut game = Game::new(rules);
        for played in moves(rules, &picks) {
            game.play(slow.side, played).unwrap();
            slow = slow.after(played);
            prop_assert_eq!(game.text(), slow.text());
            let legal: Vec<Move> = match (game.moves().is_empty(), game.is_over()) {
                (_, true) => vec![],
                (true, false) => vec![Move::Pass],
                _ => game.moves().into_iter().map(Move::Disc).collect(),
            };
            prop_assert_eq!(legal, slow.moves());
            prop_assert_eq!(game.position().final_score(), slow.score());
        }
    }

    #[test]
    fn undo_leads_back_through_every_position(rules in rules(), picks in choices(0..=80)) {
        let mut game = Game::new(rules);
        let mut past = vec![game.clone()];
        for played in moves(rules, &picks) {
            game.play(game.side(), played).unwrap();
            past.push(game.clone());
        }
        while let Some(before) = past.pop() {
            prop_assert_eq!(&game, &before);
            prop_assert_eq!(game.undo(), !past.is_empty());
        }
    }

    #[test]
    fn a_refused_move_changes_nothing(rules in rules(), picks in choices(0..=80)) {
        let mut game = game(rules, &picks);
        let before = game.clone();
        let side = game.side();
        let all = Square::all().map(Move::Disc).chain([Move::Pass]);
        for (color, played) in all.flat_map(|m| [(side, m), (side.opponent(), m)]) {
            let allowed = game.check(color, played);
            match game.play(color, played) {
                Ok(()) => {
                    prop_assert!(allowed.is_ok());
                    prop_assert!(game.undo());
                }
                Err(error) => prop_assert_eq!(allowed, Err(error)),
            }
            prop_assert_eq!(&game, &before);
        }
    }

    #[test]
    fn a_pass_may_be_left_unsaid(rules in rules(), picks in choices(0..=80)) {
        let mut said = Game::new(rules);
        let mut unsaid = Game::new(rules);
        for played in moves(rules, &picks) {
            let side = said.side();
            said.play(side, played).unwrap();
            if played != Move::Pass {
                unsaid.play(side, played).unwrap();
                prop_assert_eq!(said.position(), unsaid.position());
            }
        }
        prop_assert_eq!(said.transcript(), unsaid.transcript());
    }

    #[test]
    fn the_eight_symmetries_change_no_move_and_no_count((position, side) in any_position()) {
        let leaves = any_perft(&position, 2);
        for symmetry in Symmetry::all() {
            let image = position.transformed(symmetry);
            prop_assert_eq!(image.moves(), Bitboard(symmetry.of_set(position.moves().0)));
            prop_assert_eq!(image.supplies(side), position.supplies(side));
            prop_assert_eq!(image.board().canonical(), position.board().canonical());
            prop_assert_eq!(image.final_score(), position.final_score());
            prop_assert_eq!(image.is_over(), position.is_over());
            prop_assert_eq!(any_perft(&image, 2), leaves);
            prop_assert_eq!(image.transformed(symmetry.inverse()), position);
            for square in position.moves() {
                let there = image.play(symmetry.of_square(square));
                prop_assert_eq!(there, position.play(square).transformed(symmetry));
            }
        }
    }

    #[test]
    fn perft_of_a_played_position_is_the_same_in_all_eight_images(
        rules in rules(),
        picks in choices(0..=60),
    ) {
        let game = game(rules, &picks);
        let leaves = any_perft(game.position(), 3);
        for symmetry in Symmetry::all() {
            prop_assert_eq!(any_perft(&game.position().transformed(symmetry), 3), leaves);
        }
    }

    #[test]
    fn a_position_reads_back_as_it_is_printed((position, side) in any_position()) {
        let text = position.text(side);
        prop_assert_eq!(read(position.rules(), &text), (position, side));
        let spelt: PositionText = text.parse().unwrap();
        prop_assert_eq!(spelt.to_string(), text);
        prop_assert_eq!(spelt.side, side);
        prop_assert_eq!(
            spelt.supplies.map(|supplies| (supplies.black, supplies.white)),
            position.supplies(side)
        );
    }

    #[test]
    fn supplies_and_empty_squares_always_agree(picks in choices(0..=80)) {
        let game = game(RuleSet::Classic, &picks);
        let (black, white) = game.supplies().unwrap();
        prop_assert_eq!(u32::from(black) + u32::from(white), game.count().empties);
        prop_assert!(black <= 32 && white <= 32);
    }

    #[test]
    fn no_text_makes_the_position_reader_panic(
        rules in rules(),
        cells in "[-XO.*ob x]{60,66}|\\PC{0,70}",
        side in "[XObw*]|\\PC{0,6}",
        supplies in prop::option::of("[0-9]{0,3}/[0-9]{0,3}|\\PC{0,9}"),
    ) {
        if let Ok((position, side)) = parse_position(rules, &cells, &side, supplies.as_deref()) {
            let text = position.text(side);
            prop_assert_eq!(read(rules, &text), (position, side));
        }
    }
}

#[test]
fn the_first_position_is_the_same_for_both_sets_of_rules() {
    for rules in RuleSet::ALL {
        let slow = Mailbox::start(rules);
        assert_eq!(AnyPosition::start(rules), slow.position());
    }
    assert_eq!(Othello::start().board.difference(), 0);
}
