"""ZipNums of one part each to one ZipNum, as wax-cdx-zipnum(1) describes it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable

from waxwing_spark import files
from waxwing_spark.errors import JobError

PART = "cdx-{:05}.gz"


def join(parts: Iterable[str], folder: str) -> int:
    """Makes `folder`, which exists, a ZipNum of the parts, in their order. The files
    of lines are linked where the file system can do that. Returns the blocks."""
    blocks = 0
    names: list[str] = []
    with (open(os.path.join(folder, "cluster.idx"), "wb") as index,
          open(os.path.join(folder, "cluster.loc"), "wb") as locations):
        for part in parts:
            name = PART.format(len(names))
            names.append(name)
            files.link(os.path.join(part, PART.format(0)), os.path.join(folder, name))
            locations.write(f"{name}\t{name}\n".encode())
            with open(os.path.join(part, "cluster.idx"), "rb") as lines:
                for line in lines:
                    key, _, offset, length, _ = line.rstrip(b"\n").split(b"\t")
                    blocks += 1
                    index.write(b"\t".join([key, name.encode(), offset, length,
                                            str(blocks).encode()]) + b"\n")
            metadata = os.path.join(part, "metadata.yaml")
            shutil.copyfile(metadata, os.path.join(folder, "metadata.yaml"))
    return blocks


def parts(folder: str) -> list[str]:
    """The files of lines of a ZipNum, in order."""
    with open(os.path.join(folder, "cluster.loc"), encoding="utf-8") as lines:
        return [os.path.join(folder, line.split("\t")[1].rstrip("\n"))
                for line in lines]


def check(folder: str) -> None:
    if not os.path.exists(os.path.join(folder, "cluster.loc")):
        raise JobError(f"{folder}: this is no ZipNum of waxwing-spark index")
