#!/bin/sh
# Measures every step of the pipeline on one archive. Prints rows of a Markdown
# table: medians of RUNS runs (3).
#   bench/pipeline.sh ARCHIVE.gz [TIMES] [BIN_DIR]
# The archive is concatenated TIMES (1) times, to get a larger one with the same
# pages. Half of the 2,000,000 dates belong to documents of the index.
set -eu
cd "$(dirname "$0")/.."
archive=$1
times=${2:-1}
bin=$(cd "${3:-build/release/bin}" && pwd)
runs=${RUNS:-3}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export LC_ALL=C

i=0
while [ $i -lt "$times" ]; do
  cat "$archive" >>"$dir/archive.gz"
  i=$((i + 1))
done

# measure NAME COMMAND
measure() {
  rm -f "$dir/times"
  run=0
  while [ $run -lt "$runs" ]; do
    (cd "$dir" && /usr/bin/time -a -o times -f '%e %U %S %M' sh -c "exec $2")
    run=$((run + 1))
  done
  awk -v middle=$(((runs + 1) / 2)) -v name="$1" '
    function median(values,   i, j, t) {
      for (i = 1; i <= NR; i++)
        for (j = i + 1; j <= NR; j++)
          if (values[j] < values[i]) {
            t = values[i]; values[i] = values[j]; values[j] = t
          }
      return values[middle]
    }
    { wall[NR] = $1; cpu[NR] = $2 + $3; if ($4 > peak) peak = $4 }
    END {
      printf "| %s | %.2f | %.2f | %d |\n", name, median(wall), median(cpu),
        peak / 1024
    }' "$dir/times"
}

echo "$(wc -c <"$dir/archive.gz") bytes; $(nproc) cores;$(
  sed -n 's/^model name[^:]*://p' /proc/cpuinfo | head -n 1); $(date -u +%F);" \
  "load $(cut -d' ' -f1 /proc/loadavg)"
echo
echo '| command | wall s | CPU s | peak MiB |'
echo '|---|---|---|---|'
measure 'gzip -dc' 'gzip -dc archive.gz >/dev/null'
measure 'wax-warc-indexer' "$bin/wax-warc-indexer -q -f -o all.cdx archive.gz"
measure 'wax-import' "$bin/wax-import -q -f -o segment archive.gz"
measure 'wax-index' "$bin/wax-index -q -f -o crawl/pindexes/a/main segment"
"$bin/wax-dumpindex" --tsv --fields urlkey,digest "$dir/crawl/pindexes/a/main" |
  awk -F '\t' 'NR > 1 { version[n++] = $1 " " $2 }
    END {
      for (i = 0; i < 2000000; i++) {
        date = sprintf("%04d%02d%02d%06d", 1996 + i % 30, 1 + i % 12,
          1 + i % 28, i % 240000)
        if (i % 2) print version[i % n] " " date
        else print "org,example)/" i " sha1:NONE " date
      }
    }' >"$dir/dates"
measure 'wax-add-dates, 2,000,000 lines' \
  "$bin/wax-add-dates -q -f crawl/pindexes/a/main crawl/pindexes/a/main \
crawl/pindexes/a/dates dates"
measure 'wax-search, one word and a year' \
  "$bin/wax-search -q crawl 'archive date:2008' >/dev/null"
