#include <gtest/gtest.h>

#include "collection/versions/chosen_captures.h"
#include "index/store/key_file.h"
#include "tests/collection/versions/made_segments.h"
#include "tests/support/segments.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

using tests::TempDir;

constexpr const char* kKnown = "sha1:KOV4AAWBLGYONIWSBHLSZJFUJMWUHXK4";
constexpr const char* kOther = "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";

void add(RevisitedVersions& versions, const std::string& digest,
         uint64_t position, bool of_other_url) {
  std::string version;
  index::append_version(version, "org,example)/r", digest);
  BodyLine waiting;
  waiting.position = position;
  waiting.of_other_url = of_other_url;
  waiting.revisits = position;
  versions.add(version, waiting);
}

TEST(RevisitedVersions, HaveTheTextOfTheEarliestWholeCapture) {
  TempDir folder;
  document::Document cut = test_page("a", kKnown, "20060101000000");
  cut.truncated = true;
  tests::write_segment(folder / "1",
                       {cut, test_page("b", kKnown, "20080101000000"),
                        test_page("c", kKnown, "20070101000000")});
  const std::vector<std::string> segments = {folder / "1"};
  RevisitedVersions versions(segments, {});
  add(versions, kKnown, 40, false);
  versions.join();
  EXPECT_FALSE(versions.find(39));
  const auto found = versions.find(40);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->body, 2U);
  EXPECT_EQ(found->revisits, 40U);
}

TEST(RevisitedVersions, WithoutTextNeedARevisitOfAnotherUrl) {
  TempDir folder;
  tests::write_segment(folder / "1",
                       {test_page("a", kKnown, "20060101000000")});
  const std::vector<std::string> segments = {folder / "1"};
  RevisitedVersions versions(segments, {});
  add(versions, kOther, 7, true);
  add(versions, kOther, 5, false);
  versions.join();
  EXPECT_FALSE(versions.find(5));
  const auto found = versions.find(7);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->body);
}

TEST(RevisitedVersions, NoneAreFoundWhenNoneWait) {
  const std::vector<std::string> no_segments;
  RevisitedVersions versions(no_segments, {});
  versions.join();
  EXPECT_FALSE(versions.find(0));
}

}  // namespace
}  // namespace wax::collection
