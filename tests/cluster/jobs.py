"""Jobs of Spark against the tools: what spark_test.py runs with PySpark's Python."""

import glob
import json
import os
import signal
import subprocess
import sys
import time
import traceback

import graph_jobs
import package_jobs
import readme_jobs
import store_jobs
from crawls import SMALL, archives, check_index, of_one_machine
from running import BIN, CASES, JOBS, SOURCE, joined, path, read, tool


def index_is_that_of_one_machine():
    out = path("index")
    code, said = JOBS.run("index", "-o", out, *SMALL, archives())
    assert code == 1, said
    assert "broken.warc.gz" in said, said
    assert len(glob.glob(out + "/cdx-*.gz")) > 3
    check_index(out)
    assert not os.path.exists(path(".index.work"))
    assert JOBS.run("index", "-o", out, archives())[0] == 2


def lists_are_those_of_one_machine():
    index, out, one = path("index"), path("lists"), of_one_machine()
    code, said = JOBS.run("dedup", "-o", out, index)
    assert code == 0, said
    assert joined(out + "/duplicates-*") == read(one + "/duplicates")
    assert joined(out + "/revisits-*") == read(one + "/revisits")
    code, said = JOBS.run("dedup", "--places", "-f", "-o", out, index)
    assert code == 0, said
    assert joined(out + "/duplicates-*") == read(one + "/places")
    assert JOBS.run("dedup", "-o", path("none"), archives())[0] == 2


def table_has_all_rows():
    import pyarrow.dataset

    out = path("table")
    code, said = JOBS.run("table", "--crawl", "C", "-o", out, path("index"))
    assert code == 0, said
    rows = pyarrow.dataset.dataset(out, partitioning="hive").to_table()
    lines = [line for line in read(of_one_machine() + "/cdx").splitlines()
             if not line.startswith(b" ")]
    assert rows.num_rows == len(lines)
    assert sorted(each["warc_record_offset"] for each in rows.to_pylist()) == sorted(
        int(line.split(b" ")[9]) for line in lines)


def collection_answers_as_that_of_one_machine():
    out, one = path("collection"), path("one-collection")
    code, said = JOBS.run("build", "-o", out, *SMALL, archives())
    assert code == 1, said
    tool("wax-build", one, archives(), codes=(0, 1))
    for query in ("castles", "date:2007-2009 castle", "tower OR keep", "lang:en"):
        found = []
        for each in (out, one):
            hits = [json.loads(line) for line in tool(
                "wax-search", "--json", "-n", "1000", each, query).splitlines()]
            found.append(sorted((hit["urlkey"], hit["digest"], str(hit["date"]))
                                for hit in hits if "urlkey" in hit))
        assert found[0] and found[0] == found[1], (
            query, len(found[0]), len(found[1]),
            sorted(set(found[0]) ^ set(found[1]))[:4])


def _killing(name, whom):
    """A folder of tools in which the first call of one kills an executor: that which
    has called it, or the other one, with the output of its tasks."""
    folder = path(f"kills-{name}-{whom}")
    os.mkdir(folder)
    for each in os.listdir(BIN):
        os.symlink(os.path.join(BIN, each), os.path.join(folder, each))
    script = os.path.join(folder, name)
    os.unlink(script)
    with open(script, "w", encoding="utf-8") as out:
        out.write(f"""#!/bin/sh
if mkdir {folder}.done 2>/dev/null; then
  {sys.executable} {os.path.join(SOURCE, 'tests/cluster/kill_executor.py')} {whom}
fi
exec {os.path.join(BIN, name)} "$@"
""")
    os.chmod(script, 0o755)
    return folder


