#!/usr/bin/env python3
"""Kills tools at a call of theirs, and lets calls and allocations fail.

Each tool that writes is run on small inputs. Then it is killed at some call, or
some call fails. It must not crash; it must say why it failed, or have done all;
what it writes is the former state or the new one; and the next run makes the same
as a run that nobody disturbed, and leaves nothing else behind.

    kills_and_faults.py BIN LIBRARY CRAWL [--runs N] [--seed S] [--only TOOL]

LIBRARY is tests/preload/failing_calls.cc. --runs: of each tool and kind of fault.
"""
import argparse
import collections
import errno
import os
import random
import shutil
import subprocess
import sys
import tempfile

KILLED_AT = "write fsync open rename unlink mkdir ftruncate link"
FAULTS = [("write", errno.EIO), ("write", errno.ENOSPC), ("fsync", errno.EIO),
          ("open", errno.EMFILE), ("open", errno.EIO), ("rename", errno.EIO),
          ("unlink", errno.EIO), ("mkdir", errno.EACCES), ("read", errno.EIO),
          ("link", errno.EPERM), ("ftruncate", errno.EIO)]
# What other runs of the same inputs write otherwise: times, numbers of processes,
# of changes.
VOLATILE = ("build.files", "build.steps", "build.lock", "state", "graph.lock",
            "build.json", "seen.json")

SETUP = """
wax-warc-indexer -q --sort -o all.cdx $A $B; wax-warc-indexer -q --sort -o a.cdx $A
wax-warc-indexer -q --sort -o b.cdx $B; wax-import -q -o seg $A; wax-import -q -o seg2 $B
wax-index -q -o site/pindexes/1/main seg
wax-index -q -o site/pindexes/2/main seg2
cut -d ' ' -f 3 all.cdx | grep ^http >urls
cut -d ' ' -f 1,6,2 b.cdx | awk 'NF == 3 {print $1, $3, $2}' | grep sha1 >dates.list
wax-urlkey -q urls | awk '{print $1, NR}' >values
cp -r site/pindexes/1/main foreign; rm -f foreign/wax-*
wax-add-dates -q site/pindexes/1/main site/pindexes/1/main site/pindexes/1/dates dates.list
sed 's,$,more,' urls >more.urls
feed='<rss><channel><item><link>http://a.example/1</link></item></channel></rss>'
printf 'WARC/1.0\\r\\nWARC-Type: resource\\r\\nWARC-Target-URI: http://a.example/feed\\r\\n\
WARC-Date: 2026-01-02T03:00:00Z\\r\\nContent-Length: %s\\r\\n\\r\\n%s\\r\\n\\r\\n' ${#feed} "$feed" >feed.warc
wax-graph-update -q graph seg; wax-build -q built $A; wax-seen -q --add seen urls >/dev/null
cp $A a.arc.gz; cp $B b.warc; true
"""

# The command, and what it writes.
TOOLS = {
    "warc-indexer": ("wax-warc-indexer -q --sort -f -o out a.arc.gz b.warc", "out"),
    "cdx-sort": ("wax-cdx-sort -q -f -o out b.cdx a.cdx", "out"),
    "cdx-merge": ("wax-cdx-merge -q -f -o out a.cdx b.cdx", "out"),
    "cdx-filter": ("wax-cdx-filter -q -f -o out --from 2000 all.cdx", "out"),
    "cdx-convert": ("wax-cdx-convert -q -f --format cdxj -o out all.cdx", "out"),
    "cdx-zipnum": ("wax-cdx-zipnum -q -f -o out all.cdx", "out"),
    "dedup-cdx": ("wax-dedup-cdx -q -f -o out all.cdx", "out"),
    "revisits": ("wax-revisits -q -f -o out all.cdx", "out"),
    "urlkey": ("wax-urlkey -q -f -o out urls", "out"),
    "import": ("wax-import -q -f -o out b.warc", "out"),
    "index": ("wax-index -q -f -o out seg seg2", "out"),
    "merge": ("wax-merge -q -f -o out site", "out"),
    "add-column": ("wax-add-column -q -f number values site", "site"),
    "add-dates": ("wax-add-dates -q -f site/pindexes/2/main site/pindexes/2/main "
                  "site/pindexes/2/dates dates.list", "site"),
    "adopt": ("wax-adopt -q -f foreign", "foreign"),
    "warc-recompress": ("wax-warc-recompress -q -f -o out b.warc", "out"),
    "warc-dedup": ("wax-warc-dedup -q -f -o out b.warc", "out"),
    "warc-restore": ("wax-warc-restore -q -f -o out b.warc", "out"),
    "warc-extract": ("wax-warc-extract -q -f -o out "
                     "--url http://www.waxwing-valley.example/castles/ b.warc", "out"),
    "warc-originals": ("wax-warc-originals -q -f -o out a.arc.gz b.warc", "out"),
    "crawl-check": ("wax-crawl-check -q -f -o out a.arc.gz b.warc", "out"),
    "feeds": ("wax-feeds -q -f -o out feed.warc", "out"),
    "seen": ("wax-seen -q --add seen more.urls", "seen"),
    "warc-of-hits": ("wax-search -q -f --warc out built castles", "out"),
    "wacz-of-hits": ("wax-search -q -f --wacz out built castles", "out"),
    "text": ("wax-text -q -f -o out b.warc", "out"),
    "graph-update": ("wax-graph-update -q graph seg2", "graph"),
    "graph-score": ("wax-graph-score -q -f -o out graph", "out"),
    "graph-export": ("wax-graph-export -q -f -o out hosts graph", "out"),
    "rank-entities": ("wax-rank-entities -q -f -o out all.cdx", "out"),
    "jobs": ("wax-jobs -q -f out urls", "out"),
    "build": ("wax-build -q built b.warc", "built"),
    "hide": ("wax-hide -q built http://www.waxwing-valley.example/castles/",
             "built"),
}
# Each run of them states its time; so it is checked that the output is whole, and
# has the same records.
TIMED = ["warc-of-hits", "wacz-of-hits"]
RECORDS = ("wax-warc-check -q out && wax-warc-ls -q --fields type,url,date out | "
           "grep -v ^warcinfo")
