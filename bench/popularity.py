#!/usr/bin/env python3
"""What boosts by popularity are worth: packages as pages, downloads as views.

  popularity.py archive PACKAGES.tsv LIST.md OUT   OUT.warc.gz and OUT.views of
                                                   every fourth package, and of
                                                   all in LIST.md
  popularity.py topics LIST.md OUT.warc.gz         judged queries: the headings
                                                   of the list; the answers are
                                                   the packages below them
  popularity.py items LIST.md OUT.warc.gz          the same: descriptions of at
                                                   most five words; the answer
                                                   is their package
  popularity.py half 0|1 < JUDGED                  one half of the queries
  popularity.py hits RANKING < TSV                 lines of wax-search --queries
                                                   --tsv for ranking.py score

PACKAGES.tsv has lines "name version downloads summary" with TABs between, below
a head. LIST.md has "### heading" and "- [name](URL) - Description.".
"""
import gzip
import hashlib
import re
import sys
import urllib.parse

HOST = 'http://packages.example/'
ENTRY = re.compile(r'\s*- \[([^\]]+)\]\([^)]*\) - (.*)')


def path_of(name):
    return urllib.parse.quote(name.lower(), safe='@')


def url_of(name):
    return HOST + path_of(name)


def digest(text):
    return hashlib.md5(text.encode()).hexdigest()


def entries(path):
    """(heading, name, description) of a list."""
    heading = ''
    with open(path, encoding='utf-8') as file:
        for line in file:
            if line.startswith('### '):
                heading = line[4:].strip()
            elif found := ENTRY.match(line):
                yield heading, found[1].lower(), found[2].strip()


def archive(packages, listed, out):
    names = {name for _, name, _ in entries(listed)}
    with open(packages, encoding='utf-8') as table, \
            open(out + '.warc.gz', 'wb') as warc, \
            open(out + '.views', 'w', encoding='utf-8') as views:
        next(table)
        for line in table:
            name, _, downloads, summary = (line.rstrip('\n').split('\t') +
                                           [''] * 3)[:4]
            if name.lower() not in names and digest(name)[0] > '3':
                continue
            text = f'{name}\n{summary}'.replace('&', '&amp;')
            text = text.replace('<', '&lt;')
            body = (f'<html><head><title>{text.splitlines()[0]}</title></head>'
                    f'<body><p>{text}</p></body></html>').encode()
            block = (b'HTTP/1.1 200 OK\r\nContent-Type: text/html; '
                     b'charset=utf-8\r\n\r\n' + body)
            head = ('WARC/1.0\r\nWARC-Type: response\r\n'
                    f'WARC-Target-URI: {url_of(name)}\r\n'
                    'WARC-Date: 2020-01-01T00:00:00Z\r\n'
                    f'WARC-Record-ID: <urn:x:{digest(name)}>\r\n'
                    'Content-Type: application/http; msgtype=response\r\n'
                    f'Content-Length: {len(block)}\r\n\r\n')
            warc.write(gzip.compress(head.encode() + block + b'\r\n\r\n', 1))
            views.write(f'{url_of(name)} {downloads or 0}\n')


def paths_in(warc):
    with gzip.open(warc, 'rb') as file:
        return {line.decode().split(HOST, 1)[1].strip() for line in file
                if line.startswith(b'WARC-Target-URI: ')}


def topics(listed, warc):
    there = paths_in(warc)
    below = {}
    for heading, name, _ in entries(listed):
        if path_of(name) in there:
            below.setdefault(heading, []).append(path_of(name))
    for heading, names in below.items():
        for query in heading.lower().split(' / '):
            print(query, ' '.join(f'/{name}=1' for name in names), sep='\t')


def items(listed, warc):
    there = paths_in(warc)
    answers = {}
    for _, name, description in entries(listed):
        text = description.split('. ')[0].rstrip('.')
        query = ' '.join(re.findall(r"[\w'-]+", text.lower()))
        query = re.sub('^(a|an|the) ', '', query)
        if path_of(name) in there and 1 <= len(query.split()) <= 5:
            answers.setdefault(query, set()).add(path_of(name))
    for query, names in answers.items():
        print(query, ' '.join(f'/{name}=3' for name in sorted(names)),
              sep='\t')


def half(which):
    for line in sys.stdin:
        if int(digest(line.split('\t')[0])[0], 16) % 2 == int(which):
            sys.stdout.write(line)


def hits(ranking):
    for line in sys.stdin:
        query, url = line.rstrip('\n').split('\t')[:2]
        print(ranking, query, url, sep='\t')


if __name__ == '__main__':
    arguments = sys.argv[1:]
    steps = {'archive': (archive, 3), 'topics': (topics, 2),
             'items': (items, 2), 'half': (half, 1), 'hits': (hits, 1)}
    if not arguments or arguments[0] not in steps or \
            len(arguments) != 1 + steps[arguments[0]][1]:
        sys.exit(__doc__)
    steps[arguments[0]][0](*arguments[1:])
