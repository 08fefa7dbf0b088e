"""waxwing-spark import and build: archives to segments, and to a collection that
wax search and wax serve take."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO

from pyspark.sql import SparkSession

from waxwing_spark import (
    dedup_job,
    files,
    hadoop,
    index_job,
    pieces,
    routing,
    session,
    worker,
)

SEGMENT = "{:05}"


@dataclass(frozen=True)
class Options:
    """What the command says. `importing` and `indexing`: options of wax-import and
    wax-index."""

    index: index_job.Options = index_job.Options()
    dedup: dedup_job.Options = dedup_job.Options(places=True)
    importing: tuple[str, ...] = ()
    indexing: tuple[str, ...] = ()


def _of_kinds(lists: Sequence[str], *kinds: str) -> list[str]:
    return [each for each in lists
            if os.path.basename(each).startswith(tuple(
                kind.split("{", 1)[0] for kind in kinds))]


def lists_for_import(lists: Sequence[str]) -> list[str]:
    """Of the files that dedup_job has made, those of what is not imported, the one
    with the rules first."""
    return [*_of_kinds(lists, dedup_job.DUPLICATES),
            *_of_kinds(lists, dedup_job.COPIES)]


def lists_of_dates(lists: Sequence[str]) -> list[str]:
    """Those of further dates of versions."""
    return _of_kinds(lists, dedup_job.DUPLICATES, dedup_job.REVISITS)


def place_of_segments(archives: Sequence[pieces.Archive], lists: Sequence[str],
                      work: str, options: Options) -> str:
    """A folder in `work` for segments of just these archives and lists."""
    place = os.path.join(work, "segments-" + files.digest_of(
        [each.key for each in archives],
        [[path, os.stat(path).st_size, os.stat(path).st_mtime_ns] for path in lists],
        options.index.piece, options.importing))
    os.makedirs(place, exist_ok=True)
    return place


def import_segments(spark: SparkSession, archives: Sequence[pieces.Archive],
                    lists: Sequence[str], folder: str,
                    options: Options) -> worker.Counts:
    """Imports archives into segments in `folder`, one for each piece of work. `lists`
    say with places which captures to leave out. What is there is not made again.
    Returns what wax-import counts."""
    stage = session.Stage("import", "segments")
    groups = list(pieces.pieces_of(archives, options.index.piece, whole=True))
    by_name: dict[bytes, list[int]] = {}
    for i, group in enumerate(groups):
        for archive in group.archives:
            name = os.fsencode(os.path.basename(archive.path))
            if i not in by_name.setdefault(name, []):
                by_name[name].append(i)
    with stage.progress(spark, options.index.progress):
        results = session.shuffled(
            spark, list(enumerate(lists)),
            partial(routing.by_archive, groups=by_name), len(groups),
            partial(_import, groups=groups, head=_head_of(lists), folder=folder,
                    options=options.importing, settings=hadoop.Settings.of(spark)))
    counts = worker.sum_of(results)
    stage.closing(counts, f"segments {len(groups)}")
    return counts


def _head_of(lists: Sequence[str]) -> bytes:
    """The comments above the first list, which state its rules."""
    head = b""
    for path in lists[:1]:
        with open(path, "rb") as lines:
            for line in lines:
                if not line.startswith(b"#"):
                    break
                head += line
    return head


def _write_list(path: str, head: bytes, blocks: Iterator[session.Block]) -> None:
    with open(path, "wb") as out:
        out.write(head)
        for _, lines in blocks:
            out.write(lines)


def _import(number: int, blocks: Iterator[session.Block],
            groups: Sequence[pieces.Piece], head: bytes, folder: str,
            options: Sequence[str], settings: hadoop.Settings) -> worker.Counts:
    place = os.path.join(folder, SEGMENT.format(number))
    if not os.path.isdir(place):
        with (files.made_folder(place) as part,
              tempfile.TemporaryDirectory() as temporary,
              hadoop.local(groups[number], settings) as copies):
            excluded = os.path.join(temporary, "excluded")
            _write_list(excluded, head, blocks)
            names = os.path.join(temporary, "archives")
            files.write_names(names, copies.paths)
            counts = worker.run(
                part, "wax-import", "--jobs", "1", "--memory", "256M", "-e", excluded,
                *options, "-o", os.path.join(part, "segment"),
                "--files-from", names)
            copies.tell(os.path.join(part, worker.PROBLEMS))
            files.write_json(os.path.join(part, "report"), counts)
    found: worker.Counts = files.read_json(os.path.join(place, "report"))
    return found


def index_segments(spark: SparkSession, segments: Sequence[str],
                   lists: Sequence[str], folder: str,
                   options: Options) -> worker.Counts:
    """Makes of each segment FOLDER/pindexes/NUMBER/main, and of the dates in `lists`
    the parallel index `dates` beside it. Returns what wax-index counts."""
    stage = session.Stage("build", "shards")
    partitions = max(1, len(lists))
    spread = partial(routing.versions_and_lines, partitions=partitions)
    sources = ([("segment", i, path) for i, path in enumerate(segments)] +
               [("list", i, path) for i, path in enumerate(lists)])
    head = _head_of(lists)
    with stage.progress(spark, options.index.progress):
        results = session.shuffled_twice(
            spark, sources, spread, partitions, routing.by_segment, len(segments),
            partial(_index, segments=segments, head=head, folder=folder,
                    options=options.indexing))
    counts = worker.sum_of(results)
    stage.closing(counts, f"shards {len(segments)}")
    return counts


def _index(number: int, blocks: Iterator[session.Block], segments: Sequence[str],
           head: bytes, folder: str, options: Sequence[str]) -> worker.Counts:
    place = os.path.join(folder, "pindexes", SEGMENT.format(number))
    report = os.path.join(folder, "reports", SEGMENT.format(number))
    if not os.path.isdir(place):
        with (files.made_folder(place) as part,
              tempfile.TemporaryDirectory() as temporary):
            main = os.path.join(part, "main")
            counts = worker.run(
                temporary, "wax-index", "--jobs", "1", "--memory", "256M", *options,
                "-o", main, segments[number])
            dates = os.path.join(temporary, "dates-of-lists")
            _write_list(dates, head, blocks)
            worker.add_counts(counts, worker.run(
                temporary, "wax-add-dates", main, main, os.path.join(part, "dates"),
                dates))
            files.write_json(report, counts)
    found: worker.Counts = files.read_json(report)
    return found


def run(spark: SparkSession, archives: Sequence[pieces.Archive], folder: str, work: str,
        options: Options) -> worker.Counts:
    """Makes in `folder` the ZipNum `index`, the lists `lists/...`, the `segments` and
    the `pindexes` of a collection."""
    of_index = files.digest_of(
        [each.key for each in archives], options.index.indexer, options.index.partition,
        options.index.partitions, options.index.block_lines)
    index = os.path.join(work, f"index-{of_index}")
    if not os.path.isdir(index):
        with files.made_folder(index) as part:
            files.write_json(os.path.join(part, "counts"), index_job.run(
                spark, archives, part, work, options.index))
    counts: worker.Counts = files.read_json(os.path.join(index, "counts"))
    of_lists = files.digest_of(of_index, options.dedup.rules)
    lists = os.path.join(work, f"lists-{of_lists}")
    if not os.path.isdir(lists):
        with files.made_folder(lists) as part:
            dedup_job.run(spark, index, part, options.dedup)
    names = [os.path.join(lists, name) for name in sorted(os.listdir(lists))]
    excluded, dated = lists_for_import(names), lists_of_dates(names)
    segments = place_of_segments(archives, excluded, work, options)
    import_segments(spark, archives, excluded, segments, options)
    made = [os.path.join(segments, name, "segment")
            for name in sorted(os.listdir(segments)) if ".part-" not in name]
    shards = os.path.join(work, "shards-" + files.digest_of(
        segments, of_lists, options.indexing))
    for name in ("pindexes", "reports"):
        os.makedirs(os.path.join(shards, name), exist_ok=True)
    index_segments(spark, made, dated, shards, options)
    with open(os.path.join(folder, index_job.PROBLEMS), "wb") as out:
        worker.append(os.path.join(index, index_job.PROBLEMS), out)
        os.mkdir(os.path.join(folder, "segments"))
        for each in made:
            place = os.path.dirname(each)
            publish_segment(place, os.path.join(folder, "segments",
                                                os.path.basename(place)), out)
    for name, of in (("index", index), ("lists", lists),
                     ("pindexes", os.path.join(shards, "pindexes"))):
        _publish(of, os.path.join(folder, name))
    return counts


def publish_segment(made: str, path: str, problems: BinaryIO) -> None:
    """Puts a segment where it belongs, and what was told of it into `problems`."""
    _publish(os.path.join(made, "segment"), path)
    worker.append(os.path.join(made, index_job.PROBLEMS), problems)


def _publish(made: str, path: str) -> None:
    shutil.copytree(made, path, ignore=shutil.ignore_patterns("*.part-*"),
                    copy_function=files.link)
