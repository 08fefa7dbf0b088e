#!/usr/bin/env python3
"""A server under load while its collection is built, hidden from, written to,
merged and swapped.

    bench/soak.py BIN FOLDER [SECONDS] [--clients N] [--seed S]

FOLDER has archives; SECONDS is 1800 if not given. Clients send mixed requests
all the time. Meanwhile copies of the archives with other hosts are built in as
batches, two shards of one size are merged, hosts are hidden and shown again,
and captures are written and deleted. Checked:

- each answer has status 200, and the counts of a facet with one value for each
  document are the total;
- a host that nothing is added to has as many captures and documents as before,
  its exports have the same lines or records, its views and records the same
  bytes;
- a host that is hidden is found by no search, CDX query, view, record, TimeMap
  or export once an answer knows of the takedown, and until it is taken back;
  then it is found by all of them, once an answer knows of that. KNOWN seconds
  after a change all answers know of it;
- a capture that was written is found, one that was deleted is not;
- at the end, wax build --check agrees, and the memory has not grown since the
  middle by more than the collection has.

Prints a table. Exit code 1: something was wrong."""
import argparse
import collections
import gzip
import io
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile

HOST = b"waxwing-valley.example"
# Of a machine that is busy with all of this.
KNOWN = 20
FORMS = ("csv", "jsonl", "urls", "cdx", "warc", "wacz")


