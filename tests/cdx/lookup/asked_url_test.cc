#include "cdx/lookup/asked_url.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace wax::cdx {
namespace {

TEST(AskedUrl, TheSameUrlThenThoseThatAreMoreLikeItComeFirst) {
  const std::vector<std::pair<std::string, std::string>> kInOrder = {
      {"http://example.org/a", "200"},
      {"http://example.org/a", "-"},
      {"http://example.org/a#b", "301"},
      {"HTTP://Example.org:80/a", "404"},
      {"https://example.org/a", "200"},
      {"https://example.org/a", "302"},
      {"http://www.example.org/a", "200"},
      {"https://www2.example.org/a", "200"},
      {"http://example.org/a/", "200"},
      {"http://example.org/A", "200"},
      {"http://example.org/A", "500"},
  };
  const AskedUrl asked("http://example.org/a");
  for (size_t i = 1; i < kInOrder.size(); ++i) {
    auto rank = [&](size_t n) {
      return asked.rank(kInOrder[n].first, kInOrder[n].second);
    };
    EXPECT_LE(rank(i - 1), rank(i)) << kInOrder[i].first;
  }
  EXPECT_LT(asked.rank("http://example.org/a", "404"),
            asked.rank("https://example.org/a", "200"));
}

TEST(AskedUrl, WithoutASchemeNoneIsBetter) {
  const AskedUrl asked("example.org");
  EXPECT_EQ(asked.rank("http://example.org/", "200"),
            asked.rank("https://example.org/", "200"));
  EXPECT_LT(asked.rank("https://example.org/", "200"),
            asked.rank("http://example.org/", "301"));
}

TEST(AskedUrl, AnyTextHasARank) {
  for (const char* text : {"", "-", "/", "?", "#", "://", "a://", "dns:a.org",
                           "http://", "\xff\xfe"}) {
    const AskedUrl asked(text);
    EXPECT_EQ(asked.rank(text, "200"), 0U) << text;
    EXPECT_GT(asked.rank("http://example.org/", "301"), 0U) << text;
  }
}

}  // namespace
}  // namespace wax::cdx
