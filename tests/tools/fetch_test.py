#!/usr/bin/env python3
"""wax-fetch against servers that misbehave: usage: fetch_test.py BIN

WAX_KILLS says how often a run is killed (12).
"""
import asyncio
import collections
import glob
import gzip
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

BIN = os.path.abspath(sys.argv[1])
HOSTS = 20
AGENT = ["--agent", "mybot", "--contact", "https://bot.example/",
         "--allow-private"]


def answer(status, body=b"", fields=""):
    return (f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\n"
            f"Content-Length: {len(body)}\r\n{fields}\r\n").encode() + body


class Servers:
    """Servers at 127.0.0.1 to 127.0.0.HOSTS, with one port."""

    def __init__(self):
        self.log = []  # host, path, begin, end, head
        self.under_way = collections.Counter()
        self.most = collections.Counter()
        self.tries = collections.Counter()
        self.rules_are_page = False  # of the server 14
        self.ready = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.serve()),
                         daemon=True).start()
        self.ready.wait()

    async def serve(self):
        first = await asyncio.start_server(self.connection, "127.0.0.1", 0)
        self.port = first.sockets[0].getsockname()[1]
        hosts = [f"127.0.0.{i}" for i in range(2, HOSTS + 1)]
        await asyncio.start_server(self.connection, hosts, self.port)
        self.has_ipv6 = True
        try:
            await asyncio.start_server(self.connection, "::1", self.port)
        except OSError:
            self.has_ipv6 = False
        self.ready.set()
        await asyncio.Event().wait()

    def url(self, host, path):
        return f"http://127.0.0.{host}:{self.port}{path}"

    async def connection(self, reader, writer):
        host = writer.get_extra_info("sockname")[0]
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                begin = time.monotonic()
                path = head.split(b" ")[1].decode()
                self.under_way[host] += 1
                self.most[host] = max(self.most[host], self.under_way[host])
                try:
                    kept = await self.reply(host, path, head, writer)
                    await writer.drain()
                finally:
                    self.under_way[host] -= 1
                    self.log.append((host, path, begin, time.monotonic(),
                                     head))
                if not kept:
                    break
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def reply(self, host, path, head, writer):
        write = writer.write
        number = HOSTS if ":" in host else int(host.split(".")[-1])
        if path == "/robots.txt":
            if number == 2:
                write(answer("404 Not Found"))
            elif number == 3:
                write(answer("500 Oops"))
            elif number == 4:
                write(answer("200 OK", b"User-agent: mybot\nDisallow: /x\n"
                                       b"Crawl-delay: 0.4\n"))
            elif number == 5:
                write(answer("302 Found", b"", "Location: "
                             + self.url(6, "/rules") + "\r\n"))
            elif number == 14 and self.rules_are_page:
                write(answer("302 Found", b"", "Location: /page\r\n"))
            else:
                write(answer("200 OK", b"User-agent: *\nDisallow: /no\n"))
        elif path == "/rules":
            write(answer("200 OK", b"User-agent: *\nDisallow: /five\n"))
        elif path == "/404":
            write(answer("404 Not Found", b"gone"))
        elif path == "/500":
            write(answer("500 Oops", b"oops"))
        elif path == "/loop":
            write(answer("302 Found", b"", "Location: /loop2\r\n"))
        elif path == "/loop2":
            write(answer("302 Found", b"", "Location: /loop\r\n"))
        elif path == "/ftp":
            write(answer("302 Found", b"", "Location: ftp://a.example/\r\n"))
        elif path == "/user":
            write(answer("302 Found", b"", "Location: http://u@a.example/\r\n"))
        elif path == "/moved":
            write(answer("301 Moved", b"", "Location: /target\r\n"))
        elif path == "/other":
            write(answer("302 Found", b"", "Location: "
                         + self.url(7, "/no/target") + "\r\n"))
        elif path == "/other2":
            write(answer("302 Found", b"", "Location: "
                         + self.url(7, "/target") + "\r\n"))
        elif path == "/chunked":
            write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                  b"5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nT: 1\r\n\r\n")
        elif path == "/short":
            write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nonly this")
            return False
        elif path == "/endless":
            write(b"HTTP/1.1 200 OK\r\n\r\n")
            while True:
                write(b"x" * 65536)
                await writer.drain()
        elif path == "/endlesshead":
            write(b"HTTP/1.1 200 OK\r\n")
            while True:
                write(b"X-A: " + b"y" * 1000 + b"\r\n")
                await writer.drain()
        elif path == "/loris":
            write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
            while True:
                write(b"z")
                await writer.drain()
                await asyncio.sleep(0.2)
        elif path == "/reset":
            writer.transport.abort()
            return False
        elif path == "/ssh":
            write(b"SSH-2.0-hello\r\n")
            return False
        elif path == "/hints":
            write(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                  + answer("200 OK", b"after hints"))
        elif path == "/busy":
            self.tries[host] += 1
            if self.tries[host] < 3:
                write(answer("503 Busy", b"busy", "Retry-After: 1\r\n"))
            else:
                write(answer("200 OK", b"at last"))
        elif path == "/busytwice":
            self.tries[path] += 1
            write(answer("503 Busy" if self.tries[path] <= 3 else "200 OK"))
        elif path == "/busyforever":
            write(answer("429 Slow", b"busy", "Retry-After: 86400\r\n"))
        elif path == "/bomb":
            write(answer("200 OK", gzip.compress(b"\0" * 20_000_000),
                         "Content-Encoding: gzip\r\n"))
        elif path == "/tagged":
            if b'If-None-Match: "v1"' in head:
                write(b'HTTP/1.1 304 Not Modified\r\nETag: "v1"\r\n\r\n')
            else:
                write(answer("200 OK", b"tagged page", 'ETag: "v1"\r\n'))
        elif path == "/album":
            if b'If-None-Match: "v1"' in head:
                write(b'HTTP/1.1 304 Not Modified\r\nETag: "v1"\r\n\r\n')
            else:
                write(answer("200 OK", b"<img src=photo.png>",
                             'ETag: "v1"\r\n'))
        elif path == "/photo.png":
            self.tries[path] += 1
            write(answer("200 OK", b"photo %d" % self.tries[path]))
        elif path == "/page":
            write(answer("200 OK", b"<link rel=stylesheet href=s.css>"
                         b"<img src=a.png srcset='b.png 2x'><a href=next>x</a>"
                         b"<iframe src=frame></iframe><script src=x.js>"
                         b"</script>"))
        elif path == "/frame":
            write(answer("200 OK", b"<img src=never.png>"))
        elif path in ("/s.css", "/t.css"):
            body = (b"@import 't.css';" if path == "/s.css" else b"") + (
                b"p { background: url(" + path[1:2].encode() + b".gif) }")
            write(answer("200 OK", body).replace(b"text/html", b"text/css"))
        elif path == "/same":
            write(answer("200 OK", b"the same everywhere"))
        else:
            write(answer("200 OK", f"page {host} {path}".encode()))
        return True


