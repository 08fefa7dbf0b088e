"""waxwing-spark links: segments and graphs to a graph of pages and links with
PageRank, as tables."""

from __future__ import annotations

import hashlib
import itertools
import operator
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyspark.sql import SparkSession

import waxwing_warc.graph
from waxwing_spark import counting, files, pagerank, session, tables, worker
from waxwing_spark.errors import JobError
from waxwing_spark.index_job import PROBLEMS
from waxwing_warc import _native, parquet

# What each input adds: the tables of waxwing_warc.graph, and what was counted.
SEEN = "seen"
CAPTURES = "captures.parquet"
LINKS = "links.parquet"
# In the folder of work: which of these an input has become.
_KNOWN = "known"
_REPORT = "report"


@dataclass(frozen=True)
class Options:
    """What the command says."""

    counting: counting.Policy = counting.Policy()
    scoring: pagerank.Options = pagerank.Options()
    progress: bool = False


@dataclass(frozen=True)
class _Seen:
    """What an input adds to a graph, in a folder whose name tells what it is."""

    source: str
    folder: str
    url_key: str
    counts: worker.Counts
    # Of whose collections the rules are asked: files and folders.
    places: tuple[str, ...]


def run(spark: SparkSession, inputs: Sequence[str], lists: Sequence[str], folder: str,
        work: str, options: Options) -> None:
    """Writes into `folder` the tables `pages` and `links`, the `scores`, and what
    each input has `seen`, which a later job may add to.

    inputs: segments, graphs of wax-graph-update, and what this job has made.
    lists: of further captures, as dedup_job makes them.
    Raises JobError when their URL keys are of different kinds.
    """
    stage = session.Stage("links", "inputs")
    before, new = _split(inputs)
    for name in (SEEN, _KNOWN):
        os.makedirs(os.path.join(work, name), exist_ok=True)
    with stage.progress(spark, options.progress):
        made = session.run_each(
            spark, partial(_see, work=work),
            [*new, *((each, "--dates") for each in lists)])
        shown = session.run_each(
            spark, partial(_shown, folder=os.path.join(work, SEEN)),
            [*(_seen_before(*each) for each in before), *made])
    every = {os.path.basename(each.folder): each for each in shown}
    _check_kinds(list(every.values()))
    counts = worker.sum_of(each.counts for each in every.values())
    stage.closing(counts, f"inputs {len(every)}")
    _publish(list(every.values()), folder)

    places = [each.folder for each in every.values()]
    seen = counting.Seen(
        *(tables.read(spark, *(os.path.join(each, name) for each in places))
          for name in (CAPTURES, LINKS)))
    name = files.digest_of(sorted(every), repr(options.counting))
    stage = session.Stage("links", "graph")
    with stage.progress(spark, options.progress):
        graph = counting.Graph(spark, seen, options.counting,
                               os.path.join(work, f"graph-{name}"))
    stage.say(f"pages {graph.pages}, links {graph.links}")

    stage = session.Stage("links", "pagerank")
    with stage.progress(spark, options.progress):
        name = files.digest_of(name, repr(options.scoring))
        scores = pagerank.run(spark, graph, os.path.join(work, f"ranks-{name}"),
                              options.scoring)
    stage.say(f"iterations {scores.rounds}, residual {scores.residual:.12g}"
              f"{'' if scores.converged else ', not converged'}")
    graph.write(scores.of_pages, folder)


def _split(inputs: Sequence[str]) -> tuple[list[tuple[str, str]],
                                            list[tuple[str, str]]]:
    """What earlier jobs have seen, each with what they have made; other inputs, each
    with what it is."""
    before: list[tuple[str, str]] = []
    new: list[tuple[str, str]] = []
    for path in inputs:
        path = os.path.abspath(path)
        seen = os.path.join(path, SEEN)
        if os.path.isdir(seen):
            before += ((os.path.join(seen, name), path)
                       for name in sorted(os.listdir(seen)))
        elif os.path.isfile(os.path.join(path, "state")):
            new.append((path, "graph"))
        else:
            new.append((path, "segment"))
    return before, new


def _seen_before(folder: str, *places: str) -> _Seen:
    report = files.read_json(os.path.join(folder, _REPORT))
    return _Seen(report["source"], folder, report["url_key"], report["counts"],
                 (report["source"], *places))


def _see(task: tuple[str, str], work: str) -> _Seen:
    """Makes the tables of an input, unless an earlier run has. What a graph gives
    depends on the rules of its collection, too, so those of a graph are always made."""
    source, kind = task
    if kind == "graph":
        made = _made(source, kind, os.path.join(work, SEEN))
        return _seen_before(os.path.join(work, SEEN, made))
    known = os.path.join(work, _KNOWN, files.digest_of(
        source, kind, os.stat(source).st_mtime_ns))
    if not os.path.isfile(known):
        files.write_json(known, _made(source, kind, os.path.join(work, SEEN)))
    return _seen_before(os.path.join(work, SEEN, files.read_json(known)))


