#!/usr/bin/env python3
"""Writes what becomes of each media type of a folder of archives:
bench/document-types.py BIN ARCHIVES >docs/DOCUMENT-TYPES.md"""

import collections
import json
import os
import subprocess
import sys
import tempfile

HEAD = """# What becomes of each media type

All FILES files of the conformance tests (`WAX_SHARED/archives`), imported by

    wax-import --output segment archives
    wax-segment-dump --json segment

`bench/document-types.py BIN ARCHIVES` writes this page, and a test compares it where
these files are. Archives there that are damaged on purpose are imported as far as they
go.

## Documents

The reasons are those of `wax-segment(5)`. An index gives images the words of the
pages that show them, and revisits, which have no body, the text of their originals.

| media type | documents | with text | without | why |
|---|---:|---:|---:|---|
"""

SKIPPED = """
## Records that are not documents

| reason | records |
|---|---:|
"""


def main():
    binaries, archives = sys.argv[1:]
    run = lambda *words, **more: subprocess.run(
        words, stdout=subprocess.PIPE, check=False, **more).stdout.decode()
    with tempfile.TemporaryDirectory() as folder:
        segment = os.path.join(folder, "segment")
        run(os.path.join(binaries, "wax-import"), "--quiet", "--problems",
            os.path.join(folder, "problems"), "-o", segment, archives,
            stderr=subprocess.DEVNULL)
        dump = os.path.join(binaries, "wax-segment-dump")
        lines = run(dump, "--json", "--fields",
                    "url,type,content,no_text,revisit,date_only", segment)
        stats = json.loads(run(dump, "--stats", segment))
    types = collections.defaultdict(lambda: [0, 0, collections.Counter()])
    for line in lines.splitlines():
        document = json.loads(line)
        if document.get("date_only"):
            continue
        if document["url"].startswith("urn:pages.jsonl:"):  # no record
            continue
        name = document.get("type", "")
        if document.get("revisit"):
            name = "a revisit" + (" of " + name if name else "")
        row = types[name]
        row[0] += 1
        if document.get("content"):
            row[1] += 1
        else:
            row[2][document.get("no_text", "none")] += 1
    page = HEAD.replace("FILES", str(len(os.listdir(archives))))
    total = [0, 0, 0]
    for name, (documents, text, reasons) in sorted(types.items()):
        why = ", ".join(f"{reason} {n}" for reason, n in sorted(reasons.items()))
        page += f"| {name} | {documents} | {text} | {documents - text} | {why} |\n"
        for i, n in enumerate((documents, text, documents - text)):
            total[i] += n
    page += "| **all** | {} | {} | {} | |\n".format(*total) + SKIPPED
    for reason, n in sorted(stats["skipped"].items()):
        page += f"| {reason} | {n} |\n"
    page += f"| all read | {stats['read']} |\n"
    print(page, end="")


main()
