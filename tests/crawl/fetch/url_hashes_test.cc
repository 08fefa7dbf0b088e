#include "crawl/fetch/url_hashes.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::crawl {
namespace {

TEST(UrlHashes, KnowsWhatWasAdded) {
  UrlHashes hashes;
  EXPECT_FALSE(hashes.has("http://a.example/"));
  for (int i = 0; i < 100'000; ++i) {
    EXPECT_TRUE(hashes.add("http://a.example/" + std::to_string(i)));
  }
  for (int i = 0; i < 100'000; ++i) {
    const std::string url = "http://a.example/" + std::to_string(i);
    EXPECT_TRUE(hashes.has(url));
    EXPECT_FALSE(hashes.add(url));
  }
  EXPECT_FALSE(hashes.has("http://a.example/100000"));
}

}  // namespace
}  // namespace wax::crawl
