"""Ranks of entities by their views, as wax rank makes them, as tables of Arrow."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Union

from waxwing_warc import _native, tables

if TYPE_CHECKING:
    import pyarrow

Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

__all__ = ["Rank"]


class Rank:
    """The last rank in a folder of wax rank, or at its URL.

    Raises UsageError when there is none, IoError.
    """

    def __init__(self, folder: Path) -> None:
        self._rank = _native.RankReader(folder)

    def __len__(self) -> int:
        """The number of entities."""
        return self._rank.entities

    def find(self, entity: str) -> dict[str, Any] | None:
        """The place of an entity (1: the most viewed), its percentile (100: the
        first), views, steady (views without outliers), months (that have views),
        and the entities before and after it. None: it has no place. One thread at
        a time (BusyError)."""
        return self._rank.find(entity)

    def entries(self) -> pyarrow.RecordBatchReader:
        """All entities in byte order: entity, place, views, steady, months. They are
        read when they are asked for; memory does not grow with the rank."""
        return tables.reader_of(self._rank.entries())
