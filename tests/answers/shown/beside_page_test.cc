#include "answers/shown/beside_page.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/serve/small_site.h"

namespace wax::answers {
namespace {

TEST(BesidePage, IsNothingWithoutSuchRecords) {
  serve::SmallSite small;
  const UrlHistory history = url_history(small.scope(), "http://example.org/0");
  EXPECT_FALSE(picture_of_page(small.scope(), history, Picture::kSmall));
  EXPECT_FALSE(asked_urls(small.scope(), history));
}

}  // namespace
}  // namespace wax::answers
