"""Records: headers, dates, HTTP heads."""

import datetime
import io

import pytest

import waxwing_warc as wax
from conftest import members, one, record, response


class TestHeaders:
    def test_a_name_may_have_several_values(self):
        each = one(record("metadata", "http://a/", b"x", fields=[
            "WARC-Concurrent-To: <urn:1>", "warc-concurrent-to: <urn:2>"]))
        assert each.headers["WARC-CONCURRENT-TO"] == "<urn:1>"
        assert each.headers.get_all("warc-concurrent-to") == ["<urn:1>",
                                                              "<urn:2>"]
        assert "warc-type" in each.headers and "x-none" not in each.headers
        assert each.headers.get("x-none") is None
        assert each.headers.get("x-none", "-") == "-"
        assert each.headers.get_all("x-none") == []
        with pytest.raises(KeyError, match="x-none"):
            _ = each.headers["x-none"]
        assert list(each.headers)[0] == "WARC-Type"
        assert len(each.headers.items()) == len(each.headers)
        assert each.headers.values() == [value for _, value in each.headers.items()]
        assert dict(each.headers)["WARC-Type"] == "metadata"

    def test_they_stay_when_the_archive_goes_on(self):
        each = one(record("metadata", "http://a/", b"x"))
        every = list(wax.open(io.BytesIO(
            members(record("metadata", "http://a/%d" % i, b"x")
                    for i in range(200)))))
        assert [r.url for r in every] == ["http://a/%d" % i for i in range(200)]
        assert [r.headers["warc-target-uri"] for r in every] == [
            r.url for r in every]
        assert every[7].id == "<urn:test:metadata:http://a/7:1>"
        assert each.url == "http://a/"

    def test_bytes_that_are_no_utf8_can_be_restored(self):
        each = one(record("metadata", "http://a/", b"x").replace(
            b"http://a/", b"http://a/\xe9\xff"))
        assert each.url.encode("utf-8", "surrogateescape") == (
            b"http://a/\xe9\xff")

    def test_the_header_is_there_as_stored(self):
        bytes_ = record("metadata", "http://a/", b"x")
        assert one(bytes_).raw_header == bytes_[:bytes_.index(b"\r\n\r\n") + 4]


class TestFields:
    def test_of_warc(self):
        each = one(response("http://a/", b"hello",
                            date="2014-01-03T03:03:21.5Z"))
        assert (each.format, each.type, each.version) == ("warc", "response",
                                                          "1.0")
        assert each.date == "2014-01-03T03:03:21.5Z"
        assert each.timestamp == "20140103030321"
        assert each.datetime == datetime.datetime(
            2014, 1, 3, 3, 3, 21, 500_000, tzinfo=datetime.UTC)
        assert each.content_type == "application/http; msgtype=response"
        assert each.content_length == 49
        assert "response http://a/ at byte 0" in repr(each)

    def test_of_arc(self):
        arc = (b"filedesc://a.arc 0.0.0.0 20070101000000 text/plain 76\n"
               b"1 0 InternetArchive\n"
               b"URL IP-address Archive-date Content-type Archive-length\n\n"
               b"http://a/ 1.2.3.4 20070531203500 text/html 35\n"
               b"HTTP/1.0 200 OK\r\nA: b\r\n\r\nhello pond\n")
        first, second = wax.open(io.BytesIO(arc))
        assert (first.format, first.type) == ("arc", "filedesc")
        assert (second.type, second.url) == ("response", "http://a/")
        assert second.ip_address == "1.2.3.4"
        assert second.timestamp == "20070531203500"
        assert second.id is None and len(second.headers) == 0

    @pytest.mark.parametrize("date, microseconds", [
        ("2016-10-01T00:00:00.123456Z", 123_456), ("2016-10-01T00:00:00Z", 0),
        ("2016-10-01T00:00:00.000001999Z", 1), ("1969-10-01T00:00:00.25Z", 250_000),
        ("2016-10-01", 0)])
    def test_a_datetime_has_microseconds(self, date, microseconds):
        each = one(record("metadata", "http://a/", b"x", date=date))
        assert each.datetime == datetime.datetime(
            int(date[:4]), 10, 1, 0, 0, 0, microseconds, datetime.UTC)

    def test_an_odd_date_is_none(self):
        each = one(record("metadata", "http://a/", b"x", date="yesterday"))
        assert each.date == "yesterday"
        assert each.timestamp is None and each.datetime is None

    def test_place_and_state(self):
        packed = members([response("http://a/", b"1"), response("http://b/", b"2")])
        first, second = wax.open(io.BytesIO(packed))
        assert (first.offset, second.offset) == (0, first.length)
        assert first.length + second.length == len(packed)
        assert first.intact and second.intact

    def test_a_record_in_a_shared_member_has_no_length(self):
        packed = members([response("http://a/", b"1") +
                          response("http://b/", b"2")])
        assert [each.length for each in wax.open(io.BytesIO(packed))][0] is None


class TestHttpHead:
    def test_of_a_response(self):
        each = one(response("http://a/", b"hello", "404 Not  Found", [
            "Set-Cookie: a=1", "Set-Cookie: b=2", "Content-Type: text/plain"]))
        head = each.http
        assert head.start_line == "HTTP/1.1 404 Not  Found"
        assert (head.status, head.reason) == (404, "Not  Found")
        assert head.method is None and head.target is None
        assert head.headers.get_all("set-cookie") == ["a=1", "b=2"]
        assert head.raw.endswith(b"\r\n\r\n")

    def test_of_a_request(self):
        each = one(record("request", "http://a/", b"GET /a b HTTP/1.1\r\n"
                          b"Host: a\r\n\r\n"))
        assert (each.http.method, each.http.target) == ("GET", "/a b")
        assert each.http.status is None

    def test_there_is_none_in_other_blocks(self):
        assert one(record("resource", "http://a/", b"HTTP/1.1 200 OK\r\n\r\n")
                   ).http is None
        assert one(record("warcinfo", "", b"software: x\r\n")).http is None

    def test_it_stays_when_the_archive_goes_on(self):
        every = wax.open(io.BytesIO(
            members(response("http://a/%d" % i, b"x", "%d OK" % (200 + i))
                    for i in range(50))))
        heads = [each.http for each in every]
        assert [head.status for head in heads] == list(range(200, 250))

    @pytest.mark.parametrize("field", ["length", "intact"])
    def test_it_stays_when_the_block_is_skipped(self, field):
        each = one(response("http://a/", b"hello", "404 Not Found"))
        getattr(each, field)
        assert each.http.status == 404
        assert each.http_headers.get_statuscode() == "404"
        with pytest.raises(wax.UsageError, match="its block is gone"):
            each.body.read()

    def test_it_is_gone_with_the_block(self):
        each = one(response("http://a/", b"hello"))
        each.check_digests()
        with pytest.raises(wax.UsageError, match="its block is gone"):
            _ = each.http
        each = one(record("warcinfo", "", b"software: x\r\n"))
        each.check_digests()
        assert each.http is None

    def test_it_must_be_read_before_the_archive_goes_on(self):
        read = wax.open(io.BytesIO(members([response("http://a/", b"x")] * 2)))
        first = next(read)
        next(read)
        with pytest.raises(wax.StaleRecordError) as caught:
            _ = first.http
        assert caught.value.file == "<BytesIO>" and caught.value.offset == 0
