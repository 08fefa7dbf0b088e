"""Jobs on archives of an object store and of Hadoop's file systems."""

import contextlib
import glob
import json
import os
import random
import shutil
import subprocess
import urllib.request

import clients
from crawls import SMALL, archives, check_index
from running import CRAWL, JOBS, SOURCE, path, read, tool
from waxwing_spark import inputs, outputs

KEYS = {"AWS_ACCESS_KEY_ID": "AKIATEST", "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_REGION": "us-east-1"}


def _put(url, body=b""):
    request = urllib.request.Request(url, data=body, method="PUT", headers={
        "Content-Type": "application/octet-stream", "x-amz-acl": "public-read"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert answer.status == 200, url


@contextlib.contextmanager
def _store(seed):
    """moto's server, behind a proxy that says now and then that it is busy, for the
    jobs of the block. Gives the address of moto's server itself."""
    port = clients.free_port()
    url = f"http://127.0.0.1:{port}"
    with contextlib.ExitStack() as opened:
        opened.enter_context(clients.Process(
            clients.client("moto", "moto_server"), "-H", "127.0.0.1", "-p", str(port),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)).wait_for_port(port)
        proxy = opened.enter_context(subprocess.Popen(
            [clients.client("moto", "python"), os.path.join(
                SOURCE, "tests/interop/object_stores/store_proxy.py"), url],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        opened.callback(proxy.stdin.close)
        address = proxy.stdout.readline().strip()
        _put(address + "/-/plan", json.dumps({
            "seed": seed, "busy": .05, "cut": .02,
            "keys": {KEYS["AWS_ACCESS_KEY_ID"]: KEYS["AWS_SECRET_ACCESS_KEY"]},
        }).encode())
        JOBS.stop()
        before = dict(os.environ)
        os.environ.update(KEYS, AWS_ENDPOINT_URL=address)
        try:
            yield url
        finally:
            JOBS.stop()
            os.environ.clear()
            os.environ.update(before)


def _has_pieces(said):
    return int(said.split("captures: pieces ")[1].split(",")[0])


def objects_are_read_as_files():
    """Archives in S3 and on a web server, some of them cut, one that is not there,
    from a store that is busy now and then."""
    if clients.client("moto", "moto_server") is None:
        print("skipped: moto is not installed")
        return
    seed = random.randrange(1 << 30)
    print("seed", seed)
    with _store(seed) as store:
        _put(store + "/crawl")
        for each in os.listdir(archives()):
            _put(f"{store}/crawl/{'web' if each.startswith('valley') else 'in'}/{each}",
                 read(os.path.join(archives(), each)))
        names = ["s3a://crawl/in/"] + [
            f"{store}/crawl/web/{os.path.basename(each)}"
            for each in glob.glob(archives() + "/valley*")]
        out = path("objects")
        code, said = JOBS.run("index", "-f", "-o", out, *SMALL, *names,
                              "s3://crawl/gone.warc.gz")
        assert code == 1, said
        assert "s3://crawl/gone.warc.gz: unreadable-archive" in said, said
        assert "s3://crawl/in/broken.warc.gz: at byte" in said, said
        check_index(out)
        assert _has_pieces(said) > 30, said

        before = inputs.find(JOBS.spark, names, False, [])
        assert sorted((os.path.basename(each.path), each.size) for each in before) == [
            (each, os.path.getsize(os.path.join(archives(), each)))
            for each in sorted(os.listdir(archives()))]
        assert all(each.can_be_cut for each in before)
        broken = read(os.path.join(archives(), "broken.warc.gz"))
        _put(store + "/crawl/in/broken.warc.gz", broken[:-1] + b"x")
        after = inputs.find(JOBS.spark, names, False, [])
        assert [a.path for a, b in zip(after, before, strict=True) if a != b] == [
            "s3://crawl/in/broken.warc.gz"]

        code, said = JOBS.run("import", "-o", path("imported-objects"),
                              "s3://crawl/none/", "s3://crawl/in/")
        assert code == 1, said


def archives_of_hadoop_are_read_as_files():
    """Archives of a file system that only Hadoop knows, and by file:."""
    JOBS.stop()
    archives()
    shelf = "viewfs://shelf/archives"
    code, said = JOBS.run("index", "-f", "-o", path("copied"), *SMALL, shelf,
                          shelf + "/gone.warc.gz")
    assert code == 1, said
    assert {"severity": "lost", "id": "unreadable-archive", "text":
            "there is no such file", "file": f"{shelf}/gone.warc.gz"} in [
                json.loads(line) for line in
                read(path("copied", "problems")).splitlines()]
    assert f"{shelf}/broken.warc.gz: at byte" in said, said
    check_index(path("copied"))
    code, said = JOBS.run("index", "-f", "-o", path("copied"), *SMALL,
                          f"file://{archives()}")
    assert code == 1, said
    check_index(path("copied"))
    for name, reason in ((shelf[:-8] + "none", "none: unreadable-archive"),
                         ("nofs://a/b", "nofs")):
        code, said = JOBS.run("index", "-f", "-o", path("copied"), name)
        assert code == 2 and reason in said, said
    check_index(path("copied"))
    code, said = JOBS.run("index", "-f", "--indexer=--full-path", "-o",
                          path("copied"), shelf)
    assert code == 2 and "--full-path" in said, said
    assert not glob.glob(path("spark", "**", "waxwing-copies-*"), recursive=True)


def _documents(segment):
    return tool("wax-segment-dump", "--json", segment, codes=(0, 1))


def segments_are_those_of_wax_import():
    """Segments of each task, of local archives and of copies."""
    names = sorted(glob.glob(os.path.join(CRAWL, "*.warc.gz")))
    shelf = [f"viewfs://shelf/archives/{os.path.basename(each)}" for each in names]
    archives()
    for i, given in enumerate((names, shelf)):
        out = path(f"imported-{i}")
        code, said = JOBS.run("import", "--piece", "100K", "-o", out, *given)
        assert code == 0, said
        made = sorted(each for each in os.listdir(out)
                      if each not in ("problems", outputs.MARK))
        assert len(made) > 1, made
        wanted = path(f"imported-{i}-by-one")
        shutil.rmtree(wanted, ignore_errors=True)
        groups = []
        for each in names:
            size = os.path.getsize(each)
            if not groups or sum(map(os.path.getsize, groups[-1])) + size > 100 << 10:
                groups.append([])
            groups[-1].append(each)
        assert len(groups) == len(made)
        for name, group in zip(made, groups, strict=True):
            tool("wax-import", "-o", f"{wanted}/{name}", *group)
            assert _documents(f"{out}/{name}") == _documents(f"{wanted}/{name}")
            for place, _, files in os.walk(f"{out}/{name}"):
                for file in files:
                    held = read(os.path.join(place, file))
                    assert b"waxwing-copies-" not in held, file


TESTS = [objects_are_read_as_files, archives_of_hadoop_are_read_as_files,
         segments_are_those_of_wax_import]
