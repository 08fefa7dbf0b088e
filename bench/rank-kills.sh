#!/bin/sh
# Kills wax-rank at random moments of all its steps, N times, lets it go on, and
# compares what it made with a run that nobody killed. SEED chooses the moments.
# The inputs are views, logs and a map, or page views of Wikimedia and a dump of
# Wikidata; views are smeared.
# usage: bench/rank-kills.sh map|dump N SEED
set -eu
export LC_ALL=C
inputs=$1
kills=$2
seed=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

awk 'BEGIN { srand(7); for (i = 0; i < 3000; i++)
  print "Q" int(rand() * 2500), "Q" int(rand() * 2500) }' > edges
if [ "$inputs" = map ]; then
  for month in 01 02 03; do
    awk -v m="$month" 'BEGIN {
      srand(m); for (i = 0; i < 20000; i++)
        print "com,example)/" int(rand() * rand() * 8000), int(rand() * 9) }
    ' > "views-2021-$month"
  done
  awk 'BEGIN { for (i = 0; i < 8000; i++)
    print "com,example)/" i, "Q" int(i / 3) }' > map
  awk 'BEGIN { srand(5); for (i = 0; i < 20000; i++)
    printf "192.0.2.%d - - [%02d/Feb/2021:00:00:00 +0000] \"GET /web/2020/http://example.com/%d HTTP/1.1\" 200 1 \"-\" \"Firefox\"\n",
      rand() * 250, 1 + i / 800, rand() * 4000 }' > access.log
  set -- --views views-2021-01 --views views-2021-02 --views views-2021-03 \
    --entities map --logs access.log --robot-rate 0
else
  for day in 20210131 20210201 20210202; do
    awk -v d="$day" 'BEGIN {
      srand(d); for (i = 0; i < 20000; i++)
        print "de.wikipedia Seite_" int(rand() * rand() * 8000), i, "desktop",
          1 + int(rand() * 9), "A1" }
    ' | bzip2 > "pageviews-$day-user.bz2"
  done
  { echo '['
    awk 'BEGIN { for (i = 0; i < 8000; i++)
      printf "{\"type\":\"item\",\"id\":\"Q%d\",\"sitelinks\":{\"dewiki\":{\"site\":\"dewiki\",\"title\":\"Seite %d\",\"badges\":[]}}},\n", i, i }'
    echo ']'; } | bzip2 > wikidata.json.bz2
  set -- --pageviews pageviews-20210131-user.bz2 \
    --pageviews pageviews-20210201-user.bz2 \
    --pageviews pageviews-20210202-user.bz2 --sitelinks wikidata.json.bz2
fi
set -- -q "$@" --smear edges --share 0.4 --hops 3

# The sums of all files but the records, which have times.
sums() {
  (cd "$1" && find . -type f ! -name '*.step' | sort | xargs sha256sum)
}

begin=$(date +%s%N)
wax-rank whole "$@"
took=$((($(date +%s%N) - begin) / 1000000))
sums whole > expected

killed=0
run=0
while [ "$killed" -lt "$kills" ] && [ "$run" -lt $((kills * 20)) ]; do
  run=$((run + 1))
  after=$(awk -v s="$seed" -v n="$run" -v t="$took" \
    'BEGIN { srand(s * 1000 + n); printf "%.3f", rand() * t / 1000 }')
  mkdir -p out
  wax-rank out "$@" &
  pid=$!
  sleep "$after"
  kill -KILL "$pid" 2> kill.err || true
  wait "$pid" 2> wait.err && code=0 || code=$?
  if [ "$code" -eq 137 ]; then
    killed=$((killed + 1))
    # What has its name is whole.
    find out -name '*.gz' ! -name '*.part-*' -exec gzip -t {} +
    # Where it was: files that were made so far.
    find out -type f ! -name '*.part-*' | wc -l >> places
  else
    [ "$code" -eq 0 ]
    find out -name '*.part-*' -delete
    sums out | cmp - expected
    rm -r out
  fi
done
wax-rank out "$@"
# Files that killed runs left half-written have names of their own.
find out -name '*.part-*' -delete
sums out | cmp - expected
echo "$killed kills in $run runs, at $(sort -u places | wc -l) places: the same bytes"
