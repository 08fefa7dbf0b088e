"""Sorted files of pieces to sorted partitions, each a part of a ZipNum."""

from __future__ import annotations

import bisect
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence

from waxwing_spark import captures, files, worker
from waxwing_spark.session import Block


def boundaries_of(samples: Iterable[tuple[bytes, int]],
                  partitions: int) -> list[bytes]:
    """The keys with which partitions begin, but for the first: all records of a URL
    key are in one partition. There are fewer when there are few keys."""
    found = sorted(samples)
    total = sum(size for _, size in found)
    boundaries: list[bytes] = []
    done = 0
    for key, size in found:
        if (done * partitions >= total * (len(boundaries) + 1) and
                len(boundaries) + 1 < partitions and
                (not boundaries or key > boundaries[-1])):
            boundaries.append(key)
        done += size
    return boundaries


def cut(block: bytes,
        boundaries: Sequence[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines of a sorted block by partition."""
    partition = bisect.bisect_right(boundaries, captures.key_of(block))
    last = block[block.rfind(b"\n", 0, -1) + 1:]
    if bisect.bisect_right(boundaries, captures.key_of(last)) == partition:
        yield partition, block
        return
    lines = block.splitlines(keepends=True)
    begin = 0
    while begin < len(lines):
        partition = bisect.bisect_right(boundaries, captures.key_of(lines[begin]))
        end = len(lines)
        if partition < len(boundaries):
            end = bisect.bisect_left(lines, boundaries[partition], begin)
        yield partition, b"".join(lines[begin:end])
        begin = end


def blocks_of_piece(number: int, folder: str, boundaries: Sequence[bytes],
                    done: frozenset[int]) -> Iterator[Block]:
    """The lines of a piece for all partitions that are not done."""
    count = 0
    for block in captures.blocks_of(os.path.join(folder, "lines.gz")):
        for partition, lines in cut(block, boundaries):
            if partition not in done:
                yield (partition, number, count), lines
            count += 1


def write_partition(folder: str, blocks: Iterable[Block], top: bytes,
                    block_lines: int) -> worker.Counts:
    """Sorts the lines of a partition, and writes them as a ZipNum of one part."""
    with (files.made_folder(folder) as part,
          tempfile.TemporaryDirectory() as temporary):
        lines = os.path.join(temporary, "lines")
        with open(lines, "wb") as file:
            file.write(top)
            for _, block in blocks:
                file.write(block)
        with worker.started("wax-cdx-sort", "--jobs", "1", "--memory", "256M",
                            "--tmpdir", temporary, lines) as sort:
            counts = worker.run(part, "wax-cdx-zipnum", "--jobs", "1",
                                "--lines", str(block_lines),
                                "-o", os.path.join(part, "zipnum"), "-",
                                stdin=sort.stdout)
        files.write_json(os.path.join(part, "report"), {"counts": counts})
    return counts
