#!/bin/sh
# A collection grows: each crawl is added after it was made, and only its new
# content becomes documents.
#
# Uses the tools on PATH, else those in build/release/bin.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v wax >/dev/null || PATH=$here/../build/release/bin:$PATH
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$here/crawl"

for crawl in valley-2006-11.arc.gz valley-2007-10.warc.gz valley-2007-12.warc \
  valley-2008-05.warc.gz valley-2008-11.warc.gz valley-2009-06.warc.gz; do
  wax-build --quiet "$out/valley" "$crawl"
  # Each crawl is a shard of its own, named by its number.
  for shard in "$out"/valley/pindexes/*; do newest=$shard; done
  documents=$(wax-dumpindex --count "$newest/main")
  echo "$crawl: $documents new documents"
done

echo
echo 'A page that every crawl captured has all its dates, whatever shard it is in:'
wax-search "$out/valley" 'title:ravel'

echo
echo 'If the build is run again, it has nothing to do:'
wax-build "$out/valley"
