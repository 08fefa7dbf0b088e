#include "document/maker/text_measures.h"

#include <gtest/gtest.h>

namespace wax::document {
namespace {

TEST(TextMeasures, AreOfTheContent) {
  Document document;
  document.content = "The puffins return to the island in the spring";
  document.language = "de";
  measure_text(document);
  EXPECT_EQ(document.words, 9U);
  EXPECT_EQ(document.language, "en");
  EXPECT_EQ(document.simhash.size(), 16U);
}

}  // namespace
}  // namespace wax::document
