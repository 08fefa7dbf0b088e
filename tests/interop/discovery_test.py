#!/usr/bin/env python3
"""Documents of wax-solr-feed and of webarchive-discovery's own indexer.

usage: discovery_test.py BIN_DIR SOURCE_DIR [ARCHIVE]...

Compares field by field, and prints how many are equal and what differs in fields of
SAME; docs/decisions/collection/search-servers.md says why. These are equal in nine of
ten documents at least.

Exit code 77: the indexer is not installed; CONTRIBUTING.md says how.
"""

import collections
import glob
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading

import clients

BIN, SOURCE = sys.argv[1:3]
INDEXER = clients.client("discovery", "warc_indexer")
if INDEXER is None:
    print("skipped: the indexer of webarchive-discovery is not installed")
    sys.exit(77)
checks = clients.Checks()

SAME = ["id", "url", "host", "domain", "crawl_date", "wayback_date", "hash",
        "record_type", "status_code", "url_path", "url_type", "resourcename",
        "content_type_ext", "source_file_offset"]


class Bulk(http.server.BaseHTTPRequestHandler):
    """Takes documents as OpenSearch does."""
    protocol_version = "HTTP/1.1"
    documents = {}

    def do_POST(self):
        size = int(self.headers.get("Content-Length", 0))
        lines = iter(self.rfile.read(size).decode().splitlines())
        items = []
        for head in lines:
            action, about = next(iter(json.loads(head).items()))
            if action == "delete":
                gone = self.documents.pop(about["_id"], None)
                items.append({action: {"status": 404 if gone is None else 200}})
                continue
            document = json.loads(next(lines))
            self.documents[document["id"]] = document
            items.append({action: {"status": 201}})
        body = json.dumps({"errors": False, "items": items}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def ours(folder, archives):
    subprocess.run([BIN + "/wax-build", "-q", folder + "/crawl", *archives],
                   check=False, capture_output=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Bulk)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    done = subprocess.run(
        [BIN + "/wax-solr-feed", "-q", "--opensearch", "--no-commit",
         folder + "/crawl", "http://127.0.0.1:%d/x" % server.server_port],
        check=False, capture_output=True, text=True)
    server.shutdown()
    checks.check(done.returncode == 0, "the feed: " + done.stderr.strip())
    return Bulk.documents


def theirs(folder, archives):
    """By identity: all documents that have it, for requests have it as well."""
    out = folder + "/discovery"
    os.mkdir(out)
    subprocess.run([INDEXER, "-o", out, *archives], check=False,
                   capture_output=True, cwd=folder)
    found = collections.defaultdict(list)
    for path in glob.glob(out + "/*"):
        with open(path, encoding="utf-8") as lines:
            for line in filter(str.strip, lines):
                document = json.loads(line)
                found[document["id"]].append(document)
    return found


def values(value):
    if value in (None, "", [], [None]):
        return []
    return sorted(map(str, value if isinstance(value, list) else [value]))


def compare(our, their):
    counts = collections.defaultdict(collections.Counter)
    differences = []
    for name, one in our.items():
        # Of one identity: the record of the page, of the same payload if any is.
        others = [other for other in their.get(name, []) if other["record_type"]
                  not in ("request", "metadata", "warcinfo")]
        if not others:
            continue
        other = max(others, key=lambda d: d["hash"] == one.get("hash"))
        for field in set(one) | set(other):
            a, b = values(one.get(field)), values(other.get(field))
            if not a and not b:
                continue
            kind = ("equal" if a == b else "only ours" if not b else
                    "only theirs" if not a else "other")
            counts[field][kind] += 1
            if kind != "equal" and field in SAME:
                differences.append((name, one["url"], field, a, b))
    return counts, differences


with tempfile.TemporaryDirectory() as folder:
    archives = [os.path.abspath(path) for path in sys.argv[3:]] or sorted(
        path for path in glob.glob(os.path.abspath(SOURCE) + "/examples/crawl/*")
        if path.endswith((".arc.gz", ".warc.gz", ".arc", ".warc")))
    our, their = ours(folder, archives), theirs(folder, archives)
    both = set(our) & set(their)
    print("%d documents, %d of the indexer, %d of both" % (
        len(our), len(their), len(both)))
    checks.check(len(both) > len(our) / 2, "most documents have their counterpart")
    counts, differences = compare(our, their)
    for field in sorted(counts):
        print("%-24s" % field, dict(counts[field]))
    for difference in differences:
        print(*difference, sep="\n    ")
    for field in SAME:
        equal, every = counts[field]["equal"], sum(counts[field].values())
        checks.check(equal >= 0.9 * every, "%s: %d of %d" % (field, equal, every))
checks.end()
