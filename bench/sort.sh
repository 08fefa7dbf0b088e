#!/bin/sh
# Measures sorting, merging and de-duplicating CDX beside GNU sort, cat and gzip;
# writes its section of docs/PERFORMANCE.md.
#   bench/sort.sh [BIN_DIR] [LINES]
# bench/make_cdx.awk makes 5,000,000 lines; further lines are these with other page
# names. Growth is measured up to eight times GROWTH lines (an eighth of LINES).
# Each command runs RUNS (5) times, in turn with the others. Needs about 7 GB in
# $TMPDIR (/tmp) for 5,000,000 lines, and GNU time.
#
# ONLY=sorts measures only the sorts and writes its own section: 12 GB (50,000,000
# lines) take minutes per run, and 40 GB in $TMPDIR.
set -eu
cd "$(dirname "$0")/.."
bin=${1:-build/release/bin}
lines=${2:-5000000}
growth=${GROWTH:-$((lines / 8))}
runs=${RUNS:-5}
only=${ONLY:-}
dir=${TMPDIR:-/tmp}/wax-bench-sort-$lines
. bench/measure.sh

make_lines() {
  [ -e "$dir/lines" ] && return
  mkdir -p "$dir"
  copies=$(((lines + 4999999) / 5000000))
  awk -v n=$((lines / copies)) -v seed=1 -f bench/make_cdx.awk \
    >"$dir/lines.cdx"
  if [ $copies -gt 1 ]; then
    mv "$dir/lines.cdx" "$dir/some.cdx"
    for copy in $(seq $copies); do
      sed "s/article-/article-$copy-/g" "$dir/some.cdx"
    done >"$dir/lines.cdx"
    rm "$dir/some.cdx"
  fi
  : >"$dir/lines"
}

make_sorted() {
  [ -e "$dir/made" ] && return
  sort "$dir/lines.cdx" -o "$dir/sorted.cdx"
  # Inputs with alternating lines, and inputs with separate ranges.
  for parts in 16 1000; do
    mkdir -p "$dir/$parts"
    split -n "r/$parts" -a 4 "$dir/sorted.cdx" "$dir/$parts/"
  done
  mkdir -p "$dir/apart"
  split -n l/16 -a 4 "$dir/sorted.cdx" "$dir/apart/"
  "$bin/wax-cdx-merge" -q -f "$dir/sorted.cdx" -o "$dir/sorted.cdx.gz"
  : >"$dir/made"
}

# again COMMAND...: each of the commands of a section in turn, RUNS times.
again() {
  run=0
  while [ $run -lt "$runs" ]; do
    "$@"
    run=$((run + 1))
  done
}

sorts() {
  for memory in "in memory $((size / 1000000 * 3 / 2))M" \
    "a tenth of it $((size / 10000000))M"; do
    where=${memory% *}
    m=${memory##* }
    once "wax-cdx-sort, $where" \
      "$bin/wax-cdx-sort" -q -j2 --memory "$m" "$dir/lines.cdx"
    once "sort, $where" sort -S "$m" --parallel=2 "$dir/lines.cdx"
  done
}

merges() {
  for parts in 16 apart 1000; do
    case $parts in
      apart) what='16 files, ranges apart' ;;
      *) what="$parts files" ;;
    esac
    once "wax-cdx-merge, $what" "$bin/wax-cdx-merge" -q "$dir/$parts"/*
    once "sort -m, $what" sort -m --batch-size=500 "$dir/$parts"/*
    once "cat, $what" cat "$dir/$parts"/*
  done
}

others() {
  once 'wax-dedup-cdx' "$bin/wax-dedup-cdx" -q "$dir/sorted.cdx"
  once 'wax-revisits' "$bin/wax-revisits" -q "$dir/sorted.cdx"
  once 'wax-cdx-merge from .gz' "$bin/wax-cdx-merge" -q "$dir/sorted.cdx.gz"
  once 'gzip -dc' gzip -dc "$dir/sorted.cdx.gz"
  once 'wax-cdx-merge to .gz' \
    "$bin/wax-cdx-merge" -q -f "$dir/sorted.cdx" -o "$dir/out.cdx.gz"
  once 'gzip -c' gzip -c "$dir/sorted.cdx"
}

grow() {
  for times in 1 2 4 8; do
    for jobs in 1 2; do
      once "$times x $growth lines, -j$jobs" "$bin/wax-cdx-sort" -q -j"$jobs" \
        --memory 64M "$dir/$times.cdx"
    done
  done
}

make_lines
size=$(wc -c <"$dir/lines.cdx")
if [ "$only" = sorts ]; then
  {
    machine "$lines lines, $((size / 1000000)) MB"
    echo "Peers: GNU sort $(sort --version | sed -n '1s/.* //p')."
    echo
    again sorts
    rows "$size"
  } >"$measured/table"
  publish 'large sort' <"$measured/table"
  exit
fi
make_sorted
for times in 1 2 4 8; do
  head -n $((times * growth)) "$dir/lines.cdx" >"$dir/$times.cdx"
done
{
  machine "$lines lines, $((size / 1000000)) MB"
  echo "Peers: GNU sort $(sort --version | sed -n '1s/.* //p')."
  echo
  again sorts
  again merges
  again others
  rows "$size"
  echo
  echo "Sorting in 64 MiB:"
  echo
  again grow
  rows 0 | without_rate
} >"$measured/table"
publish sort <"$measured/table"
