#!/usr/bin/env python3
"""packaging/release.py tells what a folder of artefacts lacks, and packaging/sbom.py
makes bills of materials that it takes, the same bytes each time.

    tests/tools/release_test.py BIN_DIR SOURCE_DIR
"""

import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile

BIN, SOURCE = map(pathlib.Path, sys.argv[1:])
PACKED = {"waxwing_1_amd64": ".deb", "waxwing-1-linux-x86_64": ".tar.xz",
          "waxwing_warc-1-cp311-linux_x86_64": ".whl"}
OTHERS = ["waxwing_1.dsc", "waxwing_1.orig.tar.xz", "waxwing_1.debian.tar.xz",
          "waxwing_1_amd64.buildinfo", "waxwing_warc-1.tar.gz"]


def bill(name, folder, output):
    subprocess.run([SOURCE / "packaging/sbom.py", name, folder, output], check=True,
                   env=os.environ | {"SOURCE_DATE_EPOCH": "1795824000"})


def sums(folder):
    (folder / "SHA256SUMS").write_text("".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.glob("waxwing*"))))


def faults(folder):
    done = subprocess.run([SOURCE / "packaging/release.py", "made", folder],
                          check=False, capture_output=True, text=True)
    assert done.stderr == "" and done.returncode in (0, 1), done
    return [] if done.returncode == 0 else done.stdout.splitlines()


def check(work):
    program = work / "program"
    program.mkdir()
    (program / "wax").write_bytes((BIN / "wax-cdx-sort").read_bytes())
    made = work / "made"
    made.mkdir()
    bill("waxwing_1_amd64.deb", program, work / "bill")
    text = (work / "bill").read_text()
    for stem, ending in PACKED.items():
        (made / (stem + ending)).write_text(stem)
        (made / (stem + ".spdx.json")).write_text(
            text.replace("waxwing_1_amd64.deb", stem + ending))
    for name in OTHERS:
        (made / name).write_text(name)
    sums(made)
    assert faults(made) == []

    one = made / "waxwing_1_amd64.spdx.json"
    bill("waxwing_1_amd64.deb", program, work / "again")
    assert (work / "again").read_text() == text
    for library in ("libstdc++6", "zlib1g", "libxxhash-dev"):
        assert f'"name": "{library}"' in text, library
    assert '"created": "2026-11-28T00:00:00Z"' in text

    def with_text(path, other, fault):
        was = path.read_text()
        path.write_text(other)
        if path.suffix == ".json":
            sums(made)
        found = faults(made)
        path.write_text(was)
        sums(made)
        assert len(found) == 1 and fault in found[0], (fault, found)

    with_text(one, text.replace("_amd64.deb", "_arm64.deb"), "not of waxwing_1_amd64.deb")
    with_text(one, text.replace("SPDX-2.3", "SPDX-2.2"), "not of SPDX 2.3")
    with_text(one, text.replace('"SPDXID": "SPDXRef-Package-zlib1g"',
                                '"SPDXID": "SPDXRef-other"'),
              "SPDXRef-Package-zlib1g is nothing in it")
    file = made / "SHA256SUMS"
    lines = file.read_text().splitlines(True)
    with_text(file, "".join(lines[1:]), "no sum of ")
    with_text(file, "".join([*lines, "0" * 64 + "  waxwing_2.dsc\n"]),
              "waxwing_2.dsc is not there")
    with_text(file, "".join([*lines, "# all\n"]), "not 'HASH  NAME': # all")
    with_text(made / "waxwing_1.dsc", "changed", "another sum of waxwing_1.dsc")
    for name in [*OTHERS, one.name, "waxwing_1_amd64.deb", "SHA256SUMS"]:
        was = (made / name).read_text()
        (made / name).unlink()
        assert any("no waxwing" in each or "missing" in each for each in faults(made)), name
        (made / name).write_text(was)
    assert faults(made) == []


with tempfile.TemporaryDirectory() as folder:
    check(pathlib.Path(folder))
