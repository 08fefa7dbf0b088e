"""Updates and scores of a graph that are killed leave the graph before or after.

usage: update_kills.py BIN [KILLS [SEED]]
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

BIN = sys.argv[1]
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 12
RAND = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)


def run(tool, *arguments):
    return subprocess.run([f"{BIN}/{tool}", "-q", *arguments], check=True,
                          capture_output=True).stdout


def files_of(graph):
    return {name: open(f"{graph}/{name}", "rb").read()
            for name in sorted(os.listdir(graph))}


def write_edges(path, first):
    with open(path, "w") as edges:
        for i in range(20000):
            edges.write(f"p{first + i % 3000}\tp{RAND.randrange(5000)}\n")


def try_kills(folder, command, before, after, seconds):
    graph = f"{folder}/graph"
    met = set()
    for _ in range(KILLS):
        shutil.rmtree(graph, ignore_errors=True)
        shutil.copytree(f"{folder}/before", graph)
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(RAND.random() * seconds * 1.1)
        process.send_signal(signal.SIGKILL)
        process.wait()
        files = files_of(graph)
        assert files in (before, after), command
        met.add(files == after)
        if files == before:
            run(*[word.rsplit("/", 1)[-1] if i == 0 else word
                  for i, word in enumerate(command) if word != "-q"])
            assert files_of(graph) == after, command
            left = [name for name in os.listdir(folder)
                    if name.startswith("graph.") and ".part-lock" not in name]
            assert not left, left
            continue
        # The next command removes what a kill after the publication leaves.
        for name in os.listdir(folder):
            if not name.startswith("graph."):
                continue
            if os.path.isdir(f"{folder}/{name}"):
                shutil.rmtree(f"{folder}/{name}")
            else:
                os.remove(f"{folder}/{name}")
    return met


with tempfile.TemporaryDirectory() as folder:
    write_edges(f"{folder}/a", 0)
    write_edges(f"{folder}/b", 1500)
    run("wax-graph-update", "--edges", f"{folder}/a", f"{folder}/before")
    for command in (["wax-graph-update", "-q", "--merge", "--edges",
                     f"{folder}/b"],
                    ["wax-graph-score", "-q", "--save-after", "0"],
                    ["wax-graph-update", "-q", "--edges", f"{folder}/b"],
                    ["wax-graph-read", "--stats"]):
        graph = f"{folder}/graph"
        command = [f"{BIN}/{command[0]}", *command[1:], graph]
        if "--stats" in command:  # of a graph with tiers
            run("wax-graph-update", "--edges", f"{folder}/b",
                f"{folder}/before")
        shutil.rmtree(graph, ignore_errors=True)
        shutil.copytree(f"{folder}/before", graph)
        begin = time.time()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seconds = time.time() - begin
        met = try_kills(folder, command, files_of(f"{folder}/before"),
                        files_of(graph), seconds)
        print(f"{os.path.basename(command[0])}: {KILLS} kills, "
              f"graphs met: {'before ' * (False in met)}"
              f"{'after' * (True in met)}")
