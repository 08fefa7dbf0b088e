"""waxwing-spark dedup: a ZipNum to lists of duplicates and revisits."""

from __future__ import annotations

import itertools
import os
import tempfile
from dataclasses import dataclass
from functools import partial

from pyspark.sql import SparkSession

import waxwing_warc
from waxwing_spark import index_job, session, worker, zipnum

DUPLICATES = "duplicates-{:05}"
REVISITS = "revisits-{:05}"
# Lines "urlkey SP digest SP date TAB file TAB file": a capture that both files have,
# of which the first one is to be imported.
COPIES = "copies-{:05}"


@dataclass(frozen=True)
class Options:
    """What the command says. `rules`: options of wax-dedup-cdx about what import
    takes. `places`: lists say where captures are."""

    rules: tuple[str, ...] = ()
    places: bool = False
    progress: bool = False


@dataclass(frozen=True)
class _Partition:
    number: int
    lines: str
    first: bytes  # the URL key of its first record, and of the next partition's
    next: bytes | None


def run(spark: SparkSession, index: str, folder: str,
        options: Options) -> worker.Counts:
    """Writes the lists of each partition of `index`, which waxwing-spark index has
    made, into `folder`. One after the other they are those of wax-dedup-cdx and
    wax-revisits. Returns what wax-dedup-cdx counts."""
    stage = session.Stage("dedup", "lists")
    with stage.progress(spark, options.progress):
        results = session.run_each(
            spark, partial(_write_lists, index=index, folder=folder,
                           options=options), _partitions(index))
    duplicates = worker.sum_of(each for each, _ in results)
    revisits = worker.sum_of(each for _, each in results)
    stage.closing(duplicates, f"partitions {len(results)}")
    session.Stage("dedup", "revisits").closing(revisits)
    return duplicates


def _partitions(index: str) -> list[_Partition]:
    firsts: dict[bytes, bytes] = {}
    with open(os.path.join(index, "cluster.idx"), "rb") as lines:
        for line in lines:
            key, part = line.split(b"\t")[:2]
            firsts.setdefault(part, key.split(b" ")[0])
    found = [(path, firsts[os.fsencode(os.path.basename(path))])
             for path in zipnum.parts(index)
             if os.fsencode(os.path.basename(path)) in firsts]
    return [_Partition(i, path, first,
                       found[i + 1][1] if i + 1 < len(found) else None)
            for i, (path, first) in enumerate(found)]


def _write_lists(partition: _Partition, index: str, folder: str,
                 options: Options) -> tuple[worker.Counts, worker.Counts]:
    places = ["--places"] if options.places else []
    with tempfile.TemporaryDirectory() as temporary:
        def into(name: str) -> str:
            return os.path.join(temporary, name)

        references = into("references")
        _references_of(partition, index, references)
        duplicates = worker.run(
            temporary, "wax-dedup-cdx", "--jobs", "1", *places, *options.rules,
            "--damaged", os.path.join(index, index_job.DAMAGED),
            "-o", into("duplicates"), partition.lines)
        revisits = worker.run(
            temporary, "wax-revisits", "--jobs", "1", *places,
            "--references", references, "-o", into("revisits"), partition.lines)
        for name, pattern in (("duplicates", DUPLICATES), ("revisits", REVISITS)):
            worker.publish(into(name), os.path.join(
                folder, pattern.format(partition.number)),
                keep_comments=partition.number == 0)
        if options.places:
            _write_copies(partition, index, into("copies"))
            worker.publish(into("copies"), os.path.join(
                folder, COPIES.format(partition.number)), keep_comments=True)
    return duplicates, revisits


def _write_copies(partition: _Partition, index: str, path: str) -> None:
    """wax-dedup-cdx lists no capture as the duplicate of one of its own date. Of
    such copies the first intact one is imported."""
    damaged = set()
    with open(os.path.join(index, index_job.DAMAGED), "rb") as lines:
        for line in lines:
            place, offset = line.rsplit(b" ", 2)[0].rsplit(b" ", 1)
            damaged.add((os.fsdecode(place), int(offset)))

    def version(capture: waxwing_warc.Capture) -> tuple[str | None, ...]:
        return capture.urlkey, capture.timestamp, capture.digest

    with open(path, "wb") as out:
        for (key, date, digest), copies in itertools.groupby(
                waxwing_warc.cdx.read(partition.lines), version):
            files = [(each.filename or "", each.offset or 0) for each in copies]
            if digest is None or len({file for file, _ in files}) < 2:
                continue
            first = next((each for each in files if each not in damaged), files[0])
            # Digests have the algorithm before them in lists (wax-cdx(5)).
            name = digest if ":" in digest else f"sha1:{digest}"
            for file in sorted({file for file, _ in files} - {first[0]}):
                out.write(os.fsencode(f"{key} {name} {date}\t{first[0]}\t{file}\n"))


def _references_of(partition: _Partition, index: str, path: str) -> None:
    """The references whose URL keys the partition has, or would have."""
    with (open(os.path.join(index, index_job.REFERENCES), "rb") as lines,
          open(path, "wb") as out):
        for line in lines:
            key = line.split(b" ", 1)[0]
            if line.startswith(b"#") or (
                    (partition.number == 0 or key >= partition.first) and
                    (partition.next is None or key < partition.next)):
                out.write(line)
