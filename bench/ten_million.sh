#!/bin/bash
# Makes ten million documents in shards, adds a hundred million dates, and merges them;
# prints a line of name, wall s, CPU s, peak MiB and MiB on disk for each step.
#   bench/ten_million.sh SEGMENT FOLDER [BIN_DIR] [SHARDS] [SEED]
# The documents are pieces of some 500 bytes of the pages of SEGMENT, a million for
# each of SHARDS (10). FOLDER, which must be new, is left with sharded/ and merged/,
# collections of the same documents, and queries.tsv, drawn with SEED (7). SHARE, a command, is put before
# each step. Needs GNU time and some 15 GB for ten shards.
set -eu
segment=$1
folder=$2
bin=${3:-build/release/bin}
shards=${4:-10}
seed=${5:-7}
ninja -C "$(dirname "$bin")" search_bench wax-index wax-cdx-merge wax-add-dates \
  wax-merge >&2
bench=$(find "$(dirname "$bin")" -name search_bench -type f)
mkdir "$folder"
echo "queries of seed $seed"

# step NAME OUTPUT COMMAND...
step() {
  local name=$1 output=$2
  shift 2
  # shellcheck disable=SC2086
  /usr/bin/time -o "$folder/time" -f '%e	%U	%S	%M' ${SHARE:-} "$@"
  awk -F '\t' -v name="$name" -v disk="$(du -sm "$output" | cut -f 1)" \
    '{ printf "%s\t%.1f\t%.1f\t%d\t%d\n", name, $1, $2 + $3, $4 / 1024, disk }' \
    "$folder/time"
}

for ((n = 0; n < shards; ++n)); do
  mkdir "$folder/part"
  step "pieces $n" "$folder/part" "$bench" pieces "$segment" $((n * 1000000)) 1000000 \
    "$folder/part"
  step "index $n" "$folder/sharded" "$bin/wax-index" -q -j2 \
    -o "$folder/sharded/pindexes/$n/main" "$folder/part/segment"
  [ "$n" -gt 0 ] ||
    "$bench" queries "$folder/part/segment" 1 "$seed" "$folder/queries.tsv"
  gzip -1 <"$folder/part/lines" >"$folder/lines-$n.gz"
  rm -r "$folder/part"
done
# Each shard is dated with its own lines, as a build would do it.
for ((n = 0; n < shards; ++n)); do
  step "dates $n" "$folder/sharded/pindexes/$n/dates" "$bin/wax-add-dates" -q \
    "$folder/sharded/pindexes/$n/main" "$folder/sharded/pindexes/$n/main" \
    "$folder/sharded/pindexes/$n/dates" "$folder/lines-$n.gz"
done
step merge "$folder/merged" "$bin/wax-merge" -q -j2 -o "$folder/merged/pindexes/1" \
  "$folder"/sharded/pindexes/*
# All lines against all documents, in one stream.
# shellcheck disable=SC2016
step 'dates of all' "$folder/merged" bash -c '"$1" -q "$2"/lines-*.gz |
  "$3" -q -f "$2/merged/pindexes/1/main" "$2/merged/pindexes/1/main" \
  "$2/merged/pindexes/1/dates" -' bash "$bin/wax-cdx-merge" "$folder" \
  "$bin/wax-add-dates"
rm "$folder"/lines-*.gz "$folder/time"
