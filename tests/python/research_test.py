"""Tables by year, and of images."""

import collections

import waxwing
from conftest import built, members, response  # noqa: F401


class TestByYear:
    def test_documents_count_in_each_year_of_a_capture(self, built):  # noqa: F811
        index = waxwing.Index(built)
        rows = waxwing.by_year(index, "lang", "valley")
        expected = collections.Counter()
        for hit in index.hits("valley"):
            for year in {date[:4] for date in hit["date"]}:
                expected[hit.get("lang"), int(year)] += 1
        assert {(row["lang"], row["year"]): row["documents"]
                for row in rows} == expected
        assert [(row["lang"], row["year"]) for row in rows if row["lang"]] == (
            sorted((row["lang"], row["year"]) for row in rows if row["lang"]))

    def test_without_a_query_all_pages_count(self, built):  # noqa: F811
        index = waxwing.Index(built)
        some = sum(row["documents"] for row in
                   waxwing.by_year(index, "site", "heron"))
        every = sum(row["documents"] for row in waxwing.by_year(index, "site"))
        assert 0 < some < every

    def test_a_field_that_is_not_there_is_none(self, built):  # noqa: F811
        rows = waxwing.by_year(waxwing.Index(built), "nonsense")
        assert {row["nonsense"] for row in rows} == {None}


class TestImages:
    def test_they_are_captures_with_status_200(self, tmp_path):
        path = tmp_path / "a.warc.gz"
        path.write_bytes(members([
            response("http://a/1.png", b"x", fields=["Content-Type: image/png"]),
            response("http://a/2.png", b"x", "404 Not Found",
                     ["Content-Type: image/png"]),
            response("http://a/3.html", b"x")]))
        only, = waxwing.images(path)
        assert (only["url"], only["mime"]) == ("http://a/1.png", "image/png")
        assert only["timestamp"] == "20070531203500"
        record = waxwing.RecordAccess().at(path, only["offset"])
        assert record.length == only["bytes"]

    def test_losses_are_told(self, tmp_path):
        told = []
        assert list(waxwing.images([tmp_path / "none.warc"],
                                   problems=told)) == []
        assert [each.id for each in told] == ["unreadable-archive"]
