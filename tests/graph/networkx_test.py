"""Scores of random graphs, as NetworkX computes them. Skipped without it.

usage: networkx_test.py BIN [GRAPHS]
"""

import csv
import math
import os
import random
import subprocess
import sys
import tempfile

try:
    import networkx as nx
    import numpy
    import scipy  # noqa: F401: NetworkX needs it for PageRank
except ImportError:
    # As tests/interop/install_clients.sh installs it.
    installed = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             "../interop/clients/networkx/bin/python")
    if os.path.exists(installed) and sys.prefix == sys.base_prefix:
        os.execv(installed, [installed, *sys.argv])
    print("networkx or scipy is not installed")
    sys.exit(77)

BIN = sys.argv[1]
hits_compared = 0
GRAPHS = int(sys.argv[2]) if len(sys.argv) > 2 else 100


def run(tool, *arguments):
    return subprocess.run([f"{BIN}/{tool}", "-q", *arguments], check=True,
                          capture_output=True, text=True).stdout


def scores(graph, name):
    rows = run("wax-graph-read", "--top", "1000", "--score", name, graph)
    return {key: float(score) for score, key in
            (line.split("\t") for line in rows.splitlines())}


def compare(what, seed, ours, theirs, error):
    assert ours.keys() == theirs.keys(), (what, seed)
    for key, value in theirs.items():
        assert abs(ours[key] - value) < error, (what, seed, key, ours[key],
                                                value)


def compare_hits(wanted, seed, graph):
    """Where the largest eigenvalue is clearly alone, which most are."""
    global hits_compared
    first, *others = numpy.linalg.svd(nx.to_numpy_array(wanted),
                                      compute_uv=False)
    if first == 0 or (others and others[0] > 0.95 * first):
        return
    hits_compared += 1
    run("wax-graph-score", "--method", "hits", "--name", "limit", graph)
    hubs, authorities = nx.hits(wanted, max_iter=10000, tol=1e-14)
    for name, theirs in (("limit", authorities), ("limit-hub", hubs)):
        length = math.sqrt(sum(x * x for x in theirs.values()))
        compare(name, seed, scores(graph, name),
                {key: x / length for key, x in theirs.items()}, 1e-8)


def check(seed, folder):
    rand = random.Random(seed)
    pages = rand.randint(2, 60)
    wanted = nx.DiGraph()
    with open(f"{folder}/edges", "w") as edges:
        for _ in range(rand.randint(1, pages * 4)):
            a, b = rand.randrange(pages), rand.randrange(pages)
            edges.write(f"n{a}\tn{b}\n")
            wanted.add_node(f"n{a}")
            if a != b:
                wanted.add_edge(f"n{a}", f"n{b}")
    if not wanted:
        return
    graph = f"{folder}/graph{seed}"
    run("wax-graph-update", "--edges", f"{folder}/edges", graph)
    for method in ("indegree", "pagerank"):
        run("wax-graph-score", "--method", method, "--tolerance", "1e-13",
            graph)
    compare("indegree", seed, scores(graph, "indegree"),
            dict(wanted.in_degree()), 1e-9)
    compare("pagerank", seed, scores(graph, "pagerank"),
            nx.pagerank(wanted, tol=1e-14, max_iter=1000), 1e-9)
    for kind in ("graphml", "gexf"):
        path = f"{folder}/pages.{kind}"
        run("wax-graph-export", "--format", kind, "-f", "-o", path, "pages",
            graph)
        read = (nx.read_graphml if kind == "graphml" else nx.read_gexf)(path)
        labels = nx.get_node_attributes(read, "label")
        assert set(labels.values()) == set(wanted), (kind, seed)
        assert ({(labels[a], labels[b]) for a, b in read.edges()} ==
                set(wanted.edges())), (kind, seed)
    rows = list(csv.DictReader(
        run("wax-graph-export", "components", graph).splitlines()))
    for kind, theirs in (("strong", nx.strongly_connected_components(wanted)),
                         ("weak", nx.weakly_connected_components(wanted))):
        ours = {}
        for row in rows:
            ours.setdefault(row[kind], set()).add(row["urlkey"])
        assert (sorted(map(sorted, ours.values())) ==
                sorted(map(sorted, theirs))), (kind, seed)
    core = {row["urlkey"] for row in rows if row["part"] == "core"}
    for row in rows:
        page = row["urlkey"]
        to_core = core & (nx.descendants(wanted, page) | {page})
        from_core = core & (nx.ancestors(wanted, page) | {page})
        part = ("core" if to_core and from_core else "in" if to_core
                else "out" if from_core else row["part"])
        assert part == row["part"], (seed, page)
    compare_hits(wanted, seed, graph)
    # Vectors of HITS are unique where the largest eigenvalue is simple: with as
    # many rounds as ours, both begin with ones.
    run("wax-graph-score", "--method", "hits", "--iterations", "30",
        "--tolerance", "0", graph)
    hubs = dict.fromkeys(wanted, 1.0)
    for _ in range(30):
        authorities = {n: sum(hubs[p] for p in wanted.pred[n]) for n in wanted}
        length = math.sqrt(sum(x * x for x in authorities.values())) or 1
        authorities = {n: x / length for n, x in authorities.items()}
        hubs = {n: sum(authorities[s] for s in wanted.succ[n]) for n in wanted}
        length = math.sqrt(sum(x * x for x in hubs.values())) or 1
        hubs = {n: x / length for n, x in hubs.items()}
    compare("hits", seed, scores(graph, "hits"), authorities, 1e-9)
    compare("hubs", seed, scores(graph, "hits-hub"), hubs, 1e-9)


with tempfile.TemporaryDirectory() as temp:
    for number in range(GRAPHS):
        check(number, temp)
assert hits_compared > GRAPHS // 2, hits_compared
print(f"{GRAPHS} graphs agree, {hits_compared} of them in nx.hits")
