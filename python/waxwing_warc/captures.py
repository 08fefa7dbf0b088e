"""Captures of archives, and keys of URLs."""

from __future__ import annotations

from collections.abc import Iterable

from waxwing_warc import _native
from waxwing_warc._native import Captures
from waxwing_warc.archives import Path, Problems, check_counts, names_of, strings_of


def captures(
    archives: Path | Iterable[Path],
    *,
    profile: str = "pywb",
    kind: str = "",
    digest: str = "missing",
    types: str | Iterable[str] = (),
    fields: str | Iterable[str] = (),
    post_append: bool = False,
    all_records: bool = False,
    skim: bool = False,
    sort: bool = False,
    jobs: int = 1,
    problems: Problems = None,
) -> Captures:
    """The CDX records of archives, as wax-warc-indexer makes them.

    archives: paths, URLs, folders, WACZ files.
    profile: pywb, ia or nutchwax: which records have one, and what it says.
    kind: surt or legacy URL keys; else the profile's.
    digest: missing (computed where the header has none), header, always, none.
    fields: further fields, such as "http:content-type", in Capture.line.
    jobs: threads that read archives; 0: one for each core. The order is the same.

    Raises IoError if the one archive cannot be read, after the captures before that
    place; of several, one that cannot be read is a Problem ("unreadable-archive").
    Raises UsageError when the folders have no archive.
    """
    check_counts(jobs=jobs)
    return _native.captures(names_of(archives), profile, kind, digest,
                            strings_of(types), strings_of(fields), post_append,
                            all_records, skim, sort, jobs, problems)


def urlkey(url: str | bytes, kind: str = "surt") -> str:
    """The key by which CDX files are sorted: "com,example)/a" (surt), or
    "example.com/a" (legacy). A URL without one is given as it is."""
    return _native.urlkey(url, kind)
