#!/bin/bash
# Kills wax-build alone at random times while it adds archives to a build, merges
# two shards and makes columns of a rank that has another month. What the build before published must answer. Then runs it
# again, and compares what it makes with what a build makes that nobody disturbs.
#
#   bench/build-kills.sh [KILLS [SEED [SIGNAL]]] [ARCHIVE...]
#
# The tools are those in PATH. Prints a line, and exits with 1 at the first
# difference or message of a step that met another.
set -u
kills=${1:-100} seed=${2:-$$} signal=${3:-KILL}
shift $(($# < 3 ? $# : 3))
if [ $# = 0 ]; then
  set -- "$(cd "$(dirname "$0")/.." && pwd)"/examples/crawl/*arc*
fi
RANDOM=$seed
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2

first=$1
shift
wax-warc-indexer -q "$first" "$@" | awk '{ print $1, NR }' >views-2021-01
awk 'NR % 3 == 0 { print $1, 1000 - NR }' views-2021-01 >views-2021-02
wax-rank -q ranks --views views-2021-01 || exit 2
wax-build -q --merge-shards 2 --ranks ranks killed "$first" || exit 2
cp -a killed before
wax-build -q --merge-shards 2 --ranks ranks whole "$first" || exit 2
wax-rank -q ranks --views views-2021-01 --views views-2021-02 || exit 2
begin=$(date +%s%N)
wax-build -q whole "$@" || exit 2
time=$((($(date +%s%N) - begin) / 1000000))

# What the build holds; build.* tell of its runs, and where it is, and so do the
# lists of the segments that have originals.
differences() {
  diff -r --exclude="build.*" --exclude=originals whole killed
}
fail() {
  echo "build-kills: seed $seed, kill $kill: $*"
  cat messages
  exit 1
}

finished=0
for ((kill = 1; kill <= kills; ++kill)); do
  # Every third build is killed a second time.
  if [ $((kill % 3)) != 0 ]; then
    rm -rf killed
    cp -a before killed
  fi
  wax-build -q killed "$@" 2>messages &
  build=$!
  sleep "$(printf '%d.%03d' $((RANDOM % (time / 1000 + 1))) $((RANDOM % 1000)))"
  kill -s "$signal" $build 2>/dev/null || finished=$((finished + 1))
  wait $build 2>/dev/null
  wax-index-check -q killed >>messages 2>&1 || fail "the index is not whole"
  if [ $((kill % 3)) = 2 ]; then continue; fi
  wax-build -q killed "$@" 2>>messages || fail "the next build failed"
  [ ! -s messages ] || fail "a step met another"
  differences >>messages || fail "another result"
  [ -z "$(find killed -name '*.part-*')" ] || fail "part files are left"
done
echo "build-kills: seed $seed, SIG$signal, builds killed" \
  "$((kills - finished)) of $kills, differences 0"
