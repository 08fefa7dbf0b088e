"""Indexes: searches and their hits, versions of pages, words by year."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, Union

from waxwing_warc import _native, tables, tools
from waxwing_warc._native import Problem
from waxwing_warc.archives import (
    Path,
    Problems,
    check_counts,
    names_of,
    strings_of,
)
from waxwing_warc.errors import UsageError

if TYPE_CHECKING:
    import pandas
    import pyarrow

# Hits that a notebook shows.
_MOST_SHOWN = 10

Filters = Union[Mapping[str, str], Iterable[tuple[str, str]]]


@dataclass(frozen=True, repr=False)
class Answer:
    """What a search finds. Iterating gives the hits.

    hits: dicts of rank, score and the stored fields, as wax search --json has
        them; "date" is a list of the dates of all captures, 14 digits each.
    total: the number of documents found; total_is_exact: False for an estimate,
        and where documents may be missing.
    groups: with collapse, the number of groups.
    facets: for each field, pairs of value and count, the most frequent first.
    trend: pairs of period ("2007" or "200710") and number of documents.
    missing: why the answer may lack documents; empty when it lacks none.
    better_query: a query that finds more, where words seem misspelled.
    number_fields: columns of numbers, "integer" or "float" each, which are numbers
        in tables, and texts in hits.
    columns: the names that hits may have, which all tables of this index have; the
        kind of each is integer, float, text, texts (a list) or ranges.
    """

    hits: list[dict[str, Any]]
    total: int
    total_is_exact: bool = True
    groups: int = 0
    facets: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    trend: list[tuple[str, int]] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    better_query: str = ""
    number_fields: dict[str, str] = field(default_factory=dict)
    columns: dict[str, str] = field(default_factory=dict)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.hits)

    def __len__(self) -> int:
        return len(self.hits)

    def __repr__(self) -> str:
        return f"<waxwing_warc.Answer {len(self.hits)} hits of {self._documents()}>"

    def _documents(self) -> str:
        return f"{'' if self.total_is_exact else 'about '}{self.total} documents"

    def _repr_html_(self) -> str:
        """The first hits, as notebooks show them."""
        rows = [f"<tr><td>{hit['rank']}</td><td>{escape(_named(hit))}</td>"
                f"<td>{escape(str(hit.get('url', '')))}</td>"
                f"<td>{escape(_span(hit.get('date', ())))}</td></tr>"
                for hit in self.hits[:_MOST_SHOWN]]
        left = len(self.hits) - len(rows)
        return ("<table><thead><tr><th>rank</th><th>title</th><th>url</th>"
                "<th>dates</th></tr></thead><tbody>" + "".join(rows) +
                f"</tbody></table><p>{len(self.hits)} hits of {self._documents()}"
                + (f"; {left} are not shown" if left else "") + "</p>")

    def to_arrow(self) -> pyarrow.Table:
        """The hits as a table of Arrow. Needs pyarrow."""
        return tables.arrow_of(self._rows(), self.columns)

    def to_pandas(self) -> pandas.DataFrame:
        """The hits as a data frame. Needs pandas."""
        return tables.pandas_of(self._rows(), self.columns)

    def _rows(self) -> Iterator[dict[str, Any]]:
        return _with_numbers(self.hits, self.number_fields)


def _named(hit: Mapping[str, Any]) -> str:
    return str(hit.get("title") or hit.get("url", ""))


def _span(dates: Sequence[str]) -> str:
    """"2007-05-31" or "2007-05-31 to 2009-06-01 (4)"."""
    days = [f"{each[:4]}-{each[4:6]}-{each[6:8]}" for each in sorted(dates)]
    if len(days) < 2:
        return "".join(days)
    return f"{days[0]} to {days[-1]} ({len(days)})"


class Hits(Iterator[dict[str, Any]]):
    """Hits, one after another, each read when it is asked for.

    number_fields: as in Answer. columns: the names that hits may have, and the kind
        of each: integer, float, text, texts (a list) or ranges.
    """

    def __init__(self, found: _native.EachHit, number_fields: dict[str, str]) -> None:
        self._found = found
        self.number_fields = number_fields
        self.columns = _columns(found.fields, number_fields)

    def __next__(self) -> dict[str, Any]:
        hit: dict[str, Any] = json.loads(next(self._found))
        return hit

    def with_numbers(self) -> Iterator[dict[str, Any]]:
        """The hits that are left, with numbers in columns of numbers."""
        return _with_numbers(self, self.number_fields)


def _columns(fields: Iterable[str], number_fields: Mapping[str, str]) -> dict[str, str]:
    kinds = {"date": "texts", "status": "integer", "length": "integer",
             "offset": "integer", **number_fields}
    return {"rank": "integer", "score": "float",
            **{name: kinds.get(name, "text") for name in fields},
            "snippet": "text", "marks": "ranges"}


def _with_numbers(hits: Iterable[dict[str, Any]],
                  number_fields: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    types = {name: int if kind == "integer" else float
             for name, kind in number_fields.items()}
    for hit in hits:
        yield hit | {name: type_(hit[name]) for name, type_ in types.items()
                     if hit.get(name)}


class Index:
    """An index, or a collection that wax build made.

    folder: as wax search takes it.
    strict: it is opened whole, or an Error is raised; else a shard that cannot
        be read is a Problem.
    problems: a list that takes the Problems of opening and of searches, or a
        function that is called with each, by the thread that searches.
    Documents that the rules of the collection hide are not there. Any number of
    threads may use an object at once.
    """

    def __init__(self, folder: Path, *, strict: bool = False,
                 problems: Problems = None) -> None:
        self._reader = _native.IndexReader(folder, problems, strict)

    @property
    def problems(self) -> list[Problem]:
        """The list of Problems, unless a function takes them."""
        return self._reader.problems

    @property
    def fields(self) -> list[str]:
        """Names of the stored fields."""
        return self._reader.stored_fields

    def __len__(self) -> int:
        """The number of documents that can be found, also with other_records."""
        return self._reader.documents

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the index; searching it then raises ClosedError."""
        self._reader.close()

    def search(
        self,
        query: str,
        *,
        limit: int = 10,
        start: int = 0,
        order: str = "relevance",
        boosts: str | Iterable[str] = (),
        collapse: str = "",
        per_group: int = 1,
        facets: str | Iterable[str] = (),
        facet_values: int = 10,
        trend: str = "",
        filters: Filters = (),
        start_date: str = "",
        end_date: str = "",
        stem_lang: str = "",
        other_records: bool = False,
        content: bool = False,
        exact_total: bool = True,
        timeout: float = 0,
    ) -> Answer:
        """The best hits of a query, in the language of wax-query(7).

        limit, start: how many hits, after the first `start` ones; of 0, none.
        order: relevance, newest, oldest, FIELD, FIELD:asc or FIELD:desc.
        boosts: formulas such as "log(views)*0.5".
        collapse: a field such as "site", of which each value has per_group hits.
        facets: fields whose values are counted over all hits, facet_values each.
        trend: "year" or "month": the hits over time.
        filters: pairs of field and value, or a dict; start_date, end_date: up to
            14 digits.
        content: hits have their whole text. timeout: seconds; 0: no limit.

        Raises QueryError for a query that cannot be read, UsageError for fields that
        no index has.
        """
        check_counts(limit=limit, start=start, per_group=per_group,
                     facet_values=facet_values)
        if not isinstance(timeout, (int, float)) or not 0 <= timeout < math.inf:
            raise UsageError(f"timeout is a number of seconds, not {timeout}")
        request = self._request(query, filters, start_date, end_date, stem_lang,
                                other_records)
        request.sort = order
        request.boosts = strings_of(boosts)
        request.collapse = collapse
        request.per_group = per_group
        request.start = start
        request.count = limit
        request.exact_total = exact_total
        request.facets = strings_of(facets)
        request.facet_values = facet_values
        request.period = trend
        request.with_content = content
        request.suggests = True
        found = self._reader.search(request, timeout)
        number_fields = self._reader.number_fields
        return Answer([json.loads(hit) for hit in found["hits"]],
                      found["total"],
                      found["total_is_exact"] and not found["missing"],
                      found["groups"],
                      found["facets"], found["trend"], found["missing"],
                      found["better_text"], number_fields,
                      _columns(found["fields"], number_fields))

    def hits(
        self,
        query: str,
        *,
        filters: Filters = (),
        start_date: str = "",
        end_date: str = "",
        stem_lang: str = "",
        other_records: bool = False,
        content: bool = False,
    ) -> Hits:
        """All hits, in the order of documents, each read when it is asked for; with
        content, each has its whole text. A document that cannot be read is a
        Problem ("unreadable-document"). Memory: 16 bytes a hit."""
        request = self._request(query, filters, start_date, end_date, stem_lang,
                                other_records)
        request.with_content = content
        return Hits(_native.EachHit(self._reader, request),
                    self._reader.number_fields)

    def versions(self, url: str) -> list[dict[str, Any]]:
        """The versions of a page by their first dates: url, digest, title, dates,
        and the number of the document."""
        return self._reader.versions(url)

    def document(self, number: int,
                 fields: str | Iterable[str] = ()) -> dict[str, list[str]]:
        """The stored values of a document by field; without fields, all. Raises
        UsageError for one that rules hide, as for one that is not there."""
        check_counts(number=number)
        return self._reader.document(number, strings_of(fields))

    @staticmethod
    def _request(query: str, filters: Filters, start_date: str, end_date: str,
                 stem_lang: str, other_records: bool) -> _native.SearchRequest:
        if not isinstance(query, str):
            raise TypeError(f"a query is a str, not {type(query).__name__}")
        request = _native.SearchRequest()
        # Half surrogates, as texts of archives may have them, are no letters.
        request.text = query.encode("utf-8", "replace").decode("utf-8")
        pairs = list(filters.items() if isinstance(filters, Mapping) else filters)
        for pair in pairs:
            if (isinstance(pair, str) or len(pair) != 2 or
                    not all(isinstance(each, str) for each in pair)):
                raise TypeError("filters are a dict, or pairs of field and value, "
                                f"each a str, not {pair!r}")
        request.filters = pairs
        request.start_date = start_date
        request.end_date = end_date
        request.stem_lang = stem_lang
        request.other_records = other_records
        return request


