#!/bin/bash
# Judges how well pages are found that other pages name, beside Lucene and tantivy, as
# in docs/RANKING.md:
#   bench/known-items.sh BIN_DIR COLLECTION [ARCHIVE...]
# COLLECTION is made by `wax build --links` of the corpus of documentation packages,
# for which bench/judged/known-items.tsv has queries in five languages. With ARCHIVEs,
# those of any COLLECTION, queries are drawn from them instead. The other engines have
# the same documents, with title, all text and words of the URL as fields; of their
# weights of fields, and of AND and OR, those are shown that are best for the first
# half of the queries. Then come other weights of ours. tantivy needs cargo; Lucene
# needs mvn and python3 with venv, which fetches a Java to run it. An engine that
# cannot be built or fails is left out, which the script says. Needs some 3 GB for
# 80,000 documents.
set -eu
bin=$(realpath "$1") collection=$(realpath "$2")
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -eq 0 ] || realpath "$@" >"$work/archives"
cd "$(dirname "$0")/.."
peers=bench/peers
judged=bench/judged/known-items.tsv
mkdir -p $peers
. bench/lucene.sh
ninja -C "$(dirname "$bin")" ranking_bench wax-search wax-segment-dump \
  >"$work/build" || { cat "$work/build" >&2; exit 1; }
ours=$(find "$(dirname "$bin")" -name ranking_bench -type f)

"$bin/wax-segment-dump" -q --json "$collection"/batches/*/segment >"$work/dump"
if [ -e "$work/archives" ]; then
  judged=$work/judged.tsv
  tr '\n' '\0' <"$work/archives" |
    xargs -0 python3 bench/known_items.py draw "$work/dump" >"$judged"
fi
grep -v '^#' "$judged" | cut -f 1 >"$work/queries"

# ask NAME OPTION...: as people do.
ask() {
  name=$1
  shift
  "$bin/wax-search" -q "$@" --queries "$work/queries" -n 30 --tsv \
    --fields url "$collection" | sed "s/^/$name		/" >>"$work/hits" || [ $? -eq 1 ]
}
ask 'wax, --boost none' --boost none
ask 'wax, log(pagerank)*0.02' --boost 'log(pagerank)*0.02'
ask 'wax, --stem-lang none' --boost none --stem-lang none

# judge ENGINE ANALYSIS COMMAND...
judge() {
  engine=$1 analysis=$2
  shift 2
  if ! "$@" index "$work/documents" "$work/index" "$analysis" >&2 ||
    ! "$@" query "$work/index" "$judged" "$analysis" >>"$work/hits"; then
    echo "$engine is left out: it failed" >&2
  fi
  rm -rf "$work/index"
}
python3 bench/known_items.py documents <"$work/dump" >"$work/documents"
tantivy=$peers/cargo/release/judge
if [ $tantivy -nt bench/search_tantivy/src/bin/judge.rs ] ||
  (cd bench/search_tantivy && CARGO_TARGET_DIR=../peers/cargo \
    cargo build -q --release --bin judge) >&2; then
  judge tantivy default $tantivy
  judge tantivy pairs $tantivy
else
  echo 'tantivy is left out: cargo could not build it' >&2
fi
if lucene_class Judge; then
  judge Lucene cjk java -Xmx1g Judge
  judge Lucene icu java -Xmx1g Judge
else
  echo 'Lucene is left out: it could not be fetched' >&2
fi

for weights in "" title=1.5 title=3 title=6 title=12 title=18 url=2 url=8 \
  main=0.5 main=2 content=0.25 content=1 together=0 together=0.6 stems=0.125 stems=0.5; do
  # shellcheck disable=SC2086
  "$ours" "$collection" "$judged" anchor=0 stems=0.25 $weights |
    sed "s/^as given/wax: ${weights:-usual weights}	/" >>"$work/hits"
done
python3 bench/known_items.py score "$judged" "$work/dump" <"$work/hits"
