#!/bin/sh
# From archives to answers in two commands.
#
# Uses the tools on PATH, else those in build/release/bin.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v wax >/dev/null || PATH=$here/../build/release/bin:$PATH
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$here/crawl"

wax-build --quiet "$out/valley" *.arc.gz *.warc *.warc.gz

for query in 'castles date:2007-2009' '"forty waxwings"' 'Ebereschen' 'замка' \
  'castle -date:2006' 'date:20090621 trout'; do
  echo "== $query"
  wax-search "$out/valley" "$query"
  echo
done
