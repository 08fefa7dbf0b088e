#!/usr/bin/env python3
"""CI makes packages of a day's worth of commits at least, and within its time.

    tests/tools/ci_due_test.py BIN_DIR SOURCE_DIR
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time

HOUR = 3600
START = 1_700_000_000


class Clone:
    """A repository that has .ci/run alone, with commits of chosen dates."""

    def __init__(self, source, folder):
        self.folder = folder
        self.state = os.path.join(folder, "state")
        os.makedirs(os.path.join(folder, ".ci"))
        os.makedirs(self.state)
        shutil.copy(os.path.join(source, ".ci/run"),
                    os.path.join(folder, ".ci/run"))
        self.git("init", "-q")

    def git(self, *words, date=START):
        stamp = f"{date} +0000"
        subprocess.run(
            ["git", "-C", self.folder, "-c", "user.name=a", "-c", "user.email=a@b.c",
             *words], check=True,
            env=dict(os.environ, GIT_COMMITTER_DATE=stamp, GIT_AUTHOR_DATE=stamp))

    def commit(self, date):
        self.git("commit", "-q", "--allow-empty", "-m", "x", date=date)

    def packaged(self, date):
        with open(os.path.join(self.state, "packaged"), "w",
                  encoding="utf-8") as file:
            file.write(f"{date}\n")

    def is_due(self, running_for=0):
        ran = subprocess.run(
            [os.path.join(self.folder, ".ci/run"), "due"], check=False,
            capture_output=True, text=True,
            env=dict(os.environ, WAX_CI_STATE=self.state,
                     WAX_CI_BEGAN=str(int(time.time()) - running_for)))
        assert ran.returncode in (0, 1), ran
        assert ran.stdout.startswith("packages: "), ran
        return ran.returncode == 0


def main():
    source = sys.argv[2]
    if shutil.which("git") is None or not os.path.exists(
            os.path.join(source, ".ci/run")):
        print("skipped: needs git and .ci/run")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        clone = Clone(source, folder)
        clone.commit(START)
        assert clone.is_due(), "a machine that has made none"
        clone.packaged(START)
        assert not clone.is_due(), "made of this commit"
        for hour in range(1, 24):
            clone.commit(START + hour * HOUR)
            assert not clone.is_due(), f"{hour} hours later"
        clone.commit(START + 24 * HOUR)
        assert clone.is_due(), "a day later"
        assert clone.is_due(running_for=2000)
        assert not clone.is_due(running_for=2200), "no time is left"
        clone.packaged(START + 24 * HOUR)
        assert not clone.is_due()
    print("due when it should be")


if __name__ == "__main__":
    main()
