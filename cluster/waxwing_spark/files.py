"""Files that appear whole or not at all, in a folder that all machines share."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import socket
from collections.abc import Iterable, Iterator
from typing import Any


def part_name(path: str) -> str:
    """A name beside `path` that no other process of any machine uses."""
    return f"{path}.part-{socket.gethostname()}-{os.getpid()}"


def remove(path: str) -> None:
    """Removes a file or a folder, if it is there."""
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)


@contextlib.contextmanager
def made_folder(path: str) -> Iterator[str]:
    """A new folder, which becomes `path` when the block ends without an exception.
    Another process may have made the same one meanwhile: then that one stays."""
    part = part_name(path)
    remove(part)
    os.makedirs(part)
    try:
        yield part
        try:
            os.rename(part, path)
        except OSError:
            if not os.path.isdir(path):
                raise
            remove(part)
    except BaseException:
        remove(part)
        raise


def write_json(path: str, value: Any) -> None:
    part = part_name(path)
    with open(part, "w", encoding="utf-8", errors="surrogateescape") as file:
        json.dump(value, file)
    os.rename(part, path)


def read_json(path: str) -> Any:
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return json.load(file)


def write_names(path: str, names: Iterable[str]) -> None:
    """A list of files as the tools take it by --files-from."""
    with open(path, "wb") as out:
        for name in names:
            out.write(os.fsencode(name) + b"\0")


def digest_of(*values: Any) -> str:
    """A name for work that depends on these values."""
    text = json.dumps(values, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:20]


def link(path: str, to: str) -> None:
    """Gives a file a second name, or where the file system has none, a copy."""
    try:
        os.link(path, to)
    except OSError:
        shutil.copy2(path, to)
