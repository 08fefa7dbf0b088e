"""Graphs of jobs against those of wax-graph-update and wax-graph-score."""

import glob
import os
import random
import signal
import threading
import time

import kill_executor
import pyarrow.dataset
from running import CRAWL, JOBS, joined, path, tool
from waxwing_spark import counting, links_job, pagerank
from waxwing_spark.errors import JobError

import waxwing_warc.graph

# Lines "FROM TAB TO": chains of names, one with a branch, cycles with ways into them.
REDIRECTS = "\n".join(line.replace(">", "\t") for line in (
    "n1>n2 n2>n3 n3>n4 n4>p1 n5>n2 c1>c3 c3>c2 c2>c1 w1>w2 w2>c3 d1>d2 d2>d1 n1>p9 "
    "e9>e1 e1>e5 e5>e3 e3>e7 e7>e9 f1>e5 f2>f1 f3>f2 f4>f3 p3>gone").split()) + "\n"


def _edges(chance, lines):
    """Lines of links between pages that have dates, with nodes of REDIRECTS."""
    nodes = [f"p{i}" for i in range(60)] + sorted(set(REDIRECTS.split()))
    return "".join("\t".join((
        chance.choice(nodes), chance.choice(nodes),
        chance.choice(("", "text", "other")),
        chance.choice(("2006", "2007", "20080301", "2009"))))
        + "\n" for _ in range(lines))


def graphs():
    """Graphs of lists of links, and segments of the example crawl with the lists of
    their further captures; the arguments with which wax-graph-update takes both."""
    folder = path("graphs")
    inputs = [f"{folder}/{name}" for name in ("a", "b", "c", "s1", "s2")]
    if not os.path.isdir(folder):
        os.mkdir(folder)
        chance = random.Random(7)
        for name in "abc":
            with open(f"{folder}/{name}.edges", "w", encoding="utf-8") as out:
                out.write(_edges(chance, 150))
        with open(f"{folder}/redirects", "w", encoding="utf-8") as out:
            out.write(REDIRECTS)
        for name in "ab":
            tool("wax-graph-update", f"{folder}/{name}", "--edges",
                 f"{folder}/{name}.edges")
        tool("wax-graph-update", f"{folder}/c", "--edges", f"{folder}/c.edges",
             "--names", f"{folder}/redirects")
        crawl = sorted(glob.glob(os.path.join(CRAWL, "*arc*")))
        tool("wax-warc-indexer", "--sort", "-o", f"{folder}/cdx", *crawl)
        os.mkdir(f"{folder}/lists")
        tool("wax-dedup-cdx", "-o", f"{folder}/lists/duplicates-00000",
             f"{folder}/cdx")
        tool("wax-revisits", "-o", f"{folder}/lists/revisits-00000", f"{folder}/cdx")
        tool("wax-import", "-o", f"{folder}/s1", *crawl[::2])
        tool("wax-import", "-o", f"{folder}/s2", *crawl[1::2])
    sources = [word for name in "abc" for word in ("--edges", f"{folder}/{name}.edges")]
    for name in sorted(os.listdir(f"{folder}/lists")):
        sources += ["--dates", f"{folder}/lists/{name}"]
    return inputs, [*sources, "--names", f"{folder}/redirects", *inputs[3:]]


def _rows(table):
    return sorted(table.to_pylist(), key=lambda row: str(sorted(row.items())))


def check_links(out, graph):
    """That the tables are those of a graph that wax-graph-update made."""
    wanted = waxwing_warc.graph.Graph(graph)
    pages = {row["urlkey"]: row for row in pyarrow.dataset.dataset(
        out + "/pages").to_table().to_pylist()}
    for row in wanted.pages(["pagerank"]).read_all().to_pylist():
        found = pages.pop(row["urlkey"])
        scores = found.pop("pagerank"), row.pop("pagerank")
        assert found == row, (found, row)
        if scores[1] is None:
            assert scores[0] is None, row
        else:
            assert abs(scores[0] - scores[1]) < 1e-9, (row, scores)
    assert not pages, pages
    links = _rows(pyarrow.dataset.dataset(out + "/links").to_table())
    for row, told in zip(links, _rows(wanted.links().read_all()), strict=True):
        assert row == told, (row, told)
    lines = joined(out + "/scores/part-*").decode().splitlines()
    told = tool("wax-graph-export", "scores", graph, "--score", "pagerank").decode()
    assert ([line.split(" ")[0] for line in lines] ==
            [line.split(" ")[0] for line in told.splitlines()])
    return len(links)


