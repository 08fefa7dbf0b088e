"""Web archives in Python: records, captures, texts and searches.

    import waxwing_warc
    for record in waxwing_warc.open("crawl.warc.gz", types=["response"]):
        print(record.timestamp, record.url, record.http.status)

Offsets and lengths are in bytes of files as they are stored. Texts of archives
are str; bytes in them that are no UTF-8 are lone surrogates, as Python has them
in file names ("surrogateescape"). All iterators are lazy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from waxwing_warc import cdx, errors, graph, posts, rank, segments, tools
from waxwing_warc._native import (
    Archive,
    Body,
    Capture,
    Captures,
    Digests,
    Document,
    Headers,
    HttpHead,
    Problem,
    Record,
    RecordAccess,
    Writer,
    __version__,
)
from waxwing_warc.archives import find_archives, open, remote_states
from waxwing_warc.captures import captures, urlkey
from waxwing_warc.documents import plain_text, text
from waxwing_warc.errors import (
    BusyError,
    ClosedError,
    DamageError,
    Error,
    FormatError,
    IoError,
    NotFoundError,
    QueryError,
    StaleRecordError,
    ToolError,
    UsageError,
)
from waxwing_warc.index import Answer, Index, build, ngrams, word_list
from waxwing_warc.research import by_year, images, names

if TYPE_CHECKING:
    from waxwing_warc import parquet as parquet
    from waxwing_warc.parquet import to_parquet

__all__ = [
    "Answer",
    "Archive",
    "Body",
    "BusyError",
    "Capture",
    "Captures",
    "ClosedError",
    "DamageError",
    "Digests",
    "Document",
    "Error",
    "FormatError",
    "Headers",
    "HttpHead",
    "Index",
    "IoError",
    "NotFoundError",
    "Problem",
    "QueryError",
    "Record",
    "RecordAccess",
    "StaleRecordError",
    "ToolError",
    "UsageError",
    "Writer",
    "__version__",
    "build",
    "by_year",
    "captures",
    "cdx",
    "errors",
    "find_archives",
    "graph",
    "images",
    "names",
    "ngrams",
    "open",
    "plain_text",
    "posts",
    "rank",
    "remote_states",
    "segments",
    "text",
    "to_parquet",
    "tools",
    "urlkey",
    "word_list",
]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        # Imported when it is used: python3 -m waxwing_warc.parquet runs that module.
        if name not in ("parquet", "to_parquet"):
            raise AttributeError(f"module 'waxwing_warc' has no attribute '{name}'")
        import importlib

        module = importlib.import_module("waxwing_warc.parquet")
        return module if name == "parquet" else module.to_parquet

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
