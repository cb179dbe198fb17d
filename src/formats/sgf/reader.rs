//! From the tree of a file to the record of a game.

use super::super::bracket::{Node, Property, Tree, Trees, Value};
use super::super::fault::{Fault, Reason, Trouble};
use super::super::record::{GameRecord, Note, Player, Variation};
use super::super::replay::Replay;
use super::super::{limit, number, transcript};
use super::{Rows, is_known, outcome};
use crate::board::{SetupError, parse_position};
use mollett_protocol::{Color, RuleSet, Square};

/// The games of a text. Without `rules`, `RU`, `DS` or a first move on d4, e4, d5
/// or e5 makes a game classic.
///
/// # Errors
/// The first thing that is wrong, see [`Reason`], or a text without any game.
pub fn read(text: &str, rules: Option<RuleSet>) -> Result<Vec<GameRecord>, Fault> {
    let mut games = Vec::new();
    for tree in Trees::new(text, true) {
        let game = match tree {
            Ok(_) if games.len() == limit::GAMES => {
                Err(Trouble::new(text.len(), transcript::too_many_games()))
            }
            Ok(tree) => game(&tree, rules),
            Err(trouble) => Err(trouble),
        };
        games.push(game.map_err(|trouble| trouble.in_text(text, 1))?);
    }
    if games.is_empty() {
        return Err(Trouble::new(0, Reason::Nothing("SGF game")).in_text(text, 1));
    }
    Ok(games)
}

/// One game, in the orientation in which it is legal.
fn game(tree: &Tree, rules: Option<RuleSet>) -> Result<GameRecord, Trouble> {
    let likely = orientation(&tree.nodes[0])?;
    read_game(tree, rules, likely).or_else(|first| {
        read_game(tree, rules, likely.other()).map_err(|second| {
            // The orientation that gets further is the one that was meant.
            if second.at > first.at { second } else { first }
        })
    })
}

/// Checks game and size; the orientation to try first.
fn orientation(root: &Node) -> Result<Rows, Trouble> {
    let size = root.value("SZ");
    if let Some(size) = size
        && !matches!(size.text.trim(), "8" | "8:8")
    {
        let reason = Reason::word(size.text.trim(), "a known size (SZ[8])");
        return Err(Trouble::new(size.at, reason));
    }
    let from_top = match root.value("GM") {
        Some(kind) if kind.text.trim() == "2" => true,
        // A Go program's file of a game on 8x8.
        None => false,
        Some(kind) if kind.text.trim() == "1" && size.is_some() => false,
        Some(kind) => {
            let reason = Reason::word(kind.text.trim(), "the game of Othello (GM[2])");
            return Err(Trouble::new(kind.at, reason));
        }
    };
    Ok(if from_top {
        Rows::FromTop
    } else {
        Rows::FromBottom
    })
}

/// What precedes the first move of the main line.
#[derive(Default)]
struct Beginning<'a> {
    /// Byte of the first set-up property.
    set_up: Option<usize>,
    black: u64,
    white: u64,
    side: Option<Color>,
    first: Option<(Color, &'a Value<'a>)>,
}

impl<'a> Beginning<'a> {
    fn read(tree: &'a Tree<'a>, rows: Rows) -> Result<Self, Trouble> {
        let mut beginning = Self::default();
        let mut node = Some(0);
        while let Some(index) = node
            && beginning.first.is_none()
        {
            for property in &tree.nodes[index].properties {
                beginning.take(property, rows)?;
            }
            node = tree.nodes[index].children.first().copied();
        }
        Ok(beginning)
    }

    fn take(&mut self, property: &'a Property<'a>, rows: Rows) -> Result<(), Trouble> {
        let first = &property.values[0];
        match &*property.name {
            "AB" | "AW" | "AE" => {
                for value in &property.values {
                    let set = rows.read_set(&value.text, value.at)?;
                    self.black &= !set;
                    self.white &= !set;
                    match &*property.name {
                        "AB" => self.black |= set,
                        "AW" => self.white |= set,
                        _ => {}
                    }
                }
                self.set_up.get_or_insert(property.at);
            }
            "PL" => {
                let side = first.text.trim().parse();
                let error = |_| Reason::word(&first.text, "a side to move (B or W)");
                self.side = Some(side.map_err(|e| Trouble::new(first.at, error(e)))?);
            }
            "B" => drop(self.first.get_or_insert((Color::Black, first))),
            "W" => drop(self.first.get_or_insert((Color::White, first))),
            _ => {}
        }
        Ok(())
    }

    fn side(&self) -> Color {
        let first = self.first.map(|(color, _)| color);
        self.side.or(first).unwrap_or(Color::Black)
    }

