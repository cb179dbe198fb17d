//! The bracket syntax that SGF and GGF share: `(;NAME[value][value]NAME[value];...)`.
//!
//! Trees of nodes of properties, without meaning. Text between trees is skipped.

use super::fault::{Reason, Trouble};
use super::limit;
use std::borrow::Cow;

/// One game: its nodes, the root first.
pub(super) struct Tree<'a> {
    /// In the order of the text.
    pub nodes: Vec<Node<'a>>,
}

/// The properties between two semicolons.
pub(super) struct Node<'a> {
    /// In the order of the text.
    pub properties: Vec<Property<'a>>,
    /// Nodes that follow; the first continues the main line.
    pub children: Vec<usize>,
}

/// A name and its values.
pub(super) struct Property<'a> {
    /// Byte of the name.
    pub at: usize,
    /// Upper-case letters only; older files mix in lower-case ones.
    pub name: Cow<'a, str>,
    /// At least one.
    pub values: Vec<Value<'a>>,
}

/// What stands between brackets, escapes resolved.
pub(super) struct Value<'a> {
    /// Byte of the first character inside.
    pub at: usize,
    /// The text.
    pub text: Cow<'a, str>,
}

impl<'a> Node<'a> {
    const fn new() -> Self {
        Self {
            properties: Vec::new(),
            children: Vec::new(),
        }
    }

    /// The first property of this name.
    pub fn property(&self, name: &str) -> Option<&Property<'a>> {
        self.properties
            .iter()
            .find(|property| property.name == name)
    }

    /// The first value of the first property of this name.
    pub fn value(&self, name: &str) -> Option<&Value<'a>> {
        self.property(name)?.values.first()
    }
}

/// The trees of a text, one after the other.
pub(super) struct Trees<'a> {
    text: &'a str,
    at: usize,
    /// Whether a backslash takes the meaning of the next character.
    escapes: bool,
    /// Nodes, properties and values of this tree so far.
    parts: usize,
}

impl<'a> Trees<'a> {
    pub const fn new(text: &'a str, escapes: bool) -> Self {
        Self {
            text,
            at: 0,
            escapes,
            parts: 0,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Moves to the semicolon of the next tree's root.
    fn find_root(&mut self) -> Option<()> {
        loop {
            self.at += self.text[self.at..].find('(')? + 1;
            self.skip_space();
            if self.peek() == Some(b';') {
                return Some(());
            }
        }
    }

    fn tree(&mut self) -> Result<Tree<'a>, Trouble> {
        const EXPECTED: &str = "';', '(', ')' or a property (NAME[value])";
        let mut nodes: Vec<Node> = Vec::new();
        let mut forks: Vec<usize> = Vec::new();
        self.parts = 0;
        let mut current = None;
        loop {
            self.skip_space();
            let Some(byte) = self.peek() else {
                let reason = Reason::Ends("a game (')' is missing)");
                return Err(Trouble::new(self.at, reason));
            };
            match (byte, current) {
                (b';', _) => {
                    self.count_part()?;
                    let index = nodes.len();
                    if let Some(parent) = current {
                        let parent: &mut Node = &mut nodes[parent];
                        parent.children.push(index);
                    }
                    nodes.push(Node::new());
                    current = Some(index);
                    self.at += 1;
                }
                (b'(', Some(index)) => {
                    if forks.len() == limit::NESTING {
                        return Err(self.too_large("nested variations", limit::NESTING));
                    }
                    forks.push(index);
                    self.at += 1;
                }
                (b')', Some(_)) => {
                    self.at += 1;
                    match forks.pop() {
                        Some(fork) => current = Some(fork),
                        None => return Ok(Tree { nodes }),
                    }
                }
                (byte, Some(index)) if byte.is_ascii_alphabetic() => {
                    let property = self.property()?;
                    nodes[index].properties.push(property);
                }
                _ => {
                    let word = self.text[self.at..].chars().next().unwrap_or(' ');
                    let reason = Reason::word(word.encode_utf8(&mut [0; 4]), EXPECTED);
                    return Err(Trouble::new(self.at, reason));
                }
            }
        }
    }

    fn property(&mut self) -> Result<Property<'a>, Trouble> {
        let at = self.at;
        let name = &self.text[at..];
        let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
        let name = &name[..letters];
        self.at += letters;
        let mut values = Vec::new();
        loop {
            self.skip_space();
            if self.peek() != Some(b'[') {
                break;
            }
            self.count_part()?;
            self.at += 1;
            values.push(self.value()?);
        }
        if values.is_empty() {
            let expected = "followed by a value in brackets";
            return Err(Trouble::new(at, Reason::word(name, expected)));
        }
        let name = if name.bytes().all(|byte| byte.is_ascii_uppercase()) {
            Cow::Borrowed(name)
        } else {
            Cow::Owned(name.chars().filter(char::is_ascii_uppercase).collect())
        };
        Ok(Property { at, name, values })
    }

