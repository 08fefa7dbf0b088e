#!/usr/bin/env python3
"""How many wrong programs the tests of a room notice: changes one place of a room's code at
a time, and runs the room's tests.

    tests/mutants.py [BUILD] [--rooms warc cdx ...] [--count 300]
                     [--widest name|folder|room] [--without PATTERNS] [--again] [--write]

BUILD is a build folder with the programs of the rooms' tests, by default that of the preset
"coverage" (tests/coverage.py). It has to be one of -O0, in which no function is part of
another, with WAX_REPLACEABLE, in which none is called but by its name: the changed file is
compiled by itself and linked before the library, which has it too. The sources are not
touched. Tests run as root in namespaces of their own, in which only /tmp can be written.

Places are drawn by WAX_SEED (1), until equally many of each room count. A mutant is
"killed" when a test fails, crashes or takes ten times as long; "survived" when none does;
"refused" when the compiler does not take it, and "equal" when the object is the same or
tests/mutants_equal.tsv says why no test can tell; both are not counted.

The tests that have the name of the changed file come first, then those of its folder, then
all of the room; --widest says where to end: with the first ones that there are, after the
folder's, or after all. --without leaves tests out of these, such as slow ones, by patterns
as in --gtest_filter. BUILD/mutants-SEED.tsv keeps what was found, and a later run
goes on from it; --again tries those again that survived. --write puts the table into
docs/TESTING.md, also with --count 0 for what there is. Exits with 1 when fewer than 90 %
were killed."""

import argparse
import csv
import datetime
import json
import os
import pathlib
import random
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "TESTING.md"
EQUAL = ROOT / "tests" / "mutants_equal.tsv"
ROOMS = ["warc", "cdx", "lines", "io", "collection/access"]
COLUMNS = ["room", "file", "line", "column", "old", "new", "text", "outcome", "by"]
RULES = [
    (r"(?<= )<=?(?= )", lambda m: "<=" if m == "<" else "<"),
    (r"(?<= )>=?(?= )", lambda m: ">=" if m == ">" else ">"),
    (r"==", lambda m: "!="), (r"!=", lambda m: "=="),
    (r"&&", lambda m: "||"), (r"\|\|", lambda m: "&&"),
    (r" \+ 1\b", lambda m: ""), (r" - 1\b", lambda m: ""),
    (r" \+ (?=\w)", lambda m: " - "), (r" - (?=\w)", lambda m: " + "),
    (r"\+=", lambda m: "-="), (r"\+\+", lambda m: "--"),
    (r"\btrue\b", lambda m: "false"), (r"\bfalse\b", lambda m: "true"),
    (r"\bbreak;", lambda m: "continue;"), (r"\bcontinue;", lambda m: "break;"),
    (r"(?<![\w.'])\d+(?![\w.'])", lambda m: str(int(m) + 1)),
    (r"(?<=return )(?!(?:nullptr|std::nullopt|false|0);)[^;{}]+(?=;)", lambda m: "{}"),
]
CONDITION = re.compile(r"\b(?:if|while) \(")


def conditions(code):
    """(column, condition) of each one that ends in its line and declares nothing."""
    for match in CONDITION.finditer(code):
        depth, end = 1, match.end()
        while end < len(code) and depth:
            depth += {"(": 1, ")": -1}.get(code[end], 0)
            end += 1
        inner = code[match.end():end - 1]
        if not depth and ";" not in inner and not re.search(r"\w [*&]?\w+ = ", inner):
            yield match.end(), inner


def sites(path):
    """(file, line, column, old, new) of each place that can be changed."""
    found = []
    for number, line in enumerate(path.read_text().splitlines()):
        code = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])*\'',
                      lambda m: "'" * len(m[0]), line)
        code = code.split("//")[0]
        if re.match(r"\s*(#|case |template|using |namespace |static_assert)", code):
            continue
        for pattern, change in RULES:
            for match in re.finditer(pattern, code):
                column, old = match.start(), line[match.start():match.end()]
                found.append((path, number, column, old, change(match[0])))
        for column, inner in conditions(code):
            old = line[column:column + len(inner)]
            found.append((path, number, column, old, f"!({old})"))
    return found


