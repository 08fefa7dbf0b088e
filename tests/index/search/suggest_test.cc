#include "index/search/suggest.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "index/store/index_reader.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

// Twenty pages with "castle rock", one with "castel".
IndexReader castle_pages(const std::string& path) {
  IndexWriter writer(path, {});
  for (int i = 0; i < 20; ++i) writer.add({{"content", "Castle rock"}});
  writer.add({{"content", "castel"}});
  writer.finish();
  return IndexReader::open({path});
}

class SuggestTest : public testing::Test {
 protected:
  [[nodiscard]] std::string suggestion(const std::string& query,
                                       uint64_t total = 0) const {
    return did_you_mean(reader_, query, total, {});
  }

  tests::TempDir folder_;
  IndexReader reader_ = castle_pages(folder_ / "i");
};

TEST_F(SuggestTest, AWordThatFewDocumentsHaveIsReplaced) {
  EXPECT_EQ(suggestion("castel"), "castle");
  EXPECT_EQ(suggestion("castlee", 0), "castle");
  EXPECT_EQ(suggestion("(title:x OR castel) rokc"), "(title:x OR castle) rock");
}

TEST_F(SuggestTest, AFrequentWordStays) {
  EXPECT_EQ(suggestion("castle"), "");
  EXPECT_EQ(suggestion("castle rokc"), "castle rock");
}

TEST_F(SuggestTest, ShortWordsAndPatternsStay) {
  EXPECT_EQ(suggestion("ro"), "");
  EXPECT_EQ(suggestion("castex*"), "");
  EXPECT_EQ(suggestion("cast?x"), "");
  EXPECT_EQ(suggestion("castel~1"), "");
  EXPECT_EQ(suggestion("-castel rock"), "");
}

TEST_F(SuggestTest, AQueryWithoutMoreHitsIsNotSuggested) {
  EXPECT_EQ(suggestion("castel", 20), "");
  EXPECT_EQ(suggestion("castel zebra"), "");
}

TEST_F(SuggestTest, WordsAreWrittenAsTheBestHitsWriteThem) {
  IndexWriter writer(folder_ / "accents", {});
  for (int i = 0; i < 20; ++i) {
    writer.add({{"title", "Persönliche Seite"},
                {"content", "Meine persönliche, nicht personliche Straße"}});
  }
  writer.finish();
  const IndexReader reader = IndexReader::open({folder_ / "accents"});
  EXPECT_EQ(did_you_mean(reader, "perssonliche", 0, {}), "persönliche");
  EXPECT_EQ(did_you_mean(reader, "persnliche -zebra (sseite)", 0, {}),
            "persönliche -zebra (seite)");
  EXPECT_EQ(did_you_mean(reader, "title:perssonliche", 0, {}),
            "title:persönliche");
}

TEST_F(SuggestTest, WithoutTimeThereIsNone) {
  SearchOptions options;
  options.deadline = std::chrono::steady_clock::now();
  EXPECT_EQ(did_you_mean(reader_, "castel", 0, options), "");
}

}  // namespace
}  // namespace wax::index
