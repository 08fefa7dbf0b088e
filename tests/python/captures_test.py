"""Captures of archives: as wax-warc-indexer writes them."""

import io
import os
import pickle
import subprocess

import pytest

import waxwing_warc as wax
from conftest import (
    ALL,
    CRAWL,
    PAGES,
    Endless,
    interrupted,
    large,
    run_python,
    served,
    tool_in,
)


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
        lines = [each.line for each in wax.captures(CRAWL, **options)]
        assert lines == lines_of_tool(tools, "-t", "cdxj", *words, str(CRAWL))
        assert len(lines) > 100

    def test_they_have_fields(self):
        every = list(wax.captures(CRAWL))
        page = next(each for each in every if each.mime == "text/html")
        assert page.urlkey.count(")/") == 1
        assert len(page.timestamp) == 14 and page.status == 200
        assert page.length > 0 and page.offset >= 0
        assert page.asdict()["url"] == page.url
        assert page.redirect is None
        record = wax.RecordAccess().at(CRAWL / page.filename, page.offset)
        assert record.url == page.url

    def test_they_come_out_of_another_process(self):
        page = next(wax.captures(CRAWL))
        other = pickle.loads(pickle.dumps(page))
        assert other == page and len({other, page}) == 1
        assert page != page.line and other != list(wax.captures(CRAWL))[1]
        assert (other.line, other.asdict()) == (page.line, page.asdict())
        problems = []
        list(wax.open(io.BytesIO(b"\x1f\x8b" + bytes(99)), problems=problems))
        other = pickle.loads(pickle.dumps(problems))
        assert problems and list(map(repr, other)) == list(map(repr, problems))

    def test_a_name_is_a_list_of_one(self):
        lines = [each.line for each in wax.captures(
            CRAWL, fields="http:server", types="response")]
        assert lines == [each.line for each in wax.captures(
            CRAWL, fields=["http:server"], types=["response"])]
        assert any("http:server" in line for line in lines)

    def test_a_missing_archive_is_a_problem(self, tmp_path):
        read = wax.captures([tmp_path / "none.warc", CRAWL])
        assert len(list(read)) > 100
        assert [each.id for each in read.problems] == ["unreadable-archive"]

    def test_one_that_is_missing_is_an_error(self, tmp_path):
        with pytest.raises(wax.NotFoundError) as caught:
            wax.captures(tmp_path / "none.warc")
        assert caught.value.file == str(tmp_path / "none.warc")

    def test_a_url_that_is_missing_is_a_problem_only_among_others(self, archive):
        lines = archive.with_name("none.cdxj")
        with served(archive.parent) as url:
            missing = url + "none.warc.gz"
            for use in (lambda: list(wax.captures(missing)),
                        lambda: list(wax.captures(missing, jobs=3)),
                        lambda: list(wax.captures(missing, sort=True)),
                        lambda: wax.captures(missing).write(lines),
                        lambda: list(wax.images(missing)),
                        lambda: list(wax.images(missing, sizes=True))):
                with pytest.raises(wax.IoError) as caught:
                    use()
                assert caught.value.file == missing
            assert not lines.exists()
            read = wax.captures([missing, url + archive.name])
            assert [each.url for each in read] == ALL
            assert [each.id for each in read.problems] == ["unreadable-archive"]

    def test_wrong_words_are_refused(self):
        for options in ({"profile": "none"}, {"digest": "some"},
                        {"kind": "url"}):
            with pytest.raises(wax.UsageError, match="none|some|url"):
                wax.captures(CRAWL, **options)
        with pytest.raises(TypeError):
            wax.captures(3)
        with pytest.raises(wax.UsageError):
            wax.captures([])


class TestUrlKey:
    def test_surt_and_legacy(self):
        assert wax.urlkey("http://www.Example.com/A?b=2&a=1") == (
            "com,example)/a?a=1&b=2")
        assert wax.urlkey("http://www.example.com/a", "legacy") == (
            "example.com/a")
        assert wax.urlkey(b"http://example.com/\xe9").startswith(
            "com,example)/")
        with pytest.raises(wax.UsageError):
            wax.urlkey("http://example.com/", "none")
        with pytest.raises(TypeError):
            wax.urlkey(3)


class TestLaziness:
    def test_a_capture_comes_before_the_archive_ends(self, tmp_path):
        path = tmp_path / "a.warc"
        with open(path, "wb") as file:
            for _ in range(5000):
                file.write(b"".join(PAGES))
        read = wax.captures(path)
        first = next(read)
        os.truncate(path, 0)
        assert first.url == "http://example.com/0"
        assert sum(1 for _ in read) < 100_000


class TestEnding:
    """Captures end at once, whatever threads are reading."""

    @pytest.mark.parametrize("options", [
        "jobs=2", "jobs=2, sort=True", "jobs=2, skim=True", "post_append=True, jobs=2"])
    def test_keyboard_interrupt_ends_threads(self, tmp_path, options):
        paths = [large(tmp_path / name) for name in ("a.warc", "b.warc")]
        assert interrupted("", "list(wax.captures([path, %r], %s))"
                           % (str(paths[1]), options), paths[0])

    @pytest.mark.parametrize("others, jobs", [
        ([], 1), (["pipe"], 2), (["large.warc"], 2)])
    def test_keyboard_interrupt_ends_waiting_for_pipes(self, tmp_path, others,
                                                       jobs):
        large(tmp_path / "large.warc")
        paths = [str(tmp_path / "first"),
                 *(str(tmp_path / other) for other in others)]
        for path in paths:
            if not os.path.exists(path):
                os.mkfifo(path)
        with Endless(paths[0], b""):
            assert interrupted("", "list(wax.captures([path, *%r], jobs=%d))"
                               % (paths[1:], jobs), paths[0])

    @pytest.mark.parametrize("end", [
        "del read", "read.close()", "os.fork() or sys.exit(); os.wait()",
        "os.fork() or (read := None) or sys.exit(); os.wait()"])
    def test_what_is_not_read_to_its_end(self, tmp_path, end):
        # The records after the first, small one are never read to their ends.
        large(tmp_path / "b.warc")
        (tmp_path / "a.warc").write_bytes(b"".join(PAGES) * 20)
        done = run_python(
            "import os, sys, waxwing_warc as wax\n"
            "read = wax.captures([sys.argv[1] + '/a.warc'] + 9 *\n"
            "                        [sys.argv[1] + '/b.warc'], jobs=2)\n"
            "print(next(read).url)\n"
            "sys.stdout.flush()\n"
            "%s\n"
            "print('ended')\n" % end, tmp_path, timeout=60)
        assert done.stdout == "http://example.com/0\nended\n"

    def test_of_what_is_closed_there_are_no_more(self):
        with wax.captures(CRAWL, jobs=2) as read:
            next(read)
        with pytest.raises(wax.ClosedError):
            next(read)
        read.close()
