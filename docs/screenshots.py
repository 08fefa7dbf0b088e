#!/usr/bin/env python3
"""Makes docs/screenshots/*.png with Chromium: docs/screenshots.py BIN_DIR"""

import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests/serve"))
import browser  # noqa: E402

# Name, width, height, colors, path.
PICTURES = [
    ("front", 1080, 760, "light", "/"),
    ("front-arabic", 1080, 620, "light", "/language?to=ar&back=/"),
    ("search-german", 1080, 620, "light",
     "/language?to=de&back=/search?query=castle"),
    ("images", 1080, 900, "light",
     "/language?to=en&back=/search?family=image"),
    ("view", 1080, 620, "light",
     "/view/20070203/http://www.waxwing-valley.example/castles/"),
    ("search", 1080, 760, "light", "/search?query=castle"),
    ("search-dark", 1080, 760, "dark", "/search?query=castle"),
    ("search-phone", 390, 780, "light", "/search?query=heron"),
    ("url", 1080, 900, "light",
     "/url?url=http://www.waxwing-valley.example/"),
    ("changes", 1080, 560, "light", None),
    ("collection", 1080, 780, "light", "/collection"),
    ("trends", 1080, 720, "light",
     "/trends?query=castle&query=heron&query=bridge"),
    ("capture", 1080, 900, "light",
     "/url/capture?url=http://www.waxwing-valley.example/&date=2007"),
]


def main():
    if browser.missing():
        sys.exit(browser.missing() + " is not installed")
    out = os.path.join(ROOT, "docs/screenshots")
    os.makedirs(out, exist_ok=True)
    crawl = os.path.join(ROOT, "examples/crawl")
    with browser.Server(sys.argv[1], crawl) as server, \
            browser.Driver() as driver, browser.Browser(driver) as page:
        for name, width, height, colors, path in PICTURES:
            page.window(width, height, width < 500)
            page.color_scheme(colors)
            if path is None:
                page.click(".versions a[href*=changes]")
            else:
                page.open(server.url + path)
            file = os.path.join(out, name + ".png")
            page.screenshot(file)
            if shutil.which("pngquant"):
                subprocess.run(["pngquant", "--force", "--ext", ".png", "64",
                                file], check=True)
            print(file, os.path.getsize(file))


if __name__ == "__main__":
    main()
