#!/bin/bash
# Measures the import of one large archive; writes its section of
# docs/PERFORMANCE.md.
#   bench/import.sh [BIN_DIR] ARCHIVE [TIMES]
# ARCHIVE, an ARC compressed in members, is put TIMES (20) times behind itself. It
# is imported with one thread and with two, and again with all of its captures
# excluded; so is a WARC made of it, whose records state their digests. Beside it,
# FastWARC reads it and resiliparse extracts text and links. They come from PyPI,
# into bench/peers; without them, the script says so. Needs python3 with venv and
# GNU time. Each command runs RUNS (3) times, in turn with the others.
set -eu
case ${1-} in
  '') echo 'usage: bench/import.sh [BIN_DIR] ARCHIVE [TIMES]' >&2; exit 2 ;;
esac
bin=build/release/bin
if [ -x "$1/wax-import" ]; then bin=$1; shift; fi
bin=$(realpath "$bin")
archive=$(realpath "$1")
times=${2:-20}
here=$(realpath "$(dirname "$0")/..")
runs=${RUNS:-3}
peers=$here/bench/peers/text
python=$peers/bin/python
if [ ! -e "$peers/made" ]; then
  python3 -m venv "$peers" && "$peers/bin/pip" install -q \
    fastwarc resiliparse warcio trafilatura lxml_html_clean && : >"$peers/made" ||
    echo "The peers cannot be installed from PyPI; they are left out." >&2
fi
made=$(mktemp -d)
cd "$here"
. bench/measure.sh
trap 'rm -rf "$measured" "$made"' EXIT

arc=$made/large.arc.gz
warc=$made/large.warc.gz
copies=0
while [ "$copies" -lt "$times" ]; do
  cat "$archive"
  copies=$((copies + 1))
done >"$arc"
"$bin/wax-warc-recompress" -q --to-warc -o "$warc" "$arc"
for file in "$arc" "$warc"; do
  "$bin/wax-warc-indexer" -q "$file" |
    awk '$1 != "CDX" { print $1, $6, $2 }' >"$file.all"
done

# On some pages the peer does not end.
if [ -e "$peers/made" ] && ! (ulimit -t 60 && exec timeout 600 \
  "$python" bench/text_peers.py fastwarc links "$warc" >/dev/null); then
  echo 'FastWARC and resiliparse did not end in a minute of CPU time;' \
    'they are left out.' >&2
  peers=$made/none
fi

imported() {
  once "$@" -q -f -o "$made/segment"
}

run=0
while [ "$run" -lt "$runs" ]; do
  run=$((run + 1))
  imported 'wax-import -j1' "$bin/wax-import" -j1 "$arc"
  imported 'wax-import -j2' "$bin/wax-import" -j2 "$arc"
  imported 'all excluded -j1' "$bin/wax-import" -j1 -e "$arc.all" "$arc"
  imported 'all excluded -j2' "$bin/wax-import" -j2 -e "$arc.all" "$arc"
  imported 'WARC -j1' "$bin/wax-import" -j1 "$warc"
  imported 'WARC, all excluded -j1' "$bin/wax-import" -j1 -e "$warc.all" "$warc"
  [ ! -e "$peers/made" ] || once 'fastwarc + resiliparse' \
    "$python" bench/text_peers.py fastwarc links "$warc"
done
{
  bytes=$(wc -c <"$arc")
  machine "An ARC of $((bytes / 1000000)) MB, $(wc -l <"$arc.all") captures"
  echo
  rows "$bytes" 'wax-import -j1'
} | publish 'import'
