#!/usr/bin/env python3
"""The units that clang-tidy looks at have each source file of the tools.

usage: tidy_test.py BIN SOURCES
"""
import os
import re
import sys


def main():
    tools, sources = map(os.path.abspath, sys.argv[1:3])
    build = os.path.dirname(tools)
    sys.path.insert(0, os.path.join(sources, "tests"))
    import tidy

    looked_at = set()
    for paths, _, _ in tidy.units(build):
        looked_at.update(paths)
    rooms = re.search(r"HeaderFilterRegex: '/\((.+)\)/'", open(
        os.path.join(sources, ".clang-tidy"), encoding="utf-8").read())[1].split("|")
    assert len(rooms) > 10, rooms
    for room in rooms:
        if room == "python" and not os.path.exists(os.path.join(build, "python/waxwing_warc")):
            continue  # built where its headers are
        for folder, _, files in os.walk(os.path.join(sources, room)):
            for name in files:
                path = os.path.join(folder, name)
                if name.endswith(".cc") and path not in looked_at:
                    sys.exit(f"{path}: clang-tidy does not look at it")


if __name__ == "__main__":
    main()
