"""Tables that researchers take away: by year, and of images."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Union

from waxwing.archives import Problems
from waxwing.captures import captures
from waxwing.index import Index

Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]


def by_year(index: Index, field: str, query: str = "") -> list[dict[str, Any]]:
    """Documents by the value of a field and by year, such as "site" (domains),
    "lang" (languages) or "type", in the hits of a query or in all pages.

    Returns dicts of the field, year and documents, in order of the values and
    years. A document counts once in each year in which it was captured; None is
    for documents without a value. Memory grows with the different values.
    """
    counts: Counter[tuple[Any, int]] = Counter()
    for hit in index.hits(query):
        values = hit.get(field)
        if not isinstance(values, list):
            values = [values]
        years = {int(date[:4]) for date in hit.get("date", ())}
        counts.update((value, year) for value in values for year in years)
    order = sorted(counts, key=lambda each: (each[0] is None, str(each[0]),
                                             each[1]))
    return [{field: value, "year": year, "documents": counts[value, year]}
            for value, year in order]


def images(archives: Path | Iterable[Path], *,
           problems: Problems = None) -> Iterator[dict[str, Any]]:
    """The images in archives, one after another: url, timestamp, mime, digest, and
    filename, offset and bytes of the record as it is stored. Revisits and captures
    with another status than 200 are left out."""
    for each in captures(archives, problems=problems):
        if each.status == 200 and (each.mime or "").startswith("image/"):
            yield {"url": each.url, "timestamp": each.timestamp,
                   "mime": each.mime, "digest": each.digest,
                   "filename": each.filename, "offset": each.offset,
                   "bytes": each.length}