def mutated(text, site):
    _, number, column, old, new = site
    lines = text.splitlines(keepends=True)
    line = lines[number]
    lines[number] = line[:column] + new + line[column + len(old):]
    return "".join(lines)


class Build:
    """How BUILD compiles a file and links a test."""

    def __init__(self, folder):
        self.folder = folder
        self.commands = {}
        self.units = {}  # by source: the file that is compiled, and its object
        for entry in json.loads((folder / "compile_commands.json").read_text()):
            words = shlex.split(entry["command"])
            words = words[next(i for i, word in enumerate(words) if "clang" in word
                               or "g++" in word or "c++" in word):]
            source = pathlib.Path(entry["file"])
            sources = re.findall(r'^#include "(.*)"', source.read_text(), re.M) \
                if "/Unity/" in entry["file"] and source.exists() else [entry["file"]]
            for one in sources:
                self.commands.setdefault(one, self.plain(words, entry))
                self.units.setdefault(one, (entry["file"], words[words.index("-o") + 1]))
        self.links = {}

    def plain(self, words, entry):
        """The command without its files, and without counters."""
        left = words[:words.index("-o")]
        return [word for word in left if not word.startswith(("-fprofile", "-fcoverage"))
                and word != "-Werror"] + ["-w", "-g0"]

    def compile(self, source, text_root, object_file):
        command = list(self.commands[str(source)])
        command[1:1] = [f"-I{text_root}"]
        changed = text_root / source.relative_to(ROOT)
        given = changed if changed.exists() else source
        if source.is_relative_to(ROOT / "tests"):
            given = self.units[str(source)][0]
        return subprocess.run(command + ["-o", str(object_file), "-c", str(given)],
                              cwd=self.folder, check=False,
                              capture_output=True).returncode == 0

    def link(self, test, objects, replaced, program):
        if test not in self.links:
            printed = subprocess.run(["ninja", "-C", str(self.folder), "-t", "commands", test],
                                     check=True, capture_output=True, text=True).stdout
            self.links[test] = shlex.split(printed.splitlines()[-1])[2:-2]
        command = [replaced.get(word, word) for word in self.links[test]]
        command[command.index("-o") + 1] = str(program)
        command[1:1] = [str(one) for one in objects]
        command += ["-Wl,--allow-multiple-definition", "-fuse-ld=gold"]
        return subprocess.run(command, cwd=self.folder, check=False, capture_output=True)


# Nothing but /tmp, which is empty, can be written; no other process can be seen.
SANDBOX = ["unshare", "-m", "-p", "-f", "--kill-child", "--mount-proc", "sh", "-c",
           "mount -o remount,ro,bind / && mount -t tmpfs -o size=4g tmpfs /tmp && "
           "cd /tmp && exec \"$@\"", "sh"]


