#!/usr/bin/env python3
"""ReplayWeb.page shows our WACZ in Chromium, also by wax-serve --replay-web-page,
by which nothing leaves the server: replaywebpage_test.py BIN_DIR SOURCE_DIR

Exit code 77: ReplayWeb.page or Chromium is not installed; CONTRIBUTING.md says
how.
"""

import http.server
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import uuid

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


# A page that its script makes, of words that the page does not have; then it
# tries to reach another server, at PORT.
APP = "http://app.waxwing-valley.example/"
APP_PAGE = """<!DOCTYPE html><title>App</title><link rel="preconnect"
href="http://127.0.0.1:PORT/"><div id="app"></div><script src="app.js"></script>"""
APP_SCRIPT = """
fetch('data.json').then((answer) => answer.json()).then((data) => {
  document.getElementById('app').textContent = data.words.join(' ');
  const other = '127.0.0.1:PORT/leak';
  const tries = [
    () => fetch('http://' + other),
    () => navigator.sendBeacon('http://' + other, 'x'),
    () => new WebSocket('ws://' + other),
    // Not by ReplayWeb.page's own one.
    () => new WebSocket.prototype.constructor('ws://' + other),
    () => new EventSource('http://' + other),
    () => { new Image().src = 'http://' + other; },
    () => window.open('http://' + other),
    () => { const a = document.createElement('a'); a.href = 'http://' + other;
            a.target = '_top'; document.body.append(a); a.click(); },
    () => { const frame = document.createElement('iframe');
            frame.src = 'http://' + other; document.body.append(frame); },
    // Frames without ReplayWeb.page's scripts.
    () => { const frame = document.createElement('iframe');
            frame.srcdoc = '<img src=//' + other + '><script>fetch("http://' +
                other + '"); new WebSocket("ws://' + other + '")<' + '/script>';
            document.body.append(frame); },
    () => { const frame = document.createElement('iframe');
            frame.src = URL.createObjectURL(new Blob([
                '<svg xmlns="http://www.w3.org/2000/svg"><script>' +
                'new WebSocket("ws://' + other + '")<' + '/script></svg>'],
                {type: 'image/svg+xml'}));
            document.body.append(frame); },
    () => new Worker(URL.createObjectURL(new Blob([
        'fetch("http://' + other + '"); new WebSocket("ws://' + other + '")']))),
    () => { const own = new RTCPeerConnection({iceServers: [
                {urls: 'stun:127.0.0.1:PORT'}]});
            own.createDataChannel('x');
            own.createOffer().then((offer) => own.setLocalDescription(offer)); },
    () => { top.location = 'http://' + other; },
    () => { parent.parent.location = 'http://' + other; },
    () => { location = 'http://' + other; },
  ];
  // Those that lead away come last.
  tries.forEach((one, number) => setTimeout(one, 3000 + 300 * number));
});
"""
APP_DATA = '{"words": ["seven", "herons", "of", "the", "estuary"]}'
APP_TEXT = "seven herons of the estuary"


def write_app(path, port):
    with open(path, "wb") as archive:
        for name, media_type, body in (
                ("", "text/html", APP_PAGE),
                ("app.js", "text/javascript", APP_SCRIPT),
                ("data.json", "application/json", APP_DATA)):
            body = body.replace("PORT", str(port)).encode()
            message = b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\n" \
                b"Content-Length: %d\r\n\r\n%s" % (
                    media_type.encode(), len(body), body)
            archive.write(
                b"WARC/1.0\r\nWARC-Type: response\r\n"
                b"WARC-Record-ID: <urn:uuid:%s>\r\n"
                b"WARC-Target-URI: %s\r\nWARC-Date: 2020-05-06T07:08:09Z\r\n"
                b"Content-Type: application/http; msgtype=response\r\n"
                b"Content-Length: %d\r\n\r\n%s\r\n\r\n" % (
                    str(uuid.uuid5(uuid.NAMESPACE_URL, APP + name)).encode(),
                    (APP + name).encode(), len(message), message))


class Leaks(http.server.ThreadingHTTPServer):
    """Counts connections and datagrams, whatever they say."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Files)
        self.count = 0
        self.datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.datagrams.bind(("127.0.0.1", self.server_port))
        self.datagrams.setblocking(False)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def verify_request(self, *_):
        self.count += 1
        return False

    def all(self):
        try:
            while self.datagrams.recv(1):
                self.count += 1
        except BlockingIOError:
            pass
        return self.count


def asked_servers(net_log):
    """HOST:PORT of all requests in a net log of Chromium."""
    with open(net_log) as file:
        text = file.read()
    # A browser that ends early leaves the list open.
    try:
        log = json.loads(text)
    except ValueError:
        log = json.loads(text.rstrip().rstrip(",") + "]}")
    servers = set()
    for event in log["events"]:
        url = event.get("params", {}).get("url", "")
        if url.startswith(("http", "ws")):
            servers.add(urllib.parse.urlsplit(url).netloc)
    return servers


def scripts_shown(bin_dir, folder, driver, checks):
    """wax-serve --replay-web-page shows a page that scripts make."""
    leaks = Leaks()
    site = os.path.join(folder, "app")
    write_app(os.path.join(folder, "app.warc"), leaks.server_port)
    subprocess.run([os.path.join(bin_dir, "wax-build"), "-q", site,
                    os.path.join(folder, "app.warc")], check=True)
    net_log = os.path.join(folder, "net.json")
    with clients.WaxServe(bin_dir, "--replay-web-page", SCRIPTS, site) as served:
        with browser.Browser(driver, arguments=(
                "--log-net-log=" + net_log,
                "--disable-background-networking")) as page:
            page.open(served.url + "/view/20200506070809/" + APP)
            page.click("a[href*='sc_/']")
            frame = ""
            for _ in range(400):
                page.leave_frames()
                page.enter_frame("iframe.view-frame")
                frame, around = page.run(FRAMES)
                if APP_TEXT in frame:
                    break
                time.sleep(0.2)
            checks.check(APP_TEXT in frame, "the server shows what a script "
                         "made" + ("" if APP_TEXT in frame else
                                   "; " + " ".join((frame + around).split())[:300]))
            time.sleep(10)  # for what the script tries
            page.leave_frames()
            checks.check(page.url().startswith(served.url),
                         "the script has not led the window away")
        checks.check(leaks.all() == 0, "nothing has reached another server; "
                     "%d did" % leaks.all())
        host = "127.0.0.1:"
        # Chromium asks its maker's servers on its own account.
        others = {one for one in asked_servers(net_log)
                  if one == host + str(leaks.server_port) or not (
                      one.startswith(host) or
                      one.endswith((".google.com", ".googleapis.com")))}
        checks.check(not others, "no other server is asked; " + str(others))


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
            scripts_shown(bin_dir, folder, driver, checks)
        server.shutdown()
    checks.end()


if __name__ == "__main__":
    sys.exit(main())
