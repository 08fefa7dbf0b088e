"""Parquet: Common Crawl's table of captures."""

import datetime
import json
import os
import subprocess
import sys
import threading
import time

import pytest

import waxwing_warc as wax
from conftest import (
    CRAWL,
    members,
    needs,
    response,
    run_tool,
    tool_in,
)

needs("pyarrow")
import pyarrow.parquet as pq  # noqa: E402

from waxwing_warc import parquet  # noqa: E402

CDX = """\
 CDX N b a m s k r M S V g
com,example)/ 20070101000000 http://www.example.com:8080/a?b=c text/html 200 \
AAAA - - 10 20 crawl-data/CC/segments/1516.6/warc/a.warc.gz
com,example)/robots.txt 20070102030405 http://example.com/robots.txt text/plain \
404 BBBB - - 6000000000 5000000000 a.warc.gz
uk,co,example)/x 20070102030405 https://a.b.example.co.uk/x text/html 301 CCCC \
http://c/ - 12 7 a.warc.gz
"""

# As ../shared/spec has it of Common Crawl's cc-index-schema-flat.json.
NAMES = """url_surtkey url url_host_name url_host_tld url_host_2nd_last_part
url_host_3rd_last_part url_host_4th_last_part url_host_5th_last_part
url_host_registry_suffix url_host_registered_domain url_host_private_suffix
url_host_private_domain url_host_name_reversed url_protocol url_port url_path
url_query fetch_time fetch_status fetch_redirect content_digest
content_mime_type content_mime_detected content_charset content_languages
content_truncated warc_record_id warc_filename warc_record_offset
warc_record_length warc_segment""".split()


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "a.cdx"
    path.write_text(CDX)
    rows = wax.to_parquet(wax.cdx.read(path), tmp_path / "t",
                              crawl="CC-TEST")
    assert rows == {"warc": 1, "robotstxt": 1, "crawldiagnostics": 1}
    return tmp_path / "t"


def row_of(table, subset):
    path = table / "crawl=CC-TEST" / ("subset=" + subset) / "part-00000.parquet"
    return pq.ParquetFile(path).read().to_pylist()[0]


class TestColumns:
    def test_names_and_types(self, table):
        path = table / "crawl=CC-TEST/subset=warc/part-00000.parquet"
        schema = pq.read_schema(path)
        assert schema.names == NAMES
        types = {field.name: str(field.type) for field in schema}
        assert types.pop("fetch_time") == "timestamp[ms]"
        assert types.pop("fetch_status") == "int16"
        assert types.pop("warc_record_id") == "binary"
        assert types.pop("url_port") == "int32"
        assert types.pop("warc_record_offset") == "int64"
        assert types.pop("warc_record_length") == "int64"
        assert set(types.values()) == {"string"}
        assert not schema.field("url").nullable

    def test_values(self, table):
        row = row_of(table, "warc")
        assert row["url_host_name"] == "www.example.com"
        assert (row["url_host_tld"], row["url_host_2nd_last_part"],
                row["url_host_3rd_last_part"], row["url_host_4th_last_part"]) == (
                    "com", "example", "www", None)
        assert row["url_host_name_reversed"] == "com.example.www"
        assert (row["url_protocol"], row["url_port"], row["url_path"],
                row["url_query"]) == ("http", 8080, "/a", "b=c")
        assert row["fetch_time"] == datetime.datetime(2007, 1, 1)
        assert (row["fetch_status"], row["fetch_redirect"]) == (200, None)
        assert row["warc_segment"] == "1516.6"
        assert (row["warc_record_length"], row["warc_record_offset"]) == (10, 20)
        redirect = row_of(table, "crawldiagnostics")
        assert redirect["url_host_registered_domain"] == "example.co.uk"
        assert redirect["url_host_registry_suffix"] == "co.uk"
        assert redirect["fetch_redirect"] == "http://c/"
        robots = row_of(table, "robotstxt")
        assert robots["warc_record_offset"] == 5000000000
        assert robots["warc_record_length"] == 6000000000

    def test_row_groups_have_statistics_and_are_sorted(self, tmp_path):
        path = tmp_path / "many.cdx"
        path.write_text("".join(
            "com,a)/%07d 20070101000000 http://a.com/%d text/html 200 A - - 1 2 a\n"
            % (i, i) for i in range(5000)))
        wax.to_parquet(wax.cdx.read(path), tmp_path / "t", crawl="x",
                           row_group=1000)
        file = pq.ParquetFile(tmp_path / "t/crawl=x/subset=warc/part-00000.parquet")
        assert file.metadata.num_row_groups == 5
        ranges = []
        for i in range(5):
            column = file.metadata.row_group(i).column(0)
            assert column.path_in_schema == "url_surtkey"
            ranges.append((column.statistics.min, column.statistics.max))
        assert ranges == sorted(ranges) and ranges[0][1] < ranges[1][0]


