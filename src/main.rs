//! The engine's binary: arguments in, exit code out.

mod processor;

use clap::Parser;
use env_logger::Target;
use mollett::engine::cli::{Arguments, CliError, Task, complaint};
use mollett::engine::{Exit, run_standard};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    processor::check();
    run()
}

/// Everything else, kept out of `main` so that nothing of it is done before the
/// processor is known to be able to.
#[inline(never)]
fn run() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // Help and version, which are no failures.
        Err(answer) if !answer.use_stderr() => answer.exit(),
        Err(error) => return fail(&CliError::Argument(complaint(&error))),
    };
    match start_log(arguments.log.as_deref()).map(|()| arguments.task()) {
        Err(error) => fail(&error),
        Ok(Task::Converse(door, rules, options)) => match run_standard(door, rules, options) {
            Ok(Exit::Asked | Exit::OutputLost) => ExitCode::SUCCESS,
            Ok(Exit::WorkerLost) => ExitCode::FAILURE,
            Err(error) => fail(&CliError::Output(error)),
        },
        Ok(Task::Run(command)) => {
            let mut output = std::io::stdout().lock();
            let result = command.run(&mut output);
            match result.and_then(|fine| Ok(output.flush().map(|()| fine)?)) {
                Ok(true) => ExitCode::SUCCESS,
                Ok(false) => ExitCode::FAILURE,
                // Whoever read it has seen enough.
                Err(CliError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {
                    ExitCode::SUCCESS
                }
                Err(error) => fail(&error),
            }
        }
    }
}

#[expect(clippy::print_stderr, reason = "the one place that tells the user why")]
fn fail(error: &CliError) -> ExitCode {
    // One line, whatever the words in it are.
    let line = error.to_string().replace(char::is_control, "?");
    eprintln!("mollett: {line}");
    ExitCode::from(error.exit_code())
}

/// Logs errors to standard error, or everything up to `debug` to a file; `RUST_LOG`
/// says otherwise.
fn start_log(file: Option<&Path>) -> Result<(), CliError> {
    let default = if file.is_some() { "debug" } else { "error" };
    let mut builder = env_logger::Builder::new();
    builder.parse_filters(default).parse_default_env();
    if let Some(path) = file {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file =
            file.map_err(|error| CliError::File(format!("--log '{}': {error}", path.display())))?;
        builder
            .target(Target::Pipe(Box::new(file)))
            .format_timestamp_millis();
    }
    builder.init();
    // A panic is an error like any other: one line in the log.
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    Ok(())
}
