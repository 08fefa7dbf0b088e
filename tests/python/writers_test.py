"""Writers: records to WARC files."""

import base64
import datetime
import gzip
import hashlib
import io
import re

import pytest

import waxwing_warc as wax
from conftest import ALL, CRAWL, PAGES, record, run_python, urls


class TestCopies:
    def test_they_are_the_same_bytes(self, archive, tmp_path):
        copy = tmp_path / "copy.warc"
        with wax.Writer(copy, compression="none") as writer:
            for each in wax.open(archive):
                writer.copy(each)
        assert copy.read_bytes() == b"".join(PAGES)

    @pytest.mark.parametrize("line_ends", ["\n", "\n\n"])
    def test_those_of_arc_are_the_same_bytes(self, line_ends, tmp_path):
        # Some writers count the last line end of the version block, some do not.
        version = "1 0 Some\nURL IP-address Archive-date Content-type Archive-length"
        counted = version + line_ends[1:]
        page = "HTTP/1.0 200 OK\r\n\r\nheron"
        whole = (f"filedesc://a.arc 0.0.0.0 20070531203500 text/plain {len(counted)}\n"
                 f"{version}\n\n"
                 f"http://a/ 1.2.3.4 20070531203500 text/html {len(page)}\n{page}\n")
        path, copy = tmp_path / "a.arc", tmp_path / "copy.arc"
        path.write_text(whole, newline="")
        with wax.Writer(copy, compression="none") as writer:
            places = [writer.copy(each) for each in wax.open(path)]
        assert copy.read_bytes() == path.read_bytes()
        assert places == [(each.offset, each.length) for each in wax.open(path)]

    def test_records_of_an_arc_become_those_of_a_warc(self, tmp_path):
        arc = next(CRAWL.glob("*.arc.gz"))
        path = tmp_path / "new.warc.gz"
        with wax.Writer(path) as writer:
            places = [writer.copy(each, to_warc=True) for each in wax.open(arc)]
        info, *read = wax.open(path, problems=(problems := []))
        assert info.type == "warcinfo"
        assert info.headers["WARC-Filename"] == "new.warc.gz"
        assert arc.name.encode() in next(wax.open(path)).block.read()
        assert places == [(each.offset, each.length) for each in read]
        old = [(each.url, each.timestamp, each.block.read()) for each in wax.open(arc)]
        new = [(each.url, each.timestamp, each.block.read()) for each in wax.open(path)]
        assert new[2:] == old[1:] and len(old) > 50  # the first is of the file
        assert {each.type for each in read} == {"warcinfo", "response"}
        for each in wax.open(path):
            assert each.check_digests().block is not False
        assert problems == []

    @pytest.mark.parametrize("pack", [bytes, gzip.compress])
    def test_records_of_an_arc_that_are_alike_have_ids_of_their_own(self, pack,
                                                                    tmp_path):
        arc, path = tmp_path / "a.arc.gz", tmp_path / "new.warc"
        line = b"http://a/ 1.2.3.4 20070531203500 text/plain 3\nabc\n"
        arc.write_bytes(pack(3 * line) + pack(line))
        with wax.Writer(path) as writer:
            for each in wax.open(arc):
                writer.copy(each, to_warc=True)
        ids = [each.id for each in wax.open(path)]
        assert len(set(ids)) == len(ids) == 5
        with wax.Writer(tmp_path / "last.warc") as writer:
            for i, each in enumerate(wax.open(arc)):
                if i == 3:
                    writer.copy(each, to_warc=True)
        assert [each.id for each in wax.open(tmp_path / "last.warc")][1] == ids[-1]

    def test_without_a_date_they_cannot(self, tmp_path):
        arc = tmp_path / "a.arc"
        arc.write_bytes(b"http://a/ 1.2.3.4 - text/plain 3\nabc\n")
        with wax.Writer(tmp_path / "new.warc") as writer:
            for each in wax.open(arc):
                with pytest.raises(wax.DamageError, match="no date"):
                    writer.copy(each, to_warc=True)
        assert list(wax.open(tmp_path / "new.warc")) == []

    @pytest.mark.parametrize("compression", ["gzip", "zstd", "none"])
    def test_places_are_those_of_the_new_file(self, compression, tmp_path):
        path = tmp_path / "copy.warc"
        with wax.Writer(path, compression=compression) as writer:
            places = [writer.copy(each) for each in
                      wax.open(next(CRAWL.glob("*2008-05*")))]
        read = list(wax.open(path))
        assert [(each.offset, each.length) for each in read] == places

    def test_a_record_that_was_read_is_refused(self, archive, tmp_path):
        with wax.Writer(tmp_path / "copy.warc") as writer:
            for i, each in enumerate(wax.open(archive)):
                if i == 0:
                    each.body.read()
                    with pytest.raises(wax.UsageError):
                        writer.copy(each)
                else:
                    writer.copy(each)
        assert urls(tmp_path / "copy.warc") == ALL[1:]


    def test_a_record_that_was_used_is_refused(self, archive, tmp_path):
        with wax.Writer(tmp_path / "copy.warc") as writer:
            first, second = (each for i, each in enumerate(wax.open(archive))
                             if use_once(writer, each) and i < 2)
        assert first.url == ALL[0] and second.url == ALL[1]
        assert urls(tmp_path / "copy.warc") == ALL

    def test_a_cut_record_is_left_out_and_the_others_are_copied(self, archive,
                                                                tmp_path):
        cut = tmp_path / "cut.warc"
        cut.write_bytes(b"".join(PAGES[:3])[:-60])
        told = []
        with wax.Writer(tmp_path / "copy.warc") as writer:
            read = wax.open([cut, archive], problems=told)
            for i, each in enumerate(read):
                if i == 2:
                    with pytest.raises(wax.DamageError, match="lacks") as caught:
                        writer.copy(each)
                    assert caught.value.file == str(cut)
                    assert caught.value.offset == each.offset
                else:
                    writer.copy(each)
        assert urls(tmp_path / "copy.warc") == ALL[:2] + ALL
        assert [each.id for each in told] == ["warc-truncated-record"]