def records(folder):
    """Type, URL and header fields of the records, and their blocks."""
    for name in sorted(glob.glob(folder + "/*.warc.gz")):
        data = gzip.open(name).read()
        while data:
            header, rest = data.split(b"\r\n\r\n", 1)
            fields = {}
            for line in header.decode().split("\r\n")[1:]:
                key, value = line.split(": ", 1)
                fields.setdefault(key, value)
            size = int(fields["Content-Length"])
            yield (fields["WARC-Type"], fields.get("WARC-Target-URI"), fields,
                   rest[:size])
            assert rest[size:size + 4] == b"\r\n\r\n"
            data = rest[size + 4:]


def fetch(folder, urls, *options, code=0):
    with open("list", "w", encoding="utf-8") as file:
        file.write("".join(url + "\n" for url in urls))
    run = subprocess.run([BIN + "/wax-fetch", *AGENT, *options, "-o", folder,
                          "list"], capture_output=True, text=True,
                         check=False)
    assert run.returncode == code, run
    return run.stderr


def failures(folder):
    with open(folder + "/failed.tsv", encoding="utf-8") as file:
        return {line.split("\t")[0]: line.split("\t")[1] for line in file}


def captures(folder):
    return {url: (kind, fields, block)
            for kind, url, fields, block in records(folder)
            if kind in ("response", "revisit")}


