"""The package of the jobs, as people install it."""

import glob
import importlib.machinery
import os
import shutil
import subprocess
import sys
import sysconfig

from running import BIN, CRAWL, JOBS, SOURCE, joined, path, tool


def package_is_installed_by_pip():
    """In an environment of its own, which has PySpark, waxwing_warc and setuptools."""
    others = os.pathsep.join((sysconfig.get_path("purelib"), *glob.glob(
        "/usr/lib/python3/dist-packages")))
    finder = importlib.machinery.PathFinder()
    if not finder.find_spec("wheel", others.split(os.pathsep)):
        print("skipped: the package wheel, which pip needs here, is not installed")
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
        out.write(others.replace(os.pathsep, "\n") + "\n")
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
