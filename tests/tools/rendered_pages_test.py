#!/usr/bin/env python3
"""Builds collections of 300 pages made by scripts, crawled as Browsertrix does it.

usage: rendered_pages_test.py BIN

The HTML is an empty shell. The text is in urn:text records in another archive of the
WACZ, in the list of pages, or in both. Of the rendered words, 99 % find their page, in an
index and in what wax text prints, and no record beside a page is a hit. A server shows
them with the capture.
"""
import datetime
import gzip
import hashlib
import html
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
import zipfile

PAGES = 300
SHELL = (b"<!doctype html><html><head><script src=/app.js></script></head>"
         b"<body><div id=root>Loading</div><script>boot(%d)</script></body></html>")


def record(kind, url, date, content_type, block):
    head = (f"WARC/1.1\r\nWARC-Page-ID: {hashlib.md5(url.encode()).hexdigest()}\r\n"
            f"WARC-Resource-Type: Document\r\nWARC-Protocol: h2\r\n"
            f'WARC-JSON-Metadata: {{"cert":{{"issuer":"R3"}}}}\r\n'
            f"WARC-Protocol: tls/1.3\r\nWARC-Target-URI: {url}\r\nWARC-Date: {date}\r\nWARC-Type: {kind}\r\n"
            f"Content-Type: {content_type}\r\nContent-Length: {len(block)}\r\n\r\n")
    return gzip.compress(head.encode() + block + b"\r\n\r\n", mtime=0)


def when(seconds):
    start = datetime.datetime(2026, 7, 31, 10, 0, 0, 123000)
    date = start + datetime.timedelta(seconds=seconds)
    return date.isoformat(timespec="milliseconds") + "Z"


def write_wacz(path, texts, in_records, in_list, texts_first):
    crawled, beside = [], []
    pages = ['{"format":"json-pages-1.0","id":"pages","title":"Seed Pages"}']
    for number, (url, text) in enumerate(texts.items()):
        shell = SHELL % (number % 2)
        crawled.append(record("response", url, when(11 * number), "application/http",
                              b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n" + shell))
        later = when(11 * number + 8)
        if in_records:
            beside.append(record("resource", "urn:text:" + url, later, "text/plain",
                                 text.encode()))
        beside.append(record("resource", "urn:view:" + url, later, "image/png", b"\x89PNG"))
        crawled.append(record("resource", "urn:pageinfo:" + url, later, "application/json",
                              b"{}"))
        line = {"id": str(number), "url": url, "title": f"Page {number}",
                "ts": when(11 * number)}
        if in_list:
            line["text"] = text
        pages.append(json.dumps(line))
    archives = [("archive/rec.warc.gz", crawled), ("archive/text.warc.gz", beside)]
    if texts_first:
        archives.reverse()
    with zipfile.ZipFile(path, "w") as wacz:
        for name, records in archives:
            wacz.writestr(name, b"".join(records))
        wacz.writestr("pages/pages.jsonl", "\n".join(pages) + "\n")


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def page_of(place):
    with urllib.request.urlopen(place, timeout=60) as answer:
        return answer.read()


def check_server(tools, collection, wacz, url, text, *options):
    server = subprocess.Popen(
        [tools + "/wax-serve", "-q", "--listen", "127.0.0.1:0", "--archives", wacz,
         *options, collection], stdout=subprocess.PIPE, text=True)
    try:
        start = server.stdout.readline().strip()
        hits = page_of(start + "search?" + urllib.parse.urlencode({"query": url})).decode()
        pictures = re.findall(r'<img[^>]* src="/([^"]*im_/urn:view:[^"]*)"', hits)
        assert len(pictures) == len(options), pictures
        for picture in pictures:
            assert page_of(start + html.unescape(picture)) == b"\x89PNG", picture
        place = start + "url/capture?" + urllib.parse.urlencode({"url": url})
        with urllib.request.urlopen(place, timeout=60) as answer:
            page = answer.read().decode()
        missing = [word for word in text.split() if word not in page]
        assert not missing, missing
    finally:
        server.terminate()
        server.wait()


def check(tools, folder, name, texts, **shape):
    wacz = os.path.join(folder, name + ".wacz")
    collection = os.path.join(folder, name)
    write_wacz(wacz, texts, **shape)
    output(tools + "/wax-build", "-q", collection, wacz)
    assert output(tools + "/wax-search", "-q", "--count", collection,
                  "*").split() == [str(PAGES)], name
    lines = output(tools + "/wax-search", "-q", "--json", "-n", "0", collection,
                   "text_used:rendered").splitlines()
    hits = [json.loads(line) for line in lines]
    assert len(hits) == PAGES and all(hit["title"].startswith("Page ") for hit in hits), name

    assert all(hit["resource_type"] == "document" for hit in hits), hits[0]
    visit = hashlib.md5(hits[0]["url"].encode()).hexdigest()
    assert output(tools + "/wax-search", "-q", "--count", collection,
                  f"page_id:{visit} protocol:h2 resource_type:DOCUMENT "
                  'json_metadata:*issuer*R3*').split() == ["1"]
    for field, values in {"protocol": ["h2", "tls/1.3"],
                          "json_metadata": ['{"cert":{"issuer":"R3"}}']}.items():
        facet = json.loads(output(tools + "/wax-search", "-q", "--json", "-n", "1", "--facet",
                                  field, collection, "*").splitlines()[-1])
        counted = [{"value": value, "count": PAGES} for value in values]
        assert facet["values"] == counted, facet

    url, text = next(iter(texts.items()))
    check_server(tools, collection, wacz, url, text)
    check_server(tools, collection, wacz, url, text, "--page-pictures")

    asked = random.Random(1).sample([(url, word) for url, text in texts.items()
                                     for word in text.split()], 300)
    queries = os.path.join(folder, "queries")
    with open(queries, "w", encoding="utf-8") as file:
        file.writelines(f'"{word}"\n' for _, word in asked)
    found = set()
    for line in output(tools + "/wax-search", "-q", "--json", "-n", "0", "--queries", queries,
                       collection).splitlines():
        hit = json.loads(line)
        found.add((hit.get("url"), hit["query"]))
    share = sum((url, f'"{word}"') in found for url, word in asked) / len(asked)
    assert share >= 0.99, (name, share)

    printed = {}
    for line in output(tools + "/wax-text", "-q", "--rendered", "--json", wacz).splitlines():
        page = json.loads(line)
        printed[page["url"]] = set(page.get("text", "").split())
    assert all(set(text.split()) <= printed[url] for url, text in texts.items()), name


def main():
    tools = os.path.abspath(sys.argv[1])
    drawn = random.Random(7)
    parts = ["ka", "lo", "mi", "ter", "van", "sol", "per", "qui", "nor", "mü"]
    words = sorted({"".join(drawn.choices(parts, k=4)) for _ in range(5000)})
    texts = {}
    for number in range(PAGES):
        lines = [" ".join(drawn.choices(words, k=drawn.choice([2, 12, 20])))
                 for _ in range(12)]
        texts[f"https://app.example/page/{number}?v=1"] = "\n".join(lines)
    with tempfile.TemporaryDirectory() as folder:
        check(tools, folder, "records", texts, in_records=True, in_list=False,
              texts_first=False)
        check(tools, folder, "list", texts, in_records=False, in_list=True, texts_first=True)
        check(tools, folder, "both", texts, in_records=True, in_list=True, texts_first=True)


if __name__ == "__main__":
    main()
