// An index as NutchWAX makes them, taken over.
#include "index/upkeep/adopt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lucene++/LuceneHeaders.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "index/lucenepp/lucene_engine.h"
#include "index/query/query.h"
#include "index/search/searcher.h"
#include "index/upkeep/date_index.h"
#include "index/upkeep/index_check.h"
#include "index/upkeep/shard_merger.h"
#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/shared.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;
using Lucene::newLucene;
using testing::ElementsAre;
using testing::HasSubstr;
using tests::TempDir;
using LuceneField = Lucene::Field;

std::wstring wide_text(const std::string& ascii) {
  return {ascii.begin(), ascii.end()};
}

struct OldPage {
  std::string url;
  std::string digest;
  std::string title;
  std::string date;
};

// Some segments, as a merge factor of 2 leaves them.
void write_old_index(const std::string& path, const std::vector<OldPage>& pages,
                     bool with_digest = true) {
  auto writer = newLucene<Lucene::IndexWriter>(
      Lucene::FSDirectory::open(wide_text(path)),
      newLucene<Lucene::WhitespaceAnalyzer>(), true,
      Lucene::IndexWriter::MaxFieldLengthUNLIMITED);
  writer->setMaxBufferedDocs(2);
  for (const OldPage& page : pages) {
    auto document = newLucene<Lucene::Document>();
    auto add = [&](const wchar_t* name, const std::string& value,
                   LuceneField::Index index) {
      document->add(newLucene<LuceneField>(name, wide_text(value),
                                           LuceneField::STORE_YES, index));
    };
    add(L"title", page.title, LuceneField::INDEX_ANALYZED);
    add(L"url", page.url, LuceneField::INDEX_ANALYZED);
    if (with_digest) add(L"digest", page.digest, LuceneField::INDEX_NO);
    add(L"date", page.date, LuceneField::INDEX_NOT_ANALYZED_NO_NORMS);
    writer->addDocument(document);
  }
  writer->close();
}

const std::vector<OldPage> kOldPages = {
    {"http://www.example.com/a", "sha1:A", "castle red", "20070101120000"},
    {"http://example.com/b", "sha1:B", "castle", "20070202000000"},
    {"http://example.com/A", "sha1:A", "river", "20080303000000"},
    {"http://example.com/c", "sha1:C", "castle river", "20090404000000"},
    {"http://example.com/d", "sha1:D", "bird", "20090404000001"},
};

// Our own reading, and Lucene++'s.
std::vector<std::shared_ptr<const SearchEngine>> engines() {
  return {nullptr, lucene_engine()};
}

AdoptOptions surt() {
  AdoptOptions options;
  options.fields.kind = cdx::UrlKeyKind::kSurt;
  return options;
}

std::vector<uint64_t> hits(
    const std::string& path, const std::string& query,
    const std::shared_ptr<const SearchEngine>& engine = {}) {
  tests::Problems problems;
  OpenOptions open;
  open.engine = engine;
  IndexReader reader = IndexReader::open_collection(path, open, problems);
  EXPECT_TRUE(problems.all.empty());
  std::vector<uint64_t> found;
  for (const Hit& hit :
       Searcher(reader).search(parse_query(query), 0, 1000).best) {
    found.push_back(hit.document);
  }
  std::sort(found.begin(), found.end());
  return found;
}

ListJoinCounts add_dates(const std::string& shard, const std::string& list) {
  tests::Problems problems;
  return build_date_index(shard + "/main", {shard + "/main"}, shard + "/dates",
                          lines::lines_of(list), "list", {}, problems);
}

TEST(AdoptTest, AnIndexOfLuceneIsSearchedAndDatedLikeOurOwn) {
  TempDir folder;
  std::string shard = folder / "c/pindexes/1";
  fs::create_directories(shard);
  write_old_index(shard + "/main", kOldPages);
  EXPECT_THROW((void)IndexReader::open({shard + "/main"}), UsageError);
  AdoptCounts counts = adopt_index(shard + "/main", surt());
  EXPECT_EQ(counts.documents, 5U);
  EXPECT_EQ(counts.deleted, 0U);
  for (const auto& engine : engines()) {
    EXPECT_THAT(hits(folder / "c", "castle", engine), ElementsAre(0, 1, 3));
    EXPECT_THAT(hits(folder / "c", "castle date:2007", engine),
                ElementsAre(0, 1));
    EXPECT_THAT(hits(folder / "c", "date:20090404000000-200904040000", engine),
                ElementsAre(3, 4));
    EXPECT_THAT(hits(folder / "c", "date:20090404000001", engine),
                ElementsAre(4));
  }
  // The first and the third are one version: the keys are the same.
  ListJoinCounts added =
      add_dates(shard,
                "com,example)/a sha1:A 20100505000000\ncom,example)/d sha1:D "
                "20060606060606\ncom,example)/d sha1:X 20060606060606\n");
  EXPECT_EQ(added.matched, 2U);
  EXPECT_EQ(added.written, 8U);
  for (const auto& engine : engines()) {
    EXPECT_THAT(hits(folder / "c", "date:2010", engine), ElementsAre(0, 2));
    EXPECT_THAT(hits(folder / "c", "date:2006", engine), ElementsAre(4));
    EXPECT_THAT(hits(folder / "c", "castle date:20070101", engine),
                ElementsAre(0));
  }
}

