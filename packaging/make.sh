#!/bin/sh
# Makes the packages of this source tree, in build/package:
#
#   waxwing_VERSION_ARCH.deb, waxwing-dbgsym_VERSION_ARCH.deb, and the .buildinfo of both
#   the source package of these: .dsc, .orig.tar.xz, .debian.tar.xz
#   waxwing-VERSION-linux-MACHINE.tar.xz, which runs from any folder
#   a bill of materials of each, *.spdx.json
#
# The same sources make the same bytes on one system (packaging/reproducible.sh).
# "./run package" installs the programs that this needs, and runs it.
set -eu
umask 022
cd "$(dirname "$0")/.."
version=$(sed -n 1p VERSION)
debian=$(dpkg-parsechangelog -l packaging/debian/changelog -S Version)
if [ "${debian%-*}" != "$(echo "$version" | tr - '~')" ]; then
  echo "packaging/debian/changelog is of $debian, VERSION of $version" >&2
  exit 1
fi
# The package of Debian 12 has a lower version, so that an upgrade of the system
# upgrades it.
! grep -q '^VERSION_ID="12"' /etc/os-release || debian=$debian~deb12u1

root=$PWD
out=$root/build/package
tree=$out/source/waxwing-$version
rm -rf "$out"
mkdir -p "$tree"
tar -cf - --exclude=./.git --exclude=./build --exclude=./bench/peers \
  --exclude=./bench/corpus --exclude=./tests/node_modules \
  --exclude=./tests/interop/clients . | tar -xf - -C "$tree"
SOURCE_DATE_EPOCH=$(date -u -d "$(dpkg-parsechangelog -l packaging/debian/changelog \
  -S Date)" +%s)
export SOURCE_DATE_EPOCH

echo "Packing the sources of $debian"
cd "$out/source"
"$root/packaging/pack.sh" "waxwing-$version" "waxwing_${debian%-*}.orig.tar.xz"
cp -R "$tree/packaging/debian" "$tree/debian"
chmod -R u=rwX,go=rX "$tree/debian"
sed -i "1s/(.*)/($debian)/" "$tree/debian/changelog"
dpkg-source -b "waxwing-$version"
cd "$root"

# debhelper hides the home folder, and with it ccache's. Its own limit of size would
# empty a larger cache.
if command -v ccache >/dev/null; then
  CCACHE_DIR=$(ccache --get-config cache_dir)
  CCACHE_MAXSIZE=$(ccache --get-config max_size | tr -d ' ')
  export CCACHE_DIR CCACHE_MAXSIZE
fi

echo "Building the .deb of $debian"
# "./run test" runs the tests; what they need is not needed here.
(cd "$tree" && DEB_BUILD_OPTIONS="nocheck ${DEB_BUILD_OPTIONS-}" \
  DEB_BUILD_PROFILES=nocheck \
  dpkg-buildpackage --build=binary --no-sign)
cd "$out/source"
mv ./*.deb ./*.buildinfo ./*.dsc ./*.tar.xz "$out"
cd "$root"

# The .tar.xz has the files of the .deb and the libraries that they load or open, except
# those of the C library. The tools look for them in ../lib.
machine=$(uname -m)
name=waxwing-$version-linux-$machine
echo "Packing $name.tar.xz"
mkdir -p "$out/$name/lib" "$out/$name/share/doc/waxwing/licenses"
cp -a "$tree/debian/waxwing/usr/." "$out/$name"
cd "$out/$name"
mv share/zsh/vendor-completions share/zsh/site-functions
# dpkg -S takes long, so it is asked once for all libraries.
opened=$(while read -r library; do
  /sbin/ldconfig -p | awk -v name="$library" '$1 == name { print $NF; exit }'
done <"$root/packaging/opened-libraries")
# shellcheck disable=SC2086 # paths without spaces
{
  printf '%s\n' $opened
  ldd bin/* libexec/waxwing/* $opened | awk '$2 == "=>" { print $3 }'
} | sort -u |
  while read -r library; do
    echo "$(basename "$(realpath "$library")") $library"
  done >"$out/libraries"
sed 's/ .*//; s/^/*\//' "$out/libraries" | xargs dpkg -S |
  sed 's/^\([^:,]*\)[^ ]* .*\//\1 /' >"$out/owners"
while read -r file library; do
  package=$(awk -v file="$file" '$2 == file { print $1; exit }' "$out/owners")
  [ "$package" != libc6 ] || continue
  cp "$library" lib
  cp "/usr/share/doc/$package/copyright" "share/doc/waxwing/licenses/$package"
done <"$out/libraries"
rm "$out/libraries" "$out/owners"
# RPATH, not RUNPATH: it is searched for libraries of libraries as well.
patchelf --force-rpath --set-rpath "\$ORIGIN/../lib" bin/*
patchelf --force-rpath --set-rpath "\$ORIGIN/../../lib" libexec/waxwing/*
cd ..
"$root/packaging/pack.sh" "$name" "$name.tar.xz"
"$root/packaging/sbom.py" "$name.tar.xz" "$name" "$name.spdx.json"
"$root/packaging/sbom.py" "$(basename waxwing_*.deb)" "$tree/debian/waxwing" \
  "$(basename waxwing_*.deb .deb).spdx.json"
rm -rf source "$name"
ls -l
