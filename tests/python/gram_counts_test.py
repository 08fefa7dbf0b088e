"""Runs of words in texts, by year."""

import pytest

import waxwing_warc as wax
from conftest import members, response

PAGES = [("http://a/1", b"<p>heron pond heron</p>", "2007-01-01T00:00:00Z"),
         ("http://a/2", b"<p>H\xc3\xa9ron by the pond</p>", "2008-01-01T00:00:00Z")]


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    folder = tmp_path_factory.mktemp("grams")
    (folder / "a.warc.gz").write_bytes(members([
        response(url, page, fields=["Content-Type: text/html; charset=utf-8"],
                 date=date) for url, page, date in PAGES]))
    assert wax.build(folder / "out", folder / "a.warc.gz")
    return wax.Index(folder / "out")._reader


def test_words_and_runs_are_counted_by_year(reader):
    found = reader.count_grams("", 1, [])
    assert found["counts"]["heron"] == {2007: 2, 2008: 1}
    assert found["counts"]["pond"] == {2007: 1, 2008: 1}
    assert found["words"] == {2007: 3, 2008: 4}
    assert found["documents"] == {2007: 1, 2008: 1}
    runs = reader.count_grams("", 2, [])["counts"]
    assert runs["heron pond"] == runs["pond heron"] == {2007: 1}
    assert runs["the pond"] == {2008: 1}


def test_those_that_are_given_are_counted_alone(reader):
    found = reader.count_grams("", 1, ["Heron Pond", "pond", "crane"])
    assert found["counts"] == {"heron pond": {2007: 1}, "crane": {},
                               "pond": {2007: 1, 2008: 1}}
    assert found["words"] == {2007: 3, 2008: 4}


def test_a_query_chooses_the_documents(reader):
    found = reader.count_grams("pond date:2008", 1, ["pond"])
    assert found["counts"] == {"pond": {2008: 1}}
    with pytest.raises(wax.UsageError):
        reader.count_grams("", 0, [])
