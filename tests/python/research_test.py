"""Tables by year, of images and of names."""

import collections
import gzip
import os
import sys

import pytest

import waxwing_warc as wax
from conftest import built, members, needs, response  # noqa: F401


def test_a_folder_is_no_index(built):  # noqa: F811
    for use in (wax.by_year, wax.word_list, wax.ngrams, wax.names):
        with pytest.raises(TypeError, match=r"waxwing_warc\.Index, not PosixPath"):
            use(built, "site")


class TestByYear:
    def test_documents_count_in_each_year_of_a_capture(self, built):  # noqa: F811
        index = wax.Index(built)
        rows = wax.by_year(index, "lang", "valley")
        expected = collections.Counter()
        for hit in index.hits("valley"):
            for year in {date[:4] for date in hit["date"]}:
                expected[hit.get("lang"), int(year)] += 1
        assert {(row["lang"], row["year"]): row["documents"]
                for row in rows} == expected
        assert [(row["lang"], row["year"]) for row in rows if row["lang"]] == (
            sorted((row["lang"], row["year"]) for row in rows if row["lang"]))

    def test_without_a_query_all_pages_count(self, built):  # noqa: F811
        index = wax.Index(built)
        some = sum(row["documents"] for row in
                   wax.by_year(index, "site", "heron"))
        every = sum(row["documents"] for row in wax.by_year(index, "site"))
        assert 0 < some < every

    def test_domains_are_those_of_facets(self, tmp_path):
        path = tmp_path / "a.warc.gz"
        path.write_bytes(members([
            response("http://%s/" % host, b"<p>heron of %s</p>" % host.encode())
            for host in ("www.a.co.uk", "b.a.co.uk", "c.de")]))
        assert wax.build(tmp_path / "out", path)
        index = wax.Index(tmp_path / "out")
        rows = wax.by_year(index, "domain")
        assert [(row["domain"], row["year"], row["documents"]) for row in rows] == [
            ("a.co.uk", 2007, 2), ("c.de", 2007, 1)]
        assert index.search("heron", facets=["domain"]).facets == {
            "domain": [("a.co.uk", 2), ("c.de", 1)]}

    @pytest.mark.parametrize("field", ["nonsense", "content", "date"])
    def test_other_fields_are_refused(self, built, field):  # noqa: F811
        with pytest.raises(wax.UsageError, match="not counted by"):
            wax.by_year(wax.Index(built), field)


class TestImages:
    def test_they_are_captures_with_status_200(self, tmp_path):
        path = tmp_path / "a.warc.gz"
        path.write_bytes(members([
            response("http://a/1.png", b"x", fields=["Content-Type: image/png"]),
            response("http://a/2.png", b"x", "404 Not Found",
                     ["Content-Type: image/png"]),
            response("http://a/3.html", b"x")]))
        only, = wax.images(path)
        assert (only["url"], only["mime"]) == ("http://a/1.png", "image/png")
        assert only["timestamp"] == "20070531203500"
        record = wax.RecordAccess().at(path, only["offset"])
        assert record.length == only["bytes"]

    def test_losses_are_told(self, tmp_path):
        told = []
        damaged = tmp_path / "a.warc.gz"
        damaged.write_bytes(members([response("http://a/", b"x" * 99)])[:-30])
        assert list(wax.images([tmp_path / "none.warc", damaged],
                                   problems=told)) == []
        assert [each.id for each in told] == ["unreadable-archive",
                                              "warc-truncated-record"]
        with pytest.raises(wax.NotFoundError):
            list(wax.images(tmp_path / "none.warc"))


    def test_sizes_after_an_archive_that_is_one_member(self, tmp_path):
        png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (7).to_bytes(4, "big") * 2 + b"\0"
        page = response("http://a/1.png", png, fields=("Content-Type: image/png",))
        (tmp_path / "a.warc.gz").write_bytes(gzip.compress(page + page))
        (tmp_path / "b.warc.gz").write_bytes(members([page, page]))
        rows = list(wax.images([tmp_path / "a.warc.gz", tmp_path / "b.warc.gz"],
                                   sizes=True))
        assert [row["width"] for row in rows[-2:]] == [7, 7]

    def test_sizes_of_archives_that_have_one_name(self, tmp_path):
        def png(size):
            return (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
                    + size.to_bytes(4, "big") * 2 + b"\0")

        fields = ("Content-Type: image/png",)
        for size, folder in ((0, "a"), (7, "b"), (9, "c")):
            (tmp_path / folder).mkdir()
            (tmp_path / folder / "x.warc").write_bytes(
                response("http://a/1.png", png(size), fields=fields) if size
                else response("http://a/1.htm", b"<p>"))
        rows = list(wax.images(tmp_path, sizes=True))
        assert [row["width"] for row in rows] == [7, 9]
        told = []
        both = [tmp_path / "none.warc", tmp_path / "b"]
        rows = list(wax.images(both, sizes=True, problems=told))
        assert [row["width"] for row in rows] == [7]
        assert [each.id for each in told] == ["unreadable-archive"]

    def test_pipes_are_refused_with_sizes(self, tmp_path):
        os.mkfifo(tmp_path / "p.warc")
        with pytest.raises(wax.UsageError, match="pipes"):
            wax.images(tmp_path / "p.warc", sizes=True)


class TestNames:
    def test_they_are_counted_in_hits(self, tmp_path):
        needs("spacy")
        import spacy.util
        model = next((name for name in spacy.util.get_installed_models()
                      if name.startswith("en_core_web")), None)
        if model is None:
            pytest.skip("spaCy has no English model "
                        "(tests/interop/install_clients.sh notebooks)")
        pages = ["<p>Charles Dickens lived in London.<p>He met Mary Smith there.",
                 "<p>Charles Dickens wrote about London, and London again.",
                 "<p>The recipe needs flour. Mary Smith lives in Paris."]
        path = tmp_path / "a.warc.gz"
        path.write_bytes(members(
            [response("http://a/%d" % i, page.encode())
             for i, page in enumerate(pages)]))
        assert wax.build(tmp_path / "index", path)
        index = wax.Index(tmp_path / "index")

        def counts(*arguments, **options):
            return {(row["name"], row["kind"]): (row["count"], row["documents"])
                    for row in wax.names(index, *arguments, model=model,
                                             **options)}

        every = counts()
        assert every["London", "GPE"] == (3, 2)
        assert every["Charles Dickens", "PERSON"] == (2, 2)
        some = counts("recipe", kinds="GPE")
        assert some == {("Paris", "GPE"): (1, 1)}
        with pytest.raises(wax.UsageError, match="has no kind 'TOWN'"):
            counts(kinds=["TOWN"])
        with pytest.raises(wax.UsageError, match="no model 'none_xx'"):
            wax.names(index, model="none_xx")

    def test_without_the_library_a_sentence_says_so(self, built, monkeypatch):  # noqa: F811
        monkeypatch.setitem(sys.modules, "spacy", None)
        with pytest.raises(wax.UsageError, match="pip install spacy"):
            wax.names(wax.Index(built))

    def test_hits_have_their_text_where_it_is_asked_for(self, built):  # noqa: F811
        index = wax.Index(built)
        assert all("content" not in hit for hit in index.hits("castles"))
        texts = [hit["content"] for hit in index.hits("castles", content=True)]
        assert texts == [hit["content"] for hit in index.hits(
            "castles", content=True)] and all("astle" in text for text in texts)
