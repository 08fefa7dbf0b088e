#!/usr/bin/env python3
"""Builds of former versions, in tests/data, are served, hidden in, checked, built on.

    kept_builds_test.py BIN DATA CRAWL

Each is a folder `out` beside its archive. CRAWL has archives to add.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

BIN, DATA, CRAWL = map(pathlib.Path, sys.argv[1:])
ADDED = sorted(CRAWL.glob("*2008-05*"))
# The folder, a word of its pages, a page that has the word, and its date.
KEPT = (("collection", "heron", "http://kept.example/b", "2020"),
        ("kept", "castles", "http://www.waxwing-valley.example/castles/", "2006"),
        ("kept_more", "castles", "http://www.waxwing-valley.example/castles/", "2006"))
DAMAGE = ("index-damaged", "build-damaged")


def tool(name, *arguments, codes=(0,)):
    """What a tool says on standard output, and on standard error."""
    ended = subprocess.run([BIN / name, *map(str, arguments)], check=False,
                           capture_output=True, text=True)
    assert ended.returncode in codes, (name, arguments, ended)
    return ended.stdout, ended.stderr


class Server:
    """wax-serve of a collection, as long as a `with` block."""

    def __init__(self, out):
        self.out = out

    def __enter__(self):
        self.process = subprocess.Popen(
            [BIN / "wax-serve", "-q", "--listen", "127.0.0.1:0", self.out, "--archives",
             self.out.parent], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip().rstrip("/")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(60)

    def get(self, path, **parameters):
        """The status of an answer, and its text."""
        if parameters:
            path += "?" + urllib.parse.urlencode(parameters)
        try:
            with urllib.request.urlopen(self.url + path, timeout=60) as answer:
                return answer.status, answer.read().decode("utf-8", "replace")
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode("utf-8", "replace")

    def total(self, word):
        return json.loads(self.get("/api/search", query=word, count=0)[1])["total"]

    def shows(self, url, date):
        """How many of the doors to a capture are open."""
        return ((self.get("/cdx", url=url)[1] != "") +
                sum(self.get(path)[0] == 200 for path in (
                    f"/raw/{date}id_/{url}", f"/view/{date}/{url}")))


def check(folder, word, url, date):
    out = folder / "out"
    count = int(tool("wax-search", "--count", out, word)[0])
    assert count > 0
    with Server(out) as server:
        assert server.total(word) == count
        assert server.shows(url, date) == 3
        if (out / "access").exists():
            assert server.shows("http://www.waxwing-valley.example/birds/", date) == 0
        # What wax-crawl-check and wax-shares have published.
        for name, path, text in (("crawl-check", "/crawl", "es/aves.html"),
                                 ("shares", "/shared?by=month", "castles")):
            if (out / name).exists():
                code, page = server.get(path)
                assert code == 200 and text in page, (code, page)
        tool("wax-hide", "-q", out, url)
        until = time.monotonic() + 60
        while server.total(word) != count - 1 or server.shows(url, date):
            assert time.monotonic() < until, (server.total(word),
                                              server.shows(url, date))
            time.sleep(.2)
    for name, *more in (("wax-index-check",), ("wax-build", "--check")):
        said = tool(name, *more, out, codes=(0, 1))[1]
        assert not any(word in said for word in DAMAGE), said
    tool("wax-build", "-q", out, *ADDED)
    tool("wax-build", "-q", "--check", out)
    later = int(tool("wax-search", "--count", out, "date:2008")[0])
    assert later > 0
    assert int(tool("wax-search", "--count", out, f"{word} date:{date}")[0]) < count
    with Server(out) as server:
        assert server.total("date:2008") == later
        assert not server.shows(url, date)


with tempfile.TemporaryDirectory() as work:
    for name, *case in KEPT:
        # Git keeps no times: builds know copies by their bytes.
        kept = pathlib.Path(work, name)
        shutil.copytree(DATA / name, kept, copy_function=shutil.copy)
        check(kept, *case)
        print("passed", name, flush=True)
