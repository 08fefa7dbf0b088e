#!/bin/sh
# Measures the indexing of archives beside other indexers and plain inflaters;
# writes its section of docs/PERFORMANCE.md.
#   bench/index.sh [BIN_DIR] [MEGABYTES]
# wget crawls the archives, MEGABYTES (600) in all when compressed, from Debian's
# HTML documentation packages, served on loopback. The other indexers come from
# PyPI, npm and Maven; the script names those that it cannot install.
# Needs apt-get, python3 with venv, wget, g++, libisal-dev and GNU time, and
# about 4 GB for what it keeps in bench/corpus and bench/peers.
# Each command runs RUNS (5) times, in turn with the others.
set -eu
cd "$(dirname "$0")/.."
bin=${1:-build/release/bin}
megabytes=${2:-600}
runs=${RUNS:-5}
port=${PORT:-8765}
corpus=bench/corpus
peers=bench/peers
indexer=$bin/wax-warc-indexer
packages='python3.11-doc libboost1.74-doc postgresql-doc-15 openjdk-17-doc
rust-doc qtbase5-doc-html libstdc++-12-doc python-django-doc
cppreference-doc-en-html'
. bench/measure.sh

unpack() {
  [ -e $corpus/www/unpacked ] && return
  mkdir -p $corpus/www $corpus/deb
  (
    cd $corpus/deb
    # shellcheck disable=SC2086
    apt-get download -qq $packages >&2
    for package in *.deb; do dpkg-deb -x "$package" ../www; done
  )
  : >$corpus/www/unpacked
}