    /// A value up to its closing bracket. An escaped line end vanishes.
    fn value(&mut self) -> Result<Value<'a>, Trouble> {
        let at = self.at;
        let mut owned: Option<String> = None;
        let mut piece = at;
        loop {
            let rest = &self.text[self.at..];
            let found = rest.find(|c| c == ']' || self.escapes && c == '\\');
            let Some(found) = found else {
                let reason = Reason::Ends("a value (']' is missing)");
                return Err(Trouble::new(at.saturating_sub(1), reason));
            };
            let stop = self.at + found;
            if stop - at > limit::VALUE_BYTES {
                return Err(self.too_large("bytes in a value", limit::VALUE_BYTES));
            }
            if rest.as_bytes()[found] == b']' {
                self.at = stop + 1;
                let text = match owned {
                    None => Cow::Borrowed(&self.text[at..stop]),
                    Some(before) => Cow::Owned(before + &self.text[piece..stop]),
                };
                return Ok(Value { at, text });
            }
            let before = owned.get_or_insert_default();
            before.push_str(&self.text[piece..stop]);
            let escaped = &self.text[stop + 1..];
            let line_end = ["\r\n", "\n\r", "\n", "\r"]
                .iter()
                .find(|end| escaped.starts_with(**end));
            piece = stop + 1;
            // The escaped character itself is copied with the next piece.
            self.at = piece + escaped.chars().next().map_or(0, char::len_utf8);
            if let Some(end) = line_end {
                piece += end.len();
                self.at = piece;
            }
        }
    }

    fn count_part(&mut self) -> Result<(), Trouble> {
        self.parts += 1;
        if self.parts > limit::PARTS {
            return Err(self.too_large("nodes and values in a game", limit::PARTS));
        }
        Ok(())
    }

    const fn too_large(&self, what: &'static str, limit: usize) -> Trouble {
        Trouble::new(self.at, Reason::TooLarge { what, limit })
    }
}

impl<'a> Iterator for Trees<'a> {
    type Item = Result<Tree<'a>, Trouble>;

    fn next(&mut self) -> Option<Self::Item> {
        self.find_root()?;
        let tree = self.tree();
        if tree.is_err() {
            self.at = self.text.len();
        }
        Some(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trees(text: &str) -> Vec<Tree<'_>> {
        Trees::new(text, true)
            .collect::<Result<_, _>>()
            .unwrap_or_else(|trouble| panic!("{trouble:?}"))
    }

    #[test]
    fn variations_hang_on_the_node_before_them() {
        let trees = trees("mail (text)\n(;A[1](;B[2];C[3])(;D[4])) 2 ( ;E[5])");
        let children: Vec<_> = trees[0].nodes.iter().map(|n| n.children.clone()).collect();
        assert_eq!(children, [vec![1, 3], vec![2], vec![], vec![]]);
        assert_eq!(trees[1].nodes[0].value("E").unwrap().text, "5");
    }

    #[test]
    fn escapes_are_resolved_and_old_names_shortened() {
        let text = "(;PlayerBlack[A \\] B]C[a\\\nb\\\\c\\:\\\r\nd][x])";
        let trees = trees(text);
        let root = &trees[0].nodes[0];
        assert_eq!(root.value("PB").unwrap().text, "A ] B");
        let texts: Vec<_> = root.properties[1].values.iter().map(|v| &*v.text).collect();
        assert_eq!(texts, ["ab\\c:d", "x"]);
    }

    #[test]
    fn damage_is_reported_where_it_is() {
        for (text, at, message) in [
            ("(;A[1]", 6, "the text ends inside a game (')' is missing)"),
            ("(;A[1", 3, "the text ends inside a value (']' is missing)"),
            (
                "(;A[1\\",
                3,
                "the text ends inside a value (']' is missing)",
            ),
            ("(;AB;)", 2, "'AB' is not followed by a value in brackets"),
            (
                "(;A[1]é)",
                6,
                "'é' is not ';', '(', ')' or a property (NAME[value])",
            ),
        ] {
            let trouble = Trees::new(text, true).next().unwrap().err().unwrap();
            assert_eq!(
                (trouble.at, trouble.reason.to_string().as_str()),
                (at, message)
            );
        }
    }
}
