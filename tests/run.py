#!/usr/bin/env python3
"""Runs the tests of a preset: run.py PRESET [CTEST OPTION]...

After ctest's output come the skipped tests by reason, and ctest's closing lines
again. Exits as ctest does.
"""

import collections
import os
import re
import subprocess
import sys
import xml.etree.ElementTree

SOURCES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def reason_of(case):
    """The line that the test printed when it was skipped."""
    text = case.findtext("system-out") or ""
    # googletest: "FILE:LINE: Skipped", then the reason.
    found = re.search(r": Skipped\n(.+)", text)
    if found:
        return found.group(1).strip()
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else "no reason given"


def skipped(results):
    reasons = collections.Counter()
    for case in xml.etree.ElementTree.parse(results).iter("testcase"):
        if case.find("skipped") is not None:
            reasons[reason_of(case)] += 1
    return reasons


def main():
    preset, options = sys.argv[1], sys.argv[2:]
    results = os.path.join(SOURCES, "build", preset, "tests.xml")
    ctest = subprocess.Popen(
        ["ctest", "--preset", preset, "-j", str(os.cpu_count()),
         "--output-junit", results, *options],
        cwd=SOURCES, stdout=subprocess.PIPE, text=True, errors="replace")
    closing = []
    for line in ctest.stdout:
        sys.stdout.write(line)
        if line.startswith("Total Test time") or re.match(r"\d+% tests passed",
                                                          line):
            closing.append(line)
    sys.stdout.flush()
    code = ctest.wait()
    reasons = skipped(results) if os.path.exists(results) else {}
    if reasons:
        print("\nSkipped tests by reason:")
        for reason, count in sorted(reasons.items()):
            print(f"{count:6}  {reason}")
    print("\n" + "\n".join(line.rstrip() for line in closing))
    return code


if __name__ == "__main__":
    sys.exit(main())
