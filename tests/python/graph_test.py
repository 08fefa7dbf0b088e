"""Graphs: pages, links and scores as tables of Arrow."""

import csv
import datetime
import io
import json
import math

import pytest

import waxwing_warc as wax
from conftest import CRAWL, needs, run_tool

needs("pyarrow")
import pyarrow as pa  # noqa: E402

# Pages 1 to 6, "source TAB target".
EDGES = "1\t2\n1\t3\n2\t3\n2\t6\n3\t1\n4\t3\n4\t5\n5\t1\n5\t6\n"


@pytest.fixture
def numbers(tmp_path, tools):
    run_tool(tools, "wax-graph-update", tmp_path / "g", "--edges", "-",
             input=EDGES)
    run_tool(tools, "wax-graph-score", tmp_path / "g", "--method", "pagerank")
    return tmp_path / "g"


@pytest.fixture(scope="module")
def crawl(tmp_path_factory):
    """The graph of the example crawl, with anchors, dates and statuses."""
    tools = wax.tools.folder()
    folder = tmp_path_factory.mktemp("graph")
    run_tool(tools, "wax-import", "-o", folder / "segment",
             *sorted(CRAWL.glob("*arc*")))
    run_tool(tools, "wax-graph-update", folder / "g", folder / "segment")
    return folder / "g"


class TestPages:
    def test_have_their_scores(self, numbers, tools):
        graph = wax.graph.Graph(numbers)
        assert len(graph) == 6 and graph.scores == ["pagerank"]
        rows = graph.pages().read_all().to_pylist()
        assert [row["urlkey"] for row in rows] == list("123456")
        printed = run_tool(tools, "wax-graph-export", "scores", numbers,
                           "--score", "pagerank")
        told = dict(line.split() for line in printed.splitlines())
        for row in rows:
            if row["pagerank"] is None:
                assert row["urlkey"] not in told
            else:
                assert math.isclose(row["pagerank"],
                                    float(told.pop(row["urlkey"])),
                                    rel_tol=1e-6)
        assert not told
        assert all(row["archived"] and row["counts"] for row in rows)
        assert graph.top("pagerank", 2) == sorted(
            ((row["urlkey"], row["pagerank"]) for row in rows
             if row["pagerank"] is not None),
            key=lambda each: -each[1])[:2]

    def test_are_those_of_the_tool(self, crawl, tools):
        graph = wax.graph.Graph(crawl)
        rows = graph.pages(scores=[]).read_all().to_pylist()
        assert len(rows) == len(graph) > 10
        for row in rows:
            told = json.loads(run_tool(tools, "wax-graph-read", "--json", crawl,
                                       row["urlkey"]))
            assert row["archived"] == (told["state"] == "archived")
            for name in ("captures", "digests", "changes"):
                assert row[name] == told[name]
            assert row["status"] == (told["status"] or None)
            if row["first"] is None:
                assert told["first"] == "-"
            else:
                assert row["first"] == datetime.datetime.strptime(
                    told["first"], "%Y%m%d%H%M%S")
            page = graph.page(row["urlkey"])
            assert math.isclose(page["interval"], told["interval"],
                                rel_tol=1e-6)
            assert page["out"] == [each["urlkey"] for each in told["out"]]
            assert [each["urlkey"] for each in page["in"]] == [
                each["urlkey"] for each in told["in"]]
            assert [each["anchor"] for each in page["in"]] == [
                each.get("anchor", "") for each in told["in"]]

    def test_that_are_not_there(self, numbers):
        graph = wax.graph.Graph(numbers)
        assert graph.page("7") is None
        with pytest.raises(wax.UsageError, match="pagerank"):
            graph.pages(["none"])
        with pytest.raises(wax.UsageError, match="none"):
            graph.top("none")


