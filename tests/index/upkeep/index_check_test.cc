#include "index/upkeep/index_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "index/lucenepp/lucene_engine.h"
#include "index/search/results.h"
#include "index/search/searcher.h"
#include "index/store/key_file.h"
#include "index/store/manifest.h"
#include "index/upkeep/date_index.h"
#include "index/upkeep/index_keys.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using tests::TempDir;

// Texts with frequent words, which have skip data on two levels.
void write_checked(const std::string& path, int pages, bool has_texts = true) {
  IndexWriter writer(path, {});
  KeyChain chain;
  for (int i = 0; i < pages; ++i) {
    std::string key = "com,x)/" + std::to_string(i);
    std::string text = "common ";
    for (int w = 0; w < 40; ++w) {
      text += "word" + std::to_string(i * 7 % 90 + w) + ' ';
    }
    std::vector<FieldValue> values;
    if (has_texts) {
      values = {{"urlkey", key}, {"digest", "sha1:D"}, {"url", "http://x/p"}};
    }
    values.push_back({"date", "20070101000000"});
    if (has_texts) values.push_back({"content", text});
    writer.add(values);
    chain.add(key, "sha1:D");
  }
  writer.about("keys", chain.finish());
  writer.finish();
}

std::vector<std::string> faults(const std::string& path, bool lucene = false,
                                bool unchecked = false) {
  tests::Problems problems;
  IndexCheckOptions options;
  if (lucene) options.other_check = lucene_check;
  options.open.unchecked = unchecked;
  (void)check_index(path, options, problems);
  std::vector<std::string> texts;
  for (const Problem& problem : problems.all) {
    EXPECT_EQ(problem.id, "index-damaged");
    texts.push_back(problem.file + ": " + problem.text);
  }
  return texts;
}

// The words of an index as if other rules had made them.
void change_rules(const std::string& path) {
  auto about = read_manifest(path).about;
  about["analysis"] = "1";
  write_manifest(path, about);
}

TEST(IndexCheck, AnIndexOfAnotherVersionIsNotDamaged) {
  TempDir folder;
  const std::string main = folder / "c/pindexes/s/main";
  write_checked(main, 60);
  write_checked(folder / "c/pindexes/s/dates", 60, false);
  change_rules(main);
  tests::Problems problems;
  IndexCheckCounts counts = check_index(folder / "c", {}, problems);
  EXPECT_THAT(problems.ids(), testing::ElementsAre("index-other-version"));
  EXPECT_EQ(problems.all[0].file, main);
  EXPECT_THAT(problems.all[0].text, HasSubstr("made by rules 1"));
  EXPECT_EQ(counts.damaged, 0U);
  EXPECT_EQ(counts.other_versions, 1U);
  EXPECT_EQ(counts.documents, 60U);
  // Its files are held against its manifest.
  fs::resize_file(main + "/_0.frq", 3);
  problems.all.clear();
  counts = check_index(folder / "c", {}, problems);
  EXPECT_THAT(problems.ids(), testing::ElementsAre("index-damaged"));
  EXPECT_EQ(counts.damaged, 1U);
}

TEST(IndexCheck, AColumnWithOtherWordsIsNotDamaged) {
  TempDir folder;
  write_checked(folder / "s/main", 1);
  WriterOptions options;
  options.columns = {{"notes", ColumnKind::kText}};
  IndexWriter writer(folder / "s/notes", options);
  writer.add({{"notes", "Words"}});
  writer.finish();
  change_rules(folder / "s/notes");
  tests::Problems problems;
  const IndexCheckCounts counts = check_index(folder / "s", {}, problems);
  EXPECT_THAT(problems.ids(), testing::ElementsAre("index-other-version"));
  EXPECT_EQ(problems.all[0].file, folder / "s/notes");
  EXPECT_EQ(counts.damaged, 0U);
}

