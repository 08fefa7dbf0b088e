"""Exceptions: their types, and what they say."""

import io
import pickle

import pytest

import waxwing_warc as wax
from conftest import CRAWL, PAGES, one, record
from waxwing_warc import errors


class TestTypes:
    def test_all_are_errors(self):
        every = [each for each in vars(errors).values()
                 if isinstance(each, type) and issubclass(each, Exception)]
        assert len(every) > 8
        assert all(issubclass(each, wax.Error) for each in every)

    def test_they_are_pythons_own_types_too(self):
        assert issubclass(wax.IoError, OSError)
        assert issubclass(wax.NotFoundError, FileNotFoundError)
        assert issubclass(wax.FormatError, ValueError)
        assert issubclass(wax.UsageError, ValueError)


class TestPlaces:
    def test_a_file_is_named_whatever_its_name_is(self, tmp_path):
        path = tmp_path / "odd: name: x"
        with pytest.raises(wax.NotFoundError) as caught:
            wax.open(path)
        assert caught.value.file == str(path)
        assert caught.value.errno == 2
        assert str(caught.value) == f"{path}: open: No such file or directory"

    def test_a_folder_that_cannot_be_read_is_an_io_error(self, tmp_path):
        with pytest.raises(wax.IoError) as caught:
            wax.open(tmp_path / "none" / "a.warc")
        assert caught.value.offset is None

    def test_damage_names_file_offset_and_id(self, tmp_path):
        path = tmp_path / "a.warc.gz"
        path.write_bytes(b"\x1f\x8b" + bytes(100))
        with pytest.raises(wax.DamageError) as caught:
            list(wax.open(path, strict=True))
        assert caught.value.file == str(path)
        assert caught.value.offset == 0
        assert caught.value.id


def gone(path):
    """A path at which nothing is any more."""
    if path.is_dir():
        import shutil
        shutil.rmtree(path)
    else:
        path.unlink()
    return path


