"""Texts of documents: as wax-text prints them."""

import json
import multiprocessing
import subprocess

import pytest

import waxwing_warc as wax
from conftest import CRAWL, ROOT, one, response, tool_in

PAGE = """<html lang=de><head><title>Die Reiher</title>
<meta name=author content="Ann Lee"><meta name=date content="2007-05-31">
</head><body><nav><a href=/home>Start</a></nav>
<article><h1>Die Reiher</h1><p>Am Teich stehen heute f\u00fcnf graue Reiher, und
sie warten geduldig auf Fische, die der Winter \u00fcbrig gelassen hat.</p>
<a href="b.html">Weiter</a></article></body></html>"""


class TestText:
    def test_a_page_has_fields(self):
        page = wax.text(PAGE, url="http://a.example/x/")
        assert (page.title, page.author, page.language) == (
            "Die Reiher", "Ann Lee", "de")
        assert page.published == "2007-05-31"
        assert "f\u00fcnf graue Reiher" in page.text
        assert "Start" in page.text and "Start" not in page.main
        assert [each["url"] for each in page.links] == [
            "http://a.example/home", "http://a.example/x/b.html"]
        assert page["title"] == page.asdict()["title"] == page.title
        with pytest.raises(AttributeError):
            _ = page.nonsense
        with pytest.raises(KeyError):
            _ = page["nonsense"]

    @pytest.mark.parametrize("source", [3, None, [b"<p>wax"], open])
    def test_another_type_is_a_type_error(self, source):
        for use in (wax.text, wax.plain_text):
            with pytest.raises(TypeError):
                use(source)
        with pytest.raises(TypeError, match="content_type"):
            wax.text("<p>wax", content_type=source)

    def test_bytes_are_decoded(self):
        for charset in ("utf-8", "latin-1", "utf-16"):
            page = wax.text(PAGE.encode(charset),
                                content_type="text/html; charset=" + charset)
            assert "f\u00fcnf graue Reiher" in page.text, charset

    def test_records_give_what_the_tool_prints(self, tools):
        path = next(CRAWL.glob("*2008-05*"))
        done = subprocess.run([tool_in(tools, "wax-text"), "-q", "--json",
                               str(path)],
                              capture_output=True, text=True, check=False)
        printed = [json.loads(line) for line in done.stdout.splitlines()]
        documents = {}
        for each in wax.open(path, types=["response", "resource"]):
            documents[each.offset] = wax.text(each)
        assert printed
        for each in printed:
            found = documents[each["offset"]]
            for name in ("file", "offset", "url", "date", "status"):
                assert found[name] == each.get(name, found[name]), name
            assert [link["url"] for link in found.links] == [
                link["url"] for link in each.get("links", [])]
            for name in ("title", "text", "main", "language", "type"):
                assert found[name] == each.get(name, found[name]), each["url"]

    def test_a_pdf_is_read_by_the_worker(self, tools):
        pdf = next((ROOT / "tests/data/documents").glob("*.pdf"))
        page = wax.text(pdf.read_bytes(), content_type="application/pdf")
        assert page.text and page.type == "application/pdf"

    def test_a_record_is_gone_when_its_archive_went_on(self):
        read = wax.open(CRAWL, types="response")
        first = next(read)
        next(read)
        with pytest.raises(wax.StaleRecordError):
            wax.text(first)

    def test_processes_read_documents(self):
        wax.text(PAGE)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            titles = pool.map(title_of, [PAGE] * 4)
        assert titles == ["Die Reiher"] * 4

    def test_wrong_types_are_refused(self):
        for wrong in (3, None, object()):
            with pytest.raises(TypeError):
                wax.plain_text(wrong)


def title_of(page):
    return wax.text(page).title


def test_fields_are_listed():
    page = wax.text("<p>heron</p>")
    assert set(page.asdict()) <= set(dir(page)) and "asdict" in dir(page)


class TestPlainText:
    def test_it_is_the_visible_text(self):
        for page in (PAGE, PAGE.encode(), bytearray(PAGE.encode("latin-1"))):
            assert wax.plain_text(page) == wax.text(PAGE).text

    def test_it_takes_the_body_of_a_record(self):
        each = one(response("http://a/", PAGE.encode()))
        assert wax.plain_text(each.body) == wax.text(PAGE).text

    def test_odd_pages_give_some_text(self):
        for page in (b"", "\ud800 a", b"\xff\xfe", b"<p>a" * 5000, b"<!--",
                     b"\0" * 100):
            assert isinstance(wax.plain_text(page), str)
