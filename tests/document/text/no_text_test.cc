#include "document/text/no_text.h"

#include <gtest/gtest.h>

namespace wax::document {
namespace {

TEST(NoText, HasTheWordsOfFiles) {
  EXPECT_EQ(word_of(NoText::kNone), "");
  EXPECT_EQ(word_of(NoText::kUnsupported), "text-unsupported");
  EXPECT_EQ(word_of(NoText::kEmpty), "text-none");
  EXPECT_EQ(word_of(NoText::kEncrypted), "text-encrypted");
  EXPECT_EQ(word_of(NoText::kDamaged), "text-damaged");
  EXPECT_EQ(word_of(NoText::kMemory), "text-memory");
  EXPECT_EQ(word_of(NoText::kTimeout), "text-timeout");
  EXPECT_EQ(word_of(NoText::kCrashed), "text-crashed");
  EXPECT_EQ(word_of(NoText::kElsewhere), "text-elsewhere");
  EXPECT_EQ(word_of(NoText::kBinary), "binary-body");
  EXPECT_EQ(word_of(NoText::kIncomplete), "text-incomplete");
}

TEST(NoText, WordsAreReadAsTheyAreWritten) {
  for (int reason = 0; reason <= static_cast<int>(NoText::kIncomplete);
       ++reason) {
    const auto one = static_cast<NoText>(reason);
    EXPECT_EQ(parse_no_text(word_of(one)), one) << reason;
  }
  EXPECT_EQ(parse_no_text("text-gone"), std::nullopt);
}

}  // namespace
}  // namespace wax::document
