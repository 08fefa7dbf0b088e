#!/bin/sh
# Measures how a collection grows: builds of one small daily crawl after another;
# writes its section of docs/PERFORMANCE.md.
#   bench/growth.sh [BIN_DIR] [DAYS]
# Crawls and builds go to $TMPDIR: some 500 MB for 1,000 days. Needs python3 and
# GNU time. KEEP=1 only prints the table. CRAWLS names a folder that has the crawls.
set -eu
cd "$(dirname "$0")/.."
bin=${1:-build/release/bin}
days=${2:-1000}
runs=1
. bench/measure.sh
crawls=${CRAWLS:-}
[ -n "$crawls" ] || {
  crawls=$measured/crawls
  python3 bench/daily_crawls.py "$crawls" 1 "$days"
}
day=1
while [ $day -le "$days" ]; do
  /usr/bin/time -a -o "$measured/days" -f "$day %U %S %M" "$bin/wax-build" -q \
    "$measured/collection" "$crawls/$(printf %04d $day).warc.gz"
  echo "$day $(ls "$measured/collection/pindexes" | wc -l)" >>"$measured/shards"
  day=$((day + 1))
done
{
  machine "$days daily crawls of 100 captures" | sed 's/medians of 1 runs; //'
  echo
  echo '| batches | shards | CPU s, mean of ten | peak MiB |'
  echo '|---|---|---|---|'
  awk 'FNR == NR { shards[$1] = $2; next }
    { cpu[$1] = $2 + $3; if ($4 > peak) peak = $4; last = $1 }
    $1 % 10 == 9 && ($1 < 100 ? $1 % 30 == 29 || $1 < 20 : $1 % 100 == 99) {
      sum = n = 0
      for (i = $1 - 9; i <= $1; i++) if (i in cpu) { sum += cpu[i]; n++ }
      printf "| %d to %d | %d | %.2f | %d |\n", $1 - n + 1, $1, shards[$1],
        sum / n, peak / 1024
      peak = 0
    }' "$measured/shards" "$measured/days"
} >"$measured/table"
if [ -n "${KEEP:-}" ]; then
  cat "$measured/table"
else
  publish growing <"$measured/table"
fi
