"""Parts of queries: what each finds, by the rules of wax-query(7), and how it
is written."""
import bisect
import functools
import re

import documents
import ranking
import words


class All:
    def find(self, index, excluded):
        return set(index.all)

    def score(self, index):
        return {}

    def write(self, rng):
        return rng.choice(["*", "*:*"])


class Words:
    """A value: one word, or several in a row. `quoted`: as it is written.
    `star`: the last is the beginning of a word."""

    def __init__(self, text, field="", quoted=False, slop=0, star=False):
        self.text = text
        self.field = field
        self.quoted = quoted
        self.slop = slop
        self.star = star

    def row(self):
        """Place, token, and whether it is only the beginning of a word."""
        found = [(place, token, token.single)
                 for place, token in enumerate(words.tokens(self.text))
                 if not token.last]
        assert found, self.text
        if self.star:
            found[-1] = found[-1][:2] + (True,)
        return found

    def counts(self, index, excluded):
        """[field, how often each document has the words there]"""
        row = self.row()
        fields = list(index.fields(self.field))
        if len(row) > 1 and self.field in ("", "content"):
            fields.append("border")
        counts = []
        for field in fields:
            here = self.counts_in(index, field, row)
            if self.quoted and field in documents.WRITTEN_FIELDS:
                written = {words.without_vowel_marks(token.exact)
                           for _, token, _ in row if words.is_arabic(token.text)}
                here = {n: count for n, count in here.items()
                        if written <= index.written[n]}
            counts.append((field, here))
        counts.append(("stems", dict.fromkeys(
            set().union(*self.forms(index, excluded)), 1)))
        return counts

    def forms(self, index, excluded):
        """Of each language, the documents with a form of the word."""
        row = self.row()
        if (len(row) > 1 or row[0][2] or self.quoted or excluded or
                self.field not in ("", "content")):
            return []
        stems = [(language, index.stem(language, row[0][1].exact))
                 for language in index.languages
                 if index.wanted in ("", language)]
        return [index.with_stem[stem] for stem in stems
                if stem in index.with_stem]

    def written_beginning(self, index):
        row = self.row()
        # An Arabic one may have an article, or be a part of it.
        if not self.star or len(row) > 1 or self.field not in ("", "content"):
            return set()
        begin = words.without_vowel_marks(row[0][1].exact)
        return index.with_written(lambda word: word.startswith(begin))

    def find(self, index, excluded):
        return set(self.written_beginning(index)).union(
            *(here for _, here in self.counts(index, excluded)))

    def score(self, index):
        """None if no rule says what it is."""
        if self.slop:
            return None
        row = self.row()
        alone = len(row) == 1
        is_beginning = alone and row[0][2]
        rarity = sum(
            ranking.rarity(len(index.all), max(
                [len(index.terms[field].get(token.text, ()))
                 for field in index.fields(self.field)] +
                [len(some) for some in self.forms(index, False)]))
            for _, token, beginning in row if not beginning) or 1
        counts = self.counts(index, False)
        if is_beginning:
            counts = [(field, dict.fromkeys(here, 1)) for field, here in counts]
        sums = ranking.sums(index, counts, with_lengths=not is_beginning)
        scores = {n: ranking.saturated(one, rarity) for n, one in sums.items()}
        with_exact = [
            set().union(*(some for term, some in index.exact.items()
                          if term.startswith(token.exact)))
            if beginning else set(index.exact.get(token.exact, ()))
            for _, token, beginning in row
            if token.exact != token.text and (alone or not beginning)]
        if with_exact and self.field in ("", "title", "main", "content"):
            for n in set.intersection(*with_exact):
                if n in scores:
                    scores[n] += ranking.EXACT * rarity
        for n in self.written_beginning(index):
            scores[n] = scores.get(n, 0) + ranking.saturated(1, 1)
        return scores

    def counts_in(self, index, field, row):
        terms = index.terms[field]
        lists = []
        for _, token, is_beginning in row:
            if is_beginning:
                joined = {}
                for term in index.beginning_with(field, token.text):
                    for n, places in terms[term].items():
                        joined.setdefault(n, set()).update(places)
                lists.append(joined)
            else:
                lists.append(terms.get(token.text, {}))
        common = set(lists[0]).intersection(*lists)
        if len(row) == 1:
            return {n: len(lists[0][n]) for n in common}
        first = row[0][0]
        shifts = [place - first for place, _, _ in row]
        same = [token.text for _, token, _ in row]
        how_many = stand_near if self.slop else stand_in_a_row
        counts = {n: how_many([sorted(one[n]) for one in lists], shifts,
                              self.slop, same) for n in common}
        return {n: count for n, count in counts.items() if count}

    def write(self, rng):
        prefix = self.field + ":" if self.field else ""
        if self.quoted:
            near = f"~{self.slop}" if self.slop else ""
            return f'{prefix}"{self.text}"{near}'
        return prefix + self.text + ("*" if self.star else "")


