#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "index/upkeep/date_index.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "lines/line_stream.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::TempDir;

const std::string kDigestA = "sha1:" + std::string(32, 'A');
const std::string kDigestB = "sha1:" + std::string(32, 'B');

// Two versions of one page in two shards, and another page.
void write_shards(const std::string& collection) {
  auto write = [&](const char* shard,
                   const std::vector<std::vector<FieldValue>>& documents) {
    IndexWriter writer(collection + "/pindexes/" + shard + "/main", {});
    for (const auto& document : documents) writer.add(document);
    writer.about("urlkey", "surt");
    writer.finish();
  };
  write("1", {{{"urlkey", "org,b)/"}, {"digest", kDigestA}},
              {{"urlkey", "org,a)/"}, {"digest", kDigestA}}});
  write("2", {{{"urlkey", "org,a)/"}, {"digest", kDigestB}}});
}

struct Built {
  ListJoinCounts counts;
  std::vector<std::string> problems;
};

Built build(const std::string& collection, const ColumnName& column,
            const std::string& list, bool force = false) {
  Built built;
  tests::Problems problems;
  ListJoinOptions options;
  options.force = force;
  built.counts = build_column({collection}, column, lines::lines_of(list),
                              "list", options, problems);
  built.problems = problems.ids();
  return built;
}

// Of all documents, those of one separated by spaces.
std::vector<std::string> values_of_column(const std::string& collection,
                                          const std::string& column) {
  tests::Problems problems;
  IndexReader reader = IndexReader::open_collection(collection, {}, problems);
  std::vector<std::string> values;
  for (uint64_t n = 0; n < reader.documents(); ++n) {
    StoredDocument document;
    reader.document(n, {column}, document);
    std::string joined;
    for (const auto& [name, value] : document) {
      joined += (joined.empty() ? "" : " ") + value;
    }
    values.push_back(joined);
  }
  return values;
}

TEST(ColumnIndexTest, ValuesGoToAVersionOrToAllVersionsOfAUrl) {
  TempDir folder;
  write_shards(folder / "c");
  Built built =
      build(folder / "c", {"tag", ColumnKind::kKeyword},
            "org,a)/ every\norg,a)/ " + kDigestB + " one\norg,a)/ " + kDigestB +
                " A\norg,a)/ " + kDigestB + " one\norg,none)/ lost\n");
  EXPECT_THAT(values_of_column(folder / "c", "tag"),
              ElementsAre("", "every", "A every one"));
  EXPECT_EQ(built.counts.documents, 3U);
  EXPECT_EQ(built.counts.lines, 5U);
  EXPECT_EQ(built.counts.matched, 4U);
  EXPECT_EQ(built.counts.unmatched, 1U);
  EXPECT_EQ(built.counts.written, 4U);
  EXPECT_THAT(built.problems, IsEmpty());
}

TEST(ColumnIndexTest, AUrlStandsForItsKey) {
  TempDir folder;
  write_shards(folder / "c");
  Built built = build(folder / "c", {"tag", ColumnKind::kKeyword},
                      "http://www.a.org/\tevery page\nHTTPS://b.org/ " +
                          kDigestA + " one\nhttp://c.org/ none\n");
  EXPECT_THAT(values_of_column(folder / "c", "tag"),
              ElementsAre("one", "every page", "every page"));
  EXPECT_EQ(built.counts.unmatched, 1U);
  EXPECT_THAT(built.problems, IsEmpty());
}

TEST(ColumnIndexTest, ALineWithoutAValueOfTheKindIsReported) {
  TempDir folder;
  write_shards(folder / "c");
  Built built = build(folder / "c", {"views", ColumnKind::kInteger},
                      "# a comment\norg,b)/ 17\norg,b)/ many\norg,b)/\n");
  EXPECT_EQ(built.counts.bad, 2U);
  EXPECT_THAT(built.problems, ElementsAre("list-bad-line", "list-bad-line"));
  EXPECT_THAT(values_of_column(folder / "c", "views"),
              ElementsAre("17", "", ""));
}

TEST(ColumnIndexTest, AUrlWithoutAHostIsABadLine) {
  TempDir folder;
  write_shards(folder / "c");
  Built built = build(folder / "c", {"tag", ColumnKind::kKeyword},
                      "http:///x one\nhttps:// one\nhttp://@:80/ one\n"
                      "http://b.org/ good\n");
  EXPECT_EQ(built.counts.bad, 3U);
  EXPECT_EQ(built.counts.unmatched, 0U);
  EXPECT_THAT(built.problems,
              ElementsAre("list-bad-line", "list-bad-line", "list-bad-line"));
  EXPECT_THAT(values_of_column(folder / "c", "tag"),
              ElementsAre("good", "", ""));
}

TEST(ColumnIndexTest, NamesOfTheIndexAndColumnsThatExistAreRefused) {
  TempDir folder;
  write_shards(folder / "c");
  for (const char* name : {"", "Tag", "1st", "main", "dates", "title"}) {
    EXPECT_THROW(build(folder / "c", {name, ColumnKind::kKeyword}, ""),
                 UsageError)
        << name;
  }
  ColumnName column = {"tag", ColumnKind::kKeyword};
  build(folder / "c", column, "org,b)/ old\n");
  EXPECT_THROW(build(folder / "c", column, "org,b)/ new\n"), UsageError);
  build(folder / "c", column, "org,b)/ new\n", true);
  EXPECT_THAT(values_of_column(folder / "c", "tag"),
              ElementsAre("new", "", ""));
}

}  // namespace
}  // namespace wax::index
