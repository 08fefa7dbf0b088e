"""The types of the package, and its style, as mypy and ruff check them."""

import subprocess

import pytest

from conftest import CLIENTS, ROOT


def check(program, *arguments):
    path = CLIENTS / "bin" / program
    if not path.exists():
        pytest.skip(program + " is not installed "
                    "(tests/interop/install_clients.sh notebooks)")
    done = subprocess.run([path, *arguments], cwd=ROOT, capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_finds_no_error_in_strict_mode(tmp_path):
    check("mypy", "--strict", "--config-file", "pyproject.toml",
          "--cache-dir", str(tmp_path), "python/waxwing")


def test_ruff_finds_nothing():
    check("ruff", "check", "--no-cache", "python", "tests/python")
