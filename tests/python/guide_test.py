"""What docs/PYTHON.md shows runs, from top to bottom, in one folder."""

import ast
import pathlib
import re
import shutil

import pytest

import waxwing_warc as wax
from conftest import CRAWL, ROOT, needs, run_tool

needs("pandas", "pyarrow")

GUIDE = ROOT / "docs" / "PYTHON.md"
POST = "1\t20061105100000\tann\ten\tpost\t-\thttp://a.example/\t7\ta.warc.gz\n"


def blocks():
    """The indented blocks, each without its indentation."""
    found, block = [], []
    for line in [*GUIDE.read_text("utf-8").splitlines(), "."]:
        if line.startswith("    ") or (block and not line):
            block.append(line[4:])
        elif block:
            found.append("\n".join(block).strip("\n") + "\n")
            block = []
    return found


def columns(block):
    """The left and the right one of two programs beside each other."""
    lines = [re.split(r" *\| ?", line, maxsplit=1) for line in block.splitlines()]
    return ["\n".join(line[i] for line in lines if len(line) > i) + "\n"
            for i in (0, 1)]


def is_sql(block):
    return block.startswith(("CREATE ", "SELECT "))


def run_python(source, names):
    """Each statement by itself: one may need a model of spaCy."""
    for statement in ast.parse(source, str(GUIDE)).body:
        code = compile(ast.Module([statement], []), str(GUIDE), "exec")
        try:
            exec(code, names)
        except wax.UsageError as error:
            if "spaCy" not in str(error):
                raise


@pytest.fixture
def folder(tmp_path, tools, monkeypatch):
    """What the guide says that its reader has."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(CRAWL, "warcs")
    shutil.copy(CRAWL / "valley-2007-10.warc.gz", "crawl.warc.gz")
    archives = wax.find_archives("warcs/")
    wax.captures(archives[0], sort=True).write("monday.cdxj")
    wax.captures(archives[1], sort=True).write("tuesday.cdxj")
    pathlib.Path("posts").write_text(POST)
    pathlib.Path("views-2021-01").write_text("Q72 7\nQ1 1\n")
    run_tool(tools, "wax-rank", "-q", "ranks", "--views", "views-2021-01")
    wax.build("linked", "warcs/", options=["--links"])
    pathlib.Path("site.graph").symlink_to("linked/links/graph")
    return tmp_path


def test_the_programs_run(folder):
    names = {}
    programs = 0
    for block in blocks():
        if block.startswith("$ ") or is_sql(block):
            continue
        sources = columns(block) if block.startswith("from warcio") else [block]
        for source in sources:
            if "warcio" in source:
                pytest.importorskip("warcio")
            run_python(source, names)
            programs += 1
    assert programs >= 10
    assert names["answer"].total > 0 and len(names["frame"]) > 0
    assert names["page"].title and names["page"].links
    for made in ("crawl.cdxj", "both.cdxj", "index", "table/crawl=valley-2007",
                 "documents.parquet", "hits.parquet"):
        assert (folder / made).exists(), made


def test_its_queries_run(folder):
    duckdb = pytest.importorskip("duckdb")
    wax.to_parquet(wax.captures("warcs/", sort=True), "table",
                       crawl="valley-2007")
    of_spark = ("MSCK ", "CREATE DATABASE ")
    queries = [block for block in blocks() if is_sql(block)
               and not any(word in block for word in of_spark)]
    connection = duckdb.connect()
    for query in queries:
        rows = connection.execute(query).fetchall()
    assert len(queries) == 2
    assert rows[0][1] == "waxwing-valley.example"
