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

from pyspark.sql import SparkSession

from waxwing_spark import worker

T = TypeVar("T")
R = TypeVar("R")

# In the text of an exception that comes from a task.
_RAISED = re.compile(r"^(?:waxwing_spark\.errors\.JobError|waxwing[\w.]*Error|OSError"
                     r"|\w+Error): (.*)$", re.MULTILINE)
_ROOT = os.path.dirname(os.path.abspath(__file__))


def start(name: str, master: str | None) -> SparkSession:
    """A session. Executors get this package, and look for the tools of Waxwing where
    the driver does (WAXWING_BIN)."""
    builder = SparkSession.builder.appName(name).config(
        "spark.ui.showConsoleProgress", "false")
    if master:
        builder = builder.master(master)
    for variable in ("WAXWING_BIN", "PYTHONPATH"):
        if variable in os.environ:
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


def routed(spark: SparkSession, sources: Sequence[T],
           blocks: Callable[[T], Iterable[tuple[Any, Any]]], partitions: int,
           use: Callable[[int, Iterator[tuple[Any, Any]]],
                         Iterable[tuple[Any, Any]]]) -> Any:
    """Brings blocks of all sources to their partitions, which the first number of
    their keys says, in the order of keys; the blocks that `use` makes of those of a
    partition are an RDD."""
    rdd: Any = spark.sparkContext.parallelize(sources, max(1, len(sources)))
    return (rdd.flatMap(blocks)
            .repartitionAndSortWithinPartitions(partitions, lambda key: key[0])
            .mapPartitionsWithIndex(use))


def collected(rdd: Any, partitions: int,
              use: Callable[[int, Iterator[tuple[Any, Any]]], R]) -> list[R]:
    """Brings the blocks of an RDD to their partitions, as routed(), and calls `use`
    for each of these."""
    results: list[R] = (
        rdd.repartitionAndSortWithinPartitions(partitions, lambda key: key[0])
        .mapPartitionsWithIndex(lambda number, each: [use(number, each)])
        .collect())
    return results


def shuffled(spark: SparkSession, sources: Sequence[T],
             blocks: Callable[[T], Iterable[tuple[Any, Any]]], partitions: int,
             use: Callable[[int, Iterator[tuple[Any, Any]]], R]) -> list[R]:
    """The same of blocks of all sources."""
    rdd: Any = spark.sparkContext.parallelize(sources, max(1, len(sources)))
    return collected(rdd.flatMap(blocks), partitions, use)


def reason_of(error: BaseException) -> str:
    """What the user needs of an error: of one that Spark brings from an executor,
    the last exception that a task has raised."""
    text = str(error)
    found = _RAISED.findall(text)
    if found:
        return str(found[-1])
    return text.strip().splitlines()[0] if text.strip() else type(error).__name__
