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
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

PARTS = 4
KINDS = ["flip", "cut", "zero", "delete"]
# Nothing makes these again: the record of a build, its sums, and archives.
NAMED_ONLY = ("build.json", "build.files", "archives")


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


def is_named(name, said):
    """Searches and steps have the same files."""
    return name in said or name.replace("/pindexes/", "/shards/") in said


def pack(path):
    """A WACZ file with the archive in place of it."""
    with zipfile.ZipFile(str(path).replace(".warc.gz", ".wacz"), "w") as packed:
        packed.write(path, "archive/" + path.name)
    path.unlink()


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
            if names == "valley-2007*":
                pack(sorted(archives.glob(names.replace("*", "*.warc.gz")))[0])
            done = run(build, "-q", "--links", out, archives)
            assert done.returncode == 0, done.stderr
        wanted = run(given.bin / "wax-search", "--json", "-n", "1000", out, "*").stdout
        assert wanted.count("\n") > 30
        saved = pathlib.Path(folder, "saved")
        kept_archives = pathlib.Path(folder, "kept")
        shutil.copytree(archives, kept_archives)
        for number in range(given.damages):
            shutil.rmtree(saved, ignore_errors=True)
            shutil.copytree(out, saved, symlinks=True)
            harmed = {}
            for _ in range(1 if number == 0 else rng.choice((1, 2))):
                path = rng.choice(files(out, archives))
                kind = rng.choice(KINDS)
                if number == 0:  # one line of many
                    path, kind = out / "build.steps", "flip"
                if path in harmed or any(path.samefile(each) for each in harmed
                                         if each.exists()):
                    continue
                harmed[path] = (str(path.relative_to(folder)), kind, path.read_bytes(),
                                path.stat())
                damage(path, kind, rng)
            said = cycle(build, out)
            what = f"{number}: " + ", ".join(
                f"{kind} of {name}" for name, kind, _, _ in harmed.values())
            by_hand = [path for path, (name, _, _, _) in harmed.items()
                       if any(each in pathlib.PurePath(name).parts for each in NAMED_ONLY)]
            # Without these, nothing else can be told from damage.
            blind = any(path.name in ("build.json", "build.files") for path in by_hand)
            for path, (name, _, _, _) in harmed.items():
                # A repair of another file publishes all shards anew.
                is_replaced = len(harmed) > 1 and "/pindexes/" in name
                if not is_named(name, said) and not is_replaced and not (
                        blind and path not in by_hand):
                    faults.append(f"{what}: {name} was not named: {said}")
            if out / "build.files" in by_hand and (
                    "removed 0" not in said or re.search("removed [1-9]", said)):
                faults.append(f"{what}: repaired without sums: {said}")
            # As the sentences say.
            for path in by_hand:
                _, _, kept, was = harmed[path]
                path.write_bytes(kept)
                os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))
                counts["named"] += 1
            if by_hand:
                cycle(build, out)
                run(build, "-q", out)
            after = run(build, "--check", out)
            found = run(given.bin / "wax-search", "--json", "-n", "1000", out, "*").stdout
            if after.returncode == 0 and found == wanted:
                counts["made again"] += len(harmed) - len(by_hand)
                continue
            faults.append(f"{what}: not whole: {after.stderr}\n{said}")
            for path in archives.iterdir():
                path.unlink()
            for path in kept_archives.iterdir():
                shutil.copy2(path, archives)
            shutil.rmtree(out)
            shutil.copytree(saved, out, symlinks=True)
    print("\n".join(faults))
    print(", ".join(f"{name} {count}" for name, count in counts.items()))
    sys.exit(1 if faults else 0)


main()
