#include "document/content/main_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "io/error.h"

namespace wax::document {
namespace {

TEST(MainModel, OddsOfARowDoNotDependOnTheRowsBesideIt) {
  const MainModel& model = MainModel::built_in();
  std::mt19937 random(7);
  std::vector<float> rows(21 * kRowNumbers);
  for (float& number : rows) {
    number = static_cast<float>(random() % 1000) / (random() % 2 ? 1000 : 10);
  }
  // The rows of a page have its numbers and types in common.
  for (size_t at = kRowNumbers; at < rows.size(); ++at) {
    const size_t number = at % kRowNumbers;
    if ((number >= kBlockNumbers && number < kMainNumbers) ||
        number >= kTypeScores) {
      rows[at] = rows[number];
    }
  }
  std::vector<float> together(21);
  model.log_odds(rows, together);
  for (size_t i = 0; i < together.size(); ++i) {
    float alone = 0;
    model.log_odds(std::span(rows).subspan(i * kRowNumbers, kRowNumbers),
                   {&alone, 1});
    EXPECT_EQ(together[i], alone) << i;
    EXPECT_TRUE(std::isfinite(alone));
  }
}

TEST(MainModel, RefusesBytesThatAreNoModel) {
  EXPECT_THROW(MainModel(""), FormatError);
  EXPECT_THROW(MainModel("wax-main 1\n"), FormatError);
  EXPECT_THROW(MainModel("wax-main 2\nabcdefgh"), FormatError);
}

TEST(MainModel, RefusesAModelThatIsCutOrTooLong) {
  const std::string whole(main_model_table());
  for (size_t size : {whole.size() - 1, whole.size() / 2, size_t{100}}) {
    EXPECT_THROW(MainModel(std::string_view(whole).substr(0, size)),
                 FormatError)
        << size;
  }
  EXPECT_THROW(MainModel(whole + '\0'), FormatError);
  EXPECT_NO_THROW(MainModel{whole});
}

}  // namespace
}  // namespace wax::document
