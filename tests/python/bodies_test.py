"""Blocks of records: streams, buffers, decoding, and when they are gone."""

import csv
import gzip
import io
import zlib

import pytest

import waxwing_warc as wax
from conftest import members, one, record, response

PAGE = b"<p>first line</p>\n<p>second line</p>\nend"


def page():
    return one(response("http://a/", PAGE))


class TestStream:
    def test_it_is_read_whole_or_in_pieces(self):
        assert page().body.read() == PAGE
        body = page().body
        assert body.read(0) == b""
        assert body.read(5) == PAGE[:5]
        assert body.read(1) == PAGE[5:6]
        assert body.read() == PAGE[6:]
        assert body.read() == b"" and body.read(5) == b""

    def test_buffers_whose_bytes_are_scattered_are_refused(self):
        for view in (memoryview(bytearray(600))[::-1], memoryview(bytearray(9))[::2]):
            with pytest.raises(BufferError):
                page().body.readinto(view)
        with pytest.raises((BufferError, TypeError)):
            page().body.readinto(b"that cannot be changed")
        held = bytearray(len(PAGE) + 3)
        assert page().body.readinto(memoryview(held)[3:]) == len(PAGE)
        assert held == b"\0\0\0" + PAGE

    def test_it_has_lines(self):
        body = page().body
        assert body.readline() == b"<p>first line</p>\n"
        assert body.readline(3) == b"<p>"
        assert list(body) == [b"second line</p>\n", b"end"]
        assert body.readline() == b""

    def test_it_is_used_as_files_are(self):
        with page().body as body:
            assert body.read(None) == PAGE
        assert page().body.readall() == PAGE
        assert page().body.readlines() == io.BytesIO(PAGE).readlines()
        assert page().body.readlines() and io.TextIOWrapper(
            page().body).read() == PAGE.decode()

    def test_none_is_no_limit(self):
        body = page().body
        assert body.readline(None) == b"<p>first line</p>\n"
        assert body.read1(None) == PAGE[18:]
        for hint in (None, -1, 0, 1, 18, 19, 1000):
            assert page().body.readlines(hint) == io.BytesIO(PAGE).readlines(hint)

    def test_one_that_was_closed_is_not_read(self):
        each = page()
        with each.body as body:
            view = memoryview(body)
            assert not body.closed
        assert body.closed and bytes(view) == PAGE
        for use in (body.read, body.readline, body.readlines, body.readall,
                    lambda: next(body), lambda: body.readinto(bytearray(1)),
                    lambda: memoryview(body)):
            with pytest.raises(wax.ClosedError, match="closed"):
                use()
        each = page()
        each.body.close()
        assert each.body.read() == PAGE

    def test_it_is_read_into_a_buffer(self):
        buffer = bytearray(10)
        body = page().body
        assert body.readinto(buffer) == 10 and bytes(buffer) == PAGE[:10]
        assert body.readinto(memoryview(buffer)[:3]) == 3
        with pytest.raises((BufferError, TypeError)):
            body.readinto(b"read-only")

    def test_io_and_csv_take_it_for_a_file(self):
        each = one(response("http://a/", "a,b\n1,ü\n".encode()))
        assert list(csv.reader(io.TextIOWrapper(each.body, "utf-8"))) == [
            ["a", "b"], ["1", "ü"]]
        assert io.BufferedReader(page().body).read() == PAGE
        assert gzip.GzipFile(fileobj=one(record(
            "resource", "http://a/", gzip.compress(PAGE))).block).read() == PAGE

    def test_large_bodies_are_whole(self):
        large = bytes(range(256)) * 200_000
        each = one(response("http://a/", zlib.compress(large), fields=[
            "Content-Encoding: deflate"]))
        assert each.body.read() == large
        each = one(response("http://a/", zlib.compress(large), fields=[
            "Content-Encoding: deflate"]))
        assert bytes(each.body) == large

    def test_what_is_asked_for_may_be_more_than_there_is(self):
        assert page().body.read(1 << 60) == PAGE


class TestBuffer:
    def test_a_view_stays_when_the_archive_goes_on(self):
        read = wax.open(io.BytesIO(members(
            response("http://a/%d" % i, b"body %d" % i) for i in range(50))))
        views = [memoryview(each.body) for each in read]
        assert [bytes(view) for view in views] == [
            b"body %d" % i for i in range(50)]

    def test_a_view_is_read_only_and_has_what_is_left(self):
        body = page().body
        body.read(3)
        view = memoryview(body)
        assert view.readonly and bytes(view) == PAGE[3:]
        assert body.read(4) == PAGE[3:7]
        assert body.readline() == PAGE[7:18]

    def test_a_view_of_a_stale_record_is_an_error(self):
        read = wax.open(io.BytesIO(response("http://a/", PAGE) * 2))
        body = next(read).body
        next(read)
        with pytest.raises(wax.StaleRecordError):
            memoryview(body)


class TestParts:
    CHUNKED = b"5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n"

    def chunked(self):
        return one(response("http://a/", self.CHUNKED, fields=[
            "Transfer-Encoding: chunked"]))

    def test_block_payload_and_body(self):
        assert self.chunked().body.read() == b"hello world"
        assert self.chunked().payload.read() == self.CHUNKED
        block = self.chunked().block.read()
        assert block.startswith(b"HTTP/1.1 200 OK") and block.endswith(
            self.CHUNKED)

    def test_a_block_is_whole_after_its_head_was_read(self):
        each = self.chunked()
        assert each.http.status == 200
        assert each.block.read().startswith(b"HTTP/1.1 200 OK")
        each = self.chunked()
        _ = each.http
        block = each.block
        assert block.readline() == b"HTTP/1.1 200 OK\r\n"
        assert block.readline() == b"Transfer-Encoding: chunked\r\n"

    def test_of_what_is_no_http_message_all_are_the_same(self):
        for part in ("block", "payload", "body"):
            each = one(record("resource", "http://a/", b"hello"))
            assert getattr(each, part).read() == b"hello"

    def test_a_second_part_is_an_error(self):
        each = self.chunked()
        each.body.read(2)
        with pytest.raises(wax.UsageError, match="body"):
            each.block.read()

    @pytest.mark.parametrize("coding, encode", [
        ("gzip", gzip.compress), ("deflate", zlib.compress)])
    def test_content_codings_are_undone(self, coding, encode):
        each = one(response("http://a/", encode(PAGE),
                            fields=["Content-Encoding: " + coding]))
        assert each.body.read() == PAGE

    def test_what_cannot_be_decoded_is_told_and_given_as_stored(self):
        read = wax.open(io.BytesIO(response("http://a/", PAGE, fields=[
            "Content-Encoding: snow"])))
        assert next(read).body.read() == PAGE
        assert [each.id for each in read.problems] == [
            "http-unknown-content-encoding"]


class TestGone:
    def test_after_the_next_record(self):
        read = wax.open(io.BytesIO(response("http://a/", PAGE) * 3))
        first = next(read)
        body = first.body
        body.read(2)
        next(read)
        for call in (body.read, body.readline, lambda: first.body,
                     lambda: body.readinto(bytearray(3))):
            with pytest.raises(wax.StaleRecordError) as caught:
                call()
            assert (caught.value.file, caught.value.offset) == ("<BytesIO>", 0)

    def test_after_the_end(self):
        read = wax.open(io.BytesIO(response("http://a/", PAGE)))
        every = list(read)
        with pytest.raises(wax.StaleRecordError):
            every[0].body.read()

    def test_after_its_length_was_asked_for(self):
        each = page()
        assert each.length > 0
        with pytest.raises(wax.UsageError):
            each.body.read()
