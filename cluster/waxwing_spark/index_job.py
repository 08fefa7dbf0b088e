"""waxwing-spark index: archives to a ZipNum of sorted CDX records."""

from __future__ import annotations

import heapq
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any

from pyspark.sql import SparkSession

from waxwing_spark import (
    captures,
    files,
    hadoop,
    pieces,
    session,
    sorting,
    worker,
    zipnum,
)
from waxwing_spark.errors import JobError
from waxwing_spark.pieces import Archive, Piece

DAMAGED = "damaged"
REFERENCES = "references"
PROBLEMS = worker.PROBLEMS
# Files that are merged at once.
_AT_ONCE = 256
# Options of wax-warc-indexer that write where an archive is.
_OF_PATHS = ("--full-path", "--dir-root")


@dataclass(frozen=True)
class Options:
    """What the command says. `indexer`: options of wax-warc-indexer."""

    indexer: tuple[str, ...] = ()
    piece: int = 256 << 20  # stored bytes that a task reads
    whole: bool = False  # archives are not cut
    partition: int = 256 << 20  # bytes of lines in a partition
    partitions: int = 0  # their number; 0: by `partition`
    block_lines: int = 3000
    progress: bool = False


def run(spark: SparkSession, archives: Sequence[Archive], folder: str, work: str,
        options: Options) -> worker.Counts:
    """Makes `folder`, which exists, a ZipNum, with the lists `damaged` and
    `references` of wax-warc-indexer and all `problems` beside it. Keeps what is done
    in `work`. Returns what wax-warc-indexer counts."""
    if any(each.is_copied for each in archives) and any(
            word.startswith(_OF_PATHS) for word in options.indexer):
        raise JobError("--full-path and --dir-root are not for archives that Hadoop "
                       "copies")
    stage = session.Stage("index", "captures")
    with stage.progress(spark, options.progress):
        results = read_archives(spark, archives, work, options)
    counts = worker.sum_of(each.counts for each in results)
    stage.closing(counts, f"pieces {len(results)}")

    stage = session.Stage("index", "sort")
    top, lists_top = _tops(options)
    with stage.progress(spark, options.progress):
        parts = _sort(spark, results, top, work, options)
    blocks = zipnum.join([os.path.join(each, "zipnum") for each in parts], folder)
    stage.say(f"partitions {len(parts)}, blocks {blocks}, "
              f"lines {counts.get('written', {'total': 0})['total']}")

    _merge([each.folder for each in results], DAMAGED, b"", folder)
    _merge([each.folder for each in results], REFERENCES, lists_top, folder)
    _append([each.folder for each in results], PROBLEMS, folder)
    return counts


def read_archives(spark: SparkSession, archives: Iterable[Archive], work: str,
                  options: Options) -> list[captures.PieceResult]:
    """All pieces of the archives, each record in one of them."""
    make = partial(captures.make_piece, work=_inside(work, "captures"),
                   options=options.indexer, settings=hadoop.Settings.of(spark))
    todo = list(pieces.pieces_of(archives, options.piece, options.whole))
    results = session.run_each(spark, make, todo)
    done = [each for each in results if not each.piece.is_part]
    cut: dict[Archive, list[captures.PieceResult]] = {}
    for each in results:
        if each.piece.is_part:
            cut.setdefault(each.piece.archives[0], []).append(each)
    joined = [captures.PartsOfArchive(archive, parts)
              for archive, parts in cut.items()]
    waiting = joined
    while waiting:
        asked: list[tuple[captures.PartsOfArchive, Piece]] = []
        for parts in waiting:
            again = parts.next()
            if again is not None:
                asked.append((parts, again))
        again_read = session.run_each(spark, make, [piece for _, piece in asked])
        for (parts, _), result in zip(asked, again_read, strict=True):
            parts.take(result)
        waiting = [parts for parts, _ in asked]
    for parts in joined:
        done += parts.results
    return done


def _inside(work: str, name: str) -> str:
    path = os.path.join(work, name)
    os.makedirs(path, exist_ok=True)
    return path


def _tops(options: Options) -> tuple[bytes, bytes]:
    """What goes above records, and above the list of references."""
    with tempfile.TemporaryDirectory() as folder:
        names = os.path.join(folder, "none")
        open(names, "wb").close()
        worker.run(folder, "wax-warc-indexer", "-o", os.path.join(folder, "top"),
                   "--write-references", os.path.join(folder, REFERENCES),
                   *options.indexer, "--files-from", names)
        return (_bytes_of(os.path.join(folder, "top")),
                _bytes_of(os.path.join(folder, REFERENCES)))


def _bytes_of(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _sort(spark: SparkSession, results: Sequence[captures.PieceResult], top: bytes,
          work: str, options: Options) -> list[str]:
    samples = [each for result in results for each in result.samples]
    size = sum(weight for _, weight in samples)
    wanted = options.partitions or max(1, -(-size // options.partition))
    boundaries = sorting.boundaries_of(samples, wanted)
    folders = [each.folder for each in results]
    place = _inside(work, "sorted-" + files.digest_of(
        sorted(folders), [key.decode("latin-1") for key in boundaries],
        options.block_lines, top.decode("latin-1")))
    names = [os.path.join(place, f"{i:05}") for i in range(len(boundaries) + 1)]
    done = frozenset(i for i, name in enumerate(names) if os.path.isdir(name))
    if len(done) < len(names):
        session.shuffled(
            spark, list(enumerate(folders)),
            partial(_blocks, boundaries=boundaries, done=done), len(names),
            partial(_partition, names=names, done=done, top=top,
                    block_lines=options.block_lines))
    return names


def _blocks(piece: tuple[int, str], boundaries: Sequence[bytes],
            done: frozenset[int]) -> Iterator[session.Block]:
    return sorting.blocks_of_piece(piece[0], piece[1], boundaries, done)


def _partition(number: int, blocks: Iterator[session.Block], names: Sequence[str],
               done: frozenset[int], top: bytes, block_lines: int) -> None:
    if number not in done:
        sorting.write_partition(names[number], blocks, top if number == 0 else b"",
                                block_lines)


def _merge(folders: Sequence[str], name: str, top: bytes, to: str) -> None:
    """Sorted lists of pieces to one."""
    paths = [path for each in folders
             if os.path.getsize(path := os.path.join(each, name))]
    with tempfile.TemporaryDirectory() as temporary:
        while len(paths) > _AT_ONCE:
            merged = os.path.join(temporary, str(len(paths)))
            _merge_lines(paths[:_AT_ONCE], b"", merged)
            paths = [*paths[_AT_ONCE:], merged]
        _merge_lines(paths, top, os.path.join(to, name))


def _merge_lines(paths: Sequence[str], top: bytes, to: str) -> None:
    with ExitStack() as opened, open(to, "wb") as out:
        out.write(top)
        lists: list[Any] = [opened.enter_context(open(path, "rb"))
                            for path in paths]
        out.writelines(heapq.merge(*lists))


def _append(folders: Sequence[str], name: str, to: str) -> None:
    with open(os.path.join(to, name), "wb") as out:
        for each in folders:
            worker.append(os.path.join(each, name), out)
