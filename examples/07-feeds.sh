#!/bin/sh
# Feeds say what to capture next: three rounds of two sites that change, without
# duplicates. Afterwards a search puts the new page first that was shared most
# and that most pages link to.
#
# Uses the tools on PATH, else those in build/release/bin; needs python3. The
# sites are local: feeds_server.py.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v wax >/dev/null || PATH=$here/../build/release/bin:$PATH
command -v python3 >/dev/null || { echo "This example needs python3."; exit 0; }
out=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; rm -rf "$out"' EXIT
cd "$out"
echo 1 >round
python3 "$here/feeds_server.py" port.part round &
server=$!
while [ ! -s port.part ]; do sleep 0.1; done
port=$(cat port.part)
for url in 127.0.0.1:"$port"/feed.xml 127.0.0.2:"$port"/feed.xml \
  127.0.0.2:"$port"/stream.json; do
  echo "http://$url"
done >feeds

# A systemd timer does this each quarter of an hour (wax-fetch@.timer). The
# feeds of the example are due at once, and its sites are on this machine.
for round in 1 2 3; do
  echo $round >round
  echo "Round $round: captures, and what they are:"
  wax-fetch --quiet --feeds --due 2999 --page-requisites --allow-private \
    --delay 0 --agent example --contact https://example.org/bot -o crawl feeds
  for folder in crawl/2*/; do :; done # the last one
  wax-warc-indexer --quiet --no-header --sort "$folder"*.warc.gz |
    awk '$3 ~ /^http/ && $3 !~ /robots.txt/ {
      sub(":'"$port"'", "", $3)
      print ($4 == "warc/revisit" ? "revisit " : "new     ") $3 }'
  echo
  sleep 1 # captures have dates of seconds
done

wax-posts --quiet --author-names crawl/*/*.warc.gz >posts
wax-resolve --quiet --posts --cdx crawl/captures.cdx posts >resolved
wax-build --quiet --links collection crawl/*/*.warc.gz
wax-shares --quiet --column shares resolved |
  wax-add-column --quiet --kind integer shares - collection
echo 'The best hit for "castle" by its text, and with its shares and links:'
wax-search --limit 1 collection castle | sed 1d
wax-search --limit 1 --boost shares collection castle | sed 1d | tee best
grep -q siege best
