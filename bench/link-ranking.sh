#!/bin/sh
# Judges what scores of links are worth, as in docs/RANKING.md:
#   bench/link-ranking.sh BIN_DIR COLLECTION
# COLLECTION is made by `wax build --links` of the corpus of documentation packages.
# Queries are names of sites and manuals (bench/judged/documentation.tsv), and texts
# of links that few pages have. The boost is to be chosen by the first half of the
# queries; the second half tells what it is worth. The pages with the highest
# PageRank come first. Texts of links as a column, in a copy of COLLECTION, come last.
set -eu
bin=$(realpath "$1") collection=$(realpath "$2")
bench=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$bin/wax-graph-read" --top 20 --score pagerank "$collection/links/graph"

"$bin/wax-search" -q -n 0 --all --tsv --fields urlkey,url "$collection" \
  type:text/html | tr '\t' ' ' >pages
"$bin/wax-graph-export" -q anchors "$collection/links/graph" |
  python3 "$bench/ranking.py" link-queries pages >texts.tsv
cp "$bench/judged/documentation.tsv" names.tsv

ask() {
  "$bin/wax-search" -q --boost "$1" --queries queries -n 30 --tsv --fields url \
    "$collection" | python3 "$bench/popularity.py" hits "$1" || true
}
# judge BOOST...
judge() {
  for set in names texts; do
    for half in 0 1; do
      grep -v '^#' "$set.tsv" | python3 "$bench/popularity.py" half $half \
        >half.tsv
      cut -f 1 half.tsv >queries
      printf '\n%s, half %s:\n\n' "$set" "$half"
      echo '| boost | queries | nDCG@10 | first hit right |'
      echo '|---|---|---|---|'
      for boost in "$@"; do
        ask "$boost"
      done | python3 "$bench/ranking.py" score half.tsv
    done
  done
}
judge none 'log(pagerank)*0.01' 'log(pagerank)*0.02' 'log(pagerank)*0.03' \
  'log(pagerank)*0.05' 'log(pagerank)*0.1' 'log(pagerank)*0.3' \
  'sqrt(pagerank)*0.1'

# The same with texts of links as a column, but those that are queries.
cp -r "$collection" copy
collection=$work/copy
"$bin/wax-graph-export" -q anchors "$collection/links/graph" |
  python3 "$bench/ranking.py" anchors texts.tsv |
  "$bin/wax-add-column" -q --kind text anchor - "$collection"
printf '\nWith texts of links as a column:\n'
judge none 'log(pagerank)*0.02'
