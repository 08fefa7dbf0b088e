#!/bin/sh
# Measures wax-add-dates: ten and twenty lines for each document of an index, of
# which half match; prints a table. "Own" memory is what is not part of a file: the
# files of the index are mapped, and the system takes their memory when it needs it.
#   bench/add-dates.sh INDEX [BIN_DIR] [MEMORY]
# INDEX is a main index with URL keys. Lists and columns go to $TMPDIR: some 2 GB
# for a million documents.
set -eu
index=$1
bin=${2:-$(dirname "$0")/../build/release/bin}
memory=${3:-200M}
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# lines NUMBER: so many lines a document, in byte order.
lines() {
  "$bin/wax-dumpindex" --json --fields urlkey,digest "$index" |
    awk -F '"' -v number="$1" '
      BEGIN { srand(1) }
      {
        for (i = 0; i < number; i++)
          printf "%s%s %s %d%02d%02d%02d%02d%02d\n", $4, i % 2 ? "" : "x", $8,
            2000 + rand() * 12, 1 + rand() * 12, 1 + rand() * 28, rand() * 24,
            rand() * 60, rand() * 60
      }' | "$bin/wax-cdx-sort" -q --tmpdir "$work" -o "$work/$1.list"
}
# own PROCESS: the highest RssAnon of its child, in KiB, until it ends.
own() {
  most=0
  while kill -0 "$1" 2>"$work/errors"; do
    for child in $(cat "/proc/$1/task/$1/children" 2>"$work/errors"); do
      now=$(sed -n 's/^RssAnon:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$child/status" \
        2>"$work/errors" || :)
      [ "${now:-0}" -le $most ] || most=$now
    done
    sleep 0.05
  done
  wait "$1"
}
echo '| lines | wall s | CPU s | own MiB | peak MiB |'
echo '|---|---|---|---|---|'
for number in 10 20; do
  lines "$number"
  /usr/bin/time -o "$work/time" -f '%e %U %S %M' "$bin/wax-add-dates" -q \
    --memory "$memory" --tmpdir "$work" "$index" "$index" "$work/dates" \
    "$work/$number.list" &
  own $!
  awk -v lines="$(wc -l <"$work/$number.list")" -v own="$most" \
    '{ printf "| %d | %.1f | %.1f | %d | %d |\n", lines, $1, $2 + $3,
      own / 1024, $4 / 1024 }' "$work/time"
  rm -r "$work/dates" "$work/$number.list"
done
