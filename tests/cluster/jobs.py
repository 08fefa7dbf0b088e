"""Jobs of Spark against the tools: what spark_test.py runs with PySpark's Python."""

import glob
import json
import os
import shutil
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


def force_replaces_what_the_job_made_and_keeps_its_rules():
    out, mine = path("collection"), path("mine")
    tool("wax-hide", "--captured", "2007", out)
    hidden = read(out + "/hidden")
    searched = tool("wax-search", "--json", "-n", "1000", out, "castles")
    code, said = JOBS.run("build", "-f", "-o", out, *SMALL, archives())
    assert code == 1, said
    assert read(out + "/hidden") == hidden
    assert tool("wax-search", "--json", "-n", "1000", out, "castles") == searched
    shutil.copytree(archives(), mine)
    before = sorted(os.listdir(mine))
    for arguments, reason in (
            (("-o", mine, archives()), "is not a folder of waxwing-spark build"),
            (("-o", out, out + "/segments"), "holds the input"),
            (("-o", out, f"file://{out}"), "is an input")):
        code, said = JOBS.run("build", "-f", *arguments)
        assert code == 2 and reason in said, said
    assert sorted(os.listdir(mine)) == before
    code, said = JOBS.run("build", "-f", "-o", out, path("gone.warc.gz"))
    assert code == 2, said
    assert read(out + "/hidden") == hidden
    os.remove(out + "/hidden")  # the tests after this one search it


def _tools_but(folder, scripts):
    """A folder of tools of which some are scripts, by name."""
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    for each in os.listdir(BIN):
        os.symlink(os.path.join(BIN, each), os.path.join(folder, each))
    for name, script in scripts.items():
        place = os.path.join(folder, name)
        os.unlink(place)
        with open(place, "w", encoding="utf-8") as out:
            out.write("#!/bin/sh\n" + script)
        os.chmod(place, 0o755)
    return folder


def _killing(name, whom):
    """A folder of tools in which the first call of one kills an executor: that which
    has called it, or the other one, with the output of its tasks."""
    folder = path(f"kills-{name}-{whom}")
    return _tools_but(folder, {name: f"""\
if mkdir {folder}.done 2>/dev/null; then
  {sys.executable} {os.path.join(SOURCE, 'tests/cluster/kill_executor.py')} {whom}
fi
exec {os.path.join(BIN, name)} "$@"
"""})


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
        shutil.rmtree(out, ignore_errors=True)
        code, said = JOBS.run(job, "-o", out, *inputs)
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


def _counting(*names):
    """Takes a folder of tools in which each call of some adds a line to a file, and
    gives these files."""
    JOBS.stop()
    folder = path("counting")
    calls = {name: f"{folder}-{name}" for name in names}
    for each in calls.values():
        with open(each, "wb"):
            pass
    os.environ["WAXWING_BIN"] = _tools_but(folder, {
        name: f'echo >>{each}\nexec {os.path.join(BIN, name)} "$@"\n'
        for name, each in calls.items()})
    return calls


def _made_in(pattern):
    return [each for each in glob.glob(pattern) if ".part-" not in each]


def _end_driver(arguments, pattern, number):
    """Kills the driver of a job that has made so many of these files."""
    driver = subprocess.Popen([sys.executable, "-m", "waxwing_spark", *arguments])
    while driver.poll() is None and len(_made_in(pattern)) < number:
        time.sleep(.05)
    driver.kill()
    assert driver.wait() == -signal.SIGKILL
    while "CoarseGrainedExecutorBackend" in subprocess.run(
            ["ps", "-eo", "args"], stdout=subprocess.PIPE, text=True,
            check=True).stdout:
        time.sleep(.2)


def _files_in(folder):
    """The bytes of all files of a folder, but for the order of what was told."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            each = os.path.join(place, name)
            found[os.path.relpath(each, folder)] = read(each)
    found["problems"] = sorted(found.pop("problems", b"").splitlines())
    return found


def _goes_on(job, *stages):
    """Kills the driver of a job as soon as some files of a stage are made, and gives
    the command again. A stage: the tool that makes them, their names, their number."""
    arguments = [job, "--master", "local-cluster[2,1,512]", "-f", "-o"]
    names = [*SMALL, archives()]
    whole = path("not-ended-" + job)
    all_calls = _counting(*(tool_name for tool_name, _, _ in stages))
    code, said = JOBS.run(*arguments, whole, *names)
    assert code == 1, said
    wanted = _files_in(whole)
    all_calls = {name: len(read(each)) for name, each in all_calls.items()}
    for tool_name, made, number in stages:
        _counting(tool_name)
        out = path("ended-" + tool_name)
        place = path(f".{os.path.basename(out)}.work", made)
        _end_driver([*arguments, out, *names], place, number)
        kept = len(_made_in(place))
        assert not os.path.exists(out)
        calls = _counting(tool_name)[tool_name]
        code, said = JOBS.run(*arguments, out, *names)
        assert code == 1, said
        again = len(read(calls))
        assert again == all_calls[tool_name] - kept, (
            tool_name, again, all_calls[tool_name], kept)
        found = _files_in(out)
        assert found.keys() == wanted.keys(), found.keys() ^ wanted.keys()
        others = [each for each in wanted if found[each] != wanted[each]]
        assert not others, others[:9]
        print(f"ended in {job}, {tool_name}: {kept} kept, {again} made", flush=True)
    JOBS.stop()
    os.environ["WAXWING_BIN"] = BIN


def a_job_that_was_ended_goes_on():
    """A driver that is killed leaves what is done; the next one makes the rest only,
    and all files are those of a job that was not ended."""
    _goes_on("index", ("wax-warc-indexer", "captures/*", 3))
    check_index(path("ended-wax-warc-indexer"))
    _goes_on("build", ("wax-cdx-zipnum", "sorted-*/*", 2),
             ("wax-import", "segments-*/*", 2),
             ("wax-index", "shards-*/pindexes/*", 2))


def a_full_disk_loses_nothing():
    """Of one executor: others do its tasks. Of all: the job says where, and goes on
    when there is room."""
    folder = path("full")
    for whom in ("one", "all"):
        JOBS.stop()
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        os.environ["WAXWING_BIN"] = _tools_but(path("full-" + whom), {
            "wax-warc-indexer":
                f"exec {sys.executable} {SOURCE}/tests/cluster/full_disk.py {folder} "
                f'{whom} {BIN}/wax-warc-indexer "$@"\n'})
        code, said = JOBS.run("index", "-f", "-o", path("of-full"), *SMALL, archives())
        assert os.listdir(folder)
        if whom == "all":
            assert code == 2, said
            assert "No space left on device (executor " in said, said
            assert not os.path.exists(path("of-full"))
            JOBS.stop()
            os.environ["WAXWING_BIN"] = BIN
            code, said = JOBS.run("index", "-o", path("of-full"), *SMALL, archives())
        assert code == 1, said
        check_index(path("of-full"))
        shutil.rmtree(path("of-full"))
    JOBS.stop()
    os.environ["WAXWING_BIN"] = BIN


TESTS = [index_is_that_of_one_machine, lists_are_those_of_one_machine,
         table_has_all_rows, *graph_jobs.TESTS, *store_jobs.TESTS,
         *package_jobs.TESTS, collection_answers_as_that_of_one_machine,
         force_replaces_what_the_job_made_and_keeps_its_rules,
         a_job_that_was_ended_goes_on, a_full_disk_loses_nothing,
         executors_that_are_killed_change_nothing]

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
