//! The program: input and output and their threads, the game and its options,
//! what each command does.
//!
//! A reader thread and the worker thread that searches send events into one
//! channel; the controller takes them out, one at a time, and is the only one
//! that writes standard output. No other layer starts threads for input and
//! output, and nothing here knows how a search works.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

mod answer;
mod choice;
pub mod cli;
mod clock_pair;
mod controller;
mod count;
mod cpu_time;
mod door;
mod event;
mod level;
mod limit;
mod live;
mod option;
mod option_table;
mod output;
mod ponder;
mod queue;
mod reader;
mod referee;
mod region;
mod running;
mod session;
mod session_error;
mod setup;
mod table_store;
mod task;
mod weight_store;
mod worker;

pub use controller::Exit;
pub use door::Door;
pub use option::Options;

use controller::Controller;
use crossbeam_channel::{Receiver, Sender};
use event::Event;
use mollett_protocol::RuleSet;
use queue::Backlog;
use std::io::{Read, Write};
use std::sync::Arc;

/// Converses over these two streams until `quit`, the end of input or a failure.
///
/// Call it once in a process: threads that still read or search when it returns
/// are left to end with the process.
///
/// # Errors
/// When the system has no thread to read with.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write,
    door: Door,
    rules: RuleSet,
    options: Options,
) -> std::io::Result<Exit> {
    let channel = crossbeam_channel::unbounded();
    converse(channel, input, output, door, rules, options)
}

/// As [`run`], on standard input and output, which is watched: the process ends
/// soon after nobody can read it any more.
///
/// # Errors
/// As [`run`].
pub fn run_standard(door: Door, rules: RuleSet, options: Options) -> std::io::Result<Exit> {
    let channel = crossbeam_channel::unbounded();
    output::watch_standard_output(channel.0.clone());
    let (input, output) = (std::io::stdin(), std::io::stdout());
    converse(channel, input, output, door, rules, options)
}

fn converse(
    (sender, events): (Sender<Event>, Receiver<Event>),
    input: impl Read + Send + 'static,
    output: impl Write,
    door: Door,
    rules: RuleSet,
    options: Options,
) -> std::io::Result<Exit> {
    let backlog = Arc::new(Backlog::default());
    let (lines, waiting) = (sender.clone(), Arc::clone(&backlog));
    std::thread::Builder::new()
        .name("reader".into())
        .spawn(move || reader::read(input, &lines, &waiting))?;
    Ok(Controller::new(door, rules, options, output, sender, events, backlog).run())
}
