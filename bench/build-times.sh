#!/bin/sh
# How long the commands of ./run take in a fresh clone on a bare Debian 12
# system: without a compiler, without packages, without ccache. Needs root and
# debootstrap (packaging/bare.sh). Writes the table in CONTRIBUTING.md.
#
# usage: bench/build-times.sh
set -eu
cd "$(dirname "$0")/.."
. packaging/bare.sh

# Prints a row of the table. The system NAME gets a clone when it is new.
# row NAME COMMAND REMARK
row() {
  clone=$work/$1/root/waxwing
  if [ ! -d "$work/$1" ]; then
    bare_system "$1"
    git clone -q . "$clone"
  fi
  log=$work/$1-$2.log
  started=$(date +%s)
  inside "$1" sh -c "cd /root/waxwing && ./run $2" >"$log" 2>&1 ||
    fail "./run $2: $(tail -n 40 "$log")"
  all=$(($(date +%s) - started))
  built_from=$(reached Building "$log") built=$(reached 'Running\|The tools' "$log")
  echo "| \`./run $2\`$3 | $built_from | $((built - built_from)) |" \
    "$((all - built)) | $all |"
}
# reached WORDS LOG: the second at which ./run printed "== WORDS ... (N s)".
reached() {
  sed -n "s/^== \($1\).*(\([0-9]*\) s)\$/\2/p" "$2"
}

{
  echo "$(date -u +%Y-%m-%d), $(nproc) cores of" \
    "$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1), g++ 12," \
    "load before: $(cut -d ' ' -f 1 /proc/loadavg); seconds."
  echo
  echo '| | install packages | build | run | in all |'
  echo '|---|---|---|---|---|'
  row one demo ''
  row one build ', after the demo'
  row one test ', after that'
  row other test ' on another bare system'
} >"$work/table"
cat "$work/table"

awk -v table="$work/table" '
  /<!-- end of build times -->/ { skip = 0 }
  !skip
  /<!-- build times -->/ { skip = 1; while ((getline line < table) > 0) print line }
' CONTRIBUTING.md >"$work/new"
cat "$work/new" >CONTRIBUTING.md
