"""Posts and the pages that they share, as tables of Arrow."""

import datetime

import pytest

import waxwing_warc as wax
from conftest import needs, run_tool

needs("pyarrow")
import pyarrow.parquet as pq  # noqa: E402

from waxwing_warc import parquet, posts  # noqa: E402

U = "http://www.waxwing-valley.example/"


def line(id_, date, author, link, kind="post", text=""):
    return "\t".join([id_, date, author, "en", kind, "-", link, "7", "a.warc.gz"]
                     + ([text] if text else [])) + "\n"


LINES = [line("1", "20061105100000", "ann", U + "castles", text="see\tit"),
         line("2", "20061106100000", "bob", U + "castles " + U + "birds"),
         line("3", "20061120100000", "bob", U + "castles", "repost"),
         line("4", "-", "eve", "-")]


@pytest.fixture
def posted(tmp_path):
    path = tmp_path / "posts"
    path.write_text("".join(LINES))
    return path


def test_posts_are_rows(posted):
    rows = posts.read(posted).read_all().to_pylist()
    assert [row["id"] for row in rows] == ["1", "2", "3", "4"]
    assert rows[0]["date"] == datetime.datetime(2006, 11, 5, 10)
    assert (rows[1]["author"], rows[1]["links"]) == (
        "bob", U + "castles " + U + "birds")
    assert (rows[3]["date"], rows[3]["links"], rows[3]["text"]) == (
        None, None, None)
    assert rows[2]["kind"] == "repost" and rows[2]["offset"] == 7


def test_a_post_that_was_deleted_is_none(posted, tmp_path):
    (tmp_path / "more").write_text(
        LINES[0] + line("2", "20061107000000", "-", "-", "delete"))
    rows = posts.read([posted, tmp_path / "more"]).read_all()
    assert rows["id"].to_pylist() == ["1", "3", "4"]
    assert posts.read(posted, start="20061106").read_all()["id"].to_pylist() == [
        "2", "3"]


def test_lines_that_are_no_posts_are_problems(posted):
    problems = []
    with posted.open("a") as file:
        file.write("nothing\n")
    assert posts.read(posted, problems=problems).read_all().num_rows == 4
    assert [each.id for each in problems] == ["list-bad-line"]
    assert problems[0].file == str(posted)


def test_shares_are_those_of_the_tool(posted, tools):
    for options, arguments in (({}, []), ({"by": "month"}, ["--by", "month"]),
                               ({"order": "first", "least": 2},
                                ["--order", "first", "--least", "2"]),
                               ({"by": "day", "limit": 1},
                                ["--by", "day", "--limit", "1"])):
        rows = posts.shares(posted, **options).to_pylist()
        lines = run_tool(tools, "wax-shares", "-q", *arguments,
                         posted).splitlines()
        names = lines[0].split("\t")
        told = [dict(zip(names, each.split("\t"), strict=True))
                for each in lines[1:]]
        assert len(told) == len(rows) > 0
        for row, each in zip(rows, told, strict=True):
            assert row["period"] == each.get("period")
            assert row["url"] == each["url"]
            for name in ("shares", "authors", "originals", "reposts"):
                assert row[name] == int(each[name])
            assert row["last"].strftime("%Y%m%d%H%M%S") == each["last"]


def test_shares_come_in_batches(tmp_path):
    path = tmp_path / "many"
    path.write_text("".join(line(str(i), "20061105100000", "a", U + str(i))
                            for i in range(70_000)))
    sizes = []
    posts.each_share(path, lambda batch: sizes.append(batch.num_rows))
    assert sizes == [65536, 70_000 - 65536]


def test_what_the_function_raises_comes_through(posted):
    def fail(_):
        raise KeyError("mine")
    with pytest.raises(KeyError, match="mine"):
        posts.each_share(posted, fail)


def test_errors(tmp_path, posted):
    with pytest.raises(wax.UsageError, match="decade"):
        posts.shares(posted, by="decade")
    with pytest.raises(wax.UsageError, match="order"):
        posts.shares(posted, order="none")
    with pytest.raises(wax.NotFoundError):
        posts.read(tmp_path / "none").read_all()
    with pytest.raises(wax.UsageError):
        posts.read([])


def test_parquet(posted, tmp_path):
    path = tmp_path / "posts.parquet"
    assert parquet.batches_to_parquet(posts.read(posted), path) == 4
    assert pq.read_table(path)["id"].to_pylist() == ["1", "2", "3", "4"]
    types = {field.name: str(field.type) for field in pq.read_schema(path)}
    assert types == {
        "id": "string", "date": "timestamp[ms]", "author": "string",
        "language": "string", "kind": "string", "parent": "string",
        "links": "string", "offset": "int64", "file": "string", "text": "string"}


def test_parquet_of_shares(posted, tools, tmp_path):
    path = tmp_path / "shares.parquet"
    shares = posts.shares(posted, by="month")
    rows = parquet.batches_to_parquet(shares.to_batches(), path)
    table = pq.read_table(path)
    told = run_tool(tools, "wax-shares", "-q", "--by", "month",
                    posted).splitlines()
    assert rows == table.num_rows == len(told) - 1 > 0
    assert table.equals(shares)
    assert table.column_names == [
        "period", "urlkey", "url", "shares", "authors", "originals", "reposts",
        "first", "last"]
    assert {str(table.schema.field(name).type)
            for name in ("shares", "authors", "originals", "reposts")} == {
                "int64"}
    assert {str(table.schema.field(name).type)
            for name in ("first", "last")} == {"timestamp[ms]"}
