#!/usr/bin/env python3
"""A server under load while its collection is built, hidden from, written to,
merged and swapped.

    bench/soak.py BIN FOLDER [SECONDS] [--clients N] [--seed S]

FOLDER has archives; SECONDS is 1800 if not given. Clients send mixed requests
all the time. Meanwhile copies of the archives with other hosts are built in as
batches, two shards of one size are merged, hosts are hidden and shown again,
and captures are written and deleted. Checked of every answer: it has status
200 (404 for what is hidden), the counts of a facet with one value for each
document are the total, the captures and documents of a host that nothing is
added to are as many as before, a capture that was written is found. At the end: wax
build --check, and that the memory has not grown since the middle by more than
the collection has. Prints a table. Exit code 1: something was wrong."""
import argparse
import collections
import gzip
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

HOST = b"waxwing-valley.example"


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

    def get(self, path, kind, allowed=(200,), data=None):
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
        return body

    def search(self, rng):
        word = rng.choice(["*:*", "valley", "castle", "heron", "river -castle",
                           self.site_query])
        path = "api/search?facet=type&q=" + urllib.parse.quote(word)
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

    def client(self, seed):
        rng = random.Random(seed)
        pages = ["", "search?q=valley", "collection", "healthz", "metrics",
                 "api/search?q=castle&collapse=site", "trends?q=valley,castle",
                 "api/export?q=castle&format=csv",
                 "search?q=heron&format=rss"]
        while not self.stopping:
            kind = rng.randrange(4)
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
            else:
                self.get("url?url=http://www." + HOST.decode() + "/", "url",
                         (200, 404))

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
        number = 0
        while not self.stopping:
            number += 1
            self.tool("wax-build", "-q", self.site, self.batch(number))
            self.done["batches"] += 1

    def hider(self):
        host = "www." + self.host_of(1).decode()
        while not self.stopping:
            self.tool("wax-hide", "-q", "--host", host, self.site)
            time.sleep(0.5)
            self.tool("wax-hide", "-q", "--remove", "--host", host, self.site)
            self.done["takedowns"] += 1
            time.sleep(0.5)

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
            "api/search?size=0&q=" + self.site_query, "search"))["total"]
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
