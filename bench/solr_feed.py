#!/usr/bin/env python3
"""Documents for Solr from archives: wax-import and wax-solr-feed beside
webarchive-discovery's own indexer.

usage: bench/solr_feed.py BIN_DIR ARCHIVE...

The feed goes to a server in this process, which reads it and counts documents; the
indexer writes documents to files. Needs tests/interop/install_clients.sh discovery.
Prints documents, seconds, CPU seconds of the programs, and documents a CPU second.
"""

import glob
import http.server
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))), "tests", "interop"))
import clients  # noqa: E402


class Bulk(http.server.BaseHTTPRequestHandler):
    """Takes documents as OpenSearch does."""
    protocol_version = "HTTP/1.1"
    documents = 0

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        count = body.count(b"\n") // 2
        Bulk.documents += count
        answer = json.dumps({"errors": False, "items": [
            {"index": {"status": 201}}] * count}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


class Measured:
    """CPU seconds are those of children, so not of the server here."""

    def __init__(self):
        self.began, self.before = time.monotonic(), self._cpu()

    @staticmethod
    def _cpu():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def tell(self, name, documents):
        seconds, cpu = time.monotonic() - self.began, self._cpu() - self.before
        print(f"{name:24} {documents:8} documents {seconds:7.1f} s {cpu:7.1f} CPU s "
              f"{documents / cpu:8.1f} a CPU s", flush=True)


def run(*command):
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          check=False)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr.decode())


def main():
    bin_dir, *archives = sys.argv[1:]
    indexer = clients.client("discovery", "warc_indexer")
    if indexer is None:
        sys.exit("the indexer is not installed: "
                 "tests/interop/install_clients.sh discovery")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Bulk)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/x"
    with tempfile.TemporaryDirectory() as folder:
        both = Measured()
        run(bin_dir + "/wax-import", "-q", "-o", folder + "/segment", *archives)
        feed = Measured()
        run(bin_dir + "/wax-solr-feed", "-q", "--opensearch", "--no-commit",
            folder + "/segment", url)
        feed.tell("wax-solr-feed", Bulk.documents)
        both.tell("wax-import and the feed", Bulk.documents)
        theirs = Measured()
        os.mkdir(folder + "/out")
        run(indexer, "-o", folder + "/out", *archives)
        documents = 0
        for path in glob.glob(folder + "/out/*"):
            with open(path, "rb") as lines:
                documents += sum(1 for line in lines if line.strip())
        theirs.tell("webarchive-discovery", documents)
    server.shutdown()


if __name__ == "__main__":
    main()
