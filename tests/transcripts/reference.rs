//! Every example of the protocol reference, run against the engine; and the
//! reference against the list of commands.

use crate::engine::Engine;
use crate::transcript::{report, run};

const REFERENCE: &str = include_str!("../../protocol/README.md");

/// The examples: the line where each begins, and its text.
fn examples() -> Vec<(usize, String)> {
    let mut examples = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (line, text) in (1..).zip(REFERENCE.lines()) {
        match &mut open {
            Some(_) if text == "```" => examples.extend(open.take()),
            Some((_, example)) => {
                example.push_str(text);
                example.push('\n');
            }
            None if text == "```gtp" => open = Some((line + 1, String::new())),
            None => {}
        }
    }
    assert!(open.is_none(), "an example without end");
    examples
}

#[test]
fn every_example_of_the_reference_is_true() {
    let examples = examples();
    assert!(examples.len() > 50, "{} examples found", examples.len());
    report(
        examples
            .iter()
            .map(|(line, text)| run("protocol/README.md", text, *line))
            .collect(),
    );
}

#[test]
fn the_reference_describes_the_commands_that_are_listed_in_their_order() {
    let headings: Vec<&str> = REFERENCE
        .lines()
        .filter_map(|line| line.strip_prefix("### `")?.strip_suffix('`'))
        .collect();
    let mut engine = Engine::start(&[]);
    let listed = engine.told("list_commands");
    assert_eq!(listed.split('\n').collect::<Vec<_>>(), headings);
    for name in headings {
        assert_eq!(engine.told(&format!("known_command {name}")), "true");
    }
    assert_eq!(engine.told("known_command nonsense_xyz"), "false");
    engine.quit("the list of commands");
}

#[test]
fn the_reference_names_the_options_that_there_are() {
    let start = REFERENCE.find("## 4 Options").unwrap();
    let end = REFERENCE.find("## 5 ").unwrap();
    let mut written: Vec<(&str, &str)> = REFERENCE[start..end]
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let name = cells.get(1)?.strip_prefix('`')?.strip_suffix('`')?;
            Some((name, cells.get(3)?.trim_matches('`')))
        })
        .collect();
    let mut engine = Engine::start(&[]);
    let listed = engine.told("mollett-option");
    let mut found: Vec<(&str, &str)> = listed
        .lines()
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(words[2], "default", "{line}");
            (words[0], words[3])
        })
        .collect();
    written.sort_unstable();
    found.sort_unstable();
    assert_eq!(written, found);
    engine.quit("the list of options");
}
