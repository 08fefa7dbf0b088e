#!/usr/bin/env python3
"""warcprox de-duplicates by our /cdx: warcprox_test.py BIN_DIR SOURCE_DIR

Exit code 77: warcprox is not installed; CONTRIBUTING.md says how.
"""

import glob
import gzip
import http.server
import os
import subprocess
import sys
import tempfile
import threading
import time

import clients

PAGES = {"/same": b"The same heron. " * 100, "/other": b"First version. " * 100}


class Origin(http.server.BaseHTTPRequestHandler):
    """The site that is recorded."""
    # With HTTP/1.0, the proxy may reuse a connection that is being closed.
    protocol_version = "HTTP/1.1"

    def do_GET(self):  # pylint: disable=invalid-name
        body = PAGES[self.path]
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def record(warcprox, folder, origin, *options):
    """Records the pages; the records as (type, URL, header)."""
    os.mkdir(folder)
    port = clients.free_port()
    with clients.Process(
            warcprox, "-b", "127.0.0.1", "-p", str(port), "-d", folder, "-z",
            "--base32", "--stats-db-file", "/dev/null", "--quiet", *options,
            cwd=folder, stderr=subprocess.DEVNULL) as proxy:
        proxy.wait_for_port(port)
        for path in PAGES:
            status, _, body = clients.get(
                origin + path, proxy="http://127.0.0.1:%d" % port)
            assert status == 200 and body == PAGES[path]
        time.sleep(1)
    records = []
    for path in sorted(glob.glob(os.path.join(folder, "*.warc*"))):
        with gzip.open(path) as file:
            for text in file.read().split(b"WARC/1.0\r\n")[1:]:
                head = dict(line.split(": ", 1) for line in text.split(
                    b"\r\n\r\n")[0].decode().split("\r\n"))
                records.append((head["WARC-Type"],
                                head.get("WARC-Target-URI"), head))
    return records


def captures(bin_dir, folder):
    """A sorted CDX file of the archives in a folder."""
    path = folder + ".cdx"
    archives = glob.glob(os.path.join(folder, "*.warc*"))
    index = subprocess.run(
        [os.path.join(bin_dir, "wax-warc-indexer"), "-q", *archives],
        check=True, stdout=subprocess.PIPE).stdout
    subprocess.run([os.path.join(bin_dir, "wax-cdx-sort"), "-q", "-o", path],
                   check=True, input=index)
    return path


def main():
    warcprox = clients.client("warcprox", "warcprox")
    if warcprox is None:
        print("skipped: warcprox is not installed")
        return 77
    bin_dir = sys.argv[1]
    checks = clients.Checks()
    # warcprox refuses to record 127.0.0.1.
    server = http.server.ThreadingHTTPServer(("127.0.0.2", 0), Origin)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = "http://127.0.0.2:%d" % server.server_port
    with tempfile.TemporaryDirectory() as folder:
        first = record(warcprox, os.path.join(folder, "first"), origin,
                       "-j", "/dev/null")
        checks.check(sorted(kind for kind, url, _ in first if url and
                            kind != "request") == ["response", "response"],
                     "the first recording has both pages")
        PAGES["/other"] = b"Second version. " * 100
        index = captures(bin_dir, os.path.join(folder, "first"))
        with clients.WaxServe(bin_dir, "--cdx", index) as serve:
            second = record(warcprox, os.path.join(folder, "second"), origin,
                            "--cdxserver-dedup", serve.url + "/cdx")
        kinds = {url: (kind, head) for kind, url, head in second
                 if kind in ("response", "revisit")}
        kind, head = kinds[origin + "/same"]
        checks.check(kind == "revisit", "a page that stayed is a revisit")
        dates = [head["WARC-Date"] for _, url, head in first
                 if url == origin + "/same"]
        checks.check(head.get("WARC-Refers-To-Date") in dates,
                     "of the capture that the index has")
        checks.check(kinds[origin + "/other"][0] == "response",
                     "a page that changed is recorded again")
    server.shutdown()
    checks.end()


if __name__ == "__main__":
    sys.exit(main())
