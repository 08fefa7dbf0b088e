"""Archives on the file systems of Hadoop that Spark has in its class path: listed by
the driver, and copied to the disk of the executor that reads them."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from py4j.java_gateway import GatewayParameters, JavaGateway, launch_gateway
from py4j.protocol import Py4JError, Py4JJavaError
from pyspark import SparkFiles
from pyspark.find_spark_home import _find_spark_home
from pyspark.sql import SparkSession

from waxwing_spark import files
from waxwing_spark.errors import JobError
from waxwing_spark.pieces import Archive, Piece
from waxwing_warc.archives import is_archive_name

_SETTING = "spark.hadoop."
_MISSING = "java.io.FileNotFoundException"


@dataclass(frozen=True)
class Settings:
    """What executors need of the configuration of the driver."""

    values: tuple[tuple[str, str], ...] = ()
    class_path: str = ""  # beside the jars of Spark and of the job

    @classmethod
    def of(cls, spark: SparkSession) -> Settings:
        given = spark.sparkContext.getConf()
        return cls(tuple((name[len(_SETTING):], value)
                         for name, value in given.getAll()
                         if name.startswith(_SETTING)),
                   given.get("spark.executor.extraClassPath", "") or "")


def _what(error: Py4JJavaError) -> str:
    said = error.java_exception
    return str(said.getMessage() or said.getClass().getName()).splitlines()[0]


def _is_missing(error: Py4JJavaError) -> bool:
    return bool(error.java_exception.getClass().getName() == _MISSING)


def archives_of(spark: SparkSession, name: str) -> list[Archive]:
    """The archive of this name, or those in the folder and below it, in order. Raises
    JobError where its file system cannot be asked."""
    jvm: Any = spark.sparkContext._jvm
    java: Any = spark.sparkContext._jsc
    try:
        path = jvm.org.apache.hadoop.fs.Path(name)
        system = path.getFileSystem(java.hadoopConfiguration())
        found = system.getFileStatus(path)
        if not found.isDirectory():
            return [_archive(found)]
        below, archives = system.listFiles(path, True), []
        while below.hasNext():
            each = below.next()
            if is_archive_name(each.getPath().getName()):
                archives.append(_archive(each))
    except Py4JJavaError as error:
        if _is_missing(error):
            return [Archive(name, is_copied=True)]
        raise JobError(f"{name}: {_what(error)}") from None
    return sorted(archives, key=lambda each: each.path)


def _archive(status: Any) -> Archive:
    return Archive(status.getPath().toString(), status.getLen(),
                   str(status.getModificationTime()), is_copied=True)


@contextlib.contextmanager
def _hadoop(settings: Settings) -> Iterator[tuple[Any, Any]]:
    """Java beside this process, which ends with it, and Hadoop's configuration."""
    jars = os.path.join(_find_spark_home(), "jars", "*")
    classes = [each for each in (
        settings.class_path, os.environ.get("HADOOP_CONF_DIR", ""),
        os.path.join(SparkFiles.getRootDirectory(), "*"), jars) if each]
    try:
        port, token = launch_gateway(
            classpath=os.pathsep.join(classes), die_on_exit=True, enable_auth=True,
            java_path=None, javaopts=["-Xmx128m", "-XX:+UseSerialGC",
                                      "-XX:TieredStopAtLevel=1"])
    except (OSError, ValueError, Py4JError) as error:
        raise JobError(f"Java, which copies archives, does not start: {error}"
                       ) from None
    gateway = JavaGateway(gateway_parameters=GatewayParameters(
        port=port, auth_token=token, auto_convert=True))
    try:
        conf = gateway.jvm.org.apache.hadoop.conf.Configuration()
        for name, value in settings.values:
            conf.set(name, value)
        yield gateway.jvm, conf
    finally:
        gateway.shutdown()


class Copies:
    """The archives of a piece as the tools of one call take them."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self._names: list[tuple[str, str]] = []  # of a copy: its path, and its name
        self._lost: list[dict[str, Any]] = []

    def add(self, jvm: Any, conf: Any, name: str, folder: str) -> None:
        os.mkdir(folder)
        local = os.path.join(folder, name.rstrip("/").rpartition("/")[2])
        try:
            path = jvm.org.apache.hadoop.fs.Path(name)
            system = path.getFileSystem(conf)
            system.copyToLocalFile(False, path, jvm.org.apache.hadoop.fs.Path(
                "file://" + local), True)
        except Py4JJavaError as error:
            text = "there is no such file" if _is_missing(error) else _what(error)
            self._lost.append({"severity": "lost", "id": "unreadable-archive",
                               "file": name, "text": text})
            return
        self.paths.append(local)
        self._names.append((local, name))

    def tell(self, problems: str) -> None:
        """Names the archives in a tool's file of problems, instead of the copies, and
        adds those that could not be copied."""
        if not self._names and not self._lost:
            return
        told = []
        if os.path.exists(problems):
            with open(problems, encoding="utf-8", errors="surrogateescape") as lines:
                told = [self._named(json.loads(line)) for line in lines]
        part = files.part_name(problems)
        with open(part, "w", encoding="utf-8", errors="surrogateescape") as out:
            for each in [*told, *self._lost]:
                out.write(json.dumps(each, ensure_ascii=False) + "\n")
        os.rename(part, problems)

    def _named(self, problem: dict[str, Any]) -> dict[str, Any]:
        for local, name in self._names:
            for field in ("file", "text"):
                problem[field] = problem[field].replace(local, name)
        return problem


@contextlib.contextmanager
def local(piece: Piece, settings: Settings) -> Iterator[Copies]:
    """Copies what the tools cannot read themselves, as long as the block runs, to
    the folder that Spark uses on this machine."""
    copies = Copies()
    if not any(each.is_copied for each in piece.archives):
        copies.paths = [each.path for each in piece.archives]
        yield copies
        return
    place = os.environ.get("SPARK_LOCAL_DIRS", "").split(",")[0]
    folder = tempfile.mkdtemp(prefix="waxwing-copies-",
                              dir=place if os.path.isdir(place) else None)
    try:
        with _hadoop(settings) as (jvm, conf):
            for i, each in enumerate(piece.archives):
                if each.is_copied:
                    copies.add(jvm, conf, each.path, os.path.join(folder, str(i)))
                else:
                    copies.paths.append(each.path)
        yield copies
    finally:
        shutil.rmtree(folder, ignore_errors=True)
