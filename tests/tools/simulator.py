#!/usr/bin/env python3
"""A small world of machines under faults: workers of a queue build collections, servers
show them, and a server in front joins them.

    tests/tools/simulator.py BIN CLOCK FOLDER [--hours 10000] [--seed 1] [--keep DIR]

CLOCK is the library wax_shifted_clock; FOLDER has archives, of the host
waxwing-valley.example. Each machine has a clock of its own. In each round, copies of
archives under other hosts become jobs. Meanwhile, by chance, workers, builds, servers and
the queue's server are killed and started again, connections between the front and the
shards are slow, reset, cut or refused, and clocks jump, forward by up to two days and
back by some hours. Of every answer of the front is checked that

- all that it has of a host is there, or nothing; and nothing only while the archive is
  being built, or when the answer says what is missing;
- it comes within the time that shards have, with status 200, or with 502 when no shard
  can be reached.

At the end of a round all faults are over: every job is done, and the front gives the same
hits with the same scores, facets, captures and dates as one server that has all archives,
and says of nothing that it is missing. At the end of a world "wax build
--check" finds nothing, and there are no leftovers. After a fault the seed and the round
are printed, and the exit code is 1."""
import argparse
import gzip
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

HOST = b"waxwing-valley.example"
SHARDS = 3
SHARD_TIMEOUT = 2
HOURS_OF_A_WORLD = 600
MOST_FAULTS = 5
BUILD = ["-q", "--merge-shards", "4"]
QUERIES = ["valley", "castle OR heron", "river -castle", '"the valley"', "date:2007-2008",
           "type:text/html", "cast*"]


# Its original could be in another shard.
REVISIT = b"WARC-Type: revisit"


class Fault(AssertionError):
    pass


def bytes_of(path):
    data = path.read_bytes()
    return gzip.decompress(data) if path.name.endswith(".gz") else data


def free_port():
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return any_port.getsockname()[1]


def wait_for(test, what, seconds=60):
    end = time.monotonic() + seconds
    while not test():
        if time.monotonic() > end:
            raise Fault(f"after {seconds} seconds still not: {what}")
        time.sleep(0.02)


class Answer:
    """What a server said to one request, or that it did not answer."""

    def __init__(self, port, path):
        began = time.monotonic()
        self.path = path
        raw = b""
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
                line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                             "Connection: close\r\n\r\n".encode())
                while piece := line.recv(1 << 20):
                    raw += piece
        except ConnectionError:
            raw = b""
        self.seconds = time.monotonic() - began
        head, _, body = raw.partition(b"\r\n\r\n")
        words = head.split(None, 2)
        self.status = int(words[1]) if len(words) > 1 else 0
        self.missing = b"wax-incomplete:" in raw.lower()
        self.is_whole = True
        if b"transfer-encoding: chunked" in head.lower():
            body, self.is_whole = self.unchunked(body)
        self.body = body

    @staticmethod
    def unchunked(body):
        out = b""
        while body:
            size, _, body = body.partition(b"\r\n")
            if not size:
                break
            length = int(size.split(b";")[0], 16)
            if length == 0:
                return out, True
            out += body[:length]
            body = body[length + 2:]
        return out, False

    def json(self):
        if self.status != 200:
            raise Fault(f"{self.path}: status {self.status} {self.body[:300]!r}")
        return json.loads(self.body)


