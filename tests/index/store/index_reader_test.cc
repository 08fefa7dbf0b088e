#include "index/store/index_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "index/schema/fields.h"
#include "index/search/searcher.h"
#include "index/store/manifest.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/index/store/written_index.h"
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

StoredDocument document(const IndexReader& reader, uint64_t n,
                        const std::vector<std::string>& wanted = {}) {
  StoredDocument values;
  reader.document(n, wanted, values);
  return values;
}

IndexReader collection(const std::string& path) {
  tests::Problems problems;
  IndexReader reader = IndexReader::open_collection(path, {}, problems);
  EXPECT_THAT(problems.ids(), IsEmpty());
  return reader;
}

TEST(IndexReaderTest, AParallelIndexHidesFieldsOfTheMainIndex) {
  TempDir folder;
  write_index(folder / "c/pindexes/s/main",
              {{{"url", "http://x/"}, {"date", "20070101000000"}},
               {{"url", "http://y/"}, {"date", "20080101000000"}}});
  write_index(folder / "c/pindexes/s/dates",
              {{{"date", "20090101000000"}, {"date", "20100101000000"}}, {}});
  for (const char* path : {"c", "c/pindexes/s"}) {
    IndexReader reader = collection(folder / path);
    ASSERT_EQ(reader.documents(), 2U);
    EXPECT_THAT(
        document(reader, 0),
        ElementsAre(Pair("url", "http://x/"), Pair("date", "20090101000000"),
                    Pair("date", "20100101000000")));
    EXPECT_THAT(document(reader, 1), ElementsAre(Pair("url", "http://y/")));
    Searcher searcher(reader);
    EXPECT_EQ(searcher.search(parse_query("date:2007"), 0, 9).total, 0U);
    EXPECT_EQ(searcher.search(parse_query("date:2008"), 0, 9).total, 0U);
    EXPECT_EQ(searcher.search(parse_query("date:2009"), 0, 9).total, 1U);
    EXPECT_EQ(searcher.search(parse_query("x date:2010"), 0, 9).total, 1U);
  }
}

TEST(IndexReaderTest, ShardsFollowEachOtherByName) {
  TempDir folder;
  for (const char* name : {"b", "a", "c"}) {
    write_index(folder / "c/pindexes/" + name + "/main",
                {{{"title", name}}, {{"title", name}}});
  }
  // Those being made do not count.
  fs::create_directories(folder / "c/pindexes/d/main.part-123");
  fs::create_directories(folder / "c/pindexes/a/main.part-123");
  IndexReader reader = collection(folder / "c");
  ASSERT_EQ(reader.documents(), 6U);
  EXPECT_EQ(value_of(document(reader, 1), "title"), "a");
  EXPECT_EQ(value_of(document(reader, 2), "title"), "b");
  EXPECT_EQ(value_of(document(reader, 5), "title"), "c");
}

TEST(IndexReaderTest, AShardThatCannotBeOpenedIsNamedAndTheOthersAre) {
  TempDir folder;
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    write_index(folder / "c/pindexes/" + name + "/main", {{{"title", name}}});
  }
  write_index(folder / "c/pindexes/a/dates", {{{"date", "20090101000000"}}});
  fs::remove_all(folder / "c/pindexes/a/main");
  fs::remove_all(folder / "c/pindexes/b/main");
  fs::remove(folder / "c/pindexes/c/main/wax-manifest");
  folder.write("c/pindexes/d/main/wax-manifest", "damaged");
  tests::Problems problems;
  IndexReader reader = IndexReader::open_collection(folder / "c", {}, problems);
  EXPECT_EQ(reader.documents(), 1U);
  EXPECT_EQ(value_of(document(reader, 0), "title"), "e");
  EXPECT_THAT(problems.ids(),
              ElementsAre("unreadable-shard", "unreadable-shard",
                          "unreadable-shard", "unreadable-shard"));
  ASSERT_EQ(problems.all.size(), 4U);
  EXPECT_EQ(problems.all[0].file, folder / "c/pindexes/a");
  EXPECT_EQ(problems.all[0].text,
            folder / "c/pindexes/a" +
                ": this shard has no index \"main\"; make it with wax-index, "
                "or remove the folder");
  OpenOptions all;
  all.all_shards = true;
  EXPECT_THROW((void)IndexReader::open_collection(folder / "c", all, problems),
               UsageError);
  fs::remove_all(folder / "c/pindexes/e/main");
  EXPECT_THROW((void)IndexReader::open_collection(folder / "c", {}, problems),
               Error);
}

