#!/bin/sh
# Which captures have the same content as an earlier capture?
#
# Uses the tools on PATH, else those in build/release/bin.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v wax >/dev/null || PATH=$here/../build/release/bin:$PATH
cd "$here/crawl"

echo 'The duplicate list has key, digest and date of every capture but the first of'
echo 'each version. Revisit records are not in it, because they have no content.'
wax-warc-indexer --quiet --sort *.arc.gz *.warc *.warc.gz |
  wax-dedup-cdx --quiet - | head -n 5

echo
echo 'The revisit dates are in another list:'
wax-warc-indexer --quiet --sort *.arc.gz *.warc *.warc.gz |
  wax-revisits --quiet - | head -n 5

echo
echo 'How often a page was captured again without a change, the most frequent first:'
{
  wax-warc-indexer --quiet --sort *.arc.gz *.warc *.warc.gz |
    wax-dedup-cdx --quiet -
  wax-warc-indexer --quiet --sort *.arc.gz *.warc *.warc.gz |
    wax-revisits --quiet -
} | grep -v '^#' | cut -d ' ' -f 1 | sort | uniq -c | sort -k 1,1nr -k 2 | head -n 5
