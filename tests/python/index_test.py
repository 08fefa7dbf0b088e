"""Indexes: as wax search answers; words by year."""

import collections
import json
import random
import re
import shutil
import subprocess
import threading

import pytest

import waxwing_warc as wax
from conftest import CRAWL, built, members, response, tool_in  # noqa: F401


def by_tool(tools, *arguments):
    done = subprocess.run([tool_in(tools, "wax-search"), *arguments],
                          capture_output=True, text=True, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def index(built):  # noqa: F811
    return wax.Index(built)


class TestBuilding:
    def test_it_makes_a_collection(self, index, built):  # noqa: F811
        assert len(index) > 20
        assert "url" in index.fields and index.problems == []
        assert wax.build(built)

    def test_a_loss_is_told(self, tmp_path):
        path = tmp_path / "a.warc.gz"
        path.write_bytes(members([response("http://a/", b"<p>heron</p>"),
                                  response("http://b/", b"<p>b</p>")])[:-20])
        assert wax.build(tmp_path / "out", path) is False

    def test_what_cannot_run_is_an_error(self, tmp_path):
        with pytest.raises(wax.ToolError):
            wax.build(tmp_path / "out")


class TestSearch:
    @pytest.mark.parametrize("query, options, words", [
        ("heron", {}, []), ("heron OR pond", {"limit": 3, "start": 1},
                            ["-n", "3", "--start", "1"]),
        ("valley", {"order": "newest"}, ["--order", "newest"]),
        ("valley", {"collapse": "url", "per_group": 2},
         ["--collapse", "url", "--per-group", "2"])])
    def test_hits_are_those_of_the_tool(self, tools, index, built,  # noqa: F811
                                        query, options, words):
        answer = index.search(query, **options)
        printed = by_tool(tools, "--json", *words, str(built), query)
        hits = [each for each in printed if "url" in each]
        for each in hits:
            for name in ("query", "total", "groups", "estimated"):
                each.pop(name, None)
        assert answer.hits == hits
        assert len(answer) == len(list(answer)) == len(hits) > 0

    def test_it_shows_its_size_and_first_hits(self, index):
        answer = index.search("castles", limit=12)
        assert repr(answer) == (
            "<waxwing_warc.Answer 12 hits of %d documents>" % answer.total)
        shown = answer._repr_html_()
        assert shown.count("<tr><td>") == 10 and "; 2 are not shown" in shown
        assert "<td>2006-11-05 to 2009-06-21 (12)</td>" in shown
        marked = wax.Answer([{"rank": 1, "url": "http://a/<b>"}], 1)
        assert "http://a/&lt;b&gt;" in marked._repr_html_()

    def test_facets_and_trends(self, index):
        answer = index.search("valley", facets=["type", "site"], trend="year",
                              limit=0)
        assert answer.hits == [] and answer.total > 0
        assert answer.missing == []
        assert dict(answer.facets["type"])["text/html"] > 0
        assert [len(year) for year, _ in answer.trend] == [4] * len(answer.trend)
        assert answer.trend == sorted(answer.trend)

    def test_all_hits_come_lazily(self, index):
        total = index.search("valley").total
        hits = list(index.hits("valley"))
        assert len(hits) == total
        assert [each["rank"] for each in hits] == list(range(1, total + 1))
        within = list(index.hits("valley", start_date="2007", end_date="2007"))
        assert 0 < len(within) < total

    def test_filters_and_content(self, index):
        found = index.search("valley", filters=[("type", "text/html")],
                             content=True, limit=2)
        assert all(each["type"] == "text/html" for each in found)
        assert all(each["content"] for each in found)

    def test_hits_are_for_one_thread_at_a_time(self, index):
        errors = []

        def read(hits):
            try:
                for _ in hits:
                    pass
            except wax.BusyError:
                pass
            except Exception as error:  # noqa: BLE001
                errors.append(error)

        for _ in range(30):
            hits = index.hits("")
            threads = [threading.Thread(target=read, args=[hits]) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        assert errors == []

    def test_filters_that_no_index_has_are_refused(self, index):
        for field in ("date", "url", "content"):
            with pytest.raises(wax.UsageError, match="whole values"):
                index.search("castles", filters={field: "2007"})
        with pytest.raises(wax.UsageError, match='filter "bogus".*lang'):
            index.search("castles", filters={"bogus": "en"})
        for wrong in ("lang", [("lang",)], {"status": 200}, [1]):
            with pytest.raises(TypeError):
                index.search("castles", filters=wrong)

    def test_numbers_out_of_range_are_refused(self, index):
        for wrong in ({"limit": 1 << 63}, {"limit": -1}, {"timeout": -1},
                      {"timeout": "1"}, {"timeout": float("nan")}):
            with pytest.raises(wax.UsageError, match=next(iter(wrong))):
                index.search("castles", **wrong)

    def test_a_search_that_was_stopped_has_no_exact_total(self, index):
        answer = index.search("castles", timeout=1e-9)
        assert answer.missing and not answer.total_is_exact

    def test_one_name_is_a_list_of_one(self, index):
        wanted = index.search("valley", facets=["site"],
                              filters=[("type", "text/html")])
        assert wanted == index.search("valley", facets="site",
                                      filters={"type": "text/html"})
        first = index.document(0, ["url"])
        assert first == index.document(0, "url") and list(first) == ["url"]

    def test_columns_of_numbers_are_numbers_in_tables(self, tools, tmp_path):
        path = tmp_path / "a.warc.gz"
        path.write_bytes(members([
            response("http://a/", b"<p>heron <a href='http://b/'>b</a></p>"),
            response("http://b/", b"<p>heron pond</p>")]))
        assert wax.build(tmp_path / "out", path, options=["--links"])
        answer = wax.Index(tmp_path / "out").search("heron")
        assert answer.number_fields == {"pagerank": "float"}
        assert [type(each["pagerank"]) for each in answer] == [str, str]
        assert [each["pagerank"] for each in answer._rows()] == [
            float(each["pagerank"]) for each in answer]

    def test_damage_of_the_only_shard_is_told(self, tmp_path):
        path = tmp_path / "a.warc.gz"
        path.write_bytes(members([response("http://a/%d" % i, b"<p>heron</p>")
                                  for i in range(50)]))
        assert wax.build(tmp_path / "out", path)
        for file in (tmp_path / "out" / "pindexes").rglob("main/*.frq"):
            file.chmod(0o644)
            file.write_bytes(bytes(each ^ 0x55 for each in file.read_bytes()))
        index = wax.Index(tmp_path / "out")
        for use in (index.search, index.hits):
            with pytest.raises(wax.FormatError) as caught:
                use("heron")
            assert caught.value.file in str(caught.value) and index.problems

    def test_half_surrogates_are_no_letters(self, index):
        assert index.search("valley \udcff").total >= 0

    def test_a_bad_query_says_where(self, index):
        with pytest.raises(wax.QueryError) as caught:
            index.search('valley (heron')
        assert caught.value.character >= 1
        with pytest.raises(wax.UsageError):
            index.search("valley", order="nonsense")
        for query in (3, None, b"valley"):
            with pytest.raises(TypeError, match="str"):
                index.search(query)
        for options in ({"limit": -1}, {"start": -1}, {"per_group": -1}):
            with pytest.raises(wax.UsageError, match="-1"):
                index.search("valley", **options)

    def test_threads_search_one_index(self, index):
        totals = []
        threads = [threading.Thread(
            target=lambda: totals.append(index.search("valley").total))
            for _ in range(8)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert len(totals) == 8 and len(set(totals)) == 1

    def test_a_closed_index_says_so(self, built):  # noqa: F811
        with wax.Index(built) as one:
            hits = one.hits("valley")
        with pytest.raises(wax.ClosedError) as caught:
            one.search("valley")
        assert caught.value.file == str(built)
        assert len(list(hits)) > 0

    def test_what_is_no_index_is_an_error(self, tmp_path):
        with pytest.raises(wax.Error):
            wax.Index(tmp_path / "none")

    def test_hits_are_a_data_frame(self, index):
        pandas = pytest.importorskip("pandas", reason="pandas is not installed")
        frame = index.search("valley", limit=5).to_pandas()
        assert isinstance(frame, pandas.DataFrame) and len(frame) == 5
        assert list(frame["rank"]) == [1, 2, 3, 4, 5]
        none = index.search("zzzzyzzx").to_pandas()
        assert len(none["title"]) == 0 and set(none.columns) >= set(frame.columns)


def last_flipped(old):
    """The same bytes with another last one."""
    return old[:-1] + bytes([old[-1] ^ 1])


def middle_flipped(old):
    """The same bytes with another one in the middle."""
    middle = len(old) // 2
    return old[:middle] + bytes([old[middle] ^ 1]) + old[middle + 1:]


class TestDamage:
    @pytest.fixture(scope="class")
    def two_shards(self, tmp_path_factory):
        folder = tmp_path_factory.mktemp("two")
        for shard in range(2):
            path = folder / ("%d.warc.gz" % shard)
            path.write_bytes(members([
                response("http://a/%d/%d" % (shard, i), b"<p>heron %d</p>" % i)
                for i in range(50)]))
            assert wax.build(folder / "out", path)
        return folder / "out"

    def copy(self, folder, place, name, damage, shards=("[0-9]*",)):
        """A copy of an index with other bytes in a file of some shards."""
        shutil.copytree(folder, place, symlinks=True)
        found = [each for shard in shards
                 for each in (place / "pindexes").glob(shard + "/main/" + name)]
        assert len(found) >= len(shards)
        for each in found:
            each.chmod(0o644)
            each.write_bytes(damage(each.read_bytes()))
        return place

    def test_losses_of_searches_are_told(self, two_shards, tmp_path):
        folder = self.copy(two_shards, tmp_path / "out", "_0.frq",
                           lambda old: bytes(each ^ 0x55 for each in old), ["002"])
        told, listed = [], []
        by_function = wax.Index(folder, problems=told.append)
        by_list = wax.Index(folder, problems=listed)
        alone = wax.Index(folder)
        for use in (lambda index: index.search("heron"),
                    lambda index: list(index.hits("heron")),
                    lambda index: wax.ngrams(index, "heron", query="heron"),
                    lambda index: wax.by_year(index, "type", "heron"),
                    lambda index: wax.word_list(index, "heron")):
            before = len(told)
            for index in (by_function, by_list, alone):
                use(index)
            assert "unreadable-shard" in [each.id for each in told[before:]]
        texts = [each.text for each in told]
        assert texts == [each.text for each in listed]
        assert texts == [each.text for each in alone.problems]
        assert by_function.problems == [] and by_list.problems is listed

    def test_what_the_function_raises_ends_the_search(self, two_shards, tmp_path):
        folder = self.copy(two_shards, tmp_path / "out", "_0.frq",
                           lambda old: bytes(each ^ 0x55 for each in old), ["002"])

        def refuse(problem):
            raise KeyError(problem.id)

        index = wax.Index(folder, problems=refuse)
        for use in (index.search, index.hits):
            with pytest.raises(KeyError, match="unreadable-shard"):
                use("heron")

    @pytest.mark.parametrize("strict", [False, True])
    def test_an_index_of_which_no_shard_can_be_opened(self, two_shards, tmp_path,
                                                      strict):
        folder = self.copy(two_shards, tmp_path / "out", "wax-manifest",
                           lambda _: b"damaged")
        told = []
        with pytest.raises(wax.Error) as caught:
            wax.Index(folder, problems=told.append, strict=strict)
        if not strict:
            assert [each.id for each in told] == ["unreadable-shard"] * 2
            assert isinstance(caught.value, wax.FormatError)
            assert caught.value.file == told[0].file
            assert told[0].text in str(caught.value)

    def test_documents_that_cannot_be_read_are_passed_over(self, two_shards, tmp_path):
        folder = self.copy(two_shards, tmp_path / "out", "_0.fdt", last_flipped,
                           ["001"])
        told = []
        index = wax.Index(folder, problems=told.append)
        answer = index.search("heron", limit=1000)
        lost = len(told)
        assert lost > 0 and answer.missing
        assert {each.id for each in told} == {"unreadable-document"}
        hits = list(index.hits("heron"))
        assert len(told) == 2 * lost
        assert 0 < len(hits) == len(answer) == answer.total - lost
        ranks = [each["rank"] for each in hits]
        assert ranks == sorted(set(ranks)) and ranks[-1] <= answer.total

    def test_texts_that_cannot_be_read_are_not_counted(self, tmp_path):
        rng = random.Random(5)
        path = tmp_path / "long.warc.gz"
        path.write_bytes(members([
            response("http://a/%d" % i, b"<p>heron %s</p>" % b" ".join(
                b"%x" % rng.getrandbits(64) for _ in range(200)))
            for i in range(100)]))
        assert wax.build(tmp_path / "whole", path)
        # Its end is read when it is opened.
        folder = self.copy(tmp_path / "whole", tmp_path / "out", "wax-stored_0",
                           middle_flipped)
        told = []
        index = wax.Index(folder, problems=told.append)
        counts = wax.ngrams(index, "heron", query="heron")
        lost = len(told)
        assert 0 < lost < 100
        assert {each.id for each in told} == {"unreadable-document"}
        assert sum(each["count"] for each in counts) == 100 - lost

    def test_a_hit_is_not_lost_when_the_function_raises(self, two_shards, tmp_path):
        folder = self.copy(two_shards, tmp_path / "out", "_0.fdt", last_flipped,
                           ["001"])

        def refuse(problem):
            raise KeyError(problem.id)

        wanted = list(wax.Index(folder).hits("heron"))
        found, hits = [], wax.Index(folder, problems=refuse).hits("heron")
        while True:
            try:
                found.append(next(hits))
            except KeyError:
                continue
            except StopIteration:
                break
        assert found == wanted


class TestVersions:
    def test_they_are_in_order_of_dates(self, index):
        url = index.search("valley", limit=1).hits[0]["url"]
        versions = index.versions(url)
        firsts = [each["dates"][0] for each in versions]
        assert firsts == sorted(firsts) and firsts
        stored = index.document(versions[0]["document"], ["url", "content"])
        assert stored["url"] and stored["content"]
        assert index.versions("http://none.invalid/") == []
        with pytest.raises(wax.UsageError):
            index.document(10**9)


class TestWords:
    def naive(self, index, query):
        counts, totals = collections.defaultdict(collections.Counter), {}
        for each in index.hits(query):
            year = int(each["date"][0][:4])
            number = index.versions(each["url"])
            document = next(v for v in number if v["digest"] == each["digest"])
            text = index.document(document["document"]).get("content", [""])[0]
            words = re.findall(r"[a-z0-9]+", text.lower())
            totals[year] = totals.get(year, 0) + len(words)
            for word in words:
                counts[word][year] += 1
        return counts, totals

    def test_counts_are_those_of_the_texts(self, index):
        rows = wax.ngrams(index, "valley", query="valley")
        counts, _ = self.naive(index, "valley")
        assert {row["year"]: row["count"] for row in rows} == dict(
            counts["valley"])
        assert all(0 < row["share"] < 1 for row in rows)

    def test_runs_of_words(self, index):
        every = wax.ngrams(index, size=2)
        assert every and all(row["ngram"].count(" ") == 1 for row in every)
        one = every[0]["ngram"]
        assert wax.ngrams(index, [one]) == [
            row for row in every if row["ngram"] == one]
        assert wax.ngrams(index, "no such words at all") == []
        with pytest.raises(wax.UsageError):
            wax.ngrams(index, size=0)

    def test_a_word_list_tells_the_hits(self, index):
        words = wax.word_list(index, "heron", most=20)
        assert 0 < len(words) <= 20
        likelihoods = [each["likelihood"] for each in words]
        assert likelihoods == sorted(likelihoods, reverse=True)
        assert likelihoods[-1] > 0
        assert any(each["word"].startswith("heron") for each in words)
