#include "index/upkeep/date_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <set>

#include "index/store/index_reader.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using tests::TempDir;

struct Page {
  std::string urlkey;
  std::string digest;
  std::vector<std::string> dates;
};

void write_index(const std::string& path, const std::vector<Page>& pages) {
  IndexWriter writer(path, {});
  for (const Page& page : pages) {
    std::vector<FieldValue> values = {{"urlkey", page.urlkey},
                                      {"digest", page.digest}};
    for (const std::string& date : page.dates) values.push_back({"date", date});
    writer.add(values);
  }
  writer.finish();
}

std::vector<std::string> dates_of(const std::string& path, uint64_t n) {
  IndexReader reader = IndexReader::open({path});
  StoredDocument document;
  reader.document(n, {"date"}, document);
  std::vector<std::string> dates;
  for (const auto& [name, value] : document) dates.push_back(value);
  return dates;
}

ListJoinCounts add(const std::string& key,
                    const std::vector<std::string>& sources,
                    const std::string& destination, const std::string& list,
                    DateIndexOptions options = {}) {
  tests::Problems problems;
  return build_date_index(key, sources, destination, lines::lines_of(list),
                          "list", options, problems);
}

constexpr const char* kA = "20070101000000";
constexpr const char* kB = "20070202000000";
constexpr const char* kC = "20070303000000";

TEST(DateIndexTest, TheSameListTwiceInAnyOrderChangesNothing) {
  TempDir folder;
  write_index(folder / "main", {{"k", "sha1:A", {kB}}, {"k", "sha1:B", {}}});
  std::string one = std::string("k sha1:A ") + kC + "\nk sha1:A " + kA + "\n";
  std::string two = std::string("k sha1:A ") + kA + "\nk sha1:A " + kC + "\n";
  add(folder / "main", {folder / "main"}, folder / "1", one);
  add(folder / "main", {folder / "main"}, folder / "2", two + one + two);
  add(folder / "main", {folder / "main", folder / "1"}, folder / "3", two);
  for (const char* name : {"1", "2", "3"}) {
    EXPECT_THAT(dates_of(folder / name, 0), ElementsAre(kA, kB, kC)) << name;
    EXPECT_THAT(dates_of(folder / name, 1), ElementsAre()) << name;
  }
}

TEST(DateIndexTest, DatesComeOnlyFromTheSources) {
  TempDir folder;
  write_index(folder / "main", {{"k", "sha1:A", {kA}}});
  write_index(folder / "empty", {{}});
  add(folder / "main", {folder / "empty"}, folder / "dates",
      std::string("k sha1:A ") + kB + '\n');
  EXPECT_THAT(dates_of(folder / "dates", 0), ElementsAre(kB));
}

TEST(DateIndexTest, EveryDocumentOfTheVersionGetsTheDate) {
  TempDir folder;
  write_index(folder / "main",
              {{"k", "sha1:A", {}}, {"l", "sha1:A", {}}, {"k", "sha1:A", {}}});
  ListJoinCounts counts =
      add(folder / "main", {folder / "main"}, folder / "dates",
          std::string("k sha1:A ") + kB + '\n');
  EXPECT_EQ(counts.matched, 1U);
  EXPECT_EQ(counts.written, 2U);
  EXPECT_THAT(dates_of(folder / "dates", 0), ElementsAre(kB));
  EXPECT_THAT(dates_of(folder / "dates", 1), ElementsAre());
  EXPECT_THAT(dates_of(folder / "dates", 2), ElementsAre(kB));
}

TEST(DateIndexTest, DigestsMatchInAnySpelling) {
  TempDir folder;
  write_index(folder / "main",
              {{"k", "sha1:56THTY7U3DMSMOK5PIHZZVS2KVKSHRZ3", {}}});
  ListJoinCounts counts =
      add(folder / "main", {folder / "main"}, folder / "dates",
          std::string("k 56THTY7U3DMSMOK5PIHZZVS2KVKSHRZ3 ") + kA + " more\n" +
              "# k sha1:56THTY7U3DMSMOK5PIHZZVS2KVKSHRZ3 " + kB + "\n");
  EXPECT_EQ(counts.lines, 1U);
  EXPECT_THAT(dates_of(folder / "dates", 0), ElementsAre(kA));
}

TEST(DateIndexTest, BadLinesAreReportedAndTheOthersCount) {
  TempDir folder;
  write_index(folder / "main", {{"k", "sha1:A", {}}});
  tests::Problems problems;
  std::string list = std::string("k sha1:A\nk sha1:A ") + kA +
                     "\nk sha1:A 2007\nz sha1:Z " + kA + "\n";
  ListJoinCounts counts =
      build_date_index(folder / "main", {folder / "main"}, folder / "dates",
                       lines::lines_of(list), "list", {}, problems);
  EXPECT_EQ(counts.bad, 2U);
  EXPECT_EQ(counts.matched, 1U);
  EXPECT_EQ(counts.unmatched, 1U);
  ASSERT_EQ(problems.all.size(), 2U);
  EXPECT_EQ(problems.all[0].id, "list-bad-line");
  EXPECT_THAT(problems.all[0].text, HasSubstr("line 1"));
  EXPECT_THAT(problems.all[1].text, HasSubstr("line 3"));
}

