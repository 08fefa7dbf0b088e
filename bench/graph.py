#!/usr/bin/env python3
"""What graphs of links cost, at several sizes, beside other programs.

    bench/graph.py BIN PAGES [FOLDER [STEP...]]

Makes PAGES pages with ten links on average, whose targets follow a power law, and
runs these steps, or those that are named, and prints what each took:

    update    the first update
    scores    in-degree, PageRank to 1e-6, the same with --memory 512M and with
              10 bytes a page, three iterations alone, and meta.json
              (graph-read --stats)
    day       an update with new captures of 1 % of the pages, and the first
              reader after it, which merges it
    networkit, igraph   the same PageRank in memory; PYTHON has these packages
    jobs      what Apache Nutch does in two jobs, by sort and awk: update of the
              pages (one job), inversion of the links (another)

FOLDER keeps the graph for further steps; without it, a temporary one is removed.
PYTHON names an interpreter (python3)."""
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time

LINKS = 10
STEPS = ["update", "scores", "day", "networkit", "igraph", "jobs"]

# Made in a process of its own, whose memory is measured.
PEER = r'''
import sys, time
import numpy
kind, path, pages, tolerance = sys.argv[1:5]
pages, tolerance = int(pages), float(tolerance)
pairs = numpy.fromfile(path, dtype="<u8")  # source, target: each once
begin = time.time()
sources = (pairs & 0xffffffff).astype(numpy.uint64)
targets = (pairs >> 32).astype(numpy.uint64)
if kind == "networkit":
    import networkit
    networkit.setNumberOfThreads(2)
    graph = networkit.graph.GraphFromCoo((sources, targets), n=pages,
                                         directed=True)
    built = time.time()
    rank = networkit.centrality.PageRank(
        graph, 0.85, tolerance,
        distributeSinks=networkit.centrality.SinkHandling.DistributeSinks)
    rank.norm = networkit.centrality.Norm.L1_NORM
    rank.run()
    scores, rounds = rank.scores(), rank.numberOfIterations()
else:
    import igraph
    graph = igraph.Graph(n=pages, edges=numpy.stack(
        (sources, targets), axis=1).astype(numpy.int64), directed=True)
    built = time.time()
    scores, rounds = graph.pagerank(implementation="prpack"), 0
ended = time.time()
scores = numpy.array(scores)
print(f"{built - begin:.1f} {ended - built:.1f} {rounds} "
      f"{scores.max() / scores.sum():.9g}")
'''


def watch(pid, most):
    """The most memory that is not of files, in MiB; looks 20 times a second."""
    while True:
        try:
            with open(f"/proc/{pid}/status") as file:
                for line in file:
                    if line.startswith("RssAnon"):
                        most[0] = max(most[0], int(line.split()[1]) / 1024)
        except OSError:
            return
        time.sleep(0.05)


def measure(*words, stdin=None):
    """Seconds, CPU seconds, MiB at most, those not of files, the output."""
    begin = time.time()
    process = subprocess.Popen(words, stdin=stdin, stdout=subprocess.PIPE,
                               text=True)
    most = [0]
    watcher = threading.Thread(target=watch, args=(process.pid, most),
                               daemon=True)
    watcher.start()
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"{words}: {status}")
    return (time.time() - begin, usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss / 1024, most[0], output)


