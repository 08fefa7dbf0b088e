#!/bin/sh
# Judges what boosts by views are worth, as in docs/RANKING.md:
#   bench/popularity.sh BIN_DIR PACKAGES.tsv LIST.md
# bench/popularity.py says what the files have. Packages are pages, downloads their
# views; what people listed below a heading, or describe, is the answer. The boost
# is to be chosen by the first half of the queries; the second half tells what it
# is worth.
set -eu
bin=$(realpath "$1") packages=$(realpath "$2") list=$(realpath "$3")
bench=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 "$bench/popularity.py" archive "$packages" "$list" pages
cut -d ' ' -f 1 pages.views | "$bin/wax-urlkey" >keys
cut -d ' ' -f 2 pages.views | paste -d ' ' keys - >views-2021-01
"$bin/wax-rank" -q ranks --views views-2021-01
"$bin/wax-build" -q site --ranks ranks pages.warc.gz

ask() {
  "$bin/wax-search" -q ${1:+--boost "$1"} --queries queries -n 10 --tsv \
    --fields url site | python3 "$bench/popularity.py" hits "${1:-no boost}"
}
for set in topics items; do
  python3 "$bench/popularity.py" "$set" "$list" pages.warc.gz >all.tsv
  for half in 0 1; do
    python3 "$bench/popularity.py" half $half <all.tsv >half.tsv
    cut -f 1 half.tsv >queries
    printf '\n%s, half %s:\n\n' "$set" "$half"
    echo '| boost | queries | nDCG@10 | first hit right |'
    echo '|---|---|---|---|'
    for boost in '' 'log(views)*0.1' 'log(views)*0.4343' 'log(views)' \
      'sqrt(views)*0.001' 'popularity*0.01' 'popularity*0.03'; do
      ask "$boost"
    done | python3 "$bench/ranking.py" score half.tsv
  done
done
