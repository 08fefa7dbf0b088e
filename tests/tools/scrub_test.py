#!/usr/bin/env python3
"""Random damage of a small collection: the parts of a cycle find all of it, and make
again what can be made.

    scrub_test.py BIN ARCHIVES [--damages N] [--seed N]

BIN has the tools, ARCHIVES are those of examples/crawl.
"""

import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

PARTS = 4
KINDS = ["flip", "cut", "zero", "delete"]
# Nothing makes these again: the record of a build, and archives.
NAMED_ONLY = ("build.json", "archives")


def run(*command):
    return subprocess.run([str(each) for each in command], check=False,
                          capture_output=True, text=True)


def damage(path, kind, rng):
    """Changes bytes, and leaves the time as failing disks do."""
    was = path.stat()
    content = bytearray(path.read_bytes())
    if kind == "delete":
        path.unlink()
        return
    at = rng.randrange(len(content))
    if kind == "flip":
        content[at] ^= 1 << rng.randrange(8)
    elif kind == "cut":
        del content[at:]
    else:
        end = min(len(content), at + 512)
        if not any(content[at:end]):
            content[at] = 1
            end = at
        content[at:end] = bytes(end - at)
    path.write_bytes(content)
    os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))


def cycle(build, out):
    said = ""
    for _ in range(PARTS):
        done = run(build, "--check", "--part", f"next/{PARTS}", "--repair", out)
        said += done.stderr
    return said


def files(out, archives):
    below = [path for path in sorted(out.rglob("*"))
             if path.is_file() and path.stat().st_size > 0
             and path.name not in ("build.lock", "build.scrub")
             and "pindexes.former" not in path.parts]
    return below + sorted(archives.iterdir())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("archives", type=pathlib.Path)
    parser.add_argument("--damages", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    build = given.bin / "wax-build"
    counts = {"made again": 0, "named": 0}
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        archives = pathlib.Path(folder, "archives")
        archives.mkdir()
        out = pathlib.Path(folder, "out")
        for names in ("valley-2006*", "valley-2007*"):
            for path in sorted(given.archives.glob(names)):
                shutil.copy2(path, archives)
            done = run(build, "-q", "--links", out, archives)
            assert done.returncode == 0, done.stderr
        wanted = run(given.bin / "wax-search", "--json", "-n", "1000", out, "*").stdout
        assert wanted.count("\n") > 30
        saved = pathlib.Path(folder, "saved")
        for number in range(given.damages):
            shutil.rmtree(saved, ignore_errors=True)
            shutil.copytree(out, saved, symlinks=True)
            path = rng.choice(files(out, archives))
            kind = rng.choice(KINDS)
            if number == 0:  # one line of many
                path, kind = out / "build.steps", "flip"
            name = str(path.relative_to(folder))
            kept = path.read_bytes()
            was = path.stat()
            damage(path, kind, rng)
            said = cycle(build, out)
            what = f"{number}: {kind} of {name}"
            if "differences 1" not in said and name not in said:
                faults.append(f"{what}: not found")
            after = run(build, "--check", out)
            found = run(given.bin / "wax-search", "--json", "-n", "1000", out, "*").stdout
            if after.returncode == 0 and found == wanted:
                counts["made again"] += 1
                continue
            if not any(each in pathlib.PurePath(name).parts for each in NAMED_ONLY):
                faults.append(f"{what}: not made again: {after.stderr}\n{said}")
            elif name not in said:
                faults.append(f"{what}: not named: {said}")
            counts["named"] += 1
            # By hand, as the sentence says.
            path.write_bytes(kept)
            os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))
            run(build, "-q", out)
            if run(build, "--check", out).returncode != 0:
                faults.append(f"{what}: not whole after the copy was put back")
                shutil.rmtree(out)
                shutil.copytree(saved, out, symlinks=True)
    print("\n".join(faults))
    print(", ".join(f"{name} {count}" for name, count in counts.items()))
    sys.exit(1 if faults else 0)


main()