def build(folder: Path, archives: Path | Iterable[Path] = (), *,
          options: str | Sequence[str] = ()) -> bool:
    """Builds a searchable index of archives, or adds archives to one: wax build.

    options: those of wax-build(1), such as ["--links", "-j", "4"].
    Returns whether nothing was lost. Raises ToolError when wax-build cannot run.
    """
    arguments = [*strings_of(options), "--", os.fsdecode(folder),
                 *map(os.fsdecode, names_of(archives))]
    return tools.run("wax-build", arguments) == 0


def opened(index: Index) -> Index:
    """The index. Raises TypeError when it is something else, such as a folder."""
    if not isinstance(index, Index):
        raise TypeError(f"expected a waxwing_warc.Index, not {type(index).__name__}")
    return index


def ngrams(index: Index, phrases: str | Iterable[str] = (), *, query: str = "",
           size: int = 1) -> list[dict[str, Any]]:
    """Words and runs of words by year, in the hits of a query or in all documents.

    phrases: the runs to count; without them, all runs of `size` words, which
        takes memory for each different one.
    Returns a dict for each run and year in which it occurs: ngram, year, count,
    and share: of all words of that year (0 to 1). The year of a document is that
    of its first capture; 0: it has no date. Words are compared as searches do:
    without regard to case and accents.
    """
    check_counts(size=size)
    found = opened(index)._reader.count_grams(query, size, strings_of(phrases))
    return [{"ngram": gram, "year": year, "count": count,
             "share": count / found["words"][year]}
            for gram, years in sorted(found["counts"].items())
            for year, count in sorted(years.items())]