TEST(IndexCheck, FindsNoFaultInAWholeIndex) {
  TempDir folder;
  write_checked(folder / "c/pindexes/s/main", 600);
  write_checked(folder / "c/pindexes/s/dates", 600, false);
  EXPECT_THAT(faults(folder / "c", true), IsEmpty());
  tests::Problems problems;
  IndexCheckCounts counts = check_index(folder / "c", {}, problems);
  EXPECT_EQ(counts.indexes, 2U);
  EXPECT_EQ(counts.documents, 600U);
  EXPECT_EQ(counts.damaged, 0U);
}

TEST(IndexCheck, NamesAColumnOfOtherDocumentsAndAShardWithoutMain) {
  TempDir folder;
  write_checked(folder / "c/pindexes/a/main", 20);
  write_checked(folder / "c/pindexes/a/dates", 30, false);
  write_checked(folder / "c/pindexes/b/dates", 20, false);
  auto found = faults(folder / "c");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_THAT(found[0], HasSubstr("run wax-add-dates again"));
  EXPECT_THAT(found[1], HasSubstr("has no index \"main\""));
  EXPECT_THROW((void)faults(folder / "none"), IoError);
  EXPECT_THROW((void)faults(folder.path()), UsageError);
}

// As a program leaves it that mixes up the files of two indexes.
TEST(IndexCheck, HoldsTheKeyFileAgainstTheDocuments) {
  TempDir folder;
  const std::string index = folder / "i";
  write_checked(index, 150);
  const auto about = read_manifest(index).about;
  auto with_keys = [&](int first, int last, const char* digest, int most = 149,
                       bool turned = false) {
    KeyFileWriter keys({});
    for (int i = first; i <= last; ++i) {
      keys.add("com,x)/" + std::to_string(turned ? 149 - i : i), digest,
               static_cast<uint64_t>(std::min(i, most)));
    }
    std::ofstream file(index + "/wax-keys", std::ios::binary);
    keys.write([&](std::string_view bytes) { file << bytes; });
    file.close();
    write_manifest(index, about);
    auto found = faults(index);
    return found.empty() ? "" : found.front();
  };
  EXPECT_EQ(with_keys(0, 149, "sha1:D"), "");
  EXPECT_THAT(with_keys(0, 148, "sha1:D"),
              HasSubstr("wax-keys: document 149 is missing"));
  EXPECT_THAT(with_keys(0, 149, "sha1:E"),
              HasSubstr("wax-keys: document 0 has another URL key or digest"));
  EXPECT_THAT(with_keys(0, 149, "sha1:D", 149, true),
              HasSubstr("has another URL key or digest"));
  EXPECT_THAT(with_keys(0, 150, "sha1:D", 149), HasSubstr("document 149"));
  EXPECT_THAT(with_keys(0, 150, "sha1:D", 150),
              HasSubstr("document 150 is named, which is not there"));
}

TEST(IndexCheck, FindsWhatNoChecksumShows) {
  TempDir folder;
  write_checked(folder / "i", 600);
  fs::remove(folder / "i/wax-manifest");
  ASSERT_THAT(faults(folder / "i", false, true), IsEmpty());
  size_t found = 0;
  std::mt19937 random(3);
  for (const char* name : {"_0.frq", "_0.tis", "_0.tii", "_0.fdx"}) {
    std::string path = folder / "i/" + name;
    std::string bytes = tests::read_file(path);
    for (int trial = 0; trial < 10; ++trial) {
      std::string bad = bytes;
      bad[24 + random() % (bad.size() - 24)] ^= 0x15;
      std::ofstream(path, std::ios::binary) << bad;
      try {
        if (!faults(folder / "i", false, true).empty()) ++found;
      } catch (const Error&) {
        ++found;
      }
    }
    std::ofstream(path, std::ios::binary) << bytes;
  }
  EXPECT_GT(found, 30U);
}

