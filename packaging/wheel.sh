#!/bin/sh
# Makes the Python package of this source tree, in build/python:
#
#   waxwing-VERSION.tar.gz, and a wheel with the libraries that it needs
#
# and runs the package's tests in a fresh virtual environment with that wheel.
#   packaging/wheel.sh [PYTHON]   the interpreter; /usr/bin/python3 if not given
# "./run python" installs the programs that this needs, and runs it.
set -eu
cd "$(dirname "$0")/.."
python=${1-/usr/bin/python3}
out=$PWD/build/python
mkdir -p "$out"
rm -rf "$out/try" "$out"/*.whl "$out"/*.tar.gz "$out/plain"

echo "Building with $python"
[ -x "$out/tools/bin/python" ] || "$python" -m venv "$out/tools"
"$out/tools/bin/pip" -q install build scikit-build-core pybind11 auditwheel
"$out/tools/bin/python" -m build --sdist --no-isolation --outdir "$out" . >"$out/log"
# The same folder each time, and the compiler by the name that other builds have for
# it, so that old objects and the compiler's cache serve.
"$out/tools/bin/python" -m build --wheel --no-isolation --outdir "$out/plain" \
  "-Cbuild-dir=$out/cmake" -Ccmake.define.CMAKE_CXX_COMPILER=c++ . >>"$out/log"
# The libraries beside those of the C library go into the wheel.
PATH=$out/tools/bin:$PATH auditwheel repair --wheel-dir "$out" "$out"/plain/*.whl \
  >>"$out/log" 2>&1 || {
  tail -20 "$out/log"
  exit 1
}
rm -r "$out/plain"

echo "Trying the wheel in a fresh environment"
"$python" -m venv "$out/try"
"$out/try/bin/pip" -q install "$out"/*.whl pytest pandas pyarrow duckdb pytz
"$out/try/bin/python" -m pytest -q -p no:cacheprovider tests/python
ls -l "$out"/*.whl "$out"/*.tar.gz
