#include "index/upkeep/shard_merger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "index/query/query.h"
#include "index/search/searcher.h"
#include "index/store/manifest.h"
#include "index/upkeep/index_keys.h"
#include "io/error.h"
#include "tests/index/lucenepp/random_documents.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using tests::TempDir;
using MergedPages = std::vector<std::vector<FieldValue>>;

void write_shard(const std::string& path, const MergedPages& pages,
                 const std::string& identity = "") {
  IndexWriter writer(path, {});
  KeyChain chain;
  for (const auto& page : pages) {
    writer.add(page);
    chain.add(page[0].value, page[1].value);
  }
  writer.about("urlkey", "surt");
  writer.about("keys", chain.finish());
  if (!identity.empty()) writer.about("identity", identity);
  writer.finish();
}

ShardMergeCounts merge(const std::string& out,
                       const std::vector<std::string>& shards,
                       const ShardMergeOptions& options = {}) {
  tests::Problems problems;
  ShardMergeCounts counts = merge_shards(out, shards, options, problems);
  EXPECT_THAT(problems.ids(), IsEmpty());
  return counts;
}

StoredDocument stored(const std::string& shard, uint64_t n) {
  tests::Problems problems;
  StoredDocument values;
  IndexReader::open_collection(shard, {}, problems).document(n, {}, values);
  return values;
}

uint64_t found(const std::string& shard, const char* query) {
  tests::Problems problems;
  IndexReader reader = IndexReader::open_collection(shard, {}, problems);
  return Searcher(reader).search(parse_query(query), 0, 9).total;
}

std::map<std::string, std::string> files_of(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::string name = entry.path().filename().string();
    if (name == "wax-manifest") continue;
    files[name] = tests::read_file(entry.path().string());
  }
  return files;
}

void expect_same_files(const std::string& folder, const std::string& expected) {
  auto ours = files_of(folder);
  auto theirs = files_of(expected);
  ASSERT_EQ(ours.size(), theirs.size());
  for (const auto& [name, bytes] : theirs) {
    EXPECT_TRUE(ours[name] == bytes)
        << name << ": " << ours[name].size() << " and " << bytes.size();
  }
}

// Each version once.
TestDocuments unlike(TestDocuments documents) {
  size_t n = 0;
  for (TestDocument& document : documents) {
    std::erase_if(document, [](const auto& value) {
      return value.first == "urlkey" || value.first == "digest";
    });
    std::string number = std::to_string(n++);
    document.insert(document.begin(), {{"urlkey", "com,x)/" + number},
                                       {"digest", "sha1:" + number}});
  }
  return documents;
}

TEST(ShardMerger, MergingPartsGivesTheIndexOfAllTheirDocuments) {
  unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  for (unsigned round = 0; round < 6; ++round) {
    TempDir folder;
    TestDocuments all =
        unlike(RandomDocuments(seed + round, false).make(1 + random() % 900));
    write_ours(folder / "all", all, {});
    std::vector<std::string> parts;
    for (size_t at = 0; at < all.size();) {
      size_t end = std::min(all.size(), at + 1 + random() % 300);
      parts.push_back(folder / std::to_string(parts.size()));
      write_ours(parts.back(),
                 {all.begin() + static_cast<ptrdiff_t>(at),
                  all.begin() + static_cast<ptrdiff_t>(end)},
                 {});
      at = end;
    }
    ShardMergeOptions options;
    options.jobs = 1 + round % 3;
    options.memory = round % 2 == 0 ? 1 << 20 : 256 << 20;
    EXPECT_EQ(merge(folder / "merged", parts, options).documents, all.size());
    expect_same_files(folder / "merged/main", folder / "all");
    expect_clean(folder / "merged/main");
    // Merging what was merged gives the same.
    if (parts.size() < 3) continue;
    merge(folder / "two", {parts[0], parts[1]});
    std::vector<std::string> rest(parts.begin() + 2, parts.end());
    rest.insert(rest.begin(), folder / "two");
    merge(folder / "twice", rest);
    expect_same_files(folder / "twice/main", folder / "all");
  }
}

