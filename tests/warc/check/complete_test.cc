#include "warc/check/complete.h"

#include <gtest/gtest.h>

#include <string>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::warc {
namespace {

std::string page(const std::string& text) {
  return tests::warc_record(tests::http_response("<p>" + text));
}

class Complete : public testing::Test {
 protected:
  bool complete(std::string_view bytes) {
    return is_complete(directory_.write("a", bytes));
  }
  // Each beginning of the archive but those that end where a record ends.
  void expect_incomplete_until(const std::string& bytes, size_t first_end) {
    for (size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_EQ(complete(bytes.substr(0, size)), size == first_end) << size;
    }
    EXPECT_TRUE(complete(bytes));
  }

  tests::TempDir directory_;
};

TEST_F(Complete, IsAnArchiveWithTheWholeOfItsLastMember) {
  const std::string one = tests::gzip_member(page("one"));
  expect_incomplete_until(one + tests::gzip_member(page("two")), one.size());
  const std::string frame = tests::zstd_frame(page("one"));
  expect_incomplete_until(frame + tests::zstd_frame(page("two")), frame.size());
}

TEST_F(Complete, IsAnUncompressedArchiveWithTheWholeOfItsLastBlock) {
  const std::string one = page("one");
  const std::string both = one + page("two");
  EXPECT_TRUE(complete(one));
  EXPECT_TRUE(complete(both));
  for (size_t size = one.size() + 1; size + 4 < both.size(); ++size) {
    EXPECT_FALSE(complete(both.substr(0, size))) << size;
  }
}

TEST_F(Complete, IsAnArcWithTheWholeOfItsLastRecord) {
  const std::string head = tests::arc_filedesc("a.arc");
  const std::string both =
      head + tests::arc_record(tests::http_response("<p>one"));
  EXPECT_TRUE(complete(both));
  EXPECT_FALSE(complete(both.substr(0, both.size() - 3)));
  EXPECT_FALSE(complete(both.substr(0, head.size() + 20)));
}

TEST_F(Complete, IsNotChangedByDamageBeforeTheLastRecord) {
  std::string damaged = tests::gzip_member(page("one"));
  damaged[damaged.size() / 2] ^= 0x55;
  EXPECT_TRUE(complete(damaged + tests::gzip_member(page("two"))));
  EXPECT_FALSE(complete(tests::gzip_member(page("two")) + damaged));
}

TEST_F(Complete, IsNotWhatHoldsNoRecord) {
  EXPECT_FALSE(complete(""));
  EXPECT_FALSE(complete("not an archive\n"));
  EXPECT_FALSE(complete("PK\3\4 and no directory"));
  EXPECT_FALSE(complete(tests::gzip_member(page("one")) + "junk"));
  EXPECT_THROW((void)is_complete(directory_.path() + "/gone"), IoError);
}

}  // namespace
}  // namespace wax::warc
