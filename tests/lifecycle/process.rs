//! What else may end a process or keep it from starting: output that nobody
//! reads, a parent that is killed, an older processor.

use crate::support::{self, Engine, command, end_within};
use crate::{LONG_MOVE, SOON, pause};
use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::Instant;

/// Starts a search and then closes the reading end of the engine's output.
fn end_after_hang_up(input: &str) {
    let mut child = command()
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    pause(150);
    drop(child.stdout.take());
    let status = end_within(&mut child, SOON);
    assert_eq!(status.code(), Some(0), "{input}");
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{input}");
}

#[test]
fn output_that_nobody_reads_ends_the_engine_whatever_it_does() {
    for input in [
        "name\n",
        LONG_MOVE,
        "analyze 100000\n",
        "analyze 1\n",
        "mollett-option depth 60\ngenmove b\n",
        "mollett-perft 40\n",
        "mollett-solve\n",
    ] {
        end_after_hang_up(input);
    }
}

#[test]
fn output_that_takes_nothing_ends_the_engine_quietly() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else {
        return;
    };
    let mut child = command()
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"name\n").unwrap();
    end_within(&mut child, SOON);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

/// Not a test of its own: what `a_parent_that_is_killed_leaves_no_engine_behind`
/// starts, a process with an engine that searches, whose number it prints.
#[test]
#[ignore = "run by another test"]
fn parent_of_an_engine() {
    let mut engine = Engine::start();
    engine.write("analyze 1\n");
    engine.line();
    let path = std::env::var("MOLLETT_TEST_FILE").unwrap();
    std::fs::write(path, engine.child.id().to_string()).unwrap();
    thread::sleep(support::PATIENCE);
}

#[cfg(target_os = "linux")]
#[test]
fn a_parent_that_is_killed_leaves_no_engine_behind() {
    let path = std::env::temp_dir().join(format!("mollett-parent-{}", std::process::id()));
    let mut parent = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "process::parent_of_an_engine"])
        .env("MOLLETT_TEST_FILE", &path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    let pid = loop {
        match std::fs::read_to_string(&path)
            .ok()
            .and_then(|text| text.parse::<u32>().ok())
        {
            Some(pid) => break pid,
            None if start.elapsed() > support::PATIENCE => panic!("the parent does not start"),
            None => pause(5),
        }
    };
    parent.kill().unwrap();
    parent.wait().unwrap();
    std::fs::remove_file(&path).unwrap();
    let start = Instant::now();
    while is_alive(pid) {
        assert!(start.elapsed() < SOON, "the engine goes on");
        pause(5);
    }
}

/// Whether the process runs; one that has ended and that nobody has waited for does
/// not.
#[cfg(target_os = "linux")]
fn is_alive(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit(')').next().unwrap_or_default().trim_start();
    !state.is_empty() && !state.starts_with(['Z', 'X'])
}

/// Needs `qemu-x86_64` and a build for a newer processor than it then plays; with
/// link-time optimisation (`--release`) it is the standard library that would die.
#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64", target_feature = "avx"))]
#[allow(clippy::print_stderr, reason = "says what was not tested")]
fn an_older_processor_is_refused_in_one_line() {
    let run = std::process::Command::new("qemu-x86_64")
        .args([
            "-cpu",
            "Nehalem",
            env!("CARGO_BIN_EXE_mollett"),
            "--version",
        ])
        .output();
    let Ok(output) = run else {
        eprintln!("SKIPPED: no qemu-x86_64 here");
        return;
    };
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.starts_with("mollett: this build is for processors of level "));
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(output.stdout.is_empty());
}
