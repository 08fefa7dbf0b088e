#include "answers/opened/collection.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "answers/opened/shown_fields.h"
#include "collection/access/collection_access.h"
#include "index/search/document_values.h"
#include "index/search/searcher.h"
#include "index/store/reader_state.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

using tests::TempDir;

constexpr const char* kLine =
    "com,example)/ 20010101000000 http://example.com/ text/html 200 A - 1 a\n";

void wait_for_a_look() {
  std::this_thread::sleep_for(std::chrono::milliseconds(1050));
}

TEST(Collection, NewFilesAreANewGenerationAndTheOldOneStays) {
  TempDir folder;
  std::string path = folder.write("a.cdx", kLine);
  Collection collection("c", {"", {path}}, nullptr);
  auto before = collection.current();
  Searchables open = open_cdx(*before);
  std::string later = kLine;
  later.replace(later.find("2001"), 4, "2002");
  std::filesystem::rename(folder.write("b", later), path);
  wait_for_a_look();
  auto behind = collection.current();
  EXPECT_EQ(behind->number, before->number + 1);
  EXPECT_NE(open_cdx(*behind)[0]->head().find("2002"), std::string::npos);
  EXPECT_NE(open[0]->head().find("2001"), std::string::npos);
}

TEST(Collection, AStateThatCannotBeOpenedIsReportedOnce) {
  TempDir folder;
  std::string path = folder.write("a.cdx", kLine);
  std::vector<std::string> reports;
  Collection collection("c", {"", {path}}, [&](std::string_view text) {
    reports.emplace_back(text);
  });
  std::filesystem::rename(folder.write("b", "\x1f\x8b gzip"), path);
  for (int i = 0; i < 2; ++i) {
    wait_for_a_look();
    EXPECT_EQ(collection.current()->number, 1U);
  }
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_NE(reports[0].find("stays as it was"), std::string::npos);
}

class RuledCollection {
 public:
  // Whether the one capture is seen, once the rules have been looked at again.
  bool is_seen() {
    std::this_thread::sleep_for(std::chrono::milliseconds(350));
    auto generation = collection_.current();
    return generation->access == nullptr ||
           generation->access->visibility({"com,example)/", "", ""},
                                          "20010101000000") ==
               collection::Visibility::kShown;
  }
  void write_rules(const std::string& text) {
    folder_.write("new", text);
    std::filesystem::rename(folder_ / "new", folder_ / "access");
  }
  void remove_rules() { std::filesystem::remove(folder_ / "access"); }
  [[nodiscard]] const std::vector<std::string>& told() const { return told_; }

 private:
  TempDir folder_;
  std::vector<std::string> told_;
  Collection collection_{
      "c",
      {"",
       {folder_.write("a.cdx", kLine)},
       false,
       false,
       folder_.write("access", "block host a.example\n")},
      [this](std::string_view text) { told_.emplace_back(text); }};
};

TEST(Collection, RulesStayWhenTheirFileVanishesOrIsEmpty) {
  RuledCollection ruled;
  EXPECT_TRUE(ruled.is_seen());
  ruled.write_rules("block host example.com\n");
  EXPECT_FALSE(ruled.is_seen());
  ruled.remove_rules();
  EXPECT_FALSE(ruled.is_seen());
  ruled.write_rules("");
  EXPECT_FALSE(ruled.is_seen());
  EXPECT_FALSE(ruled.told().empty());
  ruled.write_rules("allow all\n");
  EXPECT_TRUE(ruled.is_seen());
}

TEST(Collection, RulesThatCouldNotBeReadAreReadLater) {
  RuledCollection ruled;
  EXPECT_TRUE(ruled.is_seen());
  ruled.write_rules("block host example.com\n");
  rlimit limit = {};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlimit none = {3, limit.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  EXPECT_TRUE(ruled.is_seen());
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
  EXPECT_FALSE(ruled.is_seen());
  EXPECT_EQ(ruled.told().size(), 1U);
}

// Of one page; `site` is a value that is counted.
void write_index(const std::string& folder, const std::string& site) {
  index::IndexWriter writer(folder, {});
  writer.add(
      {{"urlkey", "org,a)/"}, {"site", site}, {"date", "20070101000000"}});
  writer.finish();
}

TEST(Collection, ANewStateHasTheColumnsOfSearchPages) {
  TempDir folder;
  write_index(folder / "c/pindexes/1/main", "a.org");
  Collection collection("c", {folder / "c", {}}, nullptr);
  auto before = collection.current();
  write_index(folder / "c/pindexes/2/main", "b.org");
  collection.look_again();
  auto after = collection.current();
  ASSERT_NE(before->number, after->number);
  index::Deadline passed(std::chrono::steady_clock::now());
  for (const index::Shard& shard : index::Searcher::shards_of(*after->reader)) {
    for (const std::string& field :
         fields_of_search_page(index::field_names(*after->reader))) {
      EXPECT_NO_THROW((void)index::values_in(shard, field, passed, nullptr))
          << field;
    }
    EXPECT_NO_THROW(index::url_hashes().begin_shard(shard, 9, passed));
  }
}

TEST(Collection, WhatIsHiddenStaysHiddenWhenItsFileVanishes) {
  TempDir folder;
  write_index(folder / "c/pindexes/1/main", "a.org");
  const std::string hidden = folder / "c/hidden";
  collection::write_hidden(hidden, {collection::hiding_rule("host", "a.org")});
  std::vector<std::string> told;
  Collection collection("c", {folder / "c", {}}, [&](std::string_view text) {
    told.emplace_back(text);
  });
  auto documents = [&] {
    collection.look_again();
    (void)collection.current();
    return collection.current()->reader->documents() -
           collection.current()->reader->deleted();
  };
  EXPECT_EQ(documents(), 0U);
  std::filesystem::remove(hidden);
  EXPECT_EQ(documents(), 0U);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NE(told[0].find("is gone"), std::string::npos) << told[0];
  collection::write_hidden(hidden, {});
  EXPECT_EQ(documents(), 1U);
}

TEST(Collection, ItsHealthSaysThatAStateCouldNotBeOpened) {
  TempDir folder;
  write_index(folder / "c/pindexes/1/main", "a.org");
  folder.write("c/access", "block host b.org\n");
  Collection collection("c", {folder / "c", {}}, nullptr);
  EXPECT_TRUE(collection.health().reasons.empty());
  EXPECT_EQ(collection.health().generation, 1U);
  std::filesystem::rename(folder / "c/pindexes", folder / "away");
  std::filesystem::remove(folder / "c/access");
  collection.look_again();
  auto still = collection.current();
  ASSERT_NE(still->reader, nullptr);
  EXPECT_EQ(
      collection.health().reasons,
      (std::vector<std::string>{"a newer state could not be opened",
                                "newer rules of access could not be read"}));
  std::filesystem::rename(folder / "away", folder / "c/pindexes");
  folder.write("c/access", "block host b.org\n");
  collection.look_again();
  (void)collection.current();
  EXPECT_TRUE(collection.health().reasons.empty());
}

}  // namespace
}  // namespace wax::answers
