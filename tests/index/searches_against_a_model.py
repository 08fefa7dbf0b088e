#!/usr/bin/env python3
"""Holds what searches find against a naive model of the query language.

  searches_against_a_model.py BIN [--queries N] [--seed S] [--pages N]
                              ARCHIVE|FOLDER...

Imports the archives and makes indexes in several layouts: one index, shards,
shards merged, generations of a build. Queries of all kinds are drawn from the
pages. Each must find exactly the documents that the model finds, in all layouts;
the best ten must be the first ten of all hits. Scores are compared without what
words that stand together add, and but for those of loose phrases ("a b"~3). Other
forms of words (stems) are compared where Python's snowballstemmer is installed.
Exit code 1: something differed."""
import argparse
import collections
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent / "model"))

import documents  # noqa: E402: needs the path
import maker  # noqa: E402
import pages  # noqa: E402
import queries  # noqa: E402
import words  # noqa: E402

try:
    import snowballstemmer
except ImportError:
    snowballstemmer = None

# As wax-index --stem names them.
STEMMED = {"ar": "arabic", "ca": "catalan", "da": "danish", "de": "german",
           "el": "greek", "en": "english", "es": "spanish", "eu": "basque",
           "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi",
           "hu": "hungarian", "hy": "armenian", "id": "indonesian",
           "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch",
           "no": "norwegian", "pt": "portuguese", "ro": "romanian",
           "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil",
           "tr": "turkish", "yi": "yiddish"}


class Stems:
    def __init__(self):
        self.known = {}
        self.stemmers = {}

    def __call__(self, language, word):
        if language not in STEMMED:
            return None
        key = language, word
        if key not in self.known:
            if language not in self.stemmers:
                self.stemmers[language] = snowballstemmer.stemmer(
                    STEMMED[language])
            stem = self.stemmers[language].stemWord(word)
            found = words.tokens(stem)
            self.known[key] = found[0].text if found else ""
        return self.known[key]


