#!/bin/sh
# What is in these archives? The tools list the captures as CDX records, and the
# usual Unix tools answer questions about them.
#
# Uses the tools on PATH, else those in build/release/bin.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v wax >/dev/null || PATH=$here/../build/release/bin:$PATH
cd "$here/crawl"

echo 'The columns, and the first captures in CDX order:'
wax-warc-indexer --quiet --sort *.arc.gz *.warc *.warc.gz | head -n 5

echo
echo 'Captures by year and type:'
wax-warc-indexer --quiet --no-header *.arc.gz *.warc *.warc.gz |
  awk '{ print substr($2, 1, 4), $4 }' | sort | uniq -c

echo
echo 'Pages that were not found:'
wax-warc-indexer --quiet --no-header *.arc.gz *.warc *.warc.gz |
  awk '$5 == 404 { print $2, $3 }' | sort

echo
echo 'Pages with instructions for robots, by the letters of column M (A: noarchive,'
echo 'F: nofollow, I: noindex):'
wax-warc-indexer --quiet --no-header --meta *.arc.gz *.warc *.warc.gz |
  awk '$8 != "-" { print $2, $3, $8 }'

echo
echo 'One capture as CDXJ:'
wax-warc-indexer --quiet --format cdxj valley-2008-05.warc.gz |
  grep castles/heronstone
