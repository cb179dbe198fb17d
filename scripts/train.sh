#!/usr/bin/env bash
# From nothing to weights, in the order that made the embedded ones:
#
#   scripts/train.sh DIR [MINUTES]
#
# Data, weights and logs go to DIR. MINUTES (10) is the time of each of the steps
# that make data, with two threads; the weights that ship took about ten times
# that. A step whose output is there is not done again, so a run that was
# interrupted goes on. The last lines compare DIR/weights.bin with positions of known
# score, if EXAM names a directory of problem files (*.obf), which are left out of all
# data.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=${1:?usage: scripts/train.sh DIR [MINUTES]}
minutes=${2:-10}
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
cargo build --quiet --release --features lab --bin mollett-lab
lab=${CARGO_TARGET_DIR:-target}/release/mollett-lab
exclude=()
if [ -n "${EXAM:-}" ]; then exclude=(--exclude "$EXAM"); fi

# make NAME KIND WEIGHTS OPTION... : data in DIR/NAME, played by WEIGHTS
make() {
    local name=$1 kind=$2 weights=$3
    shift 3
    if [ -e "$dir/$name.done" ]; then return; fi
    "$lab" generate "$kind" --data "$dir/$name" --weights "$dir/$weights" --threads 2 --minutes "$minutes" "$@"
    touch "$dir/$name.done"
}

# fit WEIGHTS OPTION... : DIR/WEIGHTS from data
fit() {
    local weights=$1
    shift
    if [ -e "$dir/$weights.done" ]; then return; fi
    "$lab" fit --out "$dir/$weights" "${exclude[@]}" "$@"
    touch "$dir/$weights.done"
}

"$lab" blank --out "$dir/0.bin"
# The end of the game needs no evaluation.
make exact exact 0.bin --least 3 --most 12 --seed 1
fit 1.bin --data "$dir/exact" --passes 3
# Games that reach what is known, then games by what was learnt from these.
make games1 games 1.bin --depth 4 --solve 12 --seed 11
fit 2.bin --data "$dir/exact" "$dir/games1" --passes 4 --search-share 0.2
make games2 games 2.bin --depth 3 --solve 12 --seed 21
fit 3.bin --data "$dir/games2" --start "$dir/2.bin" --passes 3 --rate 0.08 --search-share 0.4
# Heads, and the levels that games alone get wrong.
make games3 games 3.bin --depth 3 --solve 12 --seed 31
make level exact 3.bin --least 13 --most 22 --seed 41
fit 4.bin --data "$dir/games2" "$dir/games3" --level "$dir/level" --start "$dir/3.bin" \
    --heads 10,11,22,23,34,35,46,47 --passes 4 --rate 0.03 --search-share 0.4
# What the classic game makes of it.
make classic games 4.bin --rules classic --depth 3 --solve 12 --seed 51
"$lab" fit-classic --data "$dir/classic" --start "$dir/4.bin" --out "$dir/weights.bin"
# Prints the formula of src/search/probcut.rs for these weights.
"$lab" fit-probcut --data "$dir/games3" "${exclude[@]}" --weights "$dir/weights.bin" --threads 2 ${PROBCUT:-}
if [ -n "${EXAM:-}" ]; then "$lab" exam --positions "$EXAM" --weights "$dir/weights.bin"; fi
