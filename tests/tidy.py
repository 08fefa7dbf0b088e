#!/usr/bin/env python3
"""clang-tidy over the units of a build: tidy.py BUILD_FOLDER PASSED_FOLDER

A unit that has passed is a file in PASSED_FOLDER, whose name stands for all that it
is made of, and is not looked at again. Exits with 1 when one has not passed.
"""

import concurrent.futures
import functools
import hashlib
import json
import os
import re
import subprocess
import sys

TIDY = "clang-tidy-14"
SOURCES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def units(build):
    """What the build compiles but for tests, benchmarks and examples: a unit is the
    files of a folder, or one file.
    """
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    for command in commands:
        path = command["file"]
        output = re.search(r" -o (\S+)", command["command"])[1]
        is_made = path.startswith(build) and "/Unity/" not in path
        if not re.match("(tests|fuzz|bench|examples|models)/", output) and not is_made:
            yield path, command["command"]


def files_of_objects(build):
    """The files that each object of the build is made of."""
    said = subprocess.run(["ninja", "-C", build, "-t", "deps"], check=True,
                          capture_output=True, text=True).stdout
    found, files = {}, []
    for line in said.splitlines():
        if line.startswith("    "):
            files.append(os.path.join(build, line.strip()))
        elif ": #deps" in line:
            files = found[line.split(":")[0]] = []
    return found


@functools.cache
def digest_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def main():
    build, passed = os.path.abspath(sys.argv[1]), sys.argv[2]
    os.makedirs(passed, exist_ok=True)
    objects = files_of_objects(build)
    version = subprocess.run([TIDY, "--version"], check=True, capture_output=True,
                             text=True).stdout
    rules = digest_of(os.path.join(SOURCES, ".clang-tidy"))
    todo = []
    for path, command in units(build):
        output = re.search(r" -o (\S+)", command)[1]
        digest = hashlib.sha256("\n".join(
            [version, rules, command.replace(SOURCES, ""),
             *map(digest_of, objects[output])]).encode()).hexdigest()
        place = os.path.join(passed, digest)
        if not os.path.exists(place):
            todo.append((path, place))

    def passes(unit):
        path, place = unit
        done = subprocess.run([TIDY, "-p", build, "--quiet", path],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(done.stdout, end="", flush=True)
            return False
        with open(place, "w", encoding="utf-8"):
            return True

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        results = list(threads.map(passes, todo))
    print(f"{results.count(True)} passed of {len(todo)} units that had not")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
