//! The engine's binary: arguments in, exit code out.
fn main() {}
