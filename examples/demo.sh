#!/bin/sh
# The whole pipeline on the six crawls of the example site, step by step.
#
# usage: examples/demo.sh [BIN-DIR [OUT-DIR]]
#
# BIN-DIR has the tools (default: those on PATH, else build/release/bin). OUT-DIR is
# the folder for their output (default: a temporary folder, removed at the end); it
# must not exist.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ $# -gt 0 ]; then
  PATH=$(cd "$1" && pwd):$PATH
elif ! command -v wax >/dev/null; then
  PATH=$here/../build/release/bin:$PATH
fi
export PATH
if [ $# -gt 1 ]; then
  mkdir "$2"
  out=$(cd "$2" && pwd)
else
  out=$(mktemp -d)
  trap 'rm -rf "$out"' EXIT
fi
cd "$out"
ln -s "$here/crawl" crawl

# Prints a command as one would type it, and runs it.
show() {
  printf '\n$ %s\n' "$1"
  eval "$1"
}
say() {
  echo
  printf '# %s\n' "$@"
}

say 'Every capture in the crawls becomes a line: key, date, URL, type, status,' \
  'digest, and the location of the record. Sorting puts captures of a page together.'
show 'wax-warc-indexer --sort --output captures.cdx crawl/*arc*'
show "grep ')/castles/heronstone' captures.cdx | cut -c 1-110"

say 'The page of the castle changed in December 2007; since May 2008 it has its first' \
  'text again. All captures of a version but the first are duplicates. Revisit' \
  'records state themselves that they repeat an earlier capture.'
show 'wax-dedup-cdx --output duplicates captures.cdx'
show 'wax-revisits --output revisits captures.cdx'
show "grep -h heronstone duplicates revisits"

say 'The other captures are imported as text and indexed: one document for each' \
  'version of a page.'
show 'wax-import --exclude duplicates --output segment crawl/*arc*'
show 'wax-index --output search/pindexes/valley/main segment'

say 'A parallel index adds the dates of the duplicates to the documents.'
show 'wax-cdx-merge --unique --output dates duplicates revisits'
show 'wax-add-dates search/pindexes/valley/main search/pindexes/valley/main \
    search/pindexes/valley/dates dates'

say 'Now search the index.'
show "wax-search search 'castles date:2007-2009'"
show "wax-search search 'title:heronstone'"
show "wax-search search '\"nine weeks\" -date:2006'"

say 'One command does all of this; it processes only new crawls when it runs again:'
show 'wax-build --quiet again crawl/*arc*'
show 'wax-search again waxwings | head -n 12'
