#!/usr/bin/env python3
"""Compares archived pages as wax-serve shows them with pywb's, scripts off.

    bench/view_beside_pywb.py BIN_DIR OUT_DIR PAGES ARCHIVES...

Builds a collection of the archives, takes PAGES pages of it (evenly, of all
sites), and takes a picture of each by both servers in Chromium. Two pictures
have equal layouts when they look the same from far away: the luminance of 60 by
45 fields differs by 2 % on average at most, and at most 10 of 256 neighbours
differ in which of them is lighter. Writes OUT_DIR/N-wax.png and N-pywb.png, and
lists the pages with other layouts, those that differ most first, or else the ten
that differ most. Needs chromium-driver, and pywb and pillow in
tests/interop/clients/pywb, whose Python runs it.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path += [os.path.join(SOURCE, "tests", name)
             for name in ("serve", "interop")]

# pylint: disable=wrong-import-position
from PIL import Image  # noqa: E402

import browser  # noqa: E402
import clients  # noqa: E402

CONFIG = """
framed_replay: false
collections:
  pages:
    index_paths: cdx+%(url)s/cdx
    archive_paths:
%(archives)s
"""
MOST_DIFFERENCE = 0.02
MOST_BITS = 10
WIDTH, HEIGHT = 1200, 900
SAFE = "/:?=&%+,;@!$*()'~#[]"


def pages_of(collection, wanted):
    """(date, URL) of HTML pages, each URL once, evenly over all of them."""
    found = {}
    listed = os.path.join(collection, "captures.list")
    with open(listed, encoding="utf-8") as names:
        paths = [os.path.join(collection, name.strip()) for name in names]
    for path in paths:
        with open(path, encoding="utf-8", errors="surrogateescape") as lines:
            for line in lines:
                columns = line.split(" ")
                if len(columns) < 11 or not columns[1].isdigit():
                    continue
                if columns[3] == "text/html" and columns[4] == "200":
                    found.setdefault(columns[2], columns[1])
    pages = sorted((date, url) for url, date in found.items())
    step = max(1.0, len(pages) / wanted)
    return [pages[int(n * step)] for n in range(min(wanted, len(pages)))]


def luminance(picture, width, height):
    small = picture.convert("L").resize((width, height), Image.Resampling.BOX)
    return list(small.tobytes())


def difference(first, second):
    """The mean difference of luminance, and the bits of two hashes."""
    ours, theirs = (luminance(one, 60, 45) for one in (first, second))
    mean = sum(abs(a - b) for a, b in zip(ours, theirs)) / len(ours) / 255
    hashes = []
    for one in (first, second):
        fields = luminance(one, 17, 16)
        hashes.append([fields[row * 17 + n] < fields[row * 17 + n + 1]
                       for row in range(16) for n in range(16)])
    return mean, sum(a != b for a, b in zip(*hashes))


def main():
    bin_dir, out, wanted = sys.argv[1], sys.argv[2], int(sys.argv[3])
    archives = [os.path.abspath(path) for path in sys.argv[4:]]
    os.makedirs(out, exist_ok=True)
    results = []
    with tempfile.TemporaryDirectory() as folder:
        collection = os.path.join(folder, "pages")
        # Archives of tests are damaged: the build says so by its exit code.
        subprocess.run([os.path.join(bin_dir, "wax-build"), "-q", collection,
                        *archives], check=False, stderr=subprocess.DEVNULL)
        with clients.WaxServe(bin_dir, collection) as serve:
            with open(os.path.join(folder, "config.yaml"), "w",
                      encoding="utf-8") as config:
                # pywb looks for the names of archives in folders.
                config.write(CONFIG % {"url": serve.url, "archives": "".join(
                    "      - %s/\n" % path for path in sorted({
                        path if os.path.isdir(path) else os.path.dirname(path)
                        for path in archives}))})
            port = clients.free_port()
            with clients.Process(
                    clients.client("pywb", "wayback"), "-b", "127.0.0.1", "-p",
                    str(port), "-d", folder, stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL) as pywb:
                pywb.wait_for_port(port)
                results = compare(pages_of(collection, wanted), out, serve.url,
                                  "http://127.0.0.1:%d/pages" % port)
    other = [one for one in results
             if one[0] > MOST_DIFFERENCE or one[1] > MOST_BITS]
    print("pages %d, equal layouts %d" % (len(results),
                                          len(results) - len(other)))
    for mean, bits, number, date, url in (
            sorted(other, reverse=True) or sorted(results, reverse=True)[:10]):
        print("%.3f %3d bits  %d-*.png  %s %s" % (mean, bits, number, date,
                                                  url))


def view_of(server, date, url):
    """The page without the bar; where it leads at once, if it does."""
    address = "%s/view/%s/%s" % (server, date, urllib.parse.quote(url, SAFE))
    try:
        with urllib.request.urlopen(address) as answer:
            address = answer.geturl()
    except urllib.error.HTTPError:
        pass
    return re.sub(r"/view/(\d+)/", r"/view/\1fr_/", address, count=1)


def compare(pages, out, ours, theirs):
    results = []
    with browser.Driver() as driver, browser.Browser(
            driver, scripts=False,
            arguments=["--host-resolver-rules="
                       "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]) as page:
        page.window(WIDTH, HEIGHT)
        for number, (date, url) in enumerate(pages):
            shown = {"wax": view_of(ours, date, url),
                     "pywb": "%s/%smp_/%s" % (theirs, date, url)}
            pictures = []
            for name, address in shown.items():
                file = os.path.join(out, "%d-%s.png" % (number, name))
                try:
                    page.open(address)
                    time.sleep(0.2)
                    page.screenshot(file)
                    pictures.append(Image.open(file))
                except (RuntimeError, OSError) as error:
                    print("%s: %s" % (address, str(error)[:120]))
            if len(pictures) == 2:
                results.append((*difference(*pictures), number, date, url))
    return results


if __name__ == "__main__":
    main()
