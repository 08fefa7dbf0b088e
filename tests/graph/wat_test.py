"""A graph of WAT files is the one of the archives that they are of.

usage: wat_test.py BIN [PAGES [SEED]]

Makes pages, a WARC file of them, and what Common Crawl's tools would say of that
file; then compares the graphs, byte by byte. wax-text --metadata says the same of the
file, field by field.
"""

import base64
import gzip
import hashlib
import html.parser
import json
import os
import random
import subprocess
import sys
import tempfile

BIN = sys.argv[1]
PAGES = int(sys.argv[2]) if len(sys.argv) > 2 else 150
RAND = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)


class Extract(html.parser.HTMLParser):
    """HTML-Metadata of ia-web-commons: references as the page has them."""

    PATHS = {"a": "href", "area": "href", "frame": "src", "iframe": "src",
             "img": "src", "form": "action", "script": "src"}

    def __init__(self, page):
        super().__init__()
        self.head, self.links, self.open, self.title = {}, [], None, False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "base":
            self.head.setdefault("Base", attrs["href"])
        elif tag == "meta":
            self.head.setdefault("Metas", []).append(attrs)
        elif tag == "link":
            self.head.setdefault("Link", []).append(
                {"path": "LINK@/href", "url": attrs["href"],
                 "rel": attrs["rel"]})
        elif tag == "title":
            self.title = True
        elif tag in self.PATHS and self.PATHS[tag] in attrs:
            link = {"path": f"{tag.upper()}@/{self.PATHS[tag]}",
                    "url": attrs[self.PATHS[tag]]}
            for name in ("alt", "rel"):
                if name in attrs:
                    link[name] = attrs[name]
            self.links.append(link)
            if tag == "a":
                self.open = link

    def handle_endtag(self, tag):
        if tag == "a":
            self.open = None
        self.title = False

    def handle_data(self, data):
        if self.open is not None:
            self.open["text"] = self.open.get("text", "") + data


def a_link():
    page = RAND.randrange(PAGES)
    return RAND.choice([
        f"http://site{page % 7}.example/dir/page{page}",
        f"page{page}", f"/dir/page{page}?a=b&amp;c=d", f"../dir/page{page}#part",
        f" page{page} ", f"//site{page % 7}.example/dir/page{page}", "#part",
        "mailto:a@b.example", "javascript:void(0)", "http://Away.example/\xe4"])


def a_page():
    text = ["<html><head><title>A page</title>"]
    if RAND.random() < .1:
        text.append('<base href="/other/dir/">')
    if RAND.random() < .1:
        text.append(f'<link rel="Canonical" href="{a_link()}">')
    if RAND.random() < .1:
        text.append(f'<meta property="og:url" content="{a_link()}">')
    if RAND.random() < .1:
        text.append('<meta name="Robots" content="noindex, NoFollow">')
    if RAND.random() < .1:
        text.append('<meta http-equiv="Refresh" content="5; url='
                    f'{a_link().strip()}">')
    text.append('<link rel="stylesheet" href="style.css"></head><body>')
    for _ in range(RAND.randrange(8)):
        kind = RAND.randrange(6)
        if kind < 3:
            rel = RAND.choice(["", ' rel="NoFollow noopener"'])
            text.append(f'<p><a href="{a_link()}"{rel}>text  {kind}\n of '
                        "<b>a</b> link &amp; more</a></p>")
        elif kind == 3:
            text.append(f'<img src="{a_link()}">')
        elif kind == 4:
            text.append(f'<map><area href="{a_link()}" alt="a map"></map>')
        else:
            text.append(f'<iframe src="{a_link()}"></iframe>')
    return "".join(text) + "</body></html>"


def digest_of(payload):
    return "sha1:" + base64.b32encode(hashlib.sha1(payload).digest()).decode()


def record_of(fields, block):
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return gzip.compress(
        f"WARC/1.0\r\n{head}Content-Length: {len(block)}\r\n\r\n".encode() +
        block + b"\r\n\r\n")


