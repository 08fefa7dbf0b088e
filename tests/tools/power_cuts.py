#!/usr/bin/env python3
"""Cuts the power of builds, merges and writes to a server, at every sync.

    power_cuts.py BIN LIBRARY FOLDER [--cuts N] [--seed S] [--only NAME]

LIBRARY (tests/preload/recorded_calls.cc) records what the tools change below a
folder, and what they sync. After each sync, and after each change of a name,
the folder is made as a disk may have it then:

    synced   what was not synced is lost: bytes of files, and names in folders
    names    all names are there, bytes that were not synced are not
    mixed    of each file and folder, the synced or the last state, by chance
    all      everything is there

Then the tools are run on it. FOLDER has archives. Exit code 1: a state was
neither the one before nor the one after, and no tool said so. --cuts: so many
of each, by chance."""
import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import urllib.request


# ---- a disk

class File:
    def __init__(self, data=b"", time=0):
        self.data = bytearray(data)
        self.time = time
        self.synced = None  # (bytes, time)

    def sync(self):
        self.synced = (bytes(self.data), self.time)


class Folder:
    def __init__(self):
        self.names = {}
        self.synced = {}

    def sync(self):
        self.synced = dict(self.names)


class Disk:
    def __init__(self, root):
        self.root = os.path.normpath(root)
        self.top = self.load(self.root, {})

    def load(self, path, known):
        folder = Folder()
        for entry in os.scandir(path):
            if entry.is_dir(follow_symlinks=False):
                folder.names[entry.name] = self.load(entry.path, known)
                continue
            status = entry.stat()
            if status.st_ino not in known:
                known[status.st_ino] = File(
                    pathlib.Path(entry.path).read_bytes(), status.st_mtime_ns)
                known[status.st_ino].sync()
            folder.names[entry.name] = known[status.st_ino]
        folder.sync()
        return folder

    def parts(self, path):
        path = os.path.normpath(path)
        assert path == self.root or path.startswith(self.root + "/"), path
        return [p for p in path[len(self.root):].split("/") if p]

    def parent(self, path):
        folder = self.top
        *above, name = self.parts(path)
        for part in above:
            folder = folder.names[part]
        return folder, name

    def node(self, path):
        node = self.top
        for part in self.parts(path):
            node = node.names[part]
        return node

    def apply(self, words, data):
        kind, path = words[0], words[1]
        if kind == "sync":
            self.node(path).sync()
            return
        folder, name = self.parent(path)
        if kind == "file":
            folder.names[name] = File(time=int(words[2]))
        elif kind == "folder":
            folder.names[name] = Folder()
        elif kind == "size":
            file, size = folder.names[name], int(words[2])
            del file.data[size:]
            file.data.extend(bytes(size - len(file.data)))
            file.time = int(words[3])
        elif kind == "write":
            file, at = folder.names[name], int(words[2])
            file.data.extend(bytes(max(0, at - len(file.data))))
            file.data[at:at + len(data)] = data
            file.time = int(words[4])
        elif kind == "remove":
            folder.names.pop(name)
        elif kind == "rename":
            node = folder.names.pop(name)
            other, name = self.parent(words[2])
            other.names[name] = node
        elif kind == "link":
            node = folder.names[name]
            other, name = self.parent(words[2])
            other.names[name] = node
        elif kind == "exchange":
            other, other_name = self.parent(words[2])
            folder.names[name], other.names[other_name] = \
                other.names[other_name], folder.names[name]
        else:
            raise SystemExit("no such record: " + kind)

    def write(self, path, way, rng):
        """The folder as it is after a cut."""
        choice = {}

        def is_last(node, last):
            if way == "mixed":
                return choice.setdefault(id(node), rng.random() < 0.5)
            return last

        written = {}

        def put(folder, path):
            os.mkdir(path)
            last = is_last(folder, way != "synced")
            for name, node in (folder.names if last else folder.synced).items():
                below = os.path.join(path, name)
                if isinstance(node, Folder):
                    put(node, below)
                    continue
                if id(node) in written:
                    os.link(written[id(node)], below)
                    continue
                data, time = bytes(node.data), node.time
                if not is_last(node, way == "all"):
                    data, time = node.synced or (b"", node.time)
                with open(below, "wb") as file:
                    file.write(data)
                os.utime(below, ns=(time, time))
                written[id(node)] = below
        put(self.top, path)


