"""CDX files: read, sort, merge, filter, look up, ZipNum.

Files are flat, gzip'd or ZipNums, in any of the forms that wax-cdx(5) lists.
Sorted means byte order of the whole line (LC_ALL=C sort). Files whose URL keys
are of different kinds are refused (UsageError).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from waxwing_warc import _native
from waxwing_warc._native import Captures
from waxwing_warc.archives import (
    Path,
    Problems,
    check_counts,
    check_dates,
    strings_of,
)
from waxwing_warc.errors import UsageError

__all__ = ["filter", "look_up", "merge", "read", "sort", "zipnum"]


def read(*files: Path, problems: Problems = None) -> Captures:
    """The captures of files, one after the other, in their order."""
    return _native.cdx_read(list(files), problems)


def sort(*files: Path, unique: bool = False, memory: int = 512 << 20,
         tmpdir: Path = "", jobs: int = 0) -> Captures:
    """The captures of files, sorted. memory: bytes; what is more goes to tmpdir.
    unique: equal lines are given once. jobs: threads; 0: one for each core."""
    check_counts(memory=memory, jobs=jobs)
    return _native.cdx_sort(list(files), unique, memory, os.fsdecode(tmpdir), jobs)


def merge(*files: Path, unique: bool = False, jobs: int = 0) -> Captures:
    """The captures of sorted files, sorted. Error: a file is not in order."""
    check_counts(jobs=jobs)
    return _native.cdx_merge(list(files), unique, jobs)


def filter(
    *files: Path,
    where: str | Iterable[str] = (),
    any: bool = False,
    start: str = "",
    end: str = "",
    block: str | Iterable[str] = (),
    allow: str | Iterable[str] = (),
    max_per_key: int = 0,
    keep_last: bool = False,
    sample: float = 1.0,
    seed: int = 0,
    kind: str = "surt",
    problems: Problems = None,
) -> Captures:
    """The captures that meet conditions, in their order; as wax-cdx-filter.

    where: conditions such as "mime=text/html", "status<400" or "url~news"; all
        must hold, or with any=True one.
    start, end: dates of up to 14 digits; "2007" includes the whole year.
    block, allow: lines of URL lists: a URL, a URL key, "*.example.com", "~REGEX".
    max_per_key: the first captures of each URL key; the last with keep_last.
    sample: this share of the URL keys, from 0 to 1; the same ones for one seed.
    """
    check_counts(max_per_key=max_per_key, seed=seed)
    check_dates(start=start, end=end)
    if not isinstance(sample, (int, float)):
        raise TypeError(f"sample is a number, not {type(sample).__name__}")
    if not 0 <= sample <= 1:
        raise UsageError(f"sample is a share from 0 to 1, not {sample}")
    return _native.cdx_filter(
        list(files), strings_of(where), any, start, end, strings_of(block),
        strings_of(allow), max_per_key, keep_last, sample, seed, kind, problems)


def look_up(
    url: str | bytes,
    *files: Path,
    match: str = "",
    start: str = "",
    end: str = "",
    filters: str | Iterable[str] = (),
    closest: str = "",
    reverse: bool = False,
    limit: int = 0,
    collapse: str = "",
    kind: str = "surt",
    problems: Problems = None,
) -> Captures:
    """The captures of a URL in sorted files, as CDX servers answer.

    match: exact, prefix, host, domain or range; without it "*.HOST" is a domain,
        "URL*" a prefix.
    filters: as CDX servers have them, such as "!status:404", "=mime:text/html".
    closest: a date; the capture nearest to it comes first. reverse: the last one
        does. limit: of 0, all of them. collapse: "FIELD" or "FIELD:N".
    """
    check_counts(limit=limit)
    check_dates(start=start, end=end, closest=closest)
    return _native.cdx_lookup(
        url, list(files), match, start, end, strings_of(filters), closest, reverse,
        limit, collapse, kind, problems)


def zipnum(folder: Path, *files: Path, wacz: bool = False,
           block_lines: int = 3000, shards: int = 1,
           force: bool = False) -> dict[str, Any]:
    """Merges sorted files into a ZipNum, and returns its lines, blocks and bytes.
    wacz: in the form of WACZ files; only for CDXJ. A folder that exists is refused
    (UsageError), or with force replaced."""
    check_counts(block_lines=block_lines, shards=shards)
    if block_lines < 1 or not 1 <= shards <= 99999:
        raise UsageError("block_lines is a number from 1 on, and shards one from 1 "
                         f"to 99999, not {block_lines} and {shards}")
    if os.path.exists(folder) and not force:
        raise UsageError(f"{os.fsdecode(folder)}: it exists; use force=True")
    return _native.cdx_zipnum(list(files), folder, wacz, block_lines, shards)
