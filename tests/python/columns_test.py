"""Values in the layout of Arrow, and sources of rows."""

import pytest

import waxwing_warc as wax
from conftest import needs, run_tool
from waxwing_warc import _native, tables


@pytest.fixture
def pages(tmp_path, tools):
    """Rows of 20 pages without dates."""
    run_tool(tools, "wax-graph-update", tmp_path / "g", "--edges", "-",
             input="".join("p%02d\tq%02d\n" % (i, i) for i in range(10)))
    return _native.GraphReader(tmp_path / "g").pages([])


def test_a_column_is_size_nulls_validity_ends_and_data(pages):
    rows = pages.next()
    assert len(rows) == len(pages.facts)
    by_name = {fact[0]: row for fact, row in zip(pages.facts, rows,
                                                 strict=True)}
    size, nulls, valid, ends, data = by_name["urlkey"]
    assert (size, nulls, valid) == (20, 0, b"\xff\xff\x0f")
    assert data == b"".join(b"%c%02d" % (c, i) for c in b"pq" for i in range(10))
    assert int.from_bytes(ends[-4:], "little") == len(data)
    size, nulls, valid, ends, data = by_name["archived"]
    assert (ends, data) == (None, b"\xff\xff\x0f")
    size, nulls, valid, ends, data = by_name["first"]
    assert (nulls, valid, len(data)) == (20, b"\0\0\0", 160)
    assert pages.next() is None


def test_arrow_reads_it(pages):
    needs("pyarrow")
    table = tables.reader_of(pages).read_all()
    table.validate(full=True)
    assert table["archived"].to_pylist() == [True] * 20
    assert table["first"].null_count == 20


def test_after_an_error_there_are_no_more_rows(tmp_path):
    rows = _native.posts([tmp_path / "none"], "", "", 1 << 20, "", None)
    with pytest.raises(wax.NotFoundError):
        rows.next()
    with pytest.raises(wax.ClosedError):
        rows.next()
