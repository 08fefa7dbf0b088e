"""Segments, which wax import makes, as tables of Arrow.

Rows are read when they are asked for; memory does not grow with the segment.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Union

from waxwing_warc import _native, tables
from waxwing_warc.archives import strings_of

if TYPE_CHECKING:
    import pyarrow

Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

__all__ = ["documents", "links"]


def documents(segment: Path,
              fields: str | Iterable[str] = ()) -> pyarrow.RecordBatchReader:
    """The documents of a segment: a column for each field that wax-segment(5) lists,
    or for each of `fields`. What is not known is null. "main", the text of the main
    content, stands for main_ranges."""
    return tables.reader_of(_native.segment_documents(segment, strings_of(fields)))


def links(segment: Path) -> pyarrow.RecordBatchReader:
    """The links of all documents: urlkey, digest and date of the document, and url,
    text and rel of the link."""
    return tables.reader_of(_native.segment_links(segment))
