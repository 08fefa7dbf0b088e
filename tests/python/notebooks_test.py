"""The notebooks of the examples run as they are, from top to bottom."""

import json

import pytest

from conftest import ROOT

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 3


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_they_run(path, monkeypatch):
    cells = json.loads(path.read_text("utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells
               if cell["cell_type"] == "code"]
    needed = ["pandas"]
    if any("matplotlib" in source for source in sources):
        needed.append("matplotlib")
    for name in needed:
        pytest.importorskip(name, reason=name + " is not installed "
                            "(tests/interop/install_clients.sh notebooks)")
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.chdir(ROOT)
    names = {}
    for source in sources:
        exec(compile(source, str(path), "exec"), names)
    assert len(sources) >= 3
