#!/bin/sh
# Archives are imported by workers on any number of machines: here by three on
# this one. Jobs wait in Redis, each is done once, and what a lost worker had is
# given to another.
#
# Uses the tools on PATH, else those in build/release/bin; needs redis-server and
# redis-cli.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v wax >/dev/null || PATH=$here/../build/release/bin:$PATH
for tool in redis-server redis-cli; do
  command -v $tool >/dev/null || { echo "This example needs $tool."; exit 0; }
done
out=$(mktemp -d)
port=$((20000 + $$ % 10000))
trap 'redis-cli -p $port shutdown nosave >/dev/null 2>&1 || :; rm -rf "$out"' EXIT
cd "$out"
redis-server --port $port --daemonize yes --appendonly yes --dir "$out" >/dev/null
while ! redis-cli -p $port ping >/dev/null 2>&1; do sleep 0.1; done
server=redis://127.0.0.1:$port

# Every archive is a job. The lists of duplicates come first, so that each worker
# imports the first capture of a version alone.
wax-warc-indexer --quiet --sort --output all.cdx "$here"/crawl/*arc*
wax-dedup-cdx --quiet --output all.dup all.cdx
printf '%s\n' "$here"/crawl/*arc* | wax-work --quiet --redis "$server" --add -

# What each machine runs. The name of a segment comes from that of the archive;
# a job that runs twice replaces it.
mkdir segments
cat >import-one <<'SCRIPT'
#!/bin/sh
exec wax-import --quiet --force -e all.dup \
  -o "segments/$(basename "$1")" "$1"
SCRIPT
chmod +x import-one
for worker in 1 2 3; do
  wax-work --quiet --redis "$server" -- ./import-one {} 2>"worker-$worker.log" &
done
wait
echo 'The queue at the end:'
wax-work --quiet --redis "$server" --queue-status

wax-index --quiet -o crawl/pindexes/a/main segments/*
wax-add-dates --quiet crawl/pindexes/a/main crawl/pindexes/a/main \
  crawl/pindexes/a/dates all.dup
echo
echo 'A search over what all have imported:'
wax-search --limit 2 crawl castles
