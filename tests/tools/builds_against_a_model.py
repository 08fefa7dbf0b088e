#!/usr/bin/env python3
"""Builds collections of randomly cut, mixed, repeated and damaged archives,
batch by batch, kills builds at random, and holds the documents, versions and
dates of the index against a naive model.

  builds_against_a_model.py BIN FOLDER [--collections N] [--seed S] [--keep DIR]

FOLDER holds ARC and WARC files. What single captures are (key, digest, date,
status, media type, damage) is asked of wax-warc-indexer, one file at a time.
Which of them are documents, duplicates and dates is the model's own decision.
Exit code 1: something differed."""
import argparse
import base64
import collections
import gzip
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zlib

TEXT = set("""application/yaml application/x-yaml application/x-sh application/sql
  application/x-tex application/x-latex application/csv application/xml
  message/rfc822 application/xhtml+xml application/vnd.wap.xhtml+xml
  application/pdf application/msword application/rtf application/ogg""".split())
VAGUE = set("""- unk no-type unknown */* unknown/unknown content/unknown
  application/unknown application/octet-stream
  application/x-unknown-content-type""".split())


ARC_HEAD = (b"filedesc://a 0.0.0.0 20000101000000 text/plain 10\n"
            b"1 0 x\nabc\n\n")


# ---- the model: facts of captures to documents and dates

def bare(mime):
    return "".join(mime.split(";")[0].split(",")[0].split()).lower() or "-"


def is_page(capture):
    """Whether import makes a document of it; None: its bytes decide."""
    if len(capture["date"]) != 14:
        return False
    scheme = capture["url"].split(":")[0].lower()
    if capture["type"] == "response":
        if scheme in ("http", "https"):
            status = capture["status"]
            if not (status.isdigit() and 200 <= int(status) <= 299):
                return False
        elif scheme != "ftp":
            return False
    elif capture["type"] not in ("resource", "conversion"):
        return False
    mime = bare(capture["mime"])
    if mime in VAGUE or "/" not in mime:
        return None
    if mime == "text/css" or mime.endswith(("script", "json")):
        return False
    return (mime.startswith(("text/", "image/", "audio/", "video/"))
            or mime in TEXT or mime.endswith("+xml"))


def is_media(capture):
    return bare(capture["mime"]).startswith(("image/", "audio/", "video/"))


def is_date_only(revisit):
    """Whether its own HTTP head says that its page is not imported."""
    kind = "response" if revisit["status"] else "resource"
    return is_page(dict(revisit, type=kind)) is False


def revisit_documents(captures, kept):
    """[(version, dates, places that may be indexed)] of the pages that each
    batch knows by revisits alone. `kept`: the first batch of each version that
    has a document of its own."""
    known = set()     # versions that the batches before have, by any record
    texts = set()     # digests whose bodies they have
    documents = []
    for batch in sorted({c["batch"] for c in captures}):
        here = {version for version in kept if kept[version] == batch}
        texts |= {digest for _, digest in here}
        revisits = collections.defaultdict(list)
        for c in captures:
            if c["batch"] == batch and c["type"] == "revisit" and \
                    c["digest"] != "-" and len(c["date"]) == 14:
                revisits[c["urlkey"], c["digest"]].append(c)
        for version, all_of_it in revisits.items():
            pages = [c for c in all_of_it if not is_date_only(c)]
            if version in known | here or not pages:
                continue
            if version[1] not in texts and not any(c["of_other"] for c in pages):
                continue
            first = min(c["date"] for c in pages)
            documents.append((version, sorted({c["date"] for c in all_of_it}),
                              {(c["filename"], c["offset"]) for c in pages
                               if c["date"] == first}))
        known |= here | set(revisits)
    return documents


