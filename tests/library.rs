//! The library as another program finds it. Its examples run as tests of the docs;
//! here is what they cannot see.

/// The first program of a text that begins with this fence, with this before each
/// of its lines.
fn program(text: &str, mark: &str, fence: &str) -> Vec<String> {
    let unmarked = text.lines().filter_map(|line| {
        line.strip_prefix(mark)
            .or((line == mark.trim_end()).then_some(""))
    });
    unmarked
        .skip_while(|line| *line != fence)
        .skip(1)
        .take_while(|line| *line != "```")
        .map(ToOwned::to_owned)
        .collect()
}

#[test]
fn the_program_in_the_readme_is_the_tested_one_of_the_docs() {
    let readme = program(include_str!("../README.md"), "", "```rust");
    let docs = program(include_str!("../src/lib.rs"), "//! ", "```");
    assert_eq!(readme, docs);
    assert!(readme.iter().any(|line| line.contains("search_alone")));
    let code = readme.iter().filter(|line| !line.is_empty()).count();
    assert!(code <= 11, "{code} lines");
}