def records_of(log):
    data = pathlib.Path(log).read_bytes()
    at = 0
    while at < len(data):
        end = data.index(b"\n", at)
        words = data[at:end].decode("utf-8", "surrogateescape").split("\t")
        at = end + 1
        body = b""
        if words[0] == "write":
            body = data[at:at + int(words[3])]
            at += len(body)
        yield words, body


# ---- what is run, recorded and held against what it should be

class Run:
    def __init__(self, options, work):
        self.bin = options.bin.absolute()
        self.library = options.library.absolute()
        self.work = pathlib.Path(work)
        self.disk = self.work / "disk"
        self.log = self.work / "log"
        self.archives = sorted(str(p) for p in options.folder.absolute().iterdir()
                               if p.name.endswith((".warc", ".gz", ".arc")))

    def environment(self):
        return dict(os.environ, LD_PRELOAD=str(self.library),
                    WAX_RECORD_TO=str(self.log),
                    WAX_RECORD_OF=str(self.disk))

    def tool(self, *words, recorded=False, check=True):
        words = [str(word) for word in words]
        words[0] = str(self.bin / words[0])
        end = subprocess.run(words, capture_output=True, text=True,
                             errors="replace", stdin=subprocess.DEVNULL,
                             env=self.environment() if recorded else None)
        if check and end.returncode != 0:
            raise SystemExit(f"{words}: {end.stderr}")
        return end

    def has_same(self, a, b):
        end = subprocess.run(["diff", "-rq", "--exclude=build.*", "--exclude=*.former",
                              "--exclude=originals", a, b],
                             capture_output=True, text=True)
        return end.stdout


class BuildRun(Run):
    """A batch more, which merges shards and replaces the generation."""

    def prepare(self):
        out = self.disk / "out"
        for archive in self.archives[:3]:
            self.tool("wax-build", "-q", "--merge-shards", 2, out, archive)
        self.before = self.tool("wax-search", "--count", out, "*:*").stdout
        whole = self.work / "whole"
        shutil.copytree(self.disk, whole, copy_function=shutil.copy2)
        self.whole = whole / "out"
        self.tool("wax-build", "-q", self.whole, self.archives[3])
        self.after = self.tool("wax-search", "--count", self.whole, "*:*").stdout

    def record(self):
        self.tool("wax-build", "-q", self.disk / "out", self.archives[3],
                  recorded=True)

    def fault(self, state, _):
        out = state / "out"
        index = self.tool("wax-index-check", "-q", out, check=False)
        answer = self.tool("wax-search", "--count", out, "*:*", check=False)
        if index.returncode != 0 or answer.returncode != 0:
            return "the index is damaged: " + index.stderr + answer.stderr
        if answer.stdout not in (self.before, self.after):
            return f"{answer.stdout} documents"
        end = self.tool("wax-build", "-q", out, self.archives[3], check=False)
        if end.returncode != 0:
            return "the next build fails: " + end.stderr
        told = self.tool("wax-build", "--check", "-q", out, check=False)
        if told.returncode != 0:
            return "the check: " + told.stderr
        return self.has_same(out, self.whole)


