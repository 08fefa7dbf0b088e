"""Rows as tables of pandas and Arrow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from waxwing_warc._native import RowSource
from waxwing_warc.errors import UsageError

if TYPE_CHECKING:
    import pandas
    import pyarrow


def arrow() -> Any:
    """pyarrow. Raises UsageError when it is not installed."""
    try:
        import pyarrow
    except ImportError as error:
        raise UsageError("tables of Arrow and Parquet need the package pyarrow: "
                         "pip install pyarrow") from error
    return pyarrow


def arrow_of(rows: Iterable[dict[str, Any]],
             kinds: Mapping[str, str] | None = None) -> pyarrow.Table:
    """Dicts as a table of Arrow; a column for each name, null where it is missing.
    Bytes of texts that are no UTF-8 become U+FFFD. With the kinds of columns (integer,
    float, text, texts: a list, ranges: a list of pairs of integers), these are there
    first, in all tables alike.
    Raises UsageError when the values of a name have types that no column can have.
    """
    rows = list(rows)
    schema = {} if kinds is None else dict(_types(kinds))
    names: dict[str, None] = dict.fromkeys(schema)
    for row in rows:
        if not isinstance(row, dict):
            raise TypeError(f"expected a dict, not {type(row).__name__}")
        names.update(dict.fromkeys(row))
    pa = arrow()
    columns = {}
    for name in names:
        if name != _whole(name):
            raise UsageError("half of a surrogate pair is no text, so no column can "
                             f"have this name: {name!r}")
        values = [row.get(name) for row in rows]
        type_ = schema.get(name)
        try:
            try:
                columns[name] = pa.array(values, type_)
            except UnicodeEncodeError:
                columns[name] = pa.array([_whole(each) for each in values], type_)
        except (pa.ArrowException, OverflowError) as error:
            raise UsageError(f"the values of {name} have no type of a column: "
                             f"{error}") from error
    return pa.table(columns)


def _types(kinds: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    pa = arrow()
    types = {"integer": pa.int64(), "float": pa.float64(), "text": pa.string(),
             "texts": pa.list_(pa.string()), "ranges": pa.list_(pa.list_(pa.int64()))}
    return ((name, types[kind]) for name, kind in kinds.items())


def _whole(value: Any) -> Any:
    """The same without half surrogates."""
    if isinstance(value, str):
        return re.sub("[\ud800-\udfff]", "\ufffd", value)
    if isinstance(value, (list, tuple)):
        return [_whole(each) for each in value]
    if isinstance(value, dict):
        return {_whole(key): _whole(each) for key, each in value.items()}
    return value


def pandas_of(rows: Iterable[dict[str, Any]],
              kinds: Mapping[str, str] | None = None) -> pandas.DataFrame:
    """Dicts as a data frame. With the kinds of columns, as in arrow_of, these are
    there first, in all frames alike; whole numbers may be missing (Int64).
    Raises UsageError without pandas."""
    try:
        import pandas
    except ImportError as error:
        raise UsageError("data frames need the package pandas: "
                         "pip install pandas") from error
    held = list(rows)
    if kinds is None:
        return pandas.DataFrame(held)
    types = {"integer": "Int64", "float": "float64",
             "text": pandas.Series(["text"]).dtype}
    names = dict.fromkeys(kinds)
    for row in held:
        names.update(dict.fromkeys(row))
    return pandas.DataFrame({
        name: pandas.Series([row.get(name) for row in held],
                            dtype=types.get(kinds.get(name, ""), "object"))
        for name in names})


def schema_of(facts: Iterable[tuple[str, str, bool]]) -> pyarrow.Schema:
    """Columns of the module in C++ as a schema of Arrow."""
    pa = arrow()
    return pa.schema([
        pa.field(name, pa.timestamp("ms") if type_ == "timestamp"
                 else getattr(pa, type_)(), nullable=has_nulls)
        for name, type_, has_nulls in facts])


def batch_of(schema: pyarrow.Schema,
             columns: list[tuple[Any, ...]]) -> pyarrow.RecordBatch:
    """What the module in C++ gives of each column as a batch, without a copy."""
    pa = arrow()
    arrays = []
    for field, (size, nulls, valid, ends, data) in zip(schema, columns,
                                                       strict=True):
        buffers = [pa.py_buffer(valid) if nulls else None]
        if ends is not None:
            buffers.append(pa.py_buffer(ends))
        buffers.append(pa.py_buffer(data))
        arrays.append(pa.Array.from_buffers(field.type, size, buffers, nulls))
    return pa.record_batch(arrays, schema=schema)


def reader_of(rows: RowSource) -> pyarrow.RecordBatchReader:
    """Rows as batches that are made when they are asked for. DuckDB, pandas,
    polars and to_parquet take such a reader; read_all() makes a table of it."""
    schema = schema_of(rows.facts)

    def batches() -> Iterator[pyarrow.RecordBatch]:
        while (columns := rows.next()) is not None:
            yield batch_of(schema, columns)

    return arrow().RecordBatchReader.from_batches(schema, batches())
