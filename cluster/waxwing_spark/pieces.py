"""Archives as pieces of work of about equal bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from waxwing_spark import files


@dataclass(frozen=True)
class Archive:
    """An archive, and what tells whether it is still the same one."""

    path: str
    size: int = 0  # stored bytes; 0: not known
    state: str = ""  # another one when the archive has changed; "": not known
    is_inside: bool = False  # it is an entry of a WACZ file
    is_copied: bool = False  # the tools read a copy, which Hadoop makes

    @property
    def can_be_cut(self) -> bool:
        return self.state != "" and not self.is_inside and not self.is_copied

    @property
    def key(self) -> tuple[str, int, str]:
        return self.path, self.size, self.state


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
        return files.digest_of([each.key for each in self.archives],
                               self.range if self.is_part else None, *rules)


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
