"""Jobs in a session of Spark, and the tools beside them."""

import contextlib
import glob
import gzip
import io
import os
import subprocess
import sys
import traceback

from waxwing_spark import command, session
from waxwing_spark.errors import JobError

BIN, SOURCE, FOLDER, *CASES = sys.argv[1:]
CRAWL = os.path.join(SOURCE, "examples", "crawl")


def path(*names):
    return os.path.join(FOLDER, *names)


def tool(name, *arguments, codes=(0,)):
    ended = subprocess.run([os.path.join(BIN, name), "-q", *arguments],
                           capture_output=True)
    assert ended.returncode in codes, (name, arguments, ended)
    return ended.stdout


def read(name):
    with open(name, "rb") as file:
        return file.read()


def joined(pattern):
    """The bytes of files one after the other, without compression."""
    names = sorted(glob.glob(pattern))
    assert names, pattern
    return b"".join(gzip.decompress(read(each)) if each.endswith(".gz")
                    else read(each) for each in names)


class Jobs:
    """Jobs in one session, which is started again after a test of kills."""

    def __init__(self):
        self.spark = None

    def start(self, master="local-cluster[2,1,512]"):
        if self.spark is None:
            self.spark = session.start("test", master)

    def run(self, *arguments):
        """The exit code of a job, and what it said."""
        given = command.parser().parse_args(arguments)
        self.start()
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            try:
                code = command.run(self.spark, given)
            except Exception as error:
                said.write(session.reason_of(error))
                if not isinstance(error, JobError):
                    traceback.print_exc(file=sys.stdout)
                code = 2
        return code, said.getvalue()

    def stop(self):
        if self.spark is not None:
            self.spark.stop()
        self.spark = None


JOBS = Jobs()
