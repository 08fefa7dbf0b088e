#!/usr/bin/env python3
"""The version in all files that state it, and whether a release is ready.

    packaging/release.py check    whether all files state what VERSION says
    packaging/release.py write    writes it into them (not the texts of changelogs)
    packaging/release.py ready    check, and what RELEASING.md demands of this tree

VERSION has two lines: "1.0.0-rc1" and the date, "2026-11-28". CMake, pyproject.toml and
packaging/make.sh read it. Exits with 1 when something is not as it should be.
"""

import datetime
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


VERSION, DATE = read("VERSION").split()
PYTHON = VERSION.replace("-", "")
DEBIAN = VERSION.replace("-", "~") + "-1"
DAY = datetime.date.fromisoformat(DATE).strftime("%a, %d %b %Y")

# file, what is around the version or date in it, and the value.
STATED = [
    ("CITATION.cff", r'^version: (.+)$', VERSION),
    ("CITATION.cff", r'^date-released: "(.+)"$', DATE),
    ("cluster/pyproject.toml", r'^version = "(.+)"$', PYTHON),
    ("packaging/debian/changelog", r'\Awaxwing \((.+?)\)', DEBIAN),
    ("packaging/debian/changelog", r'^ -- .*  (\w+, \d+ \w+ \d+) ', DAY),
    ("CHANGELOG.md", r'\A[\s\S]*?^## (.+)$', f"{VERSION} ({DATE})"),
    ("tests/python/module_test.py", r'__version__ == "(.+)"', PYTHON),
]

def citation():
    """The fields of CITATION.cff: texts, and lists of texts."""
    fields = {}
    for line in read("CITATION.cff").splitlines():
        if found := re.match(r"([a-z-]+):\s*(.*)$", line):
            name, value = found.groups()
            fields[name] = value.strip('"') or []
        elif found := re.match(r'\s+- (?:name: )?"?(.*?)"?$', line):
            fields[name].append(found[1])
    return fields


def codemeta():
    """codemeta.json, made of CITATION.cff."""
    of = citation()
    return json.dumps({
        "@context": "https://doi.org/10.5063/schema/codemeta-2.0",
        "@type": "SoftwareSourceCode",
        "name": of["title"],
        "description": of["abstract"],
        "version": of["version"],
        "datePublished": of["date-released"],
        "license": "https://spdx.org/licenses/" + of["license"],
        "author": [{"@type": "Organization", "name": name} for name in of["authors"]],
        "keywords": of["keywords"],
        "programmingLanguage": ["C++", "Python"],
        "operatingSystem": "Linux",
    }, indent=2) + "\n"


def check():
    faults = []
    for name, around, value in STATED:
        found = re.search(around, read(name), re.MULTILINE)
        if found is None:
            faults.append(f"{name}: nothing like {around}")
        elif found[1] != value:
            faults.append(f"{name}: {found[1]}, and VERSION says {value}")
    if read("codemeta.json") != codemeta():
        faults.append("codemeta.json: not made of CITATION.cff; run release.py write")
    return faults


def write():
    for name, around, value in STATED:
        text = read(name)
        found = re.search(around, text, re.MULTILINE)
        if found is None:
            sys.exit(f"{name}: nothing like {around}")
        text = text[:found.start(1)] + value + text[found.end(1):]
        (ROOT / name).write_text(text, encoding="utf-8")
    (ROOT / "codemeta.json").write_text(codemeta(), encoding="utf-8")


def git(*words):
    return subprocess.run(["git", "-C", str(ROOT), *words], check=True,
                          capture_output=True, text=True).stdout.strip()


def ready():
    faults = check()
    if git("status", "--porcelain"):
        faults.append("the tree has changes that are not committed")
    if git("tag", "--list", "v" + VERSION):
        faults.append(f"the tag v{VERSION} is there already")
    figures = subprocess.run([str(ROOT / "bench/readme.py"), "fresh"],
                             capture_output=True, text=True, check=False)
    if figures.returncode != 0:
        faults += (figures.stdout + figures.stderr).strip().split("\n")
    if "@example.org" in read("packaging/debian/control") + read("SECURITY.md"):
        faults.append("no address of maintainers: debian/control, SECURITY.md")
    for name in ("docs/STABILITY.md", "docs/UPGRADE.md", "SECURITY.md"):
        if not (ROOT / name).exists():
            faults.append(f"{name} is missing")
    made = ROOT / "build/package"
    if not list(made.glob("waxwing_*.deb")) or not list(made.glob("*.tar.xz")):
        faults.append("build/package has no packages; run: ./run package")
    elif len(list(made.glob("*.spdx.json"))) < 2:
        faults.append("build/package has no bills of materials (packaging/sbom.py)")
    elif not (made / "SHA256SUMS").exists():
        faults.append("build/package/SHA256SUMS is missing")
    return faults


def main():
    work = sys.argv[1] if len(sys.argv) == 2 else ""
    if work not in ("check", "write", "ready"):
        sys.exit(__doc__)
    if work == "write":
        write()
    faults = ready() if work == "ready" else check()
    print("\n".join(faults) or f"{VERSION} of {DATE}: {work}, no faults")
    sys.exit(1 if faults else 0)


main()
