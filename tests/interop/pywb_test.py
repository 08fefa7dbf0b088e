#!/usr/bin/env python3
"""pywb replays the example crawl over our /cdx: pywb_test.py BIN_DIR SOURCE_DIR

Exit code 77: pywb is not installed; CONTRIBUTING.md says how.
"""

import json
import os
import subprocess
import sys
import tempfile

import clients

SITE = "http://www.waxwing-valley.example/"

CONFIG = """
collections:
  archives:
    index_paths: cdx+%(url)s/valley/cdx
    archive_paths: %(crawl)s/
  raw:
    index_paths: cdx+%(url)s/cdx /raw
  outback:
    index_paths:
      type: cdx
      api_url: "%(url)s/valley?url={url}&closest={closest}&sort=closest"
      replay_url: ""
    archive_paths: %(crawl)s/
  xml:
    index_paths: xmlquery+%(url)s/valley
    archive_paths: %(crawl)s/
"""


def add_wacz(bin_dir, valley, folder):
    """The hits of a search as WACZ, which pywb's manager unpacks and indexes."""
    wacz = os.path.join(folder, "hits.wacz")
    subprocess.run([os.path.join(bin_dir, "wax-search"), "-q", "--wacz", wacz,
                    valley, "castle OR wombat"], check=True,
                   stdout=subprocess.DEVNULL)
    manager = clients.client("pywb", "wb-manager")
    for command in (["init", "wacz"], ["add", "wacz", "--unpack-wacz", wacz]):
        subprocess.run([manager, *command], check=True, cwd=folder,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main():
    wayback = clients.client("pywb", "wayback")
    if wayback is None:
        print("skipped: pywb is not installed")
        return 77
    bin_dir, source = sys.argv[1:3]
    crawl = os.path.join(os.path.abspath(source), "examples/crawl")
    checks = clients.Checks()
    with tempfile.TemporaryDirectory() as folder:
        valley = os.path.join(folder, "valley")
        subprocess.run([os.path.join(bin_dir, "wax-build"), "-q", valley,
                        crawl], check=True)
        with clients.WaxServe(bin_dir, valley, "--archives", crawl) as serve:
            with open(os.path.join(folder, "config.yaml"), "w",
                      encoding="utf-8") as config:
                config.write(CONFIG % {"url": serve.url, "crawl": crawl})
            add_wacz(bin_dir, valley, folder)
            port = clients.free_port()
            with clients.Process(
                    wayback, "-b", "127.0.0.1", "-p", str(port), "-d", folder,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL) as pywb:
                pywb.wait_for_port(port)
                replay(checks, "http://127.0.0.1:%d" % port)
    checks.end()


def replay(checks, pywb):
    for name in ["archives", "raw", "outback", "xml", "wacz"]:
        for date, text in [("20061116", b"castle"), ("20090601", b"castle")]:
            status, _, body = clients.get(
                "%s/%s/%sid_/%s" % (pywb, name, date, SITE))
            checks.check(status == 200 and text in body,
                         "%s: the page of %s is replayed" % (name, date))
        status, _, body = clients.get(
            "%s/%s/2007mp_/%s" % (pywb, name, SITE))
        checks.check(status == 200 and b"wombat" in body,
                     "%s: a page is replayed with links rewritten" % name)
        status, _, _ = clients.get(
            "%s/%s/2007id_/%snone" % (pywb, name, SITE))
        checks.check(status == 404, "%s: what was not archived is not" % name)
    # Statuses and redirects are those of the archive, wherever pywb reads it.
    for path, date in [("go?to=birds", "20061105090104"),
                       ("contact.html", "20080512071558")]:
        answers = []
        for name in ["archives", "raw"]:
            status, headers, _ = clients.get(
                "%s/%s/%sid_/%s%s" % (pywb, name, date, SITE, path),
                follow=False)
            location = headers.get("Location", "").replace(
                "/%s/" % name, "/NAME/")
            answers.append((status, location))
        checks.check(answers[0] == answers[1] and answers[0][0] in (302, 404),
                     "%s has the same status and location: %s" %
                     (path, answers))
    _, _, body = clients.get(
        "%s/archives/cdx?url=%s&output=json" % (pywb, SITE))
    lines = [json.loads(line) for line in body.splitlines()]
    dates = [line["timestamp"] for line in lines]
    checks.check(len(dates) > 3 and dates == sorted(dates),
                 "pywb's own index lists our captures in order")
    status, headers, _ = clients.get(
        "%s/archives/timemap/link/%s" % (pywb, SITE))
    checks.check(status == 200 and "link-format" in headers["Content-Type"],
                 "pywb's TimeMap lists them")


if __name__ == "__main__":
    sys.exit(main())
