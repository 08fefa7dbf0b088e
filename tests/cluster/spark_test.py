#!/usr/bin/env python3
"""Jobs of Spark, on executors that are processes of their own: their output is that
of the tools, also when executors are killed.

usage: spark_test.py BIN_DIR SOURCE_DIR [CASE...]

Exit code 77: PySpark is not installed; cluster/README.md says how.
"""

import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "interop"))
import clients  # noqa: E402

BIN, SOURCE, *CASES = sys.argv[1:]
PYTHON = clients.client("pyspark", "python3")
PACKAGE = os.path.join(os.path.dirname(BIN), "python")
if PYTHON is None:
    print("skipped: PySpark is not installed")
    sys.exit(77)
if not os.path.isdir(os.path.join(PACKAGE, "waxwing_warc")):
    print("skipped: the package waxwing_warc was not built")
    sys.exit(77)

# Programs that end soon: little is compiled for them.
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
# All that Spark does stays on this machine.
SETTINGS = """\
spark.driver.host 127.0.0.1
spark.driver.bindAddress 127.0.0.1
spark.ui.enabled false
spark.local.dir {folder}/spark
spark.executor.memory 512m
spark.task.maxFailures 4
spark.sql.shuffle.partitions 2
spark.sql.codegen.wholeStage false
spark.hadoop.fs.viewfs.mounttable.shelf.link./archives file:{folder}/archives
spark.driver.extraJavaOptions {java}
spark.executor.extraJavaOptions {java}
"""

with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "spark-defaults.conf"), "w",
              encoding="utf-8") as file:
        file.write(SETTINGS.format(folder=folder, java=JAVA))
    environment = os.environ | {
        "SPARK_CONF_DIR": folder, "SPARK_LOCAL_IP": "127.0.0.1", "TMPDIR": folder,
        "SPARK_WORKER_DIR": os.path.join(folder, "workers"),
        "PYSPARK_PYTHON": PYTHON, "WAXWING_BIN": BIN,
        "PYTHONPATH": os.pathsep.join([PACKAGE, os.path.join(SOURCE, "cluster"),
                                       HERE, os.path.dirname(clients.__file__)])}
    sys.exit(subprocess.run(
        [PYTHON, os.path.join(HERE, "jobs.py"), BIN, SOURCE, folder, *CASES],
        env=environment, check=False).returncode)