TEST(IndexReaderTest, AShardWithABadColumnIsNamedWithWhatToDo) {
  TempDir folder;
  std::string shards = folder / "c/pindexes";
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    write_index(shards + '/' + name + "/main", {{{"title", name}}}, "ONE");
    write_index(shards + '/' + name + "/dates", {{}}, "ONE");
  }
  fs::remove_all(shards + "/b/dates");
  write_index(shards + "/b/dates", {{}}, "TWO");
  fs::remove_all(shards + "/c/dates");
  write_index(shards + "/c/dates", {{}, {}}, "ONE");
  fs::remove(shards + "/d/dates/_0.fdt");
  fs::resize_file(shards + "/e/dates/_0.fdx", 5);
  tests::Problems problems;
  IndexReader reader = IndexReader::open_collection(folder / "c", {}, problems);
  EXPECT_EQ(reader.documents(), 1U);
  EXPECT_EQ(value_of(document(reader, 0), "title"), "a");
  ASSERT_EQ(problems.all.size(), 4U);
  EXPECT_EQ(problems.all[0].file, shards + "/b");
  EXPECT_THAT(problems.all[0].text, HasSubstr("run wax-add-dates again"));
  EXPECT_THAT(problems.all[1].text, HasSubstr("run wax-add-dates again"));
  EXPECT_THAT(problems.all[2].text, HasSubstr("make this index again"));
  EXPECT_THAT(problems.all[3].text, HasSubstr("make this index again"));
}

TEST(IndexReaderTest, WordsThatWereMadeByOtherRulesAreNoneToSearch) {
  TempDir folder;
  const std::string shards = folder / "c/pindexes";
  for (const char* name : {"a", "b", "c", "d"}) {
    write_index(shards + '/' + name + "/main", {{{"title", name}}});
    for (ColumnKind kind : {ColumnKind::kText, ColumnKind::kKeyword}) {
      WriterOptions options;
      options.columns = {{std::string(kind_name(kind)), kind}};
      IndexWriter writer(shards + '/' + name + '/' + options.columns[0].name,
                         options);
      writer.add({{options.columns[0].name, "Words"}});
      writer.finish();
    }
  }
  auto make_old = [&](const std::string& index) {
    auto about = read_manifest(shards + index).about;
    about["analysis"] = "0";
    write_manifest(shards + index, about);
  };
  make_old("/b/main");
  make_old("/c/text");
  make_old("/d/keyword");
  tests::Problems problems;
  IndexReader reader = IndexReader::open_collection(folder / "c", {}, problems);
  ASSERT_EQ(problems.all.size(), 2U);
  EXPECT_EQ(problems.all[0].file, shards + "/b");
  EXPECT_THAT(problems.all[0].text,
              HasSubstr("the words of this index were made by rules 0"));
  EXPECT_EQ(problems.all[1].file, shards + "/c");
  EXPECT_THAT(problems.all[1].text, HasSubstr("run wax-add-column again"));
  EXPECT_EQ(Searcher(reader)
                .search(parse_query("keyword:Words", reader.columns()), 0, 9)
                .total,
            2U);
}

TEST(IndexReaderTest, AShardWithOtherKeysIsNamed) {
  TempDir folder;
  auto write = [&](const std::string& name, const std::string& identity) {
    IndexWriter writer(folder / ("c/pindexes/" + name + "/main"), {});
    writer.add({{"urlkey", "k"}, {"digest", "d"}, {"title", name}});
    if (!identity.empty()) writer.about("identity", identity);
    writer.finish();
  };
  write("a", "urlkey=surt digest=missing");
  write("b", "urlkey=legacy digest=missing");
  write("c", "");
  write("d", "urlkey=surt digest=missing");
  tests::Problems problems;
  IndexReader reader = IndexReader::open_collection(folder / "c", {}, problems);
  EXPECT_EQ(reader.documents(), 3U);
  ASSERT_THAT(problems.ids(), ElementsAre("unreadable-shard"));
  EXPECT_THAT(problems.all[0].text, HasSubstr("with --urlkey legacy, but "));
  OpenOptions all;
  all.all_shards = true;
  EXPECT_THROW((void)IndexReader::open_collection(folder / "c", all, problems),
               UsageError);
}

TEST(IndexReaderTest, AShardWithOtherStemsIsNamed) {
  TempDir folder;
  auto write = [&](const std::string& name, std::vector<std::string> stems) {
    WriterOptions options;
    options.stems = std::move(stems);
    IndexWriter writer(folder / ("c/pindexes/" + name + "/main"), options);
    writer.add({{"lang", "en"}, {"title", name}});
    writer.finish();
  };
  write("a", {"de", "en"});
  write("b", {});
  write("c", {"de", "en"});
  tests::Problems problems;
  IndexReader reader = IndexReader::open_collection(folder / "c", {}, problems);
  EXPECT_EQ(reader.documents(), 2U);
  EXPECT_THAT(reader.stems(), ElementsAre("de", "en"));
  ASSERT_THAT(problems.ids(), ElementsAre("unreadable-shard"));
  EXPECT_THAT(problems.all[0].text, HasSubstr("b/main: has no stems, but "));
  EXPECT_THAT(problems.all[0].text, HasSubstr("a/main has stems in de,en; "));
  OpenOptions all;
  all.all_shards = true;
  EXPECT_THROW((void)IndexReader::open_collection(folder / "c", all, problems),
               UsageError);
}

