#!/bin/bash
# Kills wax-build at random times while it makes columns of a rank that has
# another month. What the build before published must answer. Then runs it again,
# and compares what it makes with what a build makes that nobody disturbs.
#
#   bench/column-kills.sh KILLS SEED ARCHIVE...
#
# The tools are those in PATH. Prints a line, and exits with 1 at the first
# difference.
set -u
kills=$1 seed=$2
shift 2
RANDOM=$seed
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2

wax-warc-indexer -q "$@" | awk '{ print $1, NR }' >views-2021-01
awk 'NR % 3 == 0 { print $1, 1000 - NR }' views-2021-01 >views-2021-02
wax-rank -q ranks --views views-2021-01 || exit 2
wax-build -q before --ranks ranks "$@" || exit 2
wax-rank -q ranks --views views-2021-01 --views views-2021-02 || exit 2
cp -a before whole
begin=$(date +%s%N)
wax-build -q whole || exit 2
time=$((($(date +%s%N) - begin) / 1000000))

fail() {
  echo "column-kills: seed $seed, run $run: $*"
  cat messages
  exit 1
}
killed=0
for ((run = 1; killed < kills && run <= 20 * kills; ++run)); do
  rm -rf built
  cp -a before built
  wax-build -q built 2>messages &
  build=$!
  after=$((RANDOM % (time + 1)))
  sleep "$((after / 1000)).$(printf '%03d' $((after % 1000)))"
  kill -s KILL $build 2>/dev/null
  wait $build 2>/dev/null
  [ $? = 137 ] && killed=$((killed + 1))
  wax-search -q --count built 'views:*' >>messages 2>&1 || fail "no answer"
  wax-build -q built 2>>messages || fail "the next build failed"
  diff -r --exclude='build.*' --exclude=pindexes.former whole built \
    >>messages || fail "another result"
  [ -z "$(find built -name '*.part-*')" ] || fail "part files are left"
done
echo "column-kills: seed $seed, builds killed $killed of $((run - 1))," \
  "differences 0"
