#!/usr/bin/env python3
"""Builds show a bar in a terminal for each step that takes seconds, and none elsewhere.

    tests/tools/progress_test.py BIN_DIR SLOW_CALLS_LIBRARY CRAWL

The steps are slowed by the library (tests/preload/slow_calls.cc), so that each takes
more than the two seconds after which there must be a bar.
"""

import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

# Each line that a build writes with -v ends a step or begins one. A bar comes after
# two seconds; the rest is for a machine with much to do.
LONGEST_WITHOUT_BAR = 3.5
BAR = re.compile(rb"\r[^\r\n]*[0-9]+( s|%)")


def timed_output(command, environment):
    """What the command writes to a terminal: pieces with the times when they came."""
    terminal, side = pty.openpty()
    with subprocess.Popen(command, env=environment, stdout=side, stderr=side,
                          stdin=side, close_fds=True) as process:
        os.close(side)
        pieces = []
        while True:
            ready, _, _ = select.select([terminal], [], [], 0.1)
            try:
                piece = os.read(terminal, 65536) if ready else b""
            except OSError:  # the other side is closed
                break
            if piece:
                pieces.append((time.monotonic(), piece))
            elif ready or process.poll() is not None:
                break
        code = process.wait()
    os.close(terminal)
    return code, pieces


def steps_of(pieces):
    """(seconds, what was drawn meanwhile, line) for each line."""
    steps = []
    began = pieces[0][0]
    drawn = b""
    for moment, piece in pieces:
        *lines, rest = piece.split(b"\n")
        for line in lines:
            steps.append((moment - began, drawn + line, (drawn + line)[-120:]))
            began, drawn = moment, b""
        drawn += rest
    return steps


def main():
    bin_dir, library, crawl = sys.argv[1:]
    slowed = dict(os.environ, LD_PRELOAD=os.path.abspath(library),
                  WAX_SLOW_CALLS="120000")
    build = [os.path.join(bin_dir, "wax-build"), "-v", "-j1"]
    archives = [os.path.join(crawl, name) for name in os.listdir(crawl)
                if ".arc" in name or ".warc" in name]
    with tempfile.TemporaryDirectory() as folder:
        with subprocess.Popen(
                [*build, os.path.join(folder, "elsewhere"), *archives], env=slowed,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as elsewhere:
            code, pieces = timed_output(
                [*build, os.path.join(folder, "out"), *archives], slowed)
            text, _ = elsewhere.communicate()
    assert code == 0, b"".join(piece for _, piece in pieces)
    assert elsewhere.returncode == 0, text
    assert b"\r" not in text and b"\x1b" not in text, text
    long_steps = 0
    for seconds, drawn, line in steps_of(pieces):
        if seconds < LONGEST_WITHOUT_BAR:
            continue
        long_steps += 1
        assert BAR.search(drawn), (seconds, line)
    assert long_steps >= 4, [(s, l) for s, _, l in steps_of(pieces)]
    print(f"bars for {long_steps} steps")


if __name__ == "__main__":
    main()