def check_archives(folder):
    run = subprocess.run([BIN + "/wax-warc-check",
                          *glob.glob(folder + "/*.warc.gz")],
                         capture_output=True, text=True, check=False)
    assert run.returncode == 0 and not run.stdout, run


def test_bad_servers(servers):
    paths = ["/a", "/reset", "/404", "/500", "/loop", "/ftp", "/other", "/other2",
             "/chunked", "/short", "/endless", "/endlesshead",
             "/ssh", "/hints", "/busy", "/bomb", "/no/x", "/a%20b?q=1"]
    urls = [servers.url(1, path) for path in paths]
    urls += [servers.url(2, "/x"), servers.url(3, "/x"), servers.url(4, "/x"),
             servers.url(4, "/y"), servers.url(4, "/z"),
             servers.url(5, "/five"), servers.url(5, "/5"),
             servers.url(8, "/loris"), servers.url(9, "/busyforever"),
             servers.url(9, "/never"), servers.url(6, "/busytwice"),
             servers.url(6, "/user"), servers.url(1, "/x/../no/%2e%2E/no/z"),
             "http://no-such-host.invalid/"]
    fetch("bad", urls, "--delay", "0.05", "--max-size", "1M", "--max-time",
          "5", "--tries", "3", code=1)
    check_archives("bad")
    kept = captures("bad")
    failed = failures("bad")
    url = servers.url
    for path in ["/a", "/404", "/500", "/loop", "/loop2", "/ftp", "/other",
                 "/other2", "/a%20b?q=1", "/hints", "/robots.txt"]:
        assert kept[url(1, path)][0] == "response", path
    assert kept[url(1, "/404")][2].startswith(b"HTTP/1.1 404 Not Found\r\n")
    assert kept[url(1, "/hints")][2].startswith(b"HTTP/1.1 200 OK\r\n")
    assert kept[url(1, "/chunked")][2].endswith(
        b"5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nT: 1\r\n\r\n")
    assert kept[url(1, "/busy")][2].endswith(b"at last")
    assert len(kept[url(1, "/bomb")][2]) < 50_000
    for host, path, why in [(1, "/short", "disconnect"),
                            (1, "/endless", "length"), (8, "/loris", "time")]:
        assert kept[url(host, path)][1]["WARC-Truncated"] == why, path
    assert url(7, "/target") in kept and url(5, "/5") in kept
    for host, path, why in [
            (1, "/endlesshead", "not http"), (1, "/reset", "no answer"),
            (1, "/ssh", "not http"), (1, "/no/x", "disallowed"),
            (7, "/no/target", "disallowed"), (3, "/x", "robots"),
            (4, "/x", "disallowed"), (5, "/five", "disallowed"),
            (9, "/never", "busy"), (9, "/busyforever", "busy"),
            (6, "/busytwice", "busy"), (1, "/no/z", "disallowed")]:
        assert failed[url(host, path)] == why, (path, failed)
        assert url(host, path) not in kept, path
    assert failed["http://no-such-host.invalid/"] == "unresolved"
    assert failed["http://u@a.example/"] == "bad url", failed
    assert failed["ftp://a.example/"] == "other scheme", failed
    assert url(2, "/x") in kept
    again = url(6, "/busytwice")
    fetch("bad", [again], "--delay", "0.05", code=1)
    assert again in captures("bad")
    for block in [each[3] for each in records("bad") if each[0] == "warcinfo"]:
        assert b"\r\noperator: https://bot.example/\r\n" in block, block
    requests = [block for kind, at, _, block in records("bad")
                if kind == "request" and at == url(1, "/a")]
    assert requests[0].startswith(b"GET /a HTTP/1.1\r\nHost: 127.0.0.1:")
    assert b"User-Agent: mybot/" in requests[0]
    times = sorted(entry[2] for entry in servers.log
                   if entry[0] == "127.0.0.4")
    assert times[2] - times[1] >= 0.399, times
    # Also when the connection had been kept.
    times = sorted(entry[2] for entry in servers.log if entry[1] == "/reset")
    assert len(times) == 3, times
    assert all(after - before >= 0.049
               for before, after in zip(times, times[1:])), times


