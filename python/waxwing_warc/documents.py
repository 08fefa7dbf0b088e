"""Texts of pages and other documents."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from waxwing_warc import _native, tools
from waxwing_warc._native import Document, Record
from waxwing_warc.errors import ToolError, UsageError

if TYPE_CHECKING:
    from typing_extensions import Buffer


def _set_worker() -> None:
    # PDF, office documents and mails are read by a child process in a sandbox.
    try:
        place = os.path.join(tools.folder(), os.pardir, "libexec", "waxwing",
                             "wax-text-worker")
    except ToolError:
        return
    if os.path.exists(place):
        _native.set_text_worker(place)


_set_worker()


def text(source: Record | str | Buffer, *, url: str = "",
         content_type: str = "text/html") -> Document:
    """What a page or another document says: text, main content, title, author,
    date, language, links.

    source: a record, whose block must be unread; or the bytes of a document
        (HTML, XML, plain text, PDF, office, EPUB, RTF, mail); or HTML as str.
    url: where it was captured; links are relative to it.
    content_type: as the server stated it, with its charset. A record has its own.
    """
    if isinstance(source, Record):
        return _native.document_of_record(source)
    if not isinstance(content_type, str):
        raise TypeError("content_type is a str, not "
                        + type(content_type).__name__)
    if isinstance(source, str):
        source = source.encode("utf-8", "replace")
        content_type = content_type.split(";")[0] + "; charset=utf-8"
    return _native.document_of_bytes(bytes(memoryview(source)), url, content_type)


def plain_text(page: str | Buffer) -> str:
    """The visible text of HTML, and no more: several times faster than text().
    Words are separated by spaces, blocks by line ends. Bytes are decoded by what
    they and the page say."""
    try:
        return _native.plain_text(page)
    except UsageError:  # half surrogates, which no text has
        assert isinstance(page, str)
        return _native.plain_text(page.encode("utf-8", "replace").decode())
