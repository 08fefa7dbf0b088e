#!/usr/bin/env python3
"""Uses the pages in Chromium: browser_test.py BIN_DIR SOURCE_DIR

Checks them with axe-core too, if tests/node_modules/axe-core is there (npm
install --prefix tests axe-core). Exit code 77: Chromium is not installed.
"""

import os
import re
import sys
import tempfile

import browser

failures = []


def check(fact, what):
    print(("ok      " if fact else "FAILED  ") + what)
    if not fact:
        failures.append(what)


def total(page):
    return int(page.text("#total").split()[0])


PATHS = [
    "/", "/search?query=castle", "/search?query=castle&type=text/html",
    "/search?query=heron+unicorn", "/search?query=%28heron",
    "/url?url=http://www.waxwing-valley.example/birds/",
    "/url?url=http://none.example/", "/collection", "/api",
    "/search?query=castle&collapse=site", "/search?query=type:image",
    "/search?family=image",
    "/trends?query=castle&query=heron", "/trends",
    "/url/capture?url=http://www.waxwing-valley.example/&date=2007",
    "/url/similar?url=http://www.waxwing-valley.example/birds/",
    "/advanced", "/advanced?query=castle+%22grey+heron%22+title:x+date:2006-2008",
    "/advanced?write=1", "/guide",
    "/url?url=http://www.waxwing-valley.example/birds/&year=2007",
    "/view/20061105090137/http://www.waxwing-valley.example/birds/heron.html",
]


def search(page, url):
    page.open(url + "/")
    page.type("#query", "castle")
    page.click("form.search button")
    everything = total(page)
    check(everything > 5, "a search from the front page finds pages")
    check(page.run("return document.querySelectorAll('mark').length") > 5,
          "snippets have marks")
    page.click(".facets a")
    check(0 < total(page) < everything, "a facet narrows the result")
    page.click(".filters a")
    check(total(page) == everything, "a filter is removed")
    years = page.find(".histogram a")
    page.drag(years[0], years[1])
    check("from=2006" in page.url() and "to=2007" in page.url(),
          "dragging over years chooses them")
    check("query=castle" in page.url(), "and keeps the query")


def keys(page, url):
    page.open(url + "/search?query=castle")
    page.press("j")
    first = page.run("return document.activeElement.href")
    page.press("j")
    check(page.run("return document.activeElement.href") != first,
          "j goes to the next hit")
    page.press("k")
    check(page.run("return document.activeElement.href") == first,
          "k goes to the one before")
    page.press("/")
    check(page.run("return document.activeElement.id") == "query",
          "/ goes to the search box")


def paging(page, url):
    page.open(url + "/search?query=waxwing")
    page.click(".paging a[rel=next]")
    check("start=10" in page.url(), "a link leads to the next page")
    check(len(page.find(".hit")) > 0, "which has hits")


def changes(page, url):
    page.open(url + "/url?url=http://www.waxwing-valley.example/")
    check(len(page.find(".calendar a")) >= 4, "a URL has a calendar")
    page.click(".versions a[href*=changes]")
    check(len(page.find(".changes ins, .changes del")) > 0,
          "changed words of two versions are shown")


def open_search(page, url):
    page.open(url + "/")
    found = page.run_async("""
        const done = arguments[0];
        const link = document.querySelector('link[rel=search]');
        fetch(link.href).then((answer) => answer.text().then((text) => {
          const xml = new DOMParser().parseFromString(text, 'text/xml');
          const find = (name) => [...xml.getElementsByTagNameNS(
              'http://a9.com/-/spec/opensearch/1.1/', name)];
          done({link: link.type, type: answer.headers.get('Content-Type'),
                fault: xml.getElementsByTagName('parsererror').length,
                name: find('ShortName')[0].textContent,
                urls: find('Url').map((url) => [
                    url.getAttribute('type'), url.getAttribute('template')])});
        }));""")
    media_type = "application/opensearchdescription+xml"
    check(found["link"] == media_type and found["type"].startswith(media_type)
          and not found["fault"] and 0 < len(found["name"]) <= 16,
          "the page names an OpenSearch description that the browser reads")
    templates = dict(found["urls"])
    page.open(re.sub(r"\{\w+\?\}", "", templates["text/html"]).replace(
        "{searchTerms}", "castle"))
    check(total(page) > 5, "its template finds pages")


