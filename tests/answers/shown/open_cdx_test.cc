#include "answers/shown/open_cdx.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "answers/requests/message.h"
#include "io/error.h"
#include "tests/serve/small_site.h"
#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

TEST(OpenCdx, GivesFilesBackToTheirGeneration) {
  serve::SmallSite small;
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
  serve::SmallSite small;
  Collection* collection = small.holdings().collections.find("small");
  auto generation = collection->current();
  EXPECT_EQ(open_whole_cdx_files(small.holdings(), collection)->files.size(),
            1U);
  EXPECT_TRUE(generation->idle.take().empty());
}

TEST(OpenCdx, CollectionsWithKeysOfTwoKindsAreNamed) {
  tests::TempDir folder;
  Holdings site;
  auto add = [&](const std::string& name, const std::string& key) {
    const std::string cdx =
        folder.write(name + ".cdx", key +
                                        " 20070101000000 http://example.org/ "
                                        "text/html 200 A - - 1 0 a.warc\n");
    site.collections.add(std::make_unique<Collection>(
        name, CollectionFiles{"", {cdx}}, nullptr));
  };
  add("new", "org,example)/");
  add("old", "example.org/");
  EXPECT_EQ(open_cdx_files(site, site.collections.find("old"))->files.size(),
            1U);
  try {
    (void)open_cdx_files(site, nullptr);
    FAIL() << "lines of both have no common order";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "The captures of all collections are not given together: new "
                 "has URL keys by the rules of surt, and old by those of "
                 "legacy. Ask one of them: with in=new, or with /new before "
                 "paths such as /cdx and /raw.");
  }
}

TEST(OpenCdx, WithoutFilesIsNotFound) {
  Holdings site;
  EXPECT_THROW((void)open_cdx_files(site, nullptr), NotFound);
}

}  // namespace
}  // namespace wax::answers
