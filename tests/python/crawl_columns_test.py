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
    by_name = {each[0]: each for each in subsets["warc"]}
    assert len(by_name) == 31
    _, kind, size, nulls, _, ends, data = by_name["url"]
    ends = array.array("i", ends)
    assert kind == "string" and nulls == 0 and len(ends) == size + 1
    urls = [data[ends[i]:ends[i + 1]].decode() for i in range(size)]
    assert urls == [each.url for each in waxwing.captures(CRAWL, sort=True)
                    if each.status == 200 and
                    not each.url.endswith("/robots.txt")]
    _, kind, size, nulls, valid, ends, data = by_name["fetch_status"]
    assert (kind, ends, nulls) == ("int16", None, 0)
    assert set(array.array("h", data)) == {200}
