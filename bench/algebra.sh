#!/bin/sh
# Measures filters, conversions, counts, checks, look-ups and ZipNum of sorted CDX
# beside awk, grep and gzip; writes its section of docs/PERFORMANCE.md.
#   bench/algebra.sh [BIN_DIR] [LINES]
# Medians of RUNS runs (3). Needs about 5 GB in $TMPDIR (/tmp) for 5,000,000
# lines.
set -eu
cd "$(dirname "$0")/.."
bin=${1:-build/release/bin}
lines=${2:-5000000}
runs=${RUNS:-3}
dir=${TMPDIR:-/tmp}/wax-bench-algebra-$lines
. bench/measure.sh

mkdir -p "$dir"
cdx=$dir/sorted.cdx
if [ ! -e "$cdx" ]; then
  # The keys are those of the URLs.
  awk -v n="$lines" -v seed=1 -f bench/make_cdx.awk |
    sed 's/,www)/)/; s|/?|?|' >"$dir/lines.cdx"
  sort "$dir/lines.cdx" -o "$cdx.part"
  mv "$cdx.part" "$cdx"
fi
if [ ! -e "$dir/made" ]; then
  # Lists of SURT prefixes, of fixed parts of URLs, and of expressions. Most name
  # a host that the lines have and a page that they do not have.
  for n in 10 1000 100000; do
    awk -v n=$n -v dir="$dir" 'BEGIN {
      srand(3)
      for (i = 0; i < n; ++i) {
        host = sprintf("%05d", int(rand() * 20000))
        section = int(rand() * 97)
        printf "com,example-%s)/section-%d/x%d\n", host, section, i \
          >dir "/prefixes-" n
        printf "~/calendar-%d/\n", int(rand() * 20000000) >dir "/parts-" n
        printf "~example-%s.*section-%d/x[0-9]+%d\n", host, section, i \
          >dir "/expressions-" n
      }
    }'
  done
  "$bin/wax-cdx-convert" -q --format cdxj "$cdx" -o "$dir/sorted.cdxj" -f
  "$bin/wax-cdx-zipnum" -q "$cdx" -o "$dir/zipnum" -f
  : >"$dir/made"
fi
size=$(wc -c <"$cdx")
json_size=$(wc -c <"$dir/sorted.cdxj")

# several COMMAND...: the commands of one comparison, as lines "NAME|COMMAND",
# run in turn.
several() {
  run=0
  while [ $run -lt "$runs" ]; do
    for word; do
      once "${word%%|*}" sh -c "exec ${word#*|}"
    done
    run=$((run + 1))
  done
}

# Drops files from the page cache.
forget() {
  for file; do
    dd if="$file" iflag=nocache count=0 status=none
  done
}

{
  machine "$lines sorted lines, $((size / 1000000)) MB as CDX, $((json_size /
    1000000)) MB as CDXJ"
  echo
  several \
    "cat|cat $cdx" \
    "wax-cdx-filter, one column|$bin/wax-cdx-filter -q -w m=text/html $cdx" \
    "awk, one column|awk '\$4 == \"text/html\"' $cdx" \
    "wax-cdx-filter, an expression and dates|$bin/wax-cdx-filter -q -w 'a~section-1[0-9]/' --from 2008 $cdx" \
    "wax-cdx-filter, 10 prefixes|$bin/wax-cdx-filter -q --block $dir/prefixes-10 $cdx" \
    "wax-cdx-filter, 1,000 prefixes|$bin/wax-cdx-filter -q --block $dir/prefixes-1000 $cdx" \
    "wax-cdx-filter, 100,000 prefixes|$bin/wax-cdx-filter -q --block $dir/prefixes-100000 $cdx" \
    "wax-cdx-filter, 10 parts of URLs|$bin/wax-cdx-filter -q --block $dir/parts-10 $cdx" \
    "wax-cdx-filter, 1,000 parts of URLs|$bin/wax-cdx-filter -q --block $dir/parts-1000 $cdx" \
    "grep -F -f, 1,000 parts|grep -v -F -f $dir/parts-1000 $cdx" \
    "wax-cdx-filter, 100,000 parts of URLs|$bin/wax-cdx-filter -q --block $dir/parts-100000 $cdx" \
    "wax-cdx-filter, 10 expressions|$bin/wax-cdx-filter -q --block $dir/expressions-10 $cdx" \
    "wax-cdx-filter, 1,000 expressions|$bin/wax-cdx-filter -q --block $dir/expressions-1000 $cdx" \
    "wax-cdx-filter, 100,000 expressions|$bin/wax-cdx-filter -q --block $dir/expressions-100000 $cdx" \
    "wax-cdx-convert, CDX to CDXJ|$bin/wax-cdx-convert -q --format cdxj $cdx" \
    "wax-cdx-convert, CDX-11 to CDX-9|$bin/wax-cdx-convert -q --format cdx9 $cdx" \
    "awk, CDX-11 to CDX-9|awk '{print \$1,\$2,\$3,\$4,\$5,\$6,\$7,\$10,\$11}' $cdx" \
    "wax-cdx-stats|$bin/wax-cdx-stats -q $cdx" \
    "wax-cdx-stats, not sorted|$bin/wax-cdx-stats -q $dir/lines.cdx" \
    "wax-cdx-check|$bin/wax-cdx-check -q --urlkey none $cdx" \
    "wax-cdx-zipnum, to ZipNum|$bin/wax-cdx-zipnum -q -j 1 $cdx -o $dir/again -f" \
    "gzip|gzip -c $cdx" \
    "wax-cdx-zipnum, from ZipNum|$bin/wax-cdx-zipnum -q -x $dir/zipnum" \
    "gzip -d|gzip -dc $dir/zipnum/cdx-00000.gz"
  rows "$size"
  echo
  echo "Of CDXJ (the rate is of its bytes):"
  echo
  several \
    "wax-cdx-filter, CDXJ, one key|$bin/wax-cdx-filter -q -w mime=text/html $dir/sorted.cdxj" \
    "wax-cdx-convert, CDXJ to CDX|$bin/wax-cdx-convert -q $dir/sorted.cdxj" \
    "wax-cdx-stats, CDXJ|$bin/wax-cdx-stats -q $dir/sorted.cdxj"
  rows "$json_size"
  echo
  echo "Look-ups, the files not in memory before:"
  echo
  url=$(sed -n "$((lines / 2))p" "$cdx" | cut -d ' ' -f 3)
  for what in "$cdx" "$dir/zipnum/cluster.idx"; do
    form=flat
    [ "$what" = "$cdx" ] || form=ZipNum
    run=0
    while [ $run -lt "$runs" ]; do
      forget "$cdx" "$dir/zipnum/cluster.idx" "$dir/zipnum/cdx-00000.gz"
      once "$form, a URL" "$bin/wax-cdx-lookup" -q "$url" "$what"
      forget "$cdx" "$dir/zipnum/cluster.idx" "$dir/zipnum/cdx-00000.gz"
      once "$form, the closest" "$bin/wax-cdx-lookup" -q --closest 2010 -n 1 \
        "$url" "$what"
      forget "$cdx" "$dir/zipnum/cluster.idx" "$dir/zipnum/cdx-00000.gz"
      once "$form, the last of a host" "$bin/wax-cdx-lookup" -q \
        --match host --reverse -n 1 "$url" "$what"
      run=$((run + 1))
    done
  done
  rows 0 | without_rate
  echo
} | publish "CDX algebra"
