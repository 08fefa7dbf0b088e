#!/usr/bin/env python3
"""Others read archives without duplicate payloads, and joined segments:
payloads_once_test.py BIN_DIR SOURCE_DIR

pywb replays the same bytes from them as before, warcio and jwarc read them.
Exit code 77: none of these is installed; CONTRIBUTING.md says how.
"""

import base64
import glob
import gzip
import hashlib
import os
import subprocess
import sys
import tempfile

import clients

CONFIG = """
collections:
  before:
    index_paths: %(folder)s/before.cdxj
    archive_paths: %(crawl)s/
  once:
    index_paths: %(folder)s/once.cdxj
    archive_paths: %(folder)s/once/
  joined:
    index_paths: %(folder)s/joined.cdxj
    archive_paths: %(folder)s/
"""

SEGMENTED = "http://segmented.test/long"
PAGE = b"".join(b"<p>Line %d of a long page.\n" % i for i in range(5000))


def digest_of(data):
    return "sha1:" + base64.b32encode(hashlib.sha1(data).digest()).decode()


def segmented():
    """A WARC file whose response is in three records."""
    block = (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d"
             b"\r\n\r\n" % len(PAGE)) + PAGE
    parts = [block[:50_000], block[50_000:90_000], block[90_000:]]
    names = [f"<urn:uuid:00000000-0000-4000-8000-{i:012}>" for i in range(3)]
    members = []
    for i, part in enumerate(parts):
        fields = [("WARC-Type", "response" if i == 0 else "continuation"),
                  ("WARC-Record-ID", names[i]),
                  ("WARC-Date", "2009-01-02T03:04:05Z"),
                  ("WARC-Target-URI", SEGMENTED),
                  ("WARC-Segment-Number", str(i + 1)),
                  ("WARC-Block-Digest", digest_of(part)),
                  ("WARC-Payload-Digest", digest_of(PAGE)),
                  ("Content-Length", str(len(part)))]
        if i == 0:
            fields.append(("Content-Type", "application/http;msgtype=response"))
        else:
            fields.append(("WARC-Segment-Origin-ID", names[0]))
        if i == 2:
            fields.append(("WARC-Segment-Total-Length", str(len(block))))
        head = "WARC/1.1\r\n" + "".join(f"{name}: {value}\r\n"
                                        for name, value in fields)
        members.append(gzip.compress(head.encode() + b"\r\n" + part +
                                     b"\r\n\r\n"))
    return b"".join(members)


def main():
    wayback = clients.client("pywb", "wayback")
    warcio = clients.client("warcio", "warcio")
    jwarc = clients.client("jwarc", "jwarc")
    if not (wayback or warcio or jwarc):
        print("skipped: neither pywb nor warcio nor jwarc is installed")
        return 77
    bin_dir, source = sys.argv[1:3]
    crawl = os.path.join(os.path.abspath(source), "examples/crawl")
    before = sorted(glob.glob(crawl + "/*.warc*"))
    checks = clients.Checks()

    def wax(name, *arguments):
        subprocess.run([os.path.join(bin_dir, "wax-" + name), "-q",
                        *arguments], check=True)

    with tempfile.TemporaryDirectory() as folder:
        once = os.path.join(folder, "once")
        wax("warc-dedup", "-d", once, *before)
        after = sorted(glob.glob(once + "/*"))
        checks.check([os.path.basename(path) for path in before] ==
                     [os.path.basename(path) for path in after],
                     "each archive is written")
        for name, archives in (("before", before), ("once", after)):
            wax("warc-indexer", "--format", "cdxj", "--sort", "-o",
                os.path.join(folder, name + ".cdxj"), *archives)
        parts = os.path.join(folder, "parts.warc.gz")
        with open(parts, "wb") as out:
            out.write(segmented())
        joined = os.path.join(folder, "joined.warc.gz")
        wax("warc-recompress", "--join", "-o", joined, parts)
        wax("warc-indexer", "--format", "cdxj", "-o",
            os.path.join(folder, "joined.cdxj"), joined)
        if warcio:
            check_joined(checks, warcio, joined)
        if jwarc:
            listed = subprocess.run([jwarc, "ls", joined], check=False,
                                    capture_output=True, text=True)
            checks.check(listed.returncode == 0 and
                         listed.stdout.count(SEGMENTED) == 1,
                         "jwarc lists one record of what was in three")
        if warcio:
            # wget's own revisits state the digest of another block.
            answer = subprocess.run(
                [warcio, "check", os.path.join(
                    once, "valley-2008-05.warc.gz")], check=False)
            checks.check(answer.returncode == 0, "warcio finds the digests right")
        if jwarc:
            for path in after:
                listed = subprocess.run([jwarc, "ls", path], check=False,
                                        capture_output=True, text=True)
                checks.check(listed.returncode == 0 and
                             "revisit" in listed.stdout,
                             "jwarc lists " + os.path.basename(path))
        if wayback:
            with open(os.path.join(folder, "config.yaml"), "w",
                      encoding="utf-8") as config:
                config.write(CONFIG % {"folder": folder, "crawl": crawl})
            port = clients.free_port()
            with clients.Process(
                    wayback, "-b", "127.0.0.1", "-p", str(port), "-d", folder,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL) as pywb:
                pywb.wait_for_port(port)
                replay(checks, "http://127.0.0.1:%d" % port,
                       os.path.join(folder, "before.cdxj"))
                answer = clients.get("http://127.0.0.1:%d/joined/20090102030405id_/%s"
                                     % (port, SEGMENTED))
                checks.check(answer[0] == 200 and answer[2] == PAGE,
                             "pywb replays what was in three records")
    checks.end()
    return 0


def check_joined(checks, warcio, joined):
    answer = subprocess.run([warcio, "check", joined], check=False)
    checks.check(answer.returncode == 0, "warcio finds the joined digests right")
    answer = subprocess.run([warcio, "extract", "--payload", joined, "0"],
                            check=False, capture_output=True)
    checks.check(answer.returncode == 0 and answer.stdout == PAGE,
                 "warcio reads the page of three records")


def replay(checks, pywb, cdxj):
    captures = set()
    with open(cdxj, encoding="utf-8") as lines:
        for line in lines:
            if '"status": "200"' not in line:
                continue
            url = line.split('"url": "', 1)[1].split('"', 1)[0]
            captures.add((line.split(" ", 2)[1], url))
    checks.check(len(captures) > 100, "there are captures to replay")
    for date, url in sorted(captures):
        answers = [clients.get("%s/%s/%sid_/%s" % (pywb, name, date, url))
                   for name in ("before", "once")]
        checks.check(answers[0][0] == 200 and
                     answers[0][::2] == answers[1][::2],
                     "%s of %s is the same" % (url, date))


if __name__ == "__main__":
    sys.exit(main())