def write_archive(folder):
    """all.warc.gz, and all.wat.gz, which says what is in it."""
    with open(f"{folder}/all.warc.gz", "wb") as warc, \
            open(f"{folder}/all.wat.gz", "wb") as wat:
        for i in range(2 * PAGES):
            page = i % PAGES
            status = RAND.choice(["200"] * 8 + ["404", "301"])
            kind = RAND.choice(["response"] * 9 + ["revisit"])
            text = a_page()
            payload = text.encode() if kind == "response" else b""
            headers = {"Content-Type": "text/html; charset=utf-8"}
            if RAND.random() < .1:
                headers["x-robots-tag"] = RAND.choice(["nofollow", "none",
                                                       "otherbot: nofollow"])
            if RAND.random() < .05:
                headers["Content-Type"] = "image/png"
            elif RAND.random() < .1:
                headers["Content-Type"] = "application/octet-stream"
            block = (f"HTTP/1.1 {status} Word\r\n" +
                     "".join(f"{n}: {v}\r\n" for n, v in headers.items()) +
                     "\r\n").encode() + payload
            fields = {
                "WARC-Type": kind,
                "WARC-Target-URI":
                    f"http://site{page % 7}.example/dir/page{page}",
                "WARC-Date": f"20{10 + i % 9}-01-02T03:04:05Z",
                "WARC-Record-ID": f"<urn:uuid:{i:032}>",
                "WARC-Payload-Digest": digest_of(
                    payload or f"{page} {RAND.randrange(3)}".encode()),
                "Content-Type": "application/http; msgtype=response"}
            warc.write(record_of(fields, block))
            http = {"Response-Message": {"Status": status, "Version":
                                         "HTTP/1.1", "Reason": "Word"},
                    "Headers": headers, "Entity-Digest": digest_of(payload)}
            if payload and headers["Content-Type"] != "image/png":
                extract = Extract(text)
                http["HTML-Metadata"] = {"Head": extract.head,
                                         "Links": extract.links}
            envelope = {"Envelope": {
                "Format": "WARC", "WARC-Header-Metadata": fields,
                "Payload-Metadata": {
                    "Actual-Content-Type": fields["Content-Type"],
                    "HTTP-Response-Metadata": http}},
                "Container": {"Filename": "all.warc.gz"}}
            wat.write(record_of(
                {"WARC-Type": "metadata",
                 "WARC-Target-URI": fields["WARC-Target-URI"],
                 "WARC-Date": fields["WARC-Date"],
                 "WARC-Record-ID": f"<urn:uuid:{i + 10000:032}>",
                 "Content-Type": "application/json"},
                json.dumps(envelope).encode()))


def run(tool, *arguments):
    return subprocess.run([f"{BIN}/{tool}", "-q", *arguments], check=True,
                          stdout=subprocess.PIPE).stdout


def envelopes(path):
    """The JSON of the metadata records, in order."""
    with gzip.open(path) as file:
        data = file.read()
    found = []
    while data:
        head, _, rest = data.partition(b"\r\n\r\n")
        fields = dict(line.split(": ", 1)
                      for line in head.decode().split("\r\n")[1:])
        length = int(fields["Content-Length"])
        if fields["WARC-Type"] == "metadata":
            found.append(json.loads(rest[:length]))
        data = rest[length + 4:]
    return found


def all_in(theirs, ours, path=""):
    """Whether ours says all that theirs says."""
    if path.endswith("/WARC-Header-Metadata"):
        ours = {name: value for name, value in ours.items()
                if name != "Content-Length"}
    if isinstance(theirs, dict):
        for name, value in theirs.items():
            if value == [] and name not in ours:
                continue
            assert name in ours, (path, name, theirs, ours)
            all_in(value, ours[name], f"{path}/{name}")
    elif isinstance(theirs, list):
        assert len(theirs) == len(ours), (path, theirs, ours)
        for a, b in zip(theirs, ours):
            all_in(a, b, path)
    else:
        assert " ".join(theirs.split()) == " ".join(ours.split()), (
            path, theirs, ours)


with tempfile.TemporaryDirectory() as work:
    write_archive(work)
    run("wax-text", "--metadata", "-o", f"{work}/ours.wat.gz",
        f"{work}/all.warc.gz")
    written = envelopes(f"{work}/ours.wat.gz")
    wanted = envelopes(f"{work}/all.wat.gz")
    assert len(written) == len(wanted)
    for one, other in zip(wanted, written):
        all_in(one, other)
    run("wax-import", "-o", f"{work}/segment", f"{work}/all.warc.gz")
    for policy in ("latest", "accumulate"):
        for name, source in (("archive", [f"{work}/segment"]),
                             ("wat", ["--wat", f"{work}/all.wat.gz"]),
                             ("ours", ["--wat", f"{work}/ours.wat.gz"])):
            run("wax-graph-update", "--frontier", "--policy", policy, "--force",
                f"{work}/{name}", *source)
        for name in ("pages", "links", "in", "out", "names"):
            one, other, ours = (open(f"{work}/{graph}/{name}", "rb").read()
                                for graph in ("archive", "wat", "ours"))
            if one == other == ours and len(one) > 0:
                continue
            sys.exit(f"{name}: {len(one)} and {len(other)} bytes")
    print(f"{2 * PAGES} captures: the graphs are equal; "
          f"{os.path.getsize(work + '/wat/links')} bytes of links")
