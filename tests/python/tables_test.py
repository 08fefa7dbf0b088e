"""Tables of pandas and Arrow."""

import pytest

import waxwing_warc as wax
from waxwing_warc import tables

ROWS = [{"a": 1, "b": "x"}, {"a": 2, "c": ["y"]}]


def test_rows_are_a_data_frame():
    pytest.importorskip("pandas", reason="pandas is not installed")
    frame = tables.pandas_of(ROWS)
    assert list(frame.columns) == ["a", "b", "c"] and list(frame["a"]) == [1, 2]


def test_without_pyarrow_the_error_says_what_to_install(monkeypatch):
    import sys
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(wax.UsageError, match="pip install pyarrow"):
        tables.arrow_of(ROWS)
