"""The archives of the jobs, and what the tools make of them."""

import collections
import glob
import json
import os
import random
import shutil

from running import CRAWL, joined, path, read, tool


def make_large(name, seed=1):
    """An archive that is cut: the records of the example crawl many times, some of
    them in one member, one behind bytes that are none."""
    print("seed", seed)
    chance = random.Random(seed)
    members = []
    for each in sorted(glob.glob(os.path.join(CRAWL, "*.warc.gz"))):
        offsets = [int(json.loads(line)["offset"]) for line in
                   tool("wax-warc-ls", "--json", each, codes=(0, 1)).splitlines()]
        whole = read(each)
        for begin, end in zip(offsets, [*offsets[1:], len(whole)], strict=True):
            members.append(whole[begin:end])
    with open(name, "wb") as out:
        for _ in range(12):
            chance.shuffle(members)
            for member in members:
                if chance.random() < .01:
                    out.write(b"no record" * chance.randrange(1, 500))
                out.write(member)


def archives():
    """The example crawl, an archive that is cut, and one that is no archive."""
    folder = path("archives")
    if not os.path.isdir(folder):
        os.mkdir(folder)
        for each in glob.glob(os.path.join(CRAWL, "*.warc.gz")):
            shutil.copy(each, folder)
        make_large(os.path.join(folder, "large.warc.gz"))
        with open(os.path.join(folder, "broken.warc.gz"), "wb") as out:
            out.write(read(sorted(glob.glob(os.path.join(
                CRAWL, "*.warc.gz")))[0])[:5000])
    return folder


def of_one_machine():
    """What the tools make of the archives: records, lists."""
    place = path("one")
    if not os.path.isdir(place):
        os.mkdir(place)
        tool("wax-warc-indexer", "--sort", "--write-damaged", place + "/damaged",
             "--write-references", place + "/references", "-o", place + "/cdx",
             archives(), codes=(0, 1))
        tool("wax-dedup-cdx", "--damaged", place + "/damaged", "-o",
             place + "/duplicates", place + "/cdx", codes=(0, 1))
        tool("wax-dedup-cdx", "--damaged", place + "/damaged", "--places", "-o",
             place + "/places", place + "/cdx", codes=(0, 1))
        tool("wax-revisits", "--references", place + "/references", "-o",
             place + "/revisits", place + "/cdx", codes=(0, 1))
    return place


def check_index(out):
    one = of_one_machine()
    same_lines(joined(out + "/cdx-*.gz"), read(one + "/cdx"))
    assert tool("wax-cdx-zipnum", "--extract", out) == read(one + "/cdx")
    for name in ("damaged", "references"):
        assert read(f"{out}/{name}") == read(f"{one}/{name}"), name
    tool("wax-cdx-check", out, codes=(0, 1))


def same_lines(found, wanted):
    if found != wanted:
        found, wanted = found.splitlines(), wanted.splitlines()
        lost = collections.Counter(wanted) - collections.Counter(found)
        more = collections.Counter(found) - collections.Counter(wanted)
        raise AssertionError("%d lines lost, %d more, the first of %d and %d: %s %s" % (
            lost.total(), more.total(), len(wanted), len(found),
            sorted(lost)[:1], sorted(more)[:1]))


SMALL = ("--piece", "64K", "--partition", "30K", "--lines", "50")
