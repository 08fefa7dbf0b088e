"""The tools of Waxwing, run by an executor, and what they count."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from waxwing_spark import files
from waxwing_spark.errors import JobError
from waxwing_warc import tools

# Counts by word: {"read": {"total": 7}, "skipped": {"total": 2, "reasons": {...}}}
Counts = dict[str, dict[str, Any]]
# The file of the problems that tools tell.
PROBLEMS = "problems"


@contextlib.contextmanager
def started(tool: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A tool whose output is read while the block runs. Raises JobError after the
    block when the tool has not ended well."""
    process = subprocess.Popen(
        [os.path.join(tools.folder(), tool), "-q", *arguments],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    with process:
        try:
            yield process
        except BaseException:
            process.kill()
            raise
        process.stdout.close()
        said = process.stderr.read()
    if process.returncode != 0:
        raise JobError(_last_line(said, tool, process.returncode))


def _last_line(said: bytes, tool: str, code: int) -> str:
    lines = said.decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else f"{tool} ended with exit code {code}"


def run(folder: str, tool: str, *arguments: str, stdin: Any = None) -> Counts:
    """Runs a tool with its problems and counts in files of `folder`, and returns the
    counts. Raises JobError with what the tool said when it could not run."""
    counts = os.path.join(folder, tool + ".counts")
    command = [os.path.join(tools.folder(), tool), "-q", "--counts", counts,
               "--problems", os.path.join(folder, PROBLEMS), *arguments]
    ended = subprocess.run(command, stdin=stdin or subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if ended.returncode not in (0, 1):
        raise JobError(_last_line(ended.stderr, tool, ended.returncode))
    found: Counts = files.read_json(counts)["counts"]
    os.unlink(counts)
    return found


def add_counts(total: Counts, more: Counts) -> None:
    for word, count in more.items():
        into = total.setdefault(word, {"total": 0})
        into["total"] += count["total"]
        for reason, number in count.get("reasons", {}).items():
            reasons = into.setdefault("reasons", {})
            reasons[reason] = reasons.get(reason, 0) + number


def sum_of(all_counts: Iterable[Counts]) -> Counts:
    total: Counts = {}
    for counts in all_counts:
        add_counts(total, counts)
    return total


def counts_text(counts: Counts) -> str:
    """As the tools print them: "read 7, skipped 2 (dns 2)"."""
    words = []
    for word, count in counts.items():
        text = f"{word} {count['total']}"
        reasons = ", ".join(f"{reason} {number}" for reason, number
                            in sorted(count.get("reasons", {}).items()))
        words.append(f"{text} ({reasons})" if reasons else text)
    return ", ".join(words)


def publish(made: str, path: str, keep_comments: bool) -> None:
    """Copies a list that a tool has made to the folder that machines share. Without
    the comments of its head it is the continuation of another list."""
    part = files.part_name(path)
    with open(made, "rb") as lines, open(part, "wb") as out:
        for line in lines:
            if keep_comments or not line.startswith(b"#"):
                out.write(line)
                break
        shutil.copyfileobj(lines, out)
    os.rename(part, path)


def append(path: str, out: BinaryIO) -> None:
    """Adds the bytes of a file, if there is one."""
    if os.path.exists(path):
        with open(path, "rb") as file:
            shutil.copyfileobj(file, out)