class TestWrongUses:
    """Each raises an exception that is documented, and none ends the process."""

    @pytest.mark.parametrize("call", [
        lambda path: list(wax.cdx.read(path)),
        lambda path: list(wax.cdx.sort(path)),
        lambda path: list(wax.cdx.merge(path)),
        lambda path: list(wax.cdx.look_up("http://a/", path)),
        lambda path: wax.open(path),
        lambda path: wax.Index(path),
        lambda path: wax.graph.Graph(path),
        lambda path: wax.rank.Rank(path),
        lambda path: wax.segments.documents(path),
    ])
    def test_a_file_that_vanished_is_named(self, tmp_path, call):
        path = tmp_path / "file"
        path.write_bytes(PAGES[0])
        with pytest.raises((wax.IoError, wax.UsageError)) as raised:
            call(gone(path))
        assert str(path) in str(raised.value)

    def test_an_archive_that_vanishes_is_read_to_its_end(self, archive):
        records = wax.open(archive)
        next(records)
        gone(archive)
        assert sum(1 for _ in records) == len(PAGES) - 1

    def test_an_archive_that_is_cut_while_it_is_read_is_a_loss(self, tmp_path):
        path = tmp_path / "large.warc"
        path.write_bytes(record("resource", "http://a/", b"x" * 3_000_000) * 3)
        records = wax.open(path)
        first = next(records)
        with path.open("r+b") as file:
            file.truncate(1_000_000)
        assert not first.intact
        assert [each.file for each in records.problems][:1] == [str(path)]

    @pytest.mark.parametrize("call", [
        lambda: wax.open(None),
        lambda: wax.open([1]),
        lambda: wax.open("a", types=3),
        lambda: wax.open(CRAWL, offset="3"),
        lambda: wax.captures(CRAWL, jobs=None),
        lambda: wax.captures(7),
        lambda: wax.captures(io.BytesIO(PAGES[0])),
        lambda: wax.images(io.BytesIO(PAGES[0])),
        lambda: wax.posts.read(io.BytesIO(b"")),
        lambda: wax.urlkey(None),
        lambda: wax.cdx.read(3),
        lambda: wax.text(3.5),
        lambda: wax.plain_text(None),
        lambda: wax.Index(None),
        lambda: wax.graph.Graph(1),
        lambda: wax.rank.Rank([]),
        lambda: wax.posts.read(3),
        lambda: wax.RecordAccess().at(None, 0),
        lambda: wax.Writer(3),
    ])
    def test_another_type_is_a_type_error(self, call):
        with pytest.raises(TypeError):
            call()

    @pytest.mark.parametrize("call", [
        lambda: wax.open(CRAWL, offset=-1),
        lambda: wax.captures(CRAWL, jobs=-1),
        lambda: wax.cdx.sort("a", memory=-1),
        lambda: wax.cdx.merge("a", jobs=-1),
        lambda: wax.cdx.filter("a", max_per_key=-1),
        lambda: wax.cdx.look_up("http://a/", "a", limit=-1),
        lambda: wax.cdx.zipnum("a", "b", shards=-1),
        lambda: wax.posts.shares("a", least=-1),
        lambda: wax.RecordAccess().at("a", -1),
    ])
    def test_a_number_below_zero_is_a_usage_error(self, call):
        with pytest.raises(wax.UsageError, match="-1"):
            call()

    def test_a_folder_of_something_else_is_named(self, tmp_path):
        for call in (wax.Index, wax.rank.Rank):
            with pytest.raises(wax.UsageError) as raised:
                call(tmp_path)
            assert raised.value.file == str(tmp_path)

    def test_a_second_part_of_a_block_has_file_and_offset(self):
        each = one(b"".join(PAGES))
        each.body.read(1)
        with pytest.raises(wax.UsageError) as raised:
            each.payload.read()
        assert (raised.value.file, raised.value.offset) == ("<BytesIO>", 0)

    @pytest.mark.parametrize("call", [
        lambda: wax.open("/none"),
        lambda: list(wax.open(io.BytesIO(b"x"), strict=True)),
        lambda: wax.captures(CRAWL, profile="none"),
    ])
    def test_they_come_whole_out_of_another_process(self, call):
        with pytest.raises(wax.Error) as raised:
            call()
        error = raised.value
        other = pickle.loads(pickle.dumps(error))
        assert type(other) is type(error)
        for name in ("args", "file", "offset", "id", "errno"):
            assert getattr(other, name, None) == getattr(error, name, None)

    def test_a_problem_function_that_raises_does_not_end_the_captures(
            self, tmp_path):
        path = tmp_path / "a.warc"
        path.write_bytes(PAGES[0] + b"nothing of an archive\r\n\r\n" + PAGES[1])

        def fail(problem):
            raise LookupError(problem.id)

        captures = wax.captures(path, problems=fail)
        with pytest.raises(LookupError):
            list(captures)
        assert len(list(captures)) in (0, 1, 2)

    def test_what_is_closed_says_so(self, tmp_path, archive):
        writer = wax.Writer(tmp_path / "new.warc.gz")
        each = next(wax.open(archive))
        writer.copy(each)
        writer.close()
        with pytest.raises(wax.ClosedError):
            writer.write([("WARC-Type", "metadata")], b"x")
        records = wax.open(archive)
        records.close()
        with pytest.raises(wax.ClosedError) as raised:
            next(records)
        assert raised.value.file == str(archive)

    def test_a_body_after_the_next_record_has_file_and_offset(self, archive):
        records = wax.open(archive)
        first = next(records)
        body = first.body
        second = next(records)
        for read in (body.read, lambda: memoryview(body), first.check_digests,
                     lambda: body.readinto(bytearray(3))):
            with pytest.raises(wax.StaleRecordError) as raised:
                read()
            assert (raised.value.file, raised.value.offset) == (
                str(archive), first.offset)
        assert second.body.read()