class Run:
    def __init__(self, bin_folder, folder):
        self.bin = bin_folder
        self.folder = folder

    def tool(self, name, *arguments, given=None, codes=(0, 1)):
        done = subprocess.run([f"{self.bin}/wax-{name}", *map(str, arguments)],
                              input=given, capture_output=True, text=True,
                              encoding="utf-8", errors="surrogateescape")
        if done.returncode not in codes:
            sys.exit(f"wax-{name}: exit code {done.returncode}\n{done.stderr}")
        return done

    def url_keys(self, urls):
        lines = self.tool("urlkey", given="".join(url + "\n" for url in urls)
                          ).stdout.splitlines()
        assert len(lines) == len(urls)
        return dict(zip(urls, lines))

    def import_all(self, archives):
        segment = self.folder / "segment"
        self.tool("import", "-q", "-f", "-o", segment, *archives)
        return segment

    def sampled(self, archives, pages):
        """Archives with so many pages of these, evenly of all languages."""
        shown = documents.read_dump(self.tool(
            "segment-dump", "--json", "--fields", "filename,offset,language",
            self.import_all(archives)).stdout.splitlines())
        languages = collections.defaultdict(list)
        for one in shown:
            languages[one.get("language", "")].append(
                (one["filename"], one["offset"]))
        chosen = set()
        for n, places in enumerate(sorted(languages.values(), key=len)):
            share = (pages - len(chosen)) // (len(languages) - n)
            chosen |= set(places[::max(1, len(places) // max(share, 1))][:share])
        samples = []
        for archive in archives:
            sample = self.folder / ("sample-" + archive.name)
            lines = self.tool("warc-indexer", archive).stdout.splitlines()
            with open(archive, "rb") as bytes_in, open(sample, "wb") as out:
                for line in lines:
                    if line.startswith(" CDX"):
                        continue
                    size, offset = map(int, line.rsplit(" ", 3)[1:3])
                    if (archive.name, offset) in chosen:
                        bytes_in.seek(offset)
                        out.write(bytes_in.read(size))
            samples.append(sample)
        print(f"{len(chosen)} captures in {len(languages)} languages: " +
              ", ".join(f"{language or '-'} {len(places)}" for language, places
                        in languages.items()))
        return [one for one in samples if one.stat().st_size > 0]

    def layouts(self, segment, archives, count):
        """{name: folder}"""
        stem = ["--stem", "all" if snowballstemmer else "none"]
        one = self.folder / "one"
        self.tool("index", "-q", *stem, "-o", one / "pindexes/1/main", segment)
        shards = self.folder / "shards"
        self.tool("index", "-q", *stem, "--shard-docs", count // 4 + 1, "-o",
                  shards, segment)
        merged = self.folder / "merged"
        self.tool("merge", "-q", "-o", merged / "pindexes/1", shards)
        backwards = self.folder / "backwards"
        self.tool("merge", "-q", "-o", backwards / "pindexes/1",
                  *sorted((shards / "pindexes").iterdir(), reverse=True))
        built = self.folder / "built"
        for first in range(0, len(archives), len(archives) // 2 or 1):
            self.tool("build", "-q", *stem, built,
                      *archives[:first + (len(archives) // 2 or 1)])
        return {"one": one, "shards": shards, "merged": merged,
                "backwards": backwards, "built": built}

    def search(self, collection, texts, *options):
        """The fields of the hits of each query, in order."""
        file = self.folder / "queries"
        file.write_text("".join(text + "\n" for text in texts),
                        encoding="utf-8")
        done = self.tool("search", "-q", "--tsv", "--fields",
                         "score,urlkey,digest", "--queries", file, *options,
                         collection)
        if done.stderr:
            print(done.stderr, file=sys.stderr)
        hits = collections.defaultdict(list)
        for line in done.stdout.splitlines():
            query, score, urlkey, digest = line.rsplit("\t", 3)
            hits[query].append((score, urlkey, digest))
        return hits, done.stderr


def archives_of(places):
    found = []
    for place in places:
        found += (sorted(one for one in place.rglob("*arc*") if one.is_file())
                  if place.is_dir() else [place])
    return found


def differing_orders(run, collection, dates, asked):
    """How many queries have hits in another order than that of their dates."""
    wrong = 0
    some = [text for text in asked if "date:" not in text][:50]
    for order, date_of in (("newest", lambda dates: -int(dates[-1])),
                           ("oldest", lambda dates: int(dates[0]))):
        hits, _ = run.search(collection, some, "-n", "0", "--order", order)
        for text in some:
            row = [date_of(dates[one[1:]]) for one in hits[text]]
            if row != sorted(row):
                wrong += 1
                print(f"{collection.name}: {text}: --order {order} differs")
    return wrong


def differing_scores(keys, scores, rows):
    wanted = {keys[n]: score for n, score in scores.items()}
    for row in rows:
        score = wanted.get(row[1:], 0)
        if abs(float(row[0]) - score) > 1e-6 + 1e-4 * score:
            return f"{row[1]}: score {row[0]}, by the model {score:.6g}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("archives", type=pathlib.Path, nargs="+")
    parser.add_argument("--queries", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=random.randrange(10**9))
    parser.add_argument("--pages", type=int,
                        help="only so many pages, evenly of all languages")
    options = parser.parse_args()
    print(f"--seed {options.seed}")
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as temp:
        run = Run(options.bin, pathlib.Path(temp))
        scripts = run.folder / "scripts.warc"
        scripts.write_bytes(pages.warc())
        archives = archives_of(options.archives)
        if options.pages:
            archives = run.sampled(archives, options.pages)
        return compare(run, [scripts, *archives], options, began)


def compare(run, archives, options, began):
    segment = run.import_all(archives)
    captures = documents.read_dump(
        run.tool("segment-dump", "--json", segment).stdout.splitlines())
    found = documents.versions(captures, run.url_keys)
    index = documents.Index(found, Stems() if snowballstemmer else None)
    print(f"{len(found)} documents, {len(captures)} captures, "
          f"{len(index.unknown)} with words of a dictionary are left out, "
          f"stems: {'yes' if index.stem else 'no (no snowballstemmer)'}; "
          f"{time.monotonic() - began:.1f} s")
    layouts = run.layouts(segment, archives, len(found))
    keys = {n: (one["urlkey"], one.get("digest", "-"))
            for n, one in enumerate(found)}
    dates = {keys[n]: one["dates"] for n, one in enumerate(found)}
    unknown = {keys[n] for n in index.unknown}
    made = maker.Maker(index, options.seed)
    asked = {}
    while len(asked) < options.queries:
        part = made.make()
        asked.setdefault(part.write(made.rng), part)
    expected = {text: {keys[n] for n in queries.find(part, index)} - unknown
                for text, part in asked.items()}
    print(f"{len(asked)} queries, {sum(map(bool, expected.values()))} find "
          f"something; {time.monotonic() - began:.1f} s")
    # Documents that the model cannot read count in what is rare.
    scores = {} if unknown else {
        text: some for text, some in
        ((text, queries.score(part, index)) for text, part in asked.items())
        if some is not None}
    print(f"{len(scores)} queries have scores; "
          f"{time.monotonic() - began:.1f} s")
    wrong = 0
    for name, collection in layouts.items():
        hits, said = run.search(collection, asked, "-n", "0")
        best, _ = run.search(collection, asked, "-n", "10")
        # Without what words that stand together add.
        plain, _ = run.search(collection, asked, "--all")
        here = differing_orders(run, collection, dates, asked)
        for text, wanted in expected.items():
            rows = hits[text]
            ours = {row[1:] for row in rows} - unknown
            problem = None
            if len(rows) != len({row[1:] for row in rows}):
                problem = "a document twice"
            elif ours != wanted:
                problem = (f"model {len(wanted)}, search {len(ours)}; missing "
                           f"{sorted(wanted - ours)[:3]}, more "
                           f"{sorted(ours - wanted)[:3]}")
            elif best[text] != rows[:10]:
                problem = "the best ten are others"
            elif ({row[1:] for row in plain[text]} != {row[1:] for row in rows} or
                  len(plain[text]) != len(rows)):
                problem = "--all writes others"
            elif text in scores:
                problem = differing_scores(keys, scores[text], plain[text])
            if problem:
                here += 1
                print(f"{name}: {text}: {problem}")
        print(f"{name}: {here} of {len(asked)} queries differ; "
              f"{sum(map(len, hits.values()))} hits; "
              f"{time.monotonic() - began:.1f} s")
        wrong += here + bool(said)
    return 1 if wrong else 0


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C.UTF-8"
    sys.exit(main())
