"""Graphs of pages and links, as wax graph-update makes them, as tables of Arrow.

    graph = waxwing_warc.graph.Graph("site.graph")
    graph.pages(["pagerank"]).read_pandas()
    duckdb.sql("SELECT target, count(*) FROM links GROUP BY target")

pages() and links() give a pyarrow.RecordBatchReader: rows are read when they are
asked for, and memory does not grow with the graph.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Union

from waxwing_warc import _native, tables
from waxwing_warc.archives import check_counts, strings_of

if TYPE_CHECKING:
    import pyarrow

Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

__all__ = ["DAMPING", "ITERATIONS", "TOLERANCE", "Graph", "last_date"]

# What wax graph-score --method pagerank does unless it is told otherwise.
DAMPING, TOLERANCE, ITERATIONS = _native.pagerank_options()


def last_date(policy: str) -> int:
    """The last date (14 digits) whose captures count by a policy of wax
    graph-update: latest, accumulate or asof=DATE. Raises UsageError for another
    text."""
    return _native.last_date(policy)


class Graph:
    """A graph. Any number of threads may use it.

    folder: as wax graph-update wrote it.
    Raises UsageError when it is no graph, IoError, FormatError.
    """

    def __init__(self, folder: Path) -> None:
        self._graph = _native.GraphReader(folder)

    def __len__(self) -> int:
        """The number of pages, also of those that are only linked."""
        return self._graph.nodes

    @property
    def scores(self) -> list[str]:
        """The names of the scores that wax graph-score made, such as pagerank."""
        return self._graph.scores

    @property
    def url_key(self) -> str:
        """The kind of its URL keys: surt, legacy; empty when it is not known."""
        return self._graph.url_key

    def page(self, url: str) -> dict[str, Any] | None:
        """What the graph knows of a page, by its URL or key: archived, first, last
        (14 digits or None), captures, digests, changes, status (0: not known),
        interval (days until it should be captured again), scores by name, in (the
        links to it that count, with anchors) and out (keys). None: there is none.
        """
        return self._graph.page(url)

    def top(self, score: str, count: int = 10) -> list[tuple[str, float]]:
        """The pages with the highest scores: pairs of URL key and score."""
        check_counts(count=count)
        return self._graph.top(score, count)

    def pages(self,
              scores: str | Iterable[str] | None = None) -> pyarrow.RecordBatchReader:
        """The pages in the order of their keys: urlkey, archived, counts (whether
        it has scores), first, last, captures, digests, changes, status, and a
        column for each score; null where a page has none.

        scores: names; without it all that the graph has.
        """
        names = self.scores if scores is None else strings_of(scores)
        return tables.reader_of(self._graph.pages(names))

    def links(self, *, memory: int = 512 << 20,
              tmpdir: Path = "") -> pyarrow.RecordBatchReader:
        """The links that count, by source and target: source, target (URL keys),
        links (how many between the two), first, last (when they were seen). They
        are sorted before the first is there.

        memory: bytes for sorting; what is more goes to tmpdir.
        """
        check_counts(memory=memory)
        return tables.reader_of(self._graph.links(memory, os.fsdecode(tmpdir)))

    def captures(self) -> pyarrow.RecordBatchReader:
        """What the graph knows of captures, in the order of URL keys and dates:
        urlkey, archived, date (14 digits as a number; 0: not known), digest (8 bytes,
        equal for equal digests), revisit (its links were not seen), status (0: not
        known). A page without captures has one row with nulls. With seen_links() it
        is all that graphs are merged of; their bytes are not checked to be UTF-8.
        """
        return tables.reader_of(self._graph.captures())

    def seen_links(self) -> pyarrow.RecordBatchReader:
        """All links that were ever seen, whether they count or not, by target and
        source: source, target (URL keys), first, last (as in captures()), captures,
        marks and anchor (of the newest capture). Marks are a sum: 1 to be followed,
        2 nofollow, 4 the source is another name of the target.
        """
        return tables.reader_of(self._graph.seen_links())
