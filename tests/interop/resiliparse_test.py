#!/usr/bin/env python3
"""Links and anchors of real pages, as resiliparse and warcio read them.

usage: resiliparse_test.py BIN_DIR [SOURCE_DIR [ARCHIVES]]

ARCHIVES is a folder; without it that of WAX_SHARED, else ../shared/archives. Exit
code 77: there is none, or resiliparse is not installed; CONTRIBUTING.md says how.
Prints each kind of difference, why it is one, and how often it was met; a
difference of no known kind is a failure.
"""

import collections
import contextlib
import io
import json
import logging
import os
import re
import subprocess
import sys
import unicodedata
import urllib.parse

try:
    from resiliparse.parse.encoding import bytes_to_str
    from resiliparse.parse.html import HTMLTree, NodeType
    from warcio.archiveiterator import ArchiveIterator
except ImportError:
    installed = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             "clients/resiliparse/bin/python")
    if os.path.exists(installed) and sys.prefix == sys.base_prefix:
        os.execv(installed, [installed, *sys.argv])
    print("skipped: resiliparse or warcio is not installed")
    sys.exit(77)

BIN = sys.argv[1]
SOURCE = sys.argv[2] if len(sys.argv) > 2 else os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "../..")
ARCHIVES = sys.argv[3] if len(sys.argv) > 3 else os.path.join(
    os.environ.get("WAX_SHARED", os.path.join(SOURCE, "../shared")), "archives")
INLINE = ("a", "abbr", "acronym", "b", "bdo", "big", "cite", "code", "em", "font",
          "i", "kbd", "nobr", "s", "small", "span", "strike", "strong", "sub",
          "sup", "tt", "u")
ATTRIBUTES = {"a": "href", "area": "href", "frame": "src", "iframe": "src"}


WHY = {
    "an element that the tree has split":
        "a link that a block or a table ends, and that goes on after it, is one "
        "element of the page, and one link here",
    "UTF-8 in a page of another encoding":
        "such text is read as UTF-8 here",
    "texts of more than 1024 bytes": "they are cut here",
    "chunks of wrong sizes":
        "warcio gives no body where chunks are not as they say",
}


def absolute(base, reference):
    """What browsers make of a reference; None where it is no link to the web."""
    reference = re.sub(r"[\t\r\n]", "", reference.strip(" \t\r\n\f"))
    path = re.match(r"[^?#]*", reference).group()
    try:
        url = urllib.parse.urlsplit(urllib.parse.urljoin(
            base, path.replace("\\", "/") + reference[len(path):]))
        if url.scheme not in ("http", "https", "ftp") or not url.hostname:
            return None
    except ValueError:
        return None
    return spelled(urllib.parse.urlunsplit(url._replace(fragment="")))


def spelled(url):
    """One spelling of URLs that are the same by RFC 3986."""
    url = urllib.parse.urlsplit(url)
    return urllib.parse.urlunsplit(
        (url.scheme, url.netloc.lower(),
         re.sub(r"^(/\.\.?(?=/|$))+", "", url.path) or "/", url.query, "")
    ).replace(" ", "%20")