TEST(DateIndexTest, ASourceWithAnotherNumberOfDocumentsIsRefused) {
  TempDir folder;
  write_index(folder / "main", {{"k", "sha1:A", {}}, {"l", "sha1:A", {}}});
  write_index(folder / "short", {{}});
  EXPECT_THROW(add(folder / "main", {folder / "short"}, folder / "dates", ""),
               UsageError);
  EXPECT_FALSE(fs::exists(folder / "dates"));
}

TEST(DateIndexTest, DatesOfOtherDocumentsAreRefused) {
  TempDir folder;
  write_index(folder / "one", {{"k", "sha1:A", {}}});
  write_index(folder / "two", {{"l", "sha1:A", {}}});
  add(folder / "one", {folder / "one"}, folder / "1", "");
  add(folder / "two", {folder / "two"}, folder / "2", "");
  // The second's own key digest comes with its dates.
  EXPECT_THROW(add(folder / "2", {folder / "1"}, folder / "x", ""), UsageError);
  EXPECT_THROW(IndexReader::open({folder / "1", folder / "2"}), UsageError);
  EXPECT_NO_THROW(IndexReader::open({folder / "1", folder / "one"}));
}

TEST(DateIndexTest, TheDestinationMayBeASource) {
  TempDir folder;
  write_index(folder / "main", {{"k", "sha1:A", {kA}}});
  add(folder / "main", {folder / "main"}, folder / "dates", "");
  std::string list = std::string("k sha1:A ") + kB + '\n';
  EXPECT_THROW(add(folder / "main", {folder / "dates"}, folder / "dates", list),
               UsageError);
  DateIndexOptions force;
  force.force = true;
  add(folder / "main", {folder / "dates"}, folder / "dates", list, force);
  EXPECT_THAT(dates_of(folder / "dates", 0), ElementsAre(kA, kB));
}

TEST(DateIndexTest, ADocumentWithoutDigestGetsNoDates) {
  TempDir folder;
  write_index(folder / "main", {{"k", "-", {kA}}});
  ListJoinCounts counts =
      add(folder / "main", {folder / "main"}, folder / "dates",
          std::string("k - ") + kB + '\n');
  EXPECT_EQ(counts.matched, 0U);
  EXPECT_THAT(dates_of(folder / "dates", 0), ElementsAre(kA));
}

TEST(DateIndexTest, AnIndexWithoutKeyFileGetsTheSameDates) {
  TempDir folder;
  write_index(folder / "main", {{"k", "sha1:A", {kB}}, {"b", "sha1:B", {}}});
  std::string list = std::string("k sha1:A ") + kA + "\nb sha1:B " + kC + "\n";
  add(folder / "main", {folder / "main"}, folder / "1", list);
  fs::copy(folder / "main", folder / "old");
  fs::remove(folder / "old/wax-keys");
  fs::remove(folder / "old/wax-manifest");
  DateIndexOptions options;
  options.open.unchecked = true;
  add(folder / "old", {folder / "old"}, folder / "2", list, options);
  for (const char* name : {"1", "2"}) {
    EXPECT_THAT(dates_of(folder / name, 0), ElementsAre(kA, kB)) << name;
    EXPECT_THAT(dates_of(folder / name, 1), ElementsAre(kC)) << name;
  }
}

TEST(DateIndexTest, SortedLinesAndThoseBehindThemCountAlike) {
  TempDir folder;
  write_index(folder / "main",
              {{"c", "sha1:C", {}}, {"a", "sha1:A", {}}, {"b", "sha1:B", {}}});
  auto line = [](const char* key, const char* digest, const char* date) {
    return std::string(key) + ' ' + digest + ' ' + date + '\n';
  };
  std::string sorted = line("a", "sha1:A", kA) + line("a", "sha1:A", kB) +
                       line("a", "sha1:Z", kB) + line("c", "sha1:C", kA);
  std::string rest = line("a", "sha1:A", kC) + line("b", "sha1:B", kA) +
                     line("c", "sha1:C", kB);
  ListJoinCounts counts =
      add(folder / "main", {folder / "main"}, folder / "dates", sorted + rest);
  EXPECT_EQ(counts.matched, 6U);
  EXPECT_EQ(counts.unmatched, 1U);
  EXPECT_THAT(dates_of(folder / "dates", 0), ElementsAre(kA, kB));
  EXPECT_THAT(dates_of(folder / "dates", 1), ElementsAre(kA, kB, kC));
  EXPECT_THAT(dates_of(folder / "dates", 2), ElementsAre(kA));
}

