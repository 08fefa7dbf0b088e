"""Queries of Common Crawl's kinds on a table in Parquet, in DuckDB and Spark.

The documentation of its table has queries; these use the same parts of SQL. What goes
before them in each of the two is what docs/PYTHON.md says.
"""

import collections
import json
import math
import os
import re
import subprocess

import pytest

import waxwing_warc as wax
from conftest import CRAWL, ROOT, needs

needs("pyarrow", "duckdb")
import duckdb  # noqa: E402

SPARK = ROOT / "tests" / "interop" / "pyspark" / "run_queries.py"
SPARKS_PYTHON = ROOT / "tests" / "interop" / "clients" / "pyspark" / "bin" / "python3"

# Hosts, their languages, and how many pages of each there are.
HOSTS = [("www.a.fr", "fra", 40), ("b.fr", "fra", 10), ("b.no", "nor,eng", 12),
         ("xn--bcher-kva.example", "eng", 3), ("wikipedea.org", "eng", 6)]


def captures():
    """The host, path, languages, status and mime type of each capture."""
    for host, languages, pages in HOSTS:
        yield host, "/robots.txt", None, 200, "text/plain"
        for i in range(pages):
            path = "/" if i == 0 else "/%s/caf%%C3%%A9/%d?x=%d" % (
                languages[:2], i, i)
            yield (host, path, languages, 404 if i % 10 == 9 else 200,
                   "application/pdf" if i % 7 == 3 else "text/html")


ROWS = list(captures())
PAGES = [each for each in ROWS if each[1] != "/robots.txt" and each[3] == 200]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    folder = tmp_path_factory.mktemp("table")
    with (folder / "a.cdxj").open("w") as file:
        for i, (host, path, languages, status, mime) in enumerate(ROWS):
            url = "http://%s%s" % (host, path)
            fields = {"url": url, "mime": mime, "mime-detected": mime,
                      "status": str(status), "digest": "AAAA",
                      "length": str(100 + i), "offset": "2000",
                      "filename": "crawl-data/C/segments/1.2/warc/x.warc.gz"}
            if languages:
                fields |= {"languages": languages, "charset": "UTF-8"}
            file.write("%s 20180105000000 %s\n"
                       % (wax.urlkey(url), json.dumps(fields)))
    wax.to_parquet(wax.cdx.sort(folder / "a.cdxj"), folder / "table",
                       crawl="CC-MAIN-2018-05")
    return folder / "table"


def statements(first, table):
    """Of the SQL in docs/PYTHON.md whose first words are these."""
    text = (ROOT / "docs" / "PYTHON.md").read_text()
    block = re.search(r"\n    (%s .*?;)\n\n" % first, text, re.DOTALL).group(1)
    assert "table" in block
    block = re.sub(r"'table(['/])", lambda m: "'%s%s" % (table, m.group(1)), block)
    return [each.strip() for each in block.rstrip(";").split(";\n")]


def plain(rows):
    """Rows in order, with numbers that have one type."""
    def value(each):
        try:
            return round(float(each), 6)
        except (TypeError, ValueError):
            return None if each is None else str(each)
    return sorted(([value(each) for each in row] for row in rows), key=str)


RANKS = ("CREATE TABLE ccindex.ranks AS SELECT * FROM (VALUES (1, 'a.fr'), "
         "(2, 'b.no'), (3, 'none.org')) AS t (rank, site)")
OF_PAGES = "crawl = 'CC-MAIN-2018-05' AND subset = 'warc'"


def likelihood(n, a, b, total):
    """As the view of the query has it."""
    def part(seen, expected):
        return 0 if seen == 0 else math.log(seen / expected)
    return 2 * (part(n, a * b / total) + part(a - n, a * (total - b) / total)
                + part(b - n, b * (total - a) / total)
                + part(total - a - b + n, (total - a) * (total - b) / total))


def domain(host):
    return host.removeprefix("www.")


def hosts():
    return collections.Counter(each[0] for each in PAGES)


def tlds():
    counts = collections.defaultdict(lambda: [0, set(), set()])
    for each in PAGES:
        row = counts[each[0].rsplit(".")[-1]]
        row[0] += 1
        row[1].add(each[0])
        row[2].add(domain(each[0]))
    return [(n, tld, len(names), len(domains))
            for tld, (n, names, domains) in counts.items()]


