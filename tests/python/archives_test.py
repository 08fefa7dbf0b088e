"""Archives: how they are read, closed, and by whom."""

import io
import multiprocessing
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import pytest

import waxwing
from conftest import ALL, CRAWL, PAGES, SHARED, members, record, urls


class TestReading:
    def test_types_are_chosen(self):
        read = waxwing.open(CRAWL, types=["request", "warcinfo"])
        assert {each.type for each in read} == {"request", "warcinfo"}
        with pytest.raises(waxwing.UsageError, match="nonsense"):
            waxwing.open(CRAWL, types="nonsense")

    def test_an_offset_begins_there(self, archive):
        fifth = list(waxwing.open(archive))[5]
        assert urls(archive, offset=fifth.offset) == ALL[5:]
        read = waxwing.open(archive, offset=fifth.offset + 1)
        assert list(read) == []
        assert [each.id for each in read.problems] == ["no-record-at-offset"]

    def test_skimming_gives_the_same_records(self):
        facts = [[(each.url, each.offset, each.http and each.http.status)
                  for each in waxwing.open(CRAWL, skim=skim)]
                 for skim in (False, True)]
        assert facts[0] == facts[1]

    def test_records_by_offset_come_in_any_order(self, archive):
        offsets = [each.offset for each in waxwing.open(archive)]
        access = waxwing.RecordAccess()
        for i in (7, 3, 19, 0, 3):
            each = access.at(archive, offsets[i])
            assert each.url == ALL[i]
            assert each.body.read() == b"<p>page %d</p>" % i
        assert access.at(archive, 5) is None
        assert [each.id for each in access.problems] == ["no-record-at-offset"]

    def test_a_closed_archive_says_so(self, archive):
        with waxwing.open(archive) as read:
            first = next(read)
        assert read.closed
        assert first.url == ALL[0]
        with pytest.raises(waxwing.ClosedError) as caught:
            next(read)
        assert caught.value.file == str(archive)
        with pytest.raises(waxwing.StaleRecordError):
            first.body.read()

    def test_the_end_stays_the_end(self, archive):
        read = waxwing.open(archive)
        assert len(list(read)) == 20
        assert list(read) == []

    @pytest.mark.skipif(not SHARED.is_dir(), reason="there is no ../shared")
    def test_archives_of_others_give_what_the_tool_lists(self, tools):
        seen = 0
        for path in sorted((SHARED / "archives").iterdir()):
            if path.suffix in (".md", ".json", ".py", ".cdx"):
                continue
            done = subprocess.run(
                [os.path.join(tools, "wax-warc-ls"), "--fields",
                 "offset,length,warc-type,url", str(path)],
                capture_output=True, check=False)
            rows = []
            for each in waxwing.open(path):
                length = "-" if each.length is None else str(each.length)
                rows.append([str(each.offset), length, each.type])
            listed = [line.split("\t")[:3] for line in
                      done.stdout.decode("utf-8", "replace").splitlines()]
            for row in listed:
                if row[2] == "-":
                    row[2] = "unknown"
            assert len(rows) == len(listed), path
            assert [row[:2] for row in rows] == [row[:2] for row in listed], path
            seen += len(rows)
        assert seen > 100


def count_in_child(read, results):
    try:
        next(read)
        results.put("read")
    except waxwing.BusyError as error:
        results.put(error.file)


def count(path):
    return sum(1 for _ in waxwing.open(path))


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
        read = waxwing.open(file)
        file.waits = True
        found = []
        reader = threading.Thread(target=lambda: found.extend(read))
        reader.start()
        begun.wait(30)
        with pytest.raises(waxwing.BusyError):
            next(read)
        go_on.set()
        reader.join()
        assert len(found) == 2000

    def test_a_child_of_fork_does_not_read_on(self, archive):
        read = waxwing.open(archive)
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

        read = waxwing.open(path)
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

    def test_keyboard_interrupt_ends_a_long_read(self, tmp_path):
        path = tmp_path / "large.warc"
        with open(path, "wb") as file:
            file.write(record("resource", "http://a/", b"")
                       .replace(b"Content-Length: 0",
                                b"Content-Length: %d" % (1 << 40))[:-4])
            file.truncate(1 << 40)
        program = (
            "import sys, waxwing\n"
            "print('begun', flush=True)\n"
            "try:\n"
            "    list(waxwing.open(sys.argv[1], types='response'))\n"
            "except KeyboardInterrupt:\n"
            "    print('interrupted')\n")
        child = subprocess.Popen([sys.executable, "-c", program, str(path)],
                                 stdout=subprocess.PIPE, text=True)
        assert child.stdout.readline() == "begun\n"
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=60)
        assert out == "interrupted\n"

    def test_keyboard_interrupt_ends_waiting_for_a_pipe(self, tmp_path):
        os.mkfifo(tmp_path / "pipe")
        program = (
            "import sys, waxwing\n"
            "print('begun', flush=True)\n"
            "try:\n"
            "    list(waxwing.open(sys.argv[1]))\n"
            "except KeyboardInterrupt:\n"
            "    print('interrupted')\n")
        child = subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path / "pipe")],
            stdout=subprocess.PIPE, text=True)
        assert child.stdout.readline() == "begun\n"
        with open(tmp_path / "pipe", "wb"):
            time.sleep(0.3)
            child.send_signal(signal.SIGINT)
            out, _ = child.communicate(timeout=60)
        assert out == "interrupted\n"

    @pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""),
                        reason="AddressSanitizer keeps freed memory")
    def test_memory_stays_flat(self, tmp_path):
        path = tmp_path / "many.warc"
        with open(path, "wb") as file:
            for _ in range(2500):
                file.write(b"".join(PAGES))
        program = (
            "import resource, sys, waxwing\n"
            "n, early = 0, 0\n"
            "for each in waxwing.open(sys.argv[1]):\n"
            "    n += 1\n"
            "    each.http.status, each.body.read()\n"
            "    if n == 5000:\n"
            "        early = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
            "late = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
            "print(n, late - early < 4096)\n")
        done = subprocess.run([sys.executable, "-c", program, str(path)],
                              capture_output=True, text=True, check=True)
        assert done.stdout == "50000 True\n"