def use_once(writer, each):
    """Copies a record, and tries to use it again."""
    writer.copy(each)
    for use in (lambda: writer.copy(each), lambda: wax.text(each)):
        with pytest.raises(wax.UsageError, match="was read"):
            use()
    return True


class TestRecords:
    FIELDS = [("WARC-Type", "resource"), ("WARC-Record-ID", "<urn:1>"),
              ("WARC-Date", "2007-05-31T20:35:00Z"),
              ("WARC-Target-URI", "http://a/"), ("Content-Type", "text/plain")]

    def test_they_are_written_of_fields_and_a_block(self):
        file = io.BytesIO()
        with wax.Writer(file) as writer:
            assert writer.write(self.FIELDS, b"hello")[0] == 0
        file.seek(0)
        only, = wax.open(file)
        assert only.headers.items()[:5] == self.FIELDS
        file.seek(0)
        assert next(wax.open(file)).block.read() == b"hello"

    def test_fields_that_break_the_header_are_refused(self):
        with wax.Writer(io.BytesIO()) as writer:
            for wrong in (("a b", "c"), ("a", "b\r\nc"), ("Content-Length", "3")):
                with pytest.raises(wax.UsageError):
                    writer.write([*self.FIELDS, wrong], b"")
            writer.write(self.FIELDS, b"hello")
        with pytest.raises(wax.ClosedError):
            writer.write(self.FIELDS, b"")


    def test_mandatory_fields_are_added(self):
        file = io.BytesIO()
        with wax.Writer(file, compression=None) as writer:
            for fields in ({"warc-type": "metadata"}, [("WARC-Type", "metadata")]):
                writer.write(fields, b"x")
            with pytest.raises(wax.UsageError, match="WARC-Type"):
                writer.write([("WARC-Target-URI", "http://a/")], b"x")
        file.seek(0)
        assert file.getvalue().startswith(b"WARC/1.1")
        first, second = wax.open(file)
        assert re.fullmatch("<urn:uuid:[-0-9a-f]{36}>", first.id)
        assert first.id != second.id
        now = datetime.datetime.now(datetime.UTC)
        assert abs(now - first.datetime) < datetime.timedelta(minutes=5)

    @pytest.mark.parametrize("fields, block, what", [
        (FIELDS, "hello", "not str"), ([*FIELDS, ("WARC-Type", "x")], b"", "one WARC-"),
        ([("WARC-Type", "")], b"", "not empty"),
        ([("WARC-Type", "x"), ("WARC-Date", "yesterday")], b"", "no WARC-Date"),
        ([("WARC-Type", "x"), ("WARC-Record-ID", "abc")], b"", "URI in <>"),
        ([1], b"", "pairs"), (["ab"], b"", "WARC-Type"),
        ([("a", "b", "c")], b"", "pairs"), ([(1, 2)], b"", "str or bytes")])
    def test_what_is_no_record_is_refused(self, fields, block, what):
        with wax.Writer(io.BytesIO()) as writer:
            with pytest.raises((TypeError, wax.UsageError), match=what):
                writer.write(fields, block)


    @pytest.mark.parametrize("type, block, payload", [
        ("resource", b"abc", b"abc"), ("metadata", b"abc", None),
        ("response", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                     b"3\r\nabc\r\n0\r\n\r\n", b"abc"),
        ("response", b"HTTP/1.1 304 Not Modified\r\n\r\n", None),
        ("request", b"POST / HTTP/1.1\r\nHost: a\r\n\r\nabc", b"abc")])
    def test_digests_are_added(self, type, block, payload):
        def digest(data):
            return "sha1:" + base64.b32encode(hashlib.sha1(data).digest()).decode()

        file = io.BytesIO()
        with wax.Writer(file) as writer:
            writer.write({"WARC-Type": type}, block)
            writer.write({"WARC-Type": type}, block, digests=False)
            writer.write({"WARC-Type": type, "warc-block-digest": "sha1:mine"}, block)
        file.seek(0)
        made, without, mine = wax.open(file)
        assert made.headers["WARC-Block-Digest"] == digest(block)
        assert made.headers.get("WARC-Payload-Digest") == (
            digest(payload) if payload else None)
        assert "WARC-Block-Digest" not in without.headers
        assert "WARC-Payload-Digest" not in without.headers
        assert [value for name, value in mine.headers.items()
                if name.lower() == "warc-block-digest"] == ["sha1:mine"]

    def test_blocks_whose_bytes_are_scattered_are_refused(self):
        with wax.Writer(io.BytesIO()) as writer:
            with pytest.raises(BufferError):
                writer.write(self.FIELDS, memoryview(b"ABCDEFGHIJ" * 1000)[::-1])

    @pytest.mark.parametrize("version", ["", "x\r\ny", "1.1 ", ".", "1.", ".1", "1..1"])
    def test_versions_are_numbers(self, version):
        with pytest.raises(wax.UsageError, match="version"):
            wax.Writer(io.BytesIO(), version=version)


