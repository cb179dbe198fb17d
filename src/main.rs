//! The engine's binary: arguments in, exit code out.
fn main() -> std::process::ExitCode {
    let _ = mollett::engine::run_standard(
        mollett_protocol::RuleSet::Othello,
        mollett::engine::Options::default(),
    );
    std::process::ExitCode::SUCCESS
}
