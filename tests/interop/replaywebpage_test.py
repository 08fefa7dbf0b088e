#!/usr/bin/env python3
"""ReplayWeb.page shows our WACZ in Chromium: replaywebpage_test.py BIN_DIR SOURCE_DIR

Exit code 77: ReplayWeb.page or Chromium is not installed; CONTRIBUTING.md says
how.
"""

import http.server
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

import clients

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "../serve"))
import browser  # noqa: E402

SCRIPTS = os.path.join(clients.CLIENTS, "replaywebpage")
SITE = "http://www.waxwing-valley.example/"
TEXT = "Six castles for nine hundred people"

PAGE = """<!DOCTYPE html><title>replay</title><script src="/ui.js"></script>
<replay-web-page source="/%s" url="%s" ts="%s" embed="full"></replay-web-page>"""

# The text of all frames, also of those in shadow trees.
FRAMES = """
  const texts = [];
  const look = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) look(element.shadowRoot);
      if (element.localName != 'iframe' || !element.contentDocument) continue;
      const frame = element.contentDocument;
      if (frame.body) texts.push(frame.body.innerText);
      look(frame);
    }
    return texts;
  };
  look(document);
  const shown = (root) => [...root.querySelectorAll('*')].map((element) =>
      element.shadowRoot ? element.shadowRoot.textContent + ' ' +
      shown(element.shadowRoot) : '').join(' ');
  return [texts.join('\\n'), shown(document)];
"""


class Files(http.server.BaseHTTPRequestHandler):
    """The page, its scripts, and WACZ files in parts."""

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        asked = urllib.parse.urlsplit(self.path)
        name = asked.path.rsplit("/", 1)[-1]
        if name in ("ui.js", "sw.js"):
            with open(os.path.join(SCRIPTS, name), "rb") as script:
                self.answer(200, "text/javascript", script.read())
        elif name.endswith(".wacz"):
            with open(os.path.join(self.server.folder, name), "rb") as file:
                self.part(file.read())
        elif asked.path == "/page":
            query = dict(urllib.parse.parse_qsl(asked.query))
            self.answer(200, "text/html", (PAGE % (
                query["wacz"], query["url"], query.get("ts", ""))).encode())
        else:
            self.answer(404, "text/plain", b"none")

    def part(self, data):
        asked = re.fullmatch(r"bytes=(\d*)-(\d*)",
                             self.headers.get("Range", ""))
        if not asked:
            self.answer(200, "application/wacz", data)
            return
        first, last = asked.groups()
        if first:
            begin, end = int(first), min(int(last or len(data)), len(data) - 1)
        else:
            begin, end = max(0, len(data) - int(last)), len(data) - 1
        self.answer(206, "application/wacz", data[begin:end + 1],
                    "bytes %d-%d/%d" % (begin, end, len(data)))

    def answer(self, status, media_type, body, part=None):
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Accept-Ranges", "bytes")
        if part:
            self.send_header("Content-Range", part)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_):
        pass


def shown(page, server, wacz, url, text, date=""):
    """Whether a frame shows `text` in a minute; what is there instead."""
    frames = around = ""
    # A service worker that starts late misses the first request for a frame.
    for _ in range(3):
        page.open(server + "/page?" + urllib.parse.urlencode(
            {"wacz": wacz, "url": url, "ts": date}))
        for _ in range(100):
            frames, around = page.run(FRAMES)
            if text in frames or "Loading Error" in around:
                return text in frames, " ".join(around.split())[:300]
            time.sleep(0.2)
    return False, " ".join((frames + around).split())[:300]


def main():
    if not os.path.exists(os.path.join(SCRIPTS, "sw.js")):
        print("skipped: replaywebpage is not installed")
        return 77
    if browser.missing():
        print("skipped: " + browser.missing() + " is not installed")
        return 77
    bin_dir, source = sys.argv[1:3]
    crawl = os.path.join(os.path.abspath(source), "examples/crawl")
    checks = clients.Checks()
    with tempfile.TemporaryDirectory() as folder:
        valley = os.path.join(folder, "valley")

        def tool(*arguments):
            subprocess.run([os.path.join(bin_dir, "wax-" + arguments[0]), "-q",
                            *arguments[1:]], check=True)

        tool("build", valley, crawl)
        tool("search", "--wacz", os.path.join(folder, "hits.wacz"), valley,
             "castles")
        tool("search", "--wacz", os.path.join(folder, "url.wacz"), valley,
             "--captures-of", SITE + "castles/")
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files)
        server.folder = folder
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = "http://127.0.0.1:%d" % server.server_port
        with browser.Driver() as driver:
            for wacz, date in (("url.wacz", ""), ("hits.wacz", ""),
                               ("url.wacz", "20080203040506")):
                with browser.Browser(driver) as page:
                    is_shown, instead = shown(page, address, wacz,
                                              SITE + "castles/",
                                              TEXT, date)
                    checks.check(is_shown, "%s %s: the page is shown%s" % (
                        wacz, date, "" if is_shown else "; " + instead))
        server.shutdown()
    checks.end()


if __name__ == "__main__":
    sys.exit(main())
