#include "document/view/srcset.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace wax::document {
namespace {

TEST(ViewedSrcset, EachCandidateIsReplacedOrLeftOut) {
  const std::pair<const char*, const char*> cases[] = {
      {"", ""},
      {" , ", ""},
      {"a.png", "<a.png>"},
      {"a.png 1x,b.png 2x", "<a.png> 1x, <b.png> 2x"},
      {"a.png, b.png\t640w", "<a.png>, <b.png> 640w"},
      {"a.png,b.png 2x", "<a.png,b.png> 2x"},
      {"a.png,, b.png", "<a.png>, <b.png>"},
      {"a.png f(1,2), b.png", "<a.png> f(1,2), <b.png>"},
      {"a.png f(1, b.png", "<a.png> f(1, b.png"},
      {"gone.png 1x, b.png 2x", "<b.png> 2x"},
  };
  for (const auto& [value, expected] : cases) {
    EXPECT_EQ(viewed_srcset(value,
                            [](std::string_view url) {
                              return url == "gone.png"
                                         ? std::string()
                                         : '<' + std::string(url) + '>';
                            }),
              expected)
        << value;
  }
}

}  // namespace
}  // namespace wax::document
