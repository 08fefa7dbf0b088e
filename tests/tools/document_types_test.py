#!/usr/bin/env python3
"""Holds docs/DOCUMENT-TYPES.md against what becomes of the archives that it is about.

usage: document_types_test.py BIN SOURCES

Exit code 77: the folder WAX_SHARED is not there, or has other archives.
"""
import difflib
import os
import re
import subprocess
import sys


def main():
    tools, sources = map(os.path.abspath, sys.argv[1:3])
    shared = os.environ.get("WAX_SHARED", os.path.join(sources, "..", "shared"))
    archives = os.path.join(shared, "archives")
    with open(os.path.join(sources, "docs", "DOCUMENT-TYPES.md"), encoding="utf-8") as file:
        page = file.read()
    files = int(re.search(r"All (\d+) files", page)[1])
    if not os.path.isdir(archives) or len(os.listdir(archives)) != files:
        print(f"skipped: {archives} has not the {files} files of the page")
        sys.exit(77)
    written = subprocess.run(
        [sys.executable, os.path.join(sources, "bench", "document-types.py"), tools,
         archives], stdout=subprocess.PIPE, text=True, check=True).stdout
    if written != page:
        print("".join(difflib.unified_diff(page.splitlines(True), written.splitlines(True),
                                           "docs/DOCUMENT-TYPES.md", "written now")))
        sys.exit(1)


if __name__ == "__main__":
    main()