def word_list(index: Index, query: str, *, most: int = 100,
              least: int = 2) -> list[dict[str, Any]]:
    """The words that tell the hits of a query from the rest of the collection, by
    Dunning's log-likelihood (the greatest first).

    most: of words. least: how often a word must occur in the hits.
    Returns dicts of word, count (in the hits), rest (in all other documents) and
    likelihood. Only words that are more frequent in the hits are there.
    """
    check_counts(most=most, least=least)
    hits = opened(index)._reader.count_grams(query, 1, [])
    every = index._reader.count_grams("", 1, [])
    in_hits = sum(hits["words"].values())
    in_rest = sum(every["words"].values()) - in_hits
    words = []
    for word, years in hits["counts"].items():
        count = sum(years.values())
        rest = sum(every["counts"].get(word, years).values()) - count
        if count < least or count * in_rest <= rest * in_hits:
            continue
        words.append({"word": word, "count": count, "rest": rest,
                      "likelihood": _likelihood(count, rest, in_hits, in_rest)})
    words.sort(key=lambda each: (-each["likelihood"], each["word"]))
    return words[:most]


def _likelihood(count: int, rest: int, in_hits: int, in_rest: int) -> float:
    share = (count + rest) / (in_hits + in_rest)
    total = count * math.log(count / (share * in_hits))
    if rest > 0:
        total += rest * math.log(rest / (share * in_rest))
    return 2 * total