def pictures(page, url):
    page.open(url + "/search?query=type:image")
    loaded = page.run_async(
        "const done = arguments[0];"
        "const images = [...document.querySelectorAll('.picture img')];"
        "images.forEach((image) => { image.loading = 'eager'; });"
        "Promise.all(images.map((image) => image.decode().catch(() => 0)))"
        ".then(() => done(images.filter((image) => image.naturalWidth)"
        ".length))")
    check(loaded > 1, "images are shown from the archives")


def folding(page, url):
    page.open(url + "/search?query=castle")
    hits = len(page.find(".hit"))
    page.click("nav.sort a[href*='collapse=site']")
    check(len(page.find(".hit")) < hits, "hits of a site are folded")
    check(len(page.find(".others a")) > 0, "and the best of them are named")


def trends(page, url):
    page.open(url + "/search?query=castle")
    page.click("a[href*='/trends?']")
    page.type("input[aria-label='Query 2']", "heron")
    page.click("form.trends button")
    check(len(page.find("svg.lines polyline")) == 2,
          "a line is drawn for each of two queries")


def capture(page, url):
    page.open(url + "/url?url=http://www.waxwing-valley.example/")
    page.click(".captures a[href*='/url/capture']")
    check("six castles" in page.text(".text-of-page"),
          "a capture shows its text")
    check("WARC-Target-URI" in page.text(".head-of-record")
          or "waxwing-valley.example" in page.text(".head-of-record"),
          "and its headers")
    page.click(".links-of-page a")
    check("/url/capture" in page.url(), "and links to other captures")


def view(page, url):
    page.open(url + "/url?url=http://www.waxwing-valley.example/")
    page.click(".captures a[href^='/view/']")
    check("/view/2006" in page.url(), "a capture leads to the page as it looked")
    page.enter_frame(".view-frame")
    check("castles" in page.text("body"), "the page is in the frame")
    loaded = page.run(
        "return Array.from(document.images, (image) => image.naturalWidth)")
    check(loaded and all(loaded), "its images are loaded: %s" % loaded)
    check(page.run("return document.styleSheets.length") > 0,
          "and its style sheet")
    page.click("a[href*='castles']")
    page.leave_frames()
    page.wait(".view-frame")
    page.wait(".view-bar a[rel=next]")
    check("/view/20061105" in page.url() and "castles" in page.url(),
          "a link of the page leads to another archived page: " + page.url())
    shown = page.url()
    page.click(".view-bar a[rel=next]")
    check("/view/" in page.url() and page.url() > shown,
          "and the bar to its next capture: " + page.url())
    page.window(360, 740, True)
    wide = page.run("return document.documentElement.scrollWidth")
    check(wide <= 360, "the bar fits into 360 pixels")
    page.window(1200, 900)


def widths(page, url):
    for width, height, phone in [(1200, 900, False), (360, 740, True)]:
        page.window(width, height, phone)
        for path in PATHS:
            page.open(url + path)
            wide = page.run("return document.documentElement.scrollWidth")
            check(wide <= width, "%s fits into %d pixels" % (path, width))


LONG_URL = "http://long.example/" + "a" * 1500


def write_long(path):
    """A page in each of 20 years, with a URL of 1,500 letters and a title of 52 KB."""
    with open(path, "wb") as archive:
        for year in range(2000, 2020):
            body = (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>"
                    + b"heron" * 10_000 + b"</title><p>heron number %d" % year)
            head = ("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\n"
                    "WARC-Date: %d-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:x:%d>\r\n"
                    "Content-Type: application/http; msgtype=response\r\n"
                    "Content-Length: %d\r\n\r\n" % (LONG_URL, year, year, len(body)))
            archive.write(head.encode() + body + b"\r\n\r\n")


