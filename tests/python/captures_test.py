"""Captures of archives: as wax-warc-indexer writes them."""

import os
import subprocess

import pytest

import waxwing
from conftest import CRAWL, PAGES, tool_in


def lines_of_tool(tools, *arguments):
    done = subprocess.run([tool_in(tools, "wax-warc-indexer"), "-q",
                           "--no-header", *arguments],
                          capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


class TestCaptures:
    @pytest.mark.parametrize("options, words", [
        ({}, []), ({"profile": "ia"}, ["--profile", "ia"]),
        ({"sort": True}, ["--sort"]), ({"jobs": 0}, []),
        ({"kind": "legacy"}, ["--urlkey", "legacy"]),
        ({"digest": "always"}, ["--digest", "always"]),
        ({"all_records": True}, ["-a"]),
        ({"fields": ["http:server"]}, ["--add-fields", "http:server"])])
    def test_they_are_those_of_the_tool(self, tools, options, words):
        lines = [each.line for each in waxwing.captures(CRAWL, **options)]
        assert lines == lines_of_tool(tools, "-t", "cdxj", *words, str(CRAWL))
        assert len(lines) > 100

    def test_they_have_fields(self):
        every = list(waxwing.captures(CRAWL))
        page = next(each for each in every if each.mime == "text/html")
        assert page.urlkey.count(")/") == 1
        assert len(page.timestamp) == 14 and page.status == 200
        assert page.length > 0 and page.offset >= 0
        assert page.asdict()["url"] == page.url
        assert page.redirect is None
        record = waxwing.RecordAccess().at(CRAWL / page.filename, page.offset)
        assert record.url == page.url

    def test_a_missing_archive_is_a_problem(self, tmp_path):
        read = waxwing.captures([tmp_path / "none.warc", CRAWL])
        assert len(list(read)) > 100
        assert [each.id for each in read.problems] == ["unreadable-archive"]

    def test_wrong_words_are_refused(self):
        for options in ({"profile": "none"}, {"digest": "some"},
                        {"kind": "url"}):
            with pytest.raises(waxwing.UsageError):
                waxwing.captures(CRAWL, **options)
        with pytest.raises(TypeError):
            waxwing.captures(3)
        with pytest.raises(waxwing.UsageError):
            waxwing.captures([])


class TestUrlKey:
    def test_surt_and_legacy(self):
        assert waxwing.urlkey("http://www.Example.com/A?b=2&a=1") == (
            "com,example)/a?a=1&b=2")
        assert waxwing.urlkey("http://www.example.com/a", "legacy") == (
            "example.com/a")
        assert waxwing.urlkey(b"http://example.com/\xe9").startswith(
            "com,example)/")
        with pytest.raises(waxwing.UsageError):
            waxwing.urlkey("http://example.com/", "none")
        with pytest.raises(TypeError):
            waxwing.urlkey(3)


class TestLaziness:
    def test_a_capture_comes_before_the_archive_ends(self, tmp_path):
        path = tmp_path / "a.warc"
        with open(path, "wb") as file:
            for _ in range(5000):
                file.write(b"".join(PAGES))
        read = waxwing.captures(path)
        first = next(read)
        os.truncate(path, 0)
        assert first.url == "http://example.com/0"
        assert sum(1 for _ in read) < 100_000
