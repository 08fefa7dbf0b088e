#!/bin/bash
# Measures CDX of many captures: daily files that are sorted, merged and searched for
# duplicates, ZipNum, look-ups and seen URLs; prints a table.
#   bench/captures.sh CDX [BIN_DIR] [LINES]
# CDX has the lines of real archives (wax-warc-indexer). Each of 40 days has an equal part
# of LINES (100000000): those of CDX under further host names, each of which is captured
# on four days; a tenth of the pages have changed. A tenth of LINES is measured first.
# Each command runs once, with 512 MiB for sorting. Needs GNU time, and 500 bytes of
# $TMPDIR (/tmp) for each of LINES.
set -eu
cd "$(dirname "$0")/.."
cdx=$1
bin=${2:-build/release/bin}
lines=${3:-100000000}
days=40
export runs=1
# shellcheck source=bench/measure.sh
. bench/measure.sh
dir=${measured:?}/captures

# make_days LINES: the lines of a day follow those of CDX, whose hosts are sites of the
# day in turn.
make_days() {
  local a_day=$(($1 / days)) real day
  real=$(grep -c '^[^ ]*)' "$cdx")
  rm -rf "$dir"
  mkdir -p "$dir/days"
  for day in $(seq $days); do
    awk -v day="$day" -v wanted=$a_day -v sites=$(((a_day + real - 1) / real)) '
      BEGIN { srand(day) }
      !/^[^ ]*\)/ { next }
      {
        end = index($1, ")")
        host = $3
        sub(/^[a-z]*:\/\/(www\.)?/, "", host)
        for (site = 0; site < sites && written < wanted; ++site) {
          name = sprintf("s%05d", (int((day - 1) / 4) * sites + site))
          $2 = sprintf("2025%02d%02d%s", int((day - 1) / 28) + 1,
                       (day - 1) % 28 + 1, substr($2, 9))
          line = substr($1, 1, end - 1) "," name substr($1, end) " " $2 \
            " http://" name "." host
          for (i = 4; i <= NF; ++i) line = line " " $i
          if (rand() < .1) sub(/ [A-Z2-7][A-Z2-7][A-Z2-7][A-Z2-7]/,
                               sprintf(" AA%c%c", 65 + day % 26, 65 + site % 26), line)
          print line
          ++written
        }
      }' "$cdx" >"$dir/days/$day.cdx"
  done
}

# step NAME OUTPUT COMMAND...
step() {
  local name=$1 output=$2
  shift 2
  /usr/bin/time -o "$measured/time" -f '%e|%U|%S|%M' "$@"
  awk -F '|' -v name="$name" -v disk="$(du -sm "$output" | cut -f 1)" \
    '{ printf "| %s | %.1f | %.1f | %d | %d |\n", name, $1, $2 + $3, $4 / 1024, disk }' \
    "$measured/time"
}

# lookups NAME cold|warm FILE...: the median milliseconds of look-ups, each in a process
# of its own by the first FILE, and the MiB that one reads from the disk. Before cold
# ones, the files are dropped from memory.
lookups() {
  python3 - "$dir/urls" "$bin/wax-cdx-lookup" "$@" <<'END'
import os, statistics, subprocess, sys, time

urls, lookup, name, state, *files = sys.argv[1:]
seconds, blocks = [], 0
for url in open(urls).read().split():
    for path in files if state == "cold" else []:
        with open(path) as file:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    began = time.monotonic()
    process = subprocess.Popen([lookup, "-q", url, files[0]], stdout=subprocess.DEVNULL)
    _, code, usage = os.wait4(process.pid, 0)
    if code:
        sys.exit(f"{url}: exit code {code}")
    seconds.append(time.monotonic() - began)
    blocks += usage.ru_inblock
print(f"| {name}, {state} | {statistics.median(seconds) * 1000:.1f} "
      f"| {blocks / 2048 / len(seconds):.2f} |")
END
}

measure() {
  make_days "$1"
  mkdir "$dir/sorted"
  cat "$dir"/days/*.cdx | wc -lc | awk '{ printf "\n%s lines, %d MB.\n\n", $1, $2 / 1e6 }'
  echo '| command | s | CPU s | peak MiB | MiB on disk |'
  echo '|---|---|---|---|---|'
  step 'wax-cdx-sort, all days' "$dir/all.cdx" "$bin/wax-cdx-sort" -q --memory 512M \
    --tmpdir "$dir" -o "$dir/all.cdx" "$dir"/days/*.cdx
  # shellcheck disable=SC2016
  step 'wax-cdx-sort, day by day' "$dir/sorted" bash -c '
    for day in "$2"/days/*.cdx; do
      "$1" -q --memory 512M --tmpdir "$2" -o "$2/sorted/${day##*/}" "$day"
    done' bash "$bin/wax-cdx-sort" "$dir"
  rm -r "$dir/days"
  step "wax-cdx-merge, $days days" "$dir/merged.cdx" "$bin/wax-cdx-merge" -q \
    -o "$dir/merged.cdx" "$dir"/sorted/*.cdx
  cmp "$dir/all.cdx" "$dir/merged.cdx"
  rm -r "$dir/sorted" "$dir/merged.cdx"
  step wax-dedup-cdx "$dir/all.dup" "$bin/wax-dedup-cdx" -q -o "$dir/all.dup" "$dir/all.cdx"
  rm "$dir/all.dup"
  step wax-cdx-zipnum "$dir/zipnum" "$bin/wax-cdx-zipnum" -q -o "$dir/zipnum" "$dir/all.cdx"
  step 'wax-seen --add-captures' "$dir/seen" "$bin/wax-seen" -q --memory 512M \
    --tmpdir "$dir" --add-captures "$dir/all.cdx" "$dir/seen"
  awk -v each=$(($1 / 50)) 'NR % each == 0 { print $3 }' "$dir/all.cdx" >"$dir/urls"
  echo
  echo '| look-up of a URL | median ms | MiB read |'
  echo '|---|---|---|'
  for state in warm cold; do
    lookups 'wax-cdx-lookup, CDX' $state "$dir/all.cdx"
    lookups 'wax-cdx-lookup, ZipNum' $state "$dir"/zipnum/*.idx "$dir"/zipnum/*.gz
  done
}

machine 'CDX of real keys' | sed 's/medians of 1 runs; //'
measure $((lines / 10))
measure "$lines"
