#!/usr/bin/env python3
"""Sorted CDX records of archives by Spark: waxwing-spark index beside a job in the
manner of cc-pyspark, where Python goes through the records with warcio.

usage: bench/spark.py BIN_DIR FOLDER [--executors 1,2]

Each executor is a process with one core, on this machine. Both jobs get the same
archives as whole files, and write records sorted by URL key. Needs
tests/interop/install_clients.sh pyspark. Prints the seconds of each job, the
CPU seconds of all processes of the machine meanwhile, and the greatest resident memory
of a process of each kind: Java of the driver and of an executor, Python, and tools.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(SOURCE, "tests", "interop"))
import clients  # noqa: E402

SETTINGS = """\
spark.driver.host 127.0.0.1
spark.driver.bindAddress 127.0.0.1
spark.ui.enabled false
spark.local.dir {folder}
spark.executor.memory 1g
"""

# The job beside: URL key, date, URL, MIME type, status, digest, length, offset, file.
OF_WARCIO = '''
import sys
from pyspark.sql import SparkSession
from warcio.archiveiterator import ArchiveIterator
import waxwing_warc as wax

master, out, *archives = sys.argv[1:]


def captures(path):
    with open(path, "rb") as stream:
        records = ArchiveIterator(stream)
        for record in records:
            if record.rec_type not in ("response", "revisit", "resource"):
                continue
            head = record.rec_headers
            url = head.get_header("WARC-Target-URI")
            http = record.http_headers
            line = "\\t".join((
                url or "-", http and http.get_header("Content-Type") or "-",
                http and http.get_statuscode() or "-",
                head.get_header("WARC-Payload-Digest") or "-",
                str(records.get_record_offset()), path))
            date = head.get_header("WARC-Date")
            yield wax.urlkey(url) + " " + date, line


spark = SparkSession.builder.master(master).appName("warcio").getOrCreate()
(spark.sparkContext.parallelize(archives, len(archives)).flatMap(captures)
 .repartitionAndSortWithinPartitions(4).map(" ".join).saveAsTextFile(out))
spark.stop()
'''


def kind_of(words):
    if words[0].endswith("/java"):
        return ("executor" if any("CoarseGrainedExecutorBackend" in each
                                  for each in words) else "driver")
    name = os.path.basename(words[0])
    return name if name.startswith("wax-") else "Python"


class Memory:
    """The greatest resident bytes of one process of each kind, of those whose TMPDIR
    is a folder, as long as a `with` block runs."""

    def __init__(self, folder):
        self._mark = b"\0TMPDIR=" + os.fsencode(folder) + b"\0"
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self.found = {}

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._ended.set()
        self._thread.join()

    def _look(self, process):
        with open(f"/proc/{process}/environ", "rb") as file:
            if self._mark not in b"\0" + file.read() + b"\0":
                return
        with open(f"/proc/{process}/cmdline", "rb") as file:
            words = os.fsdecode(file.read()).split("\0")
        with open(f"/proc/{process}/status", encoding="ascii") as file:
            peaks = [line for line in file if line.startswith("VmHWM")]
        if peaks:
            kind = kind_of(words)
            self.found[kind] = max(self.found.get(kind, 0), int(peaks[0].split()[1]))

    def _watch(self):
        while not self._ended.wait(.5):
            for each in os.listdir("/proc"):
                if each.isdigit() and int(each) != os.getpid():
                    try:
                        self._look(each)
                    except OSError:
                        continue


def measured(name, command, environment):
    """CPU seconds are those of the whole system: executors are not our children."""
    def busy():
        with open("/proc/stat", encoding="ascii") as file:
            words = file.readline().split()
        return (sum(map(int, words[1:4])) + sum(map(int, words[6:8]))) / os.sysconf(
            "SC_CLK_TCK")

    began, before = time.monotonic(), busy()
    with Memory(environment["TMPDIR"]) as memory:
        done = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, check=False)
    seconds, used = time.monotonic() - began, busy() - before
    if done.returncode not in (0, 1):
        sys.exit(done.stderr.decode())
    print(f"{name:40} {seconds:7.1f} s {used:7.1f} CPU s; MiB:",
          ", ".join(f"{kind} {kib >> 10}" for kind, kib in sorted(
              memory.found.items())), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("bin_dir")
    parser.add_argument("folder")
    parser.add_argument("--executors", default="1,2")
    given = parser.parse_args()
    python = clients.client("pyspark", "python3")
    if python is None:
        sys.exit("PySpark is not installed: tests/interop/install_clients.sh pyspark")
    bin_dir = os.path.abspath(given.bin_dir)
    archives = sorted(os.path.join(given.folder, name)
                      for name in os.listdir(given.folder) if ".warc" in name)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "spark-defaults.conf"), "w",
                  encoding="utf-8") as file:
            file.write(SETTINGS.format(folder=folder))
        job = os.path.join(folder, "of_warcio.py")
        with open(job, "w", encoding="utf-8") as file:
            file.write(OF_WARCIO)
        environment = os.environ | {
            "SPARK_CONF_DIR": folder, "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_WORKER_DIR": folder, "PYSPARK_PYTHON": python,
            "TMPDIR": folder, "WAXWING_BIN": bin_dir,
            "PYTHONPATH": os.pathsep.join([
                os.path.join(os.path.dirname(bin_dir), "python"),
                os.path.join(SOURCE, "cluster")])}
        print(len(archives), "archives,",
              sum(map(os.path.getsize, archives)) >> 20, "MiB")
        for count in given.executors.split(","):
            master = f"local-cluster[{count},1,1024]"
            measured(f"waxwing-spark index, {count} executors", [
                python, "-m", "waxwing_spark", "index", "--master", master, "-f",
                "--piece", "64M", "-o", os.path.join(folder, "index"), *archives],
                environment)
            measured(f"warcio, {count} executors", [
                python, job, master, os.path.join(folder, f"text-{count}"),
                *archives], environment)


if __name__ == "__main__":
    main()
