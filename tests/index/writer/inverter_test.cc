#include "index/writer/inverter.h"

#include <gtest/gtest.h>

#include "index/writer/lucene_files.h"

namespace wax::index {
namespace {

// Documents with one title each.
DocumentBatch titles(const std::vector<std::string_view>& texts) {
  DocumentBatch batch;
  batch.first = 32;
  batch.exact = 1;
  batch.in_order = {1, 0};  // "exact", "title"
  for (std::string_view text : texts) {
    if (!text.empty()) {
      batch.values.push_back(
          {find_field("title"), 0, static_cast<uint32_t>(text.size()), false});
      batch.text.append(text);
    }
    batch.ends.push_back(static_cast<uint32_t>(batch.values.size()));
  }
  return batch;
}

std::string terms_of(const DocumentBatch& batch) {
  std::string found;
  const RunSection* section = batch.run.section(0);
  if (section == nullptr) return found;
  RunCursor cursor(batch.run, *section, 1024);
  while (cursor.next()) {
    const TermPostings& postings = cursor.postings();
    found += std::string(cursor.term()) + ' ' + std::to_string(postings.count) +
             ' ' + std::to_string(postings.first) + '-' +
             std::to_string(postings.last) + ';';
  }
  return found;
}

TEST(InverterTest, TermsAreSortedAndSayInWhichDocumentsTheyAre) {
  Inverter inverter;
  DocumentBatch batch = titles({"red heron", "", "a heron, a red one", "Red"});
  inverter.invert(batch);
  EXPECT_EQ(terms_of(batch),
            "a 1 34-34;heron 2 32-34;one 1 34-34;red 3 32-35;");
}

TEST(InverterTest, ADocumentWithoutTheFieldHasTheNormOfNoWords) {
  Inverter inverter;
  DocumentBatch batch = titles({"", "one", "two words"});
  inverter.invert(batch);
  ASSERT_EQ(batch.norms.size(), 1U);
  std::string_view norms = batch.norms[0].second.view();
  ASSERT_EQ(norms.size(), 3U);
  EXPECT_EQ(static_cast<uint8_t>(norms[0]), kNoNorm);
  EXPECT_EQ(static_cast<uint8_t>(norms[1]), norm_byte(1));
  EXPECT_NE(norms[1], norms[2]);
}

TEST(InverterTest, NothingOfABatchIsLeftForTheNext) {
  Inverter inverter;
  DocumentBatch first = titles({"many other words", "and more"});
  inverter.invert(first);
  DocumentBatch again = titles({"red heron"});
  inverter.invert(again);
  Inverter fresh;
  DocumentBatch alone = titles({"red heron"});
  fresh.invert(alone);
  EXPECT_EQ(terms_of(again), terms_of(alone));
  EXPECT_EQ(again.stored.bytes.view(), alone.stored.bytes.view());
}

}  // namespace
}  // namespace wax::index
