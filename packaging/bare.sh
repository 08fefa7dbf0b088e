# shellcheck shell=sh
# Makes bare Debian systems in folders of $work, for scripts that run as root. They
# source this file (. packaging/bare.sh) in the folder of the sources. The systems
# are removed when the script ends.
#
# debootstrap makes them from the Debian mirror of this machine, or from the one
# that MIRROR names; SUITE names the release (default: that of this machine). BARE names a .tar
# file that keeps the bare system for later runs. Exit code 75 says that the mirror
# does not answer.

if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then
  echo 'skipped: needs root and debootstrap'
  exit 0
fi

work=$(mktemp -d)
clean() {
  for job in $(jobs -p); do kill "$job" 2>/dev/null || true; done
  umount "$work"/*/dev/pts "$work"/*/proc 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
mkdir "$work/mount"
if ! mount -t proc proc "$work/mount" 2>/dev/null; then
  echo 'skipped: this machine does not let root mount'
  rmdir "$work/mount" "$work"
  exit 0
fi
umount "$work/mount"
rmdir "$work/mount"
trap clean EXIT
trap 'exit 1' HUP INT TERM

say() {
  echo "== $*"
}
fail() {
  echo "FAILED: $*" >&2
  exit 1
}

here=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
suite=${SUITE-$here}
bare=${BARE-$work/bare.tar}
if [ ! -f "$bare" ]; then
  say 'A bare system'
  mirror=${MIRROR-$(
    apt-cache policy | awk -v main="$here/main" '$3 == main { print $2; exit }'
  )}
  debootstrap --variant=minbase "$suite" "$work/new" "$mirror" >"$work/log" || {
    tail -n 3 "$work/log"
    python3 -c 'import sys, urllib.request
urllib.request.urlopen(f"{sys.argv[1]}/dists/{sys.argv[2]}/InRelease", timeout=30)' \
      "$mirror" "$suite" 2>/dev/null || {
      echo "$mirror does not answer"
      exit 75
    }
    fail debootstrap
  }
  tar -C "$work/new" -cf "$bare" .
  rm -rf "$work/new"
fi

# bare_system NAME: makes $work/NAME, a system with only the base packages, which
# gets further packages in the same way as this machine, but of its own suite.
bare_system() {
  mkdir "$work/$1"
  tar -C "$work/$1" -xf "$bare"
  rm -f "$work/$1/etc/apt/sources.list"
  cp -a /etc/apt/. "$work/$1/etc/apt"
  if [ "$suite" != "$here" ]; then
    # Sources of others may not have that suite.
    find "$work/$1/etc/apt/sources.list.d" -type f ! -name 'debian*' -delete
    find "$work/$1/etc/apt" \( -name '*.sources' -o -name '*.list' \) \
      -exec sed -i "s/\\b$here\\b/$suite/g" {} +
  fi
  cp -L /etc/resolv.conf "$work/$1/etc/resolv.conf"
  # As each Debian machine has it, and debootstrap does not.
  printf '127.0.0.1\tlocalhost\n' >"$work/$1/etc/hosts"
  mount -t proc proc "$work/$1/proc"
  mount --bind /dev/pts "$work/$1/dev/pts"
}

# inside NAME COMMAND...: runs a command in that system.
inside() {
  inside_of=$work/$1
  shift
  env -u TMPDIR LC_ALL=C DEBIAN_FRONTEND=noninteractive chroot "$inside_of" "$@"
}
