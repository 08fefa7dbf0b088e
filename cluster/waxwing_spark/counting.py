"""Which pages and links of a graph count, by joins of tables.

The rules are those of wax-graph-update (graph/store/counting_links.h, pages.h,
links.h): what they say of one page or link is said here of columns.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial

from pyspark.sql import Column, DataFrame, SparkSession, Window
from pyspark.sql import functions as F

import waxwing_warc.graph
from waxwing_spark import tables

_FOLLOW, _NO_FOLLOW, _ALIAS = 1, 2, 4


@dataclass(frozen=True)
class Policy:
    """Which of the links that were seen count: those of the newest capture of their
    page until a date, or all. `frontier`: links to pages that are not archived count,
    too; `nofollow`: so do links that ask robots not to follow them."""

    all_captures: bool = False
    until: int = waxwing_warc.graph.last_date("latest")
    frontier: bool = False
    nofollow: bool = False


def policy_of(text: str, frontier: bool, nofollow: bool) -> Policy:
    """latest, accumulate or asof=DATE. Raises UsageError for another text."""
    return Policy(text == "accumulate", waxwing_warc.graph.last_date(text), frontier,
                  nofollow)


@dataclass(frozen=True)
class Seen:
    """What all inputs have seen: the tables of waxwing_warc.graph.Graph.captures() and
    seen_links()."""

    captures: DataFrame
    links: DataFrame


class Graph:
    """The graph: tables in `folder`, which are made unless they are there.

    nodes: id, urlkey, and what is known of the page; ids have the order of the keys.
    has_page: links to it count. counts: it has scores.
    links: source and target (ids), first, last.
    """

    def __init__(self, spark: SparkSession, seen: Seen, policy: Policy,
                 folder: str) -> None:
        self._keep = tables.Kept(spark, folder)
        self._policy = policy
        pages = self._keep("pages", lambda: _numbered(_pages(seen.captures, policy)))
        between = self._keep("between", lambda: self._between(seen.links, pages))
        names = self._names(between, pages)
        self.nodes = self._keep("nodes", lambda: _counted(pages, names, policy))
        self.counted_links = self._keep(
            "links", lambda: self._links(between, pages, names))
        self.pages = self.nodes.where("counts").count()
        self.links = self.counted_links.count()

    def write(self, scores: DataFrame, folder: str) -> None:
        """Writes the tables `pages` and `links` and the lines "urlkey score" of
        `scores`, which wax-add-column reads. scores: id, score."""
        keys = F.make_valid_utf8(F.col("urlkey").cast("string"))
        pages = self.nodes.join(scores, "id", "left").select(
            keys.alias("urlkey"), "archived", "counts",
            tables.time("first"), tables.time("last"), "captures", "digests",
            "changes", "status", F.col("score").alias("pagerank"))
        tables.write(pages.sort("urlkey"), os.path.join(folder, "pages"))
        links = _with_keys(self.counted_links, self.nodes).select(
            "source", "target", F.lit(1).cast("long").alias("links"),
            tables.time("first"), tables.time("last"))
        tables.write(links.sort("source", "target"), os.path.join(folder, "links"))
        lines = self.nodes.join(scores, "id").sort("urlkey").select(
            F.concat(F.col("urlkey").cast("string"), F.lit(" "),
                     F.col("score").cast("string")))
        lines.write.text(tables.url(os.path.join(folder, "scores")))

    def _between(self, links: DataFrame, pages: DataFrame) -> DataFrame:
        """Each link that was seen once, its ends as ids: of several inputs, marks are
        those of the newest capture."""
        source = pages.select(F.col("id").alias("from"),
                              F.col("urlkey").alias("source"))
        target = pages.select(F.col("id").alias("to"), F.col("urlkey").alias("target"))
        return (links.join(source, "source").join(target, "target")
                .repartition("from", "to")
                .groupBy("from", "to", "last")
                .agg(F.min("first").alias("first"), F.bit_or("marks").alias("marks"))
                .groupBy("from", "to")
                .agg(F.min("first").alias("first"), F.max_by("marks", "last")
                     .alias("marks"), F.max("last").alias("last")))

    def _alive(self, between: DataFrame, pages: DataFrame) -> DataFrame:
        """The links that count by their dates alone."""
        if self._policy.all_captures:
            return between
        dates = pages.select(F.col("id").alias("from"), "links_date")
        return between.join(dates, "from").where(
            (F.col("marks").bitwiseAND(_ALIAS) != 0) & (F.col("last") == 0) |
            F.col("links_date").between(F.col("first"), F.col("last")))

    def _names(self, between: DataFrame, pages: DataFrame) -> DataFrame:
        """id, page: nodes that are other names of pages."""
        places = pages.where("has_page").select(F.col("id").alias("to"))
        first = self._keep("names", lambda: (
            self._alive(between.where(F.col("marks").bitwiseAND(_ALIAS) != 0), pages)
            .join(places, "to").groupBy(F.col("from").alias("id"))
            .agg(F.min("to").alias("to"))))
        return self._keep("other-names", lambda: self._ends_of(first))

    def _ends_of(self, names: DataFrame) -> DataFrame:
        """The page at the end of each chain of names, of a cycle the one with the
        least key."""
        ends, way = names, 0

        # How many names do not lead to an end yet, and to how many nodes they lead:
        # both become less until only cycles are left, and all of their nodes.
        counts = (-1, -1)
        while True:
            to_names = ends.join(names.select(F.col("id").alias("to")), "to",
                                 "left_semi")
            rows = to_names.agg(F.count("*"), F.count_distinct("to")).collect()
            before, counts = counts, (rows[0][0], rows[0][1])
            if counts[0] == 0:
                return ends.select("id", F.col("to").alias("page"))
            if counts == before:
                break
            way += 1
            further = ends.select(F.col("id").alias("to"), F.col("to").alias("next"))
            ends = self._keep(f"ends-{way}", partial(_same, ends.join(
                further, "to", "left").select(
                    "id", F.coalesce("next", "to").alias("to"))))
        least = self._least_of(names.join(
            to_names.select(F.col("to").alias("id")).distinct(), "id"))
        return ends.join(least, "to", "left").select(
            "id", F.coalesce("page", "to").alias("page")).where("id <> page")

    def _least_of(self, cycles: DataFrame) -> DataFrame:
        """to, page: of each node of cycles, the least one of its cycle."""
        far = cycles.withColumn("page", F.col("id"))
        way, different, before = 0, 0, -1
        while different != before:
            ahead = far.select(F.col("id").alias("to"), F.col("to").alias("next"),
                               F.col("page").alias("other"))
            further = far.join(ahead, "to").select(
                "id", F.col("next").alias("to"),
                F.least("page", "other").alias("page"))
            far = self._keep(f"cycles-{way}", partial(_same, further))
            way, before = way + 1, different
            different = far.select("page").distinct().count()
        return far.select(F.col("id").alias("to"), "page")

    def _links(self, between: DataFrame, pages: DataFrame,
               names: DataFrame) -> DataFrame:
        kinds = _FOLLOW | (_NO_FOLLOW if self._policy.nofollow else 0)
        found = self._alive(
            between.where(F.col("marks").bitwiseAND(kinds) != 0), pages)
        for end in ("from", "to"):
            found = found.join(
                names.select(F.col("id").alias(end), F.col("page").alias("named")),
                end, "left").withColumn(end, F.coalesce("named", end)).drop("named")
        places = pages.where("has_page").select(F.col("id").alias("to"))
        return (found.where("`from` <> `to`").join(places, "to")
                .groupBy(F.col("from").alias("source"), F.col("to").alias("target"))
                .agg(F.coalesce(F.min(F.nullif("first", F.lit(0))), F.lit(0))
                     .alias("first"), F.max("last").alias("last")))


def _same(table: DataFrame) -> DataFrame:
    return table


def _pages(captures: DataFrame, policy: Policy) -> DataFrame:
    """What is known of each page, and of which date its links are."""
    of_page = Window.partitionBy("urlkey")
    in_order = of_page.orderBy("date", "digest")
    is_early = F.col("date") <= policy.until
    has_links = ~F.col("revisit")
    # A capture that several inputs have is one.
    each = (captures.repartition("urlkey")
            .groupBy("urlkey", "date", "digest")
            .agg(F.max("archived").alias("archived"),
                 F.min(F.struct("revisit", "status")).alias("kind"))
            .select("urlkey", "archived", "date", "digest", "kind.revisit",
                    "kind.status")
            .withColumn("before", F.lag("digest").over(in_order))
            .withColumn("newest", F.max(F.when(is_early, F.struct(
                "date", "digest", "revisit"))).over(of_page)))
    as_newest = is_early & has_links & (F.col("digest") == F.col("newest.digest"))
    newest = F.max("newest")
    date = (F.when(newest["revisit"], F.coalesce(
        F.max(F.when(as_newest, F.col("date"))),
        F.max(F.when(is_early & has_links, F.col("date"))), F.lit(0)))
        .otherwise(newest["date"]))
    archived = F.max("archived")
    first = F.coalesce(F.min("date"), F.lit(0))
    is_archived = archived & (first <= policy.until)
    return each.groupBy("urlkey").agg(
        archived.alias("archived"), first.alias("first"),
        F.coalesce(F.max("date"), F.lit(0)).alias("last"),
        F.count("date").alias("captures"),
        F.count_distinct("digest").alias("digests"),
        F.count(F.when(F.col("before") != F.col("digest"), 1)).alias("changes"),
        F.max(F.when(F.col("status") != 0, F.struct("date", "digest", "status")))
        ["status"].alias("status"),
        F.when(is_archived, F.coalesce(date, F.lit(0))).alias("links_date"),
        (is_archived | F.lit(policy.frontier)).alias("has_page"))


def _numbered(pages: DataFrame) -> DataFrame:
    return pages.sort("urlkey").withColumn("id", F.monotonically_increasing_id())


def _counted(pages: DataFrame, names: DataFrame, policy: Policy) -> DataFrame:
    return pages.join(names, "id", "left").withColumn(
        "counts", F.col("page").isNull() & F.col("has_page")).drop("page")


def _with_keys(links: DataFrame, nodes: DataFrame) -> DataFrame:
    def key(of: str) -> DataFrame:
        return nodes.select(F.col("id").alias(of), F.make_valid_utf8(
            F.col("urlkey").cast("string")).alias(f"{of}_key"))

    def named(of: str) -> Column:
        return F.col(f"{of}_key").alias(of)

    return (links.join(key("source"), "source").join(key("target"), "target")
            .select(named("source"), named("target"), "first", "last"))
