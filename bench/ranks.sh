#!/bin/sh
# Measures wax-rank with 64 MiB of memory on generated access logs, page views and a
# dump in the form of Wikidata's, beside others that count the same: awk with sort and
# uniq, DuckDB (from PyPI, in bench/peers/ranks), simdjson's on-demand parser and jq.
# Peers count lines alone: they know neither robots nor repeats nor URL keys. Prints
# rows of Markdown tables.
#
#   bench/ranks.sh [LOG-LINES [VIEW-LINES [ENTITIES [BIN]]]]
# LOG-LINES and VIEW-LINES are the largest numbers; a half, a quarter and an eighth
# are measured, too, and the peers on an eighth.
set -eu
cd "$(dirname "$0")/.."
logs=${1:-100000000} views=${2:-50000000} entities=${3:-200000}
bin=$(cd "${4:-build/release/bin}" && pwd)
peers=$PWD/bench/peers/ranks
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export LC_ALL=C TMPDIR="$dir"

# measure NAME UNITS COMMAND...: wall and CPU seconds, million units a second of CPU
# time, peak memory of the largest process.
measure() {
  name=$1 units=$2
  shift 2
  /usr/bin/time -o "$dir/time" -f '%e %U %S %M' "$@" >"$dir/out"
  awk -v name="$name" -v units="$units" '{
    printf "| %s | %.1f | %.1f | %.2f | %d |\n", name, $1, $2 + $3,
      units / ($2 + $3) / 1000000, $4 / 1024
  }' "$dir/time"
}

heads() {
  echo
  echo "| | wall s | CPU s | million $1 a second of CPU time | peak MiB |"
  echo '|---|---|---|---|---|'
}

# COUNT requests of a month at a replay of 400,000 clients; every fifth is no view.
requests() {
  awk -v count="$1" 'BEGIN {
    srand(1)
    for (i = 0; i < count; i++) {
      second = int(i * 2419200 / count)
      client = int(rand() * 400000)
      page = int(rand() ^ 3 * 5000000)
      printf "10.%d.%d.%d - - [%02d/Feb/2021:%02d:%02d:%02d +0000] \"GET /all/20100714103408%s/http://www.site%d.example/section/page-%d.html HTTP/1.1\" %d 12345 \"-\" \"Mozilla/5.0 (X11; Linux x86_64; rv:85.0) Gecko/20100101 Firefox/85.0\"\n",
        client / 65536, client / 256 % 256, client % 256, second / 86400 + 1,
        second / 3600 % 24, second / 60 % 60, second % 60,
        i % 10 == 1 ? "im_" : "mp_", page % 20000, page, i % 10 == 2 ? 404 : 200
    }
  }'
}

# COUNT lines of a day of page views, of three ways of access a page.
page_views() {
  awk -v count="$1" 'BEGIN {
    split("desktop mobile-web mobile-app", access)
    for (i = 0; i < count; i++) {
      page = int(i / 3)
      printf "%s.wikipedia Some_Title_of_a_page_%d %d %s %d A%d\n",
        page % 5 ? "en" : "de", page, page + 1000, access[i % 3 + 1], i % 97 + 1,
        i % 97 + 1
    }
  }'
}

echo "$(nproc) cores;$(sed -n 's/^model name[^:]*://p' /proc/cpuinfo |
  head -n 1); $(date -u +%F); load $(cut -d' ' -f1 /proc/loadavg)"

if [ ! -x "$peers/bin/python" ]; then
  python3 -m venv "$peers" && "$peers/bin/pip" install -q duckdb ||
    echo '(DuckDB was skipped: PyPI has no answer.)'
fi
cat >"$dir/duck.py" <<'END'
import sys
import duckdb

file, folder, query = sys.argv[1:]
db = duckdb.connect(config={"memory_limit": "1GB", "temp_directory": folder})
db.execute(f"""CREATE VIEW lines AS SELECT * FROM read_csv('{file}',
    columns={{'line': 'VARCHAR'}}, delim='\x01', quote='', escape='',
    header=false, auto_detect=false)""")
