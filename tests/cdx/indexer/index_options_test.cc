#include "cdx/indexer/index_options.h"

#include <gtest/gtest.h>

#include "io/error.h"

namespace wax::cdx {
namespace {

TEST(IndexOptions, TakeTheKeyOfTheProfileUnlessTheyHaveOne) {
  IndexOptions options;
  EXPECT_EQ(options.key_kind(), UrlKeyKind::kSurt);
  options.profile = profile("nutchwax");
  EXPECT_EQ(options.key_kind(), UrlKeyKind::kLegacy);
  options.url_key = UrlKeyKind::kSurt;
  EXPECT_EQ(options.key_kind(), UrlKeyKind::kSurt);
}

TEST(IndexOptions, PairRequestsWhereAnOptionNeedsThem) {
  const struct {
    bool post_append;
    std::vector<std::string> fields;
    bool pairs;
  } kCases[] = {
      {false, {}, false},
      {true, {}, true},
      {false, {"warc-type", "http:referer"}, false},
      {false, {"warc-type", "method"}, true},
      {false, {"referrer"}, true},
      {false, {"req.http:cookie"}, true},
  };
  for (const auto& c : kCases) {
    IndexOptions options;
    options.post_append = c.post_append;
    options.fields = c.fields;
    EXPECT_EQ(options.pairs_requests(), c.pairs)
        << testing::PrintToString(c.fields);
    EXPECT_NO_THROW(options.check());
    options.minimal = true;
    if (c.pairs) {
      EXPECT_THROW(options.check(), UsageError);
    } else {
      EXPECT_NO_THROW(options.check());
    }
  }
}

}  // namespace
}  // namespace wax::cdx
