#!/usr/bin/env python3
"""bench/readme.py tells figures of README.md that are not those of docs/PERFORMANCE.md,
and those that are older than the code they speak of.

    tests/tools/readme_figures_test.py BIN_DIR SOURCE_DIR
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(sys.argv[2])
FILES = ("README.md", "docs/PERFORMANCE.md", "bench/readme.py")


def git(folder, *words, day="2020-01-01"):
    date = f"{day}T12:00:00Z"
    subprocess.run(
        ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@b.c", *words],
        check=True, env=os.environ | {"GIT_COMMITTER_DATE": date, "GIT_AUTHOR_DATE": date})


def commit(folder, name, day):
    """A file in a folder of the code, written on that day."""
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(day)
    git(folder, "add", name)
    git(folder, "commit", "-q", "-m", name, day=day)


def said(folder, work):
    done = subprocess.run([folder / "bench/readme.py", work], check=False,
                          capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def check(folder):
    for name in FILES:
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(SOURCE / name, folder / name)
    git(folder, "init", "-q")
    for room in ("io", "lines", "warc", "cdx", "serve", "index"):
        commit(folder, f"{room}/a.cc", "2020-01-01")
    assert said(folder, "fresh")[0] == 0, said(folder, "fresh")

    # A change of one room makes the figures old that speak of it, and no other.
    commit(folder, "lines/a.cc", "2099-01-01")
    code, text = said(folder, "fresh")
    assert code == 1 and text.startswith("sort 5 million CDX lines"), text
    assert text.count("\n") == 1 and "lines changed on 2099-01-01" in text, text
    assert said(folder, "check") == (0, text)

    readme = folder / "README.md"
    was = readme.read_text()
    row = re.search(r"^\| sort 5 million.*$", was, re.MULTILINE)[0]
    readme.write_text(was.replace(row, row.replace("| 2", "| 1", 1)))
    code, text = said(folder, "check")
    assert code == 1 and "other figures" in text, text
    assert said(folder, "write")[0] == 0 and readme.read_text() == was


with tempfile.TemporaryDirectory() as work:
    check(pathlib.Path(work))
