#!/bin/sh
# Tests the packages in build/package on bare Debian systems, as root:
#
#   lintian finds no error in the .deb and the source package
#   the .deb installs, its tools run the example pipeline, completions complete,
#   the commands of the systemd units build and serve a collection, and removing
#   the package leaves nothing behind
#   the .tar.xz runs the example pipeline from any folder, without installed
#   packages
#
# bare.sh says how the bare systems are made.
set -eu
cd "$(dirname "$0")/.."
packages=$PWD/build/package
deb=$(ls "$packages"/waxwing_*.deb)
archive=$(ls "$packages"/waxwing-*.tar.xz)
. packaging/bare.sh

say 'lintian'
# The package is not for Debian's archive, so no bug report asks for it.
lintian --fail-on error --suppress-tags initial-upload-closes-no-bugs \
  "$packages"/*.deb "$packages"/*.dsc

say "The .deb in a bare system: $(basename "$deb")"
bare_system installed
cp "$deb" "$work/installed/root/waxwing.deb"
inside installed apt-get update -qq
inside installed apt-get install -y -qq --no-install-recommends \
  -o Dpkg::Options::=--force-unsafe-io /root/waxwing.deb >"$work/log" 2>&1 || fail "$(tail "$work/log")"
inside installed sh /usr/share/doc/waxwing/examples/demo.sh \
  >"$work/demo" 2>"$work/log" ||
  fail "the demo of the .deb"
tail -n 12 "$work/demo"
for script in 01-list-captures 02-duplicates 03-search 04-daily-increment; do
  inside installed "/usr/share/doc/waxwing/examples/$script.sh" >/dev/null ||
    fail "$script.sh"
done
inside installed wax help >/dev/null || fail 'wax help'
inside installed wax help cdx-sort | grep -q -- --memory || fail 'wax help NAME'

say 'Completions'
# shellcheck disable=SC2016 # the shell inside expands these
inside installed bash -c '
  for script in /usr/share/bash-completion/completions/wax*; do
    bash -n "$script" || exit 1
  done
  . /usr/share/bash-completion/completions/wax-cdx-sort
  COMP_WORDS=(wax-cdx-sort --mem) COMP_CWORD=1 COMP_LINE="wax-cdx-sort --mem"
  COMP_POINT=${#COMP_LINE}
  $(complete -p wax-cdx-sort | sed "s/.*-F \\([^ ]*\\).*/\\1/") \
    wax-cdx-sort --mem wax-cdx-sort
  echo "wax-cdx-sort --mem: ${COMPREPLY[*]}"
  [[ ${COMPREPLY[*]} == --memory* ]]' || fail 'completion by bash'
inside installed apt-get install -y -qq --no-install-recommends zsh systemd \
  >"$work/log" 2>&1 || fail "$(tail "$work/log")"
# shellcheck disable=SC2016
inside installed zsh -c '
  for script in /usr/share/zsh/vendor-completions/_wax*; do
    zsh -n $script || exit 1
  done
  autoload -Uz compinit && compinit -D && [[ -n ${_comps[wax-cdx-sort]} ]]' ||
  fail 'completion by zsh'

say 'The systemd units'
units=$work/installed/usr/lib/systemd/system
[ -d "$units" ] || units=$work/installed/lib/systemd/system
for unit in wax-serve@valley.service wax-build@valley.service wax-fetch@valley.service \
  wax-fetch@valley.timer; do
  inside installed systemd-analyze verify --man=no "$unit" >"$work/log" 2>&1 ||
    fail "$unit: $(cat "$work/log")"
  ! grep "${unit%valley*}" "$work/log" || fail "a warning of $unit"
done
# No systemd runs inside: the commands of the units, with their variables.
command_of() {
  sed -n 's/^ExecStart=//p' "$units/$1@.service" | sed 's/%i/valley/g'
}
mkdir -p "$work/installed/srv/waxwing/valley" "$work/installed/var/lib/waxwing" \
  "$work/installed/var/log/wax-serve"
# Not by "inside": the process that is ended must be the tool itself.
env -u TMPDIR FOLDERS=/srv/waxwing/valley 'OPTIONS=--quiet-time 1' \
  chroot "$work/installed" sh -c "exec $(command_of wax-build)" 2>"$work/build.log" &
builder=$!
cp examples/crawl/*arc* "$work/installed/srv/waxwing/valley"
for second in $(seq 60); do
  [ ! -d "$work/installed/var/lib/waxwing/valley/pindexes" ] || break
  [ "$second" != 60 ] || fail "wax-build@: $(cat "$work/build.log")"
  sleep 1
done
listen=127.0.0.1:18389
settings=$work/installed$(sed -n 's/^EnvironmentFile=-//p' "$units/wax-serve@.service" |
  sed 's/%i/valley/g')
mkdir -p "${settings%/*}"
echo "LISTEN=$listen" >"$settings"
env -u TMPDIR LISTEN=127.0.0.1:8080 OPTIONS= "$(cat "$settings")" \
  chroot "$work/installed" sh -c "exec $(command_of wax-serve)" >"$work/serve.log" 2>&1 &
server=$!
for second in $(seq 60); do
  ! grep -q "$listen" "$work/serve.log" || break
  [ "$second" != 60 ] || fail "wax-serve@: $(cat "$work/serve.log")"
  sleep 1
done
bash -c "exec 3<>/dev/tcp/${listen%:*}/${listen#*:}
  printf 'GET /api/search?q=castles HTTP/1.0\r\n\r\n' >&3; cat <&3" >"$work/log"
kill "$builder" "$server"
wait "$builder" "$server" || true
grep -o '"total":[0-9]*' "$work/log" || fail "no answer: $(cat "$work/log")"
rm -rf "$work/installed/srv/waxwing" "$work/installed/var/lib/waxwing" \
  "$work/installed/var/log/wax-serve" "${settings%/*}"

say 'Removing it'
inside installed dpkg -L waxwing >"$work/files"
inside installed dpkg -r waxwing
while read -r file; do
  [ -d "$work/installed$file" ] || [ ! -e "$work/installed$file" ] ||
    fail "$file is left behind"
done <"$work/files"
inside installed dpkg -P waxwing
rm "$work/installed/root/waxwing.deb"
left=$(find "$work/installed" -xdev -iname '*wax*')
[ -z "$left" ] || fail "left behind: $left"
echo "Nothing of $(wc -l <"$work/files") files and folders is left"

say "The .tar.xz in a bare system: $(basename "$archive")"
bare_system unpacked
for folder in /opt '/srv/other place'; do
  mkdir -p "$work/unpacked$folder"
  tar -C "$work/unpacked$folder" -xf "$archive"
  root=$folder/$(basename "$archive" .tar.xz)
  inside unpacked sh "$root/share/doc/waxwing/examples/demo.sh" "$root/bin" \
    >"$work/demo.again" 2>"$work/log" || fail "the demo in $root"
  cmp "$work/demo" "$work/demo.again" || fail "another output in $root"
  inside unpacked "$root/bin/wax" help >/dev/null || fail "wax help in $root"
  echo "$root: the demo prints the same"
  rm -rf "$work/unpacked$folder"
done
say 'All passed'