    /// The game about to begin.
    fn replay(&self, root: &Node, rules: Option<RuleSet>, rows: Rows) -> Result<Replay, Trouble> {
        let supplies = root.value("DS");
        let named = root
            .value("RU")
            .and_then(|value| value.text.trim().parse().ok());
        let rules = rules.or(named);
        let Some(at) = self.set_up else {
            let first = match self.first {
                Some((_, value)) => Some(rows.read_move(&value.text, value.at)?),
                None => None,
            };
            let start = Replay::guess(rules, first).game.start().0;
            return Ok(Replay::new(start, self.side()));
        };
        let rules = rules.unwrap_or(match supplies {
            Some(_) => RuleSet::Classic,
            None => RuleSet::Othello,
        });
        let cell = |square: Square| match square.bit() {
            bit if self.black & bit != 0 => 'X',
            bit if self.white & bit != 0 => 'O',
            _ => '-',
        };
        let cells: String = Square::all().map(cell).collect();
        let side = self.side().letter().to_string();
        let words = supplies.map(|value| value.text.trim());
        parse_position(rules, &cells, &side, words)
            .map(|(position, side)| Replay::new(position, side))
            .map_err(|error| {
                let at = match error {
                    SetupError::Cells(_) | SetupError::Cell(_) | SetupError::Side(_) => at,
                    _ => supplies.map_or(at, |value| value.at),
                };
                Trouble::new(at, Reason::Setup(error))
            })
    }
}

fn read_game(tree: &Tree, rules: Option<RuleSet>, rows: Rows) -> Result<GameRecord, Trouble> {
    let root = &tree.nodes[0];
    let beginning = Beginning::read(tree, rows)?;
    let mut replay = beginning.replay(root, rules, rows)?;
    let variations = follow(tree, rows, 0, &mut replay, true)?;
    let over = replay.game.is_over();
    let mut record = replay.into_record();
    record.variations = variations;
    record.outcome = outcome::read(root).map(|outcome| outcome.settled(over));
    let text = |name: &str| {
        let value = root.value(name).map_or("", |value| value.text.trim());
        value.to_owned()
    };
    let player = |name, rating| Player {
        name: text(name),
        rating: number::read(&text(rating)),
    };
    record.black = player("PB", "BR");
    record.white = player("PW", "WR");
    record.event = text("EV");
    record.place = text("PC");
    record.date = text("DT");
    // TM is for plain seconds only; what else clocks do stands in OT.
    record.clock = text(if root.value("TM").is_some() {
        "TM"
    } else {
        "OT"
    });
    let moves = root.property("B").or_else(|| root.property("W")).is_some();
    record.comment = [text("GC"), if moves { String::new() } else { text("C") }]
        .join("\n")
        .trim()
        .to_owned();
    for property in &root.properties {
        for value in &property.values {
            if property.name == "TG"
                && let Some((name, value)) = value.text.split_once(':')
            {
                record.tags.push((name.to_owned(), value.to_owned()));
            } else if property.name != "TG"
                && !is_known(&property.name)
                && (property.name != "OT" || root.value("TM").is_some())
            {
                let tag = (property.name.to_string(), value.text.to_string());
                record.tags.push(tag);
            }
        }
    }
    Ok(record)
}

/// Plays a node and its main line; gives the lines that leave it. As deep as the
/// parentheses of the file, which are limited.
fn follow(
    tree: &Tree,
    rows: Rows,
    mut node: usize,
    replay: &mut Replay,
    main: bool,
) -> Result<Vec<Variation>, Trouble> {
    let base = replay.game.plies().len();
    let mut variations = Vec::new();
    loop {
        let may_set_up = main && replay.game.plies().is_empty();
        play(&tree.nodes[node], rows, replay, may_set_up)?;
        let Some((&next, others)) = tree.nodes[node].children.split_first() else {
            return Ok(variations);
        };
        for &other in others {
            let mut branch = replay.clone();
            let from = branch.game.plies().len();
            let inner = follow(tree, rows, other, &mut branch, false)?;
            let plies = branch.plies_from(from);
            if !plies.is_empty() {
                variations.push(Variation {
                    after: from - base,
                    plies,
                    variations: inner,
                });
            }
        }
        node = next;
    }
}

/// The moves of one node, and what it says about them.
fn play(node: &Node, rows: Rows, replay: &mut Replay, may_set_up: bool) -> Result<(), Trouble> {
    let mut note = Note::default();
    let mut mover = None;
    for property in &node.properties {
        let value = &property.values[0];
        match &*property.name {
            "B" | "W" => {
                let color = if property.name == "B" {
                    Color::Black
                } else {
                    Color::White
                };
                let played = rows.read_move(&value.text, value.at)?;
                let trouble = |reason| Trouble::new(value.at, reason);
                replay.read(Some(color), played).map_err(trouble)?;
                mover = Some(color);
            }
            "AB" | "AW" | "AE" if !may_set_up => {
                let what = "a set-up after the first move or in a variation".to_owned();
                return Err(Trouble::new(property.at, Reason::Unfit(what)));
            }
            "C" => value.text.trim().clone_into(&mut note.comment),
            "V" => note.eval = number::read(value.text.trim()),
            "MT" => note.time = number::read_time(value.text.trim()),
            _ => {}
        }
    }
    if let Some(mover) = mover {
        if mover == Color::White {
            note.eval = note.eval.map(|eval| 0.0 - eval);
        }
        replay.note(note);
    }
    Ok(())
}
