#!/usr/bin/env python3
"""Files of every format of 1.0, in tests/data/kept, are read as when they were made.

    kept_files_test.py BIN FOLDER [--make ARCHIVE]

FOLDER has the files, and `answers`: commands and what they print. --make makes a new
FOLDER of an archive; those of a released version are not made again.
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
    parser.add_argument("--make", type=pathlib.Path)
    given = parser.parse_args()
    if given.make:
        given.folder.mkdir(parents=True)
        shutil.copy2(given.make, given.folder / "site.arc.gz")
        print(run(MAKE, given, given.folder))
        shutil.rmtree(given.folder / "out" / "pindexes.former", ignore_errors=True)
        # Git has neither empty files' locks nor hard links.
        (given.folder / "out" / "build.lock").unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        # Git keeps no times: builds know copies by their bytes.
        kept = pathlib.Path(folder, "kept")
        shutil.copytree(given.folder, kept, copy_function=shutil.copy)
        said = run(READ, given, kept)
    answers = given.folder / "answers"
    if given.make:
        answers.write_text(said)
    wanted = answers.read_text()
    sys.stdout.writelines(difflib.unified_diff(
        wanted.splitlines(True), said.splitlines(True), "as made", "as read now"))
    sys.exit(said != wanted)


main()
