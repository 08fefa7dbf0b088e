"""Folders that a job of Spark replaces, and those that it leaves as they are."""

import os
import sys

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "cluster"))
from waxwing_spark import outputs  # noqa: E402
from waxwing_spark.errors import JobError  # noqa: E402


def put(folder, **files):
    for name, text in files.items():
        place = folder / name.replace("__", "/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    return folder


def files_of(folder):
    return {str(path.relative_to(folder)): path.read_text()
            for path in folder.rglob("*")
            if path.is_file() and path.name != outputs.MARK}


def made(folder, job="build", **files):
    """A folder that a job has made."""
    work = folder.parent / f".{folder.name}.work"
    outputs.begin(str(work), job)
    put(work, **files)
    outputs.publish(str(work), str(folder), job)
    return folder


def refusal(folder, job="build", inputs=(), force=True):
    with pytest.raises(JobError) as error:
        outputs.check(str(folder), force, job, [str(each) for each in inputs])
    return str(error.value)


def test_the_same_job_is_replaced_and_keeps_rules_of_access(tmp_path):
    out = made(tmp_path / "out", segments__1="old", problems="")
    put(out, access="block host a.org\n", hidden="host b.org\n")
    outputs.check(str(out), True, "build", [str(tmp_path / "crawl")])
    made(out, segments__2="new")
    assert files_of(out) == {"segments/2": "new", "access": "block host a.org\n",
                             "hidden": "host b.org\n"}
    outputs.check(str(out), True, "build", [])
    assert [each.name for each in tmp_path.iterdir()] == ["out"]


def test_a_link_to_rules_stays_a_link(tmp_path):
    out = made(tmp_path / "out", problems="")
    (out / "access").symlink_to("../rules")
    made(out, problems="new")
    assert os.readlink(out / "access") == "../rules"


def test_without_force_nothing_is_replaced(tmp_path):
    out = made(tmp_path / "out", problems="")
    assert refusal(out, force=False) == f"{out}: it exists; --force replaces it"
    archives = put(tmp_path / "archives", a="archive")
    assert "--force" not in refusal(archives, force=False)


def test_other_folders_stay(tmp_path):
    archives = put(tmp_path / "archives", a__1="archive")
    assert refusal(archives) == (
        f"{archives}: is not a folder of waxwing-spark build, so it is not replaced")
    assert "is not a folder of waxwing-spark build" in refusal(
        made(tmp_path / "index", "index", problems=""))
    marked = put(tmp_path / "marked", **{outputs.MARK: "[1]", "a": "archive"})
    assert "is not a folder of waxwing-spark build" in refusal(marked)
    file = tmp_path / "file"
    file.write_text("mine")
    assert "is not a folder of waxwing-spark build" in refusal(file)
    outputs.check(str(tmp_path / "new"), False, "build", [])
    (tmp_path / "empty").mkdir()
    outputs.check(str(tmp_path / "empty"), True, "build", [])


@pytest.mark.parametrize("name", ["notes", "captures.written", "segments/mine"])
def test_a_folder_to_which_something_was_added_stays(tmp_path, name):
    out = made(tmp_path / "out", segments__1="old")
    (out / name).write_text("mine")
    assert f"holds {name}, which is not part of" in refusal(out)
    assert (out / name).read_text() == "mine"


def test_a_folder_with_or_in_an_input_stays(tmp_path):
    (tmp_path / "crawl").mkdir()
    out = made(tmp_path / "crawl" / "out", segments__1="old")
    assert "lies in the input" in refusal(out, inputs=[tmp_path / "crawl"])
    assert "holds the input" in refusal(out, inputs=[out / "segments" / "1"])
    assert "is an input" in refusal(out, inputs=[out])
    (tmp_path / "link").symlink_to(out)
    assert "is an input" in refusal(out, inputs=[tmp_path / "link"])


def test_what_was_put_aside_comes_back(tmp_path):
    out = made(tmp_path / "out", problems="")
    out.rename(tmp_path / "out.part-before")
    outputs.check(str(out), True, "build", [])
    assert files_of(out) == {"problems": ""}
