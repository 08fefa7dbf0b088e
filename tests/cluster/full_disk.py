"""usage: full_disk.py FOLDER one|all TOOL [ARGUMENT]...

Runs a tool. In the executor of Spark that was the first to ask, or in all of them, its
output (-o) goes to a full disk. FOLDER gets a file for each executor so treated.
"""

import os
import sys

from kill_executor import is_executor, parent_of, words_of


def own_executor():
    process = os.getpid()
    while process > 1 and not is_executor(words_of(process)):
        process = parent_of(process)
    return process


def is_full(folder, whom, executor):
    if executor <= 1:  # the driver
        return False
    if whom == "one":
        try:
            os.symlink(str(executor), os.path.join(folder, "first"))
        except FileExistsError:
            if os.readlink(os.path.join(folder, "first")) != str(executor):
                return False
    with open(os.path.join(folder, str(executor)), "wb"):
        return True


def main(folder, whom, tool, *arguments):
    words = list(arguments)
    if is_full(folder, whom, own_executor()):
        words[words.index("-o") + 1] = "/dev/full"
    os.execv(tool, [tool, *words])


if __name__ == "__main__":
    main(*sys.argv[1:])
