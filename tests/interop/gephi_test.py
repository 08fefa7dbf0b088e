#!/usr/bin/env python3
"""Graphs that wax-graph-export writes, as Gephi's importers read them.

usage: gephi_test.py BIN_DIR

Exit code 77: Gephi's importers are not installed; CONTRIBUTING.md says how.
"""

import csv
import os
import random
import subprocess
import sys
import tempfile

import clients

BIN = sys.argv[1]
READER = clients.client("gephi", "read_graph")
if READER is None:
    print("skipped: Gephi's importers are not installed")
    sys.exit(77)


def wax(tool, *arguments):
    return subprocess.run([f"{BIN}/{tool}", "-q", *arguments], check=True,
                          capture_output=True, text=True).stdout


def sites(folder, seed):
    """Links between sites: some with a date, and names that XML escapes."""
    rand = random.Random(seed)
    hosts = [f"org,site{i})" for i in range(30)] + ["org,a&b)", "org,xn--bcher-kva)"]
    with open(f"{folder}/edges", "w") as edges:
        for _ in range(300):
            pair = [f"{rand.choice(hosts)}/{rand.choice('pq<')}" for _ in range(2)]
            date = rand.choice(["", "20010203000000", "20151231235959"])
            edges.write("\t".join([*pair, "text \"<&>'", date]) + "\n")
    wax("wax-graph-update", "--edges", f"{folder}/edges", f"{folder}/graph")
    return f"{folder}/graph"


def read(path):
    """Issues, nodes with their pages, and edges as rows of the CSV file."""
    lines = subprocess.run([READER, path], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    issues, nodes, edges = [], {}, set()
    for kind, *values in (line.split("\t") for line in lines):
        if kind == "issue":
            issues.append(values)
        elif kind == "node":
            nodes[values[0]] = int(values[1])
        else:
            weight = str(int(float(values[2])))
            years = ("" if year == "null" else year for year in values[3:])
            edges.add((*values[:2], weight, *years))
    return issues, nodes, edges


with tempfile.TemporaryDirectory() as folder:
    graph = sites(folder, 1)
    for kind in ("domains", "hosts", "pages"):
        wanted = {tuple(row) for row in csv.reader(
            wax("wax-graph-export", kind, graph).splitlines()[1:])}
        for form in ("gexf", "graphml"):
            path = f"{folder}/{kind}.{form}"
            wax("wax-graph-export", "-t", form, "-o", path, kind, graph)
            issues, nodes, edges = read(path)
            assert not [level for level, _ in issues if level != "INFO"], issues
            assert edges == wanted, (path, edges ^ wanted)
            assert {name for edge in edges for name in edge[:2]} <= nodes.keys()
            assert sum(nodes.values()) >= len(nodes) > 20, path
            print(f"{kind}.{form}: nodes {len(nodes)}, edges {len(edges)}")
