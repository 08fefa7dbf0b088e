#!/bin/sh
# Kills wax-rank at random moments of all its steps, N times, lets it go on, and
# compares what it made with a run that nobody killed. SEED chooses the moments.
# usage: bench/rank-kills.sh N SEED
set -eu
export LC_ALL=C
kills=$1
seed=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

for month in 01 02 03; do
  awk -v m="$month" 'BEGIN {
    srand(m); for (i = 0; i < 60000; i++)
      print "com,example)/" int(rand() * rand() * 20000), int(rand() * 9) }
  ' > "views-2021-$month"
done
awk 'BEGIN { for (i = 0; i < 20000; i++)
  print "com,example)/" i, "Q" int(i / 3) }' > map
awk 'BEGIN { srand(5); for (i = 0; i < 60000; i++)
  printf "192.0.2.%d - - [%02d/Feb/2021:00:00:00 +0000] \"GET /web/2020/http://example.com/%d HTTP/1.1\" 200 1 \"-\" \"Firefox\"\n",
    rand() * 250, 1 + i / 2200, rand() * 9000 }' > access.log

rank() {
  wax-rank "$1" -q --views views-2021-01 --views views-2021-02 \
    --views views-2021-03 --entities map --logs access.log --robot-rate 0
}
# The sums of all files but the records, which have times.
sums() {
  (cd "$1" && find . -type f ! -name '*.step' | sort | xargs sha256sum)
}

begin=$(date +%s%N)
rank whole
took=$((($(date +%s%N) - begin) / 1000000))
sums whole > expected

killed=0
run=0
while [ "$killed" -lt "$kills" ] && [ "$run" -lt $((kills * 20)) ]; do
  run=$((run + 1))
  after=$(awk -v s="$seed" -v n="$run" -v t="$took" \
    'BEGIN { srand(s * 1000 + n); printf "%.3f", rand() * t / 1000 }')
  mkdir -p out
  wax-rank out -q --views views-2021-01 --views views-2021-02 \
    --views views-2021-03 --entities map --logs access.log --robot-rate 0 &
  pid=$!
  sleep "$after"
  kill -KILL "$pid" 2> kill.err || true
  wait "$pid" 2> wait.err && code=0 || code=$?
  if [ "$code" -eq 137 ]; then
    killed=$((killed + 1))
    # What has its name is whole.
    find out -name '*.gz' ! -name '*.part-*' -exec gzip -t {} +
  else
    [ "$code" -eq 0 ]
    find out -name '*.part-*' -delete
    sums out | cmp - expected
    rm -r out
  fi
done
rank out
# Files that killed runs left half-written have names of their own.
find out -name '*.part-*' -delete
sums out | cmp - expected
echo "$killed kills in $run runs: the same bytes"
