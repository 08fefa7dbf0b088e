#include "serve/answers/open_cdx.h"

#include <gtest/gtest.h>

#include "serve/http/message.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

TEST(OpenCdx, GivesFilesBackToTheirGeneration) {
  SmallSite small;
  Collection* collection = small.holdings().collections.find("small");
  auto generation = collection->current();
  EXPECT_TRUE(generation->idle.take().empty());
  {
    auto cdx = open_cdx_files(small.holdings(), collection);
    EXPECT_EQ(cdx->files.size(), 1U);
    EXPECT_TRUE(generation->idle.take().empty());
  }
  EXPECT_EQ(generation->idle.take().size(), 1U);
}

TEST(OpenCdx, KeepsFilesWithBlockedCapturesToItself) {
  SmallSite small;
  Collection* collection = small.holdings().collections.find("small");
  auto generation = collection->current();
  EXPECT_EQ(open_whole_cdx_files(small.holdings(), collection)->files.size(),
            1U);
  EXPECT_TRUE(generation->idle.take().empty());
}

TEST(OpenCdx, WithoutFilesIsNotFound) {
  Holdings site;
  EXPECT_THROW((void)open_cdx_files(site, nullptr), NotFound);
}

}  // namespace
}  // namespace wax::serve