class TestLinks:
    def test_are_those_that_count(self, numbers):
        rows = wax.graph.Graph(numbers).links().read_all().to_pylist()
        assert [(row["source"], row["target"], row["links"]) for row in rows] == [
            (source, target, 1) for source, target in
            (line.split("\t") for line in EDGES.splitlines())]

    def test_are_those_of_the_export(self, crawl, tools):
        rows = wax.graph.Graph(crawl).links(
            memory=1 << 20).read_all().to_pylist()
        printed = csv.DictReader(io.StringIO(run_tool(
            tools, "wax-graph-export", "pages", crawl)))
        told = [(row["source"], row["target"], int(row["links"]),
                 int(row["first_year"])) for row in printed]
        assert told == [(row["source"], row["target"], row["links"],
                         row["first"].year) for row in rows]
        assert len(told) > 10

    def test_come_when_they_are_asked_for(self, tmp_path, tools):
        many = "".join("%06d\t%06d\n" % (i, i + 1) for i in range(150_000))
        run_tool(tools, "wax-graph-update", tmp_path / "g", "--edges", "-",
                 input=many)
        links = wax.graph.Graph(tmp_path / "g").links()
        assert isinstance(links, pa.RecordBatchReader)
        first = links.read_next_batch()
        assert first.num_rows == 65536
        assert first.slice(65535).to_pylist()[0]["target"] == "065536"
        assert sum(batch.num_rows for batch in links) == 150_000 - 65536


class TestErrors:
    def test_a_folder_that_is_no_graph(self, tmp_path):
        with pytest.raises(wax.Error) as raised:
            wax.graph.Graph(tmp_path)
        assert str(tmp_path) in str(raised.value)

    def test_a_damaged_file_is_named_with_its_offset(self, crawl, tmp_path):
        import shutil
        shutil.copytree(crawl, tmp_path / "g")
        pages = tmp_path / "g" / "pages"
        bytes_ = bytearray(pages.read_bytes())
        begin, end = len(bytes_) // 3, len(bytes_) // 2
        bytes_[begin:end] = b"\xff" * (end - begin)
        pages.write_bytes(bytes_)
        with pytest.raises(wax.FormatError) as raised:
            wax.graph.Graph(tmp_path / "g").pages([]).read_all()
        assert raised.value.file == str(pages)
        assert raised.value.offset is not None


class TestWhatWasSeen:
    def test_captures_are_those_of_the_pages(self, crawl):
        graph = wax.graph.Graph(crawl)
        rows = graph.captures().read_all().to_pylist()
        by_key = {}
        for row in rows:
            by_key.setdefault(row["urlkey"].decode(), []).append(row)
        pages = graph.pages(scores=[]).read_all().to_pylist()
        assert list(by_key) == [page["urlkey"] for page in pages]
        for page in pages:
            of_page = by_key[page["urlkey"]]
            assert {row["archived"] for row in of_page} == {page["archived"]}
            if page["captures"] == 0:
                assert [list(row.values())[2:] for row in of_page] == [[None] * 4]
                continue
            assert page["captures"] == len(of_page)
            dates = [row["date"] for row in of_page]
            assert dates == sorted(dates)
            assert dates[0] == int(page["first"].strftime("%Y%m%d%H%M%S"))
            digests = {row["digest"] for row in of_page}
            assert page["digests"] == len(digests)
            assert {len(digest) for digest in digests} == {8}
        assert {row["revisit"] for row in rows} == {None, True, False}

    def test_links_are_all_of_them(self, tmp_path, tools):
        run_tool(tools, "wax-graph-update", tmp_path / "g", "--edges", "-",
                 input="a\tb\told\t2007\na\tc\tnew\t2008\nb\ta\nb\tc\n")
        graph = wax.graph.Graph(tmp_path / "g")
        rows = graph.seen_links().read_all().to_pylist()
        assert rows == [
            {"source": source, "target": target, "first": date, "last": date,
             "captures": 1, "marks": 1, "anchor": anchor}
            for source, target, date, anchor in (
                (b"b", b"a", 0, b""), (b"a", b"b", 20070000000000, b"old"),
                (b"a", b"c", 20080000000000, b"new"), (b"b", b"c", 0, b""))]
        counted = graph.links().read_all().to_pylist()
        assert ("a", "b") not in [(row["source"], row["target"])
                                  for row in counted]

    def test_until_when_captures_count(self):
        assert wax.graph.last_date("asof=2007") == 20079999999999
        assert wax.graph.last_date("latest") == 99999999999999
        assert wax.graph.last_date("accumulate") == 99999999999999
        with pytest.raises(wax.UsageError, match="is no policy"):
            wax.graph.last_date("asof=then")

    def test_kind_of_keys(self, crawl, numbers):
        assert wax.graph.Graph(crawl).url_key == "surt"
        assert wax.graph.Graph(numbers).url_key == ""