def _made(source: str, kind: str, folder: str) -> str:
    """The name that the tables of an input have in `folder`. Equal tables have one
    name."""
    with tempfile.TemporaryDirectory() as temporary:
        counts: worker.Counts = {}
        graph = source
        if kind != "graph":
            graph = os.path.join(temporary, "graph")
            options = ["--dates", source] if kind == "--dates" else [source]
            counts = worker.run(temporary, "wax-graph-update", "--jobs", "1",
                                "--memory", "256M", graph, *options)
        reader = waxwing_warc.graph.Graph(graph)
        for table, rows in ((CAPTURES, reader.captures()),
                            (LINKS, reader.seen_links())):
            parquet.batches_to_parquet(rows, os.path.join(temporary, table))
        name = files.digest_of(reader.url_key, *(
            _digest_of_file(os.path.join(temporary, table))
            for table in (CAPTURES, LINKS)))
        place = os.path.join(folder, name)
        if not os.path.isdir(place):
            with files.made_folder(place) as part:
                for table in (CAPTURES, LINKS):
                    shutil.copyfile(os.path.join(temporary, table),
                                    os.path.join(part, table))
                with open(os.path.join(part, PROBLEMS), "wb") as out:
                    worker.append(os.path.join(temporary, PROBLEMS), out)
                files.write_json(os.path.join(part, _REPORT), {
                    "source": source, "url_key": reader.url_key, "counts": counts})
    return name


def _shown(seen: _Seen, folder: str) -> _Seen:
    """The same without the pages that rules hide now: those of the collections that
    its places are in. Memory: the keys of these pages."""
    rules = [each for place in seen.places
             if not (each := _native.PageRules(place, seen.url_key)).empty]
    if not rules:
        return seen
    captures = os.path.join(seen.folder, CAPTURES)
    hidden = set()
    for key, rows in itertools.groupby(_rows(captures, "urlkey", "date", "digest"),
                                       operator.itemgetter("urlkey")):
        of_page = [(row["date"], row["digest"]) for row in rows
                   if row["date"] is not None]
        if not all(each.shows(key, of_page) for each in rules):
            hidden.add(key)
    if not hidden:
        return seen
    name = files.digest_of(os.path.basename(seen.folder),
                           sorted(key.hex() for key in hidden))
    place = os.path.join(folder, name)
    with files.made_folder(place) as part:
        for table, columns in ((CAPTURES, ("urlkey",)), (LINKS, ("source", "target"))):
            parquet.batches_to_parquet(
                _without(hidden, os.path.join(seen.folder, table), columns),
                os.path.join(part, table))
        for other in (PROBLEMS, _REPORT):
            shutil.copyfile(os.path.join(seen.folder, other),
                            os.path.join(part, other))
    return replace(seen, folder=place)


def _rows(table: str, *columns: str) -> Iterator[dict[str, Any]]:
    for batch in pq.ParquetFile(table).iter_batches(columns=list(columns)):
        yield from batch.to_pylist()


def _without(keys: set[bytes], table: str,
             columns: Sequence[str]) -> pa.RecordBatchReader:
    """A table without the rows that have one of the keys in one of the columns."""
    gone = pa.array(sorted(keys), pa.binary())
    file = pq.ParquetFile(table)

    def batches() -> Iterator[pa.RecordBatch]:
        for batch in file.iter_batches():
            for column in columns:
                batch = batch.filter(pc.invert(
                    pc.is_in(batch[column].cast(pa.binary()), gone)))
            yield batch

    return pa.RecordBatchReader.from_batches(file.schema_arrow, batches())


def _digest_of_file(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _check_kinds(seen: Sequence[_Seen]) -> None:
    first = next((each for each in seen if each.url_key), None)
    for each in seen:
        if first and each.url_key not in ("", first.url_key):
            raise JobError(f"{each.source}: has {each.url_key} keys, but "
                           f"{first.source} has {first.url_key} keys")


def _publish(seen: Sequence[_Seen], folder: str) -> None:
    os.mkdir(os.path.join(folder, SEEN))
    with open(os.path.join(folder, PROBLEMS), "wb") as problems:
        for each in seen:
            place = os.path.join(folder, SEEN, os.path.basename(each.folder))
            os.mkdir(place)
            for name in sorted(os.listdir(each.folder)):
                files.link(os.path.join(each.folder, name),
                           os.path.join(place, name))
            worker.append(os.path.join(place, PROBLEMS), problems)