def run(program, words, cpu, wall):
    """(whether all passed, the test that did not)."""
    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 5))
        resource.setrlimit(resource.RLIMIT_AS, (16 << 30, 16 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    command = [*SANDBOX, str(program), *words]
    with tempfile.TemporaryFile(dir=program.parent) as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT,
                                 stdin=subprocess.DEVNULL, preexec_fn=limits,
                                 env={"PATH": "/usr/bin:/bin",
                                      "LLVM_PROFILE_FILE": "/dev/null"})
        late = ""
        try:
            child.wait(wall)
        except subprocess.TimeoutExpired:
            late = " (in time)"
        finally:
            child.kill()
            child.wait()
        out.seek(0)
        printed = out.read().decode(errors="replace")
    failed = re.findall(r"^\[  FAILED  \] ([\w/.]+)", printed, re.M)
    begun = re.findall(r"^\[ RUN      \] ([\w/.]+)", printed, re.M)
    if child.returncode == 0:
        return True, ""
    return False, (failed[:1] or begun[-1:] or ["?"])[0] + late


def processor_seconds():
    """That children took which have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def suites(path):
    """The names of the suites in a test file, for --gtest_filter."""
    if not path.exists():
        return []
    return sorted(set(re.findall(r"^(?:TYPED_)?TEST(?:_F|_P)?\((\w+),", path.read_text(),
                                 re.M)))


def mirror(path):
    relative = path.relative_to(ROOT).with_suffix("")
    return ROOT / "tests" / relative.parent / f"{relative.name}_test.cc"


def users(path):
    """The files to compile for a change of `path`: of a header, up to four that include it,
    or a header that does; first the one of its name."""
    if path.suffix == ".cc":
        return [path]
    room = ROOT / path.relative_to(ROOT).parts[0]
    texts = {file: file.read_text() for file in sorted(room.rglob("*.*"))
             if file.suffix in (".cc", ".h")}
    found = [path]
    for header in found:  # which grows
        line = f'#include "{header.relative_to(ROOT)}"'
        found += [file for file, text in texts.items() if line in text and file not in found]
    sources = [file for file in found if file.suffix == ".cc"]
    sources.sort(key=lambda file: file.with_suffix("") != path.with_suffix(""))
    return sources[:4]


class Room:
    """The tests of a room."""

    def __init__(self, build, name, widest, left_out):
        self.widest, self.left_out = widest, [name for name in left_out if name]
        self.test = pathlib.Path(name).parts[0] + "_test"
        self.program = build.folder / "tests" / self.test
        self.known = {}

    def clean(self, names, without):
        """The filter of the suites `names`, or of all, without tests that fail anyhow, and
        the seconds of the processor and of the clock in which they have to end."""
        words = tuple(names)
        if words in self.known:
            return self.known[words]
        chosen = ":".join(f"{name}.*:*/{name}.*:{name}/*" for name in names) or "*"
        without = list(without)
        while True:
            tests = f"--gtest_filter={chosen}" + "".join(
                f"{':' if i else '-'}{name}" for i, name in enumerate(without))
            began, before = time.monotonic(), processor_seconds()
            passed, by = run(self.program, [tests], 3600, 3600)
            if passed:
                break
            if by == "?" or len(without) > 100:
                sys.exit(f"{self.test} fails without a change: {by}")
            print(f"without {by}, which fails anyhow", flush=True)
            without.append(by)
        self.known[words] = (tests, int(10 * (processor_seconds() - before)) + 3,
                             int(10 * (time.monotonic() - began)) + 30)
        return self.known[words]

    def killer(self, program, path):
        """The test that fails, or ""."""
        named = suites(mirror(path))
        folder = [name for file in sorted(mirror(path).parent.glob("*_test.cc"))
                  for name in suites(file)]
        steps = [named] if named else []
        if folder and (self.widest != "name" or not named):
            steps.append(folder)
        if self.widest == "room" or not steps:
            steps.append([])
        for names in steps:
            tests, cpu, wall = self.clean(names, self.left_out)
            passed, by = run(program, [tests, "--gtest_fail_fast"], cpu, wall)
            if not passed:
                return by
        return ""


def tried(build, room, site, folder):
    """(outcome, by what)."""
    path = site[0]
    sources = [source for source in users(path) if str(source) in build.commands]
    changed = folder / "changed"
    for old in list(changed.rglob("*")):
        if old.is_file():
            old.unlink()
    copy = changed / path.relative_to(ROOT)
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text(mutated(path.read_text(), site))
    objects = [folder / f"new{number}.o" for number in range(len(sources))]
    for source, to in zip(sources, objects):
        if not build.compile(source, changed, to):
            return "refused", ""
    # Of a header's templates, a test has its own.
    replaced = {}
    if path.suffix == ".h" and str(mirror(path)) in build.units:
        replaced = {build.units[str(mirror(path))][1]: str(folder / "test.o")}
        if not build.compile(mirror(path), changed, folder / "test.o"):
            return "refused", ""
    program = folder / room.test
    if build.link(room.test, objects, replaced, program).returncode != 0:
        return "refused", "by the linker"
    by = room.killer(program, path)
    if by:
        return "killed", by
    copy.write_text(path.read_text())
    same = folder / "same.o"
    for source, to in zip(sources, objects):
        build.compile(source, changed, same)
        if same.read_bytes() != to.read_bytes():
            return "survived", ""
    return "equal", "the same object"


def key(row):
    return (row["file"], row["text"], row["column"], row["old"], row["new"])


def rows_of(path):
    if not path.exists():
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, COLUMNS if path != EQUAL else None, delimiter="\t"))


def drawn(room, seed):
    """All places of a room, in the order in which they are tried."""
    files = sorted(path for path in (ROOT / room).rglob("*")
                   if path.suffix in (".cc", ".h"))
    every = [site for path in files for site in sites(path)]
    random.Random(f"{seed} {room}").shuffle(every)
    return every


def row_of(room, site):
    path, number, column, old, new = site
    text = path.read_text().splitlines()[number].strip()
    return dict(zip(COLUMNS, [room, str(path.relative_to(ROOT)), str(number + 1), str(column),
                              old, new, text, "", ""]))


def table(rows, rooms, places, seed, equal):
    for row in rows:
        why = equal.get(key(row))
        if row["outcome"] == "survived" and why:
            row["outcome"], row["by"] = "equal", why
    lines = [f"{datetime.date.today()}, seed {seed}, of {places:,} places.", "",
             "| room | tried | refused | equal | counted | killed | killed, % |",
             "|---|---|---|---|---|---|---|"]
    total = {}
    for room in [*rooms, "all"]:
        of_room = [row["outcome"] for row in rows if room in (row["room"], "all")]
        n = {name: of_room.count(name) for name in ("refused", "equal", "killed", "survived")}
        counted = n["killed"] + n["survived"]
        lines.append(f"| {room} | {len(of_room)} | {n['refused']} | {n['equal']} | "
                     f"{counted} | {n['killed']} | "
                     f"{100 * n['killed'] / max(counted, 1):.1f} |")
        total = n
    return "\n".join(lines), total["killed"] >= 0.9 * (total["killed"] + total["survived"])


def write(text):
    page = PAGE.read_text()
    new = re.sub(r"(<!-- mutants -->\n).*?(<!-- end of mutants -->)",
                 lambda m: m[1] + text + "\n" + m[2], page, flags=re.S)
    PAGE.write_text(new)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path, nargs="?",
                        default=ROOT / "build" / "coverage")
    parser.add_argument("--rooms", nargs="+", default=ROOMS)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--widest", choices=["name", "folder", "room"], default="room")
    parser.add_argument("--without", default="", type=lambda text: text.split(":"))
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    given.build = given.build.resolve()
    seed = os.environ.get("WAX_SEED", "1")
    kept = given.build / f"mutants-{seed}.tsv"
    known = {key(row): row for row in rows_of(kept)
             if not (given.again and row["outcome"] == "survived")}
    equal = {key(row): row["why"] for row in rows_of(EQUAL)}
    draws = {room: drawn(room, seed) for room in given.rooms}
    places = sum(map(len, draws.values()))
    left = {room: iter(sites) for room, sites in draws.items()}
    build, rooms = None, {}
    counted = dict.fromkeys(given.rooms, 0)
    with tempfile.TemporaryDirectory(dir=given.build) as folder:
        while left:  # a turn has one of each room
            for room in list(left):
                site = next(left[room], None)
                if site is None or counted[room] >= given.count // len(given.rooms):
                    del left[room]
                    continue
                row = row_of(room, site)
                if key(row) in known:
                    row = known[key(row)]
                elif key(row) in equal:
                    row["outcome"], row["by"] = "equal", equal[key(row)]
                    known[key(row)] = row
                else:
                    build = build or Build(given.build)
                    if room not in rooms:
                        rooms[room] = Room(build, room, given.widest, given.without)
                    row["outcome"], row["by"] = tried(build, rooms[room], site,
                                                      pathlib.Path(folder))
                    known[key(row)] = row
                    with open(kept, "w", newline="", encoding="utf-8") as file:
                        csv.DictWriter(file, COLUMNS, delimiter="\t").writerows(
                            known.values())
                    print("\t".join(row[name] for name in
                                    ("outcome", "file", "line", "old", "new", "by")),
                          flush=True)
                counted[room] += row["outcome"] in ("killed", "survived")
    text, enough = table(list(known.values()), given.rooms, places, seed, equal)
    print(text)
    if given.write:
        write(text)
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