def test_politeness(servers):
    servers.log.clear()
    servers.most.clear()
    urls = [servers.url(host, f"/p{page}") for page in range(6)
            for host in range(10, HOSTS + 1)]
    fetch("polite", urls, "--delay", "0.1", "--connections", "8")
    assert max(servers.most.values()) == 1, servers.most
    asked = {url.split("/")[2].split(":")[0] for url in urls}
    by_host = collections.defaultdict(list)
    for host, _, begin, end, _ in servers.log:
        if host in asked:  # not what others still send
            by_host[host].append((begin, end))
    for host, times in by_host.items():
        times.sort()
        assert len(times) == 7, host
        for before, after in zip(times, times[1:]):
            assert after[0] - before[0] >= 0.099, (host, times)
    check_archives("polite")


def test_private():
    with open("list", "w", encoding="utf-8") as file:
        file.write("http://127.0.0.1:1/\nhttp://[::1]:1/\n"
                   "http://localhost:1/\nhttp://0x7f000001:1/\n")
    run = subprocess.run([BIN + "/wax-fetch", *AGENT[:-1], "--delay", "0",
                          "-o", "private", "list"], capture_output=True,
                         text=True, check=False)
    assert run.returncode == 1, run
    assert set(failures("private").values()) == {"private"}, run
    assert "--allow-private" in run.stderr, run


def test_ipv6(servers):
    if not servers.has_ipv6:
        print("this machine has no IPv6")
        return
    url = f"http://[::1]:{servers.port}/six"
    fetch("six", [url], "--delay", "0")
    kind, fields, _ = captures("six")[url]
    assert kind == "response" and fields["WARC-IP-Address"] == "::1", fields
    with open("list", "w", encoding="utf-8") as file:
        file.write(url + "\n")
    subprocess.run([BIN + "/wax-fetch", *AGENT[:4], "-o", "private6", "list"],
                   stderr=subprocess.DEVNULL, check=False)
    assert failures("private6") == {url: "private"}, failures("private6")


def test_foreign_file():
    """A failed.tsv that stands in a folder without a journal is not replaced."""
    os.mkdir("foreign")
    with open("foreign/failed.tsv", "w", encoding="utf-8") as file:
        file.write("mine\n")
    run = subprocess.run([BIN + "/wax-fetch", *AGENT, "-o", "foreign", "list"],
                         capture_output=True, text=True, check=False)
    assert run.returncode == 2, run
    assert "another folder" in run.stderr, run
    with open("foreign/failed.tsv", encoding="utf-8") as file:
        assert file.read() == "mine\n"


def index(folder):
    out = folder + ".cdx"
    subprocess.run([BIN + "/wax-warc-indexer", "-q", "--sort", "-o", out,
                    *glob.glob(folder + "/*.warc.gz")], check=True)
    return out