TEST(ShardMerger, LongTextsGetTheDictionaryOfAllDocuments) {
  TempDir folder;
  std::mt19937 random(1);
  TestDocuments all(900);
  for (TestDocument& document : all) {
    std::string text;
    for (int i = 0; i < 700; ++i) {
      text += "word" + std::to_string(random() % 2000) + ' ';
    }
    document.emplace_back("content", text);
  }
  all = unlike(all);
  auto part = [&](const char* name, size_t from, size_t to) {
    write_ours(folder / name,
               {all.begin() + static_cast<ptrdiff_t>(from),
                all.begin() + static_cast<ptrdiff_t>(to)},
               {});
    return folder / name;
  };
  std::string small = part("small", 0, 100);
  std::string large = part("large", 100, 900);
  std::string first = part("first", 0, 800);
  std::string last = part("last", 800, 900);
  ASSERT_FALSE(fs::exists(small + "/wax-dictionary"));
  ASSERT_TRUE(fs::exists(large + "/wax-dictionary"));
  ASSERT_TRUE(fs::exists(first + "/wax-dictionary"));
  std::string whole = part("all", 0, 900);
  merge(folder / "a", {small, large});
  expect_same_files(folder / "a/main", whole);
  merge(folder / "b", {first, last});
  expect_same_files(folder / "b/main", whole);
}

TEST(ShardMerger, OneDocumentOfAVersionStaysWithAllDates) {
  TempDir folder;
  write_shard(folder / "a/main",
              {{{"urlkey", "k1"},
                {"digest", "d1"},
                {"title", "one"},
                {"date", "20070101000000"}},
               {{"urlkey", "k2"},
                {"digest", "d2"},
                {"date", "20070202000000"},
                {"no_text", "text-damaged"}},
               {{"urlkey", "k3"}, {"digest", "-"}, {"title", "alone"}}});
  write_shard(folder / "b/main",
              {{{"urlkey", "k2"},
                {"digest", "d2"},
                {"title", "two"},
                {"date", "20080303000000"},
                {"content", "whole"}},
               {{"urlkey", "k3"}, {"digest", "-"}, {"title", "alone"}},
               {{"urlkey", "k1"},
                {"digest", "d1"},
                {"title", "later"},
                {"date", "20090101000000"}}});
  write_shard(folder / "all",
              {{{"urlkey", "k1"},
                {"digest", "d1"},
                {"title", "one"},
                {"date", "20070101000000"},
                {"date", "20090101000000"}},
               {{"urlkey", "k3"}, {"digest", "-"}, {"title", "alone"}},
               {{"urlkey", "k2"},
                {"digest", "d2"},
                {"title", "two"},
                {"date", "20070202000000"},
                {"date", "20080303000000"},
                {"content", "whole"}},
               {{"urlkey", "k3"}, {"digest", "-"}, {"title", "alone"}}});
  ShardMergeCounts counts = merge(folder / "out", {folder / "a", folder / "b"});
  EXPECT_EQ(counts.documents, 4U);
  EXPECT_EQ(counts.joined, 2U);
  expect_clean(folder / "out/main");
  for (uint64_t n = 0; n < 4; ++n) {
    EXPECT_EQ(stored(folder / "out", n), stored(folder / "all", n)) << n;
  }
  for (const char* query :
       {"date:2007", "date:2008", "date:2009", "one", "later", "whole", "alone",
        "date:20070101000000", "date:20090101"}) {
    EXPECT_EQ(found(folder / "out", query), found(folder / "all", query))
        << query;
  }
  EXPECT_EQ(
      tests::read_file(folder / "out/main/wax-manifest")
          .substr(0, 200)
          .substr(0,
                  tests::read_file(folder / "all/wax-manifest").find("file ")),
      tests::read_file(folder / "all/wax-manifest")
          .substr(0,
                  tests::read_file(folder / "all/wax-manifest").find("file ")));
}

