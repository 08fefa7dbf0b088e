#!/bin/sh
# Sorting, merging and de-duplicating CDX, beside GNU sort and cat, as the rows
# of a Markdown table: medians of RUNS runs (3), each writing to a file.
#   bench/sort.sh [BIN_DIR] [LINES]
# Needs about 4 GB in $TMPDIR (/tmp) for 5,000,000 lines.
set -eu
cd "$(dirname "$0")/.."
bin=${1:-build/release/bin}
lines=${2:-5000000}
runs=${RUNS:-3}
dir=${TMPDIR:-/tmp}/wax-bench-sort-$lines
export LC_ALL=C

mkdir -p "$dir"
if [ ! -e "$dir/made" ]; then
  awk -v n="$lines" -v seed=1 -f bench/make_cdx.awk >"$dir/lines.cdx"
  sort "$dir/lines.cdx" -o "$dir/sorted.cdx"
  for parts in 16 1000; do
    mkdir -p "$dir/$parts"
    split -n "r/$parts" -a 4 "$dir/sorted.cdx" "$dir/$parts/"
  done
  : >"$dir/made"
fi
size=$(wc -c <"$dir/lines.cdx")
megabytes=$((size / 1000000))

# The commands of one comparison take turns, so that what else the machine does
# meets all of them: compare "NAME" "COMMAND" ["NAME" "COMMAND"]...
compare() {
  rm -f "$dir"/times.*
  run=0
  while [ $run -lt "$runs" ]; do
    i=0
    for word; do
      i=$((i + 1))
      [ $((i % 2)) = 0 ] || continue
      /usr/bin/time -a -o "$dir/times.$i" -f '%e %U %S %M' \
        sh -c "exec $word >'$dir/out'"
    done
    run=$((run + 1))
  done
  i=0
  for word; do
    i=$((i + 1))
    if [ $((i % 2)) = 1 ]; then
      name=$word
      continue
    fi
    wall=$(cut -d' ' -f1 "$dir/times.$i" | sort -n | sed -n "$(((runs + 1) / 2))p")
    cpu=$(awk '{print $2 + $3}' "$dir/times.$i" | sort -n |
      sed -n "$(((runs + 1) / 2))p")
    peak=$(cut -d' ' -f4 "$dir/times.$i" | sort -n | tail -n 1)
    awk -v name="$name" -v wall="$wall" -v cpu="$cpu" -v peak="$peak" \
      -v mb="$megabytes" 'BEGIN {
        printf "| %s | %.2f | %.2f | %d | %d |\n", name, wall, cpu,
          peak / 1024, mb / (cpu > 0 ? cpu : 0.01)
      }'
  done
}

echo "$lines lines, $megabytes MB; $(nproc) cores;$(
  sed -n 's/^model name[^:]*://p' /proc/cpuinfo | head -n 1); $(date -u +%F);" \
  "load $(cut -d' ' -f1 /proc/loadavg)"
echo
echo '| command | wall s | CPU s | peak MiB | MB per CPU s |'
echo '|---|---|---|---|---|'
whole=$((size / 500000))
tenth=$((size / 10000000))
compare \
  "wax-cdx-sort, in memory" \
  "$bin/wax-cdx-sort -q -j2 --memory ${whole}M $dir/lines.cdx" \
  "sort, in memory" "sort -S ${whole}M --parallel=2 $dir/lines.cdx"
compare \
  "wax-cdx-sort, memory a tenth" \
  "$bin/wax-cdx-sort -q -j2 --memory ${tenth}M $dir/lines.cdx" \
  "sort, memory a tenth" "sort -S ${tenth}M --parallel=2 $dir/lines.cdx"
for parts in 16 1000; do
  compare \
    "wax-cdx-merge, $parts files" "$bin/wax-cdx-merge -q $dir/$parts/*" \
    "sort -m, $parts files" "sort -m --batch-size=500 $dir/$parts/*" \
    "cat, $parts files" "cat $dir/$parts/*"
done
compare \
  "wax-dedup-cdx" "$bin/wax-dedup-cdx -q $dir/sorted.cdx" \
  "wax-revisits" "$bin/wax-revisits -q $dir/sorted.cdx"
