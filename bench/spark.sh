#!/bin/sh
# Sorted CDX records by Spark: waxwing-spark with one and two executors, one machine's
# tool, and a job with warcio in Python.
#   bench/spark.sh FOLDER ARCHIVE...   seconds, and CPU seconds of all processes
# Needs tests/interop/install_clients.sh pyspark, and the PyPI package surt there.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
folder=$1
shift
python=$here/tests/interop/clients/pyspark/bin/python3
mkdir -p "$folder/conf"
cat >"$folder/conf/spark-defaults.conf" <<END
spark.driver.host 127.0.0.1
spark.driver.bindAddress 127.0.0.1
spark.ui.enabled false
spark.local.dir $folder/spark
END
export SPARK_CONF_DIR="$folder/conf" SPARK_LOCAL_IP=127.0.0.1 \
  SPARK_WORKER_DIR="$folder/workers" PYSPARK_PYTHON="$python" \
  WAXWING_BIN="$here/build/release/bin" \
  PYTHONPATH="$here/build/release/python:$here/cluster"

measure() {
  name=$1
  shift
  rm -rf "$folder/out" "$folder/.out.work"
  /usr/bin/time -f "$name: %e s, %U + %S CPU s, %M KiB at most" "$@" >/dev/null 2>"$folder/said" || {
    cat "$folder/said"
    exit 1
  }
  tail -n 1 "$folder/said"
}

measure "wax-warc-indexer, 2 threads" \
  "$WAXWING_BIN/wax-warc-indexer" -q -j 2 --sort -o "$folder/out" "$@"
for executors in 1 2; do
  measure "waxwing-spark, $executors executors" \
    "$python" -m waxwing_spark index --master "local-cluster[$executors,1,1024]" \
    --partitions 4 --piece 64M -o "$folder/out" "$@"
done
for executors in 1 2; do
  measure "warcio, $executors executors" \
    "$python" "$here/bench/spark/warcio_job.py" \
    "local-cluster[$executors,1,1024]" "$folder/out" "$@"
done