# Tools in which allocations fail.
SMALL_MEMORY = ["warc-indexer", "cdx-sort", "cdx-merge", "cdx-convert",
                "dedup-cdx", "import", "index", "merge", "warc-recompress",
                "urlkey", "hide", "graph-update"]


def tree(path):
    """The files of a folder, or a file, by name."""
    if os.path.isfile(path):
        with open(path, "rb") as file:
            return {"": file.read()}
    files = {}
    for folder, _, names in os.walk(path):
        for name in names:
            if name in VOLATILE or name.endswith(".problems"):
                continue
            full = os.path.join(folder, name)
            with open(full, "rb") as file:
                files[os.path.relpath(full, path)] = file.read()
    return files


def strangers(folder, known):
    """What is there after a run, and was not after an undisturbed one."""
    found = []
    for where, folders, names in os.walk(folder):
        for name in folders + names:
            path = os.path.relpath(os.path.join(where, name), folder)
            if path not in known:
                found.append(path)
    return found


def is_just_made(folder):
    """Whether its process, if it was killed, could not make the lock that says
    whose it is, so that no other one dares to remove it."""
    return os.path.isdir(folder) and not os.listdir(folder)


class Trials:
    def __init__(self, args, work):
        self.args = args
        self.work = work
        self.random = random.Random(args.seed)
        self.findings = []
        self.counts = collections.defaultdict(collections.Counter)
        self.env = dict(os.environ, PATH=args.bin + ":" + os.environ["PATH"],
                        A=os.path.join(args.crawl, "valley-2006-11.arc.gz"),
                        B=os.path.join(args.crawl, "valley-2007-12.warc"))
        self.template = os.path.join(work, "template")
        os.mkdir(self.template)
        self.run(SETUP, self.template)

    def run(self, command, folder, **env):
        tmp = os.path.join(self.work, "tmp")
        os.makedirs(tmp, exist_ok=True)
        return subprocess.run(
            ["sh", "-c", "exec " + command if "\n" not in command else command],
            cwd=folder, capture_output=True, timeout=120,
            env=dict(self.env, TMPDIR=tmp, **env))

    def fresh(self):
        folder = os.path.join(self.work, "trial")
        shutil.rmtree(folder, ignore_errors=True)
        # Times are a part of what steps of builds know.
        shutil.copytree(self.template, folder, symlinks=True)
        return folder

    def find(self, tool, what, fault, text=""):
        self.counts[tool]["findings"] += 1
        self.findings.append(f"{tool}: {what}; {fault} {text[:300]!r}")
        print("FOUND", self.findings[-1], flush=True)

    def state(self, tool, folder):
        """What a tool has written there."""
        path = os.path.join(folder, TOOLS[tool][1])
        if tool not in TIMED or not os.path.exists(path):
            return tree(path)
        checked = self.run("set -e\n" + RECORDS, folder)
        return {"": checked.stdout if checked.returncode == 0 else checked.stderr}

    def all_of(self, tool):
        command, _ = TOOLS[tool]
        folder = self.fresh()
        if tool in ("build", "hide"):
            self.run("wax-build -q built a.arc.gz", folder)
        former = self.state(tool, folder)
        whole = self.run(command, folder)
        if whole.returncode not in (0, 1):
            self.find(tool, "fails undisturbed", command, whole.stderr.decode())
            return
        new = self.state(tool, folder)
        known = {os.path.relpath(os.path.join(where, name), folder)
                 for where, folders, names in os.walk(folder)
                 for name in folders + names}
        for _ in range(self.args.runs):
            self.trial(tool, former, new, known, whole, "kill", KILLED_AT, 0)
        for _ in range(2 * self.args.runs):
            calls, error = self.random.choice(FAULTS)
            self.trial(tool, former, new, known, whole, "fault", calls, error)
        if tool in SMALL_MEMORY:
            for _ in range(self.args.runs):
                self.trial(tool, former, new, known, whole, "malloc", "malloc",
                           errno.ENOMEM)

    def trial(self, tool, former, new, known, whole, kind, calls, error):
        command, _ = TOOLS[tool]
        folder = self.fresh()
        mark = os.path.join(self.work, "mark")
        most = {"kill": 5, "fault": 4, "malloc": 11}[kind]
        at = int(2 ** self.random.uniform(0, most))
        fault = f"{kind} at call {at} of {calls!r}, error {error}"
        if os.path.exists(mark):
            os.unlink(mark)
        tmp = os.path.join(self.work, "tmp")
        shutil.rmtree(tmp, ignore_errors=True)
        os.mkdir(tmp)
        try:
            ran = self.run(command, folder, LD_PRELOAD=self.args.library,
                           WAX_FAIL_CALLS=calls, WAX_FAIL_AT=str(at),
                           WAX_FAIL_ERROR=str(error), WAX_FAIL_MARK=mark)
        except subprocess.TimeoutExpired:
            self.find(tool, "hangs", fault)
            return
        if not os.path.exists(mark):
            self.counts[tool]["not reached"] += 1
            return
        self.counts[tool][kind] += 1
        text = ran.stderr.decode(errors="replace")
        code = ran.returncode
        now = self.state(tool, folder)
        if error != 0:
            if code < 0 or code > 2:
                self.find(tool, f"crash, exit code {code}", fault, text)
            elif code == 2 and not text:
                self.find(tool, "no sentence", fault)
            elif code == whole.returncode == 0 and now != new and not text \
                    and calls != "unlink":
                self.find(tool, "other output, exit code 0", fault, text)
        # Steps of builds and of graphs may be done one by one; of two filters of
        # a month that have the same keys, the old one goes last.
        now = {name: now[name] for name in now if ".part-" not in name}
        if tool not in ("build", "graph-update", "add-column", "adopt", "hide",
                        "seen") and now not in (former, new) and code != 1:
            self.find(tool, "half an output", fault,
                      text + str(sorted(set(now) ^ set(new))[:5]))
        again = self.run(command, folder)
        if again.returncode != whole.returncode:
            self.find(tool, f"the next run ends with {again.returncode}", fault,
                      again.stderr.decode(errors="replace"))
            return
        if calls == "unlink":
            return  # what could not be removed stays
        after = self.state(tool, folder)
        if after != new:
            differ = [name for name in set(after) | set(new)
                      if after.get(name) != new.get(name)]
            self.find(tool, "the next run makes something else", fault,
                      str(sorted(differ)[:8]))
        left = strangers(folder, known)
        if left:
            self.find(tool, "leaves " + " ".join(left[:4]), fault)
        temporary = [name for name in os.listdir(tmp) if kind != "kill" or
                     not is_just_made(os.path.join(tmp, name))]
        if temporary:
            self.find(tool, "leaves temporary " + " ".join(temporary[:4]), fault)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin")
    parser.add_argument("library")
    parser.add_argument("crawl")
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--seed", type=int,
                        default=int(os.environ.get("WAX_SEED", "1")))
    parser.add_argument("--only", action="append")
    args = parser.parse_args()
    print(f"seed {args.seed}")
    with tempfile.TemporaryDirectory() as work:
        trials = Trials(args, work)
        for tool in TOOLS:
            if not args.only or tool in args.only:
                trials.all_of(tool)
                print(tool, dict(trials.counts[tool]), flush=True)
    return 1 if trials.findings else 0


if __name__ == "__main__":
    sys.exit(main())
