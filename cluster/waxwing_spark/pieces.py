"""Archives as pieces of work of about equal bytes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from waxwing_spark import files


@dataclass(frozen=True)
class Archive:
    """An archive, and what tells whether it is still the same one."""

    path: str
    size: int  # stored bytes; 0: not known, as of a URL
    changed: int  # nanoseconds; 0: not known

    @property
    def can_be_cut(self) -> bool:
        return self.changed != 0


@dataclass(frozen=True)
class Piece:
    """Whole archives, or with an `end` the records of one that begin in these
    bytes; the last part of an archive has the end None."""

    archives: tuple[Archive, ...]
    begin: int = 0
    end: int | None = None
    is_part: bool = field(default=False)

    @property
    def size(self) -> int:
        if not self.is_part:
            return sum(each.size for each in self.archives)
        return (self.end or self.archives[0].size) - self.begin

    @property
    def range(self) -> str:
        return f"{self.begin}-{'' if self.end is None else self.end}"

    def key(self, *rules: Any) -> str:
        return files.digest_of([[each.path, each.size, each.changed]
                                for each in self.archives],
                               self.range if self.is_part else None, *rules)


def archive_of(path: str) -> Archive:
    """One that cannot be found is a piece too: the tool that reads it says why."""
    try:
        found = os.stat(path)
    except OSError:
        return Archive(path, 0, 0)
    return Archive(path, found.st_size, found.st_mtime_ns)


def pieces_of(archives: Iterable[Archive], size: int,
              whole: bool = False) -> Iterator[Piece]:
    """Small archives are together in a piece of up to `size` bytes; greater ones are
    cut, unless they must stay whole."""
    together: list[Archive] = []
    for archive in archives:
        if archive.size > size and archive.can_be_cut and not whole:
            yield from _parts_of(archive, size)
            continue
        if together and sum(each.size for each in together) + archive.size > size:
            yield Piece(tuple(together))
            together = []
        together.append(archive)
    if together:
        yield Piece(tuple(together))


def _parts_of(archive: Archive, size: int) -> Iterator[Piece]:
    count = -(-archive.size // size)
    for i in range(count):
        end = None if i == count - 1 else archive.size * (i + 1) // count
        yield Piece((archive,), archive.size * i // count, end, True)
