#!/usr/bin/env python3
"""Judges how well searches are ranked: nDCG of the first ten hits.

  ranking.py collection FOLDER OUT.warc.gz   HTML files as an archive
  ranking.py queries ARCHIVE BIN             queries of it, with answers: texts
                                             of links and where they lead
  ranking.py forms < JUDGED                  the queries with other forms of their
                                             longest words, as people type them
  ranking.py anchors JUDGED < LINES          "urlkey text" lines without those of
                                             the texts that are queries
  ranking.py link-queries PAGES < LINES      queries with answers of "urlkey
                                             text" lines of links; PAGES has
                                             lines "urlkey URL"
  ranking.py score JUDGED < HITS             HITS: lines "ranking, query, URL,
                                             ..." with TABs between, in order

A judged file has a query, a TAB, and PATH=GRADE or HOST/PATH=GRADE words, grades
1 to 3. Versions of one URL count once, at the best place.
"""
import collections
import gzip
import hashlib
import math
import os
import re
import subprocess
import sys

HOST = 'http://docs.example/'


def collection(folder, out):
    with open(out, 'wb') as archive:
        for above, folders, files in os.walk(folder, followlinks=True):
            folders.sort()
            for name in sorted(files):
                if not name.endswith('.html'):
                    continue
                path = os.path.join(above, name)
                with open(path, 'rb') as file:
                    body = file.read()
                if len(body) > 1 << 20 or b'http-equiv="refresh"' in body[:999]:
                    continue
                url = HOST + os.path.relpath(path, folder).replace(os.sep, '/')
                block = (b'HTTP/1.1 200 OK\r\nContent-Type: text/html; '
                         b'charset=utf-8\r\n\r\n' + body)
                head = (
                    'WARC/1.0\r\nWARC-Type: response\r\n'
                    f'WARC-Target-URI: {url}\r\n'
                    'WARC-Date: 2020-01-01T00:00:00Z\r\n'
                    f'WARC-Record-ID: <urn:x:{hashlib.md5(url.encode()).hexdigest()}>\r\n'
                    'Content-Type: application/http; msgtype=response\r\n'
                    f'Content-Length: {len(block)}\r\n\r\n')
                archive.write(gzip.compress(head.encode() + block +
                                            b'\r\n\r\n'))


def queries(archive, binaries):
    links = subprocess.run([binaries + '/wax-text', '--links', archive],
                           stdout=subprocess.PIPE, text=True, check=True,
                           stderr=subprocess.DEVNULL).stdout
    pages = set()
    targets = collections.defaultdict(lambda: collections.defaultdict(set))
    for line in links.splitlines():
        page, target, _, text = (line.split('\t') + ['', '', ''])[:4]
        pages.add(page)
        target = target.split('#')[0]
        text = ' '.join(re.findall(r'\w+', text.lower()))
        if target != page and target.startswith(HOST) and text:
            targets[text][target].add(page)
    found = []
    for text, answers in targets.items():
        words = text.split()
        answers = {url: len(by) for url, by in answers.items() if url in pages}
        # Links that every page has are menus.
        if (not 2 <= len(words) <= 6 or not 1 <= len(answers) <= 2
                or sum(answers.values()) > max(8, len(pages) // 50)):
            continue
        found.append((hashlib.md5(text.encode()).hexdigest(), text, answers))
    for _, text, answers in sorted(found)[:400]:
        print(text, ' '.join(f'/{url[len(HOST):]}=3' for url in sorted(answers)),
              sep='\t')


def anchors(judged):
    with open(judged, encoding='utf-8') as file:
        asked = {line.split('\t')[0] for line in file}
    for line in sys.stdin:
        text = line.partition(' ')[2]
        if ' '.join(re.findall(r'\w+', text.lower())) not in asked:
            sys.stdout.write(line)


def link_queries(pages):
    with open(pages, encoding='utf-8') as file:
        urls = dict(line.rstrip('\n').split(' ', 1) for line in file)
    targets = collections.defaultdict(collections.Counter)
    for line in sys.stdin:
        key, _, text = line.partition(' ')
        text = ' '.join(re.findall(r'\w+', text.lower()))
        if 2 <= len(text.split()) <= 6:
            targets[text][key] += 1
    found = []
    for text, answers in targets.items():
        # Links that many pages have are menus.
        if (len(answers) <= 2 and sum(answers.values()) <= 8 and
                all(key in urls for key in answers)):
            # Backwards, because popularity.py halves by the first digit.
            found.append((hashlib.md5(text.encode()).hexdigest()[::-1], text,
                          answers))
    for _, text, answers in sorted(found)[:400]:
        print(text, ' '.join(urls[key].split('://', 1)[1] + '=3'
                             for key in sorted(answers)), sep='\t')


def forms():
    # The plural of a word, or the singular of a plural.
    for line in sys.stdin:
        query, answers = line.rstrip('\n').split('\t')
        words = query.split()
        longest = max((w for w in words if w.isalpha()), key=len, default='')
        if line.startswith('#') or len(longest) < 4 or longest.endswith('ss'):
            continue
        at = words.index(longest)
        if longest.endswith('ies'):
            words[at] = longest[:-3] + 'y'
        elif longest.endswith('s'):
            words[at] = longest[:-1]
        elif longest.endswith('y') and longest[-2] not in 'aeiou':
            words[at] = longest[:-1] + 'ies'
        else:
            words[at] = longest + 's'
        print(' '.join(words), answers, sep='\t')


def gain(grades):
    return sum((2**grade - 1) / math.log2(place + 2)
               for place, grade in enumerate(grades[:10]))


def score(judged):
    wanted = {}
    with open(judged, encoding='utf-8') as file:
        for line in file:
            if not line.startswith('#'):
                query, pages = line.rstrip('\n').split('\t')
                wanted[query] = {path: int(grade) for path, grade in
                                 (page.rsplit('=', 1) for page in pages.split())}
    hits = collections.defaultdict(list)
    rankings = []
    for line in sys.stdin:
        ranking, query, url = line.rstrip('\n').split('\t')[:3]
        with_host = re.sub('^[a-z]+://', '', url)
        path = re.sub('^[^/]*', '', with_host)
        if with_host in wanted.get(query, ()):
            path = with_host
        if ranking not in rankings:
            rankings.append(ranking)
        if path not in hits[ranking, query]:
            hits[ranking, query].append(path)
    for ranking in rankings:
        sums = [gain([grades.get(path, 0) for path in hits[ranking, query]]) /
                gain(sorted(grades.values(), reverse=True))
                for query, grades in wanted.items()]
        first = sum(1 for query, grades in wanted.items()
                    if hits[ranking, query] and
                    grades.get(hits[ranking, query][0], 0) > 0)
        print(f'| {ranking} | {len(wanted)} | {sum(sums) / len(sums):.4f} | '
              f'{first} |')


if __name__ == '__main__':
    arguments = sys.argv[1:]
    steps = {'collection': (collection, 2), 'queries': (queries, 2),
             'link-queries': (link_queries, 1), 'forms': (forms, 0), 'anchors': (anchors, 1), 'score': (score, 1)}
    if not arguments or arguments[0] not in steps or \
            len(arguments) != 1 + steps[arguments[0]][1]:
        sys.exit(__doc__)
    steps[arguments[0]][0](*arguments[1:])
