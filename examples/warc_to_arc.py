#!/usr/bin/env python3
"""Lays the responses of a WARC out as an ARC 1 file, as Heritrix 1 did.

usage: warc_to_arc.py CRAWL.warc.gz CRAWL.arc.gz

Every record is one gzip member: the version block, a DNS record for the host
(its address is that of the loopback interface, where the site was served), and
the responses in their order. Requests and the crawler's notes have no place in
an ARC file.
"""
import gzip
import pathlib
import re
import sys
import urllib.parse

ADDRESS = "127.0.0.1"


def records(path):
    with gzip.open(path) as file:
        while file.readline() != b"":
            fields = {}
            while (line := file.readline().strip()) != b"":
                name, value = line.decode().split(":", 1)
                fields[name.lower()] = value.strip()
            yield fields, file.read(int(fields["content-length"]))
            file.read(4)


def mime_of(block):
    head = block.split(b"\r\n\r\n", 1)[0].decode("latin-1")
    found = re.search(r"(?im)^content-type:\s*([^\s;]+)", head)
    return found.group(1) if found else "no-type"


def main():
    source, target = map(pathlib.Path, sys.argv[1:])
    with open(target, "wb") as out:

        def put(url, date, mime, block):
            line = f"{url} {ADDRESS} {date} {mime} {len(block)}\n"
            out.write(gzip.compress(line.encode() + block + b"\n", 9, mtime=0))

        first = True
        for fields, block in records(source):
            if fields["warc-type"] != "response":
                continue
            date = re.sub(r"\D", "", fields["warc-date"])
            url = fields["warc-target-uri"].strip("<>")
            if first:
                first = False
                name = target.name.removesuffix(".gz")
                version = ("1 0 InternetArchive\n"
                           "URL IP-address Archive-date Content-type "
                           "Archive-length\n")
                line = (f"filedesc://{name} 0.0.0.0 {date} text/plain "
                        f"{len(version)}\n")
                out.write(gzip.compress((line + version + "\n").encode(), 9,
                                        mtime=0))
                host = urllib.parse.urlsplit(url).hostname
                put("dns:" + host, date, "text/dns",
                    f"{date}\n{host}.\t86400\tIN\tA\t{ADDRESS}\n".encode())
            put(url, date, mime_of(block), block)


if __name__ == "__main__":
    main()