class MergeRun(Run):
    def prepare(self):
        parts = self.disk / "parts"
        for archive in self.archives[:2]:
            self.tool("wax-build", "-q", "--merge-shards", 0, parts, archive)
        self.tool("wax-merge", "-q", "-o", self.disk / "merged", parts)
        self.tool("wax-build", "-q", parts, self.archives[2])
        self.whole = self.work / "whole"
        self.tool("wax-merge", "-q", "-o", self.whole, parts)
        self.old = self.work / "old"
        shutil.copytree(self.disk / "merged", self.old)

    def record(self):
        self.tool("wax-merge", "-q", "-f", "-o", self.disk / "merged",
                  self.disk / "parts", recorded=True)

    def fault(self, state, _):
        merged = state / "merged"
        if merged.exists() and self.has_same(merged, self.old) and \
                self.has_same(merged, self.whole):
            return "the merged shard is neither the old nor the new one"
        self.tool("wax-merge", "-q", "-f", "-o", merged, state / "parts")
        return self.has_same(merged, self.whole)


class WriteRun(Run):
    """Captures that a server has taken are there."""

    def prepare(self):
        (self.disk / "site").mkdir(parents=True)

    def serve(self, folder, recorded=False):
        server = subprocess.Popen(
            [self.bin / "wax-serve", folder, "--listen", "127.0.0.1:0",
             "--write-from-loopback"], text=True, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=self.environment() if recorded else None)
        return server, server.stdout.readline().strip()

    def record(self):
        server, url = self.serve(self.disk / "site", recorded=True)
        for number in range(12):
            line = (f"- 20200101000000 http://example.org/{number} text/html "
                    "200 AAA - - 1 2 a.warc.gz")
            request = urllib.request.Request(url + "site", data=line.encode())
            urllib.request.urlopen(request, timeout=30).read()
            with open(self.log, "ab") as log:
                log.write(f"told\t{number}\n".encode())
        server.terminate()
        server.wait()

    def fault(self, state, told):
        server, url = self.serve(state / "site")
        query = url + "site?url=http://example.org/&matchType=prefix&fl=original"
        try:
            with urllib.request.urlopen(query, timeout=30) as answer:
                found = {int(line.rsplit("/", 1)[1])
                         for line in answer.read().decode().split()}
        except OSError as error:
            found = None
            problem = str(error)
        server.terminate()
        server.wait()
        if found is None:
            return "" if not told else "no answer: " + problem
        missing = sorted(set(told) - found)
        more = sorted(found - set(told))
        if missing or len(more) > 1:
            return f"missing {missing}, more {more}"
        return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--cuts", type=int, default=0)
    parser.add_argument("--seed", type=int, default=random.randrange(10**9))
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    failed = 0
    for name, kind in (("build", BuildRun), ("merge", MergeRun),
                       ("write", WriteRun)):
        if options.only not in ("", name):
            continue
        with tempfile.TemporaryDirectory() as work:
            work = os.path.realpath(work)
            run = kind(options, work)
            run.disk.mkdir()
            run.prepare()
            disk = Disk(str(run.disk))
            run.record()
            records = list(records_of(run.log))
            places = [number for number, (words, _) in enumerate(records)
                      if words[0] in ("sync", "rename", "exchange", "remove")]
            cuts = [(place, way) for place in places
                    for way in ("synced", "names", "mixed", "all")]
            if options.cuts and len(cuts) > options.cuts:
                cuts = sorted(rng.sample(cuts, options.cuts))
            told = []
            differ = 0
            for number, (words, data) in enumerate(records):
                if words[0] == "told":
                    told.append(int(words[1]))
                else:
                    disk.apply(words, data)
                while cuts and cuts[0][0] == number:
                    _, way = cuts.pop(0)
                    state = pathlib.Path(work) / "state"
                    disk.write(state, way, rng)
                    fault = run.fault(state, list(told))
                    shutil.rmtree(state)
                    if fault:
                        differ += 1
                        print(f"{name}: record {number} {words[:3]}, {way}: "
                              f"{fault[:600]}", flush=True)
            count = options.cuts and min(options.cuts, 4 * len(places)) or \
                4 * len(places)
            print(f"{name}: seed {options.seed}, records {len(records)}, cuts "
                  f"{count}, differences {differ}", flush=True)
            failed += differ
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
