#!/bin/sh
# Builds the tools for arm64 with Debian's cross compiler in a bare system, as root,
# and runs the unit tests of the rooms below the index under qemu-user:
#
#   packaging/arm64.sh [TARGET]...    (default: the tools and these tests)
#
# bare.sh says how the bare system is made. It takes about an hour on two cores.
set -eu
cd "$(dirname "$0")/.."
. packaging/bare.sh
[ $# -gt 0 ] || set -- tools text_test io_test lines_test warc_test cdx_test

say 'A bare system with the cross compiler'
bare_system arm64
libraries=$(awk '/^Build-Depends:/ { listed = 1; next } /^[^ ]/ { listed = 0 }
  listed && /^ (lib|zlib)/ { sub(",", ""); print $1 ":arm64" }' \
  packaging/debian/control)
inside arm64 dpkg --add-architecture arm64
inside arm64 apt-get update -qq
# shellcheck disable=SC2086
inside arm64 apt-get install -y -qq --no-install-recommends \
  -o Dpkg::Options::=--force-unsafe-io crossbuild-essential-arm64 cmake mandoc \
  ninja-build nlohmann-json3-dev pkg-config python3 qemu-user-static \
  $libraries >"$work/log" 2>&1 || fail "$(tail "$work/log")"

say "Building for arm64: $*"
mkdir "$work/arm64/src"
git ls-files -z | tar --null -cf - -T - | tar -xf - -C "$work/arm64/src"
multiarch=aarch64-linux-gnu
inside arm64 env PKG_CONFIG_LIBDIR=/usr/lib/$multiarch/pkgconfig:/usr/share/pkgconfig \
  cmake -S /src -B /src/build -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DBUILD_TESTING=ON -DWAX_WERROR=OFF -DCMAKE_SYSTEM_NAME=Linux \
  -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_C_COMPILER=$multiarch-gcc \
  -DCMAKE_CXX_COMPILER=$multiarch-g++ \
  -DCMAKE_CROSSCOMPILING_EMULATOR=/usr/bin/qemu-aarch64-static \
  >"$work/log" 2>&1 || fail "$(tail "$work/log")"
inside arm64 ninja -C /src/build "$@"

# Death tests run their program again, which only a kernel with binfmt_misc can;
# archives of gigabytes take hours here.
failed=
for target; do
  case $target in
    *_test)
      say "$target under qemu"
      inside arm64 env -C /src/build WAX_SHARED=/none qemu-aarch64-static \
        "/src/build/tests/$target" --gtest_brief=1 \
        --gtest_filter='-*DeathTest*:LargeArchive.*' || failed="$failed $target"
      ;;
  esac
done
[ -z "$failed" ] || fail "$failed"
say 'All passed'
