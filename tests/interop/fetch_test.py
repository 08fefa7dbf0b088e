#!/usr/bin/env python3
"""Other programs read what wax-fetch writes: fetch_test.py BIN_DIR SOURCE_DIR

A site is fetched three times, each time against the collection of those before, and
changes in between. Exit code 77: none of the clients is installed; CONTRIBUTING.md says how.
"""

import base64
import glob
import gzip
import hashlib
import http.server
import os
import subprocess
import sys
import tempfile
import threading
import time

import clients

PIXEL = bytes.fromhex(
    "47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b")


def page(path, number=0):
    """A page, with the number of the round in which it was made."""
    return b"""<!DOCTYPE html><title>Wren</title><link rel=stylesheet href=/style.css>
<p>%s The wren in round %d.<img src=/wren.gif alt=wren>""" % (
        (path.encode() + b" hedge ") * (3 + len(path)), number)


class Site(http.server.BaseHTTPRequestHandler):
    """Pages that stay, change, are moved, chunked, compressed, or not there."""
    protocol_version = "HTTP/1.1"
    round = 0

    def do_GET(self):  # pylint: disable=invalid-name
        answer = {"/": ("text/html", page("/")),
                  "/news": ("text/html", page("/news", self.round)),
                  "/style.css": ("text/css", b"p { background: url(/wren.gif) }"),
                  "/wren.gif": ("image/gif", PIXEL),
                  "/zipped": ("text/html", gzip.compress(page("/zipped"), mtime=0)),
                  "/chunked": ("text/html", page("/chunked"))}.get(self.path)
        if self.path == "/moved":
            self.send_response(301)
            self.send_header("Location", "/")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if answer is None:
            self.send_error(404)
            return
        kind, body = answer
        if self.path == "/wren.gif" and self.headers.get("If-None-Match") == '"1"':
            self.send_response(304)
            self.send_header("ETag", '"1"')
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", kind)
        if self.path == "/wren.gif":
            self.send_header("ETag", '"1"')
        if self.path == "/zipped":
            self.send_header("Content-Encoding", "gzip")
        if self.path == "/chunked":
            self.send_header("Transfer-Encoding", "chunked")
            body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
        else:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def run(*command):
    """The exit code and all output of a program."""
    done = subprocess.run(command, check=False, text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def fetch(bin_dir, site, folder, *options):
    urls = "".join(site + path + "\n"
                   for path in ["/", "/news", "/moved", "/zipped", "/chunked", "/none"])
    subprocess.run(
        [os.path.join(bin_dir, "wax-fetch"), "-q", "--agent", "mybot", "--contact",
         "https://bot.example/", "--allow-private", "--delay", "0", "--page-requisites",
         *options, "-o", folder], input=urls, text=True, check=True)


def check_archives(checks, bin_dir, archives):
    """What validators say of them, those that are installed."""
    code, text = run(os.path.join(bin_dir, "wax-warc-check"), *archives)
    checks.check(code == 0, "wax-warc-check finds nothing: " + text)
    warcio = clients.client("warcio", "warcio")
    if warcio:
        code, text = run(warcio, "check", *archives)
        # It takes the payload with its chunks, which the standard does not.
        digest = base64.b32encode(hashlib.sha1(page("/chunked")).digest()).decode()
        faults = [line for line in text.splitlines() if "failed" in line]
        checks.check(all(digest in line for line in faults),
                     "warcio check finds nothing but a payload in chunks: " + text)
    jwarc = clients.client("jwarc", "jwarc")
    if jwarc:
        code, text = run(jwarc, "validate", *archives)
        checks.check(code == 0, "jwarc validate finds nothing: " + text)
    wacz = clients.client("wacz", "wacz")
    if wacz:
        code, text = run(wacz, "create", "-o", "made.wacz", "-f", *archives)
        checks.check(code == 0, "py-wacz packs them: " + text[-200:])
        code, text = run(wacz, "validate", "-f", "made.wacz")
        checks.check(code == 0 and "is valid" in text, "py-wacz finds its package valid")


def check_replay(checks, archives, site, dates):
    wayback = clients.client("pywb", "wayback")
    if not wayback:
        return
    subprocess.run([clients.client("pywb", "wb-manager"), "init", "site"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    subprocess.run([clients.client("pywb", "wb-manager"), "add", "site", *archives],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    port = clients.free_port()
    with clients.Process(wayback, "-b", "127.0.0.1", "-p", str(port),
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as pywb:
        pywb.wait_for_port(port)

        def replayed(path, date, follow=True):
            status, headers, body = clients.get("http://127.0.0.1:%d/site/%sid_/%s%s" % (
                port, date, site, path), follow=follow)
            if headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            return status, body

        for number, date in enumerate(dates):
            for path in ["/", "/zipped", "/chunked"]:
                checks.check(replayed(path, date) == (200, page(path)),
                             "pywb: %s as it was in round %d" % (path, number))
            checks.check(replayed("/news", date) == (200, page("/news", number)),
                         "pywb: the page that changes as it was in round %d" % number)
            answer = replayed("/wren.gif", date)
            checks.check(answer == (200, PIXEL),
                         "pywb: the picture of round %d %s" % (number, answer))
            checks.check(replayed("/none", date)[0] == 404,
                         "pywb: what was not there in round %d" % number)


def main():
    if not any(map(clients.client, ["warcio", "jwarc", "wacz", "pywb"],
                   ["warcio", "jwarc", "wacz", "wayback"])):
        print("skipped: warcio, jwarc, wacz and pywb are not installed")
        return 77
    bin_dir = os.path.abspath(sys.argv[1])
    checks = clients.Checks()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    site = "http://127.0.0.1:%d" % server.server_port
    dates = []
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for number in range(3):
            Site.round = number
            fetch(bin_dir, site, "round%d" % number, *["--against", "built"][:2 * number])
            dates.append(time.strftime("%Y%m%d%H%M%S", time.gmtime()))
            time.sleep(1.1)  # dates are of seconds
            archives = sorted(glob.glob("round*/*.warc.gz"))
            run(os.path.join(bin_dir, "wax-build"), "-q", "built", *archives)
        check_archives(checks, bin_dir, archives)
        code, text = run(os.path.join(bin_dir, "wax"), "crawl-check", *archives)
        checks.check(code == 0, "wax crawl-check finds nothing missing: " + text[-300:])
        code, text = run(os.path.join(bin_dir, "wax-versions"), "built", site + "/")
        checks.check(code == 0 and text.count("sha1:") == 1, "one version of three rounds: " + text)
        check_replay(checks, archives, site, dates)
        os.chdir("/")
    server.shutdown()
    checks.end()


if __name__ == "__main__":
    sys.exit(main())
