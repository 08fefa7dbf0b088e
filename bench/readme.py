#!/usr/bin/env python3
"""The table of figures on the first page of README.md, from docs/PERFORMANCE.md.

    bench/readme.py write    writes the table into README.md
    bench/readme.py check    whether README.md has these figures; names those that were
                             measured before the last change of the code they speak of
    bench/readme.py fresh    the same, and an old figure is a fault

Exits with 1 when there is a fault.
"""

import datetime
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = re.compile(r"(?<=<!-- figures -->\n).*?(?=<!-- end of figures -->)", re.DOTALL)


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def cells(line):
    return [cell.strip() for cell in line.strip()[1:-1].split("|")]


class Section:
    """A section of docs/PERFORMANCE.md."""

    def __init__(self, heading):
        found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)",
                          read("docs/PERFORMANCE.md"), re.MULTILINE | re.DOTALL)
        if found is None:
            sys.exit(f"docs/PERFORMANCE.md has no section {heading!r}")
        self.text = found[1]
        self.heading = heading

    def find(self, pattern):
        found = re.search(pattern, self.text)
        if found is None:
            sys.exit(f"docs/PERFORMANCE.md, {self.heading!r}: nothing like {pattern!r}")
        return found[1] if found.groups() else found[0]

    def value(self, row, column):
        """The number of the first row that begins with the cells of `row`, in the table
        that has `column`."""
        names = []
        for line in self.text.split("\n"):
            if not line.startswith("|"):
                names = []
            elif not names:
                names = cells(line)
            elif column in names and cells(line)[:len(row)] == list(row):
                return float(cells(line)[names.index(column)].split(" / ")[0]
                             .replace(",", ""))
        sys.exit(f"docs/PERFORMANCE.md, {self.heading!r}: no {row} with {column!r}")

    def peer(self, name):
        """The name with its version, of the line "Peers: NAME VERSION, ..."."""
        return name + " " + self.find(rf"Peers:.*?\b{re.escape(name)} "
                                      r"([\d.]*\d)")

    def date(self):
        return self.find(r"\d{4}-\d\d-\d\d")


def seconds(value):
    return f"{value:.1f} s"


def rate(value):
    return f"{value:,.0f} a second"


def milliseconds(value):
    """Of microseconds."""
    return f"{value / 1000:.2g} ms"


def commands(section, column, ours, peers, form):
    """Cells of a table that has a row for each program; `ours` and the values of `peers`
    are the first cells of their rows."""
    return (form(section.value(ours, column)),
            [(section.peer(name), form(section.value(row, column)))
             for name, row in peers.items()])


def programs(section, row, peers, form):
    """Cells of a table that has a column for each program."""
    return (form(section.value(row, "wax")),
            [(section.peer(name), form(section.value(row, name))) for name in peers])


def figures():
    """Of each figure what it is of, ours, those of others, date, and folders of the code."""
    archives = Section("Indexing archives")
    yield (f"index {archives.find('[0-9]+ MB')} of WARC, one thread (FastWARC: nine fields)",
           *commands(archives, "wall s", ["wax-warc-indexer -j1"], {
               "FastWARC": ["FastWARC, index of nine fields"],
               "jwarc": ["jwarc cdx"],
               "cdxj-indexer": ["cdxj-indexer"],
               "pywb": ["pywb cdx-indexer"]}, seconds),
           archives.date(), ["io", "warc", "cdx"])
    sort = Section("CDX sort, merge, duplicates")
    memory = sort.value(["wax-cdx-sort, a tenth of it"], "peak MiB")
    yield (f"sort 5 million CDX lines in {memory:.0f} MiB of memory",
           *commands(sort, "wall s", ["wax-cdx-sort, a tenth of it"],
                     {"GNU sort": ["sort, a tenth of it"]}, seconds),
           sort.date(), ["io", "lines"])
    serving = Section("Serving")
    yield ("look up a URL in 10 million CDX lines, 64 clients",
           *commands(serving, "requests/s", ["wax serve, flat", "64"],
                     {"pywb": ["pywb, flat", "64"]}, rate),
           serving.date(), ["serve", "cdx"])
    pages = Section("Searching real pages")
    count = pages.find(r"([\d,]+) pages")
    made = pages.date()
    yield (f"make a full-text index of {count} real pages",
           *commands(pages, "s", ["wax"], {"tantivy": ["tantivy"],
                                          "Lucene": ["Lucene"]}, seconds),
           made, ["index"])
    yield ("the ten best hits of a frequent word and their exact number, in these pages",
           *programs(pages, ["frequent"], ["tantivy", "Lucene"], milliseconds),
           made, ["index"])


def table():
    lines = ["| | Waxwing | others | measured |", "|---|---|---|---|"]
    for what, ours, others, date, _ in figures():
        beside = ", ".join(f"{name}: {value}" for name, value in others)
        lines.append(f"| {what} | {ours} | {beside} | {date} |")
    return "\n".join(lines) + "\n"


def changed(folders):
    """The day of the last commit on the folders; None without their history."""
    done = subprocess.run(["git", "-C", str(ROOT), "log", "-1", "--format=%cs", "--",
                           *folders], capture_output=True, text=True, check=False)
    day = done.stdout.strip()
    return datetime.date.fromisoformat(day) if done.returncode == 0 and day else None


def old():
    for what, _, _, date, folders in figures():
        code = changed(folders)
        if code is not None and code > datetime.date.fromisoformat(date):
            yield f"{what}: measured on {date}, {', '.join(folders)} changed on {code}"


def main():
    work = sys.argv[1] if len(sys.argv) == 2 else ""
    if work not in ("write", "check", "fresh"):
        sys.exit(__doc__)
    readme = read("README.md")
    if work == "write":
        (ROOT / "README.md").write_text(TABLE.sub(lambda _: table(), readme),
                                        encoding="utf-8")
        return
    faults = []
    if (found := TABLE.search(readme)) is None or found[0] != table():
        faults.append("README.md has other figures than docs/PERFORMANCE.md; run:"
                      " bench/readme.py write")
    aged = list(old())
    if work == "fresh":
        faults += aged
    print("\n".join(faults + ([] if work == "fresh" else aged))
          or "README.md has the figures of docs/PERFORMANCE.md, newer than their code")
    sys.exit(1 if faults else 0)


main()
