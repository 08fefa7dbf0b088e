#include "collection/record/build_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cdx/profile/identity.h"
#include "io/error.h"

namespace wax::collection {
namespace {

using testing::HasSubstr;

BuildSettings usual() {
  BuildSettings settings;
  settings.identity = cdx::tool_options(cdx::identity_of({}));
  return settings;
}

std::string refusal(const BuildSettings& settings, BuildRecord record) {
  try {
    apply_settings(settings, "OUT", record);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(BuildSettings, AreFixedByTheFirstBatch) {
  BuildSettings settings = usual();
  settings.collection = "books";
  settings.stem = "none";
  settings.merge_shards = 4;
  BuildRecord record;
  apply_settings(settings, "OUT", record);
  EXPECT_EQ(record.collection, "books");
  EXPECT_EQ(record.stem, "none");
  EXPECT_EQ(record.merge_shards, 4u);
  record.batches = {{"001", {}}};
  EXPECT_EQ(refusal(settings, record), "");
  // What is not given stays.
  EXPECT_EQ(refusal(usual(), record), "");
}

TEST(BuildSettings, OfAnotherKindAreRefused) {
  BuildRecord record;
  apply_settings(usual(), "OUT", record);
  EXPECT_EQ(record.stem, "all");
  record.batches = {{"001", {}}};
  BuildSettings stems = usual();
  stems.stem = "none";
  EXPECT_THAT(refusal(stems, record),
              HasSubstr("OUT: was built with --stem all, but this build has "
                        "--stem none"));
  BuildSettings robots = usual();
  robots.ignore_robots = true;
  EXPECT_THAT(refusal(robots, record), HasSubstr("built with the defaults"));
  BuildSettings shards = usual();
  shards.shard_documents = 5;
  EXPECT_THAT(refusal(shards, record), HasSubstr("--shard-docs 5"));
  BuildSettings rules = usual();
  rules.import_rules = {"--status", "404"};
  EXPECT_THAT(refusal(rules, record), HasSubstr("--status 404"));
}

}  // namespace
}  // namespace wax::collection
