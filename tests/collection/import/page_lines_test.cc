#include "collection/import/page_lines.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/temp_dir.h"
#include "tests/support/zip_files.h"

namespace wax::collection {
namespace {

constexpr const char* kHead =
    "{\"format\":\"json-pages-1.0\",\"id\":\"pages\",\"title\":\"Pages\"}\n";

struct ReadLines {
  std::vector<PageLine> lines;
  ProblemList problems;
};

ReadLines read(const std::string& wacz, uint64_t most = 1000) {
  ReadLines read;
  read_page_lines(
      wacz, most, [&](const PageLine& line) { read.lines.push_back(line); },
      read.problems);
  return read;
}

std::string line_of(const std::string& url, const std::string& members) {
  return "{\"id\":\"1\",\"url\":\"" + url +
         "\",\"ts\":\"2026-01-01T00:00:00.123Z\"" + members + "}\n";
}

TEST(PageLines, AreThoseOfBothListsWithATitleOrAText) {
  const tests::TempDir folder;
  const std::string wacz = folder.write(
      "a.wacz",
      tests::zip_of(
          {{"archive/a.warc", ""},
           {"pages/pages.jsonl",
            kHead + line_of("https://a.example/", ",\"text\":\"one\\ntwo\"") +
                line_of("https://b.example/", ",\"title\":\"T\\u00e9\"") +
                line_of("https://c.example/",
                        ",\"title\":\"https://c.example/\"") +
                line_of("https://d.example/", "")},
           {"pages/extraPages.jsonl",
            line_of("https://e.example/", ",\"text\":\"\xff\"")}}));
  const ReadLines found = read(wacz);
  ASSERT_EQ(found.lines.size(), 3U);
  EXPECT_EQ(found.lines[0].url, "https://a.example/");
  EXPECT_EQ(found.lines[0].date, "20260101000000");
  EXPECT_EQ(found.lines[0].text, "one\ntwo");
  EXPECT_EQ(found.lines[0].offset, std::string(kHead).size());
  EXPECT_EQ(found.lines[1].title, "T\u00e9");
  EXPECT_EQ(found.lines[2].text, "\xff");
  EXPECT_TRUE(found.problems.all.empty());
}

TEST(PageLines, ThatAreBadAreCounted) {
  const tests::TempDir folder;
  const std::string good = line_of("https://a.example/", ",\"text\":\"x\"");
  const std::string wacz = folder.write(
      "a.wacz", tests::zip_of({{"pages/pages.jsonl",
                                kHead + std::string("{\"url\":\"x\"}\nno\n\n") +
                                    line_of("https://b.example/",
                                            ",\"text\":\"" +
                                                std::string(1000, 'x') + '"') +
                                    good.substr(0, good.size() - 1)}}));
  const ReadLines found = read(wacz);
  ASSERT_EQ(found.lines.size(), 1U);
  EXPECT_EQ(found.lines[0].text, "x");
  ASSERT_EQ(found.problems.all.size(), 1U);
  EXPECT_EQ(found.problems.all[0].id, "bad-page-line");
  EXPECT_EQ(found.problems.all[0].text.substr(0, 8), "3 lines ");
}

TEST(PageLines, AreThoseOfTheWaczThatAnArchiveIsIn) {
  const tests::TempDir folder;
  const std::string wacz =
      folder.write("a.wacz", tests::zip_of({{"archive/a.warc", ""}}));
  EXPECT_EQ(wacz_of(wacz + "!/archive/a.warc"), wacz);
  EXPECT_EQ(wacz_of(folder / "a.warc"), "");
  const ReadLines found = read(wacz);
  EXPECT_TRUE(found.lines.empty());
  EXPECT_TRUE(found.problems.all.empty());
}

TEST(PageLines, AnErrorOfTheirReaderIsNoneOfTheList) {
  const tests::TempDir folder;
  const std::string wacz = folder.write(
      "a.wacz", tests::zip_of({{"pages/pages.jsonl",
                                kHead + line_of("https://a.example/",
                                                ",\"text\":\"x\"")}}));
  tests::Problems problems;
  EXPECT_THROW(read_page_lines(
                   wacz, 1000,
                   [](const PageLine&) { throw IoError("s", "write", ENOSPC); },
                   problems),
               IoError);
  EXPECT_TRUE(problems.all.empty());
}

TEST(PageLines, BecomeDocumentsOfTheirOwnScheme) {
  PageLine line;
  line.url = "https://A.example/App#x";
  line.date = "20260101000000";
  line.title = "T\xff";
  line.text = "one\ntwo \xff";
  line.offset = 7;
  document::DocumentMaker maker(1000);
  const document::Document page = page_document(
      line, {"/x/a.wacz!/archive/a.warc", "a.warc", "c"}, {}, maker);
  EXPECT_EQ(page.url, "urn:pages.jsonl:https://A.example/App#x");
  EXPECT_TRUE(is_page_line(page.urlkey));
  EXPECT_EQ(page.title, "T\uFFFD");
  EXPECT_EQ(page.content, "one\ntwo \uFFFD");
  EXPECT_EQ(page.date, line.date);
  EXPECT_EQ(page.digest.substr(0, 5), "sha1:");
  EXPECT_EQ(page.collection, "c");
  EXPECT_EQ(page.offset, 7U);
}

}  // namespace
}  // namespace wax::collection
