#!/bin/sh
# Measures wax-seen: KEYS URLs are added to a filter of that capacity, asked for
# again, and STRANGERS others asked for. Prints rows of a Markdown table; of the
# strangers, how many were taken for seen. With Debian's liblmdb-dev, LMDB does the
# same with a tenth of the URLs, beside wax-seen with as many.
#
#   bench/seen.sh [KEYS [STRANGERS [BIN]]]
set -eu
cd "$(dirname "$0")/.."
keys=${1:-100000000} strangers=${2:-20000000}
bin=$(cd "${3:-build/release/bin}" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# urls PATH NUMBER: URLs of 50,000 hosts.
urls() {
  awk -v path="$1" -v number="$2" 'BEGIN {
    for (i = 0; i < number; i++)
      printf "http://www.site%d.example/%s/page-%d.html 202601%02d000000\n",
        i % 50000, path, i, i % 28 + 1
  }'
}

# measure NAME LINES COMMAND...: of what comes from standard input.
measure() {
  name=$1 lines=$2
  shift 2
  /usr/bin/time -o "$dir/time" -f '%e %U %S %M' "$@" >"$dir/out"
  awk -v name="$name" -v lines="$lines" '{
    printf "| %s | %.1f | %.1f | %.1f | %d |\n", name, $1, $2 + $3,
      lines / ($2 + $3) * 60 / 1000000, $4 / 1024
  }' "$dir/time"
}

echo "$(nproc) cores;$(sed -n 's/^model name[^:]*://p' /proc/cpuinfo |
  head -n 1); $(date -u +%F); load $(cut -d' ' -f1 /proc/loadavg)"
echo
echo '| | wall s | CPU s | million URLs a minute and core | peak MiB |'
echo '|---|---|---|---|---|'
urls path "$keys" | measure "add $keys URLs" "$keys" \
  "$bin/wax-seen" -q --add --capacity "$keys" "$dir/seen"
urls path "$strangers" | measure "ask for $strangers of them" "$strangers" \
  "$bin/wax-seen" -q "$dir/seen"
urls other "$strangers" | measure "ask for $strangers others" "$strangers" \
  "$bin/wax-seen" -q "$dir/seen"
strange=$((strangers - $(wc -l <"$dir/out")))
if c++ -O2 -std=c++20 -o "$dir/lmdb" bench/seen_lmdb.cc -llmdb 2>/dev/null; then
  some=$((keys / 10))
  urls path "$some" | measure "add $some URLs" "$some" \
    "$bin/wax-seen" -q --add --capacity "$some" "$dir/some"
  urls other "$some" | measure "ask for $some others" "$some" \
    "$bin/wax-seen" -q "$dir/some"
  urls path "$some" | measure "LMDB: add $some URLs" "$some" \
    "$dir/lmdb" "$dir/urls.mdb" 65536 add
  urls other "$some" | measure "LMDB: ask for $some others" "$some" \
    "$dir/lmdb" "$dir/urls.mdb" 65536
  echo
  echo "on disk: wax-seen $(du -BM -s "$dir/some" | cut -f1), LMDB $(du -BM \
    "$dir/urls.mdb" | cut -f1)"
else
  echo '(LMDB was skipped: it needs liblmdb-dev.)'
fi
echo
echo "others taken for seen: $strange"
"$bin/wax-seen" --filters "$dir/seen"
