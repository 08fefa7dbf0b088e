"""Texts and paths as Python has them."""

import os

import waxwing_warc as wax
from conftest import PAGES


class TestPaths:
    def test_bytes_that_are_no_utf8_are_kept(self, tmp_path):
        path = os.fsencode(tmp_path) + b"/caf\xe9.warc"
        with open(path, "wb") as file:
            file.write(PAGES[0])
        for each in (path, os.fsdecode(path)):
            first = next(wax.open(each))
            assert os.fsencode(first.file) == path