def _with_one_graph(number, *policy):
    """A graph of the tools, and the arguments for a job that makes the same one."""
    inputs, sources = graphs()
    one = path(f"one-graph-{number}")
    tool("wax-graph-update", one, *policy, *sources)
    tool("wax-graph-score", one, "--iterations", "4")
    return one, ["--dates", path("graphs", "lists"), "--iterations", "4", *policy,
                 *inputs]


def graph_is_that_of_one_machine():
    JOBS.stop()
    JOBS.start("local[2]")  # these tests need no process for each executor
    for number, policy in enumerate((
            ("--policy", "asof=2007"),
            ("--policy", "accumulate", "--frontier", "--nofollow"))):
        one, arguments = _with_one_graph(number, *policy)
        code, said = JOBS.run("links", "-o", path(f"graph-{number}"), *arguments)
        assert code == 0, said
        print(said, check_links(path(f"graph-{number}"), one), "links", flush=True)


def a_graph_takes_more_inputs():
    inputs, _ = graphs()
    one, arguments = _with_one_graph("latest")
    out = path("graph-more")
    code, said = JOBS.run("links", "-o", path("graph-some"), *inputs[:4],
                          "--iterations", "1")
    assert code == 0, said
    code, said = JOBS.run("links", "-o", out, *arguments, path("graph-some"))
    assert code == 0 and "inputs 7" in said, said
    check_links(out, one)
    tool("wax-graph-update", path("legacy"), "--edges",
         path("graphs", "a.edges"), "--urlkey", "legacy")
    code, said = JOBS.run("links", "-o", path("none"), inputs[3], path("legacy"))
    assert code == 2 and "has legacy keys, but" in said, said
    code, said = JOBS.run("links", "-o", path("none"), "--policy", "new", *inputs)
    assert code == 2 and "is no policy" in said, said


def executors_that_are_killed_change_no_graph():
    one, arguments = _with_one_graph("killed")
    out = path("graph-killed")
    JOBS.stop()
    JOBS.start()
    conf = JOBS.spark.sparkContext.getConf()
    driver = "spark://CoarseGrainedScheduler@%s:%s" % (
        conf.get("spark.driver.host"), conf.get("spark.driver.port"))
    killed = []

    def kill():
        for table in ("graph-*/pages", "ranks-*/1"):
            while not glob.glob(path(".graph-killed.work", table)):
                time.sleep(.02)
            executor = kill_executor.executors_of(driver)[0]
            os.kill(executor, signal.SIGKILL)
            killed.append(executor)

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    code, said = JOBS.run("links", "-o", out, *arguments)
    assert code == 0, said
    assert len(killed) == 2, killed
    check_links(out, one)
    JOBS.stop()


def rounds_that_are_done_are_not_done_again():
    one, arguments = _with_one_graph("ended")
    out = path("graph-ended")
    next_round, calls = pagerank._next, []

    def counted(*of):
        calls.append(of)
        if len(calls) == 3:
            raise JobError("ended here")
        return next_round(*of)

    pagerank._next = counted
    try:
        code, said = JOBS.run("links", "-o", out, *arguments)
        assert code == 2 and "ended here" in said, said
        code, said = JOBS.run("links", "-o", out, *arguments)
        assert code == 0, said
    finally:
        pagerank._next = next_round
    assert len(calls) == 5
    check_links(out, one)