std::string places_of(const std::string& path, uint64_t n) {
  IndexReader reader = IndexReader::open({path});
  StoredDocument document;
  reader.document(n, {"places"}, document);
  return value_of(document, "places");
}

TEST(DateIndexTest, PlacesOfTheListAndTheSourcesAreKept) {
  TempDir folder;
  write_index(folder / "main", {{"k", "sha1:A", {kA}}, {"l", "sha1:B", {kA}}});
  std::string place = " original=" + std::string(kA) + " kind=revisit";
  std::string sorted = std::string("k sha1:A ") + kB + place +
                       " offset=7 file=x.warc\nk sha1:A " + kC +
                       " file=y.warc offset=8\nl sha1:B " + kB + "\n";
  std::string unsorted = std::string("l sha1:B ") + kB + "\nk sha1:A " + kB +
                         place + " offset=7 file=x.warc\nk sha1:A " + kC +
                         " file=y.warc offset=8\n";
  std::string expected =
      std::string(kB) + " revisit 7 x.warc\n" + kC + " list 8 y.warc\n";
  DateIndexOptions options;
  options.places = true;
  int number = 0;
  for (const std::string& list : {sorted, unsorted}) {
    std::string dates = folder / std::to_string(++number);
    add(folder / "main", {folder / "main"}, dates, list, options);
    EXPECT_EQ(places_of(dates, 0), expected);
    EXPECT_EQ(places_of(dates, 1), "");
    EXPECT_THAT(dates_of(dates, 0), ElementsAre(kA, kB, kC));
    EXPECT_THAT(dates_of(dates, 1), ElementsAre(kA, kB));
  }
  // Without the option, those of sources.
  add(folder / "main", {folder / "1"}, folder / "more",
      std::string("k sha1:A ") + kA + " kind=capture offset=1 file=z\n");
  EXPECT_EQ(places_of(folder / "more", 0), expected);
  add(folder / "main", {folder / "main"}, folder / "none", sorted);
  EXPECT_EQ(places_of(folder / "none", 0), "");
  EXPECT_THAT(dates_of(folder / "none", 0), ElementsAre(kA, kB, kC));
}

TEST(DateIndexTest, OddDatesStandAsTheyAre) {
  TempDir folder;
  write_index(folder / "main", {{"k", "sha1:A", {"19700101000000", kA}}});
  add(folder / "main", {folder / "main"}, folder / "dates",
      "k sha1:A 20081399000000\n");
  EXPECT_THAT(dates_of(folder / "dates", 0),
              ElementsAre("19700101000000", kA, "20081399000000"));
}

TEST(DateIndexTest, AListLargerThanMemoryGivesTheSetsOfANaiveModel) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    TempDir folder;
    auto date = [&] {
      std::string text = std::to_string(20000101000000 + random() % 1000);
      return text;
    };
    std::vector<Page> pages;
    std::vector<std::set<std::string>> sets;
    std::map<std::string, std::vector<size_t>> documents;
    for (size_t i = 0; i < 300; ++i) {
      Page page{"k" + std::to_string(random() % 200), "sha1:D", {}};
      std::set<std::string> dates;
      for (size_t n = random() % 3; n > 0; --n) dates.insert(date());
      page.dates.assign(dates.begin(), dates.end());
      documents[page.urlkey].push_back(i);
      pages.push_back(page);
      sets.push_back(dates);
    }
    std::string list;
    uint64_t matched = 0;
    for (int i = 0; i < 5000; ++i) {
      std::string key = "k" + std::to_string(random() % 300);
      std::string when = date();
      list += key + " sha1:D " + when + '\n';
      auto found = documents.find(key);
      if (found == documents.end()) continue;
      ++matched;
      for (size_t n : found->second) sets[n].insert(when);
    }
    write_index(folder / "main", pages);
    DateIndexOptions options;
    options.memory = 48 * 1024;
    ListJoinCounts counts = add(folder / "main", {folder / "main"},
                                 folder / "dates", list, options);
    EXPECT_EQ(counts.matched, matched);
    EXPECT_EQ(counts.matched + counts.unmatched, 5000U);
    IndexReader reader = IndexReader::open({folder / "dates"});
    ASSERT_EQ(reader.documents(), pages.size());
    StoredDocument document;
    for (size_t n = 0; n < pages.size(); ++n) {
      reader.document(n, {}, document);
      std::vector<std::string> dates;
      for (const auto& [name, value] : document) dates.push_back(value);
      EXPECT_EQ(dates,
                std::vector<std::string>(sets[n].begin(), sets[n].end()));
    }
  }
}

}  // namespace
}  // namespace wax::index