TEST(AdoptTest, DeletedDocumentsAreNoHits) {
  TempDir folder;
  std::string shard = folder / "c/pindexes/1";
  fs::create_directories(shard);
  write_old_index(shard + "/main", kOldPages);
  auto reader = Lucene::IndexReader::open(
      Lucene::FSDirectory::open(wide_text(shard + "/main")), false);
  reader->deleteDocument(1);
  reader->deleteDocument(2);
  reader->close();
  AdoptCounts counts = adopt_index(shard + "/main", surt());
  EXPECT_EQ(counts.documents, 3U);
  EXPECT_EQ(counts.deleted, 2U);
  for (const auto& engine : engines()) {
    EXPECT_THAT(hits(folder / "c", "castle", engine), ElementsAre(0, 3));
    EXPECT_THAT(hits(folder / "c", "-castle", engine), ElementsAre(4));
    EXPECT_THAT(hits(folder / "c", "*", engine), ElementsAre(0, 3, 4));
    EXPECT_THAT(hits(folder / "c", "date:2007", engine), ElementsAre(0));
  }
  ListJoinCounts added = add_dates(shard,
                                   "com,example)/a sha1:A 20100505000000\n"
                                   "com,example)/b sha1:B 20100505000000\n");
  EXPECT_EQ(added.matched, 1U);
  EXPECT_EQ(added.unmatched, 1U);
  EXPECT_THAT(hits(folder / "c", "date:2010"), ElementsAre(0));
  EXPECT_THAT(hits(folder / "c", "castle"), ElementsAre(0, 3));
}

