"""Queries that are drawn from documents, in the spellings that people use."""
import random
import re
import unicodedata

import documents
import queries
import words
from queries import And, Near, Not, Or, Pattern, Value, Words, whole_value

OPERATORS = {"AND", "OR", "NOT", "TO"}
# Of digits in other scripts, the zeros.
ZEROS = "\u0660\u06F0\u0966\u09E6\uFF10"
ACCENTS = "\u0300\u0301\u0302\u0303\u0308\u030A\u030C\u0327"
PERSIAN = str.maketrans("\u064A\u0643\u0647", "\u06CC\u06A9\u06C1")
BETWEEN = set("-'’.,;&_#%@=|+–/")
AROUND = ["", ",", ".", ";", "!", "?", "…", "'", "”", "»", "’", "#", "%"]


class Source:
    """A text of a document, with its words."""

    def __init__(self, n, document, field):
        self.n = n
        self.document = document
        self.field = field
        self.text = document[field]
        self.tokens = words.tokens(self.text)

    def raw(self, first, last):
        return self.text[self.tokens[first].begin:self.tokens[last].end]


class Maker:
    def __init__(self, index, seed):
        self.index = index
        self.rng = random.Random(seed)
        self.by_language = {}
        self.forms = {}
        for n, document in enumerate(index.documents):
            if n in index.unknown or n in index.other:
                continue
            for field in ("title", "content", "headings", "description",
                          "author"):
                if not document.get(field):
                    continue
                source = Source(n, document, field)
                if not source.tokens:
                    continue
                language = document.get("language", "")
                self.by_language.setdefault(language, []).append(source)
                if index.stem and field == "content":
                    self.learn_forms(source, language.partition("-")[0])
        self.known = [document for n, document in enumerate(index.documents)
                      if n not in index.unknown and n not in index.other]

    def learn_forms(self, source, language):
        for token in source.tokens:
            stem = self.index.stem(language, token.exact)
            if stem is not None and stem != token.exact:
                self.forms.setdefault((language, stem), set()).add(token.exact)

    def make(self):
        rng = self.rng
        return rng.choice([self.simple, self.simple, self.of_a_page,
                           self.of_a_page, self.nested])()

    def nested(self, depth=3):
        rng = self.rng
        if depth == 0 or rng.random() < 0.2:
            return self.simple()
        kind = rng.randrange(4)
        if kind == 0:
            return Or([self.nested(depth - 1)
                       for _ in range(rng.randint(2, 4))])
        if kind == 1:
            return And([self.nested(depth - 1), Not(self.nested(depth - 1))])
        return And([self.nested(depth - 1) for _ in range(2)])

    def of_a_page(self):
        """Parts that one page has, so that all together are found."""
        source = self.source()
        parts = [self.simple(source) for _ in range(self.rng.randint(2, 4))]
        if self.rng.random() < 0.3:
            parts.append(Not(self.simple()))
        if self.rng.random() < 0.2:
            parts[0] = Or([parts[0], self.simple()])
        return And(parts)

    def source(self):
        language = self.rng.choice(sorted(self.by_language))
        return self.rng.choice(self.by_language[language])

    def simple(self, source=None):
        source = source or self.source()
        kinds = [(14, self.word), (6, self.word_in_quotes), (7, self.field),
                 (8, self.phrase), (4, self.odd), (4, self.border),
                 (5, self.near_words), (5, self.beginning), (2, self.row),
                 (5, self.pattern), (4, self.near), (4, self.group),
                 (6, self.date), (10, self.value), (3, self.url),
                 (4, self.frequent_row), (4, self.other_form),
                 (1, self.everything)]
        while True:
            make = self.rng.choices([one for _, one in kinds],
                                    [weight for weight, _ in kinds])[0]
            if part := make(source):
                return part
            source = self.source()

    # ---- words

    def spelled(self, word):
        """The word as others may write it."""
        rng = self.rng
        change = rng.randrange(14)
        if change == 0:
            word = word.upper()
        elif change == 1:
            word = word.lower()
        elif change == 2:
            word = word.title()
        elif change == 3:
            word = "".join(c for c in unicodedata.normalize("NFD", word)
                           if not words.is_accent(c)) or word
        elif change == 4 and re.search("[aeioucn]", word):
            at = rng.choice([m.start() for m in re.finditer("[aeioucn]", word)])
            word = word[:at + 1] + rng.choice(ACCENTS) + word[at + 1:]
            if rng.random() < 0.7:
                word = unicodedata.normalize("NFC", word)
        elif change == 5:
            word = unicodedata.normalize("NFD", word)
        elif change == 6:
            word = "".join(chr(ord(c) + 0xFEE0) if "0" <= c <= "z" and
                           c.isalnum() else c for c in word)
        elif change == 7:
            zero = ord(rng.choice(ZEROS))
            word = "".join(chr(zero + int(c)) if c in "0123456789" else c
                           for c in word)
        elif change == 8 and len(word) > 3:
            word = word[:2] + "\u00AD" + word[2:]
        elif change == 9 and len(word) > 3:
            word = word[:2] + "\u200C" + word[2:]
        if words.is_arabic(word):
            change = rng.randrange(8)
            if change == 0:
                word = "\u0627\u0644" + word
            elif change == 1 and word.startswith("\u0627\u0644"):
                word = word[2:] or word
            elif change == 2:
                word = word.translate(PERSIAN)
            elif change == 3:
                word = word[:1] + "\u064E" + word[1:]
        if word in OPERATORS:
            word = word.lower()
        # Marks that no letter goes before may have become alone.
        return word if words.tokens(word) else "a"

    def drawn(self, source):
        """A word of the text, spelled in some way."""
        token = self.rng.choice(source.tokens)
        return self.spelled(source.text[token.begin:token.end])

    def word(self, source):
        text = self.drawn(source)
        if self.rng.random() < 0.1:
            text += self.rng.choice(AROUND)
        return Words(text)

    def word_in_quotes(self, source):
        return Words(self.drawn(source), quoted=True)

    def field(self, source):
        field = {"content": "content"}.get(source.field, source.field)
        if self.rng.random() < 0.2:
            field = self.rng.choice(["title", "content", "main", "url"])
        return Words(self.drawn(source), field)

    def other_form(self, source):
        language = source.document.get("language", "").partition("-")[0]
        for _ in range(20):
            token = self.rng.choice(source.tokens)
            stem = self.index.stem and self.index.stem(language, token.exact)
            forms = self.forms.get((language, stem), ())
            if len(forms) > 1:
                form = self.spelled(self.rng.choice(sorted(forms)))
                return Words(form, self.rng.choice(["", "", "content"]),
                             quoted=self.rng.random() < 0.2)
        return None

    def phrase(self, source):
        rng = self.rng
        size = rng.randint(2, 5)
        if len(source.tokens) < size:
            return None
        at = rng.randrange(len(source.tokens) - size + 1)
        row = [self.spelled(source.raw(i, i)) if rng.random() < 0.3
               else source.raw(i, i) for i in range(at, at + size)]
        field = rng.choice(["", "", "", source.field])
        if any(token.single or words.kind(token.text[0]) == "cjk"
               for token in source.tokens[at:at + size]):
            return self.quoted(source.raw(at, at + size - 1), field)
        return Words(" ".join(row), field, quoted=True)

    def quoted(self, text, field=""):
        text = re.sub(r'["\\\x00-\x20]+', " ", text)
        return Words(text, field, quoted=True) if words.tokens(text) else None

    def border(self, source):
        """Words on both sides of where the main content begins or ends."""
        ranges = source.document.get("main_ranges")
        if source.field != "content" or not ranges:
            return None
        text = source.text.encode()
        at = self.rng.choice(self.rng.choice(ranges))
        before = words.tokens(text[:at].decode(errors="ignore"))[-6:]
        after = words.tokens(text[at:].decode(errors="ignore"))[:6]
        if not before or not after:
            return None
        row = ([one.exact for one in before[-self.rng.randint(1, 6):]] +
               [one.exact for one in after[:self.rng.randint(1, 6)]])
        return Words(" ".join(row), self.rng.choice(["", "content"]), quoted=True,
                     slop=self.rng.choice([0, 0, 2]))

    def near_words(self, source):
        rng = self.rng
        count = rng.randint(2, 4)
        at = rng.randrange(len(source.tokens))
        some = [token for token in source.tokens[at:at + 8]
                if words.kind(token.text[0]) != "cjk"]
        if len(some) < count:
            return None
        some = rng.sample(some, count)
        if rng.random() < 0.5:
            some.sort(key=lambda token: token.begin)
        if rng.random() < 0.1:
            some.append(some[0])
        return Words(" ".join(token.exact for token in some),
                     rng.choice(["", "", source.field]), quoted=True,
                     slop=rng.randint(1, 9))

    def frequent_row(self, source):
        """A phrase of words that many documents have."""
        frequent = lambda token: max(
            (len(self.index.terms[field].get(token.text, ()))
             for field in ("main", "content")), default=0)
        if len(source.tokens) < 2:
            return None
        places = sorted(range(len(source.tokens) - 1),
                        key=lambda i: -min(frequent(source.tokens[i]),
                                           frequent(source.tokens[i + 1])))
        at = self.rng.choice(places[:10])
        return self.quoted(source.raw(at, at + 1))

    def odd(self, source):
        """Words as they stand in the text, with what is between them."""
        rng = self.rng
        for _ in range(20):
            first = rng.randrange(len(source.tokens))
            last = min(first + rng.randint(1, 4), len(source.tokens) - 1)
            text = source.raw(first, last)
            # What is pasted like a URL is looked for as one.
            if ("/" in text and "." in text) or text in OPERATORS:
                continue
            if all(c in BETWEEN or words.kind(c) != "break" for c in text):
                return Words(text)
        return None

    def letters(self, source, least):
        """A word of letters, of no script with pairs."""
        for _ in range(20):
            token = self.rng.choice(source.tokens)
            text = self.spelled(source.text[token.begin:token.end])
            found = words.tokens(text)
            if (len(found) == 1 and len(found[0].text) >= least and
                    all(words.kind(c) in ("word", "mark") for c in text)):
                return text
        return None

    def beginning(self, source):
        text = self.letters(source, 3)
        if text is None:
            return None
        if len(text) > 3:
            text = text[:self.rng.randint(2, len(text))]
        return Words(text, self.rng.choice(["", "", source.field]), star=True)

    def row(self, source):
        """old-cas*"""
        if len(source.tokens) < 2:
            return None
        at = self.rng.randrange(len(source.tokens) - 1)
        first, second = source.tokens[at].exact, source.tokens[at + 1].exact
        if words.kind(first[0]) == "cjk" or words.kind(second[0]) == "cjk":
            return None
        return Words(f"{first}-{second[:self.rng.randint(1, 4)]}",
                     self.rng.choice(["", source.field]), star=True)

    def pattern(self, source):
        rng = self.rng
        text = self.letters(source, 4)
        if text is None or any(words.kind(c) == "mark" for c in text):
            return None
        at = rng.randrange(1, len(text) - 1)
        if rng.random() < 0.5:
            text = text[:at] + "?" + text[at + 1:]
        else:
            text = text[:at] + "*" + text[rng.randint(at, len(text) - 1):]
        if rng.random() < 0.2:
            text = text[:-1] + "*"
        if len(re.sub("[*?]", "", text)) < 2 or "**" in text:
            return None
        # At its end, "*" would make it the beginning of a URL.
        return Pattern(text, rng.choice(
            ["", "", source.field, "" if text.endswith("*") else "url"]))

    def near(self, source):
        rng = self.rng
        text = self.letters(source, 4)
        if text is None:
            return None
        at = rng.randrange(len(text) - 1)
        change = rng.randrange(4)
        if change == 0:
            text = text[:at] + text[at + 1:]
        elif change == 1:
            text = text[:at] + text[at + 1] + text[at] + text[at + 2:]
        elif change == 2:
            text = text[:at] + "x" + text[at:]
        if len(words.tokens(text)) != 1 or any(words.kind(c) == "break"
                                               for c in text):
            return None
        return Near(text, rng.choice([1, 1, 2]),
                    rng.choice(["", "", "title", source.field]))

    def group(self, source):
        part = self.rng.choice([And, Or])([Words(self.drawn(source))
                                           for _ in range(2)])
        return queries.InField(self.rng.choice(["title", "content", source.field]),
                               part)

    def everything(self, _source):
        return queries.All()

    # ---- values

    def date(self, source):
        rng = self.rng
        date = rng.choice(source.document["dates"])
        other = rng.choice(self.rng.choice(self.known)["dates"])
        size = rng.choice([4, 6, 8, 10, 14])
        first, last = sorted([date[:size], other[:rng.choice([4, 6, 8])]])
        low = lambda text: text.ljust(14, "0")
        high = lambda text: text.ljust(14, "9")
        before = lambda text: text[:-1] + chr(ord(text[-1]) - 1)
        one = date[:size]
        text, begin, end = rng.choice([
            (one, low(one), high(one)),
            (f"{first}-{last}", low(first), high(last)),
            (f"{first}..{last}", low(first), high(last)),
            (f"[{first} TO {last}]", low(first), high(last)),
            (f"{one}-", low(one), "~"), (f"{one}..", low(one), "~"),
            (f"-{one}", "", high(one)), (f"[* TO {one}]", "", high(one)),
            (f">={one}", low(one), "~"), (f"<={one}", "", high(one)),
            (f">{one}", high(one) + "~", "~"),
            (f"<{one}", "", before(low(one))),
            (f"{date[:4]}-{date[4:6]}", low(date[:6]), high(date[:6])),
            (f"{date[:4]}-{date[4:6]}-{date[6:8]}", low(date[:8]),
             high(date[:8]))])
        if high(first) > high(last):
            return None
        return Value("date:" + text,
                     lambda document: any(begin <= d <= end
                                          for d in document["dates"]))

    def value(self, source):
        make = self.rng.choice([self.site, self.host, self.type, self.status,
                                self.language, self.length, self.whole])
        return make(source.document)

    def site(self, document):
        site = documents.site_of(documents.host_of(document["url"]))
        if "." not in site or site.replace(".", "").isdigit():
            return None
        parts = site.split(".")
        if self.rng.random() < 0.4:
            site = ".".join(parts[-self.rng.randint(1, len(parts)):])
        def fits(one):
            here = documents.site_of(documents.host_of(one["url"]))
            return here == site or here.endswith("." + site)
        return Value(self.rng.choice(
            ["site:" + site, "site:www." + site, "site:" + site.upper(),
             "host:*." + site, f"site:*.{site}"]), fits)

    def host(self, document):
        site = documents.site_of(documents.host_of(document["url"]))
        if not site:
            return None
        return Value(self.rng.choice(["host:", "host:www."]) + site,
                     lambda one: documents.site_of(
                         documents.host_of(one["url"])) == site)

    def type(self, document):
        types = {document.get("type"), self.rng.choice(self.known).get("type")}
        types.discard(None)
        types.discard("")
        if not types:
            return None
        change = self.rng.randrange(4)
        if change == 0:
            kind = document.get("type", "").partition("/")[0]
            if not kind:
                return None
            return Value("type:" + kind, lambda one:
                         one.get("type", "").startswith(kind + "/"))
        if change == 1:
            return Value("type:html,image", lambda one:
                         one.get("type", "") in ("text/html",
                                                 "application/xhtml+xml",
                                                 "application/vnd.wap.xhtml+xml")
                         or one.get("type", "").startswith("image/"))
        others = types & {"text/dns", "application/warc-fields"}
        return Value("type:" + ",".join(sorted(types)),
                     lambda one: one.get("type") in types, bool(others))

    def status(self, document):
        status = document.get("status", 0)
        if not status:
            return None
        return self.rng.choice([
            Value(f"status:{status}", lambda one: one.get("status") == status),
            Value(f"status:{status}-299", lambda one:
                  status <= one.get("status", 0) <= 299),
            Value(f"status:>={status}", lambda one:
                  one.get("status", 0) >= status),
            Value(f"status:{status // 100}*", lambda one:
                  one.get("status", 0) // 100 == status // 100)])

    def language(self, document):
        language = document.get("language", "").lower()
        if not language:
            return None
        return Value("lang:" + self.rng.choice([language, language.upper()]),
                     lambda one: one.get("language", "").lower() == language,
                     language=language)

    def length(self, document):
        length = document.get("length", 0)
        other = self.rng.choice(self.known).get("length", 0)
        low, high = sorted([length, other])
        return self.rng.choice([
            Value(f"length:{length}", lambda one:
                  one.get("length", 0) == length),
            Value(f"length:{low}-{high}", lambda one:
                  low <= one.get("length", 0) <= high),
            Value(f"length:[{low} TO *]", lambda one:
                  one.get("length", 0) >= low),
            Value(f"length:<{high}", lambda one: one.get("length", 0) < high),
            Value(f"length:>{low}", lambda one: one.get("length", 0) > low)])

    def whole(self, document):
        rng = self.rng
        name = rng.choice(["digest", "urlkey", "exacturl", "filename", "charset",
                           "no_text"])
        stored = {"exacturl": "url"}.get(name, name)
        value = document.get(stored, "")
        if not value or re.search(r'[\s*"]' if name == "urlkey"
                                  else r'[\s*"()]', value):
            return None
        if name == "charset":  # several, with commas between
            return Value(f"charset:{value.upper()}", lambda one:
                         one.get("charset", "") == value)
        if len(value) > 3 and rng.random() < 0.5:
            at = rng.randrange(1, len(value) - 1)
            value = rng.choice([value[:at] + "*", "*" + value[at:],
                                value[:at] + "*" + value[-1:]])
        return Value(f"{name}:{value}", whole_value(stored, value),
                     name in ("digest", "urlkey", "exacturl"))

    def url(self, source):
        """The URL of a page in another spelling; or a word of it."""
        url = source.document["url"]
        key = source.document["urlkey"]
        scheme, _, rest = url.partition("://")
        if (scheme not in ("http", "https") or ")" not in key or
                re.search(r'[\s"()*]', url)):
            return None
        if self.rng.random() < 0.5:
            found = words.tokens(rest)
            return Words(self.spelled(self.rng.choice(found).exact), "url")
        bare = documents.site_of(rest)
        if self.rng.random() < 0.3 and re.fullmatch("[a-z0-9./-]+", rest):
            begin = bare[:self.rng.randint(len(bare.partition("/")[0]) + 1,
                                           len(bare))]
            # Keys of URLs have no "/" at their ends.
            if begin.endswith("/"):
                return None
            return Value(self.rng.choice(["url:", "url:http://", "url:https://",
                                          "url:www."]) + begin + "*",
                         lambda one: documents.site_of(one["url"].partition(
                             "://")[2]).lower().startswith(begin), True)
        written = self.rng.choice([url, "http://" + bare, "https://" + bare,
                                   "http://www." + bare])
        return Value("url:" + written, lambda one: one["urlkey"] == key, True)
