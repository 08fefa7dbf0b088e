#include "document/content/main_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "document/content/page_reader.h"

namespace wax::document {
namespace {

constexpr std::string_view kPage =
    "<title>Grey herons</title><script type='application/ld+json'>{"
    "\"@type\":\"Article\",\"articleBody\":\"One two three four\"}</script>"
    "<nav><a href=/>Home</a></nav><h1>Grey herons</h1><div class=a><p>They "
    "stand in <b>shallow</b> water.<p>And wait 12 hours.</div><pre>x y</pre>";
constexpr std::string_view kUrl = "http://h/a/b-1/?q";

// The numbers of a block of a page by their names.
class Numbers {
 public:
  Numbers(std::string_view page, std::string_view url, size_t block) {
    HtmlTree tree;
    tree.parse(page);
    Document document;
    const PageWalk walk(tree, {url, {}}, document);
    const MainFeatures features(walk.blocks, url);
    features.fill(block, numbers_);
    names_ = features.names(block, url);
  }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] float of(std::string_view name) const {
    auto found = std::ranges::find(names_, name);
    if (found == names_.end()) return NAN;
    return numbers_[static_cast<size_t>(found - names_.begin())];
  }

 private:
  std::array<float, kMainNumbers> numbers_{};
  std::vector<std::string> names_;
};

TEST(MainFeatures, EveryNumberHasANameOfItsOwn) {
  std::vector<std::string> names = Numbers(kPage, kUrl, 2).names();
  ASSERT_EQ(names.size(), kMainNumbers);
  EXPECT_EQ(std::ranges::count(names, ""), 0);
  EXPECT_EQ(names[0], "block source");
  EXPECT_EQ(names[kBlockNumbers], "page words");
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
}

TEST(MainFeatures, NumbersSayWhatTheirNamesSay) {
  const Numbers of(kPage, kUrl, 2);
  EXPECT_EQ(of.of("block words"), 5);
  EXPECT_FLOAT_EQ(of.of("block bold words"), 0.2f);
  EXPECT_EQ(of.of("block ends a sentence"), 1);
  EXPECT_EQ(of.of("place since h1"), 1);
  EXPECT_EQ(of.of("heading level"), 1);
  EXPECT_EQ(of.of("heading share of the title"), 1);
  EXPECT_EQ(of.of("neighbour words 1"), 4);
  EXPECT_EQ(of.of("neighbour words -3"), 0);
  EXPECT_EQ(of.of("alike blocks 0"), 2);
  EXPECT_EQ(of.of("inside blocks 1"), 2);
  EXPECT_EQ(of.of("page blocks"), 5);
  EXPECT_EQ(of.of("page paragraphs"), 2);
  EXPECT_EQ(of.of("page code"), 1);
  EXPECT_EQ(of.of("page has no h1"), 0);
  EXPECT_EQ(of.of("json-ld article"), 1);
  EXPECT_EQ(of.of("json-ld recipe"), 0);
  EXPECT_EQ(of.of("url slashes"), 2);
  EXPECT_EQ(of.of("url has a query"), 1);
  EXPECT_EQ(of.of("url hyphens of last part"), 1);
}

TEST(MainFeatures, CandidatesHaveNumbersToo) {
  const Numbers of(kPage, kUrl, 5);
  EXPECT_EQ(of.of("block source"), static_cast<float>(BlockSource::kLdBody));
  EXPECT_EQ(of.of("json-ld share in body"), 1);
  EXPECT_EQ(of.of("block depth"), 0);
}

}  // namespace
}  // namespace wax::document
