#!/bin/sh
# Which captures hold a text that an earlier one holds already?
#
# Uses the tools on PATH, else those in build/release/bin.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v wax >/dev/null || PATH=$here/../build/release/bin:$PATH
cd "$here/crawl"

echo 'The duplicate list names key, digest and date of all captures but the first'
echo 'of each text. Revisit records are not in it: they hold no text at all.'
wax-warc-indexer --quiet --sort *.arc.gz *.warc *.warc.gz |
  wax-dedup-cdx --quiet - | head -n 5

echo
echo 'Their dates come from the revisit lines:'
wax-warc-indexer --quiet --sort *.arc.gz *.warc *.warc.gz |
  wax-revisits --quiet - | head -n 5

echo
echo 'Dates on which a text was seen again, most often first:'
{
  wax-warc-indexer --quiet --sort *.arc.gz *.warc *.warc.gz |
    wax-dedup-cdx --quiet -
  wax-warc-indexer --quiet --sort *.arc.gz *.warc *.warc.gz |
    wax-revisits --quiet -
} | cut -d ' ' -f 1 | sort | uniq -c | sort -k 1,1nr -k 2 | head -n 5
