#include "document/content/page_features.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "document/content/page_reader.h"

namespace wax::document {
namespace {

TEST(PageFeatures, OfAnEmptyPageAreFinite) {
  HtmlTree tree;
  tree.parse("");
  Document document;
  const PageWalk walk(tree, {}, document);
  std::array<float, kPageNumbers> numbers;
  numbers.fill(NAN);
  NamedRow row(numbers);
  describe_page(walk.blocks, BlockSums(walk.blocks), {}, "", row);
  EXPECT_EQ(row.names().size(), kPageNumbers);
  for (float number : numbers) EXPECT_TRUE(std::isfinite(number));
}

TEST(PageFeatures, SayWhatWasFound) {
  HtmlTree tree;
  tree.parse("<article><p>a</article><article><p>b</article><main><p>c d");
  Document document;
  const PageWalk walk(tree, {}, document);
  std::array<float, kPageNumbers> numbers{};
  NamedRow row(numbers);
  describe_page(walk.blocks, BlockSums(walk.blocks),
                {.repeated = 1, .has_h1 = true}, "http://h/1/2?x", row);
  auto of = [&](std::string_view name) {
    for (size_t i = 0; i < row.names().size(); ++i) {
      if (row.names()[i] == name) return numbers[i];
    }
    return NAN;
  };
  EXPECT_EQ(of("page articles"), 2);
  EXPECT_EQ(of("page words in article"), 0.5f);
  EXPECT_EQ(of("page has main"), 1);
  EXPECT_EQ(of("page words in main"), 0.5f);
  EXPECT_EQ(of("page has no h1"), 0);
  EXPECT_EQ(of("page has no title block"), 1);
  EXPECT_NEAR(of("page repeated blocks"), 1 / 3.0, 1e-6);
  EXPECT_EQ(of("url digits"), 2);
}

}  // namespace
}  // namespace wax::document