def stand_in_a_row(places, shifts, _slop, _same):
    starts = set(places[0])
    for some, shift in zip(places[1:], shifts[1:]):
        starts &= {place - shift for place in some}
    return len(starts)


def stand_near(places, shifts, slop, same):
    """Whether each word has a place so that the words are moved by at most
    `slop` against each other."""
    def go_on(k, taken, least, most):
        if k == len(places):
            return True
        for place in places[k][bisect.bisect_left(places[k],
                                                  most - slop + shifts[k]):]:
            moved = place - shifts[k]
            if moved > least + slop:
                break
            if (same[k], place) in taken:
                continue
            low, high = min(least, moved), max(most, moved)
            if high - low <= slop and go_on(k + 1, taken | {(same[k], place)},
                                            low, high):
                return True
        return False
    return any(go_on(1, {(same[0], place)}, place - shifts[0], place - shifts[0])
               for place in places[0])


class Pattern:
    """Letters with "?" for one character and "*" for any."""

    def __init__(self, text, field=""):
        self.text = text
        self.field = field

    def counts(self, index):
        like = self.expression(lambda token: token.text)
        begin = re.split("[*?]", self.text)[0]
        begin = words.tokens(begin)[0].text if begin else ""
        return [(field, dict.fromkeys(set().union(
            *(index.terms[field][term]
              for term in index.beginning_with(field, begin)
              if like.fullmatch(term))), 1)) for field in index.fields(self.field)]

    def written(self, index):
        if self.field not in ("", "content") or not words.is_arabic(self.text):
            return set()
        like = self.expression(
            lambda token: words.without_vowel_marks(token.exact))
        return index.with_written(like.fullmatch)

    def find(self, index, excluded):
        return self.written(index).union(*(here for _, here in
                                           self.counts(index)))

    def score(self, index):
        sums = ranking.sums(index, self.counts(index),
                            with_lengths=False)
        scores = {n: ranking.saturated(one, 1) for n, one in sums.items()}
        folded = self.expression(lambda token: token.text)
        exact = self.expression(lambda token: token.exact)
        if (exact.pattern != folded.pattern and
                self.field in ("", "title", "main", "content")):
            for n in set().union(*(some for term, some in index.exact.items()
                                   if exact.fullmatch(term))):
                if n in scores:
                    scores[n] += ranking.EXACT
        for n in self.written(index):
            scores[n] = scores.get(n, 0) + ranking.saturated(1, 1)
        return scores

    def expression(self, form):
        signs = {"*": ".*", "?": "."}
        return re.compile("".join(
            signs.get(piece) or (re.escape(form(words.tokens(piece)[0]))
                                 if piece else "")
            for piece in re.split("([*?])", self.text)), re.S)

    def write(self, rng):
        return (self.field + ":" if self.field else "") + self.text


class Near:
    """A word from which others differ by so many characters."""

    def __init__(self, text, edits, field=""):
        self.text = text
        self.edits = edits
        self.field = field

    def counts(self, index):
        token, = words.tokens(self.text)
        return [(field, dict.fromkeys(set().union(
            *(index.terms[field].get(term, ())
              for term in terms_near(index, token.text, self.edits))), 1))
            for field in index.fields(self.field)]

    def find(self, index, excluded):
        return set().union(*(here for _, here in self.counts(index)))

    def score(self, index):
        sums = ranking.sums(index, self.counts(index),
                            with_lengths=False)
        same = ranking.sums(
            index, Words(self.text, self.field).counts(index, excluded=True))
        return {n: ranking.saturated(one + same.get(n, 0), 1)
                for n, one in sums.items()}

    def write(self, rng):
        field = self.field + ":" if self.field else ""
        if self.edits == 2 and rng.random() < 0.5:
            return f"{field}{self.text}~"
        return f"{field}{self.text}~{self.edits}"


@functools.lru_cache(64)
def terms_near(index, word, most):
    # An edit takes one of the different characters away at most, and adds one.
    letters = frozenset(word)
    return [term for size in range(len(word) - most, len(word) + most + 1)
            for term, others in index.by_length().get(size, ())
            if len(letters - others) <= most and len(others - letters) <= most
            and differs_by(word, term, most)]


