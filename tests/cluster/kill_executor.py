"""usage: kill_executor.py own|other

Kills by SIGKILL the executor of Spark that has started this process, or the others of
the same application.
"""

import os
import signal
import sys

EXECUTOR = "CoarseGrainedExecutorBackend"


def words_of(process):
    try:
        with open(f"/proc/{process}/cmdline", "rb") as file:
            return os.fsdecode(file.read()).split("\0")
    except OSError:
        return []


def parent_of(process):
    with open(f"/proc/{process}/stat", encoding="ascii", errors="replace") as file:
        return int(file.read().rpartition(")")[2].split()[1])


def is_executor(words):
    return any(word.endswith(EXECUTOR) for word in words)


def executors_of(driver):
    return [int(name) for name in os.listdir("/proc")
            if name.isdigit() and is_executor(words_of(name)) and
            driver in words_of(name)]


def main(whom):
    own = os.getpid()
    while not is_executor(words_of(own)):
        own = parent_of(own)
        if own <= 1:
            sys.exit("this was not started by an executor")
    driver = words_of(own)[words_of(own).index("--driver-url") + 1]
    for process in executors_of(driver):
        if (process == own) == (whom == "own"):
            os.kill(process, signal.SIGKILL)


if __name__ == "__main__":
    main(sys.argv[1])
