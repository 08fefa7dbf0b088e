#!/bin/sh
# Measures wax serve under load, beside what OutbackCDX is made of (RocksDB behind
# NanoHTTPD) and pywb, over the same CDX lines; writes its section of
# docs/PERFORMANCE.md.
#   bench/serve.sh [BIN_DIR] [SECONDS] [SEED]
# Each row takes SECONDS (10). SEED (7) draws the URLs and the queries. LINES=1000000 takes fewer CDX lines than 10 million,
# REQUESTS=100000 fewer requests than a million for the row of memory, and with
# KEEP=1 the section is only printed. What is there is used again: the lines and
# databases below bench/corpus/serve-LINES, the peers in bench/peers, and the
# documents that bench/search.sh makes, a million or those in the folder DOCUMENTS
# (bench/corpus/search-real-1), with the queries that it drew of the same seed; rows of what is not there are left
# out, which the script says. Needs wrk, java and mvn; some 10 GB.
set -eu
cd "$(dirname "$0")/.."
bin=${1:-build/release/bin}
seconds=${2:-10}
seed=${3:-7}
lines=${LINES:-10000000}
requests=${REQUESTS:-1000000}
runs=1
. bench/measure.sh
corpus=$PWD/bench/corpus/serve-$lines
documents=${DOCUMENTS:-bench/corpus/search-1000000}
queries=$documents/queries-$seed.tsv
peers=$PWD/bench/peers
jars=$peers/rocksdb
mkdir -p "$corpus" "$peers"
server=

[ -e "$corpus/lines.cdx" ] || {
  awk -v n=$((lines / 20)) -v seed=1 -f bench/make_cdx.awk >"$measured/small"
  for part in 0 1 2 3 4 5 6 7 8 9 a b c d e f g h i j; do
    sed "s/example-/example-$part/g" "$measured/small"
  done | "$bin/wax-cdx-sort" -q -o "$corpus/lines.cdx"
}
[ -e "$corpus/zip" ] || "$bin/wax-cdx-zipnum" -q -o "$corpus/zip" "$corpus/lines.cdx"
urls=$corpus/urls-$seed
[ -e "$urls" ] || awk -v seed="$seed" 'BEGIN { srand(seed) }
  NR % 97 == 1 && $1 !~ /^ / { print rand() " " $3 }' "$corpus/lines.cdx" |
  LC_ALL=C sort | head -n 100000 | cut -d ' ' -f 2 |
  sed 's/%/%25/g; s/&/%26/g; s/+/%2B/g; s/?/%3F/g; s/=/%3D/g; s/:/%3A/; s,/,%2F,g' \
    >"$urls"
[ -e "$jars" ] || {
  for jar in org.nanohttpd:nanohttpd:2.3.1 org.rocksdb:rocksdbjni:7.9.2; do
    mvn -q dependency:copy -Dartifact=$jar -DoutputDirectory="$jars" -Dmdep.useBaseVersion=true
  done
} >&2 || echo 'RocksDB is left out: it could not be fetched' >&2
[ -e "$corpus/rocksdb" ] || [ ! -e "$jars" ] ||
  java -cp "$jars/*" bench/serve_rocksdb/Lookup.java "$corpus/rocksdb" load \
    "$corpus/lines.cdx"
[ -e "$peers/pywb" ] || {
  python3 -m venv "$peers/pywb" && "$peers/pywb/bin/pip" install -q pywb
} >&2 || echo 'pywb is left out: it could not be fetched' >&2

# begin PORT COMMAND...: starts a server and waits until it listens.
begin() {
  port=$1
  shift
  "$@" >"$measured/server" 2>&1 &
  server=$!
  for _ in $(seq 1200); do
    if curl -s -o "$measured/out" "http://127.0.0.1:$port/"; then return; fi
    sleep 0.1
  done
  cat "$measured/server" >&2
  exit 1
}
end() {
  kill $server
  wait $server || true
  server=
}
cpu() { awk '{ print $14 + $15 }' /proc/$server/stat; }
resident() { awk '/^VmRSS/ { printf "%d", $2 / 1024 }' /proc/$server/status; }

# load CONNECTIONS SECONDS: sets rate, p50, p99, asked, failed, and used: CPU of the
# server in microseconds for each request.
load() {
  before=$(cpu)
  wrk -t 1 -c "$1" -d "${2}s" -s bench/serve.lua "http://127.0.0.1:$port" \
    >"$measured/wrk" 2>&1
  used=$(($(cpu) - before))
  # shellcheck disable=SC2046
  set -- $(sed -n 's/^RESULT//p' "$measured/wrk")
  rate=${1:-0} p50=${2:--} p99=${3:--} asked=${4:-0} failed=${5:--}
  used=$((used * 1000000 / $(getconf CLK_TCK) / (asked > 0 ? asked : 1)))
}