class TestFiles:
    def test_captures_that_are_not_sorted_are_refused(self, tmp_path):
        path = tmp_path / "a.cdx"
        path.write_text("b)/ 2007 http://b/ - - - - - - - -\n"
                        "a)/ 2007 http://a/ - - - - - - - -\n")
        with pytest.raises(wax.UsageError, match="sorted"):
            wax.to_parquet(wax.cdx.read(path), tmp_path / "t", crawl="x")
        assert not list((tmp_path / "t").rglob("*.parquet*"))

    def test_a_table_that_exists_is_refused_without_force(self, table, tmp_path):
        for force in (False, True):
            captures = wax.cdx.read(tmp_path / "a.cdx")
            if not force:
                with pytest.raises(wax.UsageError):
                    wax.to_parquet(captures, table, crawl="CC-TEST")
            else:
                wax.to_parquet(captures, table, crawl="CC-TEST", force=True)

    def test_the_program_writes_a_table(self, tmp_path):
        path = tmp_path / "a.cdx"
        path.write_text(CDX)
        done = subprocess.run(
            [sys.executable, "-c", "import sys; sys.path[:0] = %r; "
             "from waxwing_warc.parquet import main; sys.exit(main(sys.argv[1:]))"
             % sys.path, str(tmp_path / "t"), "x", str(path)],
            capture_output=True, text=True, check=False)
        assert done.stderr == "waxwing_warc.parquet: written 3\n"
        done = subprocess.run(
            [sys.executable, "-m", "waxwing_warc.parquet", tmp_path / "t", "y", path],
            env=os.environ | {"PYTHONPATH": ":".join(map(str, sys.path))},
            capture_output=True, text=True, check=False)
        assert done.stderr == "waxwing_warc.parquet: written 3\n"

    def test_the_module_is_there_when_it_is_used(self):
        done = subprocess.run(
            [sys.executable, "-c", "import sys, waxwing_warc as wax\n"
             "assert 'waxwing_warc.parquet' not in sys.modules\n"
             "assert wax.to_parquet is wax.parquet.to_parquet\n"
             "from waxwing_warc import parquet, to_parquet\n"
             "assert not hasattr(wax, 'nothing')\n"],
            env=os.environ | {"PYTHONPATH": ":".join(map(str, sys.path))},
            capture_output=True, text=True, check=False)
        assert done.stderr == ""

    def test_two_threads_do_not_take_what_is_each_others(self, tmp_path):
        path = tmp_path / "a.cdx"
        path.write_text(CDX)
        left = tmp_path / "t" / (".crawl=x.part-%d" % os.getpid())
        left.mkdir(parents=True)
        for force in (False, True):
            ends = []

            def write(force, ends):
                try:
                    ends.append(wax.to_parquet(wax.cdx.read(path),
                                                   tmp_path / "t", crawl="x",
                                                   force=force))
                except wax.UsageError as error:
                    ends.append(str(error))

            threads = [threading.Thread(target=write, args=[force, ends])
                       for _ in range(4)]
            for each in threads:
                each.start()
            for each in threads:
                each.join()
            done = [each for each in ends if isinstance(each, dict)]
            assert len(done) == (4 if force else 1)
            assert all("it exists" in each for each in ends if each not in done)
            assert sorted(each.name for each in (tmp_path / "t").iterdir()) == [
                left.name, "crawl=x"]

    @pytest.mark.parametrize("name", [
        "a.warc.gz", "subset=warc/mine.txt", "subset=warc/part-00001.parquet",
        "subset=other/part-00000.parquet", "pindexes/001/main/segments.gen"])
    def test_a_folder_that_holds_anything_else_stays(self, table, tmp_path, name):
        mine = table / "crawl=CC-TEST" / name
        mine.parent.mkdir(parents=True, exist_ok=True)
        mine.write_text("mine")
        for force in (False, True):
            with pytest.raises(wax.UsageError, match="not part of a table"):
                wax.to_parquet(wax.cdx.read(tmp_path / "a.cdx"), table,
                               crawl="CC-TEST", force=force)
        assert mine.read_text() == "mine"
        assert row_of(table, "warc")["warc_segment"] == "1516.6"
        assert [each.name for each in table.iterdir()] == ["crawl=CC-TEST"]

    def test_what_appears_while_a_table_is_written_stays(self, tmp_path):
        path = tmp_path / "a.cdx"
        path.write_text(CDX)
        mine = tmp_path / "t/crawl=x/a.warc.gz"

        def appear():
            mine.parent.mkdir()
            mine.write_text("mine")

        with pytest.raises(wax.UsageError, match="not part of a table"):
            parquet._write_table(wax.cdx.read(path), tmp_path / "t", "x", 10, None,
                                 True, appear)
        assert mine.read_text() == "mine"
        assert [each.name for each in (tmp_path / "t").iterdir()] == ["crawl=x"]

    def test_a_file_in_the_place_stays(self, tmp_path):
        path = tmp_path / "a.cdx"
        path.write_text(CDX)
        (tmp_path / "t").mkdir()
        (tmp_path / "t" / "crawl=x").write_text("something else")
        with pytest.raises(wax.UsageError, match="is not a table"):
            wax.to_parquet(wax.cdx.read(path), tmp_path / "t", crawl="x",
                           force=True)
        assert (tmp_path / "t" / "crawl=x").read_text() == "something else"

    def test_folders_have_the_mode_that_the_umask_leaves(self, tmp_path):
        path = tmp_path / "a.cdx"
        path.write_text(CDX)
        (tmp_path / "other").mkdir()
        wax.to_parquet(wax.cdx.read(path), tmp_path / "t", crawl="x")
        for each in ("t/crawl=x", "t/crawl=x/subset=warc"):
            assert ((tmp_path / each).stat().st_mode
                    == (tmp_path / "other").stat().st_mode)

    def test_a_table_is_replaced_as_a_whole(self, table, tmp_path):
        path = tmp_path / "one.cdx"
        path.write_text("".join(CDX.splitlines(True)[:2]))
        wax.to_parquet(wax.cdx.read(path), table, crawl="CC-TEST",
                           force=True)
        assert [each.name for each in (table / "crawl=CC-TEST").iterdir()] == [
            "subset=warc"]
        path.write_text("b)/ 2007 http://b/ - - - - - - - -\n"
                        "a)/ 2007 http://a/ - - - - - - - -\n")
        with pytest.raises(wax.UsageError):
            wax.to_parquet(wax.cdx.read(path), table, crawl="CC-TEST",
                               force=True)
        assert row_of(table, "warc")["warc_segment"] == "1516.6"
        assert [each.name for each in table.iterdir()] == ["crawl=CC-TEST"]

    def test_a_crawl_has_a_name_of_one_folder(self, tmp_path):
        for name in ("", "a/b", "a=b", "a\0b", "\udc80"):
            with pytest.raises(wax.UsageError, match="name"):
                wax.to_parquet(wax.captures(CRAWL), tmp_path, crawl=name)

    def test_options_that_cannot_be_are_refused(self, tmp_path):
        for options in ({"compression": "x"}, {"row_group": 0},
                        {"row_group": -1}):
            with pytest.raises(wax.UsageError):
                wax.to_parquet(wax.captures(CRAWL, sort=True), tmp_path,
                                   crawl="x", **options)
        with pytest.raises(wax.UsageError, match="no file can have"):
            wax.to_parquet(wax.captures(CRAWL, sort=True), "a\0b", crawl="x")
        assert list(tmp_path.iterdir()) == []

    def test_a_folder_may_look_like_a_url(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        wax.to_parquet(wax.captures(CRAWL, sort=True), "http://a",
                           crawl="x")
        parquet.rows_to_parquet([{"a": 1}], "s3:b")
        assert sorted(os.listdir(tmp_path)) == ["http:", "s3:b"]

    def test_a_disk_that_is_full_is_an_error_with_its_file(self, tmp_path):
        path = tmp_path / "a.cdx"
        path.write_text(CDX)
        (tmp_path / "file").write_text("")
        with pytest.raises(wax.IoError) as raised:
            wax.to_parquet(wax.cdx.read(path), tmp_path / "file",
                               crawl="x")
        assert str(tmp_path / "file") in raised.value.file

    def test_rows_of_any_kind(self, tmp_path):
        rows = [{"a": i, "b": None if i % 2 else "x"} for i in range(10)]
        path = tmp_path / "rows.parquet"
        assert parquet.rows_to_parquet(iter(rows), path, at_once=4) == 10
        assert pq.read_table(path).to_pylist() == rows
        assert parquet.rows_to_parquet([], tmp_path / "none.parquet") == 0
        assert pq.read_table(tmp_path / "none.parquet").num_rows == 0

    def test_tables(self, built, tmp_path):
        table = wax.Index(built).search("valley").to_arrow()
        path = tmp_path / "hits.parquet"
        assert parquet.batches_to_parquet(table, path) == table.num_rows == 10
        assert pq.read_table(path) == table
        with pytest.raises(TypeError, match="batches"):
            parquet.batches_to_parquet([1], tmp_path / "none.parquet")
        assert not (tmp_path / "none.parquet").exists()

    def test_rows_have_all_columns_of_later_ones(self, tmp_path):
        rows = [{"a": None}, {"a": 1}, {"a": 2.5, "b": ["x"]}, {"b": ["y", "z"]}]
        path = tmp_path / "rows.parquet"
        for at_once in (1, 2, 3, 9):
            assert parquet.rows_to_parquet(rows, path, at_once=at_once,
                                           force=True) == 4
            assert pq.read_table(path).to_pylist() == [
                {"a": each.get("a"), "b": each.get("b")} for each in rows]
        assert [each.name for each in tmp_path.iterdir()] == ["rows.parquet"]

    @pytest.mark.parametrize("at_once", [1, 9])
    def test_values_of_two_types_are_a_wrong_use(self, tmp_path, at_once):
        path = tmp_path / "rows.parquet"
        with pytest.raises(wax.UsageError, match="a"):
            parquet.rows_to_parquet([{"a": 1}, {"a": "x"}], path,
                                    at_once=at_once)
        assert list(tmp_path.iterdir()) == []

    def test_rows_that_no_column_can_have_are_a_wrong_use(self, tmp_path):
        for rows in ([{"a": 1 << 70}], [{"a": {}}], [{"a": object()}]):
            with pytest.raises(wax.UsageError):
                parquet.rows_to_parquet(rows, tmp_path / "x.parquet")
        with pytest.raises(wax.UsageError, match="a row at least"):
            parquet.rows_to_parquet([{"a": 1}], tmp_path / "x.parquet", at_once=0)
        with pytest.raises(TypeError, match="expected a dict"):
            parquet.rows_to_parquet(["a"], tmp_path / "x.parquet")
        assert list(tmp_path.iterdir()) == []

    def test_bytes_that_are_no_utf8_are_marked(self, tmp_path):
        path = tmp_path / "x.parquet"
        parquet.rows_to_parquet([{"a": "caf\udce9", "b": [{"c": "\ud800x"}]}], path)
        assert pq.read_table(path).to_pylist() == [
            {"a": "caf\ufffd", "b": [{"c": "\ufffdx"}]}]

    def test_files_that_exist_are_kept(self, tmp_path):
        path = tmp_path / "x.parquet"
        assert parquet.rows_to_parquet([{"a": 1}], path) == 1
        for write in (lambda: parquet.rows_to_parquet([{"a": 2}], path),
                      lambda: parquet.batches_to_parquet([], path)):
            with pytest.raises(wax.UsageError, match="it exists"):
                write()
        assert pq.read_table(path).to_pylist() == [{"a": 1}]
        assert parquet.rows_to_parquet([{"a": 2}], path, force=True) == 1
        assert pq.read_table(path).to_pylist() == [{"a": 2}]

    @pytest.mark.parametrize("crawl", ["__HIVE_DEFAULT_PARTITION__", "a%20b"])
    def test_names_that_are_read_back_as_others_are_refused(self, tmp_path, crawl):
        with pytest.raises(wax.UsageError, match="a crawl needs"):
            wax.to_parquet(wax.captures(CRAWL, sort=True), tmp_path,
                               crawl=crawl)

    def test_rows_without_fields(self, tmp_path):
        path = tmp_path / "x.parquet"
        with pytest.raises(wax.UsageError, match="no fields"):
            parquet.rows_to_parquet([{}], path)
        assert not path.exists()
        rows = [{}, {"a": 1}, {}]
        assert parquet.rows_to_parquet(rows, path, at_once=1) == 3
        assert pq.read_table(path).to_pylist() == [{"a": None}, {"a": 1}, {"a": None}]

    def test_an_error_of_the_rows_is_theirs(self, tmp_path):
        def rows():
            yield {"a": 1}
            raise FileNotFoundError(2, "theirs")

        with pytest.raises(FileNotFoundError, match="theirs"):
            parquet.rows_to_parquet(rows(), tmp_path / "x.parquet")
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("size", [300, 240])
    def test_a_name_that_is_too_long_is_an_error(self, tmp_path, size):
        with pytest.raises(wax.IoError):
            wax.to_parquet(wax.captures(CRAWL, sort=True), tmp_path,
                               crawl=size * "x")
        with pytest.raises(wax.IoError):
            parquet.rows_to_parquet([{"a": 1}], tmp_path / (size * "x"))
        assert list(tmp_path.iterdir()) == []

    def test_half_surrogates_are_no_names(self, tmp_path):
        with pytest.raises(wax.UsageError, match="path"):
            parquet.rows_to_parquet([{"a": 1}], tmp_path / "\ud800.parquet")
        with pytest.raises(wax.UsageError, match="name"):
            parquet.rows_to_parquet([{"\ud800": 1}], tmp_path / "x.parquet")
        assert list(tmp_path.iterdir()) == []

    def test_rows_that_end_with_an_error_leave_no_file(self, tmp_path):
        def rows():
            yield {"a": 1}
            raise KeyError("mine")

        with pytest.raises(KeyError, match="mine"):
            parquet.rows_to_parquet(rows(), tmp_path / "rows.parquet", at_once=1)
        assert list(tmp_path.iterdir()) == []
        with pytest.raises(wax.IoError) as raised:
            parquet.rows_to_parquet([{"a": 1}], tmp_path / "none" / "x.parquet")
        assert str(tmp_path / "none") in raised.value.file


class TestTool:
    def convert(self, tools, *arguments, **options):
        python = ":".join(map(str, sys.path))
        return subprocess.run(
            [tool_in(tools, "wax-cdx-convert"), "--format", "parquet",
             *map(str, arguments)], capture_output=True, text=True, check=False,
            env={**os.environ, "WAXWING_PYTHON": sys.executable,
                 "PYTHONPATH": python}, **options)

    def test_it_writes_what_the_package_writes(self, tools, table, tmp_path):
        path = tmp_path / "unsorted.cdx"
        lines = CDX.splitlines(True)
        path.write_text(lines[0] + "".join(reversed(lines[1:])))
        done = self.convert(tools, "--crawl", "CC-TEST", "-o", tmp_path / "u",
                            path)
        assert (done.returncode, done.stderr) == (
            0, "wax-cdx-convert: read 3, written 3, dropped 0, values left out "
            "0\n")
        for subset in ("warc", "robotstxt", "crawldiagnostics"):
            assert row_of(tmp_path / "u", subset) == row_of(table, subset)
        again = self.convert(tools, "--crawl", "CC-TEST", "-o", tmp_path / "u",
                             path)
        assert again.returncode == 2
        assert again.stderr.startswith("wax-cdx-convert: %s: it exists"
                                       % (tmp_path / "u" / "crawl=CC-TEST"))
        assert self.convert(tools, "-f", "--crawl", "CC-TEST", "-o",
                            tmp_path / "u", path).returncode == 0

    def test_values_are_changed_on_the_way(self, tools, tmp_path):
        path = tmp_path / "a.cdx"
        path.write_text(CDX)
        assert self.convert(tools, "--crawl", "CC-TEST", "-o", tmp_path / "u",
                            "--filename-prefix", "s3://b/", path).returncode == 0
        assert row_of(tmp_path / "u", "robotstxt")[
            "warc_filename"] == "s3://b/a.warc.gz"

    def test_input_that_fails_leaves_no_table(self, tools, tmp_path):
        (tmp_path / "surt.cdx").write_text(CDX)
        (tmp_path / "legacy.cdx").write_text(
            CDX.replace("com,example)", "example.com"))
        done = self.convert(tools, "--crawl", "x", "-o", tmp_path / "u",
                            tmp_path / "surt.cdx", tmp_path / "none.cdx")
        assert done.returncode == 2 and "none.cdx" in done.stderr
        assert not (tmp_path / "u").exists() or not list(
            (tmp_path / "u").iterdir())

    def test_a_tool_that_is_killed_leaves_no_table(self, tools, tmp_path):
        tool = subprocess.Popen(
            [tool_in(tools, "wax-cdx-convert"), "--format", "parquet",
             "--crawl", "x", "-o", tmp_path / "u", "-"], stdin=subprocess.PIPE,
            env={**os.environ, "WAXWING_PYTHON": sys.executable,
                 "PYTHONPATH": ":".join(map(str, sys.path))})
        tool.stdin.write(CDX.encode())
        tool.stdin.flush()
        time.sleep(0.5)
        tool.kill()
        tool.wait()
        tool.stdin.close()
        deadline = time.monotonic() + 20
        while (tmp_path / "u").exists() and list((tmp_path / "u").iterdir()):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert not list(tmp_path.rglob("*.parquet"))


def types_of(path):
    return {field.name: str(field.type) for field in pq.read_schema(path)}


class TestHits:
    def test_are_a_table_of_arrow(self, built):
        table = wax.Index(built).search("valley", limit=5).to_arrow()
        assert table.num_rows == 5 and "url" in table.column_names

    def test_without_any_the_columns_are_there(self, built, tmp_path):
        index = wax.Index(built)
        some, none = (index.search(query) for query in ("valley", "zzzzyzzx"))
        assert len(some) > 0 and len(none) == 0
        table = none.to_arrow()
        for start in (0, 10, 20):
            page = wax.Index(built).search("*", start=start)
            assert page.to_arrow().schema == table.schema
            assert list(page.to_pandas().dtypes) == list(none.to_pandas().dtypes)
        for query in ("*", "lang:de"):
            path = tmp_path / ("every.%d" % len(query))
            parquet.rows_to_parquet(wax.Index(built).hits(query), path)
            assert pq.read_table(path).schema == table.schema
        assert set(some.to_arrow().column_names) <= set(table.column_names)
        for field in some.to_arrow().schema:
            assert table.schema.field(field.name).type == field.type, field.name
        path = tmp_path / "hits.parquet"
        assert parquet.rows_to_parquet(index.hits("zzzzyzzx"), path) == 0
        assert pq.read_table(path).schema.names == table.schema.names

    def test_columns_of_numbers_are_numbers(self, tmp_path):
        path = tmp_path / "a.warc.gz"
        path.write_bytes(members([
            response("http://a/", b"<p>heron <a href='http://b/'>b</a></p>"),
            response("http://b/", b"<p>heron pond</p>")]))
        assert wax.build(tmp_path / "out", path, options=["--links"])
        index = wax.Index(tmp_path / "out")
        for query, count in (("heron", 2), ("zzzzyzzx", 0)):
            file = tmp_path / (query + ".parquet")
            assert parquet.rows_to_parquet(index.hits(query), file) == count
            assert types_of(file)["pagerank"] == "double"
        assert isinstance(next(index.hits("heron"))["pagerank"], str)

    def test_in_parquet_are_those_of_the_tool(self, tools, built, tmp_path):
        path = tmp_path / "hits.parquet"
        index = wax.Index(built)
        count = parquet.rows_to_parquet(index.hits("valley"), path, at_once=7)
        told = [json.loads(line) for line in run_tool(
            tools, "wax-search", "--json", "-n", "1000", built,
            "valley").splitlines()]
        told = {(each["url"], each["digest"]): each for each in told if "url" in each}
        rows = pq.read_table(path).to_pylist()
        assert count == len(rows) == len(told) > 20
        for row in rows:
            hit = told[row["url"], row["digest"]]
            for name in row.keys() - {"rank", "score"}:
                assert row[name] == hit.get(name), name
        types = types_of(path)
        assert types["date"] == "list<element: string>"
        assert types["url"] == types["title"] == "string"
        assert types["rank"] == "int64" and types["score"] == "double"