def differs_by(a, b, most):
    """One edit adds, leaves out or replaces a character, or exchanges two
    neighbours, none of which is edited twice."""
    if abs(len(a) - len(b)) > most:
        return False
    while a and b and a[0] == b[0] and a[1:2] == b[1:2]:
        a, b = a[1:], b[1:]
    while a and b and a[-1] == b[-1] and a[-2:-1] == b[-2:-1]:
        a, b = a[:-1], b[:-1]
    if max(len(a), len(b)) <= most:
        return True
    before, above = None, list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for k, y in enumerate(b, 1):
            row.append(min(above[k - 1] + (x != y), above[k] + 1, row[-1] + 1))
            if i > 1 and k > 1 and x == b[k - 2] and a[i - 2] == y:
                row[k] = min(row[k], before[k - 2] + 1)
        if min(row) > most and min(above) > most:
            return False
        before, above = above, row
    return above[-1] <= most


class Value:
    """Documents whose `values(document)` include one that fits; `text` is how
    it is written. `asks_for_others`: records that are no pages are hits, too."""

    def __init__(self, text, fits, asks_for_others=False, language=""):
        self.language = language
        self.text = text
        self.fits = fits
        self.asks_for_others = asks_for_others

    def find(self, index, excluded):
        return {n for n in index.all if self.fits(index.documents[n])}

    def score(self, index):
        return {}

    def write(self, rng):
        return self.text


def whole_value(name, pattern, given=None):
    """A field of whole values, with "*" anywhere; dates and values of the
    document stand under other names."""
    given = given or (lambda document: [document.get(name, "")])
    like = re.compile(".*".join(map(re.escape, pattern.split("*"))), re.S)
    def fits(document):
        return any(one and like.fullmatch(one) for one in given(document))
    return fits


class And:
    def __init__(self, parts):
        self.parts = parts

    def find(self, index, excluded):
        return set.intersection(*(one.find(index, excluded)
                                  for one in self.parts))

    def score(self, index):
        return added(one.score(index) for one in self.parts)

    def write(self, rng):
        out = ""
        for part in self.parts:
            between = " " if not out else rng.choice([" ", " ", " AND ", " && "])
            text = in_parentheses(part, rng, (Or,))
            if isinstance(part, (Words, Near)) and rng.random() < 0.05:
                text = "+" + text
            out += (between if out else "") + text
        return out


class Or:
    def __init__(self, parts):
        self.parts = parts

    def find(self, index, excluded):
        return set.union(*(one.find(index, excluded) for one in self.parts))

    def score(self, index):
        # A part that does not match adds nothing, whatever is in it.
        scores = []
        for one in self.parts:
            some = one.score(index)
            found = one.find(index, False)
            scores.append(some if some is None else
                          {n: score for n, score in some.items() if n in found})
        return added(scores)

    def write(self, rng):
        return rng.choice([" OR ", " || "]).join(
            in_parentheses(one, rng, ()) for one in self.parts)


class Not:
    def __init__(self, part):
        self.part = part

    def find(self, index, excluded):
        return index.all - self.part.find(index, True)

    def score(self, index):
        return {}

    def write(self, rng):
        text = in_parentheses(self.part, rng, (And, Or, Not))
        return rng.choice(["-", "NOT ", "!"]) + text


class InField:
    """title:(a OR b), of words without a field of their own."""

    def __init__(self, field, part):
        self.field = field
        self.part = part
        set_field(part, field)

    def find(self, index, excluded):
        return self.part.find(index, excluded)

    def score(self, index):
        return self.part.score(index)

    def write(self, rng):
        set_field(self.part, "")
        text = self.part.write(rng)
        set_field(self.part, self.field)
        return f"{self.field}:({text})"


def added(scores):
    scores = list(scores)
    if any(some is None for some in scores):
        return None
    return {n: sum(some.get(n, 0) for some in scores)
            for n in set().union(*scores)}


def set_field(part, field):
    if isinstance(part, (And, Or)):
        for one in part.parts:
            set_field(one, field)
    elif isinstance(part, Not):
        set_field(part.part, field)
    else:
        part.field = field


def in_parentheses(part, rng, needed):
    text = part.write(rng)
    if isinstance(part, needed) or (isinstance(part, (And, Or)) and
                                    rng.random() < 0.2):
        return f"({text})"
    return text


def asks_for_others(part):
    """Whether it asks, outside of NOT, for what may be no page."""
    if isinstance(part, (And, Or)):
        return any(map(asks_for_others, part.parts))
    return (part.asks_for_others if isinstance(part, Value)
            else getattr(part, "field", "") == "url")


def required_language(part):
    """That of "lang:", to which forms of words are limited."""
    if isinstance(part, And):
        return next(filter(None, map(required_language, part.parts)), "")
    return part.language if isinstance(part, Value) else ""


def find(part, index):
    index.wanted = documents.primary_language(required_language(part))
    found = part.find(index, False)
    return found if asks_for_others(part) else found - index.other


def score(part, index):
    index.wanted = documents.primary_language(required_language(part))
    return part.score(index)
