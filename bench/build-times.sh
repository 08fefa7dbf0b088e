#!/bin/sh
# Measures the commands of ./run in a fresh clone on a bare Debian 12 system:
# without a compiler, without packages, without ccache. Needs root and
# debootstrap (packaging/bare.sh). Writes the table in CONTRIBUTING.md.
#
# usage: bench/build-times.sh ['COMMAND...']...
#
# Each argument is a list of commands that run one after the other on one system;
# by default 'demo build test' and 'test'.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- 'demo build test' 'test'
. packaging/bare.sh

# reached WORDS: the second at which ./run printed "== WORDS ... (N s)".
reached() {
  sed -n "s/^== \($1\).*(\([0-9]*\) s)\$/\2/p" "$work/log"
}
# row SYSTEM COMMAND REMARK: prints a row of the table.
row() {
  started=$(date +%s)
  inside "$1" sh -c "cd /root/waxwing && ./run $2" >"$work/log" 2>&1 ||
    fail "./run $2: $(tail -n 40 "$work/log")"
  all=$(($(date +%s) - started))
  installed=$(reached Building) built=$(reached 'Running\|The tools')
  echo "| \`./run $2\`$3 | $installed | $((built - installed)) |" \
    "$((all - built)) | $all |"
}

{
  echo "$(date -u +%Y-%m-%d), $(nproc) cores of" \
    "$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1), g++ 12;" \
    "load before: $(cut -d ' ' -f 1 /proc/loadavg). All in seconds."
  echo
  echo '| | install packages | build | run | in all |'
  echo '|---|---|---|---|---|'
  number=0
  for commands; do
    number=$((number + 1))
    system=system$number
    bare_system "$system"
    git clone -q . "$work/$system/root/waxwing"
    remark=
    for command in $commands; do
      row "$system" "$command" "$remark"
      remark=', after that'
    done
  done
} >"$work/table"
cat "$work/table"

awk -v table="$work/table" '
  /<!-- end of build times -->/ { skip = 0 }
  !skip
  /<!-- build times -->/ {
    skip = 1
    while ((getline line < table) > 0) print line
  }' CONTRIBUTING.md >"$work/new"
cat "$work/new" >CONTRIBUTING.md
