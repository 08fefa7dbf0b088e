#!/usr/bin/env python3
"""What graphs of links cost, at several sizes.

    bench/graph.py BIN PAGES...

For each number of pages: ten links a page, whose targets follow a power law, with
keys of some 50 bytes. Measures the first update, a daily one (new links of 1 % of
the pages), what it costs to merge that for the first reader, scores, and meta.json, and prints a row of a table for each. Files are
in a folder of $TMPDIR, which is removed."""
import os
import resource
import subprocess
import sys
import tempfile
import time

BIN = os.path.abspath(sys.argv[1])
LINKS = 10
MASK = (1 << 64) - 1


def key(page, pages):
    mixed = page * 2654435761 % (1 << 32)
    return (f"com,site{mixed % max(1, pages // 50):05d})/path/of/some/length/"
            f"{mixed:08x}-article-{page}")


def write_links(path, pages, sources, seed, date):
    """Each source links to pages of which few are linked often."""
    state = seed
    with open(path, "w") as file:
        lines = []
        for source in sources:
            first = key(source, pages)
            for _ in range(LINKS):
                state = (state * 6364136223846793005 + 1442695040888963407) & MASK
                target = int(pages * ((state >> 11) / (1 << 53)) ** 3)
                lines.append(f"{first}\t{key(target, pages)}\tanchor "
                             f"{target % 1000}\t{date}\n")
            if len(lines) > 100000:
                file.writelines(lines)
                lines.clear()
        file.writelines(lines)


def measure(*words):
    """Seconds, CPU seconds, MiB of memory at most."""
    begin = time.time()
    process = subprocess.Popen([f"{BIN}/{words[0]}", "-q", *words[1:]],
                               stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"{words}: {status}")
    return (time.time() - begin, usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss / 1024)


def size_of(graph):
    return sum(os.path.getsize(f"{graph}/{name}")
               for name in os.listdir(graph)) / (1 << 20)


def row(pages):
    with tempfile.TemporaryDirectory() as temp:
        graph = f"{temp}/graph"
        write_links(f"{temp}/all", pages, range(pages), 1, "20260101000000")
        write_links(f"{temp}/day", pages, range(0, pages, 100), 2,
                    "20260102000000")
        first = measure("wax-graph-update", "--edges", f"{temp}/all", graph)
        size = size_of(graph)
        os.remove(f"{temp}/all")
        day = measure("wax-graph-update", "--edges", f"{temp}/day", graph)
        merge = measure("wax-graph-read", "--stats", graph)
        degree = measure("wax-graph-score", "--method", "indegree", graph)
        rank = measure("wax-graph-score", "--tolerance", "1e-6", graph)
        less = measure("wax-graph-score", "--tolerance", "1e-6", "--name",
                       "less", "--memory", str(max(1 << 20, pages * 10)), graph)
        stats = min(measure("wax-graph-read", "--stats", graph)[0]
                    for _ in range(5))
    cells = [f"{pages:,}", f"{pages * LINKS:,}", f"{size:,.0f}",
             f"{first[0]:.1f}", f"{first[1]:.1f}", f"{first[2]:,.0f}",
             f"{pages * LINKS / first[1]:,.0f}", f"{day[0]:.1f}",
             f"{100 * day[1] / first[1]:.1f} %", f"{merge[0]:.1f}",
             f"{100 * merge[1] / first[1]:.0f} %", f"{degree[0]:.1f}",
             f"{rank[0]:.1f}", f"{rank[2]:,.0f}", f"{less[0]:.1f}",
             f"{less[2]:,.0f}", f"{1000 * stats:.0f}"]
    print("| " + " | ".join(cells) + " |", flush=True)


print("| pages | links | MiB on disk | first update s | CPU s | MiB | "
      "links a CPU second | update of 1 % s | of the first one's CPU | "
      "first read after it s | of the first one's CPU | in-degree s | PageRank s | MiB | with a quarter of the memory s | MiB | "
      "`--stats` ms |")
print("|" + "---|" * 17)
for number in sys.argv[2:]:
    row(int(number))
