"""Damage: as a list, by a function, as exceptions."""

import io
import os
import random

import pytest

import waxwing_warc as wax
from conftest import ALL, PAGES, members, record, response, urls


class TestDamage:
    @pytest.fixture
    def damaged(self, tmp_path):
        packed = [members([each]) for each in PAGES]
        packed[4] = packed[4][:30] + bytes(20) + packed[4][50:]
        path = tmp_path / "damaged.warc.gz"
        path.write_bytes(b"".join(packed))
        return path, sum(map(len, packed[:4]))

    @pytest.fixture
    def cut_body(self, tmp_path):
        """As damaged, with a record whose header can be read."""
        digits = random.Random(4).randbytes(20_000).hex().encode()
        large = response("http://example.com/4", digits)
        packed = [members([each]) for each in [*PAGES[:4], large, *PAGES[5:]]]
        packed[4] = packed[4][:9_000] + b"\xff" * 500 + packed[4][9_500:]
        path = tmp_path / "damaged.warc.gz"
        path.write_bytes(b"".join(packed))
        return path, sum(map(len, packed[:4]))

    def test_problems_are_listed_and_reading_goes_on(self, damaged):
        path, offset = damaged
        read = wax.open(path)
        found = [each.url for each in read]
        assert found[-1] == ALL[-1] and len(found) >= 19
        lost = [each for each in read.problems if each.severity == "lost"]
        assert lost and lost[0].file == str(path)
        assert lost[0].offset >= offset

    def test_a_list_or_a_function_takes_them(self, damaged):
        path, _ = damaged
        mine = []
        list(wax.open(path, problems=mine))
        called = []
        list(wax.open(path, problems=called.append))
        assert [each.text for each in mine] == [each.text for each in called]
        assert mine
        with pytest.raises(TypeError):
            wax.open(path, problems=3)

    def test_strict_raises_the_first_loss_and_goes_on(self, damaged):
        path, _ = damaged
        read = wax.open(path, strict=True)
        found, raised = [], []
        while True:
            try:
                found.append(next(read).url)
            except wax.DamageError as error:
                raised.append(error)
            except StopIteration:
                break
        assert found == urls(path)
        assert raised[0].file == str(path) and raised[0].offset is not None
        assert raised[0].id in str(raised[0])
        assert isinstance(raised[0], wax.FormatError)

    def test_damage_of_a_record_that_is_read_by_offset_is_told(self, cut_body):
        path, offset = cut_body
        access = wax.RecordAccess()
        found = access.at(path, offset)
        found.body.read()
        assert [each.id for each in access.problems] == ["gzip-bad-member"]
        assert found.body.read() == b"" and not found.intact
        assert access.at(path, 0).body.read()
        assert len(access.problems) == 1
        for read in (lambda each: each.body.read(), wax.text,
                     lambda each: each.check_digests(), lambda each: each.intact,
                     lambda each: list(each.block),
                     lambda each: memoryview(each.payload)):
            for found in (wax.RecordAccess(strict=True).at(path, offset),
                          next(wax.open(path, offset=offset, strict=True))):
                with pytest.raises(wax.DamageError) as caught:
                    read(found)
                assert (caught.value.file, caught.value.offset) == (str(path), offset)

    def test_strict_raises_at_the_end_of_a_body(self, cut_body):
        path, offset = cut_body
        read = wax.open(path, strict=True)
        for each in read:
            if each.offset == offset:
                break
            each.body.read()
        with pytest.raises(wax.DamageError, match="gzip-bad-member"):
            each.body.read()
        assert [each.url for each in read] == ALL[5:]
        assert len(read.problems) == 1

    def test_strict_raises_bytes_that_their_checksum_contradicts(self):
        bytes_ = bytearray(members(PAGES[:2]))
        bytes_[len(members(PAGES[:1])) - 8] ^= 1  # of the CRC-32
        read = wax.open(io.BytesIO(bytes_), strict=True)
        with pytest.raises(wax.DamageError, match="gzip-bad-checksum"):
            next(read).body.read()
        assert next(read).body.read() == b"<p>page 1</p>"
        assert len(list(wax.open(io.BytesIO(bytes_)))) == 2

    def test_a_function_that_is_told_must_not_read_on(self, damaged):
        path, _ = damaged
        errors = []

        def read_on(problem):
            with pytest.raises(wax.BusyError):
                next(read)
            errors.append(problem.id)

        read = wax.open(path, problems=read_on)
        assert [each.url for each in read] == urls(path)
        assert errors == ["gzip-bad-member"]

    def test_an_exception_of_the_function_comes_through(self, damaged):
        path, _ = damaged

        def refuse(problem):
            raise KeyError(problem.id)

        with pytest.raises(KeyError):
            list(wax.open(path, problems=refuse))

    def test_cut_and_flipped_archives_never_crash(self, archive):
        whole = archive.read_bytes()
        for n in range(0, len(whole), 37):
            for bytes_ in (whole[:n],
                           whole[:n] + bytes([whole[n] ^ 0x55]) + whole[n + 1:]):
                for each in wax.open(io.BytesIO(bytes_)):
                    each.headers.items()
                    if each.http:
                        each.http.headers.items()
                    each.body.read()

    def test_what_is_no_archive_is_a_problem(self, tmp_path):
        for name, content, id_ in (("a.txt", b"hello\n" * 9, "not-an-archive"),
                                   ("b.warc", b"", "empty-file")):
            path = tmp_path / name
            path.write_bytes(content)
            read = wax.open(path)
            assert list(read) == []
            assert [each.id for each in read.problems] == [id_]

    def test_a_file_that_shrinks_is_told(self, tmp_path):
        path = tmp_path / "a.warc"
        path.write_bytes(record("resource", "http://a/", bytes(5_000_000)) * 2)
        read = wax.open(path)
        next(read)
        os.truncate(path, 1_000_000)
        list(read)
        assert any(each.severity == "lost" for each in read.problems)