class Proxy:
    """Between the front and a shard. `mode` says what happens to connections."""

    MODES = ["slow", "stalled", "reset", "cut", "refused"]

    def __init__(self, target, rng):
        self.target = target
        self.rng = random.Random(rng.random())
        self.mode = "ok"
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        self.listener.close()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            if self.mode == "refused":
                self.reset(client)
                continue
            try:
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                self.reset(client)
                continue
            threading.Thread(target=self.copy, args=(client, server, False),
                             daemon=True).start()
            threading.Thread(target=self.copy, args=(server, client, True),
                             daemon=True).start()

    @staticmethod
    def reset(line):
        try:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            line.close()
        except OSError:
            pass

    def copy(self, source, target, is_answer):
        left = None
        try:
            while piece := source.recv(65536):
                mode = self.mode if is_answer else "ok"
                if mode == "slow":
                    time.sleep(self.rng.uniform(0, 0.4))
                elif mode == "stalled":
                    time.sleep(2 * SHARD_TIMEOUT)
                elif mode in ("reset", "refused"):
                    self.reset(target)
                    return
                elif mode == "cut":
                    left = self.rng.randrange(2000) if left is None else left
                    target.sendall(piece[:left])
                    left -= len(piece)
                    if left < 0:
                        break
                    continue
                target.sendall(piece)
        except OSError:
            pass
        for line in (source, target):
            try:
                line.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Machine:
    """A place of processes that share a clock."""

    def __init__(self, world, name):
        self.world = world
        self.clock = world.folder / f"clock-{name}"
        self.clock.write_bytes(struct.pack("q", 0))
        self.log = world.folder / f"log-{name}"

    def start(self, *words, **options):
        environment = dict(os.environ, LD_PRELOAD=str(self.world.clock_library),
                           WAX_CLOCK_SHIFT=str(self.clock),
                           TMPDIR=str(self.world.folder))
        with open(self.log, "a", encoding="utf-8") as log:
            return subprocess.Popen([str(word) for word in words], stderr=log,
                                    stdin=subprocess.DEVNULL, text=True,
                                    start_new_session=True, env=environment, **options)

    def jump(self, seconds):
        shift, = struct.unpack("q", self.clock.read_bytes())
        with open(self.clock, "r+b") as file:
            file.write(struct.pack("q", shift + seconds))


