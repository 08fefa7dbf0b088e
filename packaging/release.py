#!/usr/bin/env python3
"""The version in all files that state it, and whether a release is ready.

    packaging/release.py check          whether all files state what VERSION says
    packaging/release.py write          writes it into them (not the texts of changelogs)
    packaging/release.py made [FOLDER]  whether FOLDER (build/package) has each artefact,
                                        with bills of materials and checksums in their forms
    packaging/release.py ready          check, made, and what RELEASING.md demands of this tree

VERSION has two lines: "1.0.0-rc1" and the date, "2026-11-28". CMake, pyproject.toml and
packaging/make.sh read it. Exits with 1 when something is not as it should be.
"""

import datetime
import hashlib
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
# What docs/STABILITY.md says of a format, the file that knows it, and how.
FORMATS = [
    (r"`wax-index`, version (\d+)", "index/store/manifest.cc", r'"wax-index (\d+)"'),
    (r"`wax-segment`, version (\d+)", "collection/segment/segment_format.h",
     r'"wax-segment (\d+)"'),
    (r"`build.json`, version (\d+)", "collection/record/build_record.cc",
     r"kVersion = (\d+)"),
    (r"`wax-graph`, version (\d+)", "graph/store/graph_folder.cc", r'"wax-graph (\d+)"'),
    (r"`waxwing-seen/(\d+)`", "crawl/seen/seen_folder.cc", r'"waxwing-seen/(\d+)"'),
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
    for around, name, stated in FORMATS:
        promised = re.search(around, read("docs/STABILITY.md"))
        written = re.search(stated, read(name))
        if not promised or not written or promised[1] != written[1]:
            faults.append(f"docs/STABILITY.md: {around} is not what {name} writes")
    of = citation()
    # What CITATION.cff 1.2.0 demands, and what codemeta.json is made of.
    missing = [name for name in ("cff-version", "message", "title", "authors", "abstract",
                                 "version", "date-released", "license", "keywords")
               if not of.get(name)]
    if missing:
        return [*faults, f"CITATION.cff: no {', '.join(missing)}"]
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


def bill_faults(bill, artefact):
    """What is wrong with a bill of materials of an artefact."""
    if not bill.exists():
        return [f"{bill.name} is missing (packaging/sbom.py)"]
    held = json.loads(bill.read_text(encoding="utf-8"))
    if held.get("spdxVersion") != "SPDX-2.3" or held.get("name") != artefact:
        return [f"{bill.name}: not of SPDX 2.3, or not of {artefact}"]
    named = {each["SPDXID"] for each in [held, *held["packages"], *held["files"]]}
    used = {each[end] for each in held["relationships"]
            for end in ("spdxElementId", "relatedSpdxElement")}
    faults = [f"{bill.name}: {each} is nothing in it" for each in sorted(used - named)]
    if not held["files"]:
        faults.append(f"{bill.name}: it names no file of {artefact}")
    return faults


def sum_faults(folder):
    """What is wrong with the checksums of the files in a folder."""
    file = folder / "SHA256SUMS"
    if not file.exists():
        return ["SHA256SUMS is missing"]
    faults = []
    sums = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if found := re.fullmatch(r"([0-9a-f]{64})  (waxwing[^/]+)", line):
            sums[found[2]] = found[1]
        else:
            faults.append(f"SHA256SUMS: not 'HASH  NAME': {line}")
    files = {path.name: path for path in folder.glob("waxwing*")}
    faults += [f"SHA256SUMS: {name} is not there" for name in sums if name not in files]
    for name, path in sorted(files.items()):
        if name not in sums:
            faults.append(f"SHA256SUMS: no sum of {name}")
        elif hashlib.sha256(path.read_bytes()).hexdigest() != sums[name]:
            faults.append(f"SHA256SUMS: another sum of {name}")
    return faults


def made(folder):
    faults = []
    for pattern, ending in (("waxwing_*.deb", ".deb"), ("waxwing-*.tar.xz", ".tar.xz"),
                            ("waxwing_warc-*.whl", ".whl")):
        found = sorted(folder.glob(pattern))
        if not found:
            faults.append(f"no {pattern} in {folder}")
        for path in found:
            bill = path.with_name(path.name.removesuffix(ending) + ".spdx.json")
            faults += bill_faults(bill, path.name)
    faults += [f"no {pattern} in {folder}"
               for pattern in ("waxwing_*.dsc", "waxwing_*.orig.tar.xz",
                               "waxwing_*.debian.tar.xz", "waxwing_*.buildinfo",
                               "waxwing_warc-*.tar.gz")
               if not list(folder.glob(pattern))]
    return faults + sum_faults(folder)


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
    return faults + made(ROOT / "build/package")


def main():
    work, *folder = sys.argv[1:] or [""]
    if work not in ("check", "write", "made", "ready") or folder[work == "made":]:
        sys.exit(__doc__)
    if work == "write":
        write()
    if work == "made":
        faults = made(pathlib.Path(*folder or [ROOT / "build/package"]))
    else:
        faults = ready() if work == "ready" else check()
    print("\n".join(faults) or f"{VERSION} of {DATE}: {work}, no faults")
    sys.exit(1 if faults else 0)


main()
