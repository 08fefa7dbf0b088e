"""The package of the jobs, as people install it."""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig

from running import BIN, CRAWL, JOBS, SOURCE, joined, path, tool


def package_is_installed_by_pip():
    """In an environment of its own, which has PySpark, waxwing and setuptools."""
    if not all(importlib.util.find_spec(each) for each in ("setuptools", "ensurepip")):
        print("skipped: setuptools or ensurepip is not installed")
        return
    JOBS.stop()
    place = path("environment")
    source = path("package")
    # Where it is built, files are left.
    shutil.copytree(os.path.join(SOURCE, "cluster"), source,
                    ignore=shutil.ignore_patterns("build", "*.egg-info"))
    subprocess.run([sys.executable, "-m", "venv", place], check=True)
    python = os.path.join(place, "bin", "python3")
    environment = os.environ | {
        "PYSPARK_PYTHON": python, "PYTHONPATH": os.path.join(
            os.path.dirname(BIN), "python")}
    folder = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True, capture_output=True, text=True).stdout.strip()
    with open(os.path.join(folder, "clients.pth"), "w", encoding="utf-8") as out:
        out.write(sysconfig.get_path("purelib") + "\n")
    subprocess.run(
        [python, "-m", "pip", "install", "-q", "--no-index", "--no-deps",
         "--no-build-isolation", source], check=True, env=environment, cwd=place)
    command = os.path.join(place, "bin", "waxwing-spark")
    said = subprocess.run([command, "--help"], check=True, env=environment, cwd=place,
                          capture_output=True, text=True).stdout
    assert "build " in said, said
    done = subprocess.run(
        [command, "index", "--master", "local-cluster[1,1,512]", "-o", path("by-pip"),
         CRAWL], env=environment, cwd=place, capture_output=True, text=True,
        check=False)
    assert done.returncode == 0, done.stderr
    assert joined(path("by-pip") + "/cdx-*.gz") == tool(
        "wax-warc-indexer", "--sort", CRAWL)


TESTS = [package_is_installed_by_pip]