def test_duplicates(servers):
    pages = [servers.url(10, "/same"), servers.url(10, "/tagged"),
             servers.url(10, "/a")]
    fetch("first", pages, "--delay", "0")
    cdx = index("first")
    time.sleep(1.1)  # dates are of seconds
    fetch("second", pages, "--delay", "0", "--against", cdx, "--archives",
          *glob.glob("first/*.warc.gz"))
    check_archives("second")
    kept = captures("second")
    same = kept[pages[0]]
    assert same[0] == "revisit", same
    assert same[1]["WARC-Profile"].endswith("/identical-payload-digest")
    assert same[1]["WARC-Refers-To-Target-URI"] == pages[0]
    first = captures("first")
    assert same[1]["WARC-Refers-To-Date"] == first[pages[0]][1]["WARC-Date"]
    assert (same[1]["WARC-Payload-Digest"]
            == first[pages[0]][1]["WARC-Payload-Digest"])
    assert same[1]["WARC-Refers-To-Container"] == (
        "file://" + os.path.basename(glob.glob("first/*.warc.gz")[0]))
    assert same[2].endswith(b"\r\n\r\n")
    tagged = kept[pages[1]]
    assert tagged[0] == "revisit"
    assert tagged[1]["WARC-Profile"].endswith("/server-not-modified")
    assert not tagged[2], tagged
    about = {at: block for kind, at, _, block in records("second")
             if kind == "metadata"}
    assert about[pages[1]].startswith(
        b'http-status-line: HTTP/1.1 304 Not Modified\r\n'
        b'http-header-ETag: "v1"\r\n'), about
    # One run, two URLs.
    both = [servers.url(11, "/same"), servers.url(12, "/same")]
    fetch("any", both, "--delay", "0", "--any-url")
    assert sorted(capture[0] for url, capture in captures("any").items()
                  if url in both) == ["response", "revisit"]
    # What builds see.
    subprocess.run([BIN + "/wax-build", "-q", "built",
                    *glob.glob("first/*.warc.gz"),
                    *glob.glob("second/*.warc.gz")], check=True)
    for page in pages[:2]:
        found = subprocess.run([BIN + "/wax-versions", "built", page],
                               capture_output=True, text=True, check=False)
        assert found.returncode == 0, found
        dates = {captures(folder)[page][1]["WARC-Date"]
                 for folder in ("first", "second")}
        assert all("".join(c for c in date if c.isdigit()) in found.stdout
                   for date in dates), found
    # A collection stands for its captures and its archives; what it does not show is
    # as if it were not there.
    fetch("third", pages, "--delay", "0", "--against", "built")
    kept = captures("third")
    assert [kept[url][0] for url in pages[:2]] == ["revisit", "revisit"], kept
    assert kept[pages[1]][1]["WARC-Profile"].endswith("/server-not-modified")
    subprocess.run([BIN + "/wax-hide", "-q", "--url-prefix", pages[0], "built"], check=True)
    fetch("fourth", pages, "--delay", "0", "--against", "built")
    kept = captures("fourth")
    assert [kept[url][0] for url in pages[:2]] == ["response", "revisit"], kept
    os.mkdir("empty")
    assert "no CDX files" in fetch("fifth", pages, "--against", "empty", code=2)


def test_page_requisites(servers):
    page = servers.url(13, "/page")
    fetch("parts", [page], "--delay", "0.05", "--page-requisites")
    kept = captures("parts")
    assert set(kept) == {servers.url(13, path) for path in [
        "/robots.txt", "/page", "/s.css", "/t.css", "/a.png", "/b.png",
        "/frame", "/s.gif", "/t.gif"]}, set(kept)
    paths = {at: block for kind, at, _, block in records("parts")
             if kind == "metadata"}
    assert b"hopsFromSeed: EEE\r\n" in paths[servers.url(13, "/t.gif")]
    # A page that is the rules of its server, too.
    page = servers.url(14, "/page")
    servers.rules_are_page = True
    fetch("rules", [page], "--delay", "0.05", "--page-requisites")
    servers.rules_are_page = False
    with open("rules/fetch.journal", encoding="utf-8") as file:
        parts = [line.split("\t")[7] for line in file if line.startswith(page)]
    assert len(parts) == 1 and servers.url(14, "/a.png") in parts[0], parts
    page = servers.url(13, "/page")
    # A page that has not changed, whose image has.
    album = servers.url(15, "/album")
    fetch("album", [album], "--delay", "0", "--page-requisites")
    fetch("album2", [album], "--delay", "0", "--page-requisites", "--against",
          index("album"), "--archives", *glob.glob("album/*.warc.gz"))
    kinds = {url: kind for url, (kind, _, _) in captures("album2").items()}
    assert kinds[album] == "revisit", kinds
    assert kinds[servers.url(15, "/photo.png")] == "response", kinds
    # A run that ended before its parts came.
    with open("parts/fetch.journal", encoding="utf-8") as file:
        lines = file.read().splitlines(keepends=True)
    cut = int(lines[2].split("\t")[5])
    assert lines[2].startswith(page)
    shutil.rmtree("cut", ignore_errors=True)
    os.mkdir("cut")
    name = lines[2].split("\t")[4]
    with open(f"parts/{name}", "rb") as file:
        data = file.read()
    with open(f"cut/{name}.open", "wb") as file:
        file.write(data[:cut + 7])
    with open("cut/fetch.journal", "w", encoding="utf-8") as file:
        file.write("".join(lines[:3]))
    fetch("cut", [page], "--delay", "0", "--page-requisites")
    assert set(captures("cut")) == set(kept)
    check_archives("cut")


