"""Opening archives."""

from __future__ import annotations

import builtins
import os
import stat
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO, Union

from waxwing_warc import _native
from waxwing_warc._native import Archive, Problem
from waxwing_warc.errors import UsageError

Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
Source = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]", BinaryIO]
Problems = Union["list[Problem]", Callable[[Problem], Any], None]


def sources_of(source: Source | Iterable[Source]) -> list[Any]:
    """One source, or several, as a list."""
    if isinstance(source, (str, bytes, os.PathLike)) or hasattr(source, "read"):
        return [_source(source)]
    if not isinstance(source, Iterable):
        raise TypeError("expected a path, a URL, a binary file or several of "
                        f"these, not {type(source).__name__}")
    return [_source(each) for each in source]


def names_of(archives: Path | Iterable[Path]) -> list[Path]:
    """One name of files, or several, as a list."""
    if isinstance(archives, (str, bytes, os.PathLike)):
        return [archives]
    if hasattr(archives, "read"):
        raise TypeError("expected the names of files, not an open file; only "
                        "waxwing_warc.open reads that")
    return list(archives)


def strings_of(texts: str | Iterable[str]) -> list[str]:
    """One str, or several, as a list."""
    listed = [texts] if isinstance(texts, str) else list(texts)
    for each in listed:
        if not isinstance(each, str):
            raise TypeError(f"expected str, not {type(each).__name__}")
    return listed


def check_counts(**counts: int) -> None:
    """Raises UsageError for a number that is less than 0, or has over 63 bits."""
    for name, count in counts.items():
        if not hasattr(count, "__index__"):
            raise TypeError(f"{name} is a whole number, not {type(count).__name__}")
        if not 0 <= count < 1 << 63:
            raise UsageError(f"{name} is a number from 0 to 2**63 - 1, not {count}")


def check_dates(**dates: str) -> None:
    """Raises UsageError for what is no date of the calendar; "" is none."""
    for name, date in dates.items():
        if not isinstance(date, str):
            raise TypeError(f"{name} is a str, not {type(date).__name__}")
        if not date.isascii():
            raise UsageError(f"{name} is no date: {date!r}")
        try:
            if date:
                _native.check_date(date)
        except UsageError as error:
            raise UsageError(f"{name}: {error}") from None


def is_pipe(path: Path) -> bool:
    """Whether a path is that of a pipe that has a name."""
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def _source(source: Any) -> Any:
    # A pipe may be waited for, which Python does so that a signal ends it.
    if source == "-":
        return builtins.open(0, "rb", buffering=0, closefd=False)
    if isinstance(source, (str, bytes, os.PathLike)) and is_pipe(source):
        return builtins.open(source, "rb", buffering=0)
    return source


def open(
    source: Source | Iterable[Source],
    *,
    types: str | Iterable[str] = (),
    skim: bool = False,
    strict: bool = False,
    problems: Problems = None,
    offset: int | None = None,
) -> Archive:
    """Reads the records of archives, in their order.

    source: a path, a URL, a folder, a WACZ file, "-" (standard input), an open
        binary file, or several of these. ARC and WARC, plain or compressed by
        gzip, zstd or lz4, are told apart by content. A file is read from where
        it stands.
    types: only records of these types, such as "response".
    skim: bodies that are not read are skipped without being inflated and
        checked, where that can be done.
    strict: the first loss, or checksum of compressed data that does not match,
        is raised as a DamageError, at the end of a body or before the next
        record; the next call goes on after it.
    problems: a list that takes the Problems that are found, or a function that
        is called with each. Without it Archive.problems has them.
    offset: begin at the record at this byte of the file as it is stored.

    Raises IoError if the one archive cannot be read; of several, one that
    cannot be read is a Problem ("unreadable-archive"). Raises UsageError when the
    folders have no archive.
    """
    if offset is not None:
        check_counts(offset=offset)
    return Archive(sources_of(source), types=strings_of(types), skim=skim,
                   strict=strict, problems=problems, offset=offset)


def find_archives(names: Path | Iterable[Path], *,
                  problems: Problems = None) -> list[str]:
    """The archives that names stand for, as the tools take them: a folder is the
    archives in it and below it, a WACZ file those in it; files and URLs stay as they
    are, even if they do not exist. The result is what waxwing_warc.open takes.

    problems: as for open(); a folder without archives among others, and files in
        folders that cannot be read, are told there.

    Raises UsageError when there is no archive at all.
    """
    return _native.find_archives(names_of(names), problems)


def remote_states(names: Path | Iterable[Path]) -> dict[str, tuple[int, str]]:
    """The sizes of files on other machines, each with a text that is another one when
    the file has changed: its ETag, or the time of its change; "" if the server tells
    neither. A name that ends in "/", and a bucket, stand for all objects below. Files
    that are not there are left out, and those of a web server that supports no ranges
    or does not tell sizes.

    names: URLs: https://..., s3://..., hdfs://....

    Raises IoError when a server cannot be asked or refuses, UsageError for a name
    that is no URL.
    """
    return _native.remote_states(names_of(names))


def is_archive_name(name: Path) -> bool:
    """Whether a file in a folder is taken for an archive where only its name is
    known, as in an object store."""
    return _native.is_archive_name(name)
