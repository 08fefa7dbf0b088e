"""Streams of captures: fields, problems, files."""

import gzip
import threading

import pytest

import waxwing_warc as wax
from conftest import CRAWL

CDX = """\
 CDX N b a m s k r M S V g
com,a)/ 20070101000000 http://a.com/ text/html 200 AAAA - - 10 20 a.warc
com,b)/ 20080101000000 http://b.com/ text/html - - http://c/ AF - - -
"""


@pytest.fixture
def cdx(tmp_path):
    path = tmp_path / "a.cdx"
    path.write_text(CDX)
    return path


class TestFields:
    def test_what_is_missing_is_none(self, cdx):
        first, second = wax.cdx.read(cdx)
        assert (first.status, first.length, first.offset) == (200, 10, 20)
        assert second.status is None and second.digest is None
        assert (second.length, second.filename) == (None, None)
        assert (second.redirect, second.robotflags) == ("http://c/", "AF")

    def test_columns_follow_the_header(self, tmp_path):
        path = tmp_path / "b.cdx"
        path.write_text(" CDX b a N\n2007 http://a/ a)/\n")
        only, = wax.cdx.read(path)
        assert (only.urlkey, only.timestamp, only.url) == (
            "a)/", "2007", "http://a/")
        assert only.mime is None

    def test_cdxj_is_read(self, tmp_path):
        path = tmp_path / "c.cdxj"
        path.write_text('a)/ 20070101000000 {"url": "http://\\u00fc/", '
                        '"status": 200, "length": "5"}\n')
        only, = wax.cdx.read(path)
        assert (only.url, only.status, only.length) == ("http://ü/", 200, 5)


class TestProblems:
    def test_a_line_that_is_none_is_told(self, tmp_path):
        path = tmp_path / "a.cdx"
        path.write_text(CDX + "nonsense\n")
        read = wax.cdx.read(path)
        assert len(list(read)) == 2
        problem, = read.problems
        assert problem.id == "cdx-bad-line" and "line 4" in problem.text

    def test_of_several_files_the_right_one_is_named(self, tmp_path):
        paths = [tmp_path / "a.cdx", tmp_path / "b.cdx"]
        paths[0].write_text(CDX)
        paths[1].write_text(CDX + "zz\n")
        read = wax.cdx.read(*paths)
        assert len(list(read)) == 4
        problem, = read.problems
        assert problem.file == str(paths[1]) and problem.text.startswith("line 4: ")
        for use in (wax.cdx.sort, wax.cdx.merge):
            read = use(*paths)
            assert len(list(read)) == 4
            problem, = read.problems
            assert "or 1 other" in problem.file and problem.text.endswith('"zz"')

    def test_a_missing_file_is_an_error(self, tmp_path):
        with pytest.raises(wax.NotFoundError) as caught:
            wax.cdx.read(tmp_path / "none.cdx")
        assert caught.value.file == str(tmp_path / "none.cdx")


class TestWriting:
    def test_the_file_is_that_of_the_stream(self, cdx, tmp_path):
        out = tmp_path / "out.cdx"
        assert wax.cdx.read(cdx).write(out) == 2
        assert out.read_text() == CDX
        with pytest.raises(wax.UsageError):
            wax.cdx.read(cdx).write(out)
        assert wax.cdx.read(cdx).write(out, force=True) == 2

    def test_what_was_given_is_not_written(self, cdx, tmp_path):
        read = wax.cdx.read(cdx)
        next(read)
        assert read.write(tmp_path / "rest.cdx") == 1

    def test_a_name_in_gz_is_compressed(self, tmp_path):
        out = tmp_path / "out.cdxj.gz"
        count = wax.captures(CRAWL, sort=True).write(out)
        lines = gzip.decompress(out.read_bytes()).decode().splitlines()
        assert len(lines) == count + 1
        assert lines == sorted(lines)
        assert len(list(wax.cdx.read(out))) == count


class TestTurns:
    """Captures that were read ahead, and threads that share a stream."""

    LINES = 1000

    @pytest.fixture
    def many(self, tmp_path):
        path = tmp_path / "many.cdxj"
        path.write_text("".join(
            'com,a)/%04d 20070101000000 {"url": "http://a.com/%04d", "status": "200", '
            '"filename": "a.warc", "offset": "%d"}\n' % (i, i, i)
            for i in range(self.LINES)))
        return path

    def test_what_was_read_ahead_is_not_lost(self, many):
        pytest.importorskip("pyarrow")
        from waxwing_warc import parquet
        captures = wax.cdx.read(many)
        next(captures)
        offsets = [each for _, batch in parquet.record_batches(captures)
                   for each in batch["warc_record_offset"].to_pylist()]
        assert offsets == list(range(1, self.LINES))

    def test_each_capture_is_given_once_to_threads(self, many):
        def work(captures, given, start):
            start.wait()
            while True:
                try:
                    given.append(next(captures).line)
                except wax.BusyError:
                    continue
                except StopIteration:
                    return

        for _ in range(20):
            captures, given = wax.cdx.filter(many, where="status=200"), []
            start = threading.Barrier(4)
            threads = [threading.Thread(target=work, args=(captures, given, start))
                       for _ in range(4)]
            for each in threads:
                each.start()
            for each in threads:
                each.join()
            assert len(given) == self.LINES == len(set(given))

    def test_a_function_of_problems_cannot_read_on(self, tmp_path):
        path = tmp_path / "a.cdx"
        path.write_text(CDX + "nonsense\n")
        captures = wax.cdx.read(path, problems=lambda _: next(captures))
        with pytest.raises(wax.BusyError):
            next(captures)