def long_things(page, bin_dir):
    with tempfile.TemporaryDirectory() as folder:
        archive = os.path.join(folder, "long.warc")
        write_long(archive)
        with browser.Server(bin_dir, archive) as server:
            page.window(360, 740, True)
            for path in ["/search?query=heron", "/search?query=heron&collapse=none",
                         "/url?url=" + LONG_URL, "/trends?query=heron",
                         "/search?query=" + 500 * "x", "/trends?query=" + 500 * "x",
                         "/search?query=heron+" + 500 * "x",
                         "/url/capture?date=2005&url=" + LONG_URL, "/collection",
                         "/url/similar?url=" + LONG_URL,
                         "/view/20050101000000/" + LONG_URL]:
                page.open(server.url + path)
                wide = page.run("return document.documentElement.scrollWidth")
                check(wide <= 360, "%s with long things fits into 360 pixels (%d)"
                      % (path[:40], wide))
            page.open(server.url + "/search?query=heron")
            check(page.run("return document.querySelector('.hit').offsetHeight") < 740,
                  "a hit with a long title and URL fits into one screen")
            clash = page.run(
                "const labels = [...document.querySelectorAll('.histogram span')]"
                ".map((label) => { const range = document.createRange();"
                "range.selectNodeContents(label);"
                "return range.getBoundingClientRect(); });"
                "return labels.filter((label, i) => i > 0 &&"
                " label.left < labels[i - 1].right).length")
            check(clash == 0, "labels of 20 years do not overlap (%d)" % clash)


def accessibility(page, url, axe, schemes):
    with open(axe, encoding="utf-8") as file:
        source = file.read()
    for scheme in schemes:
        page.color_scheme(scheme)
        for path in PATHS:
            page.open(url + path)
            page.run("document.querySelectorAll('details').forEach("
                     "(details) => { details.open = true; })")
            page.run(source)
            found = page.run_async(
                "const done = arguments[0];"
                "axe.run().then((result) => done(result.violations.map("
                "(rule) => rule.id + ': ' + rule.nodes[0].html)))")
            check(not found, "axe-core: %s, %s %s" % (path, scheme, found))


def languages(page, url, axe):
    """Each language on the screen of a phone: chosen at the foot of a page."""
    page.window(360, 800)
    page.open(url + "/search?query=castle")
    tags = page.run("return [...document.querySelectorAll('.languages a')]"
                    ".map((link) => link.lang)")
    check(len(tags) >= 5, "pages are in %s" % tags)
    for tag in tags:
        page.open(url + "/search?query=castle")
        page.click(".languages a[lang=%s]" % tag)
        check("query=castle" in page.url(), "the choice of %s leads back" % tag)
        check(page.run("return document.documentElement.lang") == tag,
              "the page is in %s" % tag)
        check(page.run("return document.documentElement.scrollWidth") <= 360,
              "it does not scroll to the side in %s" % tag)
        page.window(1200, 900)
        page.open(url + "/url?url=http://www.waxwing-valley.example/")
        aside = page.run(
            "const [head, table] = ['#calendar', '.calendar'].map((name) =>"
            "document.querySelector(name).getBoundingClientRect());"
            "return Math.abs(document.dir == 'rtl' ? head.right - table.right"
            " : head.left - table.left)")
        check(aside < 2, "the calendar begins where lines begin in %s (%s)"
              % (tag, aside))
        page.window(360, 800)
        if axe and tag != "en":
            accessibility(page, url, axe, ["light"])
    page.open(url + "/language?to=en")


def main():
    absent = browser.missing()
    if absent:
        print("skipped: %s is not installed" % absent)
        return 77
    bin_dir, source = sys.argv[1:3]
    crawl = os.path.join(source, "examples/crawl")
    axe = os.path.join(source, "tests/node_modules/axe-core/axe.min.js")
    with browser.Server(bin_dir, crawl) as server, browser.Driver() as driver:
        with browser.Browser(driver) as page:
            for use in [search, keys, paging, changes, open_search, pictures,
                        folding, trends, capture, view, widths]:
                use(page, server.url)
            long_things(page, bin_dir)
            page.window(1200, 900)
            faults = [line for line in page.log()
                      if "Content Security" in line["message"]
                      or line["source"] == "javascript"]
            check(not faults, "nothing is refused or fails in scripts %s"
                  % faults)
            if os.path.exists(axe):
                page.window(1200, 900)
                accessibility(page, server.url, axe, ["light", "dark"])
                languages(page, server.url, axe)
            else:
                print("skipped: axe-core is not installed")
                languages(page, server.url, None)
        with browser.Browser(driver, scripts=False) as page:
            page.open(server.url + "/")
            page.type("#query", "castle")
            page.click("form.search button")
            check(total(page) > 5, "a search works without scripts")
            page.click(".paging a[rel=next]")
            check(len(page.find(".hit")) > 0, "and so does paging")
    print("%d failures" % len(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
