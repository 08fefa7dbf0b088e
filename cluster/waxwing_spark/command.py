"""The command waxwing-spark."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

import waxwing_warc
from waxwing_spark import (
    build_job,
    counting,
    dedup_job,
    files,
    index_job,
    inputs,
    links_job,
    outputs,
    pagerank,
    session,
    table_job,
    worker,
    zipnum,
)
from waxwing_spark.errors import JobError
from waxwing_spark.pieces import Archive

_SHOWN = 10
_UNITS = {"K": 10, "M": 20, "G": 30}


def _size(text: str) -> int:
    unit = _UNITS.get(text[-1:].upper())
    number = int(text[:-1] if unit else text) << (unit or 0)
    if number <= 0:
        raise ValueError
    return number


def _words(text: str) -> tuple[str, ...]:
    return tuple(shlex.split(text))


def parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(
        prog="waxwing-spark",
        description="Waxwing's steps as jobs of Apache Spark.",
        epilog="Exit codes: 0 done; 1 records were lost; 2 could not run. A job that "
               "was ended goes on where it was when the same command is given again.")
    jobs = whole.add_subparsers(dest="job", required=True, metavar="JOB")

    def job(name: str, text: str, output: str) -> argparse.ArgumentParser:
        made = jobs.add_parser(name, help=text, description=text + ".")
        made.add_argument("-o", "--output", required=True, metavar="FOLDER",
                          help=output + ", on a file system that all machines share; "
                          "it appears when it is complete")
        made.add_argument("-f", "--force", action="store_true",
                          help="replace FOLDER if it is one that the same job has "
                          "made; its files access and hidden stay")
        made.add_argument("--master", metavar="URL",
                          help="Spark's master (default: what spark-submit says)")
        made.add_argument("--progress", action="store_true",
                          default=sys.stderr.isatty(),
                          help="say how many tasks are done, also when standard "
                          "error is no terminal")
        return made

    def of_archives(made: argparse.ArgumentParser) -> None:
        made.add_argument("archives", nargs="+", metavar="ARCHIVE",
                          help="ARC and WARC files, folders, WACZ files, URLs: "
                          "http:, s3:, hdfs: (WebHDFS), and those of Hadoop's file "
                          "systems, such as gs: and abfs:")
        made.add_argument("--hadoop", action="store_true",
                          help="read s3a:, s3: and hdfs: by Hadoop's file systems, "
                          "too, with Spark's settings; archives are copied to the "
                          "executors then, as those of gs:")
        made.add_argument("--piece", type=_size, default=256 << 20, metavar="SIZE",
                          help="bytes of archives in a task; greater archives are "
                          "read in parts (default: 256M)")

    def of_index(made: argparse.ArgumentParser) -> None:
        made.add_argument("--indexer", type=_words, default=(), metavar="OPTIONS",
                          help="options of wax-warc-indexer, such as "
                          "'--profile ia --meta' (default: none)")
        made.add_argument("--partition", type=_size, default=256 << 20,
                          metavar="SIZE",
                          help="bytes of lines in a partition (default: 256M)")
        made.add_argument("--partitions", type=int, default=0, metavar="N",
                          help="their number instead; 0: by SIZE (default: 0)")
        made.add_argument("--lines", type=int, default=3000, metavar="N",
                          help="lines in a block (default: 3000)")

    def of_dedup(made: argparse.ArgumentParser) -> None:
        made.add_argument("--rules", type=_words, default=(), metavar="OPTIONS",
                          help="options of wax-dedup-cdx, such as '--status 200' "
                          "(default: none)")

    made = job("index", "make sorted CDX records of archives, as a ZipNum",
               "the ZipNum")
    of_archives(made)
    of_index(made)

    made = job("dedup", "list the duplicates and revisits of a ZipNum",
               "the lists of each partition")
    made.add_argument("index", metavar="ZIPNUM",
                      help="what waxwing-spark index has made")
    of_dedup(made)
    made.add_argument("--places", action="store_true",
                      help="say where each capture is, for waxwing-spark import")

    made = job("import", "read archives into segments of documents",
               "the segments")
    of_archives(made)
    made.add_argument("-e", "--exclude", metavar="LISTS",
                      help="leave out the captures in the duplicate lists of this "
                      "folder, of waxwing-spark dedup --places")
    made.add_argument("--importing", type=_words, default=(), metavar="OPTIONS",
                      help="options of wax-import (default: none)")

    made = job("build", "make a collection of archives that wax-search searches",
               "the collection")
    of_archives(made)
    of_index(made)
    of_dedup(made)
    made.add_argument("--importing", type=_words, default=(), metavar="OPTIONS",
                      help="options of wax-import (default: none)")
    made.add_argument("--indexing", type=_words, default=("--stem", "all"),
                      metavar="OPTIONS",
                      help="options of wax-index (default: '--stem all', as "
                      "wax-build)")

    made = job("links", "make a graph of pages and links, with PageRank",
               "the tables pages and links, and scores")
    made.add_argument("inputs", nargs="+", metavar="INPUT",
                      help="a segment, a graph of wax-graph-update, or what "
                      "waxwing-spark links has made, to which others are added")
    made.add_argument("--dates", metavar="LISTS",
                      help="further captures: a folder that waxwing-spark dedup has "
                      "made")
    made.add_argument("--policy", default="latest", metavar="POLICY",
                      help="links that count: latest (of the newest capture of a "
                      "page), accumulate (all), asof=DATE (default: latest)")
    made.add_argument("--frontier", action="store_true",
                      help="links to pages that are not archived count, too")
    made.add_argument("--nofollow", action="store_true",
                      help="links that ask robots not to follow them count, too")
    scoring = pagerank.Options()
    made.add_argument("--damping", type=float, default=scoring.damping,
                      metavar="NUMBER", help="probability that a link is followed "
                      "(default: %(default)s)")
    made.add_argument("--tolerance", type=float, default=scoring.tolerance,
                      metavar="NUMBER", help="end when the scores change by less in "
                      "an iteration (default: %(default)s)")
    made.add_argument("--iterations", type=int, default=scoring.iterations,
                      metavar="N",
                      help="do at most N iterations (default: %(default)s)")

    made = job("table", "make Common Crawl's index table of a ZipNum, in Parquet",
               "the table's folder crawl=NAME")
    made.add_argument("index", metavar="ZIPNUM",
                      help="what waxwing-spark index has made")
    made.add_argument("--crawl", required=True, metavar="NAME",
                      help="the name of the crawl")
    return whole


def _index_options(given: argparse.Namespace) -> index_job.Options:
    pairs = any(each in ("-p", "--post-append") or "req." in each
                for each in given.indexer)
    return index_job.Options(given.indexer, given.piece, pairs, given.partition,
                             given.partitions, given.lines, given.progress)


def _index(spark: SparkSession, given: argparse.Namespace, folder: str,
           work: str) -> worker.Counts:
    return index_job.run(spark, _archives(spark, given), folder, work,
                         _index_options(given))


def _dedup(spark: SparkSession, given: argparse.Namespace, folder: str,
           work: str) -> None:
    dedup_job.run(spark, given.index, folder, dedup_job.Options(
        given.rules, given.places, given.progress))


def _import(spark: SparkSession, given: argparse.Namespace, folder: str,
            work: str) -> worker.Counts:
    lists = _lists_in(given.exclude) if given.exclude else []
    archives = _archives(spark, given)
    options = build_job.Options(
        index_job.Options(piece=given.piece, progress=given.progress),
        importing=given.importing)
    segments = build_job.place_of_segments(archives, lists, work, options)
    counts = build_job.import_segments(spark, archives, lists, segments, options)
    with open(os.path.join(folder, index_job.PROBLEMS), "wb") as out:
        for name in sorted(os.listdir(segments)):
            if ".part-" not in name:
                build_job.publish_segment(os.path.join(segments, name),
                                          os.path.join(folder, name), out)
    return counts


def _lists_in(folder: str) -> list[str]:
    found = build_job.lists_for_import(sorted(
        os.path.join(folder, name) for name in os.listdir(folder)))
    if not found:
        raise JobError(f"{folder}: it has no duplicate lists; "
                       "waxwing-spark dedup --places makes them")
    return found


def _build(spark: SparkSession, given: argparse.Namespace, folder: str,
           work: str) -> worker.Counts:
    options = build_job.Options(
        _index_options(given),
        dedup_job.Options(given.rules, True, given.progress),
        given.importing, given.indexing)
    return build_job.run(spark, _archives(spark, given), folder, work, options)


def _table(spark: SparkSession, given: argparse.Namespace, folder: str,
           work: str) -> None:
    table_job.run(spark, given.index, folder, given.crawl, given.progress)


def _links(spark: SparkSession, given: argparse.Namespace, folder: str,
           work: str) -> None:
    lists = []
    if given.dates:
        lists = build_job.lists_of_dates(sorted(
            os.path.join(os.path.abspath(given.dates), name)
            for name in os.listdir(given.dates)))
        if not lists:
            raise JobError(f"{given.dates}: it has no lists of captures; "
                           "waxwing-spark dedup makes them")
    links_job.run(spark, given.inputs, lists, folder, work, links_job.Options(
        counting.policy_of(given.policy, given.frontier, given.nofollow),
        pagerank.Options(given.damping, given.tolerance, given.iterations),
        given.progress))


# Those that read archives give what they count.
_JOBS: dict[str, Callable[[SparkSession, argparse.Namespace, str, str],
                          worker.Counts | None]] = {
    "index": _index, "dedup": _dedup, "import": _import, "build": _build,
    "links": _links, "table": _table}


def _archives(spark: SparkSession, given: argparse.Namespace) -> list[Archive]:
    problems: list[waxwing_warc.Problem] = []
    found = inputs.find(spark, given.archives, given.hadoop, problems)
    for each in problems:
        print(f"waxwing-spark: {each.file}: {each.id}: {each.text}", file=sys.stderr)
    if not found:
        raise JobError("there are no archives in what was given")
    return found


def _tell_problems(folder: str) -> int:
    """Shows the first problems, and returns how many records were lost."""
    path = os.path.join(folder, index_job.PROBLEMS)
    if not os.path.exists(path):
        return 0
    lost = shown = 0
    with open(path, encoding="utf-8", errors="surrogateescape") as lines:
        for line in lines:
            problem = json.loads(line)
            lost += problem["severity"] == "lost"
            if problem["severity"] == "note":
                continue
            shown += 1
            if shown <= _SHOWN:
                at = ("" if problem.get("offset") is None
                      else f" at byte {problem['offset']}:")
                print(f"waxwing-spark: {problem['file']}:{at} {problem['id']}: "
                      f"{problem['text']}", file=sys.stderr)
    if shown > _SHOWN:
        print(f"waxwing-spark: {shown - _SHOWN} further problems are in the file "
              f"{index_job.PROBLEMS} of the output", file=sys.stderr)
    return lost


def main(arguments: Sequence[str] | None = None) -> int:
    given = parser().parse_args(arguments)
    try:
        with _session(given) as spark:
            return run(spark, given)
    except (JobError, waxwing_warc.Error, OSError, PySparkException) as error:
        print(f"waxwing-spark: {session.reason_of(error)}", file=sys.stderr)
        return 2


@contextmanager
def _session(given: argparse.Namespace) -> Iterator[SparkSession]:
    _check(given)
    spark = session.start(f"waxwing-spark {given.job}", given.master)
    try:
        yield spark
    finally:
        spark.stop()


def _output(given: argparse.Namespace) -> str:
    output: str = os.path.abspath(given.output)
    if given.job == "table":
        output = os.path.join(output, f"crawl={given.crawl}")
    return output


def _check(given: argparse.Namespace) -> None:
    outputs.check(_output(given), given.force, given.job, _local_inputs(given))
    if getattr(given, "index", None):
        zipnum.check(given.index)


def _local_inputs(given: argparse.Namespace) -> list[str]:
    """The files and folders that a job reads."""
    names = [*getattr(given, "archives", ()), *getattr(given, "inputs", ())]
    names += (name for of in ("index", "exclude", "dates")
              if (name := getattr(given, of, None)))
    return [path for name in names if (path := inputs.local_path(name))]


def run(spark: SparkSession, given: argparse.Namespace) -> int:
    """Runs a job, and returns its exit code. Raises JobError, and what Spark and the
    file system raise; what is done is kept for the next time."""
    _check(given)
    output = _output(given)
    work = os.path.join(os.path.dirname(output),
                        f".{os.path.basename(output)}.work")
    os.makedirs(work, exist_ok=True)
    made = os.path.join(work, "output")
    outputs.begin(made, given.job)
    counts = _JOBS[given.job](spark, given, made, work)
    lost = _tell_problems(made)
    if lost and counts and not counts.get("read", {"total": 0})["total"]:
        raise JobError("nothing could be read, so nothing is made")
    _check(given)
    outputs.publish(made, output, given.job)
    files.remove(work)
    return 1 if lost else 0
