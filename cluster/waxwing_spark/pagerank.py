"""PageRank by joins of tables: the scores of wax-graph-score --method pagerank."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import waxwing_warc.graph
from waxwing_spark import counting, tables


@dataclass(frozen=True)
class Options:
    """As those of wax-graph-score. Pages without links give their score to all."""

    damping: float = waxwing_warc.graph.DAMPING
    tolerance: float = waxwing_warc.graph.TOLERANCE
    iterations: int = waxwing_warc.graph.ITERATIONS


@dataclass(frozen=True)
class Scores:
    of_pages: DataFrame  # id, score
    rounds: int
    residual: float
    converged: bool


def run(spark: SparkSession, graph: counting.Graph, folder: str,
        options: Options) -> Scores:
    """The scores of the pages that count. Each round is a table in `folder`; a run
    that was ended goes on after the last one."""
    keep = tables.Kept(spark, folder)
    pages = graph.pages
    out = graph.counted_links.groupBy(F.col("source").alias("id")).agg(
        F.count("*").alias("out"))
    # Where a page is, there are its links, in all rounds.
    links = (graph.counted_links.select("source", "target")
             .repartition("source").persist())
    done = max((int(each) for each in keep.names()), default=0)
    ranks = keep(str(done), lambda: (
        graph.nodes.where("counts").select("id").join(out, "id", "left").select(
            "id", F.coalesce("out", F.lit(0)).alias("out"),
            F.lit(1 / max(pages, 1)).alias("score"), F.lit(0.0).alias("change"))))
    residual = _sum(ranks, "change")
    converged = pages == 0 or 0 < done and residual < options.tolerance
    while not converged and done < options.iterations:
        dangling = _sum(ranks.where("out = 0"), "score")
        done += 1
        ranks = keep(str(done), partial(
            _next, ranks, links, pages, dangling, options.damping))
        residual = _sum(ranks, "change")
        converged = residual < options.tolerance
        keep.remove(str(done - 2))
    links.unpersist()
    return Scores(ranks.select("id", "score"), done, residual, converged)


def _sum(table: DataFrame, name: str) -> float:
    rows = table.agg(F.sum(name)).collect()
    return rows[0][0] or 0.0


def _next(ranks: DataFrame, links: DataFrame, pages: int, dangling: float,
          damping: float) -> DataFrame:
    share = F.try_divide("score", "out")
    given = (links.join(ranks.select(F.col("id").alias("source"),
                                     share.alias("given")), "source")
             .groupBy(F.col("target").alias("id")).agg(F.sum("given").alias("given")))
    score = (1 - damping) / pages + damping * (
        F.coalesce("given", F.lit(0.0)) + dangling / pages)
    return (ranks.withColumnRenamed("score", "before").drop("change")
            .join(given, "id", "left")
            .select("id", "out", score.alias("score"),
                    F.abs(score - F.col("before")).alias("change")))
