#!/bin/sh
# Indexing archives, beside other indexers and the inflaters alone, as the rows
# of a Markdown table: medians of RUNS runs (5), which take turns.
#   bench/index.sh [BIN_DIR] [MEGABYTES]
# The archives, MEGABYTES (600) of them compressed, are crawled by wget from
# Debian's HTML documentation packages, served on loopback. The peers come from
# PyPI. Needs apt-get, python3 with venv, wget, g++ and GNU time, and about 4 GB
# for what it keeps in bench/corpus and bench/peers.
set -eu
cd "$(dirname "$0")/.."
bin=${1:-build/release/bin}
megabytes=${2:-600}
runs=${RUNS:-5}
port=${PORT:-8765}
corpus=bench/corpus/index-$megabytes
peers=bench/peers
packages='python3.11-doc libboost1.74-doc postgresql-doc-15 openjdk-17-doc
rust-doc qtbase5-doc-html libstdc++-12-doc python-django-doc
cppreference-doc-en-html'
export LC_ALL=C

size() { cat "$corpus"/*.warc.gz 2>/dev/null | wc -c; }

unpack() {
  [ -e bench/corpus/www/unpacked ] && return
  mkdir -p bench/corpus/www bench/corpus/deb
  (
    cd bench/corpus/deb
    # shellcheck disable=SC2086
    apt-get download -qq $packages >&2
    for package in *.deb; do dpkg-deb -x "$package" ../www; done
  )
  : >bench/corpus/www/unpacked
}

# Pass after pass, at least two where one does not fill it, over 2,000 pages an
# archive.
crawl() {
  [ -e "$corpus/made" ] && return
  unpack
  mkdir -p "$corpus"
  python3 -m http.server --bind 127.0.0.1 --directory bench/corpus/www "$port" \
    >/dev/null 2>&1 &
  server=$!
  trap 'kill $server' EXIT
  sleep 1
  (cd bench/corpus/www && find . -type f -name '*.html') | sort |
    sed "s|^\.|http://127.0.0.1:$port|" | awk 'BEGIN { srand(1) }
      { print rand() "\t" $0 }' | sort | cut -f 2 >"$corpus/urls"
  split -l 2000 -a 3 "$corpus/urls" "$corpus/urls."
  pass=1
  while [ "$(size)" -lt $((megabytes * 1000000)) ]; do
    for list in "$corpus"/urls.*; do
      [ "$(size)" -lt $((megabytes * 1000000)) ] || break
      wget -q -i "$list" -O /dev/null --no-warc-keep-log \
        --warc-file="$corpus/pass$pass-${list##*.}" || :
    done
    pass=$((pass + 1))
  done
  kill $server
  trap - EXIT
  : >"$corpus/made"
}

install_peers() {
  [ -e $peers/installed ] && return
  python3 -m venv $peers
  $peers/bin/pip install -q warcio cdxj-indexer fastwarc pywb
  : >$peers/installed
}

crawl
install_peers
g++ -O2 -o $peers/inflate bench/inflate.cc -ldeflate -lz
cat >$peers/iterate.py <<'END'
import sys
from fastwarc.warc import ArchiveIterator
for path in sys.argv[1:]:
    for record in ArchiveIterator(open(path, 'rb')):
        pass
END

out=bench/corpus/out
rm -f bench/corpus/times.*
names=$(mktemp)
run=0
measure() {
  name=$1
  shift
  number=$((number + 1))
  echo "$name" >>"$names"
  /usr/bin/time -a -o bench/corpus/times.$number -f '%e %U %S %M' \
    "$@" >$out 2>$out.err || {
    cat $out.err >&2
    echo "$name failed" >&2
    exit 1
  }
}
indexer=$bin/wax-warc-indexer
while [ $run -lt "$runs" ]; do
  number=0
  : >"$names"
  set -- "$corpus"/*.warc.gz
  measure 'cat' cat "$@"
  measure 'libdeflate alone' $peers/inflate libdeflate "$@"
  measure 'zlib alone' $peers/inflate zlib "$@"
  measure 'wax-warc-indexer -j1' "$indexer" -j1 "$@"
  measure 'wax-warc-indexer -j2' "$indexer" -j2 "$@"
  measure 'wax-warc-indexer -j1 --digest always' \
    "$indexer" -j1 --digest always "$@"
  measure 'FastWARC, iterating' $peers/bin/python $peers/iterate.py "$@"
  measure 'cdxj-indexer' $peers/bin/cdxj-indexer "$@"
  measure 'pywb cdx-indexer' $peers/bin/cdx-indexer "$@"
  measure 'gzip -dc' gzip -dc "$@"
  run=$((run + 1))
done

cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
load=$(cut -d ' ' -f 1 /proc/loadavg)
echo "$(ls "$corpus"/*.warc.gz | wc -l) archives," \
  "$(($(size) / 1000000)) MB; $(nproc) cores; $cpu; $(date +%F); $runs runs;" \
  "load $load."
echo
echo '| command | wall s | CPU s | peak MiB | MB per CPU s |'
echo '|---|---|---|---|---|'
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
number=0
while read -r name; do
  number=$((number + 1))
  times=bench/corpus/times.$number
  wall=$(awk '{ print $1 }' $times | median)
  busy=$(awk '{ print $2 + $3 }' $times | median)
  peak=$(awk '{ print $4 }' $times | median)
  echo "$name $wall $busy $peak $(size)" | awk '{
    n = NF; name = $1; for (i = 2; i <= n - 4; ++i) name = name " " $i
    printf "| %s | %.2f | %.2f | %d | %d |\n", name, $(n - 3), $(n - 2),
      $(n - 1) / 1024, $n / 1e6 / ($(n - 2) + 0.001) }'
done <"$names"
rm -f "$names" $out $out.err
