"""What archives are opened by: paths, URLs, file objects."""

import http.server
import io
import os
import subprocess
import sys
import threading
import zipfile

import pytest

import waxwing_warc as wax
from conftest import ALL, CRAWL, PAGES, served, urls


class TestSources:
    def test_a_path_is_a_str_bytes_or_a_path(self, archive):
        assert urls(archive) == ALL
        assert urls(str(archive)) == ALL
        assert urls(os.fsencode(archive)) == ALL

    def test_a_file_object_is_read_from_where_it_stands(self, archive):
        with open(archive, "rb") as file:
            assert urls(file) == ALL
        second = wax.open(archive)
        next(second)
        offset = next(second).offset
        with open(archive, "rb") as file:
            file.seek(offset)
            first = next(wax.open(file))
        assert (first.url, first.offset) == (ALL[1], offset)

    def test_an_object_needs_no_more_than_read(self, archive):
        class Reader:
            def __init__(self):
                self.file = io.BytesIO(archive.read_bytes())

            def read(self, size):
                return self.file.read(min(size, 100))

        assert urls(Reader()) == ALL

    def test_several_are_read_one_after_the_other(self, archive):
        files = [(each.url, each.file) for each in
                 wax.open([archive, io.BytesIO(archive.read_bytes())])]
        assert [url for url, _ in files] == ALL + ALL
        assert {file for _, file in files} == {str(archive), "<BytesIO>"}

    def test_a_folder_is_the_archives_in_it(self):
        files = {os.path.basename(each.file) for each in wax.open(CRAWL)}
        assert len(files) == 6

    def test_names_stand_for_archives(self, tmp_path, archive):
        folder = tmp_path / "crawl"
        folder.mkdir()
        (folder / "notes.txt").write_text("no archive")
        (folder / "a.warc.gz").write_bytes(archive.read_bytes())
        empty = tmp_path / "empty"
        empty.mkdir()
        problems = []
        assert wax.find_archives([folder, empty], problems=problems) == [
            str(folder / "a.warc.gz")]
        assert [each.id for each in problems] == ["skipped-files"]
        assert wax.find_archives([archive, "http://a/b.warc", "gone"]) == [
            str(archive), "http://a/b.warc", "gone"]
        assert len(wax.find_archives(CRAWL)) == 6
        with zipfile.ZipFile(tmp_path / "b.wacz", "w") as packed:
            packed.write(archive, "archive/one.warc.gz")
        assert wax.find_archives(tmp_path / "b.wacz") == [
            f"{tmp_path}/b.wacz!/archive/one.warc.gz"]

    def test_a_wacz_is_the_archives_in_it(self, tmp_path, archive):
        path = tmp_path / "a.wacz"
        with zipfile.ZipFile(path, "w") as packed:
            packed.write(archive, "archive/one.warc.gz")
            packed.write(archive, "archive/two.warc.gz",
                         compress_type=zipfile.ZIP_DEFLATED)
            packed.writestr("pages/pages.jsonl", "{}")
        assert urls(path) == ALL + ALL
        with open(path, "rb") as file:
            assert urls(file) == ALL + ALL

    def test_standard_input_is_a_line(self, archive):
        done = subprocess.run(
            [sys.executable, "-c",
             "import waxwing_warc as wax\nprint(sum(1 for _ in wax.open('-')))"],
            input=archive.read_bytes(), capture_output=True, check=True)
        assert done.stdout == b"20\n"

    def test_a_server_is_asked_for_a_url(self, archive):
        with served(archive.parent) as url:
            assert urls(url + "pages.warc.gz") == ALL

    def test_a_server_tells_the_state_of_a_file(self, archive):
        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                size = archive.stat().st_size
                self.send_response(206)
                self.send_header("ETag", '"7"')
                self.send_header("Content-Range", f"bytes 0-0/{size}")
                self.send_header("Content-Length", "1")
                self.end_headers()
                self.wfile.write(archive.read_bytes()[:1])

        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            url = "http://127.0.0.1:%d/a.warc" % server.server_port
            assert wax.remote_states(url) == {
                url: (archive.stat().st_size, '"7"')}
        finally:
            server.shutdown()
            server.server_close()
        with pytest.raises(wax.IoError):
            wax.remote_states([url])
        with pytest.raises(wax.UsageError, match="is not a URL"):
            wax.remote_states(archive)

    def test_names_tell_archives(self):
        assert wax.archives.is_archive_name("s3://a/b.warc.gz")
        assert not wax.archives.is_archive_name("b.txt")

    @pytest.mark.parametrize("wrong", [3, None, [3], 1.5, object()])
    def test_another_type_is_a_type_error(self, wrong):
        with pytest.raises(TypeError):
            wax.open(wrong)

    @pytest.mark.parametrize("path", ["a\0b", b"a\0b", "\ud800"])
    def test_no_file_can_have_some_paths(self, path):
        for use in (wax.open, wax.captures, wax.cdx.read,
                    wax.Index, wax.Writer, wax.graph.Graph):
            with pytest.raises(wax.UsageError, match="no file can have"):
                use(path)

    @pytest.mark.parametrize("count", [-1, -5, 1 << 40, 1 << 70])
    def test_an_object_cannot_read_more_than_it_is_asked_for(self, count):
        class Odd:
            def read(self):
                return b""

            def readinto(self, buffer):
                return count

        with pytest.raises((wax.IoError, ValueError)):
            list(wax.open(Odd()))

    def test_an_object_cannot_give_more_than_it_is_asked_for(self):
        class Odd:
            def __init__(self, bytes_):
                self.left = bytes_

            def read(self, size=-1):
                given, self.left = self.left, b""
                return given

        bytes_ = b"".join(PAGES)
        assert [each.url for each in wax.open(Odd(bytes_))] == ALL
        with pytest.raises(wax.IoError, match="read.. gave"):
            list(wax.open(Odd(bytes_ * 500)))

    @pytest.mark.parametrize("encoding", ["latin-1", "utf-8"])
    def test_a_text_file_is_a_type_error(self, archive, encoding):
        with open(archive, encoding=encoding) as file:
            with pytest.raises(TypeError, match="binary"):
                list(wax.open(file))

    def test_a_missing_file_is_named(self, tmp_path):
        with pytest.raises(wax.NotFoundError) as caught:
            wax.open(tmp_path / "none.warc.gz")
        assert caught.value.file == str(tmp_path / "none.warc.gz")
        assert isinstance(caught.value, FileNotFoundError)
        assert isinstance(caught.value, wax.Error)

    def test_of_several_a_missing_one_is_a_problem(self, tmp_path, archive):
        read = wax.open([tmp_path / "none.warc.gz", archive])
        assert [each.url for each in read] == ALL
        assert [each.id for each in read.problems] == ["unreadable-archive"]

    def test_what_a_file_object_raises_comes_through(self, archive):
        class Broken(io.BytesIO):
            def readinto(self, buffer):
                if self.tell() > 0:
                    raise RuntimeError("the disk is gone")
                return super().readinto(buffer[:200])

        with pytest.raises(RuntimeError, match="the disk is gone"):
            list(wax.open(Broken(archive.read_bytes())))

    def test_stop_iteration_does_not_end_a_loop(self, archive):
        chunks = iter([archive.read_bytes()[:600]])

        class Chunks:
            def read(self, _):
                return next(chunks)

        with pytest.raises(RuntimeError, match="StopIteration") as caught:
            list(wax.open(Chunks()))
        assert isinstance(caught.value.__cause__, StopIteration)

    def test_an_object_may_keep_what_it_is_given(self, archive):
        kept = []

        class Keep(io.BytesIO):
            def readinto(self, buffer):
                kept.append(buffer)
                return super().readinto(buffer)

        assert urls(Keep(archive.read_bytes())) == ALL
        for each in kept:
            each[:] = b"A" * len(each)
