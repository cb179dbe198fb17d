//! What a search tells while it runs: the `info` lines of the analysing
//! commands, in all three spellings.
//!
//! Only text is made here. What the numbers are worth is the search's business.

use std::fmt;

use crate::analysis::Dialect;
use crate::words::{Move, SetUp};

/// What is known about a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The opinion of a search that looked some plies ahead; printed `estimate`.
    Estimate,
    /// Searched to the end of the game, but with lines left out that are worse
    /// with this confidence in percent, 1 to 99; printed `95%`.
    Selective(u8),
    /// The true score is this or more; printed `>=`.
    AtLeast,
    /// The true score is this or less; printed `<=`.
    AtMost,
    /// The score under perfect play; printed `exact`.
    Exact,
    /// Who wins under perfect play and no more: +1, 0 or -1; printed `wld`.
    Result,
}

impl Bound {
    /// Whether the score is certain as it stands, and a whole number.
    const fn is_certain(self) -> bool {
        matches!(self, Self::Exact | Self::Result)
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Estimate => "estimate",
            Self::Selective(percent) => return write!(f, "{percent}%"),
            Self::AtLeast => ">=",
            Self::AtMost => "<=",
            Self::Exact => "exact",
            Self::Result => "wld",
        })
    }
}

/// A score as clients see it, in discs, from the view of the side to move.
///
/// Exact scores print as whole discs, others with two decimals, all with a
/// sign but an exact zero: `+32`, `-1.25`, `0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Discs the side to move is ahead in the end; -64 to 64.
    pub discs: f64,
    /// What is known about it.
    pub bound: Bound,
}

impl Score {
    /// Probability of a win, a draw counting half: 1, 0.5 or 0 when the score is
    /// certain, else `1 / (1 + exp(-discs / 6))`. A fixed scale for clients that
    /// draw graphs; it holds nothing that the score does not.
    #[must_use]
    pub fn win_rate(self) -> f64 {
        match self.bound {
            bound if bound.is_certain() && self.discs > 0.0 => 1.0,
            bound if bound.is_certain() && self.discs < 0.0 => 0.0,
            bound if bound.is_certain() => 0.5,
            _ => 1.0 / (1.0 + (-self.discs / 6.0).exp()),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `+ 0.0` after rounding turns a negative zero positive.
        if self.bound.is_certain() {
            let discs = self.discs.round() + 0.0;
            if discs == 0.0 {
                f.write_str("0")
            } else {
                write!(f, "{discs:+}")
            }
        } else {
            write!(f, "{:+.2}", (self.discs * 100.0).round() / 100.0 + 0.0)
        }
    }
}

/// What a search knows about one move of the position it searches. `Display` is
/// a line of `mollett-hint` and `mollett-solve`:
/// `MOVE SCORE depth D bound B nodes N pv LINE`, `setup S` before `pv` where there
/// is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// The move.
    pub mv: Move,
    /// Depth of the last finished iteration, in plies.
    pub depth: u32,
    /// Nodes of the search it was found by, spent on all moves together.
    pub nodes: u64,
    /// Its score.
    pub score: Score,
    /// The set-up of a classic game that the line leads to, while its first four discs
    /// do not all lie.
    pub set_up: Option<SetUp>,
    /// The line that leads to the score, `mv` first, passes included.
    pub line: Vec<Move>,
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            mv,
            score,
            depth,
            nodes,
            ..
        } = self;
        let bound = score.bound;
        write!(f, "{mv} {score} depth {depth} bound {bound} nodes {nodes} ")?;
        self.write_set_up(f)?;
        self.write_line(f, Dialect::Own)
    }
}

impl Info {
    fn write_set_up(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set_up = self.set_up.map(|set_up| format!("setup {set_up} "));
        f.write_str(&set_up.unwrap_or_default())
    }

    /// `pv` and the line; a line without moves is shown as the move alone, since
    /// clients expect one.
    fn write_line(&self, f: &mut fmt::Formatter<'_>, dialect: Dialect) -> fmt::Result {
        let line = if self.line.is_empty() {
            std::slice::from_ref(&self.mv)
        } else {
            &self.line
        };
        f.write_str("pv")?;
        line.iter()
            .try_for_each(|&mv| write!(f, " {}", Spelt(mv, dialect)))
    }
}

/// One report: the moves a search looked at, best first, as one line.
///
/// ```
/// use mollett_protocol::{Bound, Dialect, Info, Report, Score};
/// let info = Info {
///     mv: "d3".parse().unwrap(),
///     depth: 4,
///     nodes: 321,
///     score: Score { discs: 1.25, bound: Bound::Estimate },
///     set_up: None,
///     line: vec!["d3".parse().unwrap(), "c5".parse().unwrap()],
/// };
/// assert_eq!(
///     Report { infos: &[info], dialect: Dialect::Own }.to_string(),
///     "info move d3 visits 321 winrate 0.5519 scoreLead +1.25 \
///      depth 4 bound estimate order 0 pv d3 c5"
/// );
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The moves, best first.
    pub infos: &'a [Info],
    /// Whose spelling to use.
    pub dialect: Dialect,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: u64 = self
            .infos
            .iter()
            .fold(0, |sum, info| sum.saturating_add(info.nodes));
        for (order, info) in self.infos.iter().enumerate() {
            if order > 0 {
                f.write_str(" ")?;
            }
            let mv = Spelt(info.mv, self.dialect);
            let rate = info.score.win_rate();
            write!(f, "info move {mv} visits {} ", info.nodes)?;
            // Neither is known to an alpha-beta search; clients of the two
            // engines expect the fields.
            let share = info.nodes as f64 / total.max(1) as f64;
            let discs = info.score.discs + 0.0;
            let (depth, bound) = (info.depth, info.score.bound);
            match self.dialect {
                Dialect::Own => write!(
                    f,
                    "winrate {rate:.4} scoreLead {} depth {depth} bound {bound} ",
                    info.score
                )?,
                Dialect::Lz => write!(
                    f,
                    "winrate {0:.0} prior {1:.0} lcb {0:.0} scoreLead {discs:.2} ",
                    rate * 1e4,
                    share * 1e4
                )?,
                Dialect::Kata => write!(
                    f,
                    "winrate {rate:.4} prior {share:.4} lcb {rate:.4} scoreLead {discs:.2} ",
                )?,
            }
            write!(f, "order {order} ")?;
            if self.dialect == Dialect::Own {
                info.write_set_up(f)?;
            }
            info.write_line(f, self.dialect)?;
        }
        Ok(())
    }
}

