#!/usr/bin/env python3
"""Holds wax-crawl-check against crawls that are damaged in twelve known ways.

usage: damaged_crawl_test.py BIN [--pages N] [--seed N] [--keep DIR]

Makes two crawls of a site: an earlier one, and one in which every second page is damaged.
The clean pages between have what looks alike: long articles about 404s, forms for
logging in beside them, banners about cookies, calendars that end, short pages. Precision
and recall must be .95 or more, of all findings and of each kind's recall .9 or more.
"""
import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

HOSTS = ["www.north.example", "south.example", "east.example"]
WORDS = [a + b + c for a in ("ka", "lo", "mi", "ter", "van", "sol", "per", "qui", "nor", "mu")
         for b in ("ra", "ne", "to", "lin", "sa") for c in ("", "n", "st", "der")]
KINDS = ["image", "style", "script", "frame", "asked", "not-found", "not-found-template",
         "login", "cookies", "shrunk", "other-text", "cut"]
TRAPS = ["path", "calendar", "session"]
NOT_FOUND = [("404 - Not Found", "The page you asked for is not here."),
             ("Seite nicht gefunden | Amt", "Bitte gehen Sie zur Startseite."),
             ("Oops", "Sorry, that page can’t be found. Try the search."),
             ("Page introuvable – Ville", "La page demandée est absente.")]
LOGINS = ["Log in to go on", "Bitte anmelden", "Members only: sign in", "Se connecter"]


def record(kind, url, date, block, content_type="application/http; msgtype=response", extra=""):
    head = (f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: {date}\r\n"
            f"{extra}Content-Type: {content_type}\r\nContent-Length: {len(block)}\r\n\r\n")
    return head.encode() + block + b"\r\n\r\n"


def answer(body, content_type="text/html; charset=utf-8", status="200 OK", length=None, extra=""):
    body = body.encode()
    return (f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\n{extra}"
            f"Content-Length: {length or len(body)}\r\n\r\n").encode() + body


def date_of(month, second):
    return f"2026-{month:02}-01T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}Z"