def executors_that_are_killed_change_nothing():
    one = of_one_machine()
    for job, name, whom in (("index", "wax-cdx-zipnum", "own"),
                            ("index", "wax-warc-indexer", "own"),
                            ("index", "wax-cdx-zipnum", "other"),
                            ("dedup", "wax-dedup-cdx", "own"),
                            ("build", "wax-import", "other"),
                            ("build", "wax-add-dates", "own")):
        JOBS.stop()
        os.environ["WAXWING_BIN"] = tools = _killing(name, whom)
        out = path("killed")
        inputs = [path("index")] if job == "dedup" else [*SMALL, archives()]
        code, said = JOBS.run(job, "-f", "-o", out, *inputs)
        assert os.path.isdir(tools + ".done"), (job, name)
        assert code == (0 if job == "dedup" else 1), (job, name, whom, said)
        if job == "index":
            check_index(out)
        elif job == "dedup":
            assert joined(out + "/duplicates-*") == read(one + "/duplicates")
        else:
            check_index(out + "/index")
            assert (tool("wax-search", "--json", "-n", "0", out, "castles") ==
                    tool("wax-search", "--json", "-n", "0", path("collection"),
                         "castles"))
        print(f"killed in {job}, {name}, {whom}: the same", flush=True)
    JOBS.stop()
    os.environ["WAXWING_BIN"] = BIN


def _counting(name):
    """A folder of tools in which each call of one adds a line to a file."""
    folder = path("counting")
    if not os.path.isdir(folder):
        os.mkdir(folder)
        for each in os.listdir(BIN):
            os.symlink(os.path.join(BIN, each), os.path.join(folder, each))
        script = os.path.join(folder, name)
        os.unlink(script)
        with open(script, "w", encoding="utf-8") as out:
            out.write(f'#!/bin/sh\necho >>{folder}.calls\n'
                      f'exec {os.path.join(BIN, name)} "$@"\n')
        os.chmod(script, 0o755)
    with open(folder + ".calls", "wb"):
        return folder, folder + ".calls"


def a_job_that_was_ended_goes_on():
    """A driver that is killed leaves pieces; the next one makes the others only."""
    out = path("resumed")
    arguments = ["index", "--master", "local-cluster[2,1,512]", "-f", "-o", out,
                 *SMALL, archives()]
    os.environ["WAXWING_BIN"], calls = _counting("wax-warc-indexer")
    JOBS.stop()
    code, said = JOBS.run(*arguments)
    assert code == 1, said
    all_calls = len(read(calls))
    JOBS.stop()

    _counting("wax-warc-indexer")
    driver = subprocess.Popen([sys.executable, "-m", "waxwing_spark", *arguments])
    pieces = path(".resumed.work", "captures")

    def done():
        return ([each for each in os.listdir(pieces) if ".part-" not in each]
                if os.path.isdir(pieces) else [])

    while driver.poll() is None and len(done()) < 3:
        time.sleep(.05)
    driver.kill()
    assert driver.wait() == -signal.SIGKILL
    while "CoarseGrainedExecutorBackend" in subprocess.run(
            ["ps", "-eo", "args"], stdout=subprocess.PIPE, text=True,
            check=True).stdout:
        time.sleep(.2)
    kept = len(done())
    _counting("wax-warc-indexer")
    code, said = JOBS.run(*arguments)
    assert code == 1, said
    assert len(read(calls)) == all_calls - kept, (len(read(calls)), all_calls, kept)
    check_index(out)
    JOBS.stop()
    os.environ["WAXWING_BIN"] = BIN


TESTS = [index_is_that_of_one_machine, lists_are_those_of_one_machine,
         table_has_all_rows, *graph_jobs.TESTS, *store_jobs.TESTS,
         *package_jobs.TESTS, collection_answers_as_that_of_one_machine,
         a_job_that_was_ended_goes_on, executors_that_are_killed_change_nothing]

if CASES:
    TESTS = [test for test in [*TESTS, *readme_jobs.TESTS] if test.__name__ in CASES]
failed = 0
for test in TESTS:
    try:
        test()
        print("passed", test.__name__, flush=True)
    except Exception:
        traceback.print_exc(file=sys.stdout)
        print("failed", test.__name__, flush=True)
        failed = 1
JOBS.stop()
sys.exit(failed)
