"""A rank that wax serve --files publishes, as curl gets it."""
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

BIN = sys.argv[1]
SKIPPED = 77


def check(is_right, *what):
    if not is_right:
        raise AssertionError(" ".join(str(one) for one in what))


def curl(*words):
    """Status, headers in lower case, body."""
    with tempfile.NamedTemporaryFile() as head:
        body = subprocess.run(["curl", "-s", "-D", head.name, *words],
                              check=True, stdout=subprocess.PIPE).stdout
        lines = head.read().decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines if ": " in line)
    status = int(lines[0].split()[1]) if lines[0] else 0
    return status, {k.lower(): v for k, v in headers.items()}, body


def make_rank(folder, seed):
    """The same months, other views."""
    views = os.path.join(folder, "views-2021-01")
    any_number = random.Random(seed)
    with open(views, "w", encoding="utf-8") as out:
        for i in range(60000):
            out.write(f"com,example)/{i:06x} {any_number.randint(1, 10**9)}\n")
    ranks = os.path.join(folder, "ranks")
    subprocess.run([os.path.join(BIN, "wax-rank"), "-q", ranks, "--views",
                    views], check=True)
    return ranks


def conditions(url, tag, modified, body):
    old = "Sun, 06 Nov 1994 08:49:37 GMT"
    for words, status in [
            (["-z", modified], 304),
            (["-z", old], 200),
            (["-H", f"If-None-Match: {tag}"], 304),
            (["-H", f"If-None-Match: W/{tag}"], 304),
            (["-H", "If-None-Match: *"], 304),
            (["-H", f'If-None-Match: "x", {tag}, "y"'], 304),
            (["-H", 'If-None-Match: W/"x"'], 200),
            (["-H", f"If-Range: {tag}", "-r", "5-14"], 206),
            (["-H", f"If-Range: {modified}", "-r", "5-14"], 206),
            (["-H", 'If-Range: "x"', "-r", "5-14"], 200),
            (["-H", f"If-Range: {old}", "-r", "5-14"], 200),
            (["-r", "-10"], 206),
            (["-r", f"{len(body)}-"], 416)]:
        got, headers, got_body = curl(*words, url)
        check(got == status, words, got)
        check(headers.get("etag") == tag, words, headers)
        if status == 304:
            check(got_body == b"", words, len(got_body))
        if status == 200:
            check(got_body == body, words, len(got_body))
        if status == 206:
            part = body[-10:] if words[-1] == "-10" else body[5:15]
            check(got_body == part, words, got_body)


def methods(url, size):
    status, headers, body = curl("-I", url)
    check(status == 200 and body[:4] == b"HTTP", status, body[:80])
    check(headers["content-length"] == str(size), headers)
    status, headers, body = curl("-X", "OPTIONS", url)
    check(status == 204 and body == b"", status, body)
    check(headers["allow"] == "GET, HEAD, OPTIONS", headers)
    check(headers["access-control-max-age"] == "86400", headers)
    for method in ["POST", "PUT", "DELETE"]:
        status, headers, _ = curl("-X", method, url)
        check(status == 405, method, status)
        check(headers["allow"] == "GET, HEAD, OPTIONS", headers)
    check(curl(url + ".none")[0] == 404)
    check(curl("--path-as-is", url + "/../../views-2021-01")[0] == 404)


def resumes(url, folder, body):
    part = os.path.join(folder, "part")
    with open(part, "wb") as out:
        out.write(body[:12345])
    subprocess.run(["curl", "-s", "-C", "-", "-o", part, url], check=True)
    check(open(part, "rb").read() == body, "resumed")


def swaps(url, folder, old):
    """A download that began before has the bytes of its time."""
    kept = os.path.join(folder, "kept")
    slow = subprocess.Popen(["curl", "-s", "--limit-rate", "100k", "-o", kept,
                             url])
    while not os.path.exists(kept) or os.path.getsize(kept) == 0:
        time.sleep(0.01)
    make_rank(folder, 2)
    status, headers, new = curl(url)
    check(status == 200 and new != old, status)
    check(headers["etag"] == f'"{hashlib.sha256(new).hexdigest()}"', headers)
    slow.wait()
    check(open(kept, "rb").read() == old, "the old rank")


def main():
    if shutil.which("curl") is None:
        print("curl is not installed")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        ranks = make_rank(folder, 1)
        server = subprocess.Popen(
            [os.path.join(BIN, "wax-serve"), "-q", "--cors", "--listen", "127.0.0.1:0",
             "--files", ranks], stdout=subprocess.PIPE, text=True)
        try:
            base = server.stdout.readline().strip() + "files/"
            stats = json.loads(curl(base + "stats-20210131.json")[2])
            name = "rank-20210131.csv.gz"
            status, headers, body = curl(base + name)
            digest = hashlib.sha256(body).hexdigest()
            check(status == 200 and digest in json.dumps(stats), stats)
            check(headers["etag"] == f'"{digest}"', headers)
            check(headers["content-type"] == "application/gzip", headers)
            conditions(base + name, headers["etag"], headers["last-modified"],
                       body)
            methods(base + name, len(body))
            resumes(base + name, folder, body)
            swaps(base + name, folder, body)
        finally:
            server.kill()
            server.wait()


main()
