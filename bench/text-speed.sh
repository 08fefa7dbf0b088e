#!/bin/sh
# Measures what reading pages costs, beside FastWARC with resiliparse and warcio
# with Trafilatura; writes its section of docs/PERFORMANCE.md.
#   bench/text-speed.sh [BIN_DIR] FILE...
# FILEs are HTML pages, gzip'd or not; they are packed into one archive, and every
# 20th into a small one for Trafilatura. The peers come from PyPI, into
# bench/peers; without them, the script says so and measures wax-text alone.
# Needs python3 with venv and GNU time. Each command runs RUNS (3) times, in turn
# with the others.
set -eu
case ${1-} in
  '') echo 'usage: bench/text-speed.sh [BIN_DIR] FILE...' >&2; exit 2 ;;
esac
bin=build/release/bin
if [ -x "$1/wax-text" ]; then bin=$1; shift; fi
bin=$(realpath "$bin")
here=$(realpath "$(dirname "$0")/..")
runs=${RUNS:-3}
made=$(mktemp -d)
peers=$here/bench/peers/text
python=$peers/bin/python
if [ ! -e "$peers/made" ]; then
  python3 -m venv "$peers" && "$peers/bin/pip" install -q \
    fastwarc resiliparse warcio trafilatura lxml_html_clean && : >"$peers/made" ||
    echo "The peers cannot be installed from PyPI; they are left out." >&2
fi
for file; do realpath "$file"; done >"$made/files"
awk 'NR % 20 == 1' "$made/files" >"$made/few"
if [ -e "$peers/made" ]; then
  for list in files few; do
    "$python" "$here/bench/text_peers.py" pack "$made/$list.warc.gz" "$made/$list"
  done
fi
cd "$here"
. bench/measure.sh
trap 'rm -rf "$measured" "$made"' EXIT

bytes_of() {
  while read -r file; do gzip -cdf "$file"; done <"$1" | wc -c
}

# compare ARCHIVE LIST [READER EXTRACTOR]
compare() {
  run=0
  while [ "$run" -lt "$runs" ]; do
    run=$((run + 1))
    once 'wax-text, all fields' "$bin/wax-text" -q -j1 "$1"
    once 'wax-text --main' "$bin/wax-text" -q -j1 --main "$1"
    [ $# -lt 3 ] || once "$3 + $4" "$python" bench/text_peers.py "$3" "$4" "$1"
  done
  rows "$(bytes_of "$2")"
}

{
  machine "$(wc -l <"$made/files") pages, $(($(bytes_of "$made/files") / 1000000)) MB of HTML"
  echo
  if [ -e "$peers/made" ]; then
    compare "$made/files.warc.gz" "$made/files" fastwarc resiliparse
    echo
    echo "Every 20th of the pages:"
    echo
    compare "$made/few.warc.gz" "$made/few" warcio trafilatura
  else
    once 'wax-text, all fields' "$bin/wax-text" -q -j1 --files-from "$made/files"
    rows "$(bytes_of "$made/files")"
  fi
} | publish 'text speed'