std::string what_it_answers(const std::string& path) {
  tests::Problems problems;
  IndexReader reader = IndexReader::open_collection(path, {}, problems);
  std::string text;
  ResultOptions options;
  options.count = 2000;
  options.search.problems = &problems;
  options.facets = {"site", "topic"};
  for (const char* query :
       {"common", "word7", "\"word3 word4\"", "wor*", "wrod7~1",
        "date:2007 word50", "url:p", "views>50", "topic:t1 -word9"}) {
    for (const char* order : {"relevance", "views:desc"}) {
      options.sort = parse_sort(order);
      Results results =
          find_results(reader, parse_query(query, reader.columns()), options);
      text += std::to_string(results.total) + ' ';
      for (const CollapsedHits& group : results.collapsed) {
        for (const Hit& hit : group.hits) {
          text +=
              std::to_string(hit.document) + ' ' + std::to_string(hit.score);
          StoredDocument values;
          reader.document(hit.document, {}, values);
          for (const auto& [name, value] : values) text += name + value;
        }
      }
      for (const Facet& facet : results.facets) {
        for (const FacetValue& value : facet.values) {
          text += value.value + std::to_string(value.count);
        }
      }
    }
  }
  for (const std::string& id : problems.ids()) text += id;
  return text;
}

// What add_dates and add_column make of the same documents.
void write_columns(const std::string& shard, int pages) {
  NoProblems none;
  std::string views;
  std::string topics;
  std::string dates;
  for (int i = 0; i < pages; ++i) {
    std::string key = "com,x)/" + std::to_string(i);
    views += key + ' ' + std::to_string(i % 70) + '\n';
    topics += key + " t" + std::to_string(i % 3) + '\n';
    dates += key + " sha1:D 20080101000000\n";
  }
  (void)build_column({shard}, {"views", ColumnKind::kInteger},
                     lines::lines_of(views), "list", {}, none);
  (void)build_column({shard}, {"topic", ColumnKind::kKeyword},
                     lines::lines_of(topics), "list", {}, none);
  (void)build_date_index(shard + "/main", {shard + "/main"}, shard + "/dates",
                         lines::lines_of(dates), "list", {}, none);
}

// A flipped byte, a file that ends early, one that is gone. WAX_DAMAGE=full
// tries 200.
TEST(IndexCheck, NoDamageIsUnseenAndNoneChangesAnswersInSilence) {
  TempDir folder;
  const std::string shards = folder / "whole/pindexes";
  write_checked(shards + "/a/main", 300);
  write_columns(shards + "/a", 300);
  write_checked(shards + "/b/main", 100);
  write_columns(shards + "/b", 100);
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "whole")) {
    if (!entry.is_regular_file() || entry.file_size() == 0) continue;
    files.push_back(fs::relative(entry.path(), folder / "whole").string());
  }
  std::sort(files.begin(), files.end());
  ASSERT_THAT(faults(folder / "whole", true), IsEmpty());
  const std::string good = what_it_answers(folder / "whole");
  const char* wanted = std::getenv("WAX_DAMAGE");
  int trials = wanted != nullptr && std::string(wanted) == "full" ? 200 : 20;
  const unsigned seed = tests::seed_of_test();
  std::cout << files.size() << " files\n";
  std::mt19937 random(seed);
  int same = 0;
  int refused = 0;
  for (int trial = 0; trial < trials; ++trial) {
    fs::remove_all(folder / "bad");
    fs::copy(folder / "whole", folder / "bad", fs::copy_options::recursive);
    const std::string& name = files[random() % files.size()];
    const std::string path = folder / "bad/" + name;
    std::string bytes = tests::read_file(path);
    SCOPED_TRACE(path + " trial " + std::to_string(trial));
    switch (trial % 4) {
      case 0:
        // Without it nothing is hidden, as those who remove it want.
        fs::remove(path);
        break;
      case 1:
        fs::resize_file(path, random() % bytes.size());
        break;
      default:
        bytes[random() % bytes.size()] ^= static_cast<char>(1 + random() % 255);
        std::ofstream(path, std::ios::binary) << bytes;
    }
    EXPECT_FALSE(faults(folder / "bad").empty());
    try {
      std::string answer = what_it_answers(folder / "bad");
      EXPECT_TRUE(answer == good ||
                  answer.find("unreadable") != std::string::npos);
      if (answer == good) ++same;
    } catch (const Error&) {
      ++refused;
    }
  }
  std::cout << same << " answer as before, " << refused
            << " do not open, the others name the shard\n";
}

}  // namespace
}  // namespace wax::index
