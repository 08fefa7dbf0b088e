"""Parquet: captures as Common Crawl's index table, and other rows."""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import itertools
import os
import pathlib
import secrets
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Union

from waxwing_warc import _native, cdx, tables
from waxwing_warc._native import Captures
from waxwing_warc.archives import check_counts
from waxwing_warc.errors import Error, UsageError
from waxwing_warc.index import Hits

if TYPE_CHECKING:
    import pyarrow

Path = Union[str, "os.PathLike[str]"]

# Rows that are read at once, of all subsets together.
_AT_ONCE = 128 * 1024
_FILE = "part-00000.parquet"
_ROW_GROUP = 256 * 1024
# Bytes of rows that wait for a row group of that many.
_MOST_WAITING = 256 << 20
_COMPRESSION = "zstd"


class _Unconfirmed(Exception):
    """Who writes the lines failed."""


def record_batches(captures: Captures) -> Iterator[tuple[str, pyarrow.RecordBatch]]:
    """Sorted captures as batches of Common Crawl's columns, each with the subset
    that it is of: warc (status 200), robotstxt (/robots.txt) or crawldiagnostics.
    The batches come as they are read; memory does not grow with their number.

    Raises UsageError when the captures are not sorted.
    """
    columns = _native.CrawlColumns(captures)
    schema = tables.schema_of(columns.facts)
    while True:
        subsets = columns.next(_AT_ONCE)
        if subsets is None:
            return
        for subset, values in subsets.items():
            yield subset, tables.batch_of(schema, values)


class _Subset:
    """The file of a subset, which gets row groups of one size."""

    def __init__(self, place: pathlib.Path, schema: pyarrow.Schema,
                 row_group: int, compression: str | None) -> None:
        import pyarrow.parquet as pq

        place.mkdir(parents=True)
        self._part = place / (_FILE + ".part")
        self._row_group = row_group
        self._waiting: list[pyarrow.RecordBatch] = []
        self._writer: Any = pq.ParquetWriter(
            self._part, schema, compression=compression,
            sorting_columns=[pq.SortingColumn(0)])
        self.rows = 0

    def add(self, batch: pyarrow.RecordBatch) -> None:
        self._waiting.append(batch)
        self.rows += batch.num_rows
        if (sum(each.num_rows for each in self._waiting) >= self._row_group or
                sum(each.nbytes for each in self._waiting) >= _MOST_WAITING):
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            table = tables.arrow().Table.from_batches(self._waiting)
            self._writer.write_table(table, row_group_size=self._row_group)
            self._waiting = []

    def close(self) -> None:
        self._writer.close()

    def finish(self) -> None:
        self._flush()
        self.close()
        _sync(self._part)
        self._part.rename(self._part.with_name(_FILE))


