"""Lists of posts, which wax posts and wax resolve --posts write, and the pages that
posts share, as tables of Arrow."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from waxwing_warc import _native, tables
from waxwing_warc.archives import Path, Problems, check_counts, check_dates, names_of

if TYPE_CHECKING:
    import pyarrow

__all__ = ["each_share", "read", "shares"]


def read(files: Path | Iterable[Path], *, start: str = "", end: str = "",
         memory: int = 512 << 20, tmpdir: Path = "",
         problems: Problems = None) -> pyarrow.RecordBatchReader:
    """The posts of lists, each once, without those that were deleted: id, date,
    author, language, kind, parent, links (with spaces between them), offset and
    file of the record, and text. In byte order of their lines; memory: as stated.

    start, end: dates of up to 14 digits; "2007" includes the whole year.
    """
    check_counts(memory=memory)
    check_dates(start=start, end=end)
    return tables.reader_of(_native.posts(names_of(files), start, end, memory,
                                          os.fsdecode(tmpdir), problems))


def each_share(
    files: Path | Iterable[Path],
    use: Callable[[pyarrow.RecordBatch], Any],
    *,
    by: str = "",
    order: str = "shares",
    limit: int = 0,
    least: int = 1,
    sections: bool = False,
    start: str = "",
    end: str = "",
    memory: int = 512 << 20,
    tmpdir: Path = "",
    problems: Problems = None,
) -> None:
    """Calls `use` with the pages that posts share, in batches: period, urlkey, url,
    shares, authors, originals, reposts, first, last; as wax shares counts them.

    by: day, week, month or year: counted in each; without it, in all.
    order: shares, authors, originals, reposts, first or last.
    limit: pages of a period; 0: all. least: shares of a page.
    sections: of sites, instead of pages.
    """
    check_counts(limit=limit, least=least, memory=memory)
    check_dates(start=start, end=end)
    schema = tables.schema_of(_native.share_facts())
    _native.shares(names_of(files), by, order, limit, least, sections, start, end,
                   memory, os.fsdecode(tmpdir), problems,
                   lambda columns: use(tables.batch_of(schema, columns)))


def shares(files: Path | Iterable[Path], **options: Any) -> pyarrow.Table:
    """The same as one table, which is in memory."""
    batches: list[pyarrow.RecordBatch] = []
    each_share(files, batches.append, **options)
    return tables.arrow().Table.from_batches(
        batches, tables.schema_of(_native.share_facts()))