def lengths():
    """Of the kinds of pages: how many, average, sum and share of bytes."""
    of = collections.defaultdict(list)
    for i, each in enumerate(ROWS):
        if each in PAGES:
            of[each[4]].append(100 + i)
    total = sum(map(sum, of.values()))
    return [(len(each), len(each) * 100 / len(PAGES), sum(each) / len(each),
             sum(each), sum(each) * 100 / total, mime)
            for mime, each in of.items()]


def likelihoods():
    pairs = collections.Counter((each[0].rsplit(".")[-1], each[2])
                                for each in PAGES)
    of_tld = collections.Counter(each[0].rsplit(".")[-1] for each in PAGES)
    of_languages = collections.Counter(each[2] for each in PAGES)
    return [(tld, languages, n, likelihood(n, of_tld[tld], of_languages[languages],
                                           len(PAGES)))
            for (tld, languages), n in pairs.items() if "," not in languages]


# Queries that both run, and what they find.
IN_BOTH = {
    "counts_of_partitions": (
        ['SELECT COUNT(*) AS n_captures, crawl, subset FROM "ccindex"."ccindex" '
         'GROUP BY crawl, subset;'],
        [(len(PAGES), "CC-MAIN-2018-05", "warc"),
         (len(HOSTS), "CC-MAIN-2018-05", "robotstxt"),
         (len(ROWS) - len(PAGES) - len(HOSTS), "CC-MAIN-2018-05",
          "crawldiagnostics")]),
    "pages_hosts_and_domains_of_top_level_domains": (
        ['SELECT COUNT(*) AS n_pages, url_host_tld AS tld, COUNT(DISTINCT '
         'url_host_name) AS n_hosts, COUNT(DISTINCT url_host_registered_domain) '
         'AS n_domains FROM "ccindex"."ccindex" WHERE ' + OF_PAGES +
         ' GROUP BY url_host_tld ORDER BY n_pages DESC;'], tlds()),
    "domains_with_many_pages": (
        ['SELECT COUNT(*) AS count, url_host_registered_domain FROM '
         '"ccindex"."ccindex" WHERE ' + OF_PAGES + " AND url_host_tld = 'fr' "
         'GROUP BY url_host_registered_domain HAVING (COUNT(*) >= 10) ORDER BY '
         'count DESC;'], [(hosts()["www.a.fr"], "a.fr")]),
    "statuses": (
        ['SELECT COUNT(*) AS count, fetch_status FROM "ccindex"."ccindex" WHERE '
         "crawl = 'CC-MAIN-2018-05' AND subset = 'crawldiagnostics' GROUP BY "
         'fetch_status ORDER BY count DESC;'],
        [(sum(each[3] == 404 for each in ROWS), 404)]),
    "lengths_of_records_by_type": (
        ['SELECT COUNT(*) AS n_pages, COUNT(*) * 100.0 / SUM(COUNT(*)) OVER() AS '
         'perc_pages, AVG(warc_record_length) AS average, '
         'SUM(warc_record_length) AS bytes, SUM(warc_record_length) * 100.0 / '
         'SUM(SUM(warc_record_length)) OVER() AS perc_bytes, '
         'content_mime_detected FROM "ccindex"."ccindex" WHERE ' + OF_PAGES +
         ' GROUP BY content_mime_detected ORDER BY n_pages DESC;'], lengths()),
    "likelihood_of_languages": (
        ['CREATE OR REPLACE VIEW tld_likelihood AS WITH tmp AS (SELECT COUNT(*) '
         'AS n, url_host_tld AS tld, content_languages AS languages, '
         'SUM(COUNT(*)) OVER() AS total, SUM(COUNT(*)) OVER(PARTITION BY '
         'url_host_tld) AS n_tld, SUM(COUNT(*)) OVER(PARTITION BY '
         'content_languages) AS n_languages FROM "ccindex"."ccindex" WHERE '
         + OF_PAGES + ' GROUP BY url_host_tld, content_languages) SELECT tld, '
         'languages, n, (2*(ln(n/(n_tld*n_languages/CAST(total AS DOUBLE)))'
         '+if((n_tld=n),0,ln((n_tld-n)/(n_tld*(total-n_languages)/CAST(total AS '
         'DOUBLE))))+if((n_languages=n),0,ln((n_languages-n)/(n_languages*('
         'total-n_tld)/CAST(total AS DOUBLE))))+if(((total+n)=(n_languages+'
         'n_tld)),0,ln((total-n_languages-n_tld+n)/(CAST((total-n_tld) AS DOUBLE'
         ')*(total-n_languages)/CAST(total AS DOUBLE)))))) AS loglikelihood '
         'FROM tmp;',
         "SELECT * FROM tld_likelihood WHERE NOT languages LIKE '%,%' ORDER BY "
         'languages, loglikelihood DESC;'], likelihoods()),
    "records_of_home_pages_of_listed_sites": (
        ['SELECT r.site, r.rank, cc.url, cc.warc_filename, cc.warc_record_offset '
         'FROM "ccindex"."ccindex" AS cc RIGHT OUTER JOIN "ccindex"."ranks" AS r '
         'ON r.site = cc.url_host_registered_domain WHERE cc.crawl = '
         "'CC-MAIN-2018-05' AND cc.subset = 'warc' AND regexp_like(cc.url_path, "
         r"'^/?(?:index\.(?:html?|php))?$') AND cc.url_query IS NULL AND "
         '(length(cc.url_host_name) = length(cc.url_host_registered_domain) OR '
         '(length(cc.url_host_name) = (length(cc.url_host_registered_domain)+4) '
         "AND substr(cc.url_host_name, 1, 4) = 'www.'))"],
        [(domain(host), rank, "http://%s/" % host,
          "crawl-data/C/segments/1.2/warc/x.warc.gz", 2000)
         for rank, host in ((1, "www.a.fr"), (2, "b.no"))]),
    "last_robots_txt_of_each_url": (
        ['WITH every AS (SELECT cc.url, cc.fetch_status, ROW_NUMBER() OVER('
         'PARTITION BY cc.url ORDER BY cc.fetch_time DESC) AS n FROM '
         '"ccindex"."ccindex" AS cc WHERE cc.crawl = \'CC-MAIN-2018-05\' AND '
         "cc.subset = 'robotstxt') SELECT * FROM every WHERE every.n = 1;"],
        [("http://%s/robots.txt" % host, 200, 1) for host, _, _ in HOSTS]),
    "paths_by_a_function": (
        ['SELECT COUNT(*) AS count, URL_EXTRACT_PATH(url) AS urlpath FROM '
         '"ccindex"."ccindex" WHERE crawl = \'CC-MAIN-2018-05\' AND subset = '
         "'robotstxt' GROUP BY URL_EXTRACT_PATH(url)"],
        [(len(HOSTS), "/robots.txt")]),
    "similar_domains": (
        ["SELECT COUNT(*) AS n_pages, levenshtein_distance('wikipedia', "
         'url_host_2nd_last_part) AS levenshtein, url_host_registered_domain AS '
         'domain FROM "ccindex"."ccindex" WHERE ' + OF_PAGES + ' AND '
         "(levenshtein_distance('wikipedia', url_host_2nd_last_part) <= 2) GROUP "
         'BY url_host_2nd_last_part, url_host_registered_domain'],
        [(6, 1, "wikipedea.org")]),
    "records_of_a_language_and_a_type": (
        ['SELECT COUNT(*) FROM "ccindex"."ccindex" WHERE ' + OF_PAGES + ' AND '
         "(content_mime_detected = 'application/pdf' OR content_mime_type LIKE "
         "'%pdf%') AND content_languages = 'fra'"],
        [(sum(each[4] == "application/pdf" and each[2] == "fra"
              for each in PAGES),)]),
}