/// The last line of the `genmove_analyze` commands: `play` and the move.
///
/// ```
/// use mollett_protocol::{Dialect, PlayLine};
/// let mv = "d3".parse().unwrap();
/// assert_eq!(PlayLine { mv, dialect: Dialect::Own }.to_string(), "play d3");
/// assert_eq!(PlayLine { mv, dialect: Dialect::Lz }.to_string(), "play D3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayLine {
    /// The move that was played.
    pub mv: Move,
    /// Whose spelling to use.
    pub dialect: Dialect,
}

impl fmt::Display for PlayLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "play {}", Spelt(self.mv, self.dialect))
    }
}

/// A move as a dialect spells it: `lz` and `kata` write squares in upper case
/// and a pass in lower case.
struct Spelt(Move, Dialect);

impl fmt::Display for Spelt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, self.1) {
            (Move::Disc(square), Dialect::Lz | Dialect::Kata) => write!(f, "{square:#}"),
            (mv, _) => write!(f, "{mv}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(word: &str, discs: f64, bound: Bound, nodes: u64) -> Info {
        let mv = word.parse().unwrap();
        Info {
            mv,
            depth: 7,
            nodes,
            score: Score { discs, bound },
            set_up: None,
            line: vec![mv, Move::Pass],
        }
    }

    #[test]
    fn each_dialect_has_its_own_numbers_and_letters() {
        let infos = [
            info("c4", 0.0, Bound::AtLeast, 300),
            info("pass", -3.0, Bound::Exact, 100),
        ];
        let text = |dialect| {
            Report {
                infos: &infos,
                dialect,
            }
            .to_string()
        };
        assert_eq!(
            text(Dialect::Own),
            "info move c4 visits 300 winrate 0.5000 scoreLead +0.00 depth 7 bound >= order 0 \
             pv c4 pass \
             info move pass visits 100 winrate 0.0000 scoreLead -3 depth 7 bound exact order 1 \
             pv pass pass"
        );
        assert_eq!(
            text(Dialect::Lz),
            "info move C4 visits 300 winrate 5000 prior 7500 lcb 5000 scoreLead 0.00 order 0 \
             pv C4 pass \
             info move pass visits 100 winrate 0 prior 2500 lcb 0 scoreLead -3.00 order 1 \
             pv pass pass"
        );
        assert!(
            text(Dialect::Kata)
                .starts_with("info move C4 visits 300 winrate 0.5000 prior 0.7500 lcb 0.5000 ")
        );
    }

    #[test]
    fn scores_never_show_a_negative_zero() {
        let text = |discs, bound| Score { discs, bound }.to_string();
        assert_eq!(text(-0.0, Bound::Exact), "0");
        assert_eq!(text(-0.001, Bound::Estimate), "+0.00");
        assert_eq!(text(32.0, Bound::Exact), "+32");
        assert_eq!(text(-1.234, Bound::AtMost), "-1.23");
    }

    #[test]
    fn a_hint_begins_with_the_move_and_its_score() {
        let mut hint = info("g7", 32.0, Bound::Exact, 9);
        assert_eq!(
            hint.to_string(),
            "g7 +32 depth 7 bound exact nodes 9 pv g7 pass"
        );
        hint.score.bound = Bound::Selective(95);
        assert_eq!(
            hint.to_string(),
            "g7 +32.00 depth 7 bound 95% nodes 9 pv g7 pass"
        );
    }

    #[test]
    fn a_set_up_stands_before_the_line_in_our_own_reports() {
        let mut info = info("d4", 1.0, Bound::Estimate, 9);
        info.set_up = Some(SetUp::Parallel);
        let line = "d4 +1.00 depth 7 bound estimate nodes 9 setup parallel pv d4 pass";
        assert_eq!(info.to_string(), line);
        let infos = [info];
        for (dialect, told) in Dialect::ALL.into_iter().zip([true, false, false]) {
            let report = Report {
                infos: &infos,
                dialect,
            };
            let text = report.to_string();
            assert_eq!(text.contains(" order 0 setup parallel pv "), told, "{text}");
        }
    }

    #[test]
    fn an_empty_line_still_holds_the_move() {
        let mut info = info("d3", 1.0, Bound::Estimate, 0);
        info.line.clear();
        let infos = [info];
        for dialect in Dialect::ALL {
            let text = Report {
                infos: &infos,
                dialect,
            }
            .to_string();
            assert!(text.to_lowercase().ends_with(" pv d3"), "{text}");
        }
    }
}