TEST(ShardMerger, ColumnsAreJoinedAndWhatAShardLacksComesFromItsMain) {
  TempDir folder;
  write_shard(folder / "a/main",
              {{{"urlkey", "k1"}, {"digest", "d1"}, {"date", "20010101000000"}},
               {{"urlkey", "k2"}, {"digest", "d2"}}});
  write_shard(
      folder / "b/main",
      {{{"urlkey", "k3"}, {"digest", "d3"}, {"date", "20030303000000"}},
       {{"urlkey", "k1"}, {"digest", "d1"}, {"date", "20040404000000"}}});
  {
    IndexWriter dates(folder / "a/dates", {});
    dates.add({{"date", "20010101000000"}, {"date", "20020202000000"}});
    dates.add({{"date", "20050505000000"}});
    dates.finish();
  }
  merge(folder / "out", {folder / "a", folder / "b"});
  ASSERT_TRUE(fs::exists(folder / "out/dates/wax-manifest"));
  EXPECT_THAT(stored(folder / "out", 0),
              ElementsAre(Pair("urlkey", "k1"), Pair("digest", "d1"),
                          Pair("date", "20010101000000"),
                          Pair("date", "20020202000000"),
                          Pair("date", "20040404000000")));
  EXPECT_THAT(stored(folder / "out", 1),
              ElementsAre(Pair("urlkey", "k2"), Pair("digest", "d2"),
                          Pair("date", "20050505000000")));
  EXPECT_THAT(stored(folder / "out", 2),
              ElementsAre(Pair("urlkey", "k3"), Pair("digest", "d3"),
                          Pair("date", "20030303000000")));
  EXPECT_EQ(found(folder / "out", "date:2004"), 1U);
}

TEST(ShardMerger, AVersionIsInTheCollectionsOfAllShards) {
  TempDir folder;
  auto page = [](const char* key, const char* collection) {
    std::vector<FieldValue> values = {
        {"urlkey", key}, {"digest", "sha1:A"}, {"date", "20070101000000"}};
    if (*collection != '\0') values.push_back({"collection", collection});
    values.push_back({"content", "words"});
    return values;
  };
  write_shard(folder / "one/main",
              {page("org,a)/", "North"), page("org,b)/", "North"),
               page("org,c)/", "")});
  write_shard(folder / "two/main",
              {page("org,a)/", "east"), page("org,b)/", "North"),
               page("org,c)/", "east")});
  EXPECT_EQ(merge(folder / "all", {folder / "one", folder / "two"}).joined, 3U);
  auto collections = [&](uint64_t n) {
    std::vector<std::string> names;
    for (const auto& [field, value] : stored(folder / "all", n)) {
      if (field == "collection") names.push_back(value);
    }
    return names;
  };
  EXPECT_THAT(collections(0), ElementsAre("North", "east"));
  EXPECT_THAT(collections(1), ElementsAre("North"));
  EXPECT_THAT(collections(2), ElementsAre("east"));
  EXPECT_EQ(found(folder / "all", "collection:North"), 2U);
  EXPECT_EQ(found(folder / "all", "collection:east"), 2U);
}

TEST(ShardMerger, PlacesOfAllShardsAreJoined) {
  TempDir folder;
  auto write = [&](const char* shard, const char* date, const char* places) {
    MergedPages pages = {{{"urlkey", "org,a)/"}, {"digest", "sha1:A"}}};
    write_shard(folder / shard + "/main", pages);
    IndexWriter dates(folder / shard + "/dates", {});
    dates.add({{"date", date}, {"places", places}});
    KeyChain chain;
    chain.add("org,a)/", "sha1:A");
    dates.about("keys", chain.finish());
    dates.finish();
  };
  write("one", "20080101000000", "20080101000000 capture 1 a.warc\n");
  write("two", "20070101000000", "20070101000000 revisit 2 b.warc\n");
  merge(folder / "all", {folder / "one", folder / "two"});
  StoredDocument document = stored(folder / "all", 0);
  EXPECT_EQ(value_of(document, "places"),
            "20070101000000 revisit 2 b.warc\n20080101000000 capture 1 "
            "a.warc\n");
  EXPECT_EQ(value_of(document, "date"), "20070101000000");
}

