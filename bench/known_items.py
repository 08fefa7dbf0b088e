#!/usr/bin/env python3
"""Queries that one page answers, of a collection, and how well engines find it.

  known_items.py draw DUMP ARCHIVE...     judged queries: what other pages call a
                                          page, in their links and headings
  known_items.py documents < DUMP         the documents for other engines
  known_items.py score JUDGED DUMP ENGINE < HITS
                                          tables; HITS has lines "ENGINE,
                                          variant, query, URL" with TABs between,
                                          in order, of the engines

DUMP is what wax-segment-dump --json says of the segments. A judged file has lines
"query, URL, language, kind" with TABs between; the kinds are:

  link     the text of a link in another page, which is not the page's name
  title    the page's name, as the text of a link in another page
  heading  a heading of another page, which has a link to the page or its name

No such text leads to another page of the collection. Pages of the same bytes or
the same URL are one page, which counts at its best place. Of several variants of
an engine the one is shown that is best for the first half of the queries.
"""
import collections
import gzip
import hashlib
import html
import http.client
import io
import json
import math
import re
import sys
import urllib.parse

LANGUAGES = ('en', 'de', 'fr', 'es', 'ja')
KINDS = ('link', 'title', 'heading')
OF_A_LANGUAGE = 60
MOST_PAGES = 3  # that have the text; of menus there are more


def words(text):
    return ' '.join(re.findall(r'\w+', text.lower()))


def without_number(text):
    """A heading without "12.1.2." before it, or that of 'Section 12.1, "..."'."""
    if quoted := re.match('[^“„"«「]*\\d[,、:]? *[“„"«「](.*)[”“"»」]$', text):
        text = quoted[1]
    return re.sub(r'^\s*(?:[A-Z]?(?:\.?\d+)+\.?|[A-Z]\.)\s+', '', text)


def name_of(title):
    """A title without what all titles of a site end with."""
    name = re.split(r'\s+[—–|-]\s+|: | \(', without_number(title or ''))[0]
    return words(name)


def is_query(text, language):
    """Whether people might type it. Names of files, cut texts and "Next1.2." are
    none."""
    if (re.search(r'/|\.\w{2,5}$|\.\.\.$|…$|[^\W\d_]([A-Z]\.)?\d+\.', text) or
            language == 'en' and not text.isascii()):
        return False
    query = words(text)
    if len(query.split()) > 8:
        return False
    if language == 'ja':
        letters = re.findall('[\u3040-\u30ff\u4e00-\u9fff]', query)
        return 4 <= len(letters) and len(query) <= 24
    return sum(c.isalpha() for c in query) >= 8


def address(url):
    return url.split('://', 1)[-1].split('#')[0]


class Pages:
    """Which documents are one page."""

    def __init__(self):
        self.above = {}

    def page(self, url):
        """None: there is no such document."""
        url = address(url)
        return self.find(url) if url in self.above else None

    def find(self, item):
        while self.above[item] != item:
            self.above[item] = self.above[self.above[item]]
            item = self.above[item]
        return item

    def add(self, document):
        for item in (address(document['url']), document['digest']):
            self.above.setdefault(item, item)
        self.above[self.find(address(document['url']))] = \
            self.find(document['digest'])


def documents_in(dump):
    """With text; each version once."""
    seen = set()
    for line in dump:
        document = json.loads(line)
        version = document['urlkey'], document['digest']
        if 'content' in document and version not in seen:
            seen.add(version)
            yield document


def pages_in(dump):
    pages = Pages()
    with open(dump, encoding='utf-8') as file:
        for document in documents_in(file):
            pages.add(document)
    return pages


def records(archive):
    """URL and body of each HTML page in the archive."""
    class Answer:
        def __init__(self, block):
            self.block = block

        def makefile(self, _):
            return io.BytesIO(self.block)

    with gzip.open(archive, 'rb') as file:
        while line := file.readline():
            if not line.startswith(b'WARC/'):
                continue
            head = {}
            while line := file.readline().strip():
                name, _, value = line.partition(b':')
                head[name.lower()] = value.strip()
            block = file.read(int(head[b'content-length']))
            if head[b'warc-type'] != b'response' or b'text/html' not in block[:1000]:
                continue
            try:
                answer = http.client.HTTPResponse(Answer(block))
                answer.begin()
                yield (head[b'warc-target-uri'].decode().strip('<>'),
                       answer.read())
            except (http.client.HTTPException, ValueError):
                continue


