#!/bin/sh
# Measures wax-posts on a generated stream beside jq and Python, and wax-resolve
# and wax-shares on lists of growing size with 64 MiB of memory. Prints rows of
# Markdown tables.
#
#   bench/posts.sh [MEGABYTES [LINKS [BIN]]]
# LINKS is the largest number of links; a half, a quarter and an eighth are
# measured, too.
set -eu
cd "$(dirname "$0")/.."
megabytes=${1:-600} links=${2:-10000000}
bin=$(cd "${3:-build/release/bin}" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export LC_ALL=C

# measure NAME UNITS COMMAND...: wall and CPU seconds, units a second of CPU
# time, peak memory.
measure() {
  name=$1 units=$2
  shift 2
  /usr/bin/time -o "$dir/time" -f '%e %U %S %M' "$@" >"$dir/out"
  awk -v name="$name" -v units="$units" '{
    printf "| %s | %.1f | %.1f | %.2f | %d |\n", name, $1, $2 + $3,
      units / ($2 + $3) / 1000000, $4 / 1024
  }' "$dir/time"
}

# Statuses of 2 KB, as networks sent them, with all of an author's profile.
statuses() {
  python3 - "$1" <<'END'
import json
import random
import sys

random.seed(1)
words = ["".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=n % 8 + 2))
         for n in range(3000)]
size, number = int(sys.argv[1]) * 1000000, 0
profile = {f"profile_field_{i}": random.choice(words) * 4 for i in range(40)}
while size > 0:
    author = random.randint(1, 200000)
    short = f"http://t.example/{number:x}"
    line = json.dumps({
        "created_at": f"Wed Jul {random.randint(1, 28):02} 10:34:08 +0000 2010",
        "id": 10 ** 15 + number, "id_str": str(10 ** 15 + number),
        "text": " ".join(random.choices(words, k=12)) + " " + short,
        "user": {"id": author, "id_str": str(author),
                 "screen_name": f"user{author}", **profile},
        "entities": {"hashtags": [], "urls": [{"url": short, "expanded_url":
            f"http://site{number % 500}.example/{int(random.paretovariate(.7)) % 100000}"
        }]}, "lang": "en"}, separators=(",", ":"))
    print(line, end="\r\n")
    size -= len(line) + 2
    number += 1
END
}

# COUNT posts with a link each, every third a short one, and their captures.
posts() {
  awk -v count="$1" 'BEGIN {
    for (i = 0; i < count; i++) {
      page = i * 7919 % (count / 4 + 1)
      link = i % 3 ? "http://www.site" page % 5000 ".example/page-" page \
                   : "http://s.example/" page
      printf "%010d\t201007%02d%06d\ta%d\ten\t%s\t-\t%s\t0\tf\n", i, i % 28 + 1,
        i % 86400 % 60, i % 100003, i % 5 ? "post" : "repost", link
    }
  }'
}
captures() {
  awk -v count="$1" 'BEGIN {
    for (page = 0; page <= count / 4; page++) {
      host = page % 5000
      printf "example,s)/%d 20100701000000 http://s.example/%d - 301 D http://www.site%d.example/page-%d - 1 0 f\n",
        page, page, host, page
      printf "example,site%d)/page-%d 20100701000000 http://www.site%d.example/page-%d text/html 200 D - - 1 0 f\n",
        host, page, host, page
    }
  }' | sort -S 256M
}

echo "$(nproc) cores;$(sed -n 's/^model name[^:]*://p' /proc/cpuinfo |
  head -n 1); $(date -u +%F); load $(cut -d' ' -f1 /proc/loadavg)"
echo
statuses "$megabytes" >"$dir/stream"
bytes=$(wc -c <"$dir/stream")
echo '| | wall s | CPU s | MB a second of CPU time | peak MiB |'
echo '|---|---|---|---|---|'
measure "wax posts, $((bytes / 1000000)) MB" "$bytes" \
  "$bin/wax-posts" -q --memory 64M "$dir/stream"
if command -v jq >/dev/null; then
  measure "jq, five fields" "$bytes" jq -c \
    '[.id_str,.created_at,.user.id_str,.lang,[.entities.urls[].expanded_url]]' \
    "$dir/stream"
fi
measure "Python's json, five fields" "$bytes" python3 -c '
import json, sys
for line in open(sys.argv[1]):
    d = json.loads(line)
    print(d["id_str"], d["created_at"], d["user"]["id_str"], d["lang"],
          [u["expanded_url"] for u in d["entities"]["urls"]])' "$dir/stream"
rm "$dir/stream"
echo
echo '| | wall s | CPU s | million links a second of CPU time | peak MiB |'
echo '|---|---|---|---|---|'
for part in 8 4 2 1; do
  count=$((links / part))
  posts "$count" >"$dir/posts"
  { echo ' CDX N b a m s k r M S V g'; captures "$count"; } >"$dir/cdx"
  measure "wax resolve, $count links" "$count" \
    "$bin/wax-resolve" -q --posts --memory 64M --cdx "$dir/cdx" "$dir/posts"
  mv "$dir/out" "$dir/posts"
  measure "wax shares, $count links" "$count" \
    "$bin/wax-shares" -q --memory 64M "$dir/posts"
done
