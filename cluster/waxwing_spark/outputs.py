"""The folders that jobs make: which of them a job replaces, and what stays in them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence

import waxwing_warc
from waxwing_spark import files
from waxwing_spark.errors import JobError
from waxwing_warc import _native

# The mark of a folder that a job has made: which job it was, and what it put there.
MARK = ".waxwing-spark"
# What people and wax-hide add to a folder; it stays when the rest is replaced.
_KEPT = ("access", "hidden")


def begin(folder: str, job: str) -> None:
    """Makes the folder for what a job makes, with its mark."""
    files.remove(folder)
    os.mkdir(folder)
    files.write_json(os.path.join(folder, MARK), {"job": job, "names": []})


def check(output: str, force: bool, job: str, inputs: Sequence[str]) -> None:
    """Raises JobError when there is something at `output`, unless `force` is given
    and it is empty, or a folder that this job has made and to which nothing was added
    but rules of access. inputs: files and folders that are read; none may be the
    output, in it or around it."""
    _restore(output)
    try:
        _native.check_replaceable(
            output, f"a folder of waxwing-spark {job}",
            lambda path: _mark_of(path)["job"] == job, _foreign, inputs)
    except waxwing_warc.UsageError as error:
        raise JobError(str(error)) from None
    if os.path.lexists(output) and not force:
        raise JobError(f"{output}: it exists; --force replaces it")


def publish(made: str, output: str, job: str) -> None:
    """Gives `made` the name `output`. What a job made under that name before is
    removed, but its rules of access stay: also those that are written meanwhile."""
    files.write_json(os.path.join(made, MARK),
                     {"job": job, "names": sorted(_names_in(made))})
    before = _before(output)
    if os.path.lexists(output):
        os.rename(output, before)
    try:
        for name in _KEPT:
            rules = os.path.join(before, name)
            if os.path.lexists(rules):
                shutil.copy2(rules, os.path.join(made, name), follow_symlinks=False)
        os.rename(made, output)
    except OSError:
        _restore(output)
        raise
    files.remove(before)


def _before(output: str) -> str:
    """The name of what is being replaced, as wax::io gives it."""
    return output + ".part-before"


def _restore(output: str) -> None:
    """Gives its name back to what a job had put aside when it was killed."""
    before = _before(output)
    if not os.path.lexists(before):
        return
    if os.path.lexists(output):
        files.remove(before)
    else:
        os.rename(before, output)


def _mark_of(folder: str) -> dict[str, object]:
    """What a mark says; of a folder without one, that no job made it."""
    try:
        mark = files.read_json(os.path.join(folder, MARK))
        return {"job": mark["job"], "names": list(mark["names"])}
    except (OSError, ValueError, KeyError, TypeError):
        return {"job": "", "names": []}


def _names_in(folder: str) -> list[str]:
    """The names in a folder and in the folders that are in it."""
    names = []
    for name in os.listdir(folder):
        names.append(name)
        place = os.path.join(folder, name)
        if os.path.isdir(place) and not os.path.islink(place):
            names += (f"{name}/{each}" for each in os.listdir(place))
    return names


def _foreign(path: str) -> str:
    """What at or below a path in an output was not made by the job; else "". A folder
    that no job made is not looked into: that it has no mark is what there is to say."""
    folder, name = os.path.split(path)
    mark = _mark_of(folder)
    if not mark["job"] or name.split(".part-")[0] in (MARK, *_KEPT):
        return ""
    known = mark["names"]
    assert isinstance(known, list)
    found = [name]
    if os.path.isdir(path) and not os.path.islink(path):
        found += (f"{name}/{each}" for each in os.listdir(path))
    for each in found:
        if each not in known:
            return os.path.join(folder, each)
    return ""
