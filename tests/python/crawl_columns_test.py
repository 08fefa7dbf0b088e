"""Columns of Common Crawl's table as the native module makes them."""

import array

import pytest

import waxwing_warc as wax
from conftest import CRAWL
from waxwing_warc import _native


def test_texts_and_numbers_are_in_arrows_layout():
    captures = wax.captures(CRAWL, sort=True)
    columns = _native.CrawlColumns(captures)
    subsets = columns.next(10_000)
    assert columns.next(10) is None
    assert "warc" in subsets
    assert len(columns.facts) == len(subsets["warc"]) == 31
    by_name = {name: values for (name, _, _), values
               in zip(columns.facts, subsets["warc"], strict=True)}
    size, nulls, _, ends, data = by_name["url"]
    ends = array.array("i", ends)
    assert nulls == 0 and len(ends) == size + 1
    urls = [data[ends[i]:ends[i + 1]].decode() for i in range(size)]
    assert urls == [each.url for each in wax.captures(CRAWL, sort=True)
                    if each.status == 200 and
                    not each.url.endswith("/robots.txt")]
    size, nulls, valid, ends, data = by_name["fetch_status"]
    assert (ends, nulls) == (None, 0)
    assert set(array.array("h", data)) == {200}


def test_legacy_keys_are_refused(tmp_path):
    path = tmp_path / "a.cdx"
    line = "%s 20200101000000 http://a.example.com/ text/html 200 A - - 10 0 f\n"
    for keys in (["a.example.com/"], ["com,example,a)/", "example.com/"]):
        path.write_text(" CDX N b a m s k r M S V g\n"
                        + "".join(line % key for key in keys))
        with pytest.raises(wax.UsageError, match="legacy.*--urlkey surt"):
            _native.CrawlColumns(wax.cdx.read(path)).next(10)
