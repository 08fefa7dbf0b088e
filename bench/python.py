#!/usr/bin/env python3
"""Waxwing's Python package beside FastWARC, warcio, resiliparse and Trafilatura.

    PYTHONPATH=build/release/python PYTHON bench/python.py [--only WORD] ARCHIVE...

PYTHON has fastwarc, warcio, resiliparse and trafilatura; a peer that it lacks, or that
cannot read the archives, has no row. Each row is the least CPU time of three runs, in
turn, and the wall time of that run. --only: rows with this word. --memory: instead, the
most memory after each 10,000 records of the archives, which are read again and again up
to 100,000.
"""

import collections
import resource
import sys
import threading
import time

import waxwing_warc as wax


def wax_iterate(paths):
    return sum(1 for _ in wax.open(paths))


def fastwarc_iterate(paths):
    from fastwarc.warc import ArchiveIterator
    count = 0
    for path in paths:
        with open(path, "rb") as file:
            count += sum(1 for _ in ArchiveIterator(file, parse_http=False))
    return count


def wax_links(paths):
    count = 0
    for record in wax.open(paths, types=["response"]):
        head = record.http
        if head and head.headers.get("Content-Type", "").startswith("text/html"):
            count += len(wax.text(record).links)
    return count


def wax_heads(paths, skim=False):
    count = 0
    for record in wax.open(paths, skim=skim):
        head = record.http
        count += 1 if head is None or head.status != 0 else 0
    return count


def wax_text(paths):
    size = 0
    for record in wax.open(paths, types=["response"]):
        head = record.http
        if head and head.headers.get("Content-Type", "").startswith("text/html"):
            size += len(wax.plain_text(record.body.read()))
    return size


def wax_main(paths):
    size = 0
    for record in wax.open(paths, types=["response"]):
        head = record.http
        if head and head.headers.get("Content-Type", "").startswith("text/html"):
            size += len(wax.text(record).main)
    return size


def fastwarc_heads(paths):
    from fastwarc.warc import ArchiveIterator
    count = 0
    for path in paths:
        with open(path, "rb") as file:
            for record in ArchiveIterator(file, parse_http=True):
                head = record.http_headers
                count += 1 if head is None or head.status_code != 0 else 0
    return count


def warcio_heads(paths):
    from warcio.archiveiterator import ArchiveIterator
    count = 0
    for path in paths:
        with open(path, "rb") as file:
            for record in ArchiveIterator(file):
                head = record.http_headers
                count += 1 if head is None or head.get_statuscode() else 0
    return count


def fastwarc_pages(paths):
    """The bytes of each page of HTML."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    for path in paths:
        with open(path, "rb") as file:
            for record in ArchiveIterator(file, parse_http=True,
                                          record_types=WarcRecordType.response):
                head = record.http_headers
                if head and (head.get("Content-Type") or "").startswith(
                        "text/html"):
                    yield record.reader.read()


def resiliparse(paths, main):
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding
    size = 0
    for page in fastwarc_pages(paths):
        text = bytes_to_str(page, detect_encoding(page))
        size += len(extract_plain_text(text, main_content=main))
    return size


def resiliparse_links(paths):
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree
    count = 0
    for page in fastwarc_pages(paths):
        tree = HTMLTree.parse_from_bytes(page, detect_encoding(page))
        # Going through its collections takes time that grows with their squares.
        for node in tree.document:
            count += 1 if node.tag == "a" and node.getattr("href") else 0
    return count


def trafilatura_main(paths):
    import trafilatura
    size = 0
    for page in fastwarc_pages(paths):
        size += len(trafilatura.extract(page) or "")
    return size


def on_threads(work, threads):
    def run(paths):
        parts = [paths[i::threads] for i in range(threads)]
        results = [0] * threads

        def one(i):
            results[i] = work(parts[i])

        running = [threading.Thread(target=one, args=(i,))
                   for i in range(threads)]
        for each in running:
            each.start()
        for each in running:
            each.join()
        return sum(results)
    return run


ROWS = [
    ("records, waxwing", wax_iterate),
    ("records, FastWARC", fastwarc_iterate),
    ("heads, waxwing", wax_heads),
    ("heads, waxwing with skim", lambda paths: wax_heads(paths, skim=True)),
    ("heads, FastWARC", fastwarc_heads),
    ("heads, warcio", warcio_heads),
    ("heads, waxwing, 2 threads", on_threads(wax_heads, 2)),
    ("heads, waxwing, 4 threads", on_threads(wax_heads, 4)),
    ("heads, waxwing with skim, 2 threads",
     on_threads(lambda paths: wax_heads(paths, skim=True), 2)),
    ("heads, waxwing with skim, 4 threads",
     on_threads(lambda paths: wax_heads(paths, skim=True), 4)),
    ("plain text, waxwing", wax_text),
    ("plain text, waxwing, 2 threads", on_threads(wax_text, 2)),
    ("plain text, waxwing, 4 threads", on_threads(wax_text, 4)),
    ("plain text, resiliparse", lambda paths: resiliparse(paths, False)),
    ("main content, waxwing", wax_main),
    ("main content, resiliparse", lambda paths: resiliparse(paths, True)),
    ("main content, Trafilatura", trafilatura_main),
    ("links, waxwing", wax_links),
    ("links, resiliparse", resiliparse_links),
]


def most_memory():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def show_memory(paths):
    count = 0
    while count < 100_000:
        for record in wax.open(paths):
            head = record.http
            count += 1
            assert head is None or head.raw
            record.body.read()
            if count % 10_000 == 0:
                print("%d records: %d MiB" % (count, most_memory()))


def main():
    paths = sys.argv[1:]
    if paths[0] == "--memory":
        return show_memory(paths[1:])
    word = ""
    if paths[0] == "--only":
        word, paths = paths[1], paths[2:]
    runs = 3
    best = collections.OrderedDict()
    for _ in range(runs):
        for name, work in ROWS:
            if word not in name:
                continue
            began, cpu = time.perf_counter(), time.process_time()
            try:
                result = work(paths)
            except Exception as error:
                if "waxwing" in name:
                    raise
                print("%s: %s" % (name, str(error).splitlines()[0]),
                      file=sys.stderr)
                continue
            cpu, wall = time.process_time() - cpu, time.perf_counter() - began
            if name not in best or cpu < best[name][0]:
                best[name] = cpu, wall, result
    print("| | CPU s | wall s | records or characters |\n|---|---|---|---|")
    for name, (cpu, wall, result) in best.items():
        print("| %s | %.2f | %.2f | %d |" % (name, cpu, wall, result))
    print("\nmost memory: %d MiB" % most_memory())


if __name__ == "__main__":
    main()