def model(captures):
    """{(key, digest): (dates, places that may be indexed)} of a collection, and
    the first batch that has a capture that stands for the version."""
    pages = collections.defaultdict(list)
    dates = collections.defaultdict(set)
    for capture in captures:
        version = capture["urlkey"], capture["digest"]
        if capture["type"] == "revisit":
            if capture["digest"] != "-":
                dates[version].add(capture["date"])
            continue
        page = is_page(capture)
        if page is False or capture["type"] == "metadata":
            continue
        dates[version].add(capture["date"])
        if page or capture["is_text"]:
            pages[version].append(capture)
    for capture in captures:  # not modified since a capture of that date
        if capture["type"] != "revisit" or not capture["refers_to"]:
            continue
        for other in captures:
            if (other["digest"] != "-" and other is not capture and
                    [other["urlkey"], other["date"]] == capture["refers_to"]):
                dates[other["urlkey"], other["digest"]].add(capture["date"])
    result = {}
    kept = {}
    for version, all_of_it in pages.items():
        best = [c for c in all_of_it if not c["damaged"]] or all_of_it
        certain = [c for c in best if is_page(c)] or best
        certain = [c for c in certain if not is_media(c)] or certain
        places = {(c["filename"], c["offset"]) for c in best}
        result[version] = (sorted(dates[version]), places)
        kept[version] = min(c["batch"] for c in certain)
    return result, kept


# ---- facts: what the captures of one file are

def run(*words, **more):
    return subprocess.run([str(word) for word in words], text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, **more)


def normal(digest):
    """SHA-1 in base32, as the index has it."""
    digest = digest.removeprefix("sha1:")
    if len(digest) == 40:
        digest = base64.b32encode(bytes.fromhex(digest)).decode()
    return "sha1:" + digest if len(digest) == 32 else digest


def header_of(record):
    """The fields of a WARC record's header, by lower-case name."""
    fields = {}
    for line in record.split(b"\r\n\r\n")[0].split(b"\n")[1:]:
        name, _, value = line.decode("latin-1").partition(":")
        fields[name.strip().lower()] = value.strip()
    return fields


