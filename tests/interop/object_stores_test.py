#!/usr/bin/env python3
"""Archives, CDX files and outputs in S3, by moto's server, and in HDFS.

usage: object_stores_test.py BIN_DIR SOURCE_DIR [SEED]

Exit code 77: moto is not installed; CONTRIBUTING.md says how. What needs HDFS
only is tested all the same.
"""

import glob
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

import clients
from object_stores import webhdfs

BIN, SOURCE = sys.argv[1:3]
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 30)
PYTHON = clients.client("moto", "python")
HERE = os.path.dirname(os.path.abspath(__file__))
ARCHIVES = sorted(glob.glob(os.path.join(SOURCE, "examples/crawl/*arc*")))
checks = clients.Checks()


def run(tool, *words, env=None, expect=0, **options):
    """The output of a tool as bytes."""
    done = subprocess.run([os.path.join(BIN, tool), *words], env=env,
                          check=False, capture_output=True, **options)
    if done.returncode != expect:
        checks.check(False, "%s %s ends with %d, not %d\n%s" % (
            tool, " ".join(words), done.returncode, expect,
            done.stderr.decode(errors="replace")[-2000:]))
    return done.stdout


def message(tool, *words, env=None, expect=2):
    done = subprocess.run([os.path.join(BIN, tool), *words], env=env,
                          check=False, capture_output=True, text=True)
    if done.returncode != expect:
        checks.check(False, "%s %s ends with %d" % (tool, words,
                                                    done.returncode))
    return done.stderr


