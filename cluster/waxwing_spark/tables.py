"""Tables of Spark in the folder that machines share."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import StructType

from waxwing_spark import files


def url(path: str) -> str:
    """A path as Spark writes to it, also where its own file system is another one."""
    return "file://" + path


def read(spark: SparkSession, *paths: str,
         schema: StructType | None = None) -> DataFrame:
    """Tables as one. Without a schema Spark looks for it in the files."""
    reader = spark.read.schema(schema) if schema else spark.read
    # In names that Spark reads, some characters are patterns.
    return reader.parquet(*(
        url(re.sub(r"([\\*?\[\]{}])", r"\\\1", path)) for path in paths))


def write(table: DataFrame, path: str) -> None:
    table.write.option("compression", "zstd").parquet(url(path))


def time(name: str) -> Column:
    """Numbers of 14 digits as times, null where they are none."""
    text = F.lpad(F.col(name).cast("string"), 14, "0")
    return F.try_to_timestamp(text, F.lit("yyyyMMddHHmmss")).cast(
        "timestamp_ntz").alias(name)


class Kept:
    """Tables in `folder` that are made once: they end what Spark would do again when
    an executor is lost, and are there when a job goes on."""

    def __init__(self, spark: SparkSession, folder: str) -> None:
        self._spark = spark
        self._folder = folder
        os.makedirs(folder, exist_ok=True)

    def __call__(self, name: str, make: Callable[[], DataFrame]) -> DataFrame:
        path = os.path.join(self._folder, name)
        if os.path.isdir(path):
            return read(self._spark, path)
        part = files.part_name(path)
        files.remove(part)
        table = make()
        write(table, part)
        os.rename(part, path)
        return read(self._spark, path, schema=table.schema)

    def names(self) -> list[str]:
        """The names of those that are there."""
        return [each for each in os.listdir(self._folder) if ".part-" not in each]

    def remove(self, name: str) -> None:
        files.remove(os.path.join(self._folder, name))
