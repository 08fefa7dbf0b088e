"""The tools of Waxwing beside the package."""

from __future__ import annotations

import os
import pathlib
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import NoReturn

from waxwing_warc.errors import ToolError


def folder() -> str:
    """The folder that has the tools: WAXWING_BIN; else that in the package; else
    that of the build that the package is in; else that of wax-build in PATH.

    Raises ToolError when there is none.
    """
    named = os.environ.get("WAXWING_BIN")
    if named:
        return named
    package = pathlib.Path(__file__).resolve().parent
    for place in (package / "bin", package.parent.parent / "bin"):
        if (place / "wax-build").exists():
            return str(place)
    found = shutil.which("wax-build")
    if found is None:
        raise ToolError("the tools of Waxwing are not installed: wax-build is "
                        "not in PATH, and WAXWING_BIN names no folder")
    return os.path.dirname(os.path.realpath(found))


def run(tool: str, arguments: Sequence[str | os.PathLike[str]]) -> int:
    """Runs a tool, such as "wax-build", and returns its exit code: 0, or 1 when it
    ran to the end but records were lost. What it says goes to sys.stderr.

    Raises ToolError when it cannot be started, or could not run (code 2), with the
    last that it said. An exception that comes meanwhile, such as KeyboardInterrupt,
    interrupts the tool, and goes on when that has ended.
    """
    command = [os.path.join(folder(), tool),
               *(os.fspath(each) for each in arguments)]
    last = ""
    try:
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True,
                              errors="replace") as process:
            assert process.stderr is not None
            try:
                for line in process.stderr:
                    sys.stderr.write(line)
                    last = line.strip() or last
                code = process.wait()
            except BaseException:
                _interrupt(process)
                raise
    except OSError as error:
        raise ToolError(f"{command[0]}: {error.strerror}") from error
    if code not in (0, 1):
        failure = ToolError(last or f"{tool} ended with exit code {code}")
        failure.exit_code = code
        raise failure
    return code


def _interrupt(process: subprocess.Popen[str]) -> None:
    """Ends a tool as Ctrl-C does; what it has begun is finished by the next run."""
    process.send_signal(signal.SIGINT)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()


def main() -> NoReturn:
    """The command wax: the tool of that name takes the place of this process."""
    try:
        program = os.path.join(folder(), "wax")
        os.execv(program, ["wax", *sys.argv[1:]])
    except (ToolError, OSError) as error:
        sys.exit(f"wax: {error}")
