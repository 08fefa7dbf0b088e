#include "index/writer/inverter.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

namespace wax::index {
namespace {

void add(FieldTerms& terms, std::string_view text) {
  std::string padded(text);
  padded.append(8, '\0');
  terms.add(padded.data(), text.size());
}

// "term documents first-last bytes of positions;" of each term, in order.
std::string written(FieldTerms& terms, bool with_positions) {
  RunWriter run;
  run.begin_field(0);
  terms.write(with_positions, run);
  TermRun made = run.finish();
  std::string found;
  RunCursor cursor(made, *made.section(0), 1024);
  while (cursor.next()) {
    const TermPostings& postings = cursor.postings();
    found += std::string(cursor.term()) + ' ' + std::to_string(postings.count) +
             ' ' + std::to_string(postings.first) + '-' +
             std::to_string(postings.last);
    for (char c : postings.positions) found += ' ' + std::to_string(int{c});
    found += ';';
  }
  return found;
}

TEST(FieldTermsTest, PositionsCountFromZeroInEachDocument) {
  FieldTerms terms;
  for (const char* word : {"a", "heron", "a"}) add(terms, word);
  EXPECT_EQ(terms.tokens_since_end(), 3U);
  terms.end_document(7);
  add(terms, "heron");
  terms.end_document(9);
  EXPECT_EQ(written(terms, true), "a 1 7-7 0 2;heron 2 7-9 1 0;");
}

TEST(FieldTermsTest, APositionMayBeGiven) {
  FieldTerms terms;
  terms.stand_at(1, 5);
  add(terms, "a");
  add(terms, "b");
  terms.stand_at(1, 20);
  add(terms, "a");
  terms.end_document(1);
  EXPECT_EQ(terms.token(2), "a");
  EXPECT_EQ(written(terms, true), "a 1 1-1 5 15;b 1 1-1 6;");
}

TEST(FieldTermsTest, NothingIsLeftAfterClear) {
  FieldTerms terms;
  add(terms, "before");
  terms.end_document(1);
  terms.clear();
  EXPECT_TRUE(terms.empty());
  add(terms, "after");
  terms.end_document(2);
  EXPECT_EQ(written(terms, false), "after 1 2-2;");
}

// Terms of up to eight bytes, of up to 64 and of more, in a growing table.
TEST(FieldTermsTest, AgreesWithAMap) {
  std::mt19937 random(1);
  FieldTerms terms;
  std::map<std::string, std::pair<uint32_t, std::string>> expected;
  for (uint32_t document = 0; document < 300; ++document) {
    std::map<std::string, int> here;
    for (int n = 0; n < 30; ++n) {
      std::string word(1 + random() % (random() % 10 == 0 ? 90 : 12), 'w');
      word.back() = static_cast<char>('a' + random() % 20);
      word.front() = static_cast<char>('a' + random() % 20);
      add(terms, word);
      ++here[word];
    }
    terms.end_document(document);
    for (const auto& [word, count] : here) {
      auto& [documents, range] = expected[word];
      if (documents++ == 0) range = std::to_string(document) + '-';
      range.resize(range.find('-') + 1);
      range += std::to_string(document);
    }
  }
  std::string all;
  for (const auto& [word, postings] : expected) {
    all += word + ' ' + std::to_string(postings.first) + ' ' + postings.second +
           ';';
  }
  EXPECT_EQ(written(terms, false), all);
}

}  // namespace
}  // namespace wax::index
