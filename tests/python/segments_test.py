"""Segments: documents and links as tables of Arrow."""

import datetime
import json

import pytest

import waxwing_warc as wax
from conftest import CRAWL, needs, run_tool

needs("pyarrow")
import pyarrow.parquet as pq  # noqa: E402

from waxwing_warc import parquet, segments  # noqa: E402


@pytest.fixture(scope="module")
def segment(tmp_path_factory):
    path = tmp_path_factory.mktemp("segments") / "segment"
    run_tool(wax.tools.folder(), "wax-import", "-o", path,
             *sorted(CRAWL.glob("*arc*")))
    return path


@pytest.fixture(scope="module")
def printed(segment):
    return [json.loads(line) for line in run_tool(
        wax.tools.folder(), "wax-segment-dump", "--json",
        segment).splitlines()]


def test_documents_are_those_of_the_tool(segment, printed):
    rows = segments.documents(segment).read_all().to_pylist()
    assert len(rows) == len(printed) > 10
    for row, told in zip(rows, printed, strict=True):
        for name, value in row.items():
            if name == "date":
                assert value == datetime.datetime.strptime(told["date"],
                                                           "%Y%m%d%H%M%S")
            elif name == "main":
                ranges = told.get("main_ranges", [])
                content = told.get("content", "").encode()
                assert (value or "").replace("\n", " ").split() == b" ".join(
                    content[begin:end] for begin, end
                    in ranges).decode().split()
            else:
                assert value == told.get(name, False if value is False
                                         else None), name
    assert any(row["main"] for row in rows)


def test_fields_are_chosen(segment):
    table = segments.documents(segment, ["url", "title"]).read_all()
    assert table.column_names == ["url", "title"]
    with pytest.raises(wax.UsageError, match="wax-segment"):
        segments.documents(segment, ["url", "none"])


def test_links_are_those_of_the_tool(segment, printed):
    rows = segments.links(segment).read_all().to_pylist()
    told = [(each["urlkey"], link["url"], link.get("text"), link.get("rel"))
            for each in printed for link in each.get("links", ())]
    assert [(row["urlkey"], row["url"], row["text"] or "", row["rel"] or "")
            for row in rows] == [
                (key, url, text or "", rel or "") for key, url, text, rel in told]
    assert len(rows) > 10


@pytest.mark.parametrize("read,expected", [
    (segments.documents, {"url": "string", "date": "timestamp[ms]",
                          "title": "string", "main": "string",
                          "status": "int64", "noindex": "bool"}),
    (segments.links, {"urlkey": "string", "digest": "string",
                      "date": "timestamp[ms]", "url": "string",
                      "text": "string", "rel": "string"})])
def test_parquet_has_the_same_rows(segment, printed, tmp_path, read, expected):
    path = tmp_path / "rows.parquet"
    rows = parquet.batches_to_parquet(read(segment), path)
    table = pq.read_table(path)
    assert table.equals(read(segment).read_all())
    told = (len(printed) if read is segments.documents
            else sum(len(each.get("links", ())) for each in printed))
    assert rows == table.num_rows == told
    types = {field.name: str(field.type) for field in table.schema}
    assert expected.items() <= types.items()


def test_what_is_no_segment(tmp_path):
    with pytest.raises(wax.Error):
        segments.documents(tmp_path)
    with pytest.raises(wax.IoError, match="not a segment"):
        segments.links(tmp_path / "none")
