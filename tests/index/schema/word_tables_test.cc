#include "index/schema/word_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "index/schema/kept_words.h"
#include "index/schema/stems.h"

namespace wax::index {
namespace {

using testing::HasSubstr;

// Another sum means that this system's libraries make other words: indexes that
// were made on Debian 12 or 13 are then searched with a line that says so.
TEST(WordTables, AreThoseOfDebian12And13) {
  EXPECT_EQ(table_sums(word_tables(stemmed_languages())),
            "02c6d2ecc3a5883f 497340dd27896191");
}

TEST(WordTables, EachLanguageWithStemsHasKeptWords) {
  for (const std::string& language : stemmed_languages()) {
    EXPECT_NE(table_sums(word_tables({language})), table_sums(word_tables({})))
        << language;
  }
}

TEST(WordTables, AnIndexWithTheSameSumsHasOwnTables) {
  const std::string own = word_tables({"en"});
  EXPECT_THAT(own, HasSubstr("icu="));
  EXPECT_TRUE(has_own_tables(own, {"en"}));
  EXPECT_TRUE(has_own_tables("", {"en"}));
  const size_t sums = own.find(" unicode=");
  EXPECT_TRUE(has_own_tables("icu=1.0" + own.substr(sums), {"en"}));
}

TEST(WordTables, AnIndexWithOtherSumsHasOthers) {
  const std::string own = word_tables({"en"});
  std::string words = own;
  words.replace(words.find(" words=") + 7, 1, "x");
  words.replace(0, own.find(' '), "icu=1.0");
  EXPECT_FALSE(has_own_tables(words, {"en"}));
  std::string stems = own;
  stems.replace(stems.find(" stems=") + 7, 1, "x");
  EXPECT_FALSE(has_own_tables(stems, {"en"}));
  EXPECT_FALSE(has_own_tables(own, {"de"}));
  EXPECT_NE(table_sums(words), table_sums(own));
}

}  // namespace
}  // namespace wax::index