TEST(AdoptTest, DamageThatComesLaterIsFound) {
  TempDir folder;
  fs::create_directories(folder / "main");
  write_old_index(folder / "main", kOldPages);
  adopt_index(folder / "main", surt());
  std::string keys = folder / "main/wax-keys";
  std::fstream file(keys, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(20);
  file.put('X');
  file.close();
  IndexReader reader = IndexReader::open({folder / "main"});
  EXPECT_THROW((void)reader.keys(), FormatError);
}

TEST(AdoptTest, WhatCannotBeTakenOverIsRefusedWithASentence) {
  TempDir folder;
  fs::create_directories(folder / "main");
  write_old_index(folder / "main", kOldPages, false);
  auto message = [&](const AdoptOptions& options) {
    try {
      adopt_index(folder / "main", options);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(message(surt()), HasSubstr("stores the field \"digest\""));
  EXPECT_FALSE(fs::exists(folder / "main/wax-manifest"));
  EXPECT_FALSE(fs::exists(folder / "main/wax-keys"));
  AdoptOptions by_title = surt();
  by_title.fields.digest = "title";
  EXPECT_EQ(message(by_title), "");
  EXPECT_THAT(message(by_title), HasSubstr("has a manifest already"));
  by_title.force = true;
  by_title.fields.kind.reset();
  EXPECT_THAT(message(by_title), HasSubstr("--urlkey"));
  EXPECT_THROW(adopt_index(folder / "nothing", surt()), IoError);
  EXPECT_THROW(adopt_index(folder.path(), surt()), UsageError);
}

TEST(AdoptTest, AnIndexThatNutchWaxMadeGivesItsHits) {
  auto index = tests::shared_file("nutchwax-index/main");
  if (!index) GTEST_SKIP() << tests::kNoShared;
  TempDir folder;
  std::string shard = folder / "c/pindexes/1";
  fs::create_directories(shard);
  fs::copy(*index, shard + "/main");
  AdoptCounts counts = adopt_index(shard + "/main", surt());
  EXPECT_EQ(counts.documents, 138U);
  EXPECT_EQ(hits(folder / "c", "internet archive").size(), 91U);
  EXPECT_EQ(hits(folder / "c", "software").size(), 84U);
  EXPECT_EQ(hits(folder / "c", "brewster kahle").size(), 6U);
  EXPECT_EQ(hits(folder / "c", "date:2008").size(), 138U);
  EXPECT_TRUE(hits(folder / "c", "date:2010").empty());

  IndexReader reader = IndexReader::open({shard + "/main"});
  StoredDocument document;
  reader.document(7, {"url", "digest"}, document);
  std::string line =
      cdx::url_key(cdx::UrlKeyKind::kSurt, value_of(document, "url")) + ' ' +
      value_of(document, "digest") + " 20100505000000\n";
  EXPECT_EQ(add_dates(shard, line).matched, 1U);
  EXPECT_THAT(hits(folder / "c", "date:2010"), testing::Contains(7));
  EXPECT_EQ(hits(folder / "c", "date:2008").size(), 138U);
}

std::vector<std::string> check_faults(const std::string& path) {
  tests::Problems problems;
  (void)check_index(path, {}, problems);
  std::vector<std::string> texts;
  for (const Problem& problem : problems.all) texts.push_back(problem.text);
  return texts;
}

TEST(AdoptTest, AdoptedIndexesAreMergedWithoutTheirDeletedDocuments) {
  TempDir folder;
  for (const char* shard : {"1", "2"}) {
    const std::string main =
        folder / "c/pindexes/" + std::string(shard) + "/main";
    fs::create_directories(main);
    std::vector<OldPage> pages = kOldPages;
    if (*shard == '2') {
      for (OldPage& page : pages) page.url += "2";
      pages[3] = kOldPages[3];  // in both
    }
    write_old_index(main, pages);
    auto reader = Lucene::IndexReader::open(
        Lucene::FSDirectory::open(wide_text(main)), false);
    reader->deleteDocument(1);
    reader->close();
    EXPECT_EQ(adopt_index(main, surt()).deleted, 1U);
  }
  EXPECT_THAT(check_faults(folder / "c"), testing::IsEmpty());
  tests::Problems problems;
  ShardMergeCounts counts = merge_shards(
      folder / "m", {folder / "c/pindexes/1", folder / "c/pindexes/2"}, {},
      problems);
  EXPECT_TRUE(problems.all.empty());
  EXPECT_EQ(counts.deleted, 2U);
  // The first and the third of each are one version.
  EXPECT_EQ(counts.documents + counts.joined, 8U);
  EXPECT_THAT(check_faults(folder / "m"), testing::IsEmpty());
  EXPECT_EQ(lucene_check(folder / "m/main"), "");
  IndexReader merged = IndexReader::open({folder / "m/main"});
  EXPECT_EQ(merged.deleted(), 0U);
  for (const auto& engine : engines()) {
    // Those of the deleted documents are not there.
    EXPECT_TRUE(hits(folder / "m", "date:20070202", engine).empty());
    EXPECT_EQ(hits(folder / "m", "bird", engine).size(), 2U);
    EXPECT_EQ(hits(folder / "m", "date:20090404000000", engine).size(), 1U);
  }
}

TEST(AdoptTest, IndexesThatNutchWaxMadeAreMerged) {
  auto index = tests::shared_file("nutchwax-index/main");
  if (!index) GTEST_SKIP() << tests::kNoShared;
  TempDir folder;
  const std::string shard = folder / "c/pindexes/1";
  fs::create_directories(shard);
  fs::copy(*index, shard + "/main");
  adopt_index(shard + "/main", surt());
  EXPECT_THAT(check_faults(folder / "c"), testing::IsEmpty());
  tests::Problems problems;
  ShardMergeCounts counts = merge_shards(folder / "m", {shard}, {}, problems);
  EXPECT_TRUE(problems.all.empty());
  EXPECT_EQ(counts.documents + counts.joined, 138U);
  EXPECT_THAT(check_faults(folder / "m"), testing::IsEmpty());
  EXPECT_EQ(lucene_check(folder / "m/main"), "");
  const auto lost = counts.joined;
  for (auto [query, count] :
       {std::pair("software", 84U), std::pair("brewster kahle", 6U)}) {
    auto found = hits(folder / "m", query).size();
    EXPECT_LE(found, count);
    EXPECT_GE(found + lost, count);
  }
}

}  // namespace
}  // namespace wax::index