def collapsed(text):
    return unicodedata.normalize("NFC", " ".join(
        re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", text.replace("\xad", "")).split()))


def text_of(node):
    """Text below a node, where images have theirs, and scripts none."""
    if node.type == NodeType.TEXT:
        return node.text
    if node.type != NodeType.ELEMENT or node.tag in ("script", "style"):
        return ""
    if node.tag in ("img", "input"):
        return f" {node.getattr('alt') or ''} "
    text = "".join(map(text_of, node.child_nodes))
    return text if node.tag in INLINE else f" {text} "


def their_links(body, encoding, url):
    tree = HTMLTree.parse(bytes_to_str(body, encoding))
    bases = [absolute(url, base.getattr("href"))
             for base in tree.document.query_selector_all("base[href]")
             if base.getattr("href")]
    base = next((b for b in bases if b), url)
    links = []
    # The tree's own iterator: query_selector_all() takes quadratic time.
    for node in tree.document:
        if node.tag not in ATTRIBUTES or not node.hasattr(ATTRIBUTES[node.tag]):
            continue
        reference = node.getattr(ATTRIBUTES[node.tag])
        if reference.startswith("#"):
            continue
        to = absolute(base, reference)
        if to is not None:
            text = text_of(node) if node.tag == "a" else node.getattr("alt") or ""
            links.append((to, collapsed(text)))
    for meta in tree.document.get_elements_by_tag_name("meta"):
        if (meta.getattr("http-equiv") or "").lower() != "refresh":
            continue
        match = re.match(r"""\s*[\d.]+\s*[;,]?\s*(?:url\s*=\s*)?["']?([^"']+)""",
                         meta.getattr("content") or "", re.I)
        to = match and absolute(base, match.group(1))
        if to:
            links.append((to, ""))
    return links


def repaired(text):
    """Text whose bytes are UTF-8, read as windows-1252."""
    raw = b"".join(c.encode("cp1252", "ignore") or
                   (c.encode("latin-1", "ignore")) for c in text)
    return collapsed(raw.decode("utf-8", "replace"))


def letters(text):
    return "".join(c for c in text if c.isascii() and c.isalnum())


def differences(our, their):
    """Kinds of the differences of a page."""
    ours = collections.defaultdict(list)
    theirs = collections.defaultdict(list)
    for url, text in (our - their).elements():
        ours[url].append(text)
    for url, text in (their - our).elements():
        theirs[url].append(text)
    for url in {**ours, **theirs}:
        one, other = ours[url], theirs[url]
        if len(" ".join(other).encode()) > 1024:
            yield "texts of more than 1024 bytes", url, one, other
        elif len(one) < len(other) and set("".join(one)) >= set(
                "".join(other)) - {" "}:
            yield "an element that the tree has split", url, one, other
        elif len(one) == len(other) and (
                sorted(map(letters, one)) == sorted(map(letters, other)) or
                sorted(map(repaired, other)) == sorted(one)):
            yield "UTF-8 in a page of another encoding", url, one, other
        else:
            yield "unknown", url, one, other


def their_pages(path):
    """Offsets, and URLs with bodies, of pages that warcio reads."""
    with open(path, "rb") as stream:
        records = ArchiveIterator(stream, arc2warc=True)
        with contextlib.suppress(Exception):
            for record in records:
                head = record.http_headers
                if (record.rec_type != "response" or head is None or
                        "html" not in
                        (head.get_header("Content-Type") or "").lower()):
                    continue
                # The offset is known once the record was read.
                body = record.content_stream().read()
                yield (records.get_record_offset(),
                       record.rec_headers.get_header("WARC-Target-URI"), body)


def our_pages(path):
    done = subprocess.run(
        [f"{BIN}/wax-text", "-q", "--json", "--status", "100-599", "--fields",
         "offset,url,type,charset,links", path], check=False,
        capture_output=True)
    return {page.get("offset", 0): page
            for page in map(json.loads, done.stdout.splitlines())}


def main():
    logging.disable(logging.CRITICAL)
    if not os.path.isdir(ARCHIVES):
        print(f"skipped: there is no folder {ARCHIVES}")
        sys.exit(77)
    pages = equal = links = 0
    kinds = collections.Counter()
    for name in sorted(os.listdir(ARCHIVES)):
        if not re.search(r"\.w?arc(\.gz)?$", name):
            continue
        path = os.path.join(ARCHIVES, name)
        ours = our_pages(path)
        with contextlib.redirect_stderr(io.StringIO()), \
                contextlib.redirect_stdout(io.StringIO()):
            theirs = list(their_pages(path))
        for offset, url, body in theirs:
            page = ours.get(offset)
            if page is None:
                continue
            pages += 1
            our = collections.Counter(
                (spelled(link["url"]), collapsed(link.get("text", "")))
                for link in page.get("links", []))
            their = collections.Counter(
                their_links(body, page.get("charset") or "utf-8", url))
            links += sum(their.values())
            equal += our == their
            for kind, link, one, other in differences(our, their):
                if not their and kind == "unknown" and "wrong-chunks" in name:
                    kind = "chunks of wrong sizes"
                kinds[kind] += max(len(one), len(other))
                if kind == "unknown":
                    print(f"{name} {offset} {url}: {link}\n"
                          f"  ours   {one}\n  theirs {other}")
    print(f"{pages} pages, {equal} of them equal; {links} links")
    for kind, count in sorted(kinds.items()):
        print(f"{count:6} links differ: {kind}; {WHY.get(kind, '?')}")
    if kinds["unknown"] > 0 or pages < 200:
        sys.exit(1)


main()
