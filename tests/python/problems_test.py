"""Damage: as a list, by a function, as exceptions."""

import io
import os

import pytest

import waxwing
from conftest import ALL, PAGES, members, record, urls


class TestDamage:
    @pytest.fixture
    def damaged(self, tmp_path):
        packed = [members([each]) for each in PAGES]
        packed[4] = packed[4][:30] + bytes(20) + packed[4][50:]
        path = tmp_path / "damaged.warc.gz"
        path.write_bytes(b"".join(packed))
        return path, sum(map(len, packed[:4]))

    def test_problems_are_listed_and_reading_goes_on(self, damaged):
        path, offset = damaged
        read = waxwing.open(path)
        found = [each.url for each in read]
        assert found[-1] == ALL[-1] and len(found) >= 19
        lost = [each for each in read.problems if each.severity == "lost"]
        assert lost and lost[0].file == str(path)
        assert lost[0].offset >= offset

    def test_a_list_or_a_function_takes_them(self, damaged):
        path, _ = damaged
        mine = []
        list(waxwing.open(path, problems=mine))
        called = []
        list(waxwing.open(path, problems=called.append))
        assert [each.text for each in mine] == [each.text for each in called]
        assert mine
        with pytest.raises(TypeError):
            waxwing.open(path, problems=3)

    def test_strict_raises_the_first_loss_and_goes_on(self, damaged):
        path, _ = damaged
        read = waxwing.open(path, strict=True)
        found, raised = [], []
        while True:
            try:
                found.append(next(read).url)
            except waxwing.DamageError as error:
                raised.append(error)
            except StopIteration:
                break
        assert found == urls(path)
        assert raised[0].file == str(path) and raised[0].offset is not None
        assert raised[0].id in str(raised[0])
        assert isinstance(raised[0], waxwing.FormatError)

    def test_an_exception_of_the_function_comes_through(self, damaged):
        path, _ = damaged

        def refuse(problem):
            raise KeyError(problem.id)

        with pytest.raises(KeyError):
            list(waxwing.open(path, problems=refuse))

    def test_cut_and_flipped_archives_never_crash(self, archive):
        whole = archive.read_bytes()
        for n in range(0, len(whole), 37):
            for bytes_ in (whole[:n],
                           whole[:n] + bytes([whole[n] ^ 0x55]) + whole[n + 1:]):
                for each in waxwing.open(io.BytesIO(bytes_)):
                    each.headers.items()
                    if each.http:
                        each.http.headers.items()
                    each.body.read()

    def test_what_is_no_archive_is_a_problem(self, tmp_path):
        for name, content, id_ in (("a.txt", b"hello\n" * 9, "not-an-archive"),
                                   ("b.warc", b"", "empty-file")):
            path = tmp_path / name
            path.write_bytes(content)
            read = waxwing.open(path)
            assert list(read) == []
            assert [each.id for each in read.problems] == [id_]

    def test_a_file_that_shrinks_is_told(self, tmp_path):
        path = tmp_path / "a.warc"
        path.write_bytes(record("resource", "http://a/", bytes(5_000_000)) * 2)
        read = waxwing.open(path)
        next(read)
        os.truncate(path, 1_000_000)
        list(read)
        assert any(each.severity == "lost" for each in read.problems)
