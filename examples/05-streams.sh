#!/bin/sh
# Feeds and posts say what to capture next; the archives say which page was
# shared most, and a search puts it first.
#
# Uses the tools on PATH, else those in build/release/bin; needs wget and
# python3. The sites are local: streams_server.py.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v wax >/dev/null || PATH=$here/../build/release/bin:$PATH
for tool in wget python3; do
  command -v $tool >/dev/null || { echo "This example needs $tool."; exit 0; }
done
out=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; rm -rf "$out"' EXIT
cd "$out"
python3 "$here/streams_server.py" port.part &
server=$!
while [ ! -s port.part ]; do sleep 0.1; done

# capture NAME WGET-ARGUMENT...: into NAME.warc.gz. wget exits with 8 when a
# server has answered with an error.
capture() {
  name=$1
  shift
  wget --quiet --no-config -e use_proxy=yes -e robots=off \
    -e "http_proxy=127.0.0.1:$(cat port.part)" --warc-file="$name" \
    --no-warc-keep-log --delete-after --directory-prefix=pages "$@" ||
    [ $? = 8 ]
}

capture streams http://news.valley.example/feed.xml \
  http://posts.example/stream.json
echo 'Items of the feed that were not seen before:'
wax-feeds --quiet streams.warc.gz | wax-seen --quiet --add seen | tee new-items |
  cut -f 1

echo
echo 'Posts, without the one that was deleted, and links that were not captured:'
wax-posts --quiet --author-names streams.warc.gz | tee posts | cut -f 1,3,5-7
wax-warc-indexer --quiet --redirects --sort streams.warc.gz >streams.cdx
wax-resolve --quiet --posts --cdx streams.cdx --missing missing posts >/dev/null

echo
echo 'Jobs of one list for each host, and their capture:'
cat new-items missing | wax-jobs --quiet --delay 1 --job 3 jobs
cut -f 1-3 jobs/jobs.tsv
for list in jobs/*/*.txt; do
  capture "crawl-$(basename "$list" .txt)" --input-file="$list"
done

wax-build --quiet collection ./*.warc.gz
wax-warc-indexer --quiet --redirects --sort ./*.warc.gz >all.cdx
wax-resolve --quiet --posts --cdx all.cdx posts >resolved
echo
echo 'The most shared pages of the week:'
wax-shares --quiet --by week resolved | cut -f 1-6

wax-shares --quiet --column shares resolved |
  wax-add-column --quiet --kind integer shares - collection
echo
echo 'The best hit for "castle" by its text, and with its shares:'
wax-search --limit 1 collection castle | sed 1d
wax-search --limit 1 --boost shares collection castle | sed 1d
