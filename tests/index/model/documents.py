"""What an index has of the documents that wax-segment-dump shows: versions of
pages, and which of them have which word where."""
import bisect
import collections
import functools
import itertools
import json

import words

WORD_FIELDS = ("url", "title", "author", "section", "generator", "description",
               "headings")
# What queries without a field are looked for in.
DEFAULT_FIELDS = ("url", "title", "main", "content")
WRITTEN_FIELDS = ("title", "main", "content", "border")
BORDER = 4
OTHER_RECORDS = ("dns:", "filedesc:", "metadata:", "urn:", "warcinfo:", "whois:")
TEXTS = ("title", "author", "section", "generator", "description", "headings",
         "content", "main_ranges", "published", "modified", "robots", "language",
         "charset", "noindex", "no_text", "simhash")


def versions(captures, key_of):
    """[document] of captures in the order of their segments; `key_of` gives the
    URL keys of a list of URLs."""
    groups = collections.defaultdict(list)
    bodies = {}
    for n, one in enumerate(captures):
        one["n"] = n
        digest = one.get("digest", "-")
        groups[(one["urlkey"], digest) if digest not in ("", "-")
               else (one["urlkey"], "-", n)].append(one)
        if not one.get("revisit") and digest not in ("", "-"):
            order = bool(one.get("truncated")), one["date"], n
            if digest not in bodies or order < bodies[digest][0]:
                bodies[digest] = order, one
    images = texts_of_images(captures, key_of)
    found = []
    for group in groups.values():
        with_body = [one for one in group if not one.get("revisit")]
        whole = [one for one in with_body if not one.get("truncated")]
        pages = [one for one in group if not one.get("date_only")]
        chosen = min(whole or with_body or pages or [None],
                     key=lambda one: (one["date"], one["n"]) if one else 0)
        if chosen is None:
            continue
        document = dict(chosen)
        if chosen.get("revisit"):
            original = bodies.get(chosen["digest"])
            if original is None and not any(one.get("revisit_of")
                                            for one in pages):
                continue
            if original is not None:
                for name in TEXTS:
                    document.pop(name, None)
                    if name in original[1]:
                        document[name] = original[1][name]
                document.setdefault("type", original[1].get("type", ""))
        document["dates"] = sorted({one["date"] for one in group})
        if document.get("type", "").startswith("image/"):
            document["content"] = "\n".join(images.get(document["urlkey"], []))
        found.append((chosen["n"], document))
    return [document for _, document in sorted(found, key=lambda one: one[0])]


def texts_of_images(captures, key_of):
    """What pages say of the images that they show, by the URL key of these."""
    shown = [(image["url"], image.get(name)) for page in captures
             for image in page.get("images", [])
             for name in ("alt", "caption") if image.get(name)]
    keys = key_of(sorted({url for url, _ in shown}))
    texts = collections.defaultdict(set)
    for url, text in shown:
        if keys.get(url):
            spaced = "".join(" " if ord(c) <= 0x20 or ord(c) == 0x7F else c
                             for c in text)
            texts[keys[url]].add(spaced)
    return {key: sorted(some, key=str.encode) for key, some in texts.items()}


def host_of(url):
    rest = url[4:] if url.startswith("dns:") else url.partition("://")[2]
    rest = rest.lstrip("/") if url.startswith("dns:") else rest
    for end in "/?#\\":
        rest = rest.partition(end)[0]
    rest = rest.rpartition("@")[2]
    return rest.partition(":")[0].lower()


def site_of(host):
    return host[4:] if host.startswith("www.") else host


def primary_language(tag):
    language = tag.lower().partition("-")[0]
    return "no" if language in ("nb", "nn") else language