IN_DUCKDB = {
    "parts_of_host_names": (
        'SELECT host_name_part, COUNT(host_name_part) AS frequency, '
        'histogram(part_position) FROM "ccindex"."ccindex", '
        "UNNEST(reverse(split(url_host_name, '.'))) WITH ORDINALITY AS t "
        '(host_name_part, part_position) WHERE ' + OF_PAGES + " AND "
        "url_host_tld = 'fr' GROUP BY host_name_part HAVING "
        '(COUNT(host_name_part) >= 30)',
        [("fr", hosts()["www.a.fr"] + hosts()["b.fr"],
          {1: hosts()["www.a.fr"] + hosts()["b.fr"]}),
         ("a", hosts()["www.a.fr"], {2: hosts()["www.a.fr"]}),
         ("www", hosts()["www.a.fr"], {3: hosts()["www.a.fr"]})]),
    "parts_of_paths": (
        'SELECT part, COUNT(part) AS frequency FROM "ccindex"."ccindex", '
        "UNNEST(transform(filter(split(url_path, '/'), w -> w != ''), w -> "
        'url_decode(w))) AS t (part) WHERE ' + OF_PAGES + " AND url_host_tld = "
        "'fr' GROUP BY part HAVING (COUNT(part) >= 10)",
        [("fr", sum(each[2] == "fra" and each[1] != "/" for each in PAGES)),
         ("café", sum(each[2] == "fra" and each[1] != "/" for each in PAGES))]),
    "home_pages_in_some_languages": (
        'SELECT url FROM "ccindex"."ccindex" WHERE ' + OF_PAGES + " AND "
        "contains(ARRAY ['fra', 'isl'], content_languages) AND url_path = '/' AND "
        'url_query IS NULL', [("http://www.a.fr/",), ("http://b.fr/",)]),
    "lengths_of_host_names": (
        'WITH t AS (SELECT url_host_name AS name, '
        "cardinality(split(url_host_name, '.')) AS parts FROM "
        '"ccindex"."ccindex" WHERE ' + OF_PAGES + ') SELECT COUNT(DISTINCT '
        'name), parts FROM t GROUP BY parts',
        [(len(HOSTS) - 1, 2), (1, 3)]),
}

