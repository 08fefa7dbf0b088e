#include "io/compress/member_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/archives.h"

namespace wax::io {
namespace {

using testing::ElementsAre;
using tests::gzip_member;
using tests::memory_file;

Match starts_with_x(std::string_view bytes) {
  if (bytes.empty()) return Match::kMore;
  return bytes[0] == 'X' ? Match::kYes : Match::kNo;
}

// A search in these bytes.
struct Searched {
  explicit Searched(const std::string& bytes) : file(memory_file(bytes)) {}

  std::unique_ptr<FileSource> file;
  std::unique_ptr<Inflater> inflater = gzip_inflater();
  MemberSearch search{*file, *inflater, starts_with_x};
};

TEST(MemberSearch, AMemberIsGoodByItsFirstBytes) {
  Searched good(gzip_member("X one"));
  EXPECT_TRUE(good.search.at_good_member());
  EXPECT_FALSE(good.search.at_plain_piece());
  EXPECT_EQ(good.file->offset(), 0);
  Searched other(gzip_member("another"));
  EXPECT_FALSE(other.search.at_good_member());
  Searched plain("X one");
  EXPECT_FALSE(plain.search.at_good_member());
  EXPECT_TRUE(plain.search.at_plain_piece());
}

TEST(MemberSearch, AnyMemberIsFoundWhereOneIsExpected) {
  Searched at(gzip_member("another") + gzip_member("X one"));
  EXPECT_TRUE(at.search.find_member(false));
  EXPECT_EQ(at.file->offset(), 0);
  EXPECT_TRUE(at.search.find_member(true));
  EXPECT_EQ(at.file->offset(), gzip_member("another").size());
}

TEST(MemberSearch, WhatIsPassedOverIsTold) {
  const std::string junk = "no member";
  Searched at(junk + gzip_member("another") + gzip_member("X one"));
  ASSERT_TRUE(at.search.find_member(false));
  const uint64_t to = junk.size() + gzip_member("another").size();
  EXPECT_EQ(at.file->offset(), to);
  tests::Problems problems;
  at.search.report_junk(0, to, true, problems);
  at.search.report_junk(to, to, true, problems);
  EXPECT_THAT(problems.ids(), ElementsAre("junk-between-records"));
}

TEST(MemberSearch, ZerosAtTheEndAreANote) {
  Searched at(std::string(20'000, '\0'));
  EXPECT_FALSE(at.search.find_member(false));
  tests::Problems problems;
  at.search.report_junk(0, at.file->offset(), false, problems);
  ASSERT_EQ(problems.all.size(), 1U);
  EXPECT_EQ(problems.all[0].id, "gzip-trailing-junk");
  EXPECT_EQ(problems.all[0].severity, Severity::kNote);
}

TEST(MemberSearch, ADamagedMemberMayHaveSwallowedTheNext) {
  const std::string bad = gzip_member("X one").substr(0, 12);
  Searched at(bad + gzip_member("X two"));
  ASSERT_TRUE(at.file->seek(bad.size() + 20));
  at.search.go_back(0);
  ASSERT_TRUE(at.search.find_member(true));
  EXPECT_EQ(at.file->offset(), bad.size());
}

}  // namespace
}  // namespace wax::io
