#!/bin/sh
# Makes the same twice, in two folders, with two umasks and files of two dates, and compares
# the bytes.
#   packaging/reproducible.sh room       objects and a .tar.xz of the room text; a minute
#   packaging/reproducible.sh packages   the .deb and its source package, the .tar.xz, the
#                                        wheel and its sources, of the last commit; as long
#                                        as two full builds
# Differences are shown by diffoscope where that is installed.
set -eu
cd "$(dirname "$0")/.."
what=${1-}
root=$PWD
SOURCE_DATE_EPOCH=$(date -u -d "$(sed -n 2p VERSION)" +%s)
export SOURCE_DATE_EPOCH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# make_room FOLDER: with debugging symbols, which have paths.
make_room() {
  mkdir -p "$1/room"
  for file in utf8 nearest csv; do
    CCACHE_DISABLE=1 "${CXX-c++}" -std=c++20 -O2 -g -I. -ffile-prefix-map="$PWD=." \
      -c "text/$file.cc" -o "$1/room/$file.o"
  done
  ar rc "$1/room/text.a" "$1"/room/*.o
  (cd "$1" && "$root/packaging/pack.sh" room room.tar.xz)
}
make_packages() {
  packaging/make.sh >"$1/log" 2>&1
  packaging/wheel.sh >>"$1/log" 2>&1
  cp build/package/*.deb build/package/*.dsc build/package/*.tar.xz build/package/*.json \
    build/python/*.whl build/python/*.tar.gz "$1"
}

for number in 1 2; do
  source=$work/$(printf 'source%*s' "$number" '' | tr ' ' x)
  mkdir "$source" "$work/made$number"
  case "$what" in
    room) cp -R text "$source" ;;
    packages) git archive HEAD | tar -xf - -C "$source" ;;
    *)
      sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
      exit 2
      ;;
  esac
  if [ "$number" = 1 ]; then
    (umask 022 && cd "$source" && "make_$what" "$work/made1")
  else
    find "$source" -exec touch -d 2001-02-03 {} +
    (umask 077 && cd "$source" && "make_$what" "$work/made2")
  fi
done
rm -f "$work"/made*/log
failed=0
for file in "$work"/made1/*; do
  [ -f "$file" ] || continue
  name=$(basename "$file")
  sum=$(sha256sum <"$file" | cut -c 1-64)
  other=$(sha256sum <"$work/made2/$name" | cut -c 1-64) || other=missing
  if [ "$sum" = "$other" ]; then
    echo "$sum  $name"
  else
    failed=1
    echo "DIFFERS: $name: $sum, $other"
    ! command -v diffoscope >/dev/null || diffoscope "$file" "$work/made2/$name" || true
  fi
done
exit "$failed"
