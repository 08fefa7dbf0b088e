"""The notebooks of the examples run as they are, from top to bottom."""

import json
import subprocess
import urllib.request

import pytest

from conftest import CRAWL, ROOT, needs, tool_in

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
    monkeypatch.chdir(path.parent)  # where Jupyter runs them
    names = {}
    for source in sources:
        exec(compile(source, str(path), "exec"), names)
    assert len(sources) >= 3
    tables = [name for name, value in names.items()
              if isinstance(value, names["pd"].DataFrame) and name != "_"]
    assert tables, "a notebook shows a table"
    assert all(len(names[name]) > 0 for name in tables), tables
    if "linked" in names:
        assert names["linked"].max() > 1


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_elsewhere_they_say_what_to_change(path, monkeypatch, tmp_path):
    needs("pandas", "matplotlib")
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.chdir(tmp_path)
    cells = json.loads(path.read_text("utf-8"))["cells"]
    first = next("".join(cell["source"]) for cell in cells
                 if cell["cell_type"] == "code")
    with pytest.raises(FileNotFoundError, match="Write crawls = .'FOLDER'"):
        exec(compile(first, str(path), "exec"), {})
    line, = [each for each in first.splitlines() if each.startswith("crawls = ")]
    names = {}
    exec(compile(first.replace(line, "crawls = [%r]" % str(CRAWL)), str(path),
                 "exec"), names)
    assert names["archives"] == str(CRAWL)


def test_that_of_the_search_page_runs(built, tools):
    needs("pandas")
    server = subprocess.Popen(
        [tool_in(tools, "wax-serve"), "-q", "--listen", "127.0.0.1:0",
         built], stdout=subprocess.PIPE, text=True)
    try:
        url = server.stdout.readline().strip().rstrip("/")
        place = url + "/api/export?format=%s&query=castles"
        with urllib.request.urlopen(place % "ipynb") as answer:
            cells = json.load(answer)["cells"]
        names = {}
        for cell in cells:
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), "cell", "exec"), names)
        with urllib.request.urlopen(place % "urls") as answer:
            urls = answer.read().decode().splitlines()
        assert list(names["hits"]["url"]) == urls and len(urls) > 1
        years = names["column"]("date").astype(str).str[:4]
        assert set(years) <= {str(year) for year in range(2006, 2010)}
        assert names["query"] == "castles"
    finally:
        server.terminate()
        server.wait()
