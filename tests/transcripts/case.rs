//! Faults that users of engines reported, as conversations in `cases/`: what was
//! wrong elsewhere must be right here. The file names are those of a collection
//! of such cases: R rules, S search, G protocol, T clocks.

use crate::transcript::{report, run};
use std::fs;
use std::path::Path;

#[test]
fn every_known_fault_is_absent() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts/cases");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(files.len() > 30, "{} cases found", files.len());
    report(
        files
            .iter()
            .map(|file| {
                let name = file.file_name().unwrap().to_string_lossy();
                run(&name, &fs::read_to_string(file).unwrap(), 1)
            })
            .collect(),
    );
}
