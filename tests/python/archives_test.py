"""Archives: what is read of them, where reading begins, and when it ends."""

import io
import os
import shutil
import subprocess
import zipfile

import pytest

import waxwing_warc as wax
from conftest import (
    ALL,
    CRAWL,
    PAGES,
    SHARED,
    members,
    record,
    tool_in,
    urls,
)


def damaged_zip(path):
    """The path of a WACZ file whose archive has another checksum than it states."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wacz:
        wacz.writestr("archive/a.warc",
                      record("resource", "http://z/", os.urandom(4 << 20)))
    bytes_ = bytearray(path.read_bytes())
    bytes_[bytes_.rindex(b"PK\1\2") + 16] ^= 1
    path.write_bytes(bytes_)
    return str(path)


class TestReading:
    def test_types_are_chosen(self):
        read = wax.open(CRAWL, types=["request", "warcinfo"])
        assert {each.type for each in read} == {"request", "warcinfo"}
        with pytest.raises(wax.UsageError, match="nonsense"):
            wax.open(CRAWL, types="nonsense")

    def test_an_offset_begins_there(self, archive):
        fifth = list(wax.open(archive))[5]
        assert urls(archive, offset=fifth.offset) == ALL[5:]
        read = wax.open(archive, offset=fifth.offset + 1)
        assert list(read) == []
        assert [each.id for each in read.problems] == ["no-record-at-offset"]

    def test_skimming_gives_the_same_records(self):
        facts = [[(each.url, each.offset, each.http and each.http.status)
                  for each in wax.open(CRAWL, skim=skim)]
                 for skim in (False, True)]
        assert facts[0] == facts[1]

    def test_records_by_offset_come_in_any_order(self, archive):
        offsets = [each.offset for each in wax.open(archive)]
        access = wax.RecordAccess()
        for i in (7, 3, 19, 0, 3):
            each = access.at(archive, offsets[i])
            assert each.url == ALL[i]
            assert each.body.read() == b"<p>page %d</p>" % i
        assert access.at(archive, 5) is None
        assert [each.id for each in access.problems] == ["no-record-at-offset"]

    def test_an_archive_that_is_missing_keeps_no_other_from_being_read(
            self, archive, tmp_path):
        access = wax.RecordAccess()
        for wrong, error in ((tmp_path / "none.warc", wax.NotFoundError),
                             (tmp_path, wax.IoError)):
            with pytest.raises(error) as caught:
                access.at(wrong, 0)
            assert caught.value.file == str(wrong)
            assert access.at(archive, 0).url == ALL[0]

    def test_one_whose_bytes_are_damaged_keeps_no_other_from_being_read(
            self, archive, tmp_path):
        damaged = damaged_zip(tmp_path / "a.wacz")
        access = wax.RecordAccess()
        for _ in range(2):
            body = access.at(damaged + "!/archive/a.warc", 0).body
            with pytest.raises(wax.IoError, match="checksum"):
                body.read()
            assert access.at(archive, 0).url == ALL[0]
        access.at(damaged + "!/archive/a.warc", 0)
        assert access.at(archive, 0).url == ALL[0]
        assert [each.id for each in access.problems] == ["unreadable-archive"]

        for reads in (False, True):
            opened, seen, errors = wax.open([damaged, str(archive)]), [], 0
            for each in opened:
                seen.append(each.url)
                try:
                    if reads:
                        each.body.read()
                except wax.IoError:
                    errors += 1
            assert seen == ["http://z/", *ALL] and errors == reads
            assert [each.id for each in opened.problems] == ["unreadable-archive"]

    def test_damage_of_the_record_before_is_told_and_not_raised(self, tmp_path):
        first, second = members(PAGES[:1]), members(PAGES[1:2])
        damaged = bytearray(first)
        damaged[-8] ^= 1  # of the checksum
        path = tmp_path / "a.warc.gz"
        path.write_bytes(bytes(damaged) + second)
        access = wax.RecordAccess(strict=True)
        assert access.at(path, 0).url == ALL[0]
        assert access.at(path, len(first)).url == ALL[1]
        assert [each.offset for each in access.problems] == [0]
        with pytest.raises(wax.DamageError):
            access.at(path, 0).body.read()

    @pytest.mark.parametrize("offset, error", [
        (-1, wax.UsageError), (1 << 64, wax.UsageError), (1.5, TypeError),
        ("1", TypeError)])
    def test_offsets_are_numbers(self, archive, offset, error):
        with pytest.raises(error):
            wax.RecordAccess().at(archive, offset)
        with pytest.raises(error):
            wax.open(archive, offset=offset)

    def test_folders_without_archives_are_refused(self, archive, tmp_path):
        empty = tmp_path / "empty"
        empty.mkdir()
        for read in (wax.open, wax.captures, wax.find_archives):
            with pytest.raises(wax.UsageError, match="found no archive in "):
                read(empty)
            with pytest.raises(wax.UsageError, match="or the other inputs"):
                read([empty, empty])
            with pytest.raises(wax.UsageError, match="at least"):
                read([])
            told = []
            assert list(read([empty, archive], problems=told))
            assert [each.file for each in told] == [str(empty)]
        with pytest.raises(wax.UsageError, match="found no archive in "):
            list(wax.images(empty, sizes=True))
        for order in (1, -1):
            with open(archive, "rb") as file:
                read = wax.open([empty, file][::order])
                assert len(list(read)) == len(ALL)
                assert [each.file for each in read.problems] == [str(empty)]

    def test_a_zip_file_without_archives_is_told(self):
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as file:
            file.writestr("pages/pages.jsonl", "{}")
        read = wax.open(io.BytesIO(made.getvalue()))
        assert list(read) == []
        assert [each.id for each in read.problems] == ["not-an-archive"]

    def test_open_files_with_names_that_are_no_utf8_are_read(self, archive, tmp_path):
        path = os.fsencode(tmp_path) + b"/\xe9.warc"
        shutil.copy(archive, path)
        with open(os.fsdecode(path), "rb") as file:
            assert [each.url for each in wax.open(file)] == ALL

    def test_a_closed_archive_says_so(self, archive):
        with wax.open(archive) as read:
            first = next(read)
        assert read.closed
        assert first.url == ALL[0]
        with pytest.raises(wax.ClosedError) as caught:
            next(read)
        assert caught.value.file == str(archive)
        with pytest.raises(wax.StaleRecordError):
            first.body.read()

    def test_the_end_stays_the_end(self, archive):
        read = wax.open(archive)
        assert len(list(read)) == 20
        assert list(read) == []

    @pytest.mark.skipif(not SHARED.is_dir(), reason="there is no ../shared")
    def test_archives_of_others_give_what_the_tool_lists(self, tools):
        seen = 0
        for path in sorted((SHARED / "archives").iterdir()):
            if path.suffix in (".md", ".json", ".py", ".cdx"):
                continue
            done = subprocess.run(
                [tool_in(tools, "wax-warc-ls"), "--fields",
                 "offset,length,warc-type,url", str(path)],
                capture_output=True, check=False)
            rows = []
            for each in wax.open(path):
                length = "-" if each.length is None else str(each.length)
                rows.append([str(each.offset), length, each.type])
            listed = [line.split("\t")[:3] for line in
                      done.stdout.decode("utf-8", "replace").splitlines()]
            for row in listed:
                if row[2] == "-":
                    row[2] = "unknown"
            assert len(rows) == len(listed), path
            assert [row[:2] for row in rows] == [row[:2] for row in listed], path
            seen += len(rows)
        assert seen > 100
