"""CDX files: as the tools sort, merge, filter and look up."""

import os
import subprocess

import pytest

import waxwing_warc as wax
from conftest import CRAWL, Endless, interrupted, tool_in


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cdx")
    paths = []
    for i, archive in enumerate(sorted(CRAWL.glob("*arc*"))):
        path = folder / ("%d.cdxj" % i)
        wax.captures(archive, sort=i % 2 == 0).write(path)
        paths.append(path)
    return paths


def by_tool(tools, name, *arguments):
    done = subprocess.run([tool_in(tools, name), "-q",
                           *map(str, arguments)],
                          capture_output=True, text=True, check=True)
    return [line for line in done.stdout.splitlines()
            if not line.startswith("!")]


def lines(captures):
    return [each.line for each in captures]


@pytest.fixture(scope="module")
def merged(files, tmp_path_factory):
    path = tmp_path_factory.mktemp("merged") / "all.cdxj"
    wax.cdx.sort(*files).write(path)
    return path


class TestOrder:
    def test_sorting(self, tools, files):
        found = lines(wax.cdx.sort(*files))
        assert found == by_tool(tools, "wax-cdx-sort", *files)
        assert found == lines(wax.cdx.sort(*files, memory=1 << 20, jobs=1))
        assert len(set(found)) == len(lines(
            wax.cdx.sort(*files, *files, unique=True)))

    def test_merging(self, merged):
        once = lines(wax.cdx.read(merged))
        assert lines(wax.cdx.merge(merged, merged)) == sorted(once + once)
        assert lines(wax.cdx.merge(merged, merged, unique=True)) == once

    def test_what_is_not_sorted_cannot_be_merged(self, files):
        with pytest.raises(wax.Error, match="line") as raised:
            lines(wax.cdx.merge(files[1], files[3]))
        assert raised.value.file in map(str, files)
        assert isinstance(raised.value, wax.FormatError)

    def test_two_kinds_of_keys_are_refused(self, files, tmp_path):
        legacy = tmp_path / "legacy.cdxj"
        wax.captures(CRAWL, kind="legacy", sort=True).write(legacy)
        for use in (wax.cdx.read, wax.cdx.sort, wax.cdx.merge,
                    wax.cdx.filter):
            with pytest.raises(wax.UsageError, match="legacy") as raised:
                lines(use(files[0], legacy))
            assert raised.value.file == str(legacy)
        with pytest.raises(wax.UsageError, match="legacy") as raised:
            lines(wax.cdx.look_up("http://a/", legacy))
        assert raised.value.file == str(legacy)


class TestSelection:
    @pytest.mark.parametrize("options, words", [
        ({"where": "mime=text/html"}, ["-w", "mime=text/html"]),
        ({"where": ["status>=300", "mime~pdf"], "any": True},
         ["-w", "status>=300", "-w", "mime~pdf", "--any"]),
        ({"start": "2008", "end": "2008"}, ["--from", "2008", "--to", "2008"]),
        ({"max_per_key": 1}, ["--max-per-key", "1"]),
        ({"max_per_key": 1, "keep_last": True},
         ["--max-per-key", "1", "--keep-last"]),
        ({"sample": 0.3, "seed": 7}, ["--sample", "0.3", "--seed", "7"])])
    def test_filtering(self, tools, merged, options, words):
        found = lines(wax.cdx.filter(merged, **options))
        assert found == by_tool(tools, "wax-cdx-filter", *words, merged)
        assert 0 < len(found) < len(lines(wax.cdx.read(merged)))

    def test_lists_of_urls(self, merged):
        every = lines(wax.cdx.read(merged))
        url = next(wax.cdx.read(merged)).url
        blocked = lines(wax.cdx.filter(merged, block=["=" + url]))
        allowed = lines(wax.cdx.filter(merged, allow=["=" + url]))
        assert sorted(blocked + allowed) == every and allowed

    def test_a_wrong_condition_is_refused(self, merged):
        with pytest.raises(wax.UsageError):
            wax.cdx.filter(merged, where="nonsense")


@pytest.mark.parametrize("options", [
    {"start": "abc"}, {"end": "200700000000000"}, {"end": "200"},
    {"start": "\ud800"}, {"start": "２００７"}, {"sample": 2},
    {"sample": float("nan")}, {"sample": -.1}])
def test_filters_that_say_nothing_are_refused(merged, options):
    with pytest.raises(wax.UsageError, match=next(iter(options))):
        wax.cdx.filter(merged, **options)


class TestLookUp:
    @pytest.mark.parametrize("options, words", [
        ({}, []), ({"limit": 2}, ["-n", "2"]), ({"reverse": True}, ["--reverse"]),
        ({"closest": "2008"}, ["--closest", "2008"]),
        ({"match": "domain"}, ["-m", "domain"]),
        ({"match": "prefix", "filters": "=mime:text/html", "end": "2007"},
         ["-m", "prefix", "--filter", "=mime:text/html", "--to", "2007"]),
        ({"match": "host", "collapse": "digest"},
         ["-m", "host", "--collapse", "digest"])])
    def test_answers_are_those_of_the_tool(self, tools, merged, options, words):
        url = next(each.url for each in wax.cdx.read(merged)
                   if each.status == 200 and "://" in each.url)
        found = lines(wax.cdx.look_up(url, merged, **options))
        assert found == by_tool(tools, "wax-cdx-lookup", *words, url, merged)
        assert found

    def test_a_zipnum_is_searched(self, merged, tmp_path):
        counts = wax.cdx.zipnum(tmp_path / "z", merged, block_lines=20)
        assert counts["lines"] == len(lines(wax.cdx.read(merged)))
        assert lines(wax.cdx.read(tmp_path / "z")) == lines(
            wax.cdx.read(merged))
        with pytest.raises(wax.UsageError, match="it exists"):
            wax.cdx.zipnum(tmp_path / "z", merged)
        assert wax.cdx.zipnum(tmp_path / "z", merged, block_lines=20,
                                  force=True) == counts
        url = next(wax.cdx.read(merged)).url
        assert lines(wax.cdx.look_up(url, tmp_path / "z")) == lines(
            wax.cdx.look_up(url, merged))

    def test_nothing_is_found(self, merged):
        assert lines(wax.cdx.look_up("http://none.invalid/", merged)) == []

    def test_what_matches_nothing_is_refused(self, merged):
        for options in ({"start": "2021", "end": "2019"}, {"start": "abc"},
                        {"closest": "x"}):
            with pytest.raises(wax.UsageError, match="after|abc|closest"):
                wax.cdx.look_up("http://a/", merged, **options)
        with pytest.raises(wax.UsageError, match="after"):
            wax.cdx.filter(merged, start="2021", end="2019")
        with pytest.raises(wax.UsageError, match="20200230"):
            wax.cdx.filter(merged, start="20200230")

    def test_a_wrong_match_is_refused(self, merged):
        with pytest.raises(wax.UsageError):
            wax.cdx.look_up("http://a/", merged, match="some")


@pytest.mark.parametrize("use", [
    "list(wax.cdx.filter(path, where=['status=999']))",
    "next(wax.cdx.sort(path))",
    "wax.cdx.zipnum(path + '.zipnum', path)",
])
def test_keyboard_interrupt_ends_reading_lines(tmp_path, use):
    path = tmp_path / "pipe.cdx"
    os.mkfifo(path)
    line = b"com,a)/ 20070101000000 http://a.com/ text/html 200 A - - 1 2 a\n"
    with Endless(path, line * 1000):
        assert interrupted("", use, path)