def _keys(out):
    """The pages and the ends of links of a job's tables, also of those that later jobs
    add to."""
    keys = set()
    for name, columns in (("pages", ["urlkey"]), ("links", ["source", "target"])):
        table = pyarrow.dataset.dataset(f"{out}/{name}").to_table(columns)
        keys.update(key for each in columns for key in table[each].to_pylist())
    for name in glob.glob(out + "/seen/*"):
        for table, columns in ((links_job.CAPTURES, ["urlkey"]),
                               (links_job.LINKS, ["source", "target"])):
            found = pyarrow.dataset.dataset(f"{name}/{table}").to_table(columns)
            keys.update(key.decode() for each in columns
                        for key in found[each].to_pylist())
    with open(glob.glob(out + "/scores/part-*")[0], encoding="utf-8") as scores:
        keys.update(line.split(" ")[0] for line in scores)
    return keys


def rules_of_a_collection_hold_for_its_segments_and_what_was_made_of_them():
    """What is hidden in a collection comes neither out of its segment, nor out of what
    a job had made of it before; nor does what is hidden beside a job's own output."""
    crawl = sorted(glob.glob(os.path.join(CRAWL, "*2007-12.warc*")))
    collection, before, out = map(path, ("with-rules", "before-rules", "ruled"))
    url, key = ("http://www.waxwing-valley.example/birds/heron.html",
                "example,waxwing-valley)/birds/heron.html")
    tool("wax-build", collection, *crawl, codes=(0, 1))
    segment, = glob.glob(collection + "/batches/*/segment")
    links = ["links", "--iterations", "1", "-o"]
    code, said = JOBS.run(*links, before, segment)
    assert code == 0 and key in _keys(before), said
    whole = _keys(before)

    tool("wax-hide", collection, url)
    for source in (segment, before):
        code, said = JOBS.run(*links, out, "-f", source)
        assert code == 0, said
        assert _keys(out) and key not in _keys(out), source
    tool("wax-hide", "--remove", collection, url)
    code, said = JOBS.run(*links, out, "-f", before)
    assert code == 0 and _keys(out) == whole, said

    with open(before + "/access", "w", encoding="utf-8") as rules:
        rules.write(f"block page {url}\n")
    code, said = JOBS.run(*links, out, "-f", before)
    assert code == 0 and _keys(out) and key not in _keys(out), said


def rules_are_asked_when_a_job_goes_on():
    """A page that is hidden after a job was ended is in nothing of what goes on."""
    crawl = sorted(glob.glob(os.path.join(CRAWL, "*2007-12.warc*")))
    collection, out = path("with-links"), path("graph-ruled")
    hidden = "example,waxwing-valley)/birds/heron.html"
    tool("wax-build", "--links", collection, *crawl, codes=(0, 1))
    arguments = ["links", "-o", out, "--iterations", "1", collection + "/links/graph"]
    write = counting.Graph.write

    def ended(*_):
        raise JobError("ended here")

    counting.Graph.write = ended
    try:
        code, said = JOBS.run(*arguments)
        assert code == 2 and "ended here" in said, said
    finally:
        counting.Graph.write = write

    def keys():
        pages = pyarrow.dataset.dataset(out + "/pages").to_table()["urlkey"]
        return pages.to_pylist()

    tool("wax-hide", collection, "http://www.waxwing-valley.example/birds/heron.html")
    code, said = JOBS.run(*arguments)
    assert code == 0, said
    assert keys() and hidden not in keys(), keys()
    tool("wax-hide", "--remove", collection,
         "http://www.waxwing-valley.example/birds/heron.html")
    code, said = JOBS.run(*arguments, "-f")
    assert code == 0, said
    assert hidden in keys(), keys()


TESTS = [graph_is_that_of_one_machine, a_graph_takes_more_inputs,
         rounds_that_are_done_are_not_done_again,
         rules_are_asked_when_a_job_goes_on,
         executors_that_are_killed_change_no_graph,
         rules_of_a_collection_hold_for_its_segments_and_what_was_made_of_them]
