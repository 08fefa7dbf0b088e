"""Reading: by one thread and process at a time, until it is ended; digests."""

import base64
import hashlib
import io
import json
import multiprocessing
import os
import pathlib
import socket
import subprocess
import sys
import threading
import time

import pytest

import waxwing_warc as wax
from conftest import (
    CRAWL,
    PAGES,
    Endless,
    interrupted,
    large,
    members,
    one,
    record,
    tool_in,
    urls,
)


def count_in_child(read, results):
    try:
        next(read)
        results.put("read")
    except wax.BusyError as error:
        results.put(error.file)


def count(path):
    return sum(1 for _ in wax.open(path))


class TestThreadsAndProcesses:
    def test_threads_have_archives_of_their_own(self, archive):
        counts = []
        threads = [threading.Thread(
            target=lambda: counts.append(len(urls(archive))))
            for _ in range(8)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert counts == [20] * 8

    def test_one_archive_is_for_one_thread_at_a_time(self, archive):
        begun, go_on = threading.Event(), threading.Event()

        class Slow(io.BytesIO):
            waits = False

            def readinto(self, buffer):
                if self.waits:
                    begun.set()
                    go_on.wait(30)
                return super().readinto(buffer[:100])

        file = Slow(b"".join(PAGES) * 100)
        read = wax.open(file)
        file.waits = True
        found = []
        reader = threading.Thread(target=lambda: found.extend(read))
        reader.start()
        begun.wait(30)
        with pytest.raises(wax.BusyError):
            next(read)
        with pytest.raises(wax.BusyError):
            read.close()
        go_on.set()
        reader.join()
        assert len(found) == 2000

    def test_a_child_of_fork_does_not_read_on(self, archive):
        read = wax.open(archive)
        next(read)
        context = multiprocessing.get_context("fork")
        results = context.Queue()
        child = context.Process(target=count_in_child, args=(read, results))
        child.start()
        assert results.get(timeout=60) == str(archive)
        child.join()
        assert len(list(read)) == 19

    @pytest.mark.parametrize("method", ["fork", "spawn"])
    def test_processes_of_a_pool_read_archives(self, method):
        paths = sorted(map(str, pathlib.Path(CRAWL).glob("*arc*")))
        with multiprocessing.get_context(method).Pool(2) as pool:
            counts = pool.map(count, paths)
        assert counts == [count(path) for path in paths]

    def test_other_threads_run_while_bytes_are_read(self, tmp_path):
        path = tmp_path / "large.warc.gz"
        path.write_bytes(members([record("resource", "http://a/",
                                         os.urandom(1 << 20) * 64)]))
        ticks, ended = [0], threading.Event()

        def tick():
            while not ended.is_set():
                ticks[0] += 1
                time.sleep(0)

        read = wax.open(path)
        usual = sys.getswitchinterval()
        # No thread is made to give up the GIL.
        sys.setswitchinterval(1000)
        try:
            ticker = threading.Thread(target=tick)
            ticker.start()
            before = ticks[0]
            next(read).block.read()
            during = ticks[0] - before
            ended.set()
            ticker.join()
        finally:
            sys.setswitchinterval(usual)
        assert during > 0

    @pytest.mark.parametrize("use", [
        "list(wax.open(path, types='response'))",
        "next(wax.open(path)).length",
        "next(wax.open(path)).check_digests()",
        "while body.read(1 << 20): pass",
        "body.readline()",
        "memoryview(body)",
        "wax.Writer('/dev/null').copy(next(wax.open(path)))",
        "list(wax.captures(path))",
    ])
    def test_keyboard_interrupt_ends_a_long_read(self, tmp_path, use):
        path = large(tmp_path / "large.warc")
        assert interrupted("body = next(wax.open(path)).body", use, path)

    def test_keyboard_interrupt_ends_waiting_for_a_pipe(self, tmp_path):
        path = tmp_path / "pipe"
        os.mkfifo(path)
        with Endless(path, b""):
            assert interrupted("", "list(wax.open(path))", path)

    @pytest.mark.parametrize("answer", [
        b"", b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\nWARC/1.0\r\n"])
    @pytest.mark.parametrize("use", [
        "list(wax.open(path))", "list(wax.captures(path))",
        "wax.RecordAccess().at(path, 0)"])
    def test_keyboard_interrupt_ends_waiting_for_a_server(self, answer, use):
        with socket.create_server(("127.0.0.1", 0)) as server:
            open_ones = []

            def serve():
                while True:
                    try:
                        open_ones.append(server.accept()[0])
                        open_ones[-1].sendall(answer)
                    except OSError:
                        return

            threading.Thread(target=serve, daemon=True).start()
            url = "http://127.0.0.1:%d/a.warc" % server.getsockname()[1]
            began = time.monotonic()
            assert interrupted("", use, url)
            assert time.monotonic() - began < 10
            server.shutdown(socket.SHUT_RDWR)
        for each in open_ones:
            each.close()

    def test_keyboard_interrupt_ends_asking_again(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            url = "http://127.0.0.1:%d/a.warc" % server.getsockname()[1]
        assert interrupted("", "list(wax.open(path))", url)

    @pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""),
                        reason="AddressSanitizer keeps freed memory")
    def test_memory_stays_flat(self, tmp_path):
        path = tmp_path / "many.warc"
        with open(path, "wb") as file:
            for _ in range(2500):
                file.write(b"".join(PAGES))
        program = (
            "import resource, sys, waxwing_warc as wax\n"
            "n, early = 0, 0\n"
            "for each in wax.open(sys.argv[1]):\n"
            "    n += 1\n"
            "    each.http.status, each.body.read()\n"
            "    if n == 5000:\n"
            "        early = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
            "late = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
            "print(n, late - early < 4096)\n")
        done = subprocess.run([sys.executable, "-c", program, str(path)],
                              capture_output=True, text=True, check=True)
        assert done.stdout == "50000 True\n"


def sha1(data):
    return "sha1:" + base64.b32encode(hashlib.sha1(data).digest()).decode()


def stating(body, payload=None, block=None, chunked=False):
    """A response that states digests of what is given."""
    fields = ["Content-Type: application/http; msgtype=response"]
    if payload is not None:
        fields.append("WARC-Payload-Digest: " + sha1(payload))
    if block is not None:
        fields.append("WARC-Block-Digest: " + sha1(block))
    head = b"HTTP/1.1 200 OK\r\n" + (
        b"Transfer-Encoding: chunked\r\n" if chunked else b"") + b"\r\n"
    return record("response", "http://a/", head + body, fields=fields)


class TestDigests:
    BLOCK = b"HTTP/1.1 200 OK\r\n\r\nwax"
    CHUNKS = b"3\r\nwax\r\n0\r\n\r\n"

    @pytest.mark.parametrize("bytes_,block,payload", [
        (stating(b"wax", b"wax", BLOCK), True, True),
        (stating(b"wax", b"wing"), None, False),
        (stating(b"wax", block=b"wax"), False, None),
        (stating(CHUNKS, CHUNKS, chunked=True), None, True),
        (stating(CHUNKS, b"wax", chunked=True), None, True),
        (stating(b"wax"), None, None),
        (stating(b"wax").replace(b"WARC-Date", b"WARC-Block-Digest: odd:1\r\n"
                                 b"WARC-Date"), None, None),
        (record("revisit", "http://a/", BLOCK, fields=[
            "WARC-Payload-Digest: " + sha1(b"elsewhere")]), None, None),
    ])
    def test_say_whether_they_hold(self, bytes_, block, payload):
        found = one(bytes_).check_digests()
        assert (found.block, found.payload) == (block, payload)

    def test_of_a_damaged_record_are_not_checked(self):
        bytes_ = stating(b"wax", b"wax", self.BLOCK)
        found = one(bytes_[:-5]).check_digests()
        assert (found.block, found.payload) == (None, None)

    def test_that_do_not_hold_are_problems(self):
        good = stating(b"wax", b"wax")
        archive = wax.open(io.BytesIO(good + stating(b"wax", b"wing")))
        for each in archive:
            each.check_digests()
        found, = archive.problems
        assert found.id == "warc-payload-digest-mismatch"
        assert found.offset == len(good)

    def test_leave_the_block_when_it_is_kept(self):
        bytes_ = stating(self.CHUNKS, b"wax", chunked=True) * 2
        for first in (lambda each: None, lambda each: each.http):
            for each in wax.open(io.BytesIO(bytes_)):
                first(each)
                assert each.check_digests(keep=True).payload
                assert each.http.status == 200
                assert each.body.read() == b"wax"
                assert each.intact
            for each in wax.open(io.BytesIO(bytes_)):
                first(each)
                each.check_digests(keep=True)
                assert each.block.read().endswith(b"\r\n\r\n" + self.CHUNKS)

    def test_need_a_block_that_is_unread(self):
        each = one(stating(b"wax", b"wax"))
        assert each.http.status == 200
        each.body.read(1)
        with pytest.raises(wax.UsageError, match="was read"):
            each.check_digests()
        each = one(stating(b"wax", b"wax"))
        each.check_digests()
        with pytest.raises(wax.UsageError, match="skipped"):
            each.body.read()
        archive = wax.open(io.BytesIO(stating(b"wax", b"wax") * 2))
        gone = next(archive)
        next(archive)
        with pytest.raises(wax.StaleRecordError):
            gone.check_digests()

    def test_are_those_of_the_tool(self, tools):
        paths = sorted(CRAWL.glob("*.warc*"))
        printed = subprocess.run(
            [tool_in(tools, "wax-warc-check"), "--json", "-q",
             *map(str, paths)], capture_output=True, text=True).stdout
        stated = [json.loads(line) for line in printed.splitlines()]
        for part, key in (("block", "blockDigests"),
                          ("payload", "payloadDigests")):
            told = [getattr(each.check_digests(), part)
                    for each in wax.open(paths)]
            assert told.count(False) == sum(
                each[key]["mismatched"] for each in stated)
            assert told.count(True) == sum(
                each[key]["stated"] - each[key]["unchecked"]
                - each[key]["mismatched"] for each in stated)