HEADING = re.compile(rb'<h([1-6])\b[^>]*>(.*?)</h\1>', re.I | re.S)
HREF = re.compile(r'''<a\b[^>]*?\bhref=["']?([^"'\s>]+)''', re.I)


class Texts:
    """What pages are called, by how many others, and in which ways."""

    def __init__(self):
        self.pages = collections.defaultdict(set)    # that a text leads to
        self.sources = collections.defaultdict(set)  # that have the text
        self.seen = collections.defaultdict(set)     # kinds

    def add(self, text, source, target, kind):
        if len(self.pages[text]) < 2:
            self.pages[text].add(target)
        if len(self.sources[text]) <= MOST_PAGES:
            self.sources[text].add(source)
        self.seen[text].add(kind)


def draw(dump, *archives):
    pages = pages_in(dump)
    of_page = {}  # language, URL, name
    named = collections.defaultdict(set)
    with open(dump, encoding='utf-8') as file:
        for document in documents_in(file):
            page = pages.page(document['url'])
            title = document.get('title', '')
            if (document.get('type') != 'text/html' or
                    title.startswith(('Index of ', 'Site map of '))):
                continue
            name = name_of(title)
            of_page.setdefault(page, (document.get('language'),
                                      document['url'], name))
            named[name].add(page)

    # Links first, because titles are to be known as such.
    texts = Texts()
    with open(dump, encoding='utf-8') as file:
        for document in documents_in(file):
            source = pages.page(document['url'])
            if source not in of_page:
                continue
            language = of_page[source][0]
            for link in document.get('links', ()):
                text = without_number(link.get('text', ''))
                target = pages.page(link['url'])
                if target == source or not is_query(text, language):
                    continue
                # A page elsewhere is another page, too.
                target = target or address(link['url'])
                name = of_page[target][2] if target in of_page else ''
                if re.search(r'\w' + re.escape(name) + '$', words(text)) and name:
                    continue  # "NextName"
                texts.add(words(text), source, target,
                          'title' if name == words(text) else 'link')

    headings = Texts()
    done = set()
    for archive in archives:
        for url, body in records(archive):
            source = pages.page(url)
            if source not in of_page or source in done:
                continue
            done.add(source)
            language = of_page[source][0]
            if language not in LANGUAGES:
                continue
            for match in HEADING.finditer(body):
                heading = match[2].decode('utf-8', 'replace')
                text = html.unescape(re.sub(r'<[^>]*>', '', heading))
                text = without_number(' '.join(text.strip('¶ \n').split()))
                if not is_query(text, language):
                    continue
                found = {pages.page(urllib.parse.urljoin(url, html.unescape(href)))
                         for href in HREF.findall(heading)}
                found = found - {None, source} or \
                    named.get(words(text), set()) - {source}
                for target in found:
                    headings.add(words(text), source, target, 'heading')

    # By language, kind and site, in an order of chance.
    found = collections.defaultdict(list)
    for all_texts in texts, headings:
        for text, targets in all_texts.pages.items():
            (target, *more) = targets
            if (more or target not in of_page or
                    len(all_texts.sources[text]) > MOST_PAGES or
                    all_texts is headings and texts.pages.get(text, targets) != targets):
                continue
            language, url, _ = of_page[target]
            if language not in LANGUAGES or any(
                    of_page[source][0] != language
                    for source in all_texts.sources[text]):
                continue
            # Pages of the same name answer as well.
            if len(named[text] | {target}) > 1:
                continue
            kind = ('heading' if all_texts is headings else
                    'title' if 'title' in all_texts.seen[text] else 'link')
            site = url.split('/')[2]
            found[language, kind, site].append(
                (hashlib.md5(text.encode()).hexdigest(), text, target))
    for some in found.values():
        some.sort(reverse=True)  # taken from the end

    text_of = {}
    wanted = {target for some in found.values() for _, _, target in some}
    with open(dump, encoding='utf-8') as file:
        for document in documents_in(file):
            page = pages.page(document['url'])
            if page in wanted and page not in text_of:
                text_of[page] = (document.get('title', '') + ' ' +
                                 document['content']).lower()

    asked = set()
    for language in LANGUAGES:
        print_language(language, found, of_page, text_of, asked)


