#include "index/build/index_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "index/build/date_join.h"
#include "index/search/searcher.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/archives.h"
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
  test::Problems problems;
  IndexCheckOptions options;
  options.lucene = lucene;
  options.open.unchecked = unchecked;
  (void)check_index(path, options, problems);
  std::vector<std::string> texts;
  for (const Problem& problem : problems.all) {
    EXPECT_EQ(problem.id, "index-damaged");
    texts.push_back(problem.file + ": " + problem.text);
  }
  return texts;
}

TEST(IndexCheck, FindsNoFaultInAWholeIndex) {
  TempDir folder;
  write_checked(folder / "c/pindexes/s/main", 600);
  write_checked(folder / "c/pindexes/s/dates", 600, false);
  EXPECT_THAT(faults(folder / "c", true), IsEmpty());
  test::Problems problems;
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
  test::Problems problems;
  IndexReader reader = IndexReader::open_collection(path, {}, problems);
  std::string text;
  SearchOptions options;
  options.problems = &problems;
  for (const char* query : {"common", "word7", "\"word3 word4\"", "wor*",
                            "date:2007 word50", "url:p"}) {
    Hits hits = Searcher(reader).search(parse_query(query), 0, 2000, options);
    text += std::to_string(hits.total) + ' ';
    for (const Hit& hit : hits.best) {
      text += std::to_string(hit.document) + ' ' + std::to_string(hit.score);
      StoredDocument values;
      reader.document(hit.document, {}, values);
      for (const auto& [name, value] : values) text += name + value;
    }
  }
  for (const std::string& id : problems.ids()) text += id;
  return text;
}

// A flipped byte, a file that ends early, one that is gone. WAX_DAMAGE=full
// tries 200.
TEST(IndexCheck, NoDamageIsUnseenAndNoneChangesAnswersInSilence) {
  TempDir folder;
  write_checked(folder / "whole/pindexes/a/main", 300);
  write_checked(folder / "whole/pindexes/a/dates", 300, false);
  write_checked(folder / "whole/pindexes/b/main", 100);
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "whole")) {
    if (!entry.is_regular_file() || entry.file_size() == 0) continue;
    files.push_back(fs::relative(entry.path(), folder / "whole").string());
  }
  std::sort(files.begin(), files.end());
  const std::string good = what_it_answers(folder / "whole");
  const char* wanted = std::getenv("WAX_DAMAGE");
  int trials = wanted != nullptr && std::string(wanted) == "full" ? 200 : 20;
  unsigned seed = std::random_device{}();
  std::cout << "seed " << seed << '\n';
  std::mt19937 random(seed);
  int damaged = 0;
  for (int trial = 0; trial < trials; ++trial) {
    fs::remove_all(folder / "bad");
    fs::copy(folder / "whole", folder / "bad", fs::copy_options::recursive);
    std::string path = folder / "bad/" + files[random() % files.size()];
    std::string bytes = tests::read_file(path);
    SCOPED_TRACE(path + " trial " + std::to_string(trial));
    switch (trial % 4) {
      case 0:
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
    ++damaged;
    try {
      std::string answer = what_it_answers(folder / "bad");
      EXPECT_TRUE(answer == good ||
                  answer.find("unreadable") != std::string::npos);
    } catch (const Error&) {
      // Said so.
    }
  }
  EXPECT_EQ(damaged, trials);
}

}  // namespace
}  // namespace wax::index
