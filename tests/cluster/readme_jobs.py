"""The commands that cluster/README.md shows for Spark, in their order."""

import glob
import os
import re
import shlex
import shutil
import subprocess

from running import BIN, CRAWL, JOBS, SOURCE, path


def _commands():
    """Those of the section, with their "\\" at line ends undone."""
    with open(os.path.join(SOURCE, "cluster", "README.md"), encoding="utf-8") as file:
        page = file.read()
    section = page[page.index("\n## Spark"):page.index("\n## Solr")]
    lines = "\n".join(line[4:] for line in section.splitlines()
                      if line.startswith("    "))
    lines = re.sub(r"\\\n\s*", "", re.sub(r"\|\n\s*", "| ", lines))
    return [line.split(" #")[0].strip() for line in lines.splitlines()]


def the_commands_of_the_page_run():
    data = path("data")
    os.mkdir(data)
    shutil.copytree(CRAWL, data + "/warcs")
    environment = dict(os.environ, PATH=BIN + os.pathsep + os.environ["PATH"])
    jobs = 0
    for command in _commands():
        if command.startswith(("pip ", "export ")):  # spark_test.py does both
            continue
        command = command.replace("/data", data)
        if not command.startswith("waxwing-spark "):
            ended = subprocess.run(["bash", "-o", "pipefail", "-c", command],
                                   env=environment, capture_output=True, text=True)
            assert ended.returncode == 0, (command, ended)
            continue
        # The session of the tests is the master.
        words = shlex.split(re.sub(r"--master \S+ ", "", command))[1:]
        words = [each for word in words
                 for each in (sorted(glob.glob(word)) if "*" in word else [word])]
        code, said = JOBS.run(*words)
        assert code == 0, (command, said)
        jobs += 1
    assert jobs == 5, jobs


TESTS = [the_commands_of_the_page_run]
