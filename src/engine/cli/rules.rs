//! `mollett rules`: the rules of the games as this program plays them, to be read.

use super::CliError;
use mollett_protocol::RuleSet;
use std::io::Write;

/// Prints the rules of this game, or of both.
///
/// # Errors
/// Output that cannot be written.
pub(super) fn run(rules: Option<RuleSet>, output: &mut impl Write) -> Result<(), CliError> {
    let texts = match rules {
        Some(rules) => text(rules).to_owned(),
        None => RuleSet::ALL.map(text).join("\n"),
    };
    output.write_all(texts.as_bytes())?;
    Ok(())
}

const fn text(rules: RuleSet) -> &'static str {
    match rules {
        RuleSet::Othello => OTHELLO,
        RuleSet::Classic => CLASSIC,
    }
}

const OTHELLO: &str = "\
OTHELLO

1. The board begins with white discs on d4 and e5 and black ones on e4 and d5.
   Black moves first.
2. A move is a disc on an empty square that brackets discs of the other side:
   one or more in a straight line, in any of the eight directions, between it
   and another disc of its own. All that it brackets are turned. Turned discs
   turn no others.
3. A player without such a square has to pass; nobody else may.
4. Discs are a common stock: a player who runs short takes the other's.
5. The game is over when neither can move. The player with more discs wins by
   the difference; squares left empty count for the winner.

Sources. Rules of the World Othello Federation; that empty squares count for the
winner agrees with all finished games of the tournament database WTHOR.
";

const CLASSIC: &str = "\
CLASSIC REVERSI, the game of the 1880s

1. The board is empty, and each player has 32 discs in hand. Black moves first.
2. While any of d4, e4, d5, e5 is empty, a move is a disc on any empty one of
   the four; nothing is turned.
3. After that a move is as in Othello: it has to turn at least one disc, and
   turns all that it brackets. Turned discs turn no others.
4. A disc that is put down comes from the mover's own hand. Turning discs costs
   nothing.
5. A player without a disc in hand, or without a square where a disc turns
   anything, has to pass while the other can move. The other goes on as long as
   he can.
6. The game is over when neither can move. The player with more discs on the
   board wins by the difference; squares left empty count for nobody (option
   classic_score).

Settled cases.
* Who begins: Black. Old sources differ or leave it to the players, and colours
  are only names.
* A player has no disc left: he passes; the other plays on alone.
* A player cannot turn anything: he passes. Some modern summaries end the game
  with the first pass; this program does not.
* A player runs short: the other's discs stay his own. Only in Othello are discs
  taken from the opponent.
* The last square: without a pass Black puts down his last disc with one square
  left. If White cannot turn there, the game ends with that square empty, even
  if Black could.

Sources. J. W. Mollett, The Handbook of Reversi (1889), and \"Berkeley\", Reversi
and Go Bang (1890), both as retold in later summaries; the primary texts could be
read in part only. A worked example: with
------------------X-----X-O------OO-----XO---------O--------X--- X, Black plays
c6 and turns b6, b5, d7, c5 and c4.
";

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a text without what marks them up.
    fn words(text: &str) -> String {
        let plain = text.replace(['`', '*'], "");
        plain.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The program and the reference of its language say the same.
    #[test]
    fn the_classic_rules_are_those_of_the_reference() {
        let reference = include_str!("../../../protocol/README.md");
        let section = reference
            .split_once("\n## 11 The classic game\n")
            .unwrap()
            .1;
        let (rules, rest) = section.split_once("\n**Sources.** ").unwrap();
        let (sources, rest) = rest.split_once("\n**Settled cases.**\n").unwrap();
        let text = words(CLASSIC);
        let numbered = &rules[rules.find("1. ").unwrap()..];
        assert!(text.contains(&words(numbered)), "{numbered}");
        assert!(text.ends_with(&words(sources)), "{sources}");
        let table = rest.trim_start().split("\n\n").next().unwrap();
        let mut cases = 0;
        for row in table.lines().skip(2) {
            let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
            let case = words(&format!("{}: {}.", cells[0], cells[1].trim()));
            let told = text.to_lowercase().contains(&case.to_lowercase());
            assert!(told, "{case}");
            cases += 1;
        }
        assert_eq!(cases, 5);
    }

    #[test]
    fn one_game_or_both_are_printed_in_lines_that_fit() {
        let printed = |rules| {
            let mut output = Vec::new();
            run(rules, &mut output).unwrap();
            String::from_utf8(output).unwrap()
        };
        let both = printed(None);
        assert!(both.starts_with("OTHELLO\n\n1. ") && both.contains("\n\nCLASSIC REVERSI, "));
        assert!(both.lines().all(|line| line.len() <= 82));
        for rules in RuleSet::ALL {
            assert!(both.contains(&printed(Some(rules))));
        }
    }
}