TEST(IndexReaderTest, OnlyWantedFieldsAreLoaded) {
  TempDir folder;
  write_index(folder / "i", {{{"urlkey", "k"},
                              {"digest", "d"},
                              {"url", "http://x/"},
                              {"title", "t"}}});
  IndexReader reader = IndexReader::open({folder / "i"});
  EXPECT_THAT(document(reader, 0, {"title"}), ElementsAre(Pair("title", "t")));
  EXPECT_THAT(document(reader, 0, {"urlkey", "digest"}),
              ElementsAre(Pair("urlkey", "k"), Pair("digest", "d")));
  EXPECT_THAT(document(reader, 0, {"none"}), IsEmpty());
  EXPECT_THAT(reader.all_fields(), ElementsAre("urlkey", "digest", "url",
                                               "exacturl", "title", "exact"));
  EXPECT_THAT(reader.stored_fields(),
              ElementsAre("urlkey", "digest", "url", "title"));
}

TEST(IndexReaderTest, OtherFoldersAreRefused) {
  TempDir folder;
  fs::create_directory(folder / "empty");
  folder.write("file", "text");
  EXPECT_THROW((void)IndexReader::open({folder / "none"}), IoError);
  EXPECT_THROW((void)IndexReader::open({folder / "empty"}), UsageError);
  EXPECT_THROW((void)IndexReader::open({folder / "file"}), UsageError);
  EXPECT_THROW((void)IndexReader::open({}), UsageError);
  EXPECT_THROW((void)collection(folder / "none"), IoError);
  EXPECT_THROW((void)collection(folder / "empty"), UsageError);
  EXPECT_THROW((void)collection(folder / "file"), UsageError);
}

// Everything an index can be asked, as one text.
std::string answers(const std::string& path) {
  IndexReader reader = IndexReader::open({path});
  std::string text;
  for (uint64_t n = 0; n < reader.documents(); ++n) {
    for (const auto& [name, value] : document(reader, n)) {
      text += name + '=' + value + '\n';
    }
  }
  Searcher searcher(reader);
  for (const char* query : {"word7", "\"word3 word4\"", "w*", "date:2007",
                            "-date:2008", "type:text/html", "url:p"}) {
    Hits hits = searcher.search(parse_query(query), 0, 1000);
    for (const Hit& hit : hits.best) {
      text += std::to_string(hit.document) + ' ' + std::to_string(hit.score);
    }
    text += '\n';
  }
  return text;
}

void write_pages(const std::string& path) {
  std::vector<Values> documents;
  std::vector<std::string> texts;
  for (int i = 0; i < 40; ++i) {
    std::string text;
    for (int w = 0; w < 30; ++w) {
      text += "word" + std::to_string((i * 7 + w) % 50) + ' ';
    }
    texts.push_back(text);
  }
  for (const std::string& text : texts) {
    documents.push_back({{"urlkey", "k"},
                         {"digest", "d"},
                         {"url", "http://x/p"},
                         {"title", "word3 word4"},
                         {"date", "20070101000000"},
                         {"type", "text/html"},
                         {"content", text}});
  }
  write_index(path, documents);
}

// Calls `use` for every file of the index with so many kinds of damage to it.
template <typename Use>
void damage_each_file(const std::string& index, int trials, Use use) {
  std::mt19937 random(7);
  for (const auto& entry : fs::directory_iterator(index)) {
    std::string path = entry.path().string();
    std::string bytes = tests::read_file(path);
    for (int trial = 0; trial < trials; ++trial) {
      std::string bad = bytes;
      if (trial % 4 == 3) {
        bad.resize(random() % bad.size());
      } else {
        bad[random() % bad.size()] ^= static_cast<char>(1 + random() % 255);
      }
      std::ofstream(path, std::ios::binary) << bad;
      SCOPED_TRACE(path + " trial " + std::to_string(trial));
      use();
    }
    std::ofstream(path, std::ios::binary) << bytes;
  }
}

TEST(IndexReaderTest, ADamagedByteIsAnErrorOrChangesNoAnswer) {
  TempDir folder;
  write_pages(folder / "i");
  std::string good = answers(folder / "i");
  size_t damaged = 0;
  damage_each_file(folder / "i", 12, [&] {
    try {
      EXPECT_EQ(answers(folder / "i"), good);
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr(folder / "i"));
      ++damaged;
    }
  });
  EXPECT_GT(damaged, 80U);
  EXPECT_EQ(answers(folder / "i"), good);
}

}  // namespace
}  // namespace wax::index