class Crawl:
    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.records, self.earlier = [], []
        self.expected = set()  # (kind, URL)
        self.second = 0
        for host in HOSTS:
            base = f"http://{host}"
            for path, kind in (("/logo.png", "image/png"), ("/site.css", "text/css"),
                               ("/site.js", "text/javascript"), ("/frame.html", "text/html")):
                body = self.text(60) if path == "/frame.html" else "x"
                self.add(base + path, answer(body, kind))
            self.template = self.page("Sorry", "We looked for it " + self.text(40))
            self.add(base + "/gone", answer(self.template_of(host), status="404 Not Found"))

    def text(self, words):
        return " ".join(self.draw.choices(WORDS, k=words))

    def template_of(self, host):
        drawn = random.Random(host)
        return self.page("Archive", "<h1>Archive</h1><p>" +
                         " ".join(drawn.choices(WORDS, k=50)))

    @staticmethod
    def page(title, body, head=""):
        return (f"<!doctype html><html><head><title>{title}</title>{head}</head><body>"
                f"<p>Home News Contact</p>{body}</body></html>")

    def add(self, url, block, earlier=None, extra=""):
        self.second += 3
        self.records.append(record("response", url, date_of(8, self.second), block, extra=extra))
        if earlier:
            self.earlier.append(record("response", url, date_of(7, self.second), earlier))

    def beside(self, scheme, url, block, content_type):
        self.records.append(record("resource", scheme + url, date_of(8, self.second + 2),
                                   block.encode(), content_type))

    def parts(self, host):
        return (f'<link rel="stylesheet" href="/site.css"><script src="/site.js"></script>',
                f'<p><img src="http://{host}/logo.png" srcset="/logo-2x.png 2x">'
                '<iframe src="/frame.html"></iframe>')

    def article(self, title=None, words=None, more=""):
        return self.page(title or self.text(4).title(),
                         f"<h1>{self.text(3)}</h1><p>{self.text(words or 250)}</p>{more}")

    def clean(self, number):
        host = self.draw.choice(HOSTS)
        url = f"http://{host}/a/{number}"
        head, body = self.parts(host)
        before = None
        shape = number % 9
        if shape == 0:
            page = self.article("404: a history of pages that were not found")
        elif shape == 1:
            page = self.article(more="<form>Log in <input type=password></form>" + self.text(60))
        elif shape == 2:
            page = self.article(more="<p>We use cookies. Accept all cookies</p>")
        elif shape == 3:
            page = self.page("Contact", f"<p>{self.text(12)}</p><p>We use cookies: accept</p>")
        elif shape == 4:
            page, before = self.article(words=160), self.article(words=250)
        elif shape == 5:
            url = f"http://{host}/events?month=2026-{number % 12 + 1:02}"
            page = self.article()
        elif shape == 6:
            url = f"http://{host}/a/b/a/{number}/{number}/2026/2026"
            page = self.article()
        elif shape == 7:
            text = self.text(100)
            page = self.page("Shown", f"<p>{text}</p>")
            self.add(url, answer(page.replace("<p>", body + "<p>", 1)))
            self.beside("urn:text:", url, text + " " + self.text(90), "text/plain")
            return
        else:
            url = f"http://{host}/login/{number}"
            page = self.page("Log in", "<form>Name <input> <input type=password></form>")
            url = f"http://{host}/member/login?from={number}"
        page = page.replace("</head>", head + "</head>").replace("<h1>", body + "<h1>", 1)
        self.add(url, answer(page), answer(before) if before else None)

    def damage(self, number, kind):
        host = self.draw.choice(HOSTS)
        url = f"http://{host}/d/{number}"
        head, body = self.parts(host)
        expected = None
        page = self.article()
        if kind == "image":
            expected = ("missing", f"http://{host}/i/{number}.png")
            page = page.replace("<h1>", f'<img src="/i/{number}.png"><h1>')
        elif kind == "style":
            expected = ("missing", f"http://{host}/s/{number}.css")
            page = page.replace("</head>", f'<link rel=stylesheet href="../s/{number}.css"></head>')
        elif kind == "script":
            expected = ("missing", f"http://cdn.example/{number}.js")
            page = page.replace("</head>", f'<script src="//cdn.example/{number}.js"></script></head>')
        elif kind == "frame":
            expected = ("missing", f"http://{host}/f/{number}.html")
            page = page.replace("<h1>", f'<iframe src="/f/{number}.html"></iframe><h1>')
        elif kind == "asked":
            expected = ("missing", f"http://{host}/api/{number}.json")
            self.add(url, answer(page))
            self.beside("urn:pageinfo:", url, json.dumps({"pageid": "1", "url": url, "urls": {
                url: {"status": 200, "type": "document"},
                f"http://{host}/logo.png": {"status": 200, "type": "image"},
                f"http://{host}/ads.js": {"status": 0, "error": "net::ERR_BLOCKED_BY_CLIENT"},
                f"http://{host}/api/{number}.json": {"status": 200, "type": "xhr"}}}),
                "application/json")
            self.expected.add(expected)
            return
        elif kind == "not-found":
            expected = ("soft-404", url)
            title, text = self.draw.choice(NOT_FOUND)
            page = self.page(title, f"<p>{text}</p>")
        elif kind == "not-found-template":
            expected = ("soft-404", url)
            page = self.template_of(host)
        elif kind == "login":
            expected = ("login", url)
            if number % 3 == 0:
                self.add(url, answer("", status="302 Found",
                                     extra=f"Location: /account/login?next=/d/{number}\r\n"))
                self.expected.add(expected)
                return
            page = self.page(self.draw.choice(LOGINS),
                             "<form>Name <input> Password <input type=password></form>")
        elif kind == "cookies":
            expected = ("cookie-wall", url)
            page = self.page("South", "<p>We and our 812 partners use cookies and store data on "
                             "your device. Your consent is needed to go on.</p>"
                             "<p>Accept all cookies</p><p>Cookie settings and privacy</p>")
        elif kind == "shrunk":
            expected = ("shrunk", url)
            self.add(url, answer(self.article(words=40)), answer(page))
            self.expected.add(expected)
            return
        elif kind == "other-text":
            expected = ("other-text", url)
            self.add(url, answer(page))
            self.beside("urn:text:", url, self.text(20), "text/plain")
            self.expected.add(expected)
            return
        elif kind == "cut":
            expected = ("cut", url)
            if number % 2 == 0:
                self.add(url, answer(page), extra="WARC-Truncated: length\r\n")
            else:
                self.add(url, answer(page, length=99999))
            self.expected.add(expected)
            return
        page = page.replace("</head>", head + "</head>").replace("<h1>", body + "<h1>", 1)
        self.add(url, answer(page))
        self.expected.add(expected)

    def traps(self):
        for host in HOSTS:
            first = f"http://{host}/t/u/t/u/t/u/1"
            self.add(first, answer(self.article()))
            self.add(f"http://{host}/t/u/t/u/t/u/t/u/1", answer(self.article()))
            self.expected.add(("trap", first))
            months = [f"http://{host}/cal/20{year}/{month:02}"
                      for year in (26, 29, 31) for month in range(1, 7)]
            for url in months:
                self.add(url, answer(self.article()))
            self.expected.add(("trap", min(months)))
            sessions = [f"http://{host}/shop?item=7&PHPSESSID=a{n}" for n in range(4)]
            for url in sessions:
                self.add(url, answer(self.article()))
            self.expected.add(("trap", sessions[0]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tools")
    parser.add_argument("--pages", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    crawl = Crawl(options.seed)
    for number in range(options.pages // 2):
        crawl.clean(number)
        crawl.damage(number, KINDS[number % len(KINDS)])
    crawl.traps()
    with tempfile.TemporaryDirectory() as made:
        folder = options.keep or made
        os.makedirs(folder, exist_ok=True)
        paths = [os.path.join(folder, name) for name in ("now.warc", "before.warc")]
        for path, records in zip(paths, (crawl.records, crawl.earlier)):
            with open(path, "wb") as file:
                file.write(b"".join(records))
        run = subprocess.run([os.path.join(options.tools, "wax-crawl-check"), "--json", "--before",
                              paths[1], paths[0]], stdout=subprocess.PIPE, text=True, check=False)
    assert run.returncode == 1, run.returncode
    found = {(line["kind"], line["url"]) for line in map(json.loads, run.stdout.splitlines())}
    right = found & crawl.expected
    precision, recall = len(right) / len(found), len(right) / len(crawl.expected)
    print(f"{len(crawl.expected)} faults, precision {precision:.3f}, recall {recall:.3f}")
    print("not found:", sorted(crawl.expected - found)[:10])
    print("wrong:", sorted(found - crawl.expected)[:10])
    sums = collections.Counter(kind for kind, _ in crawl.expected)
    hits = collections.Counter(kind for kind, _ in right)
    assert precision >= 0.95 and recall >= 0.95
    assert all(hits[kind] >= 0.9 * sums[kind] for kind in sums), hits


if __name__ == "__main__":
    sys.exit(main())
