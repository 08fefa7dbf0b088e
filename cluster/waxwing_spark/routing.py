"""Lines of lists to whom they concern: the archives that have the captures, and the
segments that have the pages."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from waxwing_spark.session import Block
from waxwing_warc import segments

_BLOCK = 1 << 20


def _blocks(lines: Iterable[bytes], to: Callable[[bytes], Sequence[int]],
            source: int) -> Iterator[Block]:
    """Lines by destination, in their order."""
    waiting: dict[int, list[bytes]] = {}
    sizes: dict[int, int] = {}
    count = 0
    for line in lines:
        for place in to(line):
            waiting.setdefault(place, []).append(line)
            sizes[place] = sizes.get(place, 0) + len(line)
            if sizes[place] >= _BLOCK:
                yield (place, source, count), b"".join(waiting.pop(place))
                del sizes[place]
                count += 1
    for place, rest in waiting.items():
        yield (place, source, count), b"".join(rest)
        count += 1


def _lines_of(path: str) -> Iterator[bytes]:
    with open(path, "rb") as lines:
        for line in lines:
            if not line.startswith(b"#"):
                yield line


def by_archive(source: tuple[int, str],
               groups: Mapping[bytes, Sequence[int]]) -> Iterator[Block]:
    """The lines of a list with places, for the groups that have an archive of the
    name that the line states; those of a list of copies, for the groups that have one
    and not the first."""
    def to(line: bytes) -> Sequence[int]:
        if b"\t" not in line:
            return groups.get(line.rpartition(b" file=")[2].rstrip(b"\n"), ())
        _, first, copy = line.rstrip(b"\n").split(b"\t")
        return [each for each in groups.get(copy, ())
                if each not in groups.get(first, ())]

    return (((place, list_number, number), lines if b"\t" not in lines else
             re.sub(rb"\t.*", b"", lines))
            for (place, list_number, number), lines in _blocks(
                _lines_of(source[1]), to, source[0]))


def _version_of(line: bytes) -> bytes:
    """URL key and digest."""
    return b" ".join(line.split(b" ", 2)[:2])


def _partition_of(version: bytes, partitions: int) -> int:
    return zlib.crc32(version) % partitions


def versions_and_lines(source: tuple[str, int, str],
                       partitions: int) -> Iterator[Block]:
    """("segment", number, folder): its versions; ("list", number, file): its lines.
    Both go to the partition of their version, versions before lines."""
    kind, number, path = source
    if kind == "list":
        return _blocks(_lines_of(path), lambda line: (
            _partition_of(_version_of(line), partitions),), 1 + number)
    return (((place, 0, number), b"%d\n" % number + versions)
            for (place, _, _), versions in _blocks(
                _versions_in(path), lambda line: (
                    _partition_of(line.rstrip(b"\n"), partitions),), number))


def _versions_in(segment: str) -> Iterator[bytes]:
    for batch in segments.documents(segment, ["urlkey", "digest"]):
        for key, digest in zip(batch["urlkey"].to_pylist(),
                               batch["digest"].to_pylist(), strict=True):
            if key and digest:
                yield f"{key} {digest}\n".encode("utf-8", "surrogateescape")


def by_segment(partition: int, blocks: Iterator[Block]) -> Iterator[Block]:
    """What versions_and_lines() brought to a partition: lines for the segments that
    have their version."""
    owners: dict[bytes, list[int]] = {}

    def lines() -> Iterator[bytes]:
        for (_, kind, _), block in blocks:
            if kind > 0:
                yield from block.splitlines(keepends=True)
                continue
            number, _, versions = block.partition(b"\n")
            for version in versions.splitlines():
                owners.setdefault(version, []).append(int(number))

    return _blocks(lines(), lambda line: owners.get(_version_of(line), ()),
                   partition)