class Facts:
    def __init__(self, bin_folder, work):
        self.bin = bin_folder
        self.work = work

    def of_file(self, path):
        """Its captures; those whose bytes can stand alone have "bytes"."""
        path = pathlib.Path(path)
        lines = self.work / "facts.cdxj"
        damaged = self.work / "facts.damaged"
        end = run(self.bin / "wax-warc-indexer", "-q", "-f", "--format", "cdxj",
                  "--write-damaged", damaged, "-o", lines, path)
        if end.returncode > 1:
            return None
        bad = {tuple(line.split()[1:]) for line in open(damaged)
               if not line.startswith("#")}
        stored = path.read_bytes()
        captures = []
        for line in open(lines, encoding="utf-8", errors="replace"):
            if line.startswith("!"):
                continue
            key, date, rest = line.split(" ", 2)
            fields = json.loads(rest)
            offset = fields.get("offset", "-")
            record = self.record(stored, fields)
            capture = {
                "urlkey": key, "date": date, "url": fields.get("url", "-"),
                "mime": fields.get("mime", "-") or "-",
                "status": fields.get("status", "-"),
                "digest": normal(fields.get("digest", "-")),
                "filename": fields["filename"], "offset": offset,
                "damaged": (offset, key, date) in bad,
                "type": "response", "refers_to": None, "bytes": None,
                "is_text": False, "of_other": False}
            if record is None:
                return None  # records that share a member
            if record.startswith(b"WARC/"):
                header = header_of(record)
                capture["type"] = header.get("warc-type", "response").lower()
                refers_to = header.get("warc-refers-to-date", "")
                digits = "".join(c for c in refers_to if c.isdigit())[:14]
                if capture["digest"] == "-" and len(digits) == 14:
                    target = header.get("warc-refers-to-target-uri") or \
                        header.get("warc-target-uri")
                    capture["refers_to"] = [self.key_of(target), digits]
                if capture["type"] == "revisit":
                    self.add_facts_of_revisit(capture, header, record)
            if not capture["damaged"] and end.returncode == 0:
                capture["bytes"] = record
            if capture["type"] != "revisit" and is_page(capture) is None:
                capture["is_text"] = self.is_text(
                    record[:5] == b"WARC/",
                    stored[int(offset):int(offset) + int(fields["length"])])
            captures.append(capture)
        return captures

    def add_facts_of_revisit(self, capture, header, record):
        original = header.get("warc-refers-to-target-uri")
        if original:
            capture["of_other"] = self.key_of(original) not in (
                "", "-", capture["urlkey"])
        block = record.partition(b"\r\n\r\n")[2]
        words = block.split(b"\n")[0].split()
        capture["mime"] = capture["status"] = ""
        if words and words[0].startswith(b"HTTP/"):
            capture["status"] = words[1].decode() if words[1:] else ""
            fields = header_of(block)
            capture["mime"] = fields.get("content-type", "")

    def key_of(self, url):
        (self.work / "url").write_text(url.strip("<>") + "\n")
        return run(self.bin / "wax-urlkey", self.work / "url").stdout.strip()

    @staticmethod
    def record(stored, fields):
        if not fields.get("offset", "-").isdigit():
            return None
        begin = int(fields["offset"])
        record = stored[begin:begin + int(fields["length"])]
        if not record.startswith(b"\x1f\x8b"):
            return record
        inflater = zlib.decompressobj(31)
        inflated = []
        try:
            for i in range(0, len(record), 64):
                inflated.append(inflater.decompress(record[i:i + 64]))
        except zlib.error:
            pass  # a damaged one
        return b"".join(inflated)

    def is_text(self, is_warc, stored):
        """Of a vague type: what import says of that record alone."""
        zipped = ".gz" if stored.startswith(b"\x1f\x8b") else ""
        head = b"" if is_warc else ARC_HEAD
        path = self.work / (("alone.warc" if is_warc else "alone.arc") + zipped)
        path.write_bytes((gzip.compress(head) if zipped and head else head) +
                         stored)
        end = run(self.bin / "wax-import", "-f", "-o", self.work / "alone", path)
        return "imported 1" in end.stderr


# ---- collections: archives made of the records of others