def killed_run(servers, number, kills, seconds):
    """Kills a run of a list, which takes `seconds` when it is left alone, again
    and again; how often it was killed, and how long its last run took."""
    folder = f"killed-{number}"
    paths = [f"/{number}/{page}" for page in range(40)] + ["/page", "/moved"]
    urls = [servers.url(host, path) for path in paths
            for host in range(6, HOSTS + 1)]
    with open("list", "w", encoding="utf-8") as file:
        file.write("".join(url + "\n" for url in urls))
    command = [BIN + "/wax-fetch", "-q", *AGENT, "--delay", "0",
               "--page-requisites", "--archive-size", "100K", "-o", folder,
               "list"]
    done = 0
    while done < kills:
        run = subprocess.Popen(command)
        try:
            assert run.wait(RANDOM.uniform(0.05, 0.9) * seconds) == 0
            break
        except subprocess.TimeoutExpired:
            run.kill()
            run.wait()
            done += 1
    begin = time.monotonic()
    subprocess.run(command, check=True)
    seconds = time.monotonic() - begin
    check_archives(folder)
    counts = collections.Counter(url for kind, url, _, _ in records(folder)
                                 if kind in ("response", "revisit"))
    parts = ["/target", "/s.css", "/t.css", "/a.png", "/b.png", "/frame",
             "/s.gif", "/t.gif"]
    urls += [servers.url(host, path) for path in parts
             for host in range(6, HOSTS + 1)]
    assert all(counts[url] == 1 for url in urls), (
        done, [(url, counts[url]) for url in urls if counts[url] != 1][:5])
    assert max(counts.values()) == 1, counts.most_common(3)
    assert not glob.glob(folder + "/*.open")
    before = sorted(os.listdir(folder))
    subprocess.run(command, check=True)
    assert sorted(os.listdir(folder)) == before
    shutil.rmtree(folder)
    return done, seconds


def test_kills(servers):
    _, seconds = killed_run(servers, 0, 0, 0)
    kills = 0
    number = 0
    while kills < KILLS:
        number += 1
        kills += killed_run(servers, number, KILLS - kills, seconds)[0]
    print(kills, "kills of", number, "runs")


def test_usage():
    run = subprocess.run([BIN + "/wax-fetch", "-o", "x"],
                         stdin=subprocess.DEVNULL, capture_output=True,
                         text=True, check=False)
    assert run.returncode == 2 and "--agent mybot --contact" in run.stderr
    assert not os.path.exists("x")


KILLS = int(os.environ.get("WAX_KILLS", "12"))
SEED = int(os.environ.get("WAX_SEED", time.time()))
RANDOM = random.Random(SEED)


def main():
    servers = Servers()
    folder = tempfile.mkdtemp(prefix="wax-fetch-test")
    os.chdir(folder)
    try:
        test_usage()
        test_bad_servers(servers)
        test_politeness(servers)
        test_private()
        test_ipv6(servers)
        test_foreign_file()
        test_duplicates(servers)
        test_page_requisites(servers)
        test_kills(servers)
    except BaseException:
        print("seed", SEED, file=sys.stderr)
        raise
    finally:
        os.chdir("/")
        shutil.rmtree(folder)


main()
