#!/usr/bin/env bash
# An example of a tournament: a round robin of mollett at four depths, with a results file, all games and a report.
#
#   scripts/tournament.sh [GAMES] [RULES]     games of each two engines (default 40), othello or classic
#
# Run it again to go on with an unfinished one; more arguments for match.py may follow the two.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-40}
rules=${2:-othello}
shift $(($# < 2 ? $# : 2))
engine=target/release/mollett
[ -x "$engine" ] || cargo build --release
openings=scripts/openings/othello.txt
[ "$rules" = othello ] || openings=scripts/openings/diagonal.txt
mkdir -p target/tournament
exec scripts/match.py --rules "$rules" --games "$games" --openings "$openings" \
    --engine cmd="$engine" name=depth-2 depth=2 \
    --engine cmd="$engine" name=depth-4 depth=4 \
    --engine cmd="$engine" name=depth-6 depth=6 \
    --engine cmd="$engine" name=depth-8 depth=8 \
    --each info=on option.hash_mb=16 \
    --concurrency 2 --recover --out "target/tournament/$rules-$games.jsonl" \
    --html "target/tournament/$rules-$games.html" --sgf "target/tournament/$rules-$games.sgf" "$@"
