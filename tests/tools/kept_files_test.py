#!/usr/bin/env python3
"""Files of every format of 1.0, in tests/data/kept and kept_more, are read as when they
were made.

    kept_files_test.py BIN FOLDER [--make ARCHIVE...]

FOLDER has the files, and `answers`: commands and what they print. --make makes a new
FOLDER of archives; those of a released version are not made again.
"""

import argparse
import difflib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

MAKE = """
wax-build -q --links --stem en,de out site.arc.gz
printf 'example,waxwing-valley)/castles/tarn.html 70\\n' | wax-add-column -q --kind integer stars - out
wax-warc-indexer -q --format cdx11 site.arc.gz | wax-cdx-sort -q -o site.cdx
wax-cdx-convert -q --format cdxj site.cdx -o site.cdxj
wax-cdx-zipnum -q -o zipnum site.cdx
wax-dedup-cdx -q -o duplicates site.cdx
wax-revisits -q -o dates site.cdx
wax-import -q -o segment site.arc.gz
wax-index -q -o index segment
printf 'http://www.waxwing-valley.example/ 202601\\n' | wax-seen -q --capacity 1000 --add seen
printf 'Q1 1\\nQ2 42\\n' >views-2021-01
wax-rank -q rank --views views-2021-01
wax-search -q --wacz hits.wacz out castles
wax-hide -q out http://www.waxwing-valley.example/contact.html
"""

READ = """
wax-search --tsv --fields url,title,date,lang,type --order oldest -n 3 out castles
wax-search --facet type --count out castles
wax-search --count out '*'
wax-search --count out 'stars:70'
wax-search --tsv --fields pagerank,url --order pagerank -n 3 out '*'
wax-versions out http://www.waxwing-valley.example/castles/
wax-index-check -q out
wax-search --tsv --fields url,date --order oldest -n 3 index castle
wax-segment-dump segment | sha256sum
wax-cdx-lookup http://www.waxwing-valley.example/castles/ zipnum
wax-cdx-lookup http://www.waxwing-valley.example/castles/ site.cdx
wax-cdx-lookup http://www.waxwing-valley.example/castles/ site.cdxj
wax-cdx-check -q site.cdx site.cdxj
wc -l <duplicates
wax-add-dates -q index index dated dates && ls dated | head -n 3
printf 'http://www.waxwing-valley.example/ 202602\\nhttp://b.example/ 202602\\n' | wax-seen -q seen
wax-rank-lookup rank Q2
wax-graph-read --stats out/links/graph
wax-graph-update -q graph segment && wax-graph-read --stats graph
wax-warc-ls hits.wacz | cut -f 1-4 | head -n 5
wax-hide out
wax-build -q out && wax-build -q --check out && wax-search --count out castles
"""

# Merged shards, files of large indexes, problems, rules, and what is published.
MAKE_MORE = """
wax-import -q -o segment many.warc && wax-index -q -o many segment && rm -r many.warc segment
wax-build -q --merge-shards 2 out valley-2006-11.arc.gz
wax-build -q out valley-2007-10.warc.gz
head -c 9000 valley-2006-11.arc.gz >cut.arc.gz; wax-warc-indexer -q --problems problems cut.arc.gz >/dev/null
printf 'block surt example,waxwing-valley)/birds\\n# what follows ends\\nblock host kept.example until 20260101\\n' >out/access
wax-crawl-check -q --publish out cut.arc.gz >/dev/null
printf '{"id":1,"created_at":"2006-11-05T10:00:00Z","text":"see http://www.waxwing-valley.example/castles/","user":{"id":2}}\\n' >posts.json
wax-posts -q --author-names -o posts posts.json && rm posts.json
wax-shares -q --publish out posts
"""

READ_MORE = """
wax-search --count many valley; wax-search --count many '"stands in the valley"'; wax-search --count many 'title:7'
wax-search --count many 'castle -heron'; wax-search --engine lucene++ --count many 'castle -heron'
wax-search --tsv --fields title,url --order oldest -n 1 many '"page 123"'
wax-index-check -q many
wax-merge -q -o again many && wax-search --count again 'castle -heron' && wax-index-check -q again
ls out/pindexes; wax-search --facet site --count out castles; wax-search --count out birds
wax-versions out http://www.waxwing-valley.example/castles/
wax-index-check -q out
rm out/access; wax-search --count out birds
wax-warc-indexer --known-problems problems cut.arc.gz 2>&1 >/dev/null | grep -v -- --verbose
wax-shares posts
wax-build -q out && wax-build -q --check out && wax-search --count out castles
"""
SETS = {"kept": (MAKE, READ), "kept_more": (MAKE_MORE, READ_MORE)}


def many_pages():
    """300 short pages with some long words, for an index that has files of large ones."""
    words = "heron castle river bird valley stone mill bridge reed otter".split()
    long = ["".join(words[(k * 3 + j * j) % 10] for j in range(12)) for k in range(40)]
    for n in range(300):
        text = " ".join(words[(n * 7 + i * i) % 10] for i in range(6))
        text = (f"<title>Page {n} of the valley</title><p>The {text} of page {n} stands in"
                " the valley. ")
        text += " ".join(long[(n * 5 + i * i * 7) % 40] for i in range(150))
        block = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{text}"
        yield ("WARC/1.1\r\nWARC-Type: response\r\n"
               f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{n:012d}>\r\n"
               f"WARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Target-URI: http://many.example/{n}"
               "\r\nContent-Type: application/http;msgtype=response\r\n"
               f"Content-Length: {len(block)}\r\n\r\n{block}\r\n\r\n")


def run(commands, given, folder):
    """The commands, and what they print."""
    text = ""
    environment = os.environ | {"PATH": f"{given.bin.resolve()}:{os.environ['PATH']}",
                                "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "1795824000"}
    for command in commands.strip().splitlines():
        done = subprocess.run(["/bin/sh", "-c", command], cwd=folder, check=False,
                              capture_output=True, text=True, env=environment)
        text += f"$ {command}\n{done.stdout}"
        text += "".join(f"! {line}\n" for line in done.stderr.splitlines())
        if done.returncode:
            text += f"? {done.returncode}\n"
    return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--make", type=pathlib.Path, nargs="+")
    given = parser.parse_args()
    make, read = SETS[given.folder.name]
    if given.make:
        given.folder.mkdir(parents=True)
        for archive in given.make:
            shutil.copy2(archive, given.folder / (
                "site.arc.gz" if make == MAKE else archive.name))
        (given.folder / "many.warc").write_text("".join(many_pages()))
        print(run(make, given, given.folder))
        (given.folder / "many.warc").unlink(missing_ok=True)
        shutil.rmtree(given.folder / "out" / "pindexes.former", ignore_errors=True)
        # Git has neither empty files' locks nor hard links.
        (given.folder / "out" / "build.lock").unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        # Git keeps no times: builds know copies by their bytes.
        kept = pathlib.Path(folder, "kept")
        shutil.copytree(given.folder, kept, copy_function=shutil.copy)
        said = run(read, given, kept)
    answers = given.folder / "answers"
    if given.make:
        answers.write_text(said)
    wanted = answers.read_text()
    sys.stdout.writelines(difflib.unified_diff(
        wanted.splitlines(True), said.splitlines(True), "as made", "as read now"))
    sys.exit(said != wanted)


main()
