//! The reference against the table: every command has its heading, its form and
//! an example, and what the examples say is language.

mod example;

use example::Expected;
use mollett_protocol::{Line, Reply, SPECS, parse_line};

const REFERENCE: &str = include_str!("../README.md");

/// Name and text of the sections of commands, in order.
fn sections() -> Vec<(&'static str, &'static str)> {
    let commands = REFERENCE
        .split("\n## ")
        .find(|part| part.starts_with("3 Commands"));
    commands
        .unwrap()
        .split("\n### ")
        .skip(1)
        .map(|section| {
            let (heading, text) = section.split_once('\n').unwrap();
            (heading.trim_matches('`'), text)
        })
        .collect()
}

#[test]
fn the_headings_are_the_commands_in_the_order_of_the_table() {
    let headings: Vec<_> = sections().iter().map(|(name, _)| *name).collect();
    let names: Vec<_> = SPECS.iter().map(|spec| spec.name).collect();
    assert_eq!(headings, names);
}

#[test]
fn every_section_has_the_form_of_the_table_and_an_example_of_its_command() {
    for ((name, text), spec) in sections().into_iter().zip(SPECS) {
        assert!(
            text.starts_with(&format!("Form: `{}`.", spec.usage)),
            "{name}"
        );
        let shown = example::read(text).iter().any(|example| {
            let mut sent = example.turns.iter().flat_map(|turn| &turn.sent);
            sent.any(|line| match parse_line(line.as_bytes()) {
                Line::Request(request) => request.command.name() == name,
                _ => false,
            })
        });
        assert!(shown, "no example of {name}");
    }
}

#[test]
fn every_line_sent_has_one_reply_that_fits_it() {
    let mut requests = 0;
    for example in example::read(REFERENCE) {
        for turn in &example.turns {
            let at = example.at;
            let mut replies = turn.replies.iter();
            for line in &turn.sent {
                let (id, error) = match parse_line(line.as_bytes()) {
                    Line::Empty | Line::Comment | Line::Interrupt => continue,
                    Line::Request(request) => (request.id, None),
                    Line::Bad { id, error } => (id, Some(error)),
                };
                requests += 1;
                let reply = replies.next();
                let reply = reply.unwrap_or_else(|| panic!("block at {at}: no reply to {line}"));
                let Some(first) = reply.first() else {
                    panic!("block at {at}: an empty reply to {line}");
                };
                if let Some(error) = error {
                    let frame = Reply::failure(id, error).to_string();
                    let lines = [frame.trim_end()];
                    example::compare(reply, &lines)
                        .unwrap_or_else(|e| panic!("block at {at}: {e}"));
                }
                let mark = id.map(|id| id.to_string()).unwrap_or_default();
                let text = match first {
                    Expected::Exact(text) => text.as_str(),
                    Expected::One(regex) | Expected::Some(regex) => regex
                        .as_str()
                        .trim_start_matches("^(?:")
                        .trim_start_matches('\\'),
                };
                let rest = text[1..].strip_prefix(&mark).unwrap_or("wrong id");
                assert!(
                    matches!(rest.as_bytes().first(), None | Some(b' ' | b')')),
                    "{text}"
                );
            }
            assert!(replies.next().is_none(), "block at {at}: a reply too many");
        }
    }
    assert!(requests > 100, "{requests}");
}

#[test]
fn exact_replies_are_sound_frames() {
    for example in example::read(REFERENCE) {
        for reply in example.turns.iter().flat_map(|turn| &turn.replies) {
            let lines: Option<Vec<&str>> = reply
                .iter()
                .map(|line| match line {
                    Expected::Exact(text) => Some(text.as_str()),
                    _ => None,
                })
                .collect();
            if let Some(lines) = lines {
                let frame = lines.join("\n");
                assert!(
                    Reply::parse(&frame).is_some(),
                    "block at {}: {frame}",
                    example.at
                );
            }
        }
    }
}

#[test]
fn a_reply_is_compared_line_by_line() {
    let block = "```gtp\n> 1 x\n>\n< =1\n+ a.\n~ b\n< c\n```\n";
    let examples = example::read(block);
    let turn = &examples[0].turns[0];
    assert_eq!(turn.sent, ["1 x", ""]);
    let compare = |lines: &[&str]| example::compare(&turn.replies[0], lines).is_ok();
    assert!(compare(&["=1 ", "a1", "a2", "b", "c"]));
    assert!(compare(&["=1", "a1", "b", "c"]));
    for wrong in [
        &["=1", "b", "c"][..],
        &["=1", "a1", "b"],
        &["=1", "a1", "b", "c", "c"],
        &["=2", "a1", "b", "c"],
        &["=1", "a1", "bb", "c"],
    ] {
        assert!(!compare(wrong), "{wrong:?}");
    }
}