class Soak:
    def __init__(self, options, work):
        self.bin = options.bin.absolute()
        self.work = pathlib.Path(work)
        self.site = self.work / "site"
        self.rng = random.Random(options.seed)
        self.lock = threading.Lock()
        self.requests = collections.Counter()
        self.failed = collections.Counter()
        self.seconds = collections.Counter()
        self.slowest = collections.defaultdict(float)
        self.done = collections.Counter()
        self.shown = 0
        self.stopping = False
        # Of the host that is taken down, and since when; when an answer first
        # knew of it; the longest time until then.
        self.rules = ("unknown", 0)
        self.known = None
        self.latest = 0
        self.archives = sorted(p for p in options.folder.absolute().iterdir()
                               if p.name.endswith((".warc", ".gz", ".arc")))

    def wrong(self, kind, text):
        with self.lock:
            self.failed[kind] += 1
            self.shown += 1
            if self.shown <= 20:
                print(f"{kind}: {text}", flush=True)

    def tool(self, *words):
        words = [str(word) for word in words]
        words[0] = str(self.bin / words[0])
        end = subprocess.run(words, capture_output=True, text=True,
                             errors="replace", stdin=subprocess.DEVNULL)
        if end.returncode != 0:
            self.wrong(words[0].rsplit("/", 1)[1],
                       f"{end.returncode}: {end.stderr[:300]}")
        return end

    @staticmethod
    def host_of(number):
        return b"w%06d" % number + HOST[7:]

    def batch(self, number):
        """A copy of an archive, of another host of the same length."""
        source = self.archives[number % len(self.archives)]
        data = source.read_bytes()
        if source.name.endswith(".gz"):
            data = gzip.decompress(data)
        host = self.host_of(number)
        name = source.name.removesuffix(".gz")
        path = self.work / f"{number:06}-{name}"
        path.write_bytes(data.replace(HOST, host))
        return path

    # ---- requests

    def get(self, path, kind, allowed=(200,), data=None, gone=None):
        """The body; `gone` of 404 and 451."""
        begin = time.monotonic()
        status, body = 0, b""
        try:
            request = urllib.request.Request(self.url + path, data=data)
            with urllib.request.urlopen(request, timeout=60) as answer:
                status, body = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status = error.code
        except OSError as error:
            body = str(error).encode()
        took = time.monotonic() - begin
        with self.lock:
            self.requests[kind] += 1
            self.seconds[kind] += took
            self.slowest[kind] = max(self.slowest[kind], took)
        if status not in allowed:
            self.wrong(kind, f"{path}: {status} {body[:200]}")
            return None
        return body if gone is None or status == 200 else gone

    def search(self, rng):
        word = rng.choice(["*:*", "valley", "castle", "heron", "river -castle",
                           self.site_query])
        path = "api/search?facet=type&query=" + urllib.parse.quote(word)
        body = self.get(path, "search")
        if body is None:
            return
        answer = json.loads(body)
        if word == self.site_query and answer["total"] != self.documents:
            self.wrong("search", f"{path}: {answer['total']} documents of "
                                 f"{self.documents}")
        facet = answer["facets"][0]
        found = sum(value["count"] for value in facet["values"])
        whole = facet["different"] == len(facet["values"])
        if (whole and found != answer["total"]) or answer.get("out_of_time"):
            self.wrong("search", f"{path}: total {answer['total']}, {facet}")

    def export(self, rng):
        """Of the host that nothing is added to: as many as before."""
        form = rng.choice(sorted(self.exports))
        path = f"api/export?query={self.site_query}&format={form}"
        body = self.get(path, "export")
        if body is not None and self.size_of(form, body) != self.exports[form]:
            self.wrong("export", f"{path}: {self.size_of(form, body)} of "
                                 f"{self.exports[form]}")

    @staticmethod
    def size_of(form, body):
        """Its lines, records or files."""
        if form == "warc":
            return sum(line.startswith(b"WARC/1.") for line in
                       gzip.decompress(body).split(b"\r\n"))
        if form == "wacz":
            return len(zipfile.ZipFile(io.BytesIO(body)).namelist())
        return body.count(b"\n")

    def view(self, rng):
        """The same bytes as before."""
        path = rng.choice(sorted(self.views))
        body = self.get(path, "view")
        if body is not None and body != self.views[path]:
            self.wrong("view", f"{path}: {len(body)} bytes, before "
                               f"{len(self.views[path])}")

    def bar(self, rng):
        """A view with its bar, which has a place for the page."""
        date, url = rng.choice(self.pages)
        body = self.get(f"view/{date}/{url}", "bar")
        if body is not None and b"<iframe" not in body:
            self.wrong("bar", f"{date} {url}: {body[:200]}")

    def taken_down(self, rng):
        """Asks for the host that is hidden and shown in turn."""
        state, since = self.rules
        if state == "unknown":
            return
        begin = time.monotonic()
        host = "www." + self.host_of(1).decode()
        date, page = self.page_of_taken
        query = f"query=site:{self.host_of(1).decode()}"
        path = rng.choice([
            f"site?url={host}/*", f"timemap/link/{page}",
            f"api/captures?url={page}", f"api/search?{query}",
            f"search?{query}", f"opensearch?{query}",
            f"view/{date}/{page}", f"view/{date}fr_/{page}",
            f"raw/{date}id_/{page}", f"raw/{date}rec_/{page}",
            *(f"api/export?{query}&format={form}" for form in FORMS)])
        is_shown = state == "shown"
        body = self.get(path, "taken down" if not is_shown else "given back",
                        (200, 404, 451), gone=b"")
        if body is None or self.rules != (state, since):
            return  # Changed meanwhile.
        fits = self.names_taken(path, body) == is_shown
        with self.lock:
            if self.rules != (state, since):
                return
            if fits and self.known is None:
                self.known = time.monotonic()
                self.latest = max(self.latest, self.known - since)
            known = since + KNOWN if self.known is None else self.known
        if not fits and begin > known:
            again = self.get(path, "again", (200, 404, 451), gone=b"")
            now = (again is not None and
                   self.names_taken(path, again) == is_shown)
            self.wrong("taken down" if not is_shown else "given back",
                       f"{path}: {begin - since:.1f} s {state}, asked again: "
                       f"{'right' if now else 'wrong'}; {body[:300]}")

    def names_taken(self, path, body):
        """Whether an answer has something of that host, not its name alone."""
        form = path.partition("format=")[2]
        if form == "warc":
            body = gzip.decompress(body) if body else b""
        elif form == "wacz" and body:
            with zipfile.ZipFile(io.BytesIO(body)) as package:
                body = b"".join(package.read(name) for name
                                in package.namelist()
                                if name.startswith(("pages/", "indexes/")))
        if path.startswith("api/search?"):
            return bool(body) and json.loads(body)["total"] > 0
        if path.startswith("api/captures?"):
            return b'"timestamp"' in body
        if path.startswith(("view", "raw", "site")):
            return bool(body)  # 404 and 451 have given an empty one
        if path.startswith("timemap"):
            return b"memento" in body
        return (b"http://www." + self.host_of(1)) in body

    def client(self, seed):
        rng = random.Random(seed)
        pages = ["", "search?query=valley", "collection", "healthz", "metrics",
                 "api/search?query=castle&collapse=site",
                 "trends?query=valley&query=castle",
                 "opensearch?query=heron"]
        while not self.stopping:
            kind = rng.randrange(8)
            if kind == 0:
                self.search(rng)
            elif kind == 1:
                page = rng.choice(pages)
                self.get(page, "page" if page else "home")
            elif kind == 2:
                body = self.get(self.of_host, "cdx")
                if body is not None and body.count(b"\n") != self.captures:
                    self.wrong("cdx", f"{body.count(10)} captures of "
                                      f"{self.captures}")
            elif kind == 3:
                self.get("url?url=http://www." + HOST.decode() + "/", "url")
            elif kind == 4:
                self.export(rng)
            elif kind == 5:
                self.view(rng)
            elif kind == 6:
                self.bar(rng)
            else:
                self.taken_down(rng)

    def writer(self, seed):
        """Writes captures, finds them, and deletes some."""
        number = 0
        while not self.stopping:
            number += 1
            url = f"http://written.example/{seed}/{number}"
            line = (f"- 20200101000000 {url} text/html 200 AAA - - 1 2 "
                    "a.warc.gz").encode()
            if self.get("site", "write", data=line) is None:
                continue
            body = self.get("site?fl=original&url=" + url, "read")
            if body is not None and body.decode().split() != [url]:
                self.wrong("read", f"{url}: {body[:200]}")
            if number % 2 == 0:
                self.get("site/delete", "delete", data=line)
                body = self.get("site?fl=original&url=" + url, "read")
                if body:
                    self.wrong("read", f"{url}: deleted, but found")
            time.sleep(0.05)

    # ---- changes of the collection

    def builder(self):
        number = 1
        while not self.stopping:
            number += 1
            self.tool("wax-build", "-q", self.site, self.batch(number))
            self.done["batches"] += 1

    def hider(self):
        host = "www." + self.host_of(1).decode()
        rng = random.Random(self.rng.random())
        while not self.stopping:
            for more, state in (([], "hidden"), (["--remove"], "shown")):
                self.rules = ("unknown", 0)
                self.tool("wax-hide", "-q", *more, "--host", host, self.site)
                with self.lock:
                    self.rules = (state, time.monotonic())
                    self.known = None
                # Most are taken back at once; some are looked at for long.
                time.sleep(rng.choice((0.5, 0.5, 2, 20)))
            self.done["takedowns"] += 1

    def know_answers(self):
        """What answers about the host that nothing is added to are, and the
        first batch, whose host is taken down."""
        self.tool("wax-build", "-q", "--merge-shards", 2, self.site,
                  self.batch(1))
        captures = self.get(self.of_host.replace(
            "=urlkey", "=timestamp,original,mimetype,statuscode"), "cdx")
        rows = [line.split() for line in captures.decode().splitlines()]
        self.pages = [row[:2] for row in rows if row[2] == "text/html"]
        paths = [f"view/{date}fr_/{url}" for date, url in self.pages]
        paths += [f"raw/{date}id_/{url}" for date, url, _, status in rows
                  if status in ("200", "-")]  # others keep their own
        self.views = {path: self.get(path, "view") for path in paths}
        self.exports = {form: self.size_of(form, self.get(
            f"api/export?query={self.site_query}&format={form}", "export"))
            for form in FORMS}
        host = "www." + self.host_of(1).decode()
        path = f"site?fl=timestamp,original&limit=1&url={host}/"
        begin = time.monotonic()
        while not (line := self.get(path, "cdx")):
            if time.monotonic() - begin > 60:
                raise SystemExit("a batch is not served after a minute")
            time.sleep(0.2)
        self.page_of_taken = line.decode().split()

    def memory(self, process):
        """Own memory, without files: MiB."""
        text = pathlib.Path(f"/proc/{process}/status").read_text()
        return int(re.search(r"RssAnon:\s+(\d+)", text)[1]) / 1024

    def run(self, seconds, clients):
        for number in range(2):
            self.tool("wax-build", "-q", "--merge-shards", 2, self.site,
                      self.archives[number])
        server = subprocess.Popen(
            [self.bin / "wax-serve", self.site, "--listen", "127.0.0.1:0",
             "--write-from-loopback"], stdout=subprocess.PIPE,
            stderr=open(self.work / "server", "w"), text=True)
        self.url = server.stdout.readline().strip()
        # What no batch adds to, and nobody hides.
        self.of_host = "site?fl=urlkey&url=*." + HOST.decode()
        self.captures = self.get(self.of_host, "cdx").count(b"\n")
        self.site_query = "site:" + HOST.decode()
        self.documents = json.loads(self.get(
            "api/search?count=1&query=" + self.site_query, "search"))["total"]
        self.know_answers()
        threads = [threading.Thread(target=self.client, args=(i,))
                   for i in range(clients)]
        threads += [threading.Thread(target=self.writer, args=(i,))
                    for i in range(2)]
        threads += [threading.Thread(target=self.builder),
                    threading.Thread(target=self.hider)]
        for thread in threads:
            thread.start()
        begin = time.monotonic()
        memory = []
        while time.monotonic() - begin < seconds:
            time.sleep(min(5, seconds / 10))
            memory.append(self.memory(server.pid))
        self.stopping = True
        for thread in threads:
            thread.join()
        self.tool("wax-build", "--check", "-q", self.site)
        server.terminate()
        if server.wait() != 0:
            self.wrong("server", f"exit code {server.returncode}")
        self.done["generations"] = self.done["batches"]
        self.print(memory)

    def print(self, memory):
        middle = memory[len(memory) // 2:len(memory) * 3 // 4] or memory
        last = memory[len(memory) * 3 // 4:] or memory
        flat = max(last) <= 1.3 * max(middle) + 16
        if not flat:
            self.wrong("memory", str([round(m) for m in memory]))
        print(f"{'request':12}{'number':>9}{'failed':>8}{'mean ms':>9}"
              f"{'slowest ms':>12}")
        for kind in sorted(self.requests):
            number = self.requests[kind]
            print(f"{kind:12}{number:9}{self.failed[kind]:8}"
                  f"{1000 * self.seconds[kind] / number:9.1f}"
                  f"{1000 * self.slowest[kind]:12.0f}")
        print("changes: " + ", ".join(f"{what} {number}" for what, number
                                      in sorted(self.done.items())))
        print(f"rules known after {self.latest:.1f} s at most")
        print(f"memory MiB: first {memory[0]:.0f}, middle {max(middle):.0f}, "
              f"last {max(last):.0f}")
        print(f"failed {sum(self.failed.values())}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("seconds", type=float, nargs="?", default=1800)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        soak = Soak(options, work)
        soak.run(options.seconds, options.clients)
        server = (soak.work / "server").read_text()
        if server:
            print("server: " + server[-2500:])
    return 1 if soak.failed else 0


if __name__ == "__main__":
    sys.exit(main())