size() { cat "$1"/*.warc.gz 2>/dev/null | wc -c; }

# crawl FOLDER MEGABYTES SIZE: crawls pages of a SIZE as find(1) takes it, 2,000
# per archive, again and again until there are enough megabytes.
crawl() {
  [ -e "$1/made" ] && return
  unpack
  mkdir -p "$1"
  python3 -m http.server --bind 127.0.0.1 --directory $corpus/www "$port" \
    >/dev/null 2>&1 &
  server=$!
  sleep 1
  (cd $corpus/www && find . -type f -name '*.html' -size "$3") | sort |
    sed "s|^\.|http://127.0.0.1:$port|" | awk 'BEGIN { srand(1) }
      { print rand() "\t" $0 }' | sort | cut -f 2 >"$1/urls"
  split -l 2000 -a 3 "$1/urls" "$1/urls."
  pass=1
  while [ "$(size "$1")" -lt $(($2 * 1000000)) ]; do
    for list in "$1"/urls.*; do
      [ "$(size "$1")" -lt $(($2 * 1000000)) ] || break
      wget -q -i "$list" -O /dev/null --no-warc-keep-log \
        --warc-file="$1/pass$pass-${list##*.}" || :
    done
    pass=$((pass + 1))
  done
  kill $server
  : >"$1/made"
}

install_peers() {
  [ -e $peers/installed ] && return
  python3 -m venv $peers
  $peers/bin/pip install -q warcio cdxj-indexer fastwarc pywb
  (cd $peers && npm install --silent warcio) || echo 'no warcio.js' >&2
  mvn -q dependency:get -Dartifact=org.netpreserve:jwarc:0.31.1 &&
    mvn -q dependency:copy -Dartifact=org.netpreserve:jwarc:0.31.1 \
      -DoutputDirectory="$PWD/$peers" || echo 'no jwarc' >&2
  cat >$peers/iterate.py <<'END'
import sys
from fastwarc.warc import ArchiveIterator
for path in sys.argv[1:]:
    for record in ArchiveIterator(open(path, 'rb')):
        pass
END
  : >$peers/installed
}

pages=$corpus/index-$megabytes
large=$corpus/large-$((megabytes / 4))
crawl "$pages" "$megabytes" +0
crawl "$large" $((megabytes / 4)) +20k
install_peers
g++ -std=c++20 -O2 -o $peers/inflate bench/inflate.cc -ldeflate -lz -lisal \
  -lcrypto -pthread

limits() {
  once 'cat' cat "$@"
  once 'memcpy' $peers/inflate memcpy 1 "$@"
  once 'zlib alone' $peers/inflate zlib 1 "$@"
  once 'ISA-L alone' $peers/inflate isal 1 "$@"
  once 'libdeflate alone' $peers/inflate libdeflate 1 "$@"
  once 'libdeflate alone, 2 threads' $peers/inflate libdeflate 2 "$@"
  once 'libdeflate and SHA-1' $peers/inflate sha1 1 "$@"
  once 'libdeflate and SHA-1, 2 threads' $peers/inflate sha1 2 "$@"
}

ours() {
  for jobs in 1 2; do
    once "wax-warc-indexer -j$jobs" "$indexer" -q -j$jobs "$@"
    once "wax-warc-indexer -j$jobs --digest always" \
      "$indexer" -q -j$jobs --digest always "$@"
    once "wax-warc-indexer -j$jobs --skim" "$indexer" -q -j$jobs --skim "$@"
  done
}

fields=warc-type,warc-target-uri,warc-date,http:content-type,http:status
fields=$fields,warc-payload-digest,offset,length,filename
others() {
  once 'gzip -dc' gzip -dc "$@"
  once 'FastWARC, iterating' $peers/bin/python $peers/iterate.py "$@"
  once 'FastWARC, index of nine fields' $peers/bin/fastwarc index -f "$fields" \
    "$@"
  once 'warcio index, nine fields' $peers/bin/warcio index -f "$fields" "$@"
  [ ! -e $peers/jwarc-0.31.1.jar ] ||
    once 'jwarc cdx' java -jar $peers/jwarc-0.31.1.jar cdx "$@"
  once 'cdxj-indexer' $peers/bin/cdxj-indexer "$@"
  once 'pywb cdx-indexer' $peers/bin/cdx-indexer "$@"
  [ ! -d $peers/node_modules/warcio ] || once 'warcio.js cdx-index' \
    node $peers/node_modules/warcio/dist/cli.js cdx-index "$@"
}

repeat() {
  run=0
  while [ $run -lt "$runs" ]; do
    "$@"
    run=$((run + 1))
  done
}

all() {
  limits "$@"
  ours "$@"
  others "$@"
}

# One file, N times as large as the smallest.
growth() {
  for times in 1 2 4 8; do
    for jobs in 1 2; do
      once "$times x, -j$jobs" "$indexer" -q -j$jobs \
        "$corpus/growth-$times.warc.gz"
    done
  done
}

{
  set -- "$pages"/*.warc.gz
  machine "$# archives, $(($(size "$pages") / 1000000)) MB"
  echo "Peers: $(pip_versions $peers/bin/python FastWARC warcio cdxj-indexer pywb)," \
    "$(basename -s .jar $peers/jwarc-*.jar | tr - ' ')."
  echo
  repeat all "$@"
  rows "$(size "$pages")" 'wax-warc-indexer -j1'
  echo
  set -- "$large"/*.warc.gz
  echo "Pages of more than 20 KB, $(($(size "$large") / 1000000)) MB of them:"
  echo
  repeat ours "$@"
  rows "$(size "$large")" 'wax-warc-indexer -j1'
  echo
  set -- "$pages"/*.warc.gz
  eighth=$((($# + 7) / 8))
  [ -e $corpus/growth-8.warc.gz ] || {
    # shellcheck disable=SC2012
    ls "$pages"/*.warc.gz | head -n $eighth | xargs cat \
      >$corpus/growth-1.warc.gz
    for times in 2 4 8; do
      cat $corpus/growth-$((times / 2)).warc.gz \
        $corpus/growth-$((times / 2)).warc.gz >$corpus/growth-$times.warc.gz
    done
  }
  echo "One file of 1, 2, 4 and 8 times" \
    "$(($(wc -c <$corpus/growth-1.warc.gz) / 1000000)) MB:"
  echo
  repeat growth
  rows 0 | without_rate
} | publish 'indexing archives'
