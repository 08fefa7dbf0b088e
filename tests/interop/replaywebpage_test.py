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
        elif asked.path.startswith("/app/"):
            for app, media_type, body in app_files(self.server.leaks.server_port):
                if app == name:
                    self.answer(200, media_type, body)
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
  const tries = [
    (other) => fetch('http://' + other),
    (other) => navigator.sendBeacon('http://' + other, 'x'),
    (other) => new WebSocket('ws://' + other),
    // Not by ReplayWeb.page's own one.
    (other) => new WebSocket.prototype.constructor('ws://' + other),
    (other) => new EventSource('http://' + other),
    (other) => { new Image().src = 'http://' + other; },
    (other) => window.open('http://' + other),
    (other) => { const a = document.createElement('a'); a.href = 'http://' + other;
            a.target = '_top'; document.body.append(a); a.click(); },
    (other) => { const frame = document.createElement('iframe');
            frame.src = 'http://' + other; document.body.append(frame); },
    // Frames without ReplayWeb.page's scripts.
    (other) => { const frame = document.createElement('iframe');
            frame.srcdoc = '<img src=//' + other + '>';
            document.body.append(frame); },
    (other) => { const frame = document.createElement('iframe');
            frame.srcdoc = '<script>fetch("http://' + other + '")<' + '/script>';
            document.body.append(frame); },
    (other) => { const frame = document.createElement('iframe');
            frame.srcdoc = '<script>new WebSocket("ws://' + other + '")<' +
                '/script>';
            document.body.append(frame); },
    (other) => { const frame = document.createElement('iframe');
            frame.src = URL.createObjectURL(new Blob([
                '<svg xmlns="http://www.w3.org/2000/svg"><script>' +
                'new WebSocket("ws://' + other + '")<' + '/script></svg>'],
                {type: 'image/svg+xml'}));
            document.body.append(frame); },
    (other) => new Worker(URL.createObjectURL(new Blob([
        'fetch("http://' + other + '")']))),
    (other) => new Worker(URL.createObjectURL(new Blob([
        'new WebSocket("ws://' + other + '")']))),
    () => { const own = new RTCPeerConnection({iceServers: [
                {urls: 'stun:127.0.0.1:PORT'}]});
            own.createDataChannel('x');
            own.createOffer().then((offer) => own.setLocalDescription(offer)); },
    (other) => { top.location = 'http://' + other; },
    (other) => { parent.parent.location = 'http://' + other; },
    (other) => { location = 'http://' + other; },
  ];
  const one = (number) => tries[number]('127.0.0.1:PORT/leak/' + number);
  const only = new URLSearchParams(location.search).get('only');
  document.body.dataset.tries = tries.length;
  if (only) return one(Number(only));
  // Those that lead away come last.
  for (const number of tries.keys()) {
    setTimeout(() => one(number), 3000 + 300 * number);
  }
});
"""
APP_DATA = '{"words": ["seven", "herons", "of", "the", "estuary"]}'
APP_TEXT = "seven herons of the estuary"


def app_files(port):
    """Name, type and body of its files."""
    for name, media_type, body in (
            ("", "text/html", APP_PAGE),
            ("app.js", "text/javascript", APP_SCRIPT),
            ("data.json", "application/json", APP_DATA)):
        yield name, media_type, body.replace("PORT", str(port)).encode()


def write_app(path, port):
    with open(path, "wb") as archive:
        for name, media_type, body in app_files(port):
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
    """What connects to it or sends it datagrams, whatever they say."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Files)
        self.seen = []
        self.datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.datagrams.bind(("127.0.0.1", self.server_port))
        self.datagrams.setblocking(False)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def verify_request(self, request, _):
        request.settimeout(0.3)
        try:
            head = request.recv(1000, socket.MSG_PEEK).decode("latin-1")
        except OSError:
            head = ""
        asked = re.match(r"\w+ (/leak/\d+) ", head)
        self.seen.append(asked.group(1) if asked else "a connection")
        return False

    def all(self):
        try:
            while self.datagrams.recv(1):
                self.seen.append("a datagram")
        except BlockingIOError:
            pass
        return self.seen


# What Chromium notes of a request that no page has made, and the number of its
# note of those for which a window is led to another page.
NO_PAGE = "not an origin"
NAVIGATION = 63171670


def asked_servers(net_log):
    """HOST:PORT of what a net log of Chromium has, but for servers of its maker
    that only Chromium itself has asked."""
    with open(net_log) as file:
        text = file.read()
    # A browser that ends early leaves the list open.
    try:
        log = json.loads(text)
    except ValueError:
        log = json.loads(text.rstrip().rstrip(",") + "]}")
    servers, of_pages, of_chromium, notes = set(), set(), set(), {}
    for event in log["events"]:
        asked = event.get("params", {})
        url = asked.get("url", "")
        if not url.startswith(("http", "ws")):
            continue
        host = urllib.parse.urlsplit(url).netloc
        servers.add(host)
        source = event["source"]["id"]
        if "traffic_annotation" in asked:
            notes[source] = asked["traffic_annotation"]
        if "initiator" in asked:
            is_own = asked["initiator"] == NO_PAGE and \
                notes.get(source) != NAVIGATION and \
                host.endswith((".google.com", ".googleapis.com"))
            (of_chromium if is_own else of_pages).add(host)
    return servers - (of_chromium - of_pages)


def leaks_are_seen(folder, driver, checks):
    """Without wax-serve, each try of the page reaches the other server."""
    leaks = Leaks()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files)
    server.leaks = leaks
    threading.Thread(target=server.serve_forever, daemon=True).start()
    net_log = os.path.join(folder, "control.json")
    google = "leak.google.com:%d" % leaks.server_port
    with browser.Browser(driver, arguments=(
            "--log-net-log=" + net_log, "--disable-background-networking",
            "--host-resolver-rules=MAP leak.google.com 127.0.0.1")) as page:
        tries = [0]
        for number in tries:
            page.open("http://127.0.0.1:%d/app/?only=%d" % (
                server.server_port, number))
            if number == 0:
                time.sleep(1)  # for its data
                tries += range(1, int(page.run(
                    "return document.body.dataset.tries")))
            for _ in range(30):
                if "/leak/%d" % number in leaks.all():
                    break
                time.sleep(0.1)
        page.open("http://127.0.0.1:%d/app/?only=0" % server.server_port)
        page.run("fetch('http://%s/').catch(() => 0)" % google)
        time.sleep(1)
    server.shutdown()
    unseen = [one for one in tries if "/leak/%d" % one not in leaks.all()]
    checks.check(len(tries) > 1 and len(unseen) == 1 and
                 "a datagram" in leaks.all(),
                 "the other server sees each of %d tries of a page, one of them "
                 "by a datagram; not %s" % (len(tries), unseen))
    checks.check({google, "127.0.0.1:%d" % leaks.server_port} <=
                 asked_servers(net_log), "and the browser's log has them")


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
        checks.check(not leaks.all(), "nothing has reached another server; "
                     "%s did" % leaks.all())
        other = "127.0.0.1:%d" % leaks.server_port
        others = {one for one in asked_servers(net_log)
                  if one == other or not one.startswith("127.0.0.1:")}
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
            leaks_are_seen(folder, driver, checks)
            scripts_shown(bin_dir, folder, driver, checks)
        server.shutdown()
    checks.end()


if __name__ == "__main__":
    sys.exit(main())