db.execute(f"COPY ({query}) TO '/dev/stdout' (DELIMITER ' ', HEADER false)")
END
# duckdb NAME UNITS FILE SQL: the relation `lines` has the column `line`.
duckdb() {
  [ ! -x "$peers/bin/python" ] || measure "$1" "$2" "$peers/bin/python" \
    "$dir/duck.py" "$3" "$dir" "$4"
}

heads 'lines'
for part in 8 4 2 1; do
  count=$((logs / part))
  requests "$count" >"$dir/access.log"
  measure "wax rank --logs, $count lines" "$count" \
    "$bin/wax-rank" -q --memory 64M --logs "$dir/access.log" "$dir/ranks"
  rm -r "$dir/ranks"
  [ $part -eq 8 ] || continue
  # shellcheck disable=SC2016
  measure "awk, sort -S 64M, uniq -c, $count lines" "$count" sh -c 'awk '\''
    $6 == "\"GET" && $9 == 200 && match($7, "/[0-9]+(mp_|if_)?/") {
      print substr($7, RSTART + RLENGTH) }'\'' "$1" |
    sort -S 64M | uniq -c | sort -S 64M -rn' sh "$dir/access.log"
  duckdb "DuckDB, 1 GB, $count lines" "$count" "$dir/access.log" "
    SELECT key, count(*) AS n FROM (SELECT regexp_extract(line,
      '\"GET [^ ]*/[0-9]+(?:mp_|if_)?/(http[^ ]*) HTTP/1.[01]\" 200 ', 1) AS key
      FROM lines) WHERE key <> '' GROUP BY key ORDER BY n DESC"
done
rm "$dir/access.log"

heads 'lines'
for part in 8 4 2 1; do
  count=$((views / part))
  page_views "$count" >"$dir/pageviews-20210201-user"
  measure "wax rank --pageviews, $count lines" "$count" \
    "$bin/wax-rank" -q --memory 64M --pageviews "$dir/pageviews-20210201-user" \
    "$dir/ranks"
  rm -r "$dir/ranks"
  [ $part -eq 8 ] || continue
  # shellcheck disable=SC2016
  measure "awk, sort -S 64M, awk, $count lines" "$count" sh -c 'awk '\''
    { print $1 "/" $2, $5 }'\'' "$1" | sort -S 64M | awk '\''
    $1 != key { if (n) print n, key; key = $1; n = 0 } { n += $2 }
      END { print n, key }'\'' | sort -S 64M -rn' sh "$dir/pageviews-20210201-user"
  duckdb "DuckDB, 1 GB, $count lines" "$count" "$dir/pageviews-20210201-user" "
    SELECT key, sum(n) AS n FROM (SELECT
      split_part(line, ' ', 1) || '/' || split_part(line, ' ', 2) AS key,
      CAST(split_part(line, ' ', 5) AS BIGINT) AS n FROM lines)
    GROUP BY key ORDER BY n DESC"
done
rm "$dir/pageviews-20210201-user"

python3 bench/make_dump.py "$entities" >"$dir/dump.json"
bytes=$(wc -c <"$dir/dump.json")
echo 'en.wikipedia/thing_3_東京 5' >"$dir/views-2021-02"
heads 'bytes'
measure "wax rank --sitelinks -j1, $((bytes / 1000000)) MB" "$bytes" \
  "$bin/wax-rank" -q -j1 --memory 64M --views "$dir/views-2021-02" \
  --sitelinks "$dir/dump.json" "$dir/ranks"
if c++ -O3 -march=native -std=c++20 -o "$dir/on_demand" bench/dump_simdjson.cc \
  -lsimdjson; then
  measure "simdjson on demand, no sort" "$bytes" "$dir/on_demand" "$dir/dump.json"
else
  echo '(simdjson was skipped: it needs libsimdjson-dev.)'
fi
if command -v jq >/dev/null; then
  head -n $((entities / 10 + 1)) "$dir/dump.json" | sed '1d; s/,$//' >"$dir/tenth"
  bytes=$(wc -c <"$dir/tenth")
  # shellcheck disable=SC2016
  measure "jq, no sort, $((bytes / 1000000)) MB" "$bytes" jq -r \
    '.id as $id | .sitelinks[]? | "\(.site)/\(.title) \($id)"' "$dir/tenth"
else
  echo '(jq was skipped: it is not installed.)'
fi