class Bench:
    def __init__(self, bin_folder, pages, folder):
        self.bin = os.path.abspath(bin_folder)
        self.pages = pages
        self.folder = folder
        self.graph = f"{folder}/graph"
        self.links = f"{folder}/graph_links"
        if not os.path.exists(self.links):
            subprocess.run(["c++", "-O2", "-std=c++20", "-o", self.links,
                            os.path.join(os.path.dirname(__file__),
                                         "graph_links.cc")], check=True)

    def made(self, seed, date, step, *more):
        return subprocess.Popen([self.links, str(self.pages), str(seed), date,
                                 str(step), *more], stdout=subprocess.PIPE)

    def wax(self, *words, stdin=None):
        tool, *options = words
        return measure(f"{self.bin}/{tool}", "-q", *options, stdin=stdin)

    def show(self, what, took, note=""):
        print(f"| {self.pages:,} | {what} | {took[0]:.1f} | {took[1]:.1f} | "
              f"{took[2]:,.0f} | {took[3]:,.0f} | {note} |", flush=True)

    def add(self, seed, date, step):
        # Another process makes the links, at a fraction of the cost.
        source = self.made(seed, date, step)
        return self.wax("wax-graph-update", "--edges", "-", "--tmpdir",
                        self.folder, self.graph, stdin=source.stdout)

    def update(self):
        shutil.rmtree(self.graph, ignore_errors=True)
        took = self.add(1, "20260101000000", 1)
        size = sum(os.path.getsize(f"{self.graph}/{name}")
                   for name in os.listdir(self.graph)) / (1 << 20)
        self.show("first update", took,
                  f"{self.pages * LINKS / took[1]:,.0f} links a CPU second; "
                  f"{size:,.0f} MiB on disk")

    def day(self):
        self.show("update of 1 %", self.add(2, "20260102000000", 100))
        self.show("first read after it", self.wax(
            "wax-graph-read", "--stats", "--tmpdir", self.folder, self.graph))

    def scores(self):
        def score(what, *options):
            took = self.wax("wax-graph-score", *options, "--tmpdir",
                            self.folder, self.graph)
            self.show(what, took)
        score("in-degree", "--method", "indegree")
        score("PageRank", "--tolerance", "1e-6", "--memory", "4G")
        score("PageRank, --memory 512M", "--tolerance", "1e-6", "--name",
              "bounded", "--memory", "512M")
        score("PageRank, 3 iterations", "--iterations", "3", "--name", "three",
              "--memory", "4G")
        score("PageRank, 10 bytes a page", "--tolerance", "1e-6", "--name",
              "less", "--memory", str(max(1 << 20, self.pages * 10)))
        took = min((self.wax("wax-graph-read", "--stats", self.graph)
                    for _ in range(5)), key=lambda each: each[0])
        self.show("graph-read --stats", took, f"{1000 * took[0]:.0f} ms")
        pagerank = json.loads(took[4])["scores"]["pagerank"]
        print(f"({pagerank['run']['iterations']} iterations; highest score "
              f"{pagerank['max']})", flush=True)

    def peer(self, kind):
        # Each link once, without those of a page to itself, as graphs have
        # them.
        path = f"{self.folder}/pairs"
        if not os.path.exists(path):
            python = os.environ.get("PYTHON", "python3")
            with open(path + ".all", "wb") as file:
                subprocess.run([self.links, str(self.pages), "1", "0", "1",
                                "pairs"], stdout=file, check=True)
            subprocess.run([python, "-c", """
import numpy, sys
pairs = numpy.fromfile(sys.argv[1] + ".all", dtype="<u8")
pairs = pairs[(pairs >> 32) != (pairs & 0xffffffff)]
numpy.unique(pairs).tofile(sys.argv[1])
""", path], check=True)
            os.remove(path + ".all")
        took = measure(os.environ.get("PYTHON", "python3"), "-c", PEER, kind,
                       path, str(self.pages), "1e-6")
        built, ranked, rounds, most = took[4].split()
        self.show(kind, took, f"graph {built} s, PageRank {ranked} s, "
                  f"{rounds} iterations; highest score {most}")

    def networkit(self):
        self.peer("networkit")

    def igraph(self):
        self.peer("igraph")

    def jobs(self):
        path = f"{self.folder}/all"
        with open(path, "wb") as file:
            subprocess.run([self.links, str(self.pages), "1", "20260101000000",
                            "1"], stdout=file, check=True)
        sort = f"LC_ALL=C sort -S 512M --parallel=2 -T {self.folder} -t '\t'"
        begin = resource.getrusage(resource.RUSAGE_CHILDREN)
        for what, command in (
                ("job 1 of 2: pages", "awk -F '\t' '$1 != last "
                 "{ print $1 \"\\tfetched\\t\" $4 } { last = $1; print $2 "
                 f"\"\\tlinked\\t\" $4 }}' {path} | {sort} | awk -F '\t' "
                 "'$1 != last { print } { last = $1 }' >"
                 f"{self.folder}/crawldb"),
                ("job 2 of 2: links", f"{sort} -k2,2 -k1,1 {path} "
                 f">{self.folder}/linkdb")):
            start = time.time()
            subprocess.run(["sh", "-c", command], check=True)
            end = resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = (end.ru_utime + end.ru_stime - begin.ru_utime -
                   begin.ru_stime)
            self.show(what, (time.time() - start, cpu, end.ru_maxrss / 1024, 0))
            begin = end
        for name in ("all", "crawldb", "linkdb"):
            os.remove(f"{self.folder}/{name}")


def main(bin_folder, pages, folder, steps):
    bench = Bench(bin_folder, pages, folder)
    for step in steps or STEPS:
        getattr(bench, step)()


if len(sys.argv) < 3 or not set(sys.argv[4:]) <= set(STEPS):
    sys.exit(__doc__)
if len(sys.argv) > 3:
    os.makedirs(sys.argv[3], exist_ok=True)
    main(sys.argv[1], int(sys.argv[2]), os.path.abspath(sys.argv[3]),
         sys.argv[4:])
else:
    with tempfile.TemporaryDirectory() as temp:
        main(sys.argv[1], int(sys.argv[2]), temp, [])
