#!/bin/sh
# Tests the packages in build/package on bare Debian systems, as root:
#
#   lintian finds no error in the .deb
#   the .deb installs, its tools run the example pipeline, and removing it leaves
#   nothing behind
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
  "$packages"/*.deb

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
inside installed bash -n /usr/share/bash-completion/completions/wax-cdx-sort
inside installed test -f /usr/share/zsh/vendor-completions/_wax-cdx-sort

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