IN_SPARK = {
    "international_names": (
        'SELECT COUNT(*) AS n_captures, url_host_name FROM "ccindex"."ccindex" '
        "WHERE crawl = 'CC-MAIN-2018-05' AND regexp_like(url_host_name, "
        r"'xn--|\P{ASCII}') GROUP BY url_host_name", [(4, "xn--bcher-kva.example")]),
}


class TestDuckDb:
    @pytest.fixture(scope="class")
    def ccindex(self, table):
        connection = duckdb.connect()
        for each in [*statements("CREATE SCHEMA", table), RANKS]:
            connection.execute(each)
        return connection

    @pytest.mark.parametrize("name", IN_BOTH)
    def test_runs(self, ccindex, name):
        queries, expected = IN_BOTH[name]
        for each in queries:
            found = ccindex.execute(each).fetchall()
        assert plain(found) == plain(expected)

    @pytest.mark.parametrize("name", IN_DUCKDB)
    def test_runs_with_macros(self, ccindex, name):
        query, expected = IN_DUCKDB[name]
        found = ccindex.execute(query).fetchall()
        assert plain(found) == plain(expected)

    def test_counts_captures_of_archives(self, tmp_path):
        wax.to_parquet(wax.captures(CRAWL, sort=True), tmp_path / "t",
                           crawl="valley")
        found = duckdb.sql(
            "SELECT url_host_registered_domain, COUNT(*) FROM "
            "read_parquet('%s/*/*/*.parquet', hive_partitioning=true) WHERE "
            "crawl = 'valley' AND subset = 'warc' GROUP BY ALL"
            % (tmp_path / "t")).fetchall()
        pages = [each for each in wax.captures(CRAWL, sort=True)
                 if each.status == 200 and
                 not each.url.endswith("/robots.txt")]
        assert sum(count for _, count in found) == len(pages)
        assert dict(found)["waxwing-valley.example"] == sum(
            "waxwing-valley.example/" in each.url for each in pages)


@pytest.fixture(scope="module")
def answers(table, tmp_path_factory):
    """What Spark finds, by the names of queries."""
    if "asan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("Spark runs without the package, which AddressSanitizer checks")
    if not SPARKS_PYTHON.exists():
        pytest.skip("pyspark is not installed "
                    "(tests/interop/install_clients.sh pyspark)")
    if subprocess.run(["java", "-version"], capture_output=True,
                      check=False).returncode != 0:
        pytest.skip("java is not installed")
    folder = tmp_path_factory.mktemp("spark")
    queries = ([each for each, _ in IN_BOTH.values()]
               + [[each] for each, _ in IN_SPARK.values()])
    given = json.dumps([
        [*statements("CREATE DATABASE", table), RANKS],
        [[each.rstrip(";") for each in query] for query in queries]])
    done = subprocess.run(
        [SPARKS_PYTHON, SPARK, folder / "warehouse"], input=given, cwd=folder,
        capture_output=True, text=True, check=False,
        env={name: value for name, value in os.environ.items()
             if name not in ("LD_PRELOAD", "PYTHONPATH")})
    assert done.returncode == 0, done.stderr[-3000:]
    return dict(zip([*IN_BOTH, *IN_SPARK], json.loads(done.stdout), strict=True))


class TestSpark:
    @pytest.mark.parametrize("name", [*IN_BOTH, *IN_SPARK])
    def test_runs(self, answers, name):
        expected = (IN_BOTH | IN_SPARK)[name][1]
        assert plain(answers[name]) == plain(expected)
