"""The types of the package, and its style, as mypy and ruff check them."""

import os
import subprocess

import pytest

from conftest import CLIENTS, ROOT

PYSPARK = CLIENTS.parent / "pyspark" / "bin" / "python3"


def check(program, *arguments, **variables):
    path = CLIENTS / "bin" / program
    if not path.exists():
        pytest.skip(program + " is not installed "
                    "(tests/interop/install_clients.sh notebooks)")
    done = subprocess.run([path, *arguments], cwd=ROOT, capture_output=True,
                          text=True, check=False, env=os.environ | variables)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_finds_no_error_in_strict_mode(tmp_path):
    check("mypy", "--strict", "--config-file", "pyproject.toml",
          "--cache-dir", str(tmp_path), "python/waxwing_warc")


def test_mypy_finds_no_error_in_the_jobs_of_spark(tmp_path):
    if not PYSPARK.exists():
        pytest.skip("PySpark is not installed "
                    "(tests/interop/install_clients.sh pyspark)")
    check("mypy", "--strict", "--config-file", "pyproject.toml", "--cache-dir",
          str(tmp_path), "--python-executable", PYSPARK, "-p", "waxwing_spark",
          MYPYPATH="python:cluster")


def test_programs_that_use_it_have_its_types(tmp_path):
    program = tmp_path / "program.py"
    program.write_text('''
import io
from typing import BinaryIO, cast

import waxwing_warc as wax

for record in wax.open("a.warc.gz"):
    text: str = wax.plain_text(record.body) + wax.text(record.body).title
    lines = io.TextIOWrapper(cast(BinaryIO, record.body), "utf-8").readlines()
    first: bytes = record.body.readline(None)
index = wax.Index("valley", problems=print)
rows: int = wax.parquet.rows_to_parquet(index.hits("a"), "hits.parquet")
counts: dict[str, int] = wax.to_parquet(
    wax.captures("a.warc.gz", sort=True), "table", crawl="a")
''')
    check("mypy", "--strict", "--config-file", "pyproject.toml",
          "--cache-dir", str(tmp_path), "python/waxwing_warc", str(program))


def test_wrong_names_are_found(tmp_path):
    path = CLIENTS / "bin" / "mypy"
    if not path.exists():
        pytest.skip("mypy is not installed")
    program = tmp_path / "program.py"
    program.write_text('import waxwing_warc as wax\nwax.opne("a.warc.gz")\n')
    done = subprocess.run(
        [path, "--config-file", "pyproject.toml", "--cache-dir", str(tmp_path),
         "python/waxwing_warc", program], cwd=ROOT, capture_output=True, text=True,
        check=False)
    assert done.returncode == 1 and '"opne"' in done.stdout


def test_ruff_finds_nothing():
    check("ruff", "check", "--no-cache", "python", "cluster",
          "tests/python", "tests/cluster")
