"""Ranks: the places of entities as tables of Arrow."""

import pytest

import waxwing_warc as wax
from conftest import needs, run_tool

VIEWS = {"views-2021-01": "Q1 1\nQ2 42\nQ3 1\nQ4 77\nQ5 42\n",
         "views-2021-02": "Q1 1\nQ4 900\n", "views-2021-03": "Q4 2\n"}


@pytest.fixture
def folder(tmp_path, tools):
    options = []
    for name, lines in VIEWS.items():
        (tmp_path / name).write_text(lines)
        options += ["--views", tmp_path / name]
    run_tool(tools, "wax-rank", "-q", tmp_path / "ranks", *options)
    return tmp_path / "ranks"


def test_entities_are_found(folder, tools):
    rank = wax.rank.Rank(folder)
    assert len(rank) == 5
    # As the transcript of the tool has it.
    assert rank.find("Q4") == {
        "entity": "Q4", "place": 1, "percentile": 100.0, "views": 979,
        "steady": 310, "months": 3, "before": None, "after": "Q2"}
    assert rank.find("Q5")["percentile"] == 60.0
    assert rank.find("Q9") is None and rank.find("") is None


def test_entries_are_a_table(folder):
    needs("pyarrow")
    rank = wax.rank.Rank(folder)
    rows = rank.entries().read_all().to_pylist()
    assert [row["entity"] for row in rows] == ["Q1", "Q2", "Q3", "Q4", "Q5"]
    for row in rows:
        found = rank.find(row["entity"])
        assert {name: found[name] for name in row} == row
    assert rank.entries().read_all().num_rows == 5


def test_a_damaged_line_is_named_with_its_offset(folder):
    needs("pyarrow")
    path, = folder.glob("entities-*.txt")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]) + b"Q3 x\n" + b"".join(lines[3:]))
    with pytest.raises(wax.FormatError) as raised:
        wax.rank.Rank(folder).entries().read_all()
    assert raised.value.file == str(path)
    assert raised.value.offset == len(b"".join(lines[:2]))


def test_a_folder_without_a_rank(tmp_path):
    with pytest.raises(wax.UsageError, match="no rank"):
        wax.rank.Rank(tmp_path)
    with pytest.raises(wax.NotFoundError):
        wax.rank.Rank(tmp_path / "none")