def is_answered(query, text, language):
    """Whether the page has half of the words."""
    if language == 'ja':
        parts = [query[i:i + 2] for i in range(len(query) - 1)]
        return sum(part in text for part in parts) * 2 >= len(parts)
    parts = query.split()
    there = set(re.findall(r'\w+', text))
    return sum(part in there for part in parts) * 2 >= len(parts)


def print_language(language, found, of_page, text_of, asked):
    drawn = []

    def take(kind, most):
        sites = [some for key, some in sorted(found.items())
                 if key[:2] == (language, kind)]
        count = 0
        while count < most and any(sites):
            for some in sites:
                while some:
                    _, text, target = some.pop()
                    if (text not in asked and target not in asked and
                            is_answered(text, text_of[target], language)):
                        asked.update((text, target))
                        drawn.append((text, address(of_page[target][1]),
                                      language, kind))
                        count += 1
                        break
                if count == most:
                    break
        return count

    for kind in KINDS:
        take(kind, OF_A_LANGUAGE // len(KINDS))
    for kind in KINDS:
        take(kind, OF_A_LANGUAGE - len(drawn))
    for line in drawn:
        print(*line, sep='\t')


def documents():
    for document in documents_in(sys.stdin):
        url = urllib.parse.unquote(address(document['url']))
        print(json.dumps({
            'address': document['url'],
            'title': document.get('title', ''),
            'text': document['content'],
            'url': ' '.join(re.findall(r'[^\W_]+', url)),
        }, ensure_ascii=False))


def half_of(query):
    return int(hashlib.md5(query.encode()).hexdigest()[-1], 16) % 2


class Sums:
    def __init__(self):
        self.queries = self.gain = self.first = 0

    def add(self, place):
        """The place of the page among the hits, from 0; None: it is not there."""
        self.queries += 1
        if place is not None and place < 10:
            self.gain += 1 / math.log2(place + 2)
        self.first += place == 0

    def __str__(self):
        return f'{self.gain / max(1, self.queries):.4f} ({self.first})'


def score(judged, dump, *engines):
    """A table for each engine of HITS, or of those that are named."""
    pages = pages_in(dump)
    asked = []
    with open(judged, encoding='utf-8') as file:
        for line in file:
            if not line.startswith('#'):
                asked.append(line.rstrip('\n').split('\t'))
    hits = collections.defaultdict(list)
    variants = collections.defaultdict(dict)  # of engines, in order
    for line in sys.stdin:
        engine, variant, query, url = line.rstrip('\n').split('\t')[:4]
        variants[engine][variant] = True
        page = pages.page(url)
        if page not in hits[engine, variant, query]:
            hits[engine, variant, query].append(page)

    def sums(engine, variant, belongs):
        found = Sums()
        for query, url, language, kind in asked:
            if belongs(query, language, kind):
                there = hits.get((engine, variant, query), [])
                page = pages.page(url)
                found.add(there.index(page) if page in there else None)
        return found

    def in_half(half):
        return lambda query, *_: half_of(query) == half

    def in_language(wanted):
        return lambda _, language, __: language == wanted

    def of_kind(wanted):
        return lambda _, __, kind: kind == wanted

    columns = [('all', lambda *_: True), ('first half', in_half(0)),
               ('second half', in_half(1))]
    columns += [(one, in_language(one)) for one in LANGUAGES]
    columns += [(one, of_kind(one)) for one in KINDS]
    some = next(iter(variants))
    print('|', '|', end='')
    for name, belongs in columns:
        print(f' {name}, {sums(some, "", belongs).queries} |', end='')
    print('\n|' + '---|' * (len(columns) + 1))
    for engine in engines or variants:
        best = max(variants[engine], key=lambda variant: round(
            sums(engine, variant, in_half(0)).gain, 9))
        name = f'{engine}: {best}' if best else engine
        print('|', name, '|', ' | '.join(
            str(sums(engine, best, belongs)) for _, belongs in columns), '|')


def main():
    step, *arguments = sys.argv[1:] or ['']
    if step == 'draw' and len(arguments) > 1:
        draw(*arguments)
    elif step == 'documents' and not arguments:
        documents()
    elif step == 'score' and len(arguments) >= 2:
        score(*arguments)
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main()
