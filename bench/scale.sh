#!/bin/sh
# Measures how indexing and searching grow with the documents and with the shards;
# writes the tables of docs/SCALING.md.
#   bench/scale.sh [BIN_DIR] [DOCUMENTS...]
# DOCUMENTS are 100000 300000 1000000 3000000. Those of 300,000 are also made into
# 1 to 500 shards. All goes to $TMPDIR: some 12 GB for three million. Needs GNU time.
# KEEP=1 only prints the tables; SEED=8 draws other queries than those of seed 7.
set -eu
cd "$(dirname "$0")/.."
bin=${1:-build/release/bin}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- 100000 300000 1000000 3000000
seed=${SEED:-7}
runs=1
. bench/measure.sh
corpus=$measured/corpus
index=$measured/index
bench=${BENCH:-}
[ -n "$bench" ] || {
  ninja -C "$(dirname "$bin")" search_bench >&2
  bench=$(find "$(dirname "$bin")" -name search_bench -type f)
}

# medians: the median microseconds of CPU of some kinds of queries, as cells.
medians() {
  "$bench" query "$index" "$corpus/queries.tsv" exact cpu 2 | awk -F '\t' '
    { cell[$1] = $2 }
    END { printf "| %.0f | %.0f | %.0f | %.0f |\n", cell["frequent"],
      cell["rare"], cell["phrase"], cell["dates"] }'
}
# made WAX_INDEX_OPTION...: makes an index; prints CPU s, MiB on disk, peak MiB.
made() {
  rm -rf "$index"
  /usr/bin/time -o "$measured/time" -f '%U %S %M' "$bin/wax-index" -q -j2 "$@" \
    "$corpus/segment"
  awk -v disk="$(du -sm "$index" | cut -f 1)" \
    '{ printf "%.1f | %d | %d ", $1 + $2, disk, $3 / 1024 }' "$measured/time"
}
# opened: CPU ms of a search as a process.
opened() {
  /usr/bin/time -o "$measured/time" -f '%U %S' \
    sh -c 'for i in 1 2 3 4 5 6 7 8 9 10; do "$@"; done' sh \
    "$bin/wax-search" -q -n 1 "$index" "$(sed -n 's/^frequent\t//p' \
    "$corpus/queries.tsv" | head -n 1)" >"$measured/out"
  awk '{ printf "| %.0f ", ($1 + $2) * 100 }' "$measured/time"
}
shards() {
  for number in 1 5 20 100 500; do
    cells=$(made -o "$index" --shard-docs $(($1 / number)))
    echo "| $number | $cells$(opened)$(medians)"
  done >"$measured/shards"
}
for documents in "$@"; do
  rm -rf "$corpus"
  mkdir "$corpus"
  ln -s /dev/null "$corpus/documents.jsonl"
  "$bench" make "$documents" "$corpus" >&2
  "$bench" queries "$corpus/segment" 1 "$seed" "$corpus/queries.tsv"
  cells=$(made -o "$index/pindexes/1/main")
  echo "| $documents | $cells$(medians)" | tee -a "$measured/sizes" >&2
  [ "$documents" != 300000 ] || shards "$documents"
done
{
  machine "Synthetic documents, queries of seed $seed" | sed 's/medians of 1 runs; //'
  echo
  echo '| documents | CPU s | MiB on disk | peak MiB | frequent | rare | phrase | dates |'
  echo '|---|---|---|---|---|---|---|---|'
  cat "$measured/sizes"
  [ ! -e "$measured/shards" ] || {
    echo
    echo '| shards | CPU s | MiB on disk | peak MiB | process, ms | frequent | rare | phrase | dates |'
    echo '|---|---|---|---|---|---|---|---|---|'
    cat "$measured/shards"
  }
} >"$measured/table"
if [ -n "${KEEP:-}" ]; then
  cat "$measured/table"
else
  publish scale docs/SCALING.md <"$measured/table"
fi
