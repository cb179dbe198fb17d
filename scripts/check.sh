#!/usr/bin/env bash
# The one gate: what a change has to pass. `scripts/check.sh` runs every step,
# `scripts/check.sh STEP...` some of them:
#
#   fmt        rustfmt changes nothing
#   clippy     no warning in any target, with and without the laboratory
#   test       every test of the workspace, the laboratory's too, then the examples
#              in the docs
#   doc        the docs build without a warning
#   levels     builds for x86-64-v2 and -v3 pass the tests of the kernels, and
#              count the same nodes as the native build
#   signature  the release build searches the nodes that tests/data/bench.signature names
#   scripts    the tests of the match tools
#   miri       kernels and the transposition table under Miri
#
# Steps whose tools are not installed say SKIPPED and why. Everything that is
# built goes below target/.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
signature_file=tests/data/bench.signature

title() { printf '\n== %s (at %d s)\n' "$1" "$SECONDS"; }
skipped() { printf 'SKIPPED %s\n' "$*"; }

fmt() {
    cargo fmt --all --check
}

clippy() {
    cargo clippy --quiet --workspace --all-targets -- -D warnings
    cargo clippy --quiet --all-targets --features lab -- -D warnings
}

tests() {
    if cargo nextest --version >/dev/null 2>&1; then
        cargo nextest run --workspace --features mollett/lab --no-fail-fast --status-level slow --final-status-level slow
        cargo test --quiet --workspace --features mollett/lab --doc
    else
        cargo test --quiet --workspace --features mollett/lab --no-fail-fast
    fi
}

doc() {
    RUSTDOCFLAGS='-D warnings' cargo doc --quiet --workspace --no-deps
}

# Nodes that a binary searches in its bench.
nodes() {
    "$1" bench | tail -n 1 | sed -nE 's/^([0-9]+) nodes [0-9]+ nps$/\1/p'
}

# Compares the bench of a binary with the signature on file.
compare() {
    local expected found
    if [ ! -f "$signature_file" ]; then
        skipped "signature: there is no $signature_file"
        return
    fi
    expected=$(grep -v '^#' "$signature_file")
    found=$(nodes "$1")
    if [ "$found" != "$expected" ]; then
        printf 'bench of %s: %s nodes, but %s says %s\n' \
            "$1" "${found:-no}" "$signature_file" "$expected"
        printf 'A change that is meant to change the search changes that file with it.\n'
        return 1
    fi
    printf 'bench of %s: %s nodes, as expected\n' "$1" "$found"
}

levels() {
    if [ "$(uname -m)" != x86_64 ]; then
        skipped 'levels: the processor is not an x86-64'
        return
    fi
    local level
    for level in x86-64-v2 x86-64-v3; do
        if [ "$level" = x86-64-v3 ] && ! grep -qw bmi2 /proc/cpuinfo; then
            skipped "$level: this processor cannot run it"
            continue
        fi
        export RUSTFLAGS="-C target-cpu=$level"
        cargo test --quiet --target-dir "$target/$level" --lib -- board::
        cargo build --quiet --target-dir "$target/$level" --bin mollett
        unset RUSTFLAGS
        compare "$target/$level/debug/mollett"
    done
}

signature() {
    cargo build --quiet --release
    compare "$target/release/mollett"
}

scripts() {
    if ! command -v python3 >/dev/null; then
        skipped 'scripts: python3 is not installed'
        return
    fi
    local python=python3 venv=$target/venv wanted=scripts/requirements.txt
    # What the match tools can do without is installed apart from the system, once.
    if cmp -s "$wanted" "$venv/installed"; then
        python=$venv/bin/python
    elif python3 -m venv "$venv" &&
        "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$wanted"; then
        cp "$wanted" "$venv/installed"
        python=$venv/bin/python
    else
        skipped "tests of the match tools that need the packages in $wanted"
    fi
    "$python" -m unittest discover -s scripts/tests
}

miri() {
    if ! cargo +nightly miri --version >/dev/null 2>&1; then
        skipped 'miri: it needs a nightly toolchain with the components miri and rust-src'
        return
    fi
    # The AVX2 kernels are the active ones there, the portable ones are always compiled.
    RUSTFLAGS='-C target-cpu=x86-64-v3' cargo +nightly miri test --quiet \
        --target-dir "$target/miri" --lib -- board::kernel search::table
}

all=(fmt clippy test doc signature levels scripts miri)
for step in "${@:-${all[@]}}"; do
    case " ${all[*]} " in
    *" $step "*) ;;
    *)
        printf "no step '%s'; the steps are: %s\n" "$step" "${all[*]}" >&2
        exit 2
        ;;
    esac
    title "$step"
    if [ "$step" = test ]; then tests; else "$step"; fi
done
printf '\nAll checks passed in %d s.\n' "$SECONDS"
