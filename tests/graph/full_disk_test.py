"""Updates and scores of a graph on disks that become full.

On disks of more and more room, a command ends with exit code 2, says so, and
leaves the graph as it was, and beside it at most the saved state of scores; with
more room the same command then gives what it gives elsewhere. Disks are file systems in memory, for which a
namespace of mounts is needed: skipped without it.

usage: full_disk_test.py BIN [STEPS]
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile

BIN = os.path.abspath(sys.argv[1])
STEPS = int(sys.argv[2]) if len(sys.argv) > 2 else 12


def is_alone():
    return os.environ.get("WAX_OWN_MOUNTS") == "1"


if not is_alone():
    probe = subprocess.run(
        ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"],
        capture_output=True, check=False)
    if probe.returncode != 0:
        print("no file systems can be mounted here")
        sys.exit(77)
    os.environ["WAX_OWN_MOUNTS"] = "1"
    os.execvp("unshare", ["unshare", "-rm", sys.executable, *sys.argv])


def files_of(graph):
    return {name: open(f"{graph}/{name}", "rb").read()
            for name in sorted(os.listdir(graph))}


def size_of(graph):
    return sum(os.path.getsize(f"{graph}/{name}")
               for name in os.listdir(graph))


def left_on(disk):
    return [name for name in os.listdir(disk)
            if name != "graph" and not name.endswith(".part-lock")]


def try_sizes(folder, command, before, after):
    """How many disks were too small."""
    disk = f"{folder}/disk"
    least, most = size_of(before), 3 * size_of(after) + (1 << 20)
    failures = 0
    for step in range(STEPS + 1):
        room = (least + (most - least) * step // STEPS) // 4096 * 4096 + 65536
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={room}", "none",
                        disk], check=True)
        try:
            shutil.copytree(before, f"{disk}/graph")
            words = [*command, "--tmpdir", disk, f"{disk}/graph"]
            end = subprocess.run(words, capture_output=True, text=True,
                                 check=False)
            if end.returncode != 0:
                failures += 1
                assert end.returncode == 2, (room, end)
                assert "No space left on device" in end.stderr, (room, end)
                assert files_of(f"{disk}/graph") == files_of(before), room
                left = left_on(disk)
                assert left in ([], ["graph.saved-pagerank"]), (room, left)
                subprocess.run(["mount", "-o", f"remount,size={room + most}",
                                disk], check=True)
                subprocess.run(words, check=True, capture_output=True)
            assert files_of(f"{disk}/graph") == files_of(after), room
            assert not left_on(disk), (room, left_on(disk))
        finally:
            subprocess.run(["umount", disk], check=True)
    assert 0 < failures <= STEPS, (command, failures)
    return failures


with tempfile.TemporaryDirectory() as temp:
    rand = random.Random(1)
    os.mkdir(f"{temp}/disk")
    for name, first in (("a", 0), ("b", 1500)):
        with open(f"{temp}/{name}", "w") as edges:
            for i in range(40000):
                edges.write(f"p{first + i % 3000}\tp{rand.randrange(9000)}\n")
    subprocess.run([f"{BIN}/wax-graph-update", "-q", "--edges", f"{temp}/a",
                    f"{temp}/before"], check=True)
    for words in (["wax-graph-update", "-q", "--edges", f"{temp}/b"],
                  ["wax-graph-update", "-q", "--merge", "--edges", f"{temp}/b"],
                  ["wax-graph-score", "-q", "--save-after", "0"]):
        command = [f"{BIN}/{words[0]}", *words[1:]]
        shutil.rmtree(f"{temp}/after", ignore_errors=True)
        shutil.copytree(f"{temp}/before", f"{temp}/after")
        subprocess.run([*command, f"{temp}/after"], check=True)
        full = try_sizes(temp, command, f"{temp}/before", f"{temp}/after")
        print(f"{words[0]}: {STEPS + 1} disks, {full} too small")
