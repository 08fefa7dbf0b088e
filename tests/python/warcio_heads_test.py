"""Heads as warcio has them."""

import io

import pytest

import waxwing_warc as wax
from conftest import CRAWL, SHARED, one, response

# What is read in another way: a header line that has IP address and date in the other
# order, and a block that begins with blank lines, of which warcio makes an empty head.
OTHER_HEADS = {"cdx-writer__transposed_header.arc.gz", "cdxj-indexer__bad.arc",
               "pywb__bad.arc", "warcio__bad.arc"}


def iterators():
    module = pytest.importorskip(
        "warcio.archiveiterator", reason="warcio is not installed "
        "(tests/interop/install_clients.sh notebooks)")
    return module.ArchiveIterator, wax.open


class TestNamesOfWarcio:
    def test_its_loop_gives_the_same(self):
        facts = []
        for iterate in iterators():
            facts.append([])
            for path in sorted(CRAWL.glob("*.warc*")):
                with open(path, "rb") as stream:
                    for record in iterate(stream):
                        if record.rec_type != "response":
                            continue
                        head = record.http_headers
                        facts[-1].append((
                            record.rec_headers.get_header("WARC-Target-URI"),
                            head and head.get_statuscode(),
                            head and head.get_header("Content-Type"),
                            head and (head["content-type"], head.get("Date"),
                                      "x-none" in head, "Content-Type" in head,
                                      head["x-none"]),
                            record.content_stream().read()))
        assert facts[0] == facts[1] and len(facts[0]) > 100

    def test_archives_of_others_have_the_same_heads(self):
        theirs_of, ours_of = iterators()
        if not SHARED.is_dir():
            pytest.skip(f"{SHARED} is not there")

        def of(record):
            heads = [record.rec_headers, record.http_headers]
            if record.rec_type == "arc_header":
                heads.pop()  # its block begins after the lines of the version
            return [record.rec_type] + [
                head and (head.protocol, head.statusline, head.headers,
                          str(head)) for head in heads]

        compared = 0
        for path in sorted((SHARED / "archives").glob("*arc*")):
            with open(path, "rb") as stream:
                try:
                    theirs = [of(each) for each in theirs_of(stream)]
                except Exception:  # that they do not read, or not to its end
                    continue
                stream.seek(0)
                ours = [of(each) for each in ours_of(stream)]
            if path.name in OTHER_HEADS:
                continue
            assert ours == theirs, path.name
            compared += len(ours)
        assert compared > 900

    def test_names_of_arc(self):
        line = b"http://a/ b 127.0.0.1 20070531203500 text/html 5\n"
        each = one(b"filedesc://x.arc 0.0.0.0 20070531203500 text/plain 22\n"
                   b"1 0 Wax\nURL IP-address\n\n\n" + line + b"hello\n")
        assert each.rec_headers.get_header("uri") == "filedesc://x.arc"
        each = list(wax.open(io.BytesIO(line + b"hello\n")))[0]
        head = each.rec_headers
        assert head.headers == [
            ("uri", "http://a/ b"), ("ip-address", "127.0.0.1"),
            ("archive-date", "20070531203500"), ("content-type", "text/html"),
            ("length", "5")]
        assert head.get_header("URI") == "http://a/ b"
        assert head.get_header("none") is None and head and not head.statusline

    def test_a_target_uri_is_cleaned(self):
        for written, given in (("<http://a/>", "http://a/"),
                               ("http://a/ b", "http://a/%20b")):
            each = one(response("", b"x", fields=()).replace(
                b"WARC-Date:", b"WARC-Target-URI: %s\r\nWARC-Date:"
                % written.encode()))
            name = "WARC-Target-URI"
            assert each.rec_headers.get_header(name) == given
            assert each.headers[name] == written

    def test_they_are_aliases(self):
        each = one(response("http://a/", b"hello"))
        assert each.rec_type == each.rec_headers.get_header("warc-type")
        assert (each.http_headers.protocol, each.http_headers.statusline) == (
            "HTTP/1.1", "200 OK")
        assert ("Content-Type", "text/html") in each.http_headers.headers
        assert each.http_headers.get_statuscode() == "200"
        assert each.http_headers.get_header("none", "-") == "-"
        assert each.content_stream().read() == b"hello"
        each = one(response("http://a/", b"hello"))
        assert each.raw_stream.read() == b"hello"
