#include "collection/import/skipped_originals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

using testing::ElementsAre;

constexpr int kVersions = 1003;

class SkippedOriginalsTest : public testing::Test {
 protected:
  SkippedOriginalsTest() : list_(1 << 20, home_.path()) { load(list_); }

  static SkippedOriginal original(int number) {
    return {
        "a.warc",         7,           "k" + std::to_string(number), "sha1:x",
        "20070101000000", "status 404"};
  }
  void load(ExclusionList& list) {
    std::string text;
    for (int i = 0; i < kVersions; ++i) {
      text += original(i).urlkey +
              " sha1:x 20070102000000 original=20070101000000\n";
    }
    cdx::OneIdentity identity;
    list.load(home_.write("list", text), "", identity, problems_);
    list.seal();
  }

  tests::TempDir home_;
  tests::Problems problems_;
  ExclusionList list_;
  SkippedOriginals skipped_;
};

TEST_F(SkippedOriginalsTest, OthersMustHaveBeenExcludedUnlessThatIsSure) {
  skipped_.add(&list_, original(1), true);
  skipped_.add(&list_, original(2), false);
  skipped_.add(&list_, original(3), false);
  skipped_.add_excluded(list_, "k3", "sha1:x");
  skipped_.add_excluded(list_, "k4", "sha1:x");
  EXPECT_EQ(skipped_.report(list_, problems_), 2u);
  EXPECT_THAT(problems_.ids(),
              ElementsAre("excluded-original", "excluded-original"));
  EXPECT_EQ(problems_.all[1].text,
            "captures are excluded, but their original is not imported "
            "(status 404): k3 sha1:x 20070101000000");
}

TEST_F(SkippedOriginalsTest, ThoseThatAreTooManyAreCounted) {
  SkippedOriginal other = original(1);
  other.date = "20070102000000";
  skipped_.add(&list_, other, true);
  skipped_.add(nullptr, other, true);
  for (int i = 0; i < kVersions; ++i) skipped_.add(&list_, original(i), true);
  list_.mark("k1", "sha1:x", ExclusionList::kImported);
  list_.mark("k1001", "sha1:x", ExclusionList::kImported);
  EXPECT_EQ(skipped_.report(list_, problems_), 1000u);
  EXPECT_EQ(problems_.all.back().text, "2 more originals are not imported");
}

TEST_F(SkippedOriginalsTest, TheStoredFormKeepsOriginalsAndMarks) {
  skipped_.add(&list_, original(1), false);
  SkippedOriginals others;
  others.add_excluded(list_, "k1", "sha1:x");
  skipped_.add_all(others);
  std::string text;
  skipped_.append(text);
  ExclusionList again(1 << 20, home_.path());
  load(again);
  SkippedOriginals read;
  std::string_view rest = text;
  ASSERT_TRUE(read.take(rest));
  EXPECT_TRUE(rest.empty());
  EXPECT_EQ(read.report(again, problems_), 0u);
  read.mark_again(again);
  EXPECT_EQ(read.report(again, problems_), 1u);
  for (size_t size = 0; size < text.size(); ++size) {
    rest = std::string_view(text).substr(0, size);
    EXPECT_FALSE(read.take(rest)) << size;
  }
}

}  // namespace
}  // namespace wax::collection
