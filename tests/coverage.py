#!/usr/bin/env python3
"""How much of each room its tests run: branches and lines, by llvm-cov.

    tests/coverage.py [--rooms warc cdx ...] [--least 90] [--files] [--missed] [--kept]
                      [--without PATTERNS] [--write] [--note TEXT]

Builds the preset "coverage" with clang, runs the rooms' test programs, and prints a table
of rooms. --files adds the files of which fewer than --least per cent of the branches ran,
--missed the place of each branch that did not. --without leaves tests out, such as slow
ones, by patterns as in --gtest_filter. --kept counts what the last run left, and runs
nothing. --write puts the table into docs/TESTING.md, with what --note says of the run.
Other tests, of the tools and of Python, are not counted. Exits with 1 when a room is below
--least, or a test fails."""

import argparse
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "coverage"
PAGE = ROOT / "docs" / "TESTING.md"
ROOMS = ["warc", "cdx", "lines", "io", "collection/access"]


def llvm(name):
    for command in (f"{name}-14", f"{name}-19", name):
        if shutil.which(command):
            return command
    sys.exit(f"{name} is missing: apt-get install llvm")


def run(*command, **options):
    subprocess.run([str(word) for word in command], check=True, **options)


class Sum:
    """Branches and lines of a file or of a room."""

    def __init__(self):
        self.branches, self.run_branches, self.lines, self.run_lines = 0, 0, 0, 0

    def add(self, summary):
        self.branches += summary["branches"]["count"]
        self.run_branches += summary["branches"]["covered"]
        self.lines += summary["lines"]["count"]
        self.run_lines += summary["lines"]["covered"]

    @property
    def percent(self):
        return 100 * self.run_branches / self.branches if self.branches else 100

    def row(self, name):
        lines = 100 * self.run_lines / max(self.lines, 1)
        return (f"| {name} | {self.branches:,} | {self.percent:.1f} | {self.lines:,} | "
                f"{lines:.1f} |")


def missed(file):
    """"LINE true" or "LINE false" of each side of a branch that no test takes."""
    sides = {}
    for line, column, _, end, true, false, *_ in file["branches"]:
        counts = sides.setdefault((line, column, end), [0, 0])
        counts[0] += true
        counts[1] += false
    for (line, column, _), counts in sorted(sides.items()):
        for count, side in zip(counts, ("true", "false")):
            if not count:
                yield f"{line}:{column} {side}"


def write(text):
    page = PAGE.read_text()
    PAGE.write_text(re.sub(r"(<!-- coverage -->\n).*?(<!-- end of coverage -->)",
                           lambda m: m[1] + text + "\n" + m[2], page, flags=re.S))


def run_tests(tests, without):
    """Whether all passed."""
    run("cmake", "--preset", "coverage", cwd=ROOT, stdout=subprocess.DEVNULL)
    run("ninja", "-C", BUILD, *tests, stdout=subprocess.DEVNULL)
    passed = True
    for test in tests:
        for old in BUILD.glob(f"{test}-*.profraw"):
            old.unlink()
        # Programs that tests start have counters of their own.
        end = subprocess.run([BUILD / "tests" / test, "--gtest_brief=1",
                              f"--gtest_filter=-{without}"], check=False,
                             env={"LLVM_PROFILE_FILE": str(BUILD / f"{test}-%m.profraw"),
                                  "PATH": "/usr/bin:/bin"}, cwd=BUILD)
        passed = passed and end.returncode == 0
    return passed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rooms", nargs="+", default=ROOMS)
    parser.add_argument("--least", type=float, default=90)
    parser.add_argument("--files", action="store_true")
    parser.add_argument("--missed", action="store_true")
    parser.add_argument("--kept", action="store_true")
    parser.add_argument("--without", default="")
    parser.add_argument("--note", default="")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    tests = sorted({pathlib.Path(room).parts[0] + "_test" for room in given.rooms})
    failed = not given.kept and not run_tests(tests, given.without)
    merged = BUILD / "all.profdata"
    profiles = [path for test in tests for path in BUILD.glob(f"{test}-*.profraw")]
    run(llvm("llvm-profdata"), "merge", "-o", merged, *profiles)
    objects = [word for test in tests[1:] for word in ("-object", BUILD / "tests" / test)]
    exported = subprocess.run(
        [llvm("llvm-cov"), "export", "-skip-functions", f"-instr-profile={merged}",
         BUILD / "tests" / tests[0], *objects], check=True, stdout=subprocess.PIPE).stdout
    rooms = {room: Sum() for room in given.rooms}
    files, places = {}, {}
    for file in json.loads(exported)["data"][0]["files"]:
        # Compilers behind ccache are given names of headers from the build folder on.
        name = os.path.normpath(file["filename"]).removeprefix(f"{ROOT}/")
        for room, total in rooms.items():
            if name.startswith(room + "/"):
                total.add(file["summary"])
                files[name] = Sum()
                files[name].add(file["summary"])
                places[name] = list(missed(file))
    version = subprocess.run([llvm("llvm-cov"), "--version"], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    lines = [f"{datetime.date.today()}, LLVM {re.search(r'version ([0-9.]+)', version)[1]}."
             + (f" {given.note}" if given.note else ""),
             "", "| room | branches | run, % | lines | run, % |", "|---|---|---|---|---|"]
    for room, total in rooms.items():
        lines.append(total.row(room))
        failed = failed or total.percent < given.least
    print("\n".join(lines))
    if given.files:
        for name, total in sorted(files.items(), key=lambda item: item[1].percent):
            if total.percent < given.least and total.branches:
                print(total.row(name))
    if given.missed:
        for name, sides in sorted(places.items()):
            for side in sides:
                print(f"{name}:{side}")
    if given.write:
        write("\n".join(lines))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
