#!/usr/bin/env python3
"""jwarc dedupe, against our CDX server, and wax-warc-dedup --against make revisits of
the same records: jwarc_dedupe_test.py BIN_DIR SOURCE_DIR

Exit code 77: jwarc is not installed; CONTRIBUTING.md says how.
"""

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile

import clients


def records(path):
    """(type, URL, date) of each record -> its fields and the header in its block."""
    found = {}
    with gzip.open(path) as archive:
        data = archive.read()
    for match in re.finditer(rb"WARC/1\.[01]\r\n(.*?\r\n)\r\n(.*?\r\n\r\n)?", data,
                             re.S):
        fields = dict(re.findall(rb"([\w-]+): *<?(.*?)>?\r\n", match[1]))
        fields = {name.decode().lower(): value.decode()
                  for name, value in fields.items()}
        if "warc-type" in fields:
            found[(fields["warc-type"], fields.get("warc-target-uri"),
                   fields.get("warc-date"))] = (fields, match[2] or b"")
    return found


def revisits(path):
    """(URL, date) -> URL and date of the original."""
    return {(url, date): (fields["warc-refers-to-target-uri"],
                          fields["warc-refers-to-date"])
            for (kind, url, date), (fields, _) in records(path).items()
            if kind == "revisit"}


def main():
    jwarc = clients.client("jwarc", "jwarc")
    if jwarc is None:
        print("skipped: jwarc is not installed")
        return 77
    bin_dir, source = sys.argv[1:3]
    crawl = os.path.join(os.path.abspath(source), "examples/crawl")
    older = os.path.join(crawl, "valley-2007-10.warc.gz")
    checks = clients.Checks()
    with tempfile.TemporaryDirectory() as folder:
        def wax(name, *arguments):
            return subprocess.run([os.path.join(bin_dir, "wax-" + name), *arguments],
                                  check=True, cwd=folder, stderr=subprocess.PIPE,
                                  text=True).stderr

        newer = shutil.copy(os.path.join(crawl, "valley-2008-05.warc.gz"),
                            os.path.join(folder, "new.warc.gz"))
        cdx = os.path.join(folder, "old.cdx")
        wax("warc-indexer", "-q", "--sort", "-o", cdx, older)
        summary = wax("warc-dedup", "--against", cdx, "-o", "ours.warc.gz", newer)
        with clients.WaxServe(bin_dir, "--cdx", cdx) as serve:
            done = subprocess.run(
                [jwarc, "dedupe", "--minimum-size", "0", "--cdx-server",
                 serve.url + "/captures", newer],
                check=False, cwd=folder, capture_output=True, text=True)
        checks.check(done.returncode == 0, "jwarc asks our server\n" + done.stderr)
        theirs = revisits(os.path.join(folder, "new-dedup.warc.gz"))
        ours = revisits(os.path.join(folder, "ours.warc.gz"))
        checks.check(len(theirs.keys() & ours.keys()) > 40,
                     "both make revisits of %d records" % len(theirs.keys() & ours.keys()))
        not_smaller = re.search(r"revisit not smaller (\d+)", summary)
        checks.check(len(theirs.keys() - ours.keys()) == int(not_smaller[1]),
                     "what jwarc alone makes a revisit would not be smaller: %s"
                     % sorted(theirs.keys() - ours.keys()))
        new = records(newer)
        checks.check(all(b"Transfer-Encoding: chunked" in new[("response", *one)][1]
                         for one in ours.keys() - theirs.keys()),
                     "what jwarc leaves out are bodies in chunks: %s"
                     % sorted(ours.keys() - theirs.keys()))
        old = {(url, date) for kind, url, date in records(older) if kind == "response"}
        for name, made in (("jwarc", theirs), ("ours", ours)):
            checks.check(set(made.values()) <= old,
                         name + ": each revisit names a capture of the older archive")
        wax("warc-restore", "-q", "-o", "again.warc.gz", "--archives", older,
            "ours.warc.gz")
        with gzip.open(os.path.join(folder, "again.warc.gz")) as again:
            with gzip.open(newer) as before:
                checks.check(again.read() == before.read(),
                             "ours is restored byte for byte")
        wax("warc-restore", "-q", "--all", "-o", "jwarc.warc.gz", "--archives", older,
            "new-dedup.warc.gz")
        restored = records(os.path.join(folder, "jwarc.warc.gz"))
        checks.check(theirs.keys() <= {(url, date) for kind, url, date in restored
                                       if kind == "response"},
                     "each revisit of jwarc's becomes a response again")
    checks.end()


if __name__ == "__main__":
    sys.exit(main())
