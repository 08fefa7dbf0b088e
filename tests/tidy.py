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
import shlex
import shutil
import subprocess
import sys
import tempfile

# That of the Debian release (cmake/clang.cmake).
TIDY = (shutil.which("clang-tidy-14") or shutil.which("clang-tidy-19")
        or "clang-tidy")
SOURCES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def units(build):
    """What the build compiles but for tests, benchmarks and examples: the files of a
    unit, the objects that they became and the compiler's flags. Most of the time goes
    to headers of libraries: what the build compiles by itself, as it does tools, is
    one unit for each twenty files.
    """
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    alone = {}
    for command in commands:
        path = command["file"]
        output = re.search(r" -o (\S+)", command["command"])[1]
        if re.match("(tests|fuzz|bench|examples|models)/", output):
            continue
        words = shlex.split(command["command"].replace("-isystem ", "-isystem"))
        flags = [word for word in words if re.match("-[DI]|-isystem|-std=", word)]
        if "/Unity/" in path:
            with open(path, encoding="utf-8") as unit:
                yield re.findall('#include "(.+)"', unit.read()), [output], flags
        elif not path.startswith(build):
            room = os.path.relpath(path, SOURCES).split("/")[0]
            alone.setdefault(room, []).append((path, output, flags))
    for files in alone.values():
        for start in range(0, len(files), 20):
            paths, outputs, flags = zip(*files[start:start + 20])
            yield list(paths), list(outputs), list(dict.fromkeys(sum(flags, [])))


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


def included(path, number):
    """The line that includes a file; each tool has a function main."""
    line = f'#include "{path}"\n'
    with open(path, encoding="utf-8") as file:
        if not re.search(r"^int main\(", file.read(), re.MULTILINE):
            return line
    return f"#define main(...) main_{number}(__VA_ARGS__)\n{line}#undef main\n"


def main():
    build, passed = os.path.abspath(sys.argv[1]), sys.argv[2]
    os.makedirs(passed, exist_ok=True)
    objects = files_of_objects(build)
    version = subprocess.run([TIDY, "--version"], check=True, capture_output=True,
                             text=True).stdout
    rules = digest_of(os.path.join(SOURCES, ".clang-tidy"))
    todo = []
    for paths, outputs, flags in units(build):
        made_of = sorted({path for output in outputs for path in objects[output]})
        digest = hashlib.sha256("\n".join(
            [version, rules, *(flag.replace(SOURCES, "") for flag in flags),
             *map(digest_of, made_of)]).encode()).hexdigest()
        place = os.path.join(passed, digest)
        if not os.path.exists(place):
            todo.append((paths, flags, place))

    def passes(unit):
        paths, flags, place = unit
        text = "".join(included(path, number) for number, path in enumerate(paths))
        with tempfile.NamedTemporaryFile("w", suffix=".cc", dir=build) as file:
            file.write(text)
            file.flush()
            done = subprocess.run(
                [TIDY, "--quiet", f"--config-file={SOURCES}/.clang-tidy", file.name,
                 "--", *flags],
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
