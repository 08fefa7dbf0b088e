"""Parquet: captures as Common Crawl's index table, and other rows."""

from __future__ import annotations

import argparse
import os
import pathlib
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Union

from waxwing import _native, cdx, tables
from waxwing._native import Captures
from waxwing.errors import Error, UsageError

if TYPE_CHECKING:
    import pyarrow

Path = Union[str, "os.PathLike[str]"]

# Rows that are read at once, of all subsets together.
_AT_ONCE = 128 * 1024
# Fields that have no null, as Common Crawl's schema states.
_REQUIRED = {"url_surtkey", "url", "url_host_name", "url_protocol", "url_path",
             "warc_segment"}


def _type(pa: Any, name: str) -> Any:
    return pa.timestamp("ms") if name == "timestamp" else getattr(pa, name)()


def _batch(pa: Any, columns: list[tuple[Any, ...]]) -> Any:
    arrays, fields = [], []
    for name, type_name, size, nulls, valid, ends, data in columns:
        type_ = _type(pa, type_name)
        buffers = [pa.py_buffer(valid) if nulls else None]
        if ends is not None:
            buffers.append(pa.py_buffer(ends))
        buffers.append(pa.py_buffer(data))
        arrays.append(pa.Array.from_buffers(type_, size, buffers, nulls))
        fields.append(pa.field(name, type_, nullable=name not in _REQUIRED))
    return pa.record_batch(arrays, schema=pa.schema(fields))


def record_batches(captures: Captures) -> Iterator[tuple[str, pyarrow.RecordBatch]]:
    """Sorted captures as batches of Common Crawl's columns, each with the subset
    that it is of: warc (status 200), robotstxt (/robots.txt) or crawldiagnostics.
    The batches come as they are read; memory does not grow with their number.

    Raises UsageError when the captures are not sorted.
    """
    pa = tables.arrow()
    columns = _native.CrawlColumns(captures)
    while True:
        subsets = columns.next(_AT_ONCE)
        if subsets is None:
            return
        for subset, values in subsets.items():
            yield subset, _batch(pa, values)


def to_parquet(captures: Captures, folder: Path, *, crawl: str,
               row_group: int = 256 * 1024, compression: str = "zstd",
               force: bool = False) -> dict[str, int]:
    """Writes sorted captures as Common Crawl's index table:
    FOLDER/crawl=CRAWL/subset=SUBSET/part-00000.parquet, sorted by url_surtkey, in
    row groups of that many rows with statistics. Needs pyarrow.

    The names and types are those of Common Crawl's table, but
    warc_record_offset has 64 bits, because archives may be greater than 2 GiB,
    and what a CDX record does not have is null. Returns the rows of each subset.
    Each file appears whole or not at all. Files that exist are refused (UsageError)
    without force.
    """
    pa = tables.arrow()
    import pyarrow.parquet as pq

    root = pathlib.Path(folder) / f"crawl={crawl}"
    if root.exists() and not force:
        raise UsageError(f"{root}: it exists; use force=True")
    writers: dict[str, Any] = {}
    waiting: dict[str, list[Any]] = {}
    rows: dict[str, int] = {}
    parts: dict[str, pathlib.Path] = {}

    def flush(subset: str) -> None:
        batches = waiting.pop(subset, [])
        if batches:
            writers[subset].write_table(pa.Table.from_batches(batches),
                                        row_group_size=row_group)

    try:
        for subset, batch in record_batches(captures):
            if subset not in writers:
                place = root / f"subset={subset}"
                place.mkdir(parents=True, exist_ok=True)
                parts[subset] = place / f"part-00000.parquet.part-{os.getpid()}"
                writers[subset] = pq.ParquetWriter(
                    parts[subset], batch.schema, compression=compression,
                    sorting_columns=[pq.SortingColumn(0)])
            waiting.setdefault(subset, []).append(batch)
            rows[subset] = rows.get(subset, 0) + batch.num_rows
            if sum(each.num_rows for each in waiting[subset]) >= row_group:
                flush(subset)
        for subset in list(writers):
            flush(subset)
            writers.pop(subset).close()
        for subset, part in parts.items():
            with open(part, "rb") as file:
                os.fsync(file.fileno())
            part.rename(part.with_name("part-00000.parquet"))
            parts[subset] = part.with_name("part-00000.parquet")
    except BaseException:
        for writer in writers.values():
            writer.close()
        for part in parts.values():
            if ".part-" in part.name:
                part.unlink(missing_ok=True)
        raise
    return rows


def rows_to_parquet(rows: Iterable[dict[str, Any]], file: Path, *,
                    at_once: int = 65536) -> int:
    """Writes dicts, such as hits, links, posts or shares, to a Parquet file, and
    returns their number. The columns are those of the first `at_once` rows, which
    are as many as are in memory. The file appears whole or not at all.
    """
    pa = tables.arrow()
    import pyarrow.parquet as pq

    part = pathlib.Path(f"{os.fspath(file)}.part-{os.getpid()}")
    writer: Any = None
    count = 0
    held: list[dict[str, Any]] = []

    def flush() -> None:
        nonlocal writer
        table = tables.arrow_of(held)
        if writer is None:
            writer = pq.ParquetWriter(part, table.schema, compression="zstd")
        else:
            table = pa.Table.from_pylist(held, schema=writer.schema)
        writer.write_table(table)
        held.clear()

    try:
        for row in rows:
            held.append(row)
            count += 1
            if len(held) == at_once:
                flush()
        if held or writer is None:
            flush()
        writer.close()
        part.rename(file)
    except BaseException:
        if writer is not None:
            writer.close()
        part.unlink(missing_ok=True)
        raise
    return count


def main(arguments: list[str] | None = None) -> int:
    """python3 -m waxwing.parquet FOLDER CRAWL CDX...: a table of CDX files."""
    parser = argparse.ArgumentParser(prog="waxwing.parquet",
                                     description="CDX files to a Parquet table")
    parser.add_argument("folder")
    parser.add_argument("crawl")
    parser.add_argument("cdx", nargs="+")
    parser.add_argument("--force", action="store_true")
    given = parser.parse_args(arguments)
    try:
        rows = to_parquet(cdx.sort(*given.cdx), given.folder, crawl=given.crawl,
                          force=given.force)
    except Error as error:
        print(f"waxwing.parquet: {error}", file=sys.stderr)
        return 2
    total = sum(rows.values())
    print(f"waxwing.parquet: written {total}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