# row NAME PREFIX: look-ups by the server at $port.
row() {
  sed "s,^,$2," "$urls" >"$measured/paths"
  export PATHS="$measured/paths"
  load 4 1
  for connections in 1 4 16 64; do
    load $connections "$seconds"
    echo "| $1 | $connections | $rate | $p50 | $p99 | $used | $failed |"
  done
}

measure() {
  trap '[ -z "$server" ] || kill $server' EXIT
  machine "CDX look-ups of a URL, $lines lines, seed $seed, wrk on the same cores"
  echo "Peers: $(pip_versions "$peers/pywb/bin/python" pywb)," \
    "$(basename -s .jar -a "$jars"/rocksdbjni-*.jar "$jars"/nanohttpd-*.jar |
      tr '-' ' ' | paste -s -d , | sed 's/,/, /g')."
  echo
  echo '| server | connections | requests/s | p50 ms | p99 ms | CPU µs a request | failed |'
  echo '|---|---|---|---|---|---|---|'
  for kind in flat ZipNum; do
    file=$corpus/lines.cdx
    [ $kind = flat ] || file=$(ls "$corpus"/zip/*.idx)
    begin 8971 "$bin/wax-serve" -q --listen 127.0.0.1:8971 --cdx "$file"
    row "wax serve, $kind" '/cdx?url='
    end
  done
  if [ -e "$corpus/rocksdb" ]; then
    begin 8972 java -cp "$jars/*" bench/serve_rocksdb/Lookup.java \
      "$corpus/rocksdb" serve 8972
    row 'RocksDB behind NanoHTTPD' '/cdx?url='
    end
  fi
  if [ -e "$peers/pywb/bin/wayback" ]; then
    printf 'collections:\n  all:\n    index_paths: %s\n' "$corpus/lines.cdx" \
      >"$measured/config.yaml"
    begin 8973 "$peers/pywb/bin/wayback" -b 127.0.0.1 -p 8973 -d "$measured"
    row 'pywb, flat' '/all/cdx?url='
    end
  fi
  echo
  if [ -e "$documents/wax" ] && [ -e "$queries" ]; then
    begin 8974 "$bin/wax-serve" -q --listen 127.0.0.1:8974 "$documents/wax"
    # Six kinds, as bench/search.cc asks them, in the fields that are searched by
    # default, ten hits with passages.
    awk -F '\t' '
      $1 == "or" { gsub(" ", "+OR+", $2) }
      $1 == "phrase" { $2 = "%22" $2 "%22" }
      $1 == "prefix" { $2 = $2 "*" }
      $1 != "dates" && $1 != "facet" {
        gsub(" ", "+", $2)
        print "/api/search?query=" $2
      }' "$queries" >"$measured/paths"
    export PATHS="$measured/paths"
    load 16 2
    echo "| searches of $(wc -l <"$documents/documents.jsonl") documents |" \
      'requests/s | p50 ms | p99 ms | CPU µs a request | failed |'
    echo '|---|---|---|---|---|---|'
    for connections in 1 4 16; do
      load $connections "$seconds"
      echo "| $connections connections | $rate | $p50 | $p99 | $used | $failed |"
    done
    echo
    end
  else
    echo "searches are left out: bench/search.sh makes $documents and $queries" >&2
  fi

  cp "$corpus/lines.cdx" "$corpus/one.cdx"
  begin 8975 "$bin/wax-serve" -q --listen 127.0.0.1:8975 --cdx "$corpus/one.cdx"
  sed 's,^,/cdx?url=,' "$urls" >"$measured/paths"
  export PATHS="$measured/paths"
  echo '| requests answered | resident MiB |'
  echo '|---|---|'
  total=0
  for percent in 10 50 100; do
    while [ $total -lt $((requests / 100 * percent)) ]; do
      load 16 1
      total=$((total + asked))
    done
    echo "| $percent % of $requests | $(resident) |"
  done
  echo
  (
    for _ in 1 2 3 4 5 6 7 8 9 10; do
      sleep 1.2
      cp --reflink=auto "$corpus/lines.cdx" "$corpus/new.cdx"
      mv "$corpus/new.cdx" "$corpus/one.cdx"
    done
    touch "$measured/replaced"
  ) &
  asked_in_all=0 failed_in_all=0
  while [ ! -e "$measured/replaced" ]; do
    load 16 3
    asked_in_all=$((asked_in_all + asked)) failed_in_all=$((failed_in_all + failed))
  done
  generation=$(curl -s "http://127.0.0.1:$port/metrics" |
    sed -n 's/^wax_collection_generation.* //p')
  echo "The CDX file was replaced 10 times (the server saw generation $generation)" \
    "while 16 connections asked: $asked_in_all requests, $failed_in_all failed."
  end
  rm -f "$corpus/one.cdx"
}

if [ -n "${KEEP:-}" ]; then
  measure
else
  measure | publish 'serving'
fi
