#!/usr/bin/env python3
"""How many wrong programs the tests of a room notice: changes one place of a .cc file at
a time, builds the room's test and runs it.

    tests/mutants.py BUILD [--rooms warc cdx ...] [--count 300] [--seed 1] [--filter GTEST]

BUILD is a build folder in which the tests are built, of a copy of the tree that nobody else
uses (git worktree): files are changed in place and put back. A mutant is "killed" when a
test fails, hangs (three times as long as without it) or the compiler refuses it
("refused", not counted); "equal" when its object is the same. Survivors are listed with
file, line and change. Some 30 to 60 seconds each on two cores.
"""

import argparse
import hashlib
import pathlib
import random
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULES = [
    (r"(?<![<\-=>])<(?=[= ])=?", lambda m: "<=" if m == "<" else "<"),
    (r"(?<![>\-=<])>(?=[= ])=?", lambda m: ">=" if m == ">" else ">"),
    (r"==", lambda m: "!="), (r"!=", lambda m: "=="),
    (r"&&", lambda m: "||"), (r"\|\|", lambda m: "&&"),
    (r" \+ 1\b", lambda m: ""), (r" - 1\b", lambda m: ""),
    (r" \+ (?=\w)", lambda m: " - "), (r"\+\+", lambda m: "--"),
    (r"\btrue\b", lambda m: "false"), (r"\bfalse\b", lambda m: "true"),
    (r"\bbreak;", lambda m: "continue;"), (r"\bcontinue;", lambda m: "break;"),
    (r"\b0\b", lambda m: "1"),
]


def sites(path):
    """(file, line, column, old, new) of each place that can be changed."""
    found = []
    for number, line in enumerate(path.read_text().splitlines()):
        code = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])*\'',
                      lambda m: " " * len(m[0]), line)
        code = code.split("//")[0]
        if re.match(r"\s*(#|case |template|using |namespace )", code):
            continue
        for pattern, change in RULES:
            for match in re.finditer(pattern, code):
                found.append((path, number, match.start(), match[0], change(match[0])))
    return found


def mutated(text, site):
    _, number, column, old, new = site
    lines = text.splitlines(keepends=True)
    line = lines[number]
    lines[number] = line[:column] + new + line[column + len(old):]
    return "".join(lines)


def run(command, limit):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False,
                              timeout=limit).returncode
    except subprocess.TimeoutExpired:
        return -1


def sum_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--rooms", nargs="+",
                        default=["warc", "cdx", "lines", "io", "collection/access"])
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--filter", default="*")
    given = parser.parse_args()
    every = [site for room in given.rooms
             for path in sorted((ROOT / room).rglob("*.cc")) for site in sites(path)]
    chosen = random.Random(given.seed).sample(every, min(given.count, len(every)))
    print(f"{len(every)} places, {len(chosen)} mutants", flush=True)
    counts = {"killed": 0, "refused": 0, "equal": 0, "survived": 0}
    clean = {}
    for site in chosen:
        path = site[0]
        room = path.relative_to(ROOT).parts[0]
        test = given.build / "tests" / f"{room}_test"
        words = [str(test), "--gtest_brief=1", "--gtest_fail_fast",
                 f"--gtest_filter={given.filter}"]
        ninja = ["env", "CCACHE_DISABLE=1", "ninja", "-C", str(given.build), f"{room}_test"]
        if room not in clean:
            if run(ninja, None) != 0:
                sys.exit(f"{room}_test cannot be built")
            began = time.monotonic()
            if run(words, None) != 0:
                sys.exit(f"{room}_test fails without a mutant")
            clean[room] = (time.monotonic() - began, sum_of(test))
        text = path.read_text()
        try:
            path.write_text(mutated(text, site))
            if run(ninja, None) != 0:
                what = "refused"
            elif sum_of(test) == clean[room][1]:
                what = "equal"
            else:
                code = run(words, 3 * clean[room][0] + 5)
                what = "survived" if code == 0 else "killed"
        finally:
            path.write_text(text)
        counts[what] += 1
        if what == "survived":
            line = text.splitlines()[site[1]].strip()
            print(f"{path.relative_to(ROOT)}:{site[1] + 1}: {site[3]!r} -> {site[4]!r}: "
                  f"{line}", flush=True)
    print(", ".join(f"{name} {count}" for name, count in counts.items()))


main()
