#include "collection/import/exclusion_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

const std::string kDigest = "sha1:B2LTWWPUOYAAXDWXEMIRLNB6AG62GTNC";

const std::string kRules = "status=200-299 types=documents";

TEST(ExclusionList, AllThreeMustBeEqual) {
  tests::TempDir home;
  tests::Problems problems;
  cdx::OneIdentity identity;
  ExclusionList list(1 << 20, home.path());
  list.load(home.write("list", "a " + kDigest + " 20070102000000\n"), kRules,
            identity, problems);
  list.seal();
  EXPECT_TRUE(list.contains("a", kDigest, "20070102000000"));
  EXPECT_FALSE(list.contains("b", kDigest, "20070102000000"));
  EXPECT_FALSE(list.contains("a", "sha1:x", "20070102000000"));
  EXPECT_FALSE(list.contains("a", kDigest, "20070102000001"));
  EXPECT_FALSE(list.contains("", "", ""));
}

TEST(ExclusionList, TakesAnySpellingOfADigestAndFurtherColumns) {
  tests::TempDir home;
  tests::Problems problems;
  cdx::OneIdentity identity;
  ExclusionList list(1 << 20, home.path());
  list.load(home.write("list", "# a comment\n\na " + kDigest.substr(5) +
                                   " 20070102000000 x y\r\n"),
            kRules, identity, problems);
  list.load(home.write("gz", tests::gzip_member("b\t" + kDigest +
                                                "\t20080102000000\n")),
            kRules, identity, problems);
  list.seal();
  EXPECT_TRUE(list.contains("a", kDigest, "20070102000000"));
  EXPECT_TRUE(list.contains("b", kDigest, "20080102000000"));
  EXPECT_EQ(list.size(), 2u);
  EXPECT_TRUE(problems.all.empty());
}

TEST(ExclusionList, BadLinesAreReported) {
  tests::TempDir home;
  tests::Problems problems;
  cdx::OneIdentity identity;
  ExclusionList list(1 << 20, home.path());
  list.load(home.write("list", "a b\n\nc " + kDigest + " 2007\n"), kRules,
            identity, problems);
  list.seal();
  EXPECT_EQ(list.size(), 0u);
  ASSERT_EQ(problems.all.size(), 2u);
  EXPECT_EQ(problems.all[1].id, "list-bad-line");
  EXPECT_NE(problems.all[1].text.find("line 3"), std::string::npos);
}

TEST(ExclusionList, AMissingListIsAnError) {
  tests::Problems problems;
  cdx::OneIdentity identity;
  ExclusionList list(1 << 20, "");
  EXPECT_THROW(list.load("/nonexistent/list", kRules, identity, problems),
               IoError);
}

// 200,000 entries of 16 bytes in 64 KiB: most of them are in files.
TEST(ExclusionList, FindsTheSameWhenItIsLargerThanMemory) {
  tests::TempDir home;
  tests::Problems problems;
  std::string text;
  for (int i = 0; i < 200'000; ++i) {
    text += "key" + std::to_string(i) + " " + kDigest + " " +
            std::to_string(20'000'101'000'000 + i) + "\n";
  }
  cdx::OneIdentity identity;
  ExclusionList list(64 * 1024, home.path());
  list.load(home.write("list", text), kRules, identity, problems);
  list.seal();
  EXPECT_EQ(list.size(), 200'000u);
  for (int i = 0; i < 200'000; i += 7) {
    std::string key = "key" + std::to_string(i);
    EXPECT_TRUE(
        list.contains(key, kDigest, std::to_string(20'000'101'000'000 + i)));
    EXPECT_FALSE(
        list.contains(key, kDigest, std::to_string(20'000'101'000'001 + i)));
  }
}

TEST(ExclusionList, EqualEntriesTakeNoRoom) {
  tests::TempDir home;
  tests::Problems problems;
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += "a " + kDigest + " 20070102000000\n";
  // No file can be made there: none may be needed.
  cdx::OneIdentity identity;
  ExclusionList list(64 * 1024, "/nonexistent");
  list.load(home.write("list", text), kRules, identity, problems);
  list.seal();
  EXPECT_TRUE(list.contains("a", kDigest, "20070102000000"));
}

TEST(ExclusionList, AListMadeByOtherRulesIsRefused) {
  tests::TempDir home;
  tests::Problems problems;
  cdx::OneIdentity identity;
  ExclusionList list(1 << 20, home.path());
  list.load(home.write("same", "# import " + kRules + "\n"), kRules, identity,
            problems);
  std::string path = home.write("other", "# import status=200 types=all\n");
  try {
    list.load(path, kRules, identity, problems);
    FAIL() << "no error";
  } catch (const UsageError& error) {
    EXPECT_EQ(
        std::string(error.what()),
        path +
            ": was made for an import with status=200 types=all, but "
            "this one has status=200-299 types=documents; give both tools "
            "the same --status, --types and --all-types");
  }
}

TEST(ExclusionList, KnowsTheOriginals) {
  tests::TempDir home;
  tests::Problems problems;
  cdx::OneIdentity identity;
  ExclusionList list(1 << 20, home.path());
  list.load(home.write("list", "a " + kDigest +
                                   " 20070102000000 original=2007010100"
                                   "0000\n"),
            kRules, identity, problems);
  list.seal();
  EXPECT_TRUE(list.contains("a", kDigest, "20070102000000"));
  EXPECT_FALSE(list.contains("a", kDigest, "20070101000000"));
  EXPECT_TRUE(list.has_original("a", kDigest, "20070101000000"));
  EXPECT_FALSE(list.has_original("a", kDigest, "20070102000000"));
}

TEST(ExclusionList, AVersionIsLostIfItWasExcludedForASkippedOriginal) {
  tests::TempDir home;
  tests::Problems problems;
  cdx::OneIdentity identity;
  ExclusionList list(1 << 20, home.path());
  EXPECT_FALSE(list.has_originals());
  list.load(home.write("list", "a " + kDigest +
                                   " 20070102000000 original=2007010100"
                                   "0000\nb " +
                                   kDigest + " 20070102000000\n"),
            kRules, identity, problems);
  list.seal();
  EXPECT_TRUE(list.has_originals());
  list.mark("a", kDigest, ExclusionList::kOriginalSkipped);
  EXPECT_FALSE(list.is_lost("a", kDigest));
  list.mark("a", kDigest, ExclusionList::kExcluded);
  EXPECT_TRUE(list.is_lost("a", kDigest));
  EXPECT_EQ(list.lost_versions(), 1u);
  list.mark("a", kDigest, ExclusionList::kImported);
  EXPECT_FALSE(list.is_lost("a", kDigest));
  EXPECT_EQ(list.lost_versions(), 0u);
  // The list names no original of this one.
  list.mark("b", kDigest,
            ExclusionList::kExcluded | ExclusionList::kOriginalSkipped);
  EXPECT_FALSE(list.is_lost("b", kDigest));
}

}  // namespace
}  // namespace wax::collection
