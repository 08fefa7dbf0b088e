"""Exceptions: their types, and what they say."""

import pytest

import waxwing
from waxwing import errors


class TestTypes:
    def test_all_are_errors(self):
        every = [each for each in vars(errors).values()
                 if isinstance(each, type) and issubclass(each, Exception)]
        assert len(every) > 8
        assert all(issubclass(each, waxwing.Error) for each in every)

    def test_they_are_pythons_own_types_too(self):
        assert issubclass(waxwing.IoError, OSError)
        assert issubclass(waxwing.NotFoundError, FileNotFoundError)
        assert issubclass(waxwing.FormatError, ValueError)
        assert issubclass(waxwing.UsageError, ValueError)


class TestPlaces:
    def test_a_file_is_named_whatever_its_name_is(self, tmp_path):
        path = tmp_path / "odd: name: x"
        with pytest.raises(waxwing.NotFoundError) as caught:
            waxwing.open(path)
        assert caught.value.file == str(path)
        assert caught.value.errno == 2
        assert str(caught.value) == f"{path}: open: No such file or directory"

    def test_a_folder_that_cannot_be_read_is_an_io_error(self, tmp_path):
        with pytest.raises(waxwing.IoError) as caught:
            waxwing.open(tmp_path / "none" / "a.warc")
        assert caught.value.offset is None

    def test_damage_names_file_offset_and_id(self, tmp_path):
        path = tmp_path / "a.warc.gz"
        path.write_bytes(b"\x1f\x8b" + bytes(100))
        with pytest.raises(waxwing.DamageError) as caught:
            list(waxwing.open(path, strict=True))
        assert caught.value.file == str(path)
        assert caught.value.offset == 0
        assert caught.value.id
