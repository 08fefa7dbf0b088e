#!/usr/bin/env python3
"""Writes the WARC files of small daily crawls of one site, day by day.

  daily_crawls.py FOLDER FIRST LAST [PAGES]

A day has PAGES (100) captures: 30 % of new pages, 10 % of pages that changed,
50 % of earlier pages as they were, and 10 % revisit records of such. The files
FOLDER/0001.warc.gz and so on depend on the numbers alone."""
import base64
import datetime
import gzip
import hashlib
import pathlib
import random
import sys

WORDS = ["".join(random.Random(i).choices("abcdefghijklmnopqrstuvwxyz",
                                         k=3 + i % 7)) for i in range(20000)]


def text_of(page, version):
    choose = random.Random(f"{page} {version}")
    words = " ".join(WORDS[int(choose.random() ** 3 * len(WORDS))]
                     for _ in range(200))
    return f"<title>Page {page}</title><p>{words}</p>\n".encode()


def record(kind, page, date, body, headers=""):
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n".encode()
    digest = base64.b32encode(hashlib.sha1(body).digest()).decode()
    if kind == "revisit":
        body = b""
    block = head + body
    return (f"WARC/1.0\r\nWARC-Type: {kind}\r\n"
            f"WARC-Target-URI: http://crawl{page % 50}.example/{page}.html\r\n"
            f"WARC-Date: {date}\r\nWARC-Payload-Digest: sha1:{digest}\r\n"
            "Content-Type: application/http; msgtype=response\r\n"
            f"{headers}Content-Length: {len(block)}\r\n\r\n").encode() + \
        block + b"\r\n\r\n"


def main():
    folder = pathlib.Path(sys.argv[1])
    first, last = int(sys.argv[2]), int(sys.argv[3])
    pages = int(sys.argv[4]) if len(sys.argv) > 4 else 100
    new = pages * 3 // 10
    versions = {}
    folder.mkdir(parents=True, exist_ok=True)
    for day in range(1, last + 1):
        choose = random.Random(day)
        begin = datetime.datetime(2010, 1, 1) + datetime.timedelta(days=day)
        known = len(versions)
        chosen = [("response", known + i) for i in range(new)]
        for kind, share in (("changed", 10), ("response", 50), ("revisit", 10)):
            for _ in range(pages * share // 100 if known else 0):
                chosen.append((kind, choose.randrange(known)))
        out = []
        for second, (kind, page) in enumerate(chosen):
            if kind == "changed" or page not in versions:
                versions[page] = day
            if day < first:
                continue
            date = (begin + datetime.timedelta(seconds=second)).strftime(
                "%Y-%m-%dT%H:%M:%SZ")
            out.append(gzip.compress(record(
                "revisit" if kind == "revisit" else "response", page, date,
                text_of(page, versions[page])), 1, mtime=0))
        if day >= first:
            (folder / f"{day:04}.warc.gz").write_bytes(b"".join(out))


main()
