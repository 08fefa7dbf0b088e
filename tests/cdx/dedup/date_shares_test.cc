#include "cdx/dedup/date_shares.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

class DateSharesTest : public testing::Test {
 protected:
  // A line of CDX-11.
  static std::string capture(const std::string& key, const std::string& date,
                             char digest) {
    return key + " " + date + " http://x/ text/html 200 " +
           std::string(32, digest) + " - - 1 2 a.warc.gz\n";
  }
  static std::string dated(const std::string& key, char digest,
                           const std::string& date,
                           const std::string& more = "") {
    return key + " sha1:" + std::string(32, digest) + " " + date + more + "\n";
  }
  void share() {
    share_dates(home_ / "list",
                {{{{home_ / "1.cdx", home_ / "1.dup"}}, home_ / "1"},
                 {{{home_ / "2.cdx", home_ / "2.dup"}}, home_ / "2"},
                 {{{home_ / "3.cdx", home_ / "3.dup"}}, home_ / "3"}},
                {});
  }
  tests::TempDir home_;
};

TEST_F(DateSharesTest, GoToThePartsThatKeepTheVersion) {
  home_.write("1.cdx", capture("a", "20010101000000", 'A') +
                           capture("b", "20010101000000", 'B') +
                           capture("b", "20020101000000", 'B'));
  home_.write("1.dup", "# comment\n" + dated("b", 'B', "20020101000000",
                                             " original=20010101000000"));
  home_.write("2.cdx", capture("a", "20030101000000", 'A') +
                           capture("b", "20030101000000", 'C'));
  home_.write("2.dup", dated("a", 'A', "20030101000000"));
  home_.write("3.cdx", capture("a", "20050101000000", 'A'));
  home_.write("3.dup", "");
  home_.write("list", "# comment\n" + dated("a", 'A', "20030101000000") +
                          dated("a", 'A', "20040101000000", " more") +
                          dated("b", 'B', "20020101000000") +
                          dated("b", 'C', "20090101000000") +
                          dated("c", 'C', "20090101000000"));
  share();
  std::string both = dated("a", 'A', "20030101000000") +
                     dated("a", 'A', "20040101000000", " more");
  EXPECT_EQ(tests::read_file(home_ / "1"),
            both + dated("b", 'B', "20020101000000"));
  EXPECT_EQ(tests::read_file(home_ / "2"), dated("b", 'C', "20090101000000"));
  EXPECT_EQ(tests::read_file(home_ / "3"), both);
}

TEST_F(DateSharesTest, LeaveAFileAloneThatHasThem) {
  for (const char* part : {"1", "2", "3"}) {
    home_.write(std::string(part) + ".cdx",
                capture(part, "20010101000000", 'A'));
    home_.write(std::string(part) + ".dup", "");
  }
  home_.write("list", dated("1", 'A', "20020101000000") +
                          dated("2", 'A', "20020101000000"));
  share();
  auto time = [&](const char* part) {
    return std::filesystem::last_write_time(home_ / part);
  };
  auto first = time("1");
  auto second = time("2");
  auto third = time("3");
  home_.write("list", dated("1", 'A', "20020101000000") +
                          dated("2", 'A', "20020101000000") +
                          dated("2", 'A', "20030101000000"));
  share();
  EXPECT_EQ(time("1"), first);
  EXPECT_NE(time("2"), second);
  EXPECT_EQ(time("3"), third);
  home_.write("list", "");
  share();
  EXPECT_NE(time("1"), first);
  EXPECT_EQ(tests::read_file(home_ / "1"), "");
}

}  // namespace
}  // namespace wax::cdx
