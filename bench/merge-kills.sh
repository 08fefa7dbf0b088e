#!/bin/bash
# Kills wax-merge at random times, runs it again, and compares what it makes with
# what a merge makes that nobody disturbs.
#
#   bench/merge-kills.sh [KILLS [SEED]] [ARCHIVE...]
#
# The tools are those in PATH. Prints a line, and exits with 1 at the first
# difference.
set -u
kills=${1:-100} seed=${2:-$$}
shift $(($# < 2 ? $# : 2))
if [ $# = 0 ]; then
  set -- "$(cd "$(dirname "$0")/.." && pwd)"/examples/crawl/*arc*
fi
RANDOM=$seed
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2

wax-build -q --merge-shards 0 parts "$1" || exit 2
for archive in "${@:2}"; do
  wax-build -q parts "$archive" || exit 2
done
begin=$(date +%s%N)
wax-merge -q -o whole parts || exit 2
time=$((($(date +%s%N) - begin) / 1000000))
finished=0
for ((kill = 1; kill <= kills; ++kill)); do
  rm -rf killed
  wax-merge -q -o killed parts &
  merge=$!
  sleep "$(printf '%d.%03d' $((RANDOM % (time / 1000 + 1))) $((RANDOM % 1000)))"
  kill -KILL $merge 2>/dev/null || finished=$((finished + 1))
  wait $merge 2>/dev/null
  if [ -e killed ]; then
    diff -r whole killed || exit 1
  fi
  wax-merge -q -f -o killed parts && diff -r whole killed || exit 1
  rm -rf killed.part-*
done
echo "merge-kills: seed $seed, merges killed $((kills - finished)) of $kills," \
  "differences 0"
