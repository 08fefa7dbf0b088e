"""The archives that the arguments of a job stand for, their sizes and states."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor

from pyspark.sql import SparkSession

import waxwing_warc
from waxwing_spark import hadoop
from waxwing_spark.pieces import Archive

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):/")
# What the tools read themselves, and what may be left to Hadoop instead.
_WEB = ("http", "https", "webhdfs", "swebhdfs")
_STORES = ("s3", "s3a", "s3n", "hdfs")
# Servers that are asked at once.
_ASKED = 32


def local_path(name: str) -> str | None:
    """The path of a file or folder that a name stands for; None for other URLs."""
    found = None if os.path.exists(name) else _SCHEME.match(name)
    if not found:
        return os.path.abspath(name)
    if found[1].lower() != "file":
        return None
    return os.path.abspath(re.sub("^//[^/]*", "", name[len("file:"):]))


def find(spark: SparkSession, names: Iterable[str], by_hadoop: bool,
         problems: list[waxwing_warc.Problem]) -> list[Archive]:
    """The archives of all names. `by_hadoop`: object stores and HDFS are read by
    Hadoop's file systems, as all are that the tools do not know. Raises JobError and
    what waxwing_warc.find_archives() raises."""
    own: list[str] = []
    archives: list[Archive] = []
    for name in names:
        path = local_path(name)
        scheme, _, rest = name.partition(":")
        scheme = scheme.lower()
        if path:
            own.append(path)
        elif scheme in _STORES and not by_hadoop:
            own.append(f"{'hdfs' if scheme == 'hdfs' else 's3'}:{rest}")
        elif scheme not in _WEB:
            archives += hadoop.archives_of(spark, name)
        else:
            own.append(name)
    if own:
        archives += _with_states(
            waxwing_warc.find_archives(own, problems=problems), own)
    return archives


def _with_states(paths: Sequence[str], given: Sequence[str]) -> list[Archive]:
    """Archives in WACZ files share the size of the file, and its state. What cannot
    be found has none of both: the tool that reads it says why."""
    of = {path: path if os.path.exists(path) else path.partition("!/")[0]
          for path in paths}
    sharing = Counter(of.values())
    known: dict[str, tuple[int, str]] = {}
    for name in given:
        if _SCHEME.match(name) and name not in sharing:  # a folder
            known |= waxwing_warc.remote_states(name)
    with ThreadPoolExecutor(_ASKED) as threads:
        rest = [name for name in sharing if name not in known]
        known |= zip(rest, threads.map(_state_of, rest), strict=True)
    return [Archive(path, known[of[path]][0] // sharing[of[path]],
                    known[of[path]][1], is_inside=of[path] != path)
            for path in paths]


def _state_of(name: str) -> tuple[int, str]:
    try:
        if _SCHEME.match(name) and not os.path.exists(name):
            return waxwing_warc.remote_states(name).get(name, (0, ""))
        found = os.stat(name)
    except (OSError, waxwing_warc.Error):
        return 0, ""
    return found.st_size, str(found.st_mtime_ns)
