"""Web archives in Python: records, captures, texts and searches.

    import waxwing
    for record in waxwing.open("crawl.warc.gz", types=["response"]):
        print(record.timestamp, record.url, record.http.status)

Offsets and lengths are in bytes of files as they are stored. Texts of archives
are str; bytes in them that are no UTF-8 are lone surrogates, as Python has them
in file names ("surrogateescape"). All iterators are lazy.
"""

from __future__ import annotations

from waxwing import errors
from waxwing._native import (
    Archive,
    Body,
    Headers,
    HttpHead,
    Problem,
    Record,
    RecordAccess,
    __version__,
)
from waxwing.archives import open
from waxwing.errors import (
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

__all__ = [
    "Archive",
    "Body",
    "BusyError",
    "ClosedError",
    "DamageError",
    "Error",
    "FormatError",
    "Headers",
    "HttpHead",
    "IoError",
    "NotFoundError",
    "Problem",
    "QueryError",
    "Record",
    "RecordAccess",
    "StaleRecordError",
    "ToolError",
    "UsageError",
    "__version__",
    "errors",
    "open",
]
