#include "index/upkeep/shard_merger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "index/query/query.h"
#include "index/search/searcher.h"
#include "index/store/manifest.h"
#include "index/upkeep/index_check.h"
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

std::vector<uint32_t> shuffled(size_t count, size_t seed) {
  std::vector<uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::shuffle(numbers.begin(), numbers.end(), std::mt19937_64(seed));
  return numbers;
}

// `numbers`: of the documents that are kept, in the order of the sources.
void set_numbers(const std::vector<uint32_t>& numbers,
                 std::vector<MergeSource>& sources) {
  auto next = numbers.begin();
  for (MergeSource& source : sources) {
    for (size_t i = 0; i < source.kept.size(); ++i) {
      if (source.kept[i]) source.numbers[i] = *next++;
    }
  }
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
    const std::vector<uint32_t> numbers = shuffled(all.size(), random());
    options.least_ordered = 0;
    options.order = [&](const auto&, auto& sources, const auto&) {
      set_numbers(numbers, sources);
    };
    merge(folder / "shuffled", parts, options);
    // The same from an index in which they stand backwards.
    TestDocuments others(all.size());
    std::vector<uint32_t> backwards(all.size());
    for (uint32_t i = 0; i < all.size(); ++i) {
      others[all.size() - 1 - numbers[i]] = all[i];
      backwards[i] = static_cast<uint32_t>(all.size()) - 1 - i;
    }
    write_ours(folder / "others", others, {});
    options.order = [&](const auto&, auto& sources, const auto&) {
      set_numbers(backwards, sources);
    };
    merge(folder / "back", {folder / "others"}, options);
    if (!std::is_sorted(numbers.begin(), numbers.end())) {
      expect_same_files(folder / "shuffled/main", folder / "back/main");
    }
    expect_clean(folder / "shuffled/main");
    options.least_ordered = UINT64_MAX;
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

// Documents of which some have the same version, with dates and a column of
// numbers beside the main index.
void write_with_columns(const std::string& shard, TestDocuments documents,
                        size_t n) {
  for (TestDocument& document : documents) {
    std::erase_if(document, [](const auto& value) {
      return value.first == "urlkey" || value.first == "digest";
    });
    const std::string number = std::to_string(n++);
    document.insert(document.begin(), {{"urlkey", "com,x)/" + number},
                                       {"digest", "sha1:" + number}});
  }
  write_ours(shard + "/main", documents, {});
  IndexWriter dates(shard + "/dates", {});
  WriterOptions numbers;
  numbers.columns = {{"rating", ColumnKind::kInteger}};
  IndexWriter column(shard + "/rating", numbers);
  KeyChain chain;
  for (const TestDocument& document : documents) {
    chain.add(document[0].second, document[1].second);
    const std::string day = "200" + document[0].second.substr(7, 1);
    dates.add({{"date", day + "0203040506"}, {"date", day + "0303040506"}});
    std::vector<FieldValue> rating;
    if (document.size() % 3 > 0) rating = {{"rating", document[0].second}};
    if (!rating.empty()) rating[0].value = rating[0].value.substr(7);
    column.add(rating);
  }
  const std::string keys = chain.finish();
  dates.about("keys", keys);
  column.about("keys", keys);
  dates.finish();
  column.finish();
}

std::string text_of(const IndexReader& reader, uint64_t document) {
  StoredDocument values;
  reader.document(document, {}, values);
  std::string text;
  for (const auto& [field, value] : values) text += field + '=' + value + '\n';
  return text;
}

// What queries find: scores and documents, sorted.
std::vector<std::string> results_of(const std::string& shard,
                                    const std::vector<std::string>& queries) {
  tests::Problems problems;
  const IndexReader reader = IndexReader::open_collection(shard, {}, problems);
  SearchOptions options;
  options.proximity_boost = 0;  // which only the best of equal hits get
  std::vector<std::string> results;
  for (uint64_t n = 0; n < reader.documents(); ++n) {
    results.push_back(text_of(reader, n));
  }
  for (const std::string& query : queries) {
    const Hits hits = Searcher(reader).search(
        parse_query(query, reader.columns()), 0, reader.documents(), options);
    results.push_back(query + ": " + std::to_string(hits.total));
    for (const Hit& hit : hits.best) {
      results.push_back(query + ": " + std::to_string(hit.score) + ' ' +
                        text_of(reader, hit.document));
    }
    const Hits best = Searcher(reader).search(
        parse_query(query, reader.columns()), 0, 10, options);
    for (size_t i = 0; i < best.best.size(); ++i) {
      EXPECT_EQ(best.best[i].document, hits.best[i].document) << query;
    }
  }
  std::sort(results.begin(), results.end());
  return results;
}

TEST(ShardMerger, AnyOrderGivesTheSameResults) {
  const unsigned seed = tests::seed_of_test();
  TempDir folder;
  std::vector<std::string> shards;
  for (unsigned i = 0; i < 3; ++i) {
    shards.push_back(folder / std::to_string(i));
    write_with_columns(shards.back(),
                       RandomDocuments(seed + i, false).make(300), i * 200);
  }
  std::vector<std::string> queries = {"date:2003",      "date:200402-200403",
                                      "rating:100-250", "status:201",
                                      "site:w7",        "urlkey:com,x)/14"};
  std::mt19937 random(seed);
  auto word = [&] { return "w" + std::to_string(random() % 50); };
  for (int i = 0; i < 60; ++i) {
    queries.push_back(word());
    queries.push_back(word() + ' ' + word());
    queries.push_back(word() + " OR " + word() + " OR " + word());
    queries.push_back('"' + word() + ' ' + word() + '"');
    queries.push_back(word() + " date:200" + std::to_string(i % 10));
  }
  ShardMergeOptions options;
  options.memory = 4 << 20;
  options.least_ordered = UINT64_MAX;
  const uint64_t documents =
      merge(folder / "shards", shards, options).documents;
  const std::vector<std::string> expected =
      results_of(folder / "shards", queries);
  options.least_ordered = 0;
  auto bisected = options.order;
  auto reversed = [&](const auto&, auto& sources, const auto&) {
    for (MergeSource& source : sources) {
      for (size_t i = 0; i < source.kept.size(); ++i) {
        if (!source.kept[i]) continue;
        source.numbers[i] =
            static_cast<uint32_t>(documents - 1 - source.numbers[i]);
      }
    }
  };
  const std::vector<uint32_t> numbers = shuffled(documents, seed);
  const std::map<std::string, decltype(bisected)> orders = {
      {"words", bisected},
      {"versions", [](const auto&, auto&, const auto&) {}},
      {"reversed", reversed},
      {"shuffled", [&](const auto&, auto& sources, const auto&) {
         set_numbers(numbers, sources);
       }}};
  for (const auto& [name, order] : orders) {
    options.order = order;
    const ShardMergeCounts counts = merge(folder / name, shards, options);
    EXPECT_EQ(counts.documents, documents);
    EXPECT_GT(counts.joined, 0U);
    const std::vector<std::string> results = results_of(folder / name, queries);
    ASSERT_EQ(results.size(), expected.size()) << name;
    const auto differs =
        std::mismatch(results.begin(), results.end(), expected.begin());
    EXPECT_TRUE(differs.first == results.end())
        << name << ": " << *differs.first << " and " << *differs.second;
    // Keys and columns, too.
    tests::Problems problems;
    EXPECT_EQ(check_index(folder / name, {}, problems).damaged, 0U) << name;
    EXPECT_THAT(problems.ids(), IsEmpty()) << name;
    for (const char* index : {"/main", "/dates", "/rating"}) {
      expect_clean(folder / name + index);
    }
    EXPECT_NE(tests::read_file(folder / name + "/main/_0.fdt"),
              tests::read_file(folder / "shards/main/_0.fdt"));
  }
}

// The order of the shards, and how they are merged, do not count.
TEST(ShardMerger, ManyDocumentsHaveAnOrderOfTheirOwn) {
  TempDir folder;
  TestDocuments all =
      unlike(RandomDocuments(tests::seed_of_test(), false).make(600));
  for (size_t i = 0; i < 3; ++i) {
    write_ours(folder / std::to_string(i),
               {all.begin() + static_cast<ptrdiff_t>(i) * 200,
                all.begin() + static_cast<ptrdiff_t>(i + 1) * 200},
               {});
  }
  ShardMergeOptions options;
  options.least_ordered = 500;
  merge(folder / "all", {folder / "0", folder / "1", folder / "2"}, options);
  merge(folder / "back", {folder / "2", folder / "0", folder / "1"}, options);
  expect_same_files(folder / "back/main", folder / "all/main");
  merge(folder / "two", {folder / "2", folder / "1"}, options);
  options.jobs = 1;
  merge(folder / "twice", {folder / "0", folder / "two"}, options);
  expect_same_files(folder / "twice/main", folder / "all/main");
  merge(folder / "again", {folder / "twice"}, options);
  expect_same_files(folder / "again/main", folder / "all/main");
  options.least_ordered = 601;
  merge(folder / "few", {folder / "0", folder / "1", folder / "2"}, options);
  write_ours(folder / "written", all, {});
  expect_same_files(folder / "few/main", folder / "written");
  EXPECT_NE(tests::read_file(folder / "few/main/_0.fdt"),
            tests::read_file(folder / "all/main/_0.fdt"));
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
