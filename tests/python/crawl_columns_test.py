"""Columns of Common Crawl's table as the native module makes them."""

import array

import waxwing
from conftest import CRAWL
from waxwing import _native


def test_texts_and_numbers_are_in_arrows_layout():
    captures = waxwing.captures(CRAWL, sort=True)
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
    assert urls == [each.url for each in waxwing.captures(CRAWL, sort=True)
                    if each.status == 200 and
                    not each.url.endswith("/robots.txt")]
    size, nulls, valid, ends, data = by_name["fetch_status"]
    assert (ends, nulls) == (None, 0)
    assert set(array.array("h", data)) == {200}
