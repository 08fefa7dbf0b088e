"""Tables that researchers take away: by year, of images, and of names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from waxwing_warc import _native
from waxwing_warc._native import Archive
from waxwing_warc.archives import (
    Path,
    Problems,
    find_archives,
    is_pipe,
    names_of,
    open,
    strings_of,
)
from waxwing_warc.captures import captures
from waxwing_warc.errors import IoError, UsageError
from waxwing_warc.index import Filters, Index, opened
from waxwing_warc.pixels import pixel_size


def by_year(index: Index, field: str, query: str = "") -> list[dict[str, Any]]:
    """Documents by the value of a field and by year, such as "domain", "lang"
    (languages) or "type", in the hits of a query or in all pages.

    Returns dicts of the field, year and documents, in order of the values and
    years. A document counts once in each year in which it was captured; None is
    for documents without a value. Memory grows with the different values.
    """
    counts: Counter[tuple[Any, int]] = Counter()
    known = [each for each in opened(index).fields
             if each not in ("content", "main_ranges", "date")]
    if "host" in known:
        known.append("domain")
    if field not in known:
        raise UsageError(f"documents are not counted by '{field}', but by "
                         + ", ".join(known))
    for hit in index.hits(query):
        values = hit.get("host" if field == "domain" else field)
        if not isinstance(values, list):
            values = [values]
        if field == "domain":
            values = [host and _native.registered_domain(host) for host in values]
        years = {int(date[:4]) for date in hit.get("date", ())}
        counts.update((value, year) for value in values for year in years)
    order = sorted(counts, key=lambda each: (each[0] is None, str(each[0]),
                                             each[1]))
    return [{field: value, "year": year, "documents": counts[value, year]}
            for value, year in order]


def images(archives: Path | Iterable[Path], *, sizes: bool = False,
           problems: Problems = None) -> Iterator[dict[str, Any]]:
    """The images in archives, one after another: url, timestamp, mime, digest, and
    filename, offset and bytes of the record as it is stored. Revisits and captures
    with another status than 200 are left out.

    sizes: also width and height in pixels, as the image itself says (GIF, PNG,
        JPEG, WebP, BMP); None for another format, and for records without an
        offset, as in an archive that is one member. The archives are read twice.
    """
    archives = names_of(archives)
    if not sizes:
        return _images(archives, None, problems)
    if any(each == "-" or is_pipe(each) for each in archives):
        raise UsageError("standard input and pipes cannot be read twice, which "
                         "sizes of images need")
    return _sized_images(find_archives(archives, problems=problems), problems)


def _sized_images(archives: list[str],
                  problems: Problems) -> Iterator[dict[str, Any]]:
    # One by one: names and offsets alone do not tell records of several apart.
    for each in archives:
        try:
            # What is damaged is told once, by the captures.
            yield from _images([each], open(each, skim=True, problems=[]), problems)
        except IoError as error:
            if len(archives) == 1:
                raise
            told = _native.unreadable_archive(each, str(error))
            if callable(problems):
                problems(told)
            elif problems is not None:
                problems.append(told)


def _images(archives: Sequence[Path], records: Archive | None,
            problems: Problems) -> Iterator[dict[str, Any]]:
    for each in captures(archives, problems=problems):
        if each.status != 200 or not (each.mime or "").startswith("image/"):
            continue
        row = {"url": each.url, "timestamp": each.timestamp,
               "mime": each.mime, "digest": each.digest,
               "filename": each.filename, "offset": each.offset,
               "bytes": each.length}
        if records is not None:
            row["width"], row["height"] = None, None
            # A record that has no place of its own cannot be told from others.
            for record in records if each.offset is not None else ():
                if record.offset == each.offset:
                    size = pixel_size(record.body)
                    row["width"], row["height"] = size or (None, None)
                    break
        yield row


def names(index: Index, query: str = "", *, model: str = "en_core_web_sm",
          kinds: str | Iterable[str] = ("PERSON", "GPE", "LOC"),
          filters: Filters = ()) -> list[dict[str, Any]]:
    """Named persons and places in the texts of the hits of a query, or of all
    documents, as a model of spaCy finds them (pip install spacy, and a model).

    model: its name or folder. A model is for one language: filters such as
        [("lang", "en")] choose the documents.
    kinds: labels of the model. Those of English models are PERSON, GPE (countries
        and towns), LOC (other places), ORG and others.
    Returns dicts of name, kind, count and documents, the most frequent first.
    Memory grows with the different names.

    Raises UsageError without spaCy or the model.
    """
    opened(index)
    nlp = _model(model)
    wanted = strings_of(kinds)
    known = nlp.get_pipe("ner").labels
    for kind in wanted:
        if kind not in known:
            raise UsageError(f"the model {model} has no kind '{kind}', but "
                             + ", ".join(known))
    counts: Counter[tuple[str, str]] = Counter()
    documents: Counter[tuple[str, str]] = Counter()
    for hit in index.hits(query, filters=filters, content=True):
        text = hit.get("content", "").encode("utf-8", "replace").decode("utf-8")
        found = Counter((" ".join(name.text.split()), name.label_)
                        for line in nlp.pipe(_pieces(text, nlp.max_length))
                        for name in line.ents if name.label_ in wanted)
        counts.update(found)
        documents.update(found.keys())
    return [{"name": name, "kind": kind, "count": count,
             "documents": documents[name, kind]}
            for (name, kind), count in sorted(
                counts.items(), key=lambda each: (-each[1], each[0]))]


def _pieces(text: str, most: int) -> Iterator[str]:
    """The lines of a text, which are its blocks; a long one in pieces."""
    for line in text.splitlines():
        for at in range(0, len(line), most):
            yield line[at:at + most]


def _model(name: str) -> Any:
    try:
        import spacy
    except ImportError as error:
        raise UsageError("names of persons and places need the package spacy: "
                         "pip install spacy") from error
    try:
        nlp = spacy.load(name)
    except OSError as error:
        raise UsageError(f"spaCy has no model '{name}': install it, or name "
                         "another one") from error
    if "ner" not in nlp.pipe_names:
        raise UsageError(f"the model {name} finds no names")
    for other in ("parser", "lemmatizer", "tagger", "attribute_ruler"):
        if other in nlp.pipe_names:
            nlp.disable_pipe(other)
    return nlp