def ask(method, url, body=None, **headers):
    headers.setdefault("Content-Type", "application/octet-stream")
    request = urllib.request.Request(url, data=body, method=method,
                                     headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def read(path):
    with open(path, "rb") as file:
        return file.read()


def settings(folder, **more):
    """The environment without settings of a person."""
    env = {name: value for name, value in os.environ.items()
           if not name.startswith(("AWS_", "HADOOP_"))}
    env["HOME"] = folder
    env.update(more)
    return env


class Store:
    """moto's server behind the proxy."""

    def __init__(self, folder):
        self.port = clients.free_port()
        self.direct = "http://127.0.0.1:%d" % self.port
        self.moto = clients.Process(
            clients.client("moto", "moto_server"), "-H", "127.0.0.1", "-p",
            str(self.port), stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env=settings(folder))
        self.moto.wait_for_port(self.port)
        self.proxy = subprocess.Popen(
            [PYTHON, os.path.join(HERE, "object_stores", "store_proxy.py"),
             self.direct], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True)
        self.url = self.proxy.stdout.readline().strip()
        self.env = settings(
            folder, AWS_ACCESS_KEY_ID="AKIATEST",
            AWS_SECRET_ACCESS_KEY="secret/with+signs",
            AWS_REGION="us-east-1", AWS_ENDPOINT_URL=self.url)
        self.plan()

    def end(self):
        self.proxy.stdin.close()
        self.proxy.wait(60)
        self.moto.__exit__()

    def plan(self, **plan):
        plan.setdefault("keys", {"AKIATEST": "secret/with+signs"})
        ask("PUT", self.url + "/-/plan", json.dumps(plan).encode())

    def seen(self):
        """Requests since the last call: method, path, range, signed."""
        return json.loads(ask("GET", self.url + "/-/seen")[1])

    def key_url(self, bucket, key):
        return "%s/%s/%s" % (self.direct, bucket, urllib.parse.quote(key))

    def put(self, bucket, key, body):
        status, text = ask("PUT", self.key_url(bucket, key), body,
                           **{"x-amz-acl": "public-read"})
        if status != 200:
            raise RuntimeError("moto: %d %s" % (status, text))

    def get(self, bucket, key):
        # moto does not check it, but wants one for what is not public.
        status, body = ask("GET", self.key_url(bucket, key), Authorization=(
            "AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/s3/aws4_request, "
            "SignedHeaders=host, Signature=b"))
        if status not in (200, 404):
            raise RuntimeError("moto: %d %s" % (status, body))
        return body if status == 200 else None


def check_reading(store, folder):
    local = {path: run("wax-warc-indexer", "-q", path) for path in ARCHIVES}
    for path, lines in local.items():
        store.put("crawl", "in/" + os.path.basename(path), read(path))
        name = "s3://crawl/in/" + os.path.basename(path)
        checks.check(run("wax-warc-indexer", "-q", name, env=store.env)
                     == lines, name + " has the lines of the file")
    seen = store.seen()
    checks.check(len(seen) == len(ARCHIVES) and all(one[3] for one in seen),
                 "a signed request for each archive: %d" % len(seen))
    anonymous = dict(store.env, AWS_NO_SIGN_REQUEST="YES")
    path = ARCHIVES[0]
    name = "s3://crawl/in/" + os.path.basename(path)
    checks.check(run("wax-warc-indexer", "-q", name, env=anonymous)
                 == local[path], "the same without keys")
    checks.check(not store.seen()[0][3], "by a request that is not signed")
    odd = "odd/a b+c%41~*'()!$,;:@&=/\u00e4\u6f22/..x/valley.warc.gz"
    store.put("crawl", odd, read(path))
    checks.check(run("wax-warc-indexer", "-q", "s3://crawl/" + odd,
                     env=store.env).count(b"\n") == local[path].count(b"\n"),
                 "any key is signed as it is sent")
    checks.check(run("wax-warc-indexer", "-q", "s3://crawl/in/", env=store.env)
                 == run("wax-warc-indexer", "-q", *ARCHIVES),
                 "a folder of the store is a folder")
    many = os.path.join(folder, "many")
    os.mkdir(many)
    small = min(ARCHIVES, key=os.path.getsize)
    for i in range(1100):
        name = "%s-%04d.%s" % (("a", "b", "c")[i % 3], i,
                               os.path.basename(small).split(".", 1)[1])
        shutil.copyfile(small, os.path.join(many, name))
        store.put("crawl", "many/%s/%s" % (i % 7, name), read(small))
    store.put("crawl", "many/readme.txt", b"text")
    store.seen()
    listed = run("wax-cdx-sort", "-q", input=run(
        "wax-warc-indexer", "-q", "s3://crawl/many/", env=store.env))
    checks.check(listed == run("wax-cdx-sort", "-q", input=run(
        "wax-warc-indexer", "-q", many)), "1,100 archives below a prefix")
    lists = [one for one in store.seen() if "list-type=2" in one[1]]
    checks.check(len(lists) == 2, "two pages of names: %d" % len(lists))


def many_lines(count):
    """A sorted CDX file of that many captures."""
    lines = ["com,example)/page/%07d 20200101000000 http://example.com/page/%d"
             " text/html 200 %s - - 512 %d some-archive.warc.gz"
             % (i, i, hashlib.sha1(b"%d" % i).hexdigest()[:32].upper(), i * 512)
             for i in range(count)]
    return (" CDX N b a m s k r M S V g\n" + "\n".join(lines)
            + "\n").encode()


def check_lookups(store, folder):
    path = os.path.join(folder, "large.cdx")
    with open(path, "wb") as file:
        file.write(many_lines(200_000))
    store.put("crawl", "cdx/large.cdx", read(path))
    run("wax-cdx-zipnum", "-q", "-o", os.path.join(folder, "zipnum"), path)
    for part in os.listdir(os.path.join(folder, "zipnum")):
        store.put("crawl", "cdx/zipnum/" + part,
                  read(os.path.join(folder, "zipnum", part)))
    index = [name for name in os.listdir(os.path.join(folder, "zipnum"))
             if name.endswith(".idx")][0]
    urls = ["http://example.com/page/%07d" % i
            for i in random.Random(SEED).sample(range(200_000), 20)]
    for local, name in ((path, "s3://crawl/cdx/large.cdx"),
                        (os.path.join(folder, "zipnum", index),
                         "s3://crawl/cdx/zipnum/" + index)):
        store.seen()
        one = run("wax-cdx-lookup", "-q", urls[0], name, env=store.env)
        cold = len(store.seen())
        checks.check(one and one == run("wax-cdx-lookup", "-q", urls[0],
                                        local),
                     "%s is searched by ranges: %d requests" % (name, cold))
        with clients.WaxServe(BIN, "--cdx", name, env=store.env) as serve:
            counts = []
            for url in urls:
                store.seen()
                clients.get(serve.url + "/cdx?url=" + url)
                counts.append(len(store.seen()))
            store.seen()
            status, _, again = clients.get(serve.url + "/cdx?url=" + urls[-1])
            warm = len(store.seen())
        checks.check(status == 200 and again.startswith(b"com,example)/page/"),
                     "a server answers from it")
        print("        requests: first %d, then %s, the last URL again %d"
              % (counts[0], counts[1:], warm))
        checks.check(warm <= 1, "what was read last is kept")
    merged = run("wax-cdx-merge", "-q", "s3://crawl/cdx/large.cdx",
                 env=store.env)
    checks.check(merged == read(path), "a CDX file is read from the store")


def check_outputs(store, folder):
    path = os.path.join(folder, "large.cdx")
    lines = read(path)
    out = "s3://crawl/out/sorted.cdx"
    run("wax-cdx-sort", "-q", "-o", out, path, env=store.env)
    seen = [one for one in store.seen() if "/out/" in one[1]]
    checks.check(store.get("crawl", "out/sorted.cdx") == lines,
                 "an output of %d MB is whole" % (len(lines) >> 20))
    checks.check(sum("partNumber=" in one[1] for one in seen) == 2,
                 "by two pieces")
    text = message("wax-cdx-sort", "-q", "-o", out, path, env=store.env)
    checks.check("already exists; --force replaces it" in text,
                 "one that exists is refused")
    run("wax-warc-indexer", "-q", "-f", "-o", out, ARCHIVES[0], env=store.env)
    checks.check(store.get("crawl", "out/sorted.cdx")
                 == run("wax-warc-indexer", "-q", ARCHIVES[0]),
                 "--force replaces it")
    text = message("wax-cdx-zipnum", "-q", "-o", "s3://crawl/zn", path,
                   env=store.env)
    checks.check("a folder can only be written to a disk" in text,
                 "folders are refused")
    # Killed when a piece is there.
    out = "s3://crawl/out/killed.cdx"
    process = subprocess.Popen(
        [os.path.join(BIN, "wax-cdx-merge"), "-q", "-o", out, "-"],
        env=store.env, stdin=subprocess.PIPE)
    process.stdin.write(lines[:20 << 20])
    process.stdin.flush()
    for _ in range(600):
        if any("partNumber=" in one[1] for one in store.seen()):
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdin.close()
    checks.check(store.get("crawl", "out/killed.cdx") is None,
                 "nothing is there when a tool is killed")


def check_refusals(store):
    name = "s3://crawl/in/" + os.path.basename(ARCHIVES[0])

    def refused(what, name, env, *words):
        text = message("wax-warc-indexer", "-q", name, env=env,
                       expect=2 if name.endswith("/") else 1)
        checks.check(name in text and all(word in text for word in words),
                     what + ": " + text.strip()[:300])

    refused("no such object", name + "x", store.env, "no such object")
    refused("no such bucket", "s3://no-bucket/a.warc.gz", store.env,
            "no bucket of this name")
    refused("a wrong secret key", name,
            dict(store.env, AWS_SECRET_ACCESS_KEY="wrong"),
            "secret key does not belong to", "AKIATEST", "AWS_ACCESS_KEY_ID")
    refused("a wrong access key", name,
            dict(store.env, AWS_ACCESS_KEY_ID="AKIAOTHER"),
            "does not know the access key AKIAOTHER")
    store.plan(region="eu-west-1")
    refused("a wrong region", name, store.env, "set AWS_REGION=eu-west-1")
    store.plan()
    # A user of moto's own who may read but not list.
    done = subprocess.run(
        [PYTHON, "-c", """
import json, sys
import boto3
def client(name):
    return boto3.client(name, endpoint_url=sys.argv[1], region_name="us-east-1",
                        aws_access_key_id="a", aws_secret_access_key="b")
iam = client("iam")
iam.create_user(UserName="reader")
iam.put_user_policy(UserName="reader", PolicyName="read", PolicyDocument=json.dumps(
    {"Version": "2012-10-17", "Statement": [
        {"Effect": "Allow", "Action": "s3:GetObject", "Resource": "*"}]}))
key = iam.create_access_key(UserName="reader")["AccessKey"]
print(key["AccessKeyId"], key["SecretAccessKey"])
""", store.direct], check=True, capture_output=True, text=True)
    access_key, secret_key = done.stdout.split()
    reader = dict(store.env, AWS_ACCESS_KEY_ID=access_key,
                  AWS_SECRET_ACCESS_KEY=secret_key,
                  AWS_ENDPOINT_URL=store.direct)
    ask("POST", store.direct + "/moto-api/reset-auth", b"0")
    checks.check(run("wax-warc-indexer", "-q", name, env=reader)
                 == run("wax-warc-indexer", "-q", ARCHIVES[0]),
                 "moto, too, takes the signature")
    refused("no right to list", "s3://crawl/in/", reader, "access denied",
            access_key, "name its objects")
    refused("a wrong secret key at moto", name,
            dict(reader, AWS_SECRET_ACCESS_KEY="wrong"),
            "secret key does not belong to")
    ask("POST", store.direct + "/moto-api/reset-auth", b"1000000000")


def check_faults(store, folder):
    path = os.path.join(folder, "large.cdx")
    expected = run("wax-warc-indexer", "-q", *ARCHIVES)
    for i in range(5):
        store.plan(seed=SEED + i, busy=0.15, cut=0.15)
        got = run("wax-warc-indexer", "-q", "s3://crawl/in/", env=store.env)
        out = "out/faults-%d.cdx" % i
        run("wax-cdx-sort", "-q", "-o", "s3://crawl/" + out, path,
            env=store.env)
        requests = len(store.seen())
        store.plan()
        checks.check(got == expected
                     and store.get("crawl", out) == read(path),
                     "503s and cut connections lose nothing, seed %d: "
                     "%d requests" % (SEED + i, requests))


def check_builds(store, folder):
    out = os.path.join(folder, "built")
    run("wax-build", "-q", out, "s3://crawl/in/", env=store.env)
    local = os.path.join(folder, "local")
    run("wax-build", "-q", local, *ARCHIVES)
    hits = [run("wax-search", "-q", "--json", "-n", "100", one, "castles", expect=0)
            for one in (out, local)]
    checks.check(hits[0].count(b"http") > 0 and
                 hits[0].count(b"http") == hits[1].count(b"http"),
                 "a build of a store finds what one of files finds")
    store.seen()
    text = message("wax-build", out, "s3://crawl/in/", env=store.env, expect=0)
    seen = store.seen()
    checks.check("steps run 0" in text, "a second build is up to date: "
                 + text.strip().splitlines()[-1])
    checks.check(len(seen) <= len(ARCHIVES) + 1,
                 "for %d requests" % len(seen))
    store.put("crawl", "in/new.warc.gz", read(ARCHIVES[-1]))
    text = message("wax-build", out, "s3://crawl/in/", env=store.env, expect=0)
    checks.check("steps run 0" not in text, "a new archive is added")
    changed = ARCHIVES[1]
    time.sleep(1)
    store.put("crawl", "in/" + os.path.basename(changed), read(ARCHIVES[2]))
    text = message("wax-build", out, env=store.env, expect=0)
    checks.check("steps run 0" not in text, "a changed one is read again")
    store.put("crawl", "in/" + os.path.basename(changed), read(changed))
    ask("DELETE", store.key_url("crawl", "in/new.warc.gz"))


def check_hdfs(folder):
    env = settings(folder)
    with webhdfs.Hdfs(SEED) as hdfs:
        for path in ARCHIVES:
            hdfs.write("/crawls/a b/" + os.path.basename(path), read(path))
        hdfs.write("/crawls/readme.txt", b"text")
        expected = run("wax-warc-indexer", "-q", *ARCHIVES)
        checks.check(run("wax-warc-indexer", "-q", hdfs.url + "/crawls/",
                         env=env) == expected, "a folder of HDFS is a folder")
        hdfs.cut = 0.2
        for _ in range(5):
            checks.check(run("wax-warc-indexer", "-q", hdfs.url + "/crawls/",
                             env=env) == expected,
                         "cut connections lose nothing")
        hdfs.cut = 0
        name = hdfs.url + "/crawls/a b/" + os.path.basename(ARCHIVES[1])
        capture = [line.split() for line in
                   run("wax-warc-indexer", "-q", ARCHIVES[1]).splitlines()][-1]
        offset = capture[-2].decode()
        record = run("wax-warc-extract", "-q", name, offset, env=env)
        checks.check(record == run("wax-warc-extract", "-q", ARCHIVES[1],
                                   offset) and record != b"",
                     "a record is taken out by its offset")
        lines = many_lines(250_000)
        path = os.path.join(folder, "hdfs.cdx")
        with open(path, "wb") as file:
            file.write(lines)
        out = hdfs.url + "/out/large.cdx"
        run("wax-cdx-merge", "-q", "-o", out, path, env=env)
        checks.check(hdfs.files.get("/out/large.cdx") == lines,
                     "an output of %d MB is whole" % (len(lines) >> 20))
        checks.check(list(hdfs.files)[-1] == "/out/large.cdx" and not any(
            ".part-" in file for file in hdfs.files), "under its name only")
        text = message("wax-cdx-merge", "-q", "-o", out, path, env=env)
        checks.check("already exists" in text, "one that exists is refused")
        run("wax-cdx-merge", "-q", "-f", "-o", out, path, env=env)
        checks.check(run("wax-cdx-lookup", "-q",
                         "http://example.com/page/0012345", out, env=env)
                     == run("wax-cdx-lookup", "-q",
                            "http://example.com/page/0012345", path),
                     "a CDX file is searched by ranges")
        hdfs.user = "heron"
        text = message("wax-warc-indexer", "-q", name, env=env, expect=1)
        checks.check("HADOOP_USER_NAME names the user" in text,
                     "no right to read: " + text.strip()[:200])
        heron = dict(env, HADOOP_USER_NAME="heron")
        checks.check(run("wax-warc-indexer", "-q", name, env=heron)
                     == run("wax-warc-indexer", "-q", ARCHIVES[1]),
                     "HADOOP_USER_NAME is the user")


def main():
    print("seed %d" % SEED)
    with tempfile.TemporaryDirectory() as folder:
        check_hdfs(folder)
        if PYTHON is None:
            print("skipped: what needs S3, because moto is not installed")
            sys.exit(77 if checks.failures == 0 else 1)
        store = Store(folder)
        try:
            ask("PUT", store.direct + "/crawl")
            check_reading(store, folder)
            check_lookups(store, folder)
            check_outputs(store, folder)
            check_refusals(store)
            check_faults(store, folder)
            check_builds(store, folder)
        finally:
            store.end()
    checks.end()


if __name__ == "__main__":
    main()
