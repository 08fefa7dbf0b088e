#!/bin/sh
# Captures as Common Crawl's table in Parquet, beside gzip'd CDX and a ZipNum:
#   bench/parquet.sh BIN PYTHON FOLDER [LINES]
# PYTHON has pyarrow and duckdb (the package is that of the build of BIN). FOLDER
# takes some GB; LINES: 10000000 if not given.
set -eu
bin=$1
python=$2
folder=$3
lines=${4-10000000}
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$folder"
if [ ! -e "$folder/sorted.cdx" ]; then
  { echo ' CDX N b a m s k r M S V g'
    awk -v n="$lines" -v seed=1 -f "$root/bench/make_cdx.awk"; } |
    "$bin/wax-cdx-sort" -q -o "$folder/sorted.cdx" -
fi
timed() {
  name=$1
  shift
  /usr/bin/time -f "$name: %e s, CPU %U + %S s, %M KiB" "$@"
}
rm -rf "$folder/table" "$folder/sorted.cdx.gz" "$folder/zipnum"
WAXWING_PYTHON=$python timed 'Parquet' "$bin/wax-cdx-convert" -q --format parquet \
  --crawl made -o "$folder/table" "$folder/sorted.cdx"
timed 'CDX, gzip -6' gzip -6 -c "$folder/sorted.cdx" >"$folder/sorted.cdx.gz"
timed 'ZipNum' "$bin/wax-cdx-zipnum" -q -o "$folder/zipnum" "$folder/sorted.cdx"
echo "bytes: CDX $(stat -c %s "$folder/sorted.cdx")," \
  "gzip $(stat -c %s "$folder/sorted.cdx.gz")," \
  "ZipNum $(du -sb "$folder/zipnum" | cut -f1)," \
  "Parquet $(find "$folder/table" -name '*.parquet' -printf '%s\n' |
    awk '{ sum += $1 } END { printf "%d", sum }')"
"$python" - "$folder/table" <<'END'
import sys
import time

import duckdb

began = time.perf_counter()
rows = duckdb.sql(
    "SELECT url_host_registered_domain, COUNT(*) AS n FROM read_parquet("
    "'%s/*/*/*.parquet', hive_partitioning=true) WHERE crawl = 'made' AND "
    "subset = 'warc' GROUP BY url_host_registered_domain ORDER BY n DESC"
    % sys.argv[1]).fetchall()
print("DuckDB, count by domain: %.2f s, %d domains, %d captures"
      % (time.perf_counter() - began, len(rows), sum(n for _, n in rows)))
END
