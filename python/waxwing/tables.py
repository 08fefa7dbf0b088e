"""Rows as tables of pandas and Arrow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from waxwing.errors import UsageError

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


def arrow_of(rows: Iterable[dict[str, Any]]) -> pyarrow.Table:
    """Dicts as a table of Arrow; a column for each name, null where it is missing.
    """
    rows = list(rows)
    names: dict[str, None] = {}
    for row in rows:
        names.update(dict.fromkeys(row))
    pa = arrow()
    return pa.table({name: pa.array([row.get(name) for row in rows])
                     for name in names})


def pandas_of(rows: Iterable[dict[str, Any]]) -> pandas.DataFrame:
    """Dicts as a data frame. Raises UsageError without pandas."""
    try:
        import pandas
    except ImportError as error:
        raise UsageError("data frames need the package pandas: "
                         "pip install pandas") from error
    return pandas.DataFrame(list(rows))