class Server(Machine):
    """`wax serve` of some arguments, at one port."""

    def __init__(self, world, name, *words):
        super().__init__(world, name)
        self.port = free_port()
        self.words = words
        self.process = None

    def run(self):
        self.process = self.start(self.world.bin / "wax-serve", *self.words, "--listen",
                                  f"127.0.0.1:{self.port}", stdout=subprocess.PIPE)
        if not self.process.stdout.readline():
            self.process.wait()
            raise Fault(f"the server does not start: {self.log.read_text()[-500:]}")

    @property
    def runs(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        self.process.kill()
        self.process.wait()


class World:
    def __init__(self, options, folder, seed):
        self.bin = options.bin
        self.clock_library = options.clock
        self.folder = pathlib.Path(folder)
        self.rng = random.Random(seed)
        self.archives = {path.name.removesuffix(".gz"): data
                         for path in sorted(options.folder.iterdir())
                         if path.name.endswith((".warc", ".gz", ".arc"))
                         and REVISIT not in (data := bytes_of(path))}
        self.hours = 0.0
        self.events = []
        self.answers = 0
        self.hosts = {}      # name: (shard, documents, captures)
        self.building = set()  # names of hosts
        self.number = 0
        self.workers = []
        self.shards = [Server(self, f"shard{n}", self.folder / f"shard{n}")
                       for n in range(SHARDS)]
        self.all = Server(self, "all", self.folder / "all")
        self.build_machine = Machine(self, "builds")
        self.work_machines = [Machine(self, f"work{n}") for n in range(2)]
        self.proxies = [Proxy(shard.port, self.rng) for shard in self.shards]
        self.front = Server(self, "front", "--shards",
                            *[f"http://127.0.0.1:{proxy.port}" for proxy in self.proxies],
                            "--shard-timeout", SHARD_TIMEOUT)
        self.redis_port = free_port()
        self.redis = None

    # ---- parts

    def tool(self, name, *words):
        process = self.build_machine.start(self.bin / name, *words,
                                           stdout=subprocess.PIPE)
        out, _ = process.communicate()
        if process.returncode != 0:
            log = self.build_machine.log.read_text()[-500:]
            raise Fault(f"{name} {' '.join(map(str, words))}: rc {process.returncode}: "
                        f"{log}")
        return out

    def start_redis(self):
        self.redis = subprocess.Popen(
            ["redis-server", "--port", str(self.redis_port), "--bind", "127.0.0.1",
             "--dir", str(self.folder), "--appendonly", "yes", "--appendfsync", "always"],
            stdout=subprocess.DEVNULL)

        def answers():
            try:
                socket.create_connection(("127.0.0.1", self.redis_port)).close()
            except OSError:
                return False
            return True
        wait_for(answers, "redis-server answers")

    def start_worker(self):
        command = (f"set -- {{}}; {self.bin}/wax-build {' '.join(BUILD)} "
                   f"{self.folder}/$1 {self.folder}/$2 || {{ sleep 0.2; exit 1; }}")
        self.workers.append(self.rng.choice(self.work_machines).start(
            self.bin / "wax-work", "--redis", f"redis://127.0.0.1:{self.redis_port}",
            "--lost-after", 2, "--attempts", 200, "--", "sh", "-c", command,
            stdout=subprocess.DEVNULL))

    def copy_archive(self):
        """An archive of a host that is not there yet."""
        self.number += 1
        source = self.rng.choice(list(self.archives))
        host = b"w%06d" % self.number + HOST[7:]
        name = f"{self.number:06}-{source}"
        (self.folder / name).write_bytes(self.archives[source].replace(HOST, host))
        return name, host.decode()

    # ---- a world from its beginning to its end

    def run(self, hours):
        for shard in range(SHARDS):
            self.add_to_single(shard, self.build_of_shard)
        for server in [self.all, *self.shards, self.front]:
            server.run()
        self.measure_hosts()
        self.start_redis()
        while self.hours < hours:
            self.events = []
            self.round()
        self.check_collections()

    def build_of_shard(self, shard, name):
        self.tool("wax-build", *BUILD, self.folder / f"shard{shard}", self.folder / name)

    def add_to_single(self, shard, also):
        name, host = self.copy_archive()
        self.tool("wax-build", *BUILD, self.folder / "all", self.folder / name)
        self.hosts[host] = (shard, None, None)
        also(shard, name)
        return host

    def measure_hosts(self):
        """How much one server has of each host."""
        for host, (shard, documents, _) in self.hosts.items():
            if documents is None:
                def has_all(host=host):
                    return self.host_answer(self.all, host).json()["total"] > 0
                wait_for(has_all, f"one server has {host}")
                self.hosts[host] = (shard,
                                    self.host_answer(self.all, host).json()["total"],
                                    self.captures_answer(self.all, host).body.count(b"\n"))

    @staticmethod
    def host_answer(server, host):
        return Answer(server.port, f"/api/search?count=0&query=site:{host}")

    @staticmethod
    def captures_answer(server, host):
        return Answer(server.port, f"/cdx?fl=urlkey&url=*.{host}")

    def round(self):
        jobs = []
        for _ in range(self.rng.randint(1, 3)):
            self.building.add(self.add_to_single(
                self.rng.randrange(SHARDS),
                lambda shard, name: jobs.append(f"shard{shard} {name}")))
        self.measure_hosts()
        (self.folder / "jobs").write_text("".join(job + "\n" for job in jobs))
        self.tool("wax-work", "--redis", f"redis://127.0.0.1:{self.redis_port}", "-q",
                  "--add", self.folder / "jobs")
        for _ in range(self.rng.randint(1, 2)):
            self.start_worker()
        for _ in range(self.rng.randint(6, 14)):
            self.event()
            for _ in range(self.rng.randint(1, 3)):
                self.ask_front()
        self.heal()
        self.building.clear()
        self.compare()

    def event(self):
        what = self.rng.choice([self.fault_of_proxy, self.fault_of_proxy, self.end_fault,
                                self.kill_worker, self.kill_build, self.kill_shard,
                                self.start_shard, self.kill_front, self.kill_redis,
                                self.jump, self.jump, self.jump, self.pause])
        self.events.append(what.__name__)
        what()

    def fault_of_proxy(self):
        proxy = self.rng.choice(self.proxies)
        proxy.mode = self.rng.choice(Proxy.MODES)
        self.events[-1] += f" {self.proxies.index(proxy)} {proxy.mode}"

    def end_fault(self):
        self.rng.choice(self.proxies).mode = "ok"

    def kill_worker(self):
        if self.workers:
            worker = self.workers.pop(self.rng.randrange(len(self.workers)))
            worker.kill()
            worker.wait()
        self.start_worker()

    def kill_build(self):
        """Ends what runs of the builds, with its helpers."""
        subprocess.run(["pkill", "-KILL", "-f", f"^{self.bin}/wax-build .*{self.folder}"],
                       check=False)

    def kill_shard(self):
        shard = self.rng.choice(self.shards)
        if shard.runs:
            shard.kill()

    def start_shard(self):
        for shard in self.shards:
            if not shard.runs:
                shard.run()
                return

    def kill_front(self):
        if self.front.runs:
            self.front.kill()
        self.start_front()

    def start_front(self):
        """It does not start when no shard can be reached."""
        try:
            self.front.run()
        except Fault:
            self.check(not any(self.is_reached(n) for n in range(SHARDS)),
                       f"the front does not start: {self.front.log.read_text()[-500:]}")

    def kill_redis(self):
        self.redis.kill()
        self.redis.wait()
        time.sleep(self.rng.uniform(0, 0.5))
        self.start_redis()

    def jump(self):
        machine = self.rng.choice([*self.shards, self.front, *self.work_machines])
        hours = self.rng.uniform(-6, 48)
        machine.jump(round(3600 * hours))
        self.hours += abs(hours)
        self.events[-1] += f" {hours:.1f}"

    def pause(self):
        time.sleep(self.rng.uniform(0, 0.3))

    # ---- what is asked and must hold

    def is_reached(self, shard):
        return self.shards[shard].runs and self.proxies[shard].mode == "ok"

    def ask_front(self):
        if not self.front.runs:
            self.start_front()
            return
        host = self.rng.choice(sorted(self.hosts))
        shard, documents, captures = self.hosts[host]
        wants_documents = self.rng.random() < 0.7
        answer = (self.host_answer if wants_documents else self.captures_answer)(
            self.front, host)
        self.answers += 1
        what = f"{'documents' if wants_documents else 'captures'} of {host}"
        self.check(answer.seconds < 6 * SHARD_TIMEOUT,
                   f"{what}: {answer.seconds:.1f} seconds")
        if answer.status == 502:
            self.check(not all(self.is_reached(n) for n in range(SHARDS)),
                       f"{what}: 502, but all shards can be reached")
            return
        self.check(answer.status == 200, f"{what}: status {answer.status} {answer.body!r}")
        is_told = answer.missing or not answer.is_whole
        if wants_documents:
            found = answer.json()["total"]
            is_told = is_told or "incomplete" in answer.json()
            expected = documents
        else:
            found = answer.body.count(b"\n")
            expected = captures
        if found == expected:
            return
        self.check(found == 0 or not wants_documents and is_told,
                   f"{what}: {found} of {expected}: {answer.body[:500]!r}")
        self.check(is_told or host in self.building,
                   f"{what} of shard {shard}: none of {expected}, and nothing is said "
                   "to be missing")

    def check(self, holds, text):
        if not holds:
            raise Fault(text)

    def heal(self):
        for proxy in self.proxies:
            proxy.mode = "ok"
        for server in self.shards:
            if not server.runs:
                server.run()
        if not self.front.runs:
            self.front.run()
        self.start_worker()
        for worker in self.workers:
            try:
                code = worker.wait(180)
            except subprocess.TimeoutExpired:
                raise Fault("a worker has not ended after 180 seconds") from None
            self.check(code == 0, f"a worker ended with {code}")
        self.workers = []
        status = self.tool("wax-work", "--redis",
                           f"redis://127.0.0.1:{self.redis_port}", "--queue-status")
        self.check("failed 0" in status, status)

    def compare(self):
        """The front and one server, when nothing is going on."""
        def is_whole():
            return all(self.host_answer(self.front, host).json()["total"] ==
                       self.hosts[host][1] for host in self.hosts)
        wait_for(is_whole, "the front has all hosts", 30)
        for query in [*QUERIES, "site:" + self.rng.choice(sorted(self.hosts))]:
            path = ("/api/search?count=1000&facet=type&facet=year&query=" +
                    urllib.parse.quote(query))
            joined, single = (Answer(server.port, path)
                              for server in (self.front, self.all))
            self.check(joined.status == single.status == 200,
                       f"{query}: {joined.status}, {single.status}")
            joined, single = (self.seen(answer.json()) for answer in (joined, single))
            if joined != single:
                raise Fault(f"{query}: the front and one server differ: " +
                            self.difference(joined, single))
        joined, single = (Answer(server.port, "/cdx?url=*.valley.example&limit=100000")
                          for server in (self.front, self.all))
        self.check(sorted(joined.body.split(b"\n")) == sorted(single.body.split(b"\n")),
                   "captures differ")
        self.check(not joined.missing, "captures are said to be missing")

    @staticmethod
    def seen(answer):
        hits = [{name: hit.get(name) for name in ("url", "digest", "date", "dates", "score")}
                for hit in answer["hits"]]
        # Hits with the same score are in the order of the collection, which also says
        # which of them are the last ones that are given.
        if len(hits) < answer["total"]:
            least = hits[-1]["score"]
            hits = [hit for hit in hits if hit["score"] != least]
        hits.sort(key=lambda hit: (-hit["score"], hit["url"], str(hit)))
        return {"total": answer["total"], "incomplete": answer.get("incomplete"),
                "facets": answer.get("facets"), "hits": hits}

    @staticmethod
    def difference(joined, single):
        for name in ("total", "incomplete", "facets"):
            if joined[name] != single[name]:
                return f"{name}: {joined[name]} and {single[name]}"
        for n, (a, b) in enumerate(zip(joined["hits"], single["hits"])):
            if a != b:
                return f"hit {n}: {a} and {b}"
        return "the number of hits"

    def check_collections(self):
        for name in ["all", *(f"shard{n}" for n in range(SHARDS))]:
            self.tool("wax-build", "-q", "--check", self.folder / name)
            left = [str(path) for path in (self.folder / name).rglob("*.part-*")]
            self.check(not left, f"leftovers: {left}")

    def close(self):
        for process in [*self.workers, self.redis,
                        *(server.process for server in [self.all, *self.shards, self.front])]:
            if process is not None and process.poll() is None:
                process.send_signal(signal.SIGKILL)
                process.wait()
        self.kill_build()
        for proxy in self.proxies:
            proxy.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", type=lambda text: pathlib.Path(text).absolute())
    parser.add_argument("clock", type=lambda text: pathlib.Path(text).absolute())
    parser.add_argument("folder", type=lambda text: pathlib.Path(text).absolute())
    parser.add_argument("--hours", type=float, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="copies the world of a fault")
    options = parser.parse_args()
    if shutil.which("redis-server") is None:
        print("skipped: redis-server is missing")
        return 77
    hours, answers, seed, failed = 0.0, 0, options.seed, 0
    while hours < options.hours and failed < MOST_FAULTS:
        with tempfile.TemporaryDirectory() as folder:
            world = World(options, folder, seed)
            try:
                world.run(min(HOURS_OF_A_WORLD, options.hours - hours))
            except Fault as fault:
                failed += 1
                print(f"seed {seed}: {fault}\n  after: {', '.join(world.events)}",
                      flush=True)
                if options.keep:
                    shutil.copytree(folder, options.keep / f"seed-{seed}",
                                    symlinks=True, dirs_exist_ok=True)
            finally:
                world.close()
        hours += max(world.hours, 1)
        answers += world.answers
        seed += 1
    print(f"{hours:.0f} hours, {seed - options.seed} worlds, {answers} answers, "
          f"faults {failed}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
