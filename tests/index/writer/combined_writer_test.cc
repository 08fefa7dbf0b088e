#include "index/writer/combined_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "index/store/impact_bounds.h"
#include "index/store/index_directory.h"
#include "index/store/manifest.h"
#include "index/writer/index_writer.h"
#include "index/writer/postings_files.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

// Words from frequent to rare in titles, texts and URLs of 5,000 documents.
void write_words(const std::string& path, unsigned seed) {
  std::mt19937 random(seed);
  IndexWriter writer(path, {});
  for (int i = 0; i < 5000; ++i) {
    std::string texts[3];
    for (size_t field = 0; field < 3; ++field) {
      for (size_t n = random() % (field == 0 ? 200 : 4); n > 0; --n) {
        const auto word = static_cast<size_t>(
            std::pow(1 - static_cast<double>(random() >> 8) / 0x1000000, -1.1));
        texts[field] += "w" + std::to_string(word) + ' ';
      }
    }
    writer.add({{"title", texts[1]},
                {"url", "http://site.example/" + texts[2]},
                {"content", texts[0]}});
  }
  writer.finish();
}

// What the fields of a word say by themselves: code by document.
std::map<uint32_t, uint32_t> codes_of(const LuceneSegment& segment,
                                      const std::string& word) {
  std::map<uint32_t, float> sums;
  for (const CombinedField& field : combined_fields()) {
    const uint32_t number = segment.field_number(field.name);
    if (number == UINT32_MAX) continue;
    const TermPlace place = segment.terms().find(number, word);
    if (place.documents == 0) continue;
    NormReader norms = segment.norms(number);
    for (PostingCursor cursor(segment, number, place);
         cursor.document() != kNoDocument; cursor.next()) {
      sums[cursor.document()] +=
          score_of(field.weight, cursor.frequency(),
                   factors_of(field.name)[norms.at(cursor.document())]);
    }
  }
  std::map<uint32_t, uint32_t> codes;
  for (const auto& [document, sum] : sums) codes[document] = SumCode::of(sum);
  return codes;
}

TEST(CombinedWriterTest, AListHasTheDocumentsOfAllFieldsWithTheirSums) {
  TempDir folder;
  write_words(folder / "i", 1);
  const IndexDirectory index(
      folder / "i", std::make_shared<Manifest>(read_manifest(folder / "i")));
  const LuceneSegment& segment = *index.parts()[0].segment;
  ASSERT_NE(segment.combined(), nullptr);
  std::set<std::string> words;
  each_combined_list(segment, [&](const CombinedList& list) {
    SCOPED_TRACE(list.word);
    words.insert(list.word);
    ASSERT_TRUE(segment.combined()->has(list.postings, list.bytes));
    const CombinedTerm found = segment.combined()->find(list.postings);
    std::map<uint32_t, uint32_t> read;
    std::array<uint32_t, TermBlocks::kDocuments> documents;
    std::array<uint32_t, TermBlocks::kDocuments> codes;
    for (uint32_t i = 0; i < found.blocks.count(); ++i) {
      found.blocks.read_documents(i, documents.data());
      found.blocks.read_frequencies(i, codes.data());
      uint32_t greatest = 0;
      for (uint32_t n = 0; n < found.blocks.documents_of(i); ++n) {
        read[documents[n]] = codes[n] - 1;
        greatest = std::max(greatest, codes[n]);
      }
      EXPECT_EQ(found.blocks.greatest(i).frequency, greatest);
    }
    EXPECT_EQ(found.documents, read.size());
    EXPECT_EQ(read, codes_of(segment, list.word));
  });
  EXPECT_EQ(words.size(), segment.combined()->terms());
  EXPECT_TRUE(words.contains("w1"));
  EXPECT_GT(words.size(), 20U);
  EXPECT_FALSE(words.contains("http"));
}

TEST(CombinedWriterTest, TheFileIsTheSameWhenItIsMadeAgain) {
  TempDir folder;
  write_words(folder / "i", 2);
  const std::string path = folder / "i/wax-combined_0";
  const std::string before = tests::read_file(path);
  std::filesystem::remove(path);
  write_blocks(folder / "i");
  EXPECT_TRUE(tests::read_file(path) == before);
}

TEST(CombinedWriterTest, AnIndexWithoutWordsOfSeveralFieldsHasNoFile) {
  TempDir folder;
  IndexWriter writer(folder / "i", {});
  for (int i = 0; i < 300; ++i) {
    writer.add({{"title", "one"}, {"content", "two"}});
  }
  writer.finish();
  EXPECT_FALSE(std::filesystem::exists(folder / "i/wax-combined_0"));
}

}  // namespace
}  // namespace wax::index
