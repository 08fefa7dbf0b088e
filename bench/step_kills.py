#!/usr/bin/env python3
"""Kills builds in every step, damages archives and files of builds, and counts
what then differs, or is not told.

    bench/step_kills.py BIN LIBRARY FOLDER [--kills N] [--damages N] [--seed S]

BIN has the tools, LIBRARY is tests/preload/slow_calls.cc, which makes a build
slow enough to be killed anywhere; FOLDER has archives. A build that was killed
must answer as the one before or the one after, and give, when it is run again,
what a build gives that nobody disturbs. A damaged archive must be told of, or
give the same, unless the damage is in the head of a record that is not
compressed, which no checksum covers; a damaged file of a build must be named by wax build --check.
Prints a line for each step. Exit code 1: something differed or was silent."""
import argparse
import collections
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time


class Bench:
    def __init__(self, options, work):
        self.bin = options.bin.absolute()
        self.slow = dict(os.environ, LD_PRELOAD=str(options.library.absolute()),
                         WAX_SLOW_CALLS="4000")
        self.work = pathlib.Path(work)
        self.rng = random.Random(options.seed)
        self.archives = sorted(p for p in options.folder.absolute().iterdir()
                               if p.name.endswith((".warc", ".gz", ".arc")))
        self.faults = 0

    def tool(self, *words, expected=(0,)):
        words = [str(word) for word in words]
        words[0] = str(self.bin / words[0])
        end = subprocess.run(words, capture_output=True, text=True,
                             errors="replace", stdin=subprocess.DEVNULL)
        if expected is not None and end.returncode not in expected:
            raise SystemExit(f"{words}: {end.stdout}{end.stderr}")
        return end

    def fault(self, text):
        self.faults += 1
        print(text, flush=True)

    def copy(self, source, to):
        shutil.rmtree(to, ignore_errors=True)
        subprocess.run(["cp", "-a", source, to], check=True)

    def prepare(self):
        """A build of three batches; the fourth merges all of them."""
        self.before = self.work / "before"
        for archive in self.archives[:3]:
            self.tool("wax-build", "-q", "--merge-shards", 2, self.before, archive)
        self.whole = self.work / "whole"
        self.copy(self.before, self.whole)
        self.tool("wax-build", "-q", self.whole, self.archives[3])

    def differences(self, out):
        return subprocess.run(
            ["diff", "-rq", "--exclude=build.*", "--exclude=*.former", "--exclude=originals",
             self.whole, out], capture_output=True, text=True).stdout

    def start(self, out):
        return subprocess.Popen(
            [self.bin / "wax-build", "-q", out, self.archives[3]], env=self.slow,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)

    @staticmethod
    def step_of(build):
        """The tool that runs now, or what the build itself writes."""
        try:
            task = f"/proc/{build.pid}/task/{build.pid}/children"
            for child in pathlib.Path(task).read_text().split():
                words = pathlib.Path(f"/proc/{child}/cmdline").read_bytes()
                return os.path.basename(words.split(b"\0")[0].decode())
        except OSError:
            pass
        return "wax-build"

    def times_of_steps(self):
        """(step, begin, end) of one slow build."""
        out = self.work / "killed"
        self.copy(self.before, out)
        begin = time.monotonic()
        build = self.start(out)
        spans = []
        while build.poll() is None:
            now = time.monotonic() - begin
            step = self.step_of(build)
            if not spans or spans[-1][0] != step:
                spans.append([step, now, now])
            spans[-1][2] = now
            time.sleep(0.002)
        return [span for span in spans if span[2] - span[1] > 0.01]

    def kills(self, count):
        spans = self.times_of_steps()
        killed = collections.Counter()
        differed = collections.Counter()
        out = self.work / "killed"
        for number in range(count):
            _, begin, end = spans[number % len(spans)]
            self.copy(self.before, out)
            build = self.start(out)
            time.sleep(self.rng.uniform(begin, end))
            step = self.step_of(build) if build.poll() is None else "(ended)"
            build.send_signal(signal.SIGKILL)
            build.wait()
            killed[step] += 1
            texts = [self.tool("wax-index-check", "-q", out,
                               expected=None).stderr]
            for _ in range(200):  # its step ends with it
                end = self.tool("wax-build", "-q", out, self.archives[3],
                                expected=None)
                if "another wax-build" not in end.stderr:
                    break
                time.sleep(0.1)
            texts.append(end.stderr)
            texts.append(self.differences(out))
            check = self.tool("wax-build", "--check", "-q", out, expected=None)
            texts.append(check.stderr)
            texts.append("\n".join(str(p) for p in out.rglob("*.part-*")))
            if any(texts):
                differed[step] += 1
                self.fault(f"kill {number} in {step}: {texts}")
        print(f"{'killed in':22}{'kills':>7}{'differences':>13}")
        for step in sorted(killed):
            print(f"{step:22}{killed[step]:7}{differed[step]:13}")

    def flip(self, path):
        """The place of the damage."""
        data = bytearray(path.read_bytes())
        at = self.rng.randrange(len(data))
        if self.rng.random() < 0.3:
            del data[at:]
        else:
            data[at] ^= 1 << self.rng.randrange(8)
        path.write_bytes(data)
        return at

    @staticmethod
    def is_in_head(data, at):
        begin = data.rfind(b"WARC/1.", 0, at + 7)
        return begin >= 0 and at < data.find(b"\r\n\r\n", begin)

    def damages_of_archives(self, count):
        silent = told = same = heads = 0
        out = self.work / "damaged"
        for number in range(count):
            source = self.rng.choice(self.archives)
            folder = self.work / "sound"
            shutil.rmtree(folder, ignore_errors=True)
            shutil.rmtree(out, ignore_errors=True)
            folder.mkdir()
            path = folder / source.name
            shutil.copy(source, path)
            self.tool("wax-build", "-q", self.work / "one", path)
            at = self.flip(path)
            end = self.tool("wax-build", "-q", out, path, expected=None)
            sums = ["wax-dumpindex", "--fields", "urlkey,digest,title,content"]
            texts = [self.tool(*sums, folder, expected=None).stdout
                     for folder in (self.work / "one", out)]
            if end.returncode != 0 or end.stderr:
                told += 1
            elif texts[0] == texts[1]:
                same += 1
            elif self.is_in_head(source.read_bytes(), at):
                heads += 1
            else:
                silent += 1
                self.fault(f"damage {number} of {source.name} at {at}: silent")
            shutil.rmtree(self.work / "one")
        print(f"archives damaged {count}: told {told}, same result {same}, "
              f"in heads {heads}, silent {silent}")

    def damages_of_builds(self, count):
        silent = named = 0
        files = sorted(p for p in self.whole.rglob("*") if p.is_file() and
                       p.name != "build.lock" and p.stat().st_size > 0 and
                       # What was replaced is for servers on other hosts.
                       "pindexes.former" not in p.parts)
        out = self.work / "damaged"
        for _ in range(count):
            self.copy(self.whole, out)
            path = out / self.rng.choice(files).relative_to(self.whole)
            status = path.stat()
            self.flip(path)
            if self.rng.random() < 0.5:  # what nobody can see by its time
                os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
            end = self.tool("wax-build", "--check", "-q", out, expected=None)
            if end.returncode == 1 and path.parent.name in end.stderr:
                named += 1
            else:
                silent += 1
                self.fault(f"{path}: {end.returncode} {end.stderr}")
        print(f"files of builds damaged {count}: named {named}, silent {silent}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--damages", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.randrange(10**9))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(options, work)
        bench.prepare()
        if options.kills:
            bench.kills(options.kills)
        bench.damages_of_archives(options.damages // 2)
        bench.damages_of_builds(options.damages // 2)
    return 1 if bench.faults else 0


if __name__ == "__main__":
    sys.exit(main())