def _sync(path: pathlib.Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def to_parquet(captures: Captures, folder: Path, *, crawl: str,
               row_group: int = _ROW_GROUP, compression: str | None = _COMPRESSION,
               force: bool = False) -> dict[str, int]:
    """Writes sorted captures as Common Crawl's index table:
    FOLDER/crawl=CRAWL/subset=SUBSET/part-00000.parquet, sorted by url_surtkey, in
    row groups of that many rows, or of 256 MiB, with statistics. Needs pyarrow.

    The names and types are those of Common Crawl's table, but
    warc_record_offset and warc_record_length have 64 bits, because archives and
    records may be greater than 2 GiB, and what a CDX record does not have is null.
    Returns the rows of each subset.
    crawl=CRAWL appears whole or not at all; one that exists is refused
    (UsageError), or with force replaced: only a table that this function has made,
    with nothing else in it.
    """
    return _write_table(captures, folder, crawl, row_group, compression, force,
                        lambda: None)


def _write_table(captures: Captures, folder: Path, crawl: str, row_group: int,
                 compression: str | None, force: bool,
                 confirm: Callable[[], None]) -> dict[str, int]:
    """confirm is called before the table appears; what it raises keeps it away."""
    tables.arrow()
    _check(compression, row_group)
    if not isinstance(crawl, str):
        raise TypeError(f"crawl is a str, not {type(crawl).__name__}")
    if (not crawl or any(each in crawl for each in "/=%") or
            not crawl.isprintable() or crawl == "__HIVE_DEFAULT_PARTITION__"):
        raise UsageError("a crawl needs a printable name without /, = and %, not "
                         + ascii(crawl))
    root = _place(folder) / f"crawl={crawl}"
    if os.path.lexists(root):
        with _locked(root.parent):
            _check_table(root, force)
    part = _beside(root, "part")
    subsets: dict[str, _Subset] = {}
    try:
        part.mkdir(parents=True)
        for subset, batch in record_batches(captures):
            if subset not in subsets:
                subsets[subset] = _Subset(part / f"subset={subset}",
                                          batch.schema, row_group, compression)
            subsets[subset].add(batch)
        for each in subsets.values():
            each.finish()
        confirm()
        _put_folder(part, root, force)
        _sync(root.parent)
    except BaseException as error:
        for each in subsets.values():
            each.close()
        _remove(part)
        if isinstance(error, OSError) and not isinstance(error, Error):
            raise _io_error(error, root) from error
        raise
    return {subset: each.rows for subset, each in subsets.items()}


def _beside(place: pathlib.Path, kind: str) -> pathlib.Path:
    """A name beside a place that nobody else has."""
    return place.with_name(f".{place.name}.{kind}-{secrets.token_hex(8)}")


def _remove(path: pathlib.Path) -> None:
    with contextlib.suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink()


def _put_folder(part: pathlib.Path, root: pathlib.Path, force: bool) -> None:
    """Gives a folder its name. A table that had it is removed with force; all else is
    refused (UsageError)."""
    old = _beside(root, "old")
    with _locked(root.parent):
        _check_table(root, force)
        if os.path.lexists(root):
            root.rename(old)
        try:
            part.rename(root)
        except BaseException:
            if os.path.lexists(old):
                old.rename(root)
            raise
    _remove(old)


@contextlib.contextmanager
def _locked(folder: pathlib.Path) -> Iterator[None]:
    """One writer at a time, where the file system has locks."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _check_table(root: pathlib.Path, force: bool) -> None:
    """Only tables that _write_table() has written are replaced."""
    files = {f"subset={subset}": _FILE for subset in _native.CrawlColumns.subsets}

    def foreign(path: str) -> str:
        place = pathlib.Path(path)
        if place.name not in files or not place.is_dir() or place.is_symlink():
            return path
        return next((str(each) for each in sorted(place.iterdir())
                     if each.name != files[place.name] or not each.is_file()), "")

    try:
        _native.check_replaceable(root, "a table of captures", lambda path: True,
                                  foreign, [])
    except OSError as error:
        raise error if isinstance(error, Error) else _io_error(error, root) from error
    _check_new(root, force)


def _put_file(part: pathlib.Path, place: pathlib.Path, force: bool) -> None:
    """The same for a file."""
    if not force:
        try:
            os.link(part, place)
        except FileExistsError:
            _check_new(place, force)
        except OSError:  # a file system without hard links
            _check_new(place, force)
        else:
            part.unlink()
            return
    part.rename(place)


def _check(compression: str | None = _COMPRESSION, row_group: int = _ROW_GROUP) -> None:
    codecs = ("none", "snappy", "gzip", "brotli", "lz4", "zstd")
    if compression is not None and (not isinstance(compression, str) or
                                    compression.lower() not in codecs):
        raise UsageError(f"a compression is {', '.join(codecs)} or None, not "
                         f"{compression!r}")
    check_counts(row_group=row_group)
    if row_group < 1:
        raise UsageError(f"a row group has a row at least, not {row_group}")


def _place(path: Path) -> pathlib.Path:
    """An absolute path, which pyarrow does not take for a URL."""
    try:
        can_be = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:  # half of a surrogate pair
        can_be = False
    if not can_be:
        raise UsageError(f"no file can have this path: {path!r}")
    return pathlib.Path(path).absolute()


def _new_place(path: Path, force: bool) -> pathlib.Path:
    place = _place(path)
    _check_new(place, force)
    return place


def _check_new(place: pathlib.Path, force: bool) -> None:
    try:
        exists = place.exists()
    except OSError as error:  # its name is too long
        raise _io_error(error, place) from error
    if exists and not force:
        raise UsageError(f"{place}: it exists; use force=True")


def _io_error(error: OSError, path: Path) -> Error:
    from waxwing_warc.errors import IoError

    told = IoError(f"{os.fspath(path)}: write: {error.strerror or error}")
    told.errno = error.errno
    told.file = os.fspath(path)
    return told


def batches_to_parquet(
        batches: (pyarrow.Table | pyarrow.RecordBatchReader |
                  Iterable[pyarrow.RecordBatch]),
        file: Path, *, compression: str | None = _COMPRESSION,
        force: bool = False) -> int:
    """Writes batches of Arrow, such as those of waxwing_warc.graph, rank, segments and
    posts, or a table, such as Answer.to_arrow() and posts.shares(), to a Parquet
    file, a row group each, and returns the rows. Memory: a batch. The file
    appears whole or not at all; one that exists is refused (UsageError), or with
    force replaced.
    """
    pa = tables.arrow()
    import pyarrow.parquet as pq

    _check(compression)
    place = _new_place(file, force)
    part = _beside(place, "part")
    schema = getattr(batches, "schema", None)
    if isinstance(batches, pa.Table):
        batches = batches.to_batches()
    writer: Any = None
    count = 0
    try:
        if schema is not None:
            writer = pq.ParquetWriter(part, schema, compression=compression)
        for batch in batches:
            if not isinstance(batch, pa.RecordBatch):
                raise TypeError("expected batches of Arrow, not "
                                + type(batch).__name__)
            if writer is None:
                writer = pq.ParquetWriter(part, batch.schema,
                                          compression=compression)
            writer.write_batch(batch)
            count += batch.num_rows
        if writer is None:
            raise UsageError(f"{os.fspath(file)}: there are no batches, so it is "
                             "not known which columns it has")
        writer.close()
        _sync(part)
        _put_file(part, place, force)
    except BaseException as error:
        if writer is not None:
            writer.close()
        _remove(part)
        if isinstance(error, OSError) and not isinstance(error, Error):
            raise _io_error(error, file) from error
        if isinstance(error, pa.ArrowException):
            raise UsageError(f"{os.fspath(file)}: {error}") from error
        raise
    return count


def rows_to_parquet(rows: Iterable[dict[str, Any]], file: Path, *,
                    at_once: int = 65536, force: bool = False) -> int:
    """Writes dicts, such as hits, to a Parquet file, and returns their number: a
    column for each name that a row has, null in the others. Memory: `at_once` rows,
    which become a row group. Until the last row tells the columns, the rows are in a
    file beside `file`, which appears whole or not at all; one that exists is refused
    (UsageError), or with force replaced.

    Hits have the columns of their index, as in Answer.to_arrow().

    Raises UsageError when the values of a name have types that no column can have.
    """
    pa = tables.arrow()
    _check(row_group=at_once)
    place = _new_place(file, force)
    store = _beside(place, "rows")
    try:
        with store.open("w+b") as stored:
            kinds = rows.columns if isinstance(rows, Hits) else None
            schema, counts = _store(_told_apart(rows), stored, at_once, kinds)
            if counts and not schema.names:
                raise UsageError("the rows have no fields, and a table needs a column")
            stored.seek(0)

            def batches() -> Iterator[pyarrow.RecordBatch]:
                for count in counts:
                    with pa.ipc.open_stream(stored) as stream:
                        yield _with_columns(schema, stream.read_all(), count)
                if not counts:
                    yield pa.record_batch([pa.nulls(0, each.type) for each in schema],
                                          schema=schema)

            return batches_to_parquet(batches(), file, force=force)
    except _RowsError as error:
        raise error.args[0] from None
    except OSError as error:
        if isinstance(error, Error):
            raise
        raise _io_error(error, file) from error
    finally:
        _remove(store)


class _RowsError(Exception):
    """Has an OSError of whoever gives the rows, which is not of the file."""


def _told_apart(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    try:
        yield from rows.with_numbers() if isinstance(rows, Hits) else rows
    except OSError as error:
        raise _RowsError(error) from None


def _store(rows: Iterable[dict[str, Any]], file: BinaryIO, at_once: int,
           kinds: Mapping[str, str] | None) -> tuple[pyarrow.Schema, list[int]]:
    """Writes rows to a file, each `at_once` of them as a stream of Arrow with the
    columns of its own; gives the columns of all, and the rows of each stream."""
    pa = tables.arrow()
    schema = tables.arrow_of([], kinds).schema
    counts: list[int] = []
    left = iter(rows)
    while held := list(itertools.islice(left, at_once)):
        table = tables.arrow_of(held, kinds).combine_chunks()
        try:
            schema = pa.unify_schemas([schema, table.schema],
                                      promote_options="permissive")
        except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
            raise UsageError(f"{error}") from error
        with pa.ipc.new_stream(file, table.schema) as stream:
            stream.write_table(table)
        counts.append(len(held))
    return schema, counts


def _with_columns(schema: pyarrow.Schema, table: pyarrow.Table,
                  rows: int) -> pyarrow.RecordBatch:
    pa = tables.arrow()
    return pa.table(
        [table[field.name].cast(field.type) if field.name in table.column_names
         else pa.nulls(rows, field.type) for field in schema],
        schema=schema).combine_chunks().to_batches()[0]


def main(arguments: list[str] | None = None) -> int:
    """python3 -m waxwing_warc.parquet FOLDER CRAWL CDX...: a table of CDX files."""
    parser = argparse.ArgumentParser(prog="waxwing_warc.parquet",
                                     description="CDX files to a Parquet table")
    parser.add_argument("folder")
    parser.add_argument("crawl")
    parser.add_argument("cdx", nargs="+", help="CDX files; -: standard input")
    parser.add_argument("--force", action="store_true",
                        help="replace the crawl if it is in the folder")
    parser.add_argument("--sorted", action="store_true",
                        help="the files are sorted: do not sort them")
    parser.add_argument("--name", default="waxwing_warc.parquet",
                        help="who speaks in messages")
    parser.add_argument("--quiet", action="store_true", help="no last line")
    parser.add_argument("--confirm-fd", type=int, default=None, metavar="FD",
                        help="the table appears after a byte of this descriptor")
    given = parser.parse_args(arguments)

    def confirm() -> None:
        if given.confirm_fd is not None and not os.read(given.confirm_fd, 1):
            raise _Unconfirmed

    try:
        lines = (cdx.read(*given.cdx) if given.sorted else cdx.sort(*given.cdx))
        rows = _write_table(lines, given.folder, given.crawl, _ROW_GROUP,
                            _COMPRESSION, given.force, confirm)
    except (_Unconfirmed, KeyboardInterrupt):
        return 2
    except Error as error:
        print(f"{given.name}: {error}", file=sys.stderr)
        return 2
    if not given.quiet:
        print(f"{given.name}: written {sum(rows.values())}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
