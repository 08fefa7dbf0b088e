#!/bin/sh
# Judges how well searches are ranked, as in docs/RANKING.md:
#   bench/ranking.sh [BIN_DIR] [HTML_FOLDER]
# It asks the judged queries of bench/judged over the example crawl. With a
# folder of HTML pages, such as the documentation of a program, it asks texts of
# their links, too; where the links lead to is the answer. Links with the text of a
# query are no anchors then.
set -eu
cd "$(dirname "$0")/.."
bin=${1:-build/release/bin}
folder=${2:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ninja -C "$(dirname "$bin")" ranking_bench wax-import wax-index wax-text \
  wax-segment-dump wax-add-column \
  >"$work/build" || { cat "$work/build" >&2; exit 1; }
bench=$(find "$(dirname "$bin")" -name ranking_bench -type f)

# judge NAME JUDGED NOT-ANCHORS ARCHIVE...
judge() {
  name=$1 judged=$2 without=$3
  shift 3
  "$bin/wax-import" -q -o "$work/$name.segment" "$@" 2>/dev/null
  "$bin/wax-index" -q --stem all -o "$work/$name/pindexes/1/main" "$work/$name.segment"
  "$bin/wax-segment-dump" --anchors "$work/$name.segment" |
    python3 bench/ranking.py anchors "$without" |
    "$bin/wax-add-column" -q --kind text anchor - "$work/$name"
  printf '\n%s:\n\n| ranking | queries | nDCG@10 | first hit right |\n' "$name"
  echo '|---|---|---|---|'
  "$bench" "$work/$name" "$judged" | python3 bench/ranking.py score "$judged"
}

# other_forms NAME JUDGED: of what judge() made.
other_forms() {
  python3 bench/ranking.py forms <"$2" >"$work/forms.tsv"
  printf '\n%s, words in other forms:\n\n' "$1"
  echo '| ranking | queries | nDCG@10 | first hit right |'
  echo '|---|---|---|---|'
  "$bench" "$work/$1" "$work/forms.tsv" |
    python3 bench/ranking.py score "$work/forms.tsv"
}

judge 'Example crawl' bench/judged/valley.tsv /dev/null examples/crawl/valley-*
[ -n "$folder" ] || exit 0
python3 bench/ranking.py collection "$folder" "$work/docs.warc.gz"
python3 bench/ranking.py queries "$work/docs.warc.gz" "$bin" >"$work/docs.tsv"
judge Documentation "$work/docs.tsv" "$work/docs.tsv" "$work/docs.warc.gz"
other_forms Documentation "$work/docs.tsv"
