#!/usr/bin/env python3
"""Others read archives without duplicate payloads:
payloads_once_test.py BIN_DIR SOURCE_DIR

pywb replays the same bytes from them as before, warcio and jwarc read them.
Exit code 77: none of these is installed; CONTRIBUTING.md says how.
"""

import glob
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
"""


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
    checks.end()
    return 0


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