class Maker:
    def __init__(self, facts, folder, rng):
        self.facts = facts
        self.rng = rng
        self.whole = []   # (path, captures)
        self.pieces = {"warc": [], "arc": []}
        self.damaged = {}
        for path in sorted(pathlib.Path(folder).iterdir()):
            if not path.name.endswith((".warc", ".warc.gz", ".arc", ".arc.gz")):
                continue
            captures = facts.of_file(path)
            if not captures:
                continue
            self.whole.append((path, captures))
            for capture in captures:
                if capture["bytes"] is not None:
                    kind = "warc" if capture["bytes"][:5] == b"WARC/" else "arc"
                    self.pieces[kind].append(capture)

    def damage(self, piece, way):
        """The same record with its checksum broken or its end cut off, and
        what is said of that alone."""
        key = id(piece), way
        if key not in self.damaged:
            member = gzip.compress(piece["bytes"], mtime=0)
            if way == "cut":
                member = member[:-max(9, len(member) // 3)]
            else:
                member = member[:-8] + b"12345678"
            kind = "warc" if piece["bytes"][:5] == b"WARC/" else "arc"
            path = self.facts.work / ("damaged." + kind + ".gz")
            path.write_bytes(self.head(kind) + member)
            found = self.facts.of_file(path)
            self.damaged[key] = member, [
                dict(c, type=piece["type"], damaged=True) for c in found or []]
        return self.damaged[key]

    def revisit(self, piece):
        """A revisit of what that record has, often at another URL."""
        rng = self.rng
        url = rng.choice([piece["url"], "http://a.example/", "http://b.example/"])
        head = rng.choice(["", "HTTP/1.1 200 OK\r\n\r\n",
                           "HTTP/1.1 404 No\r\nContent-Type: text/html\r\n\r\n",
                           "HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n\r\n"])
        original = rng.choice(
            ["", f"WARC-Refers-To-Target-URI: {piece['url']}\r\n"])
        record = (
            "WARC/1.0\r\nWARC-Type: revisit\r\n"
            f"WARC-Target-URI: {url}\r\nWARC-Date: 20{rng.randrange(10, 13)}"
            "-01-01T00:00:00Z\r\nContent-Type: application/http\r\n"
            f"WARC-Payload-Digest: {piece['digest']}\r\n{original}"
            f"Content-Length: {len(head)}\r\n\r\n{head}\r\n\r\n")
        member = gzip.compress(record.encode(), mtime=0)
        path = self.facts.work / "revisit.warc.gz"
        path.write_bytes(member)
        return member, self.facts.of_file(path)

    @staticmethod
    def head(kind):
        if kind == "warc":
            return b""
        return gzip.compress(ARC_HEAD, mtime=0)

    def archive(self, path):
        """Writes one archive; its captures."""
        rng = self.rng
        if rng.random() < 0.3:
            source, captures = rng.choice(self.whole)
            path = path.parent / (path.name + "".join(source.suffixes[-2:])
                                  if source.suffix == ".gz"
                                  else path.name + source.suffix)
            shutil.copyfile(source, path)
            return path, [dict(c, filename=path.name) for c in captures]
        kinds = [kind for kind in self.pieces if self.pieces[kind]]
        kind = rng.choice(kinds)
        pool = self.pieces[kind]
        near = rng.randrange(len(pool))
        pool = rng.choice([pool, pool[near:near + 12]])
        path = path.parent / (path.name + "." + kind + ".gz")
        written = self.head(kind)
        captures = []
        for left in range(rng.randrange(1, 15), 0, -1):
            piece = rng.choice(pool)
            way = rng.choice(["whole"] * 4 + ["sum"] + ["cut"] * (left == 1) +
                             ["revisit"] * (kind == "warc"))
            if way == "revisit" and piece["digest"].startswith("sha1:") and \
                    piece["url"].startswith("http") and piece["url"].isascii():
                member, found = self.revisit(piece)
            elif way in ("whole", "revisit"):
                member, found = gzip.compress(piece["bytes"], mtime=0), [piece]
            else:
                member, found = self.damage(piece, way)
            captures += [dict(c, filename=path.name, offset=str(len(written)))
                         for c in found]
            written += member
        path.write_bytes(written)
        return path, captures

    def collection(self, folder):
        """Batches of archives and the captures in all of them."""
        batches = []
        captures = []
        archives = set()  # of a copy, nothing comes
        for number in range(self.rng.randrange(1, 5)):
            batch = []
            names = ["a", "b", "c", "d", "e"]  # in other batches, too
            self.rng.shuffle(names)
            (folder / str(number)).mkdir()
            for name in names[:self.rng.randrange(1, 5)]:
                path, found = self.archive(folder / str(number) / name)
                batch.append(path)
                if path.read_bytes() not in archives:
                    captures += [dict(c, batch=number) for c in found]
                archives.add(path.read_bytes())
            batches.append(batch)
        return batches, captures


# ---- builds

def kill_at_random(words, rng, seconds):
    child = subprocess.Popen(words, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        child.wait(rng.random() * seconds)
    except subprocess.TimeoutExpired:
        if rng.random() < 0.5:
            os.kill(child.pid, signal.SIGKILL)
        else:
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def build(bin_folder, out, archives, rng):
    """Its exit code and messages, after some builds that were killed."""
    words = [str(word) for word in
             [bin_folder / "wax-build", "-q", "-j", rng.randrange(1, 3), out,
              *archives]]
    for _ in range(rng.choice([0, 0, 1, 2])):
        kill_at_random(words, rng, 1.0)
    for _ in range(100):
        end = run(*words)
        if "another wax-build is running" not in end.stderr:
            return end
        time.sleep(0.1)
    return end


def index_of(bin_folder, out):
    """[(version, dates, place)] of all shards."""
    documents = []
    for shard in sorted((out / "pindexes").glob("[!.]*")):
        dump = run(bin_folder / "wax-dumpindex", "--json", "--fields",
                   "urlkey,digest,date,filename,offset", shard / "dates",
                   shard / "main")
        if dump.returncode != 0:
            raise SystemExit(dump.stderr)
        for line in dump.stdout.splitlines():
            page = json.loads(line)
            dates = page["date"]
            dates = [dates] if isinstance(dates, str) else sorted(dates)
            documents.append(((page["urlkey"], page["digest"]), dates,
                              (page["filename"], str(page["offset"]))))
    return documents


def apart(documents, captures):
    """Those of captures with a body, and those of revisits."""
    revisits = {((c["urlkey"], c["digest"]), (c["filename"], str(c["offset"])))
                for c in captures if c["type"] == "revisit"}
    of_revisits = [d for d in documents if (d[0], d[2]) in revisits]
    return [d for d in documents if d not in of_revisits], of_revisits


def differences(expected, documents):
    texts = []
    found = collections.Counter(version for version, _, _ in documents)
    for version in sorted(set(expected) | set(found)):
        if found[version] != (version in expected):
            texts.append(f"{' '.join(version)}: {found[version]} documents, "
                         f"not {int(version in expected)}")
    for version, dates, place in documents:
        if version not in expected:
            continue
        right, places = expected[version]
        if dates != right:
            texts.append(f"{' '.join(version)}: dates {dates}, not {right}")
        if place not in places:
            texts.append(f"{' '.join(version)}: is of the capture at {place}, "
                         f"not of one at {sorted(places)}")
    return texts


def differences_of_revisits(expected, documents):
    texts = []
    left = list(documents)
    for version, dates, places in expected:
        found = next((d for d in left if d[0] == version and d[1] == dates and
                      d[2] in places), None)
        if found:
            left.remove(found)
        else:
            texts.append(f"{' '.join(version)}: no document of a revisit at "
                         f"{sorted(places)} with the dates {dates}")
    return texts + [f"{' '.join(version)}: is of the revisit at {place}, with "
                    f"the dates {dates}" for version, dates, place in left]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--collections", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.randrange(10**9))
    parser.add_argument("--keep", type=pathlib.Path,
                        help="put collections that differ here")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    rng = random.Random(options.seed)
    failed = builds = documents = revisits = 0
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        maker = Maker(Facts(options.bin.absolute(), work), options.folder, rng)
        print(f"{len(maker.whole)} archives, "
              f"{sum(map(len, maker.pieces.values()))} records", flush=True)
        for number in range(options.collections):
            folder = work / "collection"
            folder.mkdir()
            batches, captures = maker.collection(folder)
            texts = []
            for batch in batches:
                end = build(options.bin.absolute(), folder / "out", batch, rng)
                builds += 1
                if end.returncode not in (0, 1):
                    texts.append(f"exit code {end.returncode}: {end.stderr}")
                    break
                if "excluded-original" in end.stderr:
                    texts.append(end.stderr)
            if not texts:
                pages, of_revisits = apart(
                    index_of(options.bin.absolute(), folder / "out"), captures)
                documents += len(pages)
                revisits += len(of_revisits)
                expected, kept = model(captures)
                texts = differences(expected, pages)
                texts += differences_of_revisits(
                    revisit_documents(captures, kept), of_revisits)
            for text in texts:
                print(f"collection {number}: {text}", flush=True)
            failed += bool(texts)
            if texts and options.keep:
                shutil.copytree(folder, options.keep / f"{options.seed}-{number}")
            shutil.rmtree(folder)
    print(f"collections {options.collections}, builds {builds}, documents "
          f"{documents}, documents of revisits {revisits}, collections that "
          f"differ {failed}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
