"""The Spark session of a job, its stages, and how far they are."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from pyspark import SparkConf, SparkContext
from pyspark.sql import SparkSession

from waxwing_spark import worker
from waxwing_spark.errors import JobError

# A block of lines, and where it goes: its partition and two further numbers.
Block = tuple[tuple[int, int, int], bytes]
T = TypeVar("T")
R = TypeVar("R")

# In the text of an exception that comes from a task.
_RAISED = re.compile(r"^(?:waxwing_spark\.errors\.JobError|waxwing_warc[\w.]*Error"
                     r"|OSError|\w+Error): (.*)$", re.MULTILINE)
# In the text of a job that Spark gives up: the machine, the executor, what it raised.
_LOST = re.compile(r"Lost task \S+ in stage \S+ \(TID \d+\) \((\S+) executor (\S+)\): "
                   r"(.*)")
# How often a task may fail in all. Without the others all of them may be on the same
# machine, whose disk is full.
_ATTEMPTS = "spark.task.maxFailures"
_EXCLUDE = "spark.excludeOnFailure.enabled"
_EXCLUDING = {_EXCLUDE: "true",
              "spark.excludeOnFailure.task.maxTaskAttemptsPerExecutor": "2",
              "spark.excludeOnFailure.task.maxTaskAttemptsPerNode": "3",
              # Other tasks may do well there, and there may be no other executor.
              "spark.excludeOnFailure.stage.maxFailedTasksPerExecutor": "1000",
              "spark.excludeOnFailure.application.maxFailedTasksPerExecutor": "1000"}
# Executors have them as the driver, and those of object stores.
_VARIABLES = ("WAXWING_BIN", "PYTHONPATH", "HADOOP_USER_NAME")
_ROOT = os.path.dirname(os.path.abspath(__file__))


def start(name: str, master: str | None) -> SparkSession:
    """A session. Executors get this package, and look for the tools of Waxwing where
    the driver does (WAXWING_BIN)."""
    builder = SparkSession.builder.appName(name).config(
        "spark.ui.showConsoleProgress", "false").config(
        "spark.sql.session.timeZone", "UTC")
    if master:
        builder = builder.master(master)
    # What spark-submit and its files of settings say is known to Java only.
    SparkContext._ensure_initialized()
    given = SparkConf()
    # Spark refuses to exclude where a task has fewer attempts.
    if not given.contains(_EXCLUDE) and int(given.get(_ATTEMPTS, "4") or 4) >= 4:
        for name, value in _EXCLUDING.items():
            builder = builder.config(name, value)
    for variable in os.environ:
        if variable in _VARIABLES or variable.startswith("AWS_"):
            builder = builder.config(f"spark.executorEnv.{variable}",
                                     os.environ[variable])
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    # Executors ask for the file as long as new ones begin.
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    package = os.path.join(folder, "waxwing_spark.zip")
    with zipfile.ZipFile(package, "w") as archive:
        for file in sorted(os.listdir(_ROOT)):
            if file.endswith(".py"):
                archive.write(os.path.join(_ROOT, file), "waxwing_spark/" + file)
    spark.sparkContext.addPyFile(package)
    return spark


class Stage:
    """What a job says of one of its stages on standard error."""

    def __init__(self, job: str, name: str) -> None:
        self._head = f"waxwing-spark {job}: {name}"

    def say(self, text: str) -> None:
        print(f"{self._head}: {text}", file=sys.stderr)

    def closing(self, counts: worker.Counts, *before: str) -> None:
        self.say(", ".join([*before, worker.counts_text(counts)]))

    @contextmanager
    def progress(self, spark: SparkSession, wanted: bool) -> Iterator[None]:
        """Says every few seconds how many of the tasks are done."""
        if not wanted:
            yield
            return
        ended = threading.Event()

        def watch() -> None:
            began = time.monotonic()
            tracker = spark.sparkContext.statusTracker()
            while not ended.wait(2):
                tasks = [tracker.getStageInfo(each)
                         for each in tracker.getActiveStageIds()]
                total = sum(each.numTasks for each in tasks if each)
                done = sum(each.numCompletedTasks for each in tasks if each)
                if total:
                    self.say(f"{done} of {total} tasks, "
                             f"{time.monotonic() - began:.0f} s")

        thread = threading.Thread(target=watch, daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()


def run_each(spark: SparkSession, function: Callable[[T], R],
             tasks: Sequence[T]) -> list[R]:
    """Calls the function with each task, each in a task of Spark of its own, so that
    a task whose executor is lost is the only one that is done again."""
    if not tasks:
        return []
    each: Any = spark.sparkContext.parallelize(tasks, len(tasks))
    results: list[R] = each.map(function).collect()
    return results


# After the blocks of all sources, in the order of keys.
_END = 1 << 62


def _with_ends(blocks: Iterable[Block], source: int,
               partitions: int) -> Iterator[Block]:
    """The blocks of a source, and for each partition that there are no more."""
    yield from blocks
    for partition in range(partitions):
        yield (partition, _END, source), b""


def _whole(blocks: Iterable[Block], sources: int) -> Iterator[Block]:
    """The blocks for a partition without these ends. Where an executor was lost, a
    worker sees its input end early, as if that were all, and Spark fails the task
    only later: what such a task makes would stay. Raises JobError there."""
    ends = 0
    for key, block in blocks:
        if key[1] == _END:
            ends += 1
        else:
            yield key, block
    if ends != sources:
        raise JobError(f"{sources - ends} of {sources} sources of a partition are "
                       "lost")


def _divided(rdd: Any, partitions: int) -> Any:
    return rdd.repartitionAndSortWithinPartitions(partitions, lambda key: key[0])


def _blocks_of_all(spark: SparkSession, sources: Sequence[T],
                   blocks: Callable[[T], Iterable[Block]], partitions: int) -> Any:
    rdd: Any = spark.sparkContext.parallelize(list(enumerate(sources)),
                                              max(1, len(sources)))
    return rdd.flatMap(lambda each: _with_ends(blocks(each[1]), each[0], partitions))


def shuffled(spark: SparkSession, sources: Sequence[T],
             blocks: Callable[[T], Iterable[Block]], partitions: int,
             use: Callable[[int, Iterator[Block]], R]) -> list[R]:
    """Brings blocks of all sources to their partitions, which the first number of
    their keys says, in the order of keys, and calls `use` for each partition."""
    count = len(sources)
    results: list[R] = (
        _divided(_blocks_of_all(spark, sources, blocks, partitions), partitions)
        .mapPartitionsWithIndex(
            lambda number, each: [use(number, _whole(each, count))])
        .collect())
    return results


def shuffled_twice(spark: SparkSession, sources: Sequence[T],
                   blocks: Callable[[T], Iterable[Block]], between: int,
                   route: Callable[[int, Iterator[Block]], Iterable[Block]],
                   partitions: int,
                   use: Callable[[int, Iterator[Block]], R]) -> list[R]:
    """The same with `between` partitions on the way, each of which says by `route`
    where its blocks go."""
    count = len(sources)
    on_the_way = _divided(_blocks_of_all(spark, sources, blocks, between), between)
    results: list[R] = (
        _divided(on_the_way.mapPartitionsWithIndex(
            lambda number, each: _with_ends(route(number, _whole(each, count)),
                                            number, partitions)), partitions)
        .mapPartitionsWithIndex(
            lambda number, each: [use(number, _whole(each, between))])
        .collect())
    return results


def reason_of(error: BaseException) -> str:
    """What the user needs of an error: of one that Spark brings from an executor,
    the last exception that a task has raised, and where."""
    text = str(error)
    lost = _LOST.findall(text)
    where = f" (executor {lost[-1][1]} on {lost[-1][0]})" if lost else ""
    found = _RAISED.findall(text) or [what for _, _, what in lost]
    if found:
        return str(found[-1]) + where
    return text.strip().splitlines()[0] if text.strip() else type(error).__name__