class TestFiles:
    def test_they_appear_whole_or_not_at_all(self, tmp_path):
        path = tmp_path / "a.warc.gz"
        with pytest.raises(KeyError):
            with wax.Writer(path) as writer:
                writer.write(TestRecords.FIELDS, b"hello")
                raise KeyError("a")
        assert list(tmp_path.iterdir()) == []

    def test_one_that_exists_is_refused_without_force(self, tmp_path):
        path = tmp_path / "a.warc.gz"
        path.write_bytes(b"")
        with pytest.raises(wax.UsageError):
            wax.Writer(path)
        with wax.Writer(path, force=True) as writer:
            writer.write(TestRecords.FIELDS, b"hello")
        assert len(list(wax.open(path))) == 1

    def test_a_full_disk_is_an_error(self):
        with pytest.raises((wax.IoError, OSError)):
            with wax.Writer(open("/dev/full", "wb", buffering=0)) as writer:
                writer.write(TestRecords.FIELDS, bytes(10_000_000))

    def test_words_are_checked(self, tmp_path):
        with pytest.raises(wax.UsageError):
            wax.Writer(tmp_path / "a", compression="lz4")
        with pytest.raises(wax.UsageError, match="^level must be"):
            wax.Writer(tmp_path / "a", level=77)
        assert record("a", "b", b"")

    def test_fields_of_a_record_that_is_read_are_taken(self, tmp_path, archive):
        path = tmp_path / "again.warc.gz"
        with wax.Writer(path) as writer:
            for each in wax.open(archive):
                writer.write(each.headers.items(), each.block.read())
        assert urls(path) == ALL
        with wax.Writer(tmp_path / "b.warc") as writer:
            with pytest.raises(wax.UsageError, match="4, and the block has 3 bytes"):
                writer.write([("WARC-Type", "resource"), ("Content-Length", "4")],
                             b"one")

    def test_a_child_of_fork_leaves_the_file(self, tmp_path):
        path = tmp_path / "a.warc"
        program = ("import os, sys, waxwing_warc as wax\n"
                   "writer = wax.Writer(sys.argv[1], compression='none')\n"
                   "writer.write({'WARC-Type': 'resource'}, b'one')\n"
                   "child = os.fork()\n"
                   "if child == 0:\n"
                   "    try:\n"
                   "        writer.close()\n"
                   "    except wax.BusyError:\n"
                   "        del writer\n"
                   "        os._exit(3)\n"  # what it left is no leak
                   "assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3\n"
                   "writer.write({'WARC-Type': 'resource'}, b'two')\n"
                   "writer.close()\n")
        done = run_python(program, path)
        assert done.returncode == 0, done.stderr
        assert [each.block.read() for each in wax.open(path)] == [b"one", b"two"]


class Raw(io.RawIOBase):
    """A file that does not block: it takes some bytes, and nothing each second
    time."""

    def __init__(self):
        self.bytes = b""
        self._calls = 0

    def writable(self):
        return True

    def write(self, bytes_):
        self._calls += 1
        if self._calls % 2:
            return None
        self.bytes += bytes_[:700]
        return min(700, len(bytes_))


class TestFileObjects:
    FIELDS = {"WARC-Type": "resource"}

    def test_one_that_does_not_block_gets_all_bytes(self):
        raw = Raw()
        with wax.Writer(raw, compression="none") as writer:
            writer.write(self.FIELDS, b"x" * 5000)
        only = next(wax.open(io.BytesIO(raw.bytes)))
        assert only.block.read() == b"x" * 5000 and only.intact

    def test_what_is_written_to_must_not_write_on(self):
        class Wrong:
            def write(self, _):
                with pytest.raises(wax.BusyError, match="is writing it"):
                    writer.write(TestFileObjects.FIELDS, b"")

        writer = wax.Writer(Wrong(), compression="none")
        writer.write(self.FIELDS, b"x")
        writer.close()

    @pytest.mark.parametrize("count", [0, 1 << 30])
    def test_counts_of_bytes_must_be_possible(self, count):
        class Wrong:
            def write(self, _):
                return count

        writer = wax.Writer(Wrong(), compression="none")
        writer.write(self.FIELDS, b"x")
        with pytest.raises(wax.IoError, match="says that it wrote"):
            writer.close()
