#!/usr/bin/env python3
"""Rounds of wax-fetch --feeds: usage: fetch_feeds_test.py BIN"""
import collections
import glob
import gzip
import http.server
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

BIN = os.path.abspath(sys.argv[1])
SEED = int(os.environ.get("WAX_SEED", time.time()))
RANDOM = random.Random(SEED)


class Site(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    items = ["/1", "/2"]
    broken = set()
    asked = []
    pause = 0

    def do_GET(self):
        self.asked.append(self.path)
        time.sleep(self.pause)
        base = f"http://127.0.0.1:{self.server.server_address[1]}"
        kind, body, status = "text/html", f"page {self.path}", 200
        if self.path in self.broken:
            self.close_connection = True
            return
        if self.path in ("/feed", "/other"):
            kind = "application/rss+xml"
            body = '<rss version="2.0"><channel>' + "".join(
                f"<item><link>{base}{item}</link></item>" for item in self.items)
            body += "</channel></rss>"
        elif self.path == "/moved":
            status, body = 301, ""
        elif self.path == "/robots.txt":
            kind, body = "text/plain", "User-agent: *\nDisallow: /no\n"
        tag = f'"{hash(body)}"'
        if self.headers.get("If-None-Match") == tag:
            status, body = 304, ""
        self.send_response(status)
        self.send_header("ETag", tag)
        if status == 301:
            self.send_header("Location", "/other")
        if status != 304:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


def command(*options):
    return [BIN + "/wax-fetch", "--feeds", "--agent", "mybot", "--contact",
            "https://bot.example/", "--allow-private", "--delay", "0", *options]


def round_of(*options, code=0):
    """The paths that were asked for, and the closing line."""
    Site.asked.clear()
    run = subprocess.run(command("-o", "crawl", *options, "feeds"), capture_output=True, text=True,
                         check=False)
    assert run.returncode == code, run
    time.sleep(1.1)  # dates are of seconds
    return [path for path in Site.asked if path != "/robots.txt"], run.stderr


def kinds(folder):
    """URL paths of the captures, and their kinds."""
    found = {}
    for name in glob.glob(folder + "/*.warc.gz"):
        text = gzip.open(name).read().decode()
        for kind, url in re.findall(r"WARC-Type: (response|revisit)\r\n(?:WARC-Record-ID.*\r\n)?"
                                    r"WARC-Target-URI: (.*)\r\n", text):
            assert url not in found, url
            found[url.split("/", 3)[3]] = kind
    return found


def rounds():
    return sorted(glob.glob("crawl/2*"))


def test_rounds():
    Site.items += ["/no/3"]
    asked, told = round_of()
    # The feed, one that moved, what is no feed, and the items once.
    assert sorted(asked) == ["/1", "/2", "/feed", "/moved", "/other", "/page"], asked
    assert "feeds 3, items 6, new " in told and "skipped 1 (disallowed 1)" in told, told
    assert os.path.exists("crawl/captures.cdx") and not glob.glob("crawl/*/under-way")

    asked, told = round_of()
    assert not asked and "feeds 0" in told and len(rounds()) == 1, (asked, told)

    # All are due, nothing has changed.
    asked, told = round_of("--due", "2999")
    assert sorted(set(asked)) == ["/feed", "/moved", "/other", "/page"], asked
    assert kinds(rounds()[-1])["feed"] == "revisit"
    assert "not modified 3" in told, told

    # A new item that fails is tried again, though its feed is not read then.
    Site.items += ["/4"]
    Site.broken.add("/4")
    asked, told = round_of("--due", "2999", "--tries", "1", code=1)
    assert "/4" in asked and "/1" not in asked, asked
    Site.broken.clear()
    assert "new 1, tried again 0" in told, told
    with open("crawl/failed.list", encoding="ascii") as file:
        assert re.search(r"/4\t.*\t20[0-9]{12}\t1\n", file.read())
    # Not before an hour has passed.
    asked, told = round_of()
    assert not asked, (asked, told)
    asked, told = round_of("--due", "2999")
    assert "/4" in asked and "tried again 1" in told, (asked, told)
    asked, told = round_of()
    assert not asked, asked
    with open("crawl/feeds.list", encoding="ascii") as file:
        feeds = collections.Counter(line.split()[0].rsplit("/", 1)[1] for line in file)
    assert feeds == {"feed": 4, "other": 4, "moved": 4, "page": 4}, feeds


def test_kills():
    """A round that is killed goes on, and leaves what one that was not killed does."""
    Site.items = [f"/k{i}" for i in range(300)]
    shutil.rmtree("crawl")
    Site.pause = 0.005
    kills = 0
    for _ in range(5):
        run = subprocess.Popen(command("-q", "-o", "crawl", "feeds"))
        try:
            run.wait(RANDOM.uniform(0.05, 0.4))
            break
        except subprocess.TimeoutExpired:
            run.kill()
            run.wait()
            kills += 1
    assert kills > 0
    run = subprocess.run(command("-o", "crawl", "feeds"), capture_output=True, text=True,
                         check=False)
    assert run.returncode == 0 and len(rounds()) == 1, (kills, run)
    found = kinds(rounds()[0])
    assert {path[1:] for path in Site.items} <= set(found), kills
    assert not glob.glob("crawl/*/under-way")
    Site.asked.clear()
    subprocess.run(command("-q", "-o", "crawl", "feeds"), check=True)
    assert not Site.asked, Site.asked


def test_usage():
    run = subprocess.run([BIN + "/wax-fetch", "--due", "2026", "--agent", "a", "--contact", "b",
                          "-o", "x", "feeds"], capture_output=True, text=True, check=False)
    assert run.returncode == 2 and "--due needs --feeds" in run.stderr, run


def test_files_of_others():
    """A folder that has them is refused, and they stay."""
    text = "http://a.example/ 20260101000000 - -\n"
    for name, options in (("captures.cdx", ["--feeds"]), ("feeds.list", ["--feeds"]),
                          ("failed.list", ["--feeds"]), ("failed-hosts.tsv", []),
                          ("failed.tsv", [])):
        os.mkdir("others")
        with open("others/" + name, "w", encoding="ascii") as file:
            file.write(text)
        run = subprocess.run([each for each in command("-o", "others", "feeds")
                              if each != "--feeds"] + options,
                             capture_output=True, text=True, check=False)
        assert run.returncode == 2 and "was not made by wax-fetch" in run.stderr, (name, run)
        with open("others/" + name, encoding="ascii") as file:
            assert file.read() == text, name
        shutil.rmtree("others")


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    folder = tempfile.mkdtemp(prefix="wax-fetch-feeds")
    os.chdir(folder)
    try:
        with open("feeds", "w", encoding="ascii") as file:
            for path in ("/feed", "/moved", "/page"):
                file.write(f"http://127.0.0.1:{server.server_address[1]}{path}\n")
        test_usage()
        test_files_of_others()
        test_rounds()
        test_kills()
    except BaseException:
        print("seed", SEED, file=sys.stderr)
        raise
    finally:
        os.chdir("/")
        shutil.rmtree(folder)


main()