class Index:
    """`stem(language, word)` gives a stem, or None where there are no such
    stems. Without it, no word has other forms."""

    def __init__(self, documents, stem=None):
        self.documents = documents
        self.stem = stem
        self.terms = collections.defaultdict(
            lambda: collections.defaultdict(dict))  # field, term, document
        self.written = []  # of each document: its Arabic words as written
        self.exact = collections.defaultdict(set)  # words that were folded
        self.lengths = collections.Counter()  # by field and document, in words
        self.with_stem = collections.defaultdict(set)
        self.all = set(range(len(documents)))
        self.other = {n for n in self.all
                      if documents[n]["url"].lower().startswith(OTHER_RECORDS)}
        # Documents with text that the model cannot read, and those with words
        # of it in any field.
        self.unknown = set()
        self.languages = set()
        self.wanted = ""  # of these, the one to which a query limits forms
        for n, document in enumerate(documents):
            self.add(n, document)

    def add(self, n, document):
        self.written.append(set())
        language = primary_language(document.get("language", ""))
        if document.get("noindex"):
            for name in TEXTS:
                if name not in ("language", "charset", "noindex", "no_text"):
                    document.pop(name, None)
        for name in WORD_FIELDS:
            text = document.get(name, "")
            if name == "url" and "://" in text:
                text = text.partition("://")[2]
            self.add_words(n, name, words.tokens(text), 0,
                           language if name == "title" else None,
                           name == "title")
        self.add_text(n, document, language)
        if any(words.has_dictionary_words(document.get(name, ""))
               for name in WORD_FIELDS + ("content",)):
            self.unknown.add(n)

    def add_text(self, n, document, language):
        """Words of the main content and of the rest have their places in the
        whole text; those around a border between the two are in a third
        field."""
        text = document.get("content", "").encode()
        ranges = document.get("main_ranges", [])
        if not document.get("type", "").endswith(("html", "html+xml")) and text:
            ranges = [[0, len(text)]]
        pieces = []
        at = 0
        for begin, end in ranges:
            pieces += [("content", text[at:begin]), ("main", text[begin:end])]
            at = end
        pieces.append(("content", text[at:]))
        row = []  # field and token of each word
        for field, piece in pieces:
            found = words.tokens(piece.decode(errors="replace"))
            self.add_words(n, field, found, len(row), language, True)
            row += [(field, token) for token in found]
        around = set()
        for border in range(1, len(row)):
            if row[border - 1][0] == row[border][0]:
                continue
            for step, place in ((-1, border - 1), (1, border)):
                side = row[place][0]
                for _ in range(BORDER):
                    if not 0 <= place < len(row) or row[place][0] != side:
                        break
                    around.add(place)
                    place += step
        for place in sorted(around):
            places = self.terms["border"][row[place][1].text]
            places.setdefault(n, []).append(place)

    def add_words(self, n, field, found, first, language, is_text):
        self.lengths[field, n] += len(found)
        for place, token in enumerate(found, first):
            self.terms[field][token.text].setdefault(n, []).append(place)
            if not is_text:
                continue
            if token.exact != token.text:
                self.exact[token.exact].add(n)
            if words.is_arabic(token.text):
                bare = words.without_vowel_marks(token.exact)
                self.written[n].add(bare)
                self.exact[bare].add(n)
            if self.stem and language:
                stem = self.stem(language, token.exact)
                if stem is not None:
                    self.languages.add(language)
                    self.with_stem[language, stem].add(n)

    @functools.lru_cache(None)
    def in_order(self, field):
        return sorted(self.terms[field])

    def beginning_with(self, field, text):
        """The terms of the field that do."""
        row = self.in_order(field)
        at = bisect.bisect_left(row, text)
        return list(itertools.takewhile(lambda term: term.startswith(text),
                                        itertools.islice(row, at, None)))

    @functools.lru_cache(None)
    def by_length(self):
        """All terms of fields with words, and the characters of each."""
        found = collections.defaultdict(list)
        for term in set().union(*self.terms.values()):
            found[len(term)].append((term, frozenset(term)))
        return found

    def with_written(self, fits):
        """Documents with an Arabic word that fits as it is written."""
        return {n for n, some in enumerate(self.written) if any(map(fits, some))}

    def fields(self, name):
        if not name:
            return DEFAULT_FIELDS + tuple(
                field for field in ("anchor",) if field in self.terms)
        return ("main", "content") if name == "content" else (name,)


def read_dump(lines):
    return [json.loads(line) for line in lines]
