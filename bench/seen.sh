#!/bin/sh
# Measures wax-seen: KEYS URLs are added to a filter of that capacity, asked for
# again, and STRANGERS others asked for. Prints rows of a Markdown table; of the
# strangers, how many were taken for seen.
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
echo
echo "others taken for seen: $((strangers - $(wc -l <"$dir/out")))"
"$bin/wax-seen" --filters "$dir/seen"