TEST(ShardMerger, ACompleteShardIsShownBeforeItAppears) {
  TempDir folder;
  write_shard(folder / "a/main", {{{"urlkey", "org,a)/"}, {"digest", "A"}}});
  ShardMergeOptions options;
  std::string seen;
  options.before_it_appears = [&](const std::string& part) {
    EXPECT_FALSE(fs::exists(folder / "out"));
    EXPECT_TRUE(fs::exists(part + "/main"));
    seen = part;
    (void)folder.write("x", "");
    fs::copy_file(folder / "x", part + "/beside");
  };
  merge(folder / "out", {folder / "a"}, options);
  EXPECT_FALSE(seen.empty());
  EXPECT_TRUE(fs::exists(folder / "out/beside"));
}

TEST(ShardMerger, VersionsOfAListAreLeftOut) {
  TempDir folder;
  write_shard(folder / "a", {{{"urlkey", "k1"}, {"digest", "sha1:D1"}},
                             {{"urlkey", "k2"}, {"digest", "sha1:D2"}}});
  folder.write("blocked", "# comment\nk1 sha1:D1 20070101000000 more\nk9 d9\n");
  ShardMergeOptions options;
  options.exclude = {folder / "blocked"};
  ShardMergeCounts counts = merge(folder / "out", {folder / "a"}, options);
  EXPECT_EQ(counts.documents, 1U);
  EXPECT_EQ(counts.excluded, 1U);
  EXPECT_EQ(found(folder / "out", "urlkey:k1"), 0U);
  EXPECT_EQ(found(folder / "out", "urlkey:k2"), 1U);
  folder.write("all", "k1 sha1:D1\nk2 sha1:D2\n");
  options.exclude = {folder / "all"};
  EXPECT_EQ(merge(folder / "none", {folder / "a"}, options).documents, 0U);
  EXPECT_EQ(found(folder / "none", "urlkey:k2"), 0U);
}

TEST(ShardMerger, ShardsWithOtherWordsAreRefused) {
  TempDir folder;
  for (const char* name : {"a", "b", "c", "d"}) {
    write_shard(folder / name, {{{"urlkey", name}, {"digest", "d"}}});
  }
  auto change = [&](const std::string& name, const std::string& property,
                    const std::string& value) {
    auto about = read_manifest(folder / name).about;
    about[property] = value;
    write_manifest(folder / name, about);
  };
  change("b", "analysis", "2");
  write_shard(folder / "e", {{{"urlkey", "e"}, {"digest", "d"}}});
  change("a", "tables", "icu=2.0 unicode=2.0 words=2 stems=2");
  change("e", "tables", "icu=1.0 unicode=1.0 words=1 stems=2");
  change("c", "stems", "en");
  change("d", "stems", "en");
  tests::Problems problems;
  for (const auto& [other, reason] :
       {std::pair{"b", "were made by rules 2, but these tools know rules"},
        {"c", "were made by other rules than those of"},
        {"e", "were made by other rules than those of"}}) {
    try {
      (void)merge_shards(folder / "o", {folder / "a", folder / other}, {},
                         problems);
      FAIL() << other;
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(reason));
    }
    EXPECT_FALSE(fs::exists(folder / "o"));
  }
  (void)merge_shards(folder / "o", {folder / "c", folder / "d"}, {}, problems);
  EXPECT_EQ(read_manifest(folder / "o/main").about["stems"], "en");
}

TEST(ShardMerger, ShardsWithOtherKeysAndStaleColumnsAreRefused) {
  TempDir folder;
  write_shard(folder / "a", {{{"urlkey", "k"}, {"digest", "d"}}},
              "urlkey=surt digest=missing");
  write_shard(folder / "b", {{{"urlkey", "k"}, {"digest", "d"}}},
              "urlkey=legacy digest=missing");
  tests::Problems problems;
  EXPECT_THROW((void)merge_shards(folder / "o", {folder / "a", folder / "b"},
                                  {}, problems),
               UsageError);
  write_shard(folder / "c/main", {{{"urlkey", "k"}, {"digest", "d"}}});
  write_shard(folder / "c/dates", {{{"urlkey", "x"}, {"digest", "y"}}});
  EXPECT_THROW((void)merge_shards(folder / "o", {folder / "c"}, {}, problems),
               UsageError);
  EXPECT_THROW((void)merge_shards(folder / "a", {folder / "a"}, {}, problems),
               UsageError);
  EXPECT_FALSE(fs::exists(folder / "o"));
}

}  // namespace
}  // namespace wax::index
