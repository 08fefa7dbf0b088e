#include "index/store/hidden.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "index/store/index_reader.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::TempDir;
using Kind = HiddenRule::Kind;

const std::string kDigestA = "sha1:" + std::string(32, 'A');
const std::string kDigestB = "sha1:" + std::string(32, 'B');

// Page 0 to 3 of a collection.
void write_pages_to_hide(const std::string& collection) {
  IndexWriter writer(collection + "/pindexes/s/main", {});
  auto add = [&](const char* url, const char* key, const char* site,
                 const std::string& digest, const char* date) {
    writer.add({{"urlkey", key},
                {"digest", digest},
                {"url", url},
                {"exacturl", url},
                {"site", site},
                {"date", date},
                {"year", std::string_view(date).substr(0, 4)},
                {"month", std::string_view(date).substr(0, 6)},
                {"day", std::string_view(date).substr(0, 8)}});
  };
  add("http://a.org/", "org,a)/", "a.org", kDigestA, "20070101000000");
  add("http://www.a.org/private/x", "org,a)/private/x", "a.org", kDigestB,
      "20070630120000");
  add("http://b.a.org/privateer", "org,a,b)/privateer", "b.a.org", kDigestA,
      "20080101000000");
  add("http://aa.org/", "org,aa)/", "aa.org", kDigestB, "20090101000000");
  writer.about("urlkey", "surt");
  writer.finish();
}

std::set<uint64_t> hidden_by(const std::string& collection,
                             const std::vector<HiddenRule>& rules) {
  write_hidden(hidden_file(collection), rules);
  test::Problems problems;
  IndexReader reader = IndexReader::open_collection(collection, {}, problems);
  std::set<uint64_t> hidden;
  for (uint64_t n = 0; n < reader.documents(); ++n) {
    if (reader.is_deleted(n)) hidden.insert(n);
  }
  EXPECT_EQ(reader.deleted(), hidden.size());
  return hidden;
}

TEST(HiddenTest, EachKindOfRuleHidesItsPagesAndNoOther) {
  TempDir folder;
  std::string c = folder / "c";
  write_pages_to_hide(c);
  auto by = [&](Kind kind, const char* value) {
    return hidden_by(c, {hidden_rule(kind, value)});
  };
  EXPECT_THAT(by(Kind::kUrl, "http://a.org/private/"), ElementsAre(1));
  EXPECT_THAT(by(Kind::kUrl, "http://b.a.org/priv"), ElementsAre(2));
  EXPECT_THAT(by(Kind::kHost, "www.A.org"), ElementsAre(0, 1, 2));
  EXPECT_THAT(by(Kind::kHost, "b.a.org"), ElementsAre(2));
  EXPECT_THAT(by(Kind::kDigest, kDigestB.c_str()), ElementsAre(1, 3));
  EXPECT_THAT(by(Kind::kDate, "2007"), ElementsAre(0, 1));
  EXPECT_THAT(by(Kind::kDate, "20070601-2008"), ElementsAre(1, 2));
  EXPECT_THAT(hidden_by(c, {}), IsEmpty());
}

TEST(HiddenTest, RulesAreReadAsTheyWereWritten) {
  TempDir folder;
  std::vector<HiddenRule> rules = {
      hidden_rule(Kind::kUrl, "http://a.org/x"),
      hidden_rule(Kind::kHost, "WWW.Example.ORG"),
      hidden_rule(Kind::kDigest, "SHA1:" + std::string(32, 'a')),
      hidden_rule(Kind::kDate, "2007-2008")};
  EXPECT_EQ(rules[1].value, "example.org");
  EXPECT_EQ(rules[2].value, kDigestA);
  write_hidden(folder / "hidden", rules);
  EXPECT_EQ(read_hidden(folder / "hidden"), rules);
  write_hidden(folder / "hidden", {});
  EXPECT_FALSE(std::filesystem::exists(folder / "hidden"));
  EXPECT_THAT(read_hidden(folder / "hidden"), IsEmpty());
}

TEST(HiddenTest, WhatIsNoRuleIsRefused) {
  EXPECT_THROW((void)hidden_rule(Kind::kUrl, "a.org"), UsageError);
  EXPECT_THROW((void)hidden_rule(Kind::kUrl, "http://a.org/ x"), UsageError);
  EXPECT_THROW((void)hidden_rule(Kind::kHost, "a.org/x"), UsageError);
  EXPECT_THROW((void)hidden_rule(Kind::kHost, ""), UsageError);
  EXPECT_THROW((void)hidden_rule(Kind::kDate, "07"), UsageError);
  EXPECT_THROW((void)hidden_rule(Kind::kDate, "2007-x"), UsageError);
  TempDir folder;
  for (const char* line : {"site a.org\n", "host\n", "date 2\n"}) {
    EXPECT_THROW((void)read_hidden(folder.write("hidden", line)), FormatError)
        << line;
  }
}

TEST(HiddenTest, TheFileOfAnIndexIsThatOfItsCollection) {
  TempDir folder;
  std::string c = folder / "c";
  write_pages_to_hide(c);
  std::string file =
      (std::filesystem::weakly_canonical(c) / kHiddenName).string();
  EXPECT_EQ(hidden_file(c), file);
  EXPECT_EQ(hidden_file(c + "/pindexes/s"), file);
  EXPECT_EQ(hidden_file(c + "/pindexes/s/main"), file);
}

}  // namespace
}  // namespace wax::index
