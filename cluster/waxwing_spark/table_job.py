"""waxwing-spark table: a ZipNum to Common Crawl's index table in Parquet."""

from __future__ import annotations

import os
import tempfile
from functools import partial

from pyspark.sql import SparkSession

import waxwing_warc
from waxwing_spark import files, session, zipnum


def run(spark: SparkSession, index: str, folder: str, crawl: str,
        progress: bool = False) -> dict[str, int]:
    """Writes FOLDER/subset=SUBSET/part-NNNNN.parquet for each partition of `index`,
    which waxwing-spark index has made. Returns the rows of each subset."""
    stage = session.Stage("table", "rows")
    with stage.progress(spark, progress):
        results = session.run_each(
            spark, partial(_write, folder=folder, crawl=crawl),
            list(enumerate(zipnum.parts(index))))
    rows: dict[str, int] = {}
    for each in results:
        for subset, count in each.items():
            rows[subset] = rows.get(subset, 0) + count
    stage.say(f"partitions {len(results)}, written {sum(rows.values())}")
    return rows


def _write(partition: tuple[int, str], folder: str, crawl: str) -> dict[str, int]:
    number, lines = partition
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        rows = waxwing_warc.to_parquet(waxwing_warc.cdx.read(lines), temporary,
                                       crawl=crawl)
        for subset in rows:
            place = os.path.join(folder, f"subset={subset}")
            os.makedirs(place, exist_ok=True)
            part = files.part_name(os.path.join(place, f"part-{number:05}.parquet"))
            os.rename(os.path.join(temporary, f"crawl={crawl}", f"subset={subset}",
                                   "part-00000.parquet"), part)
            os.rename(part, part.split(".part-")[0])
    return rows
