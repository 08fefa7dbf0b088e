#include "warc/http/unpacked_body.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/archives.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string unpacked(std::string_view bytes, test::Problems& problems,
                     const std::string& coding = "gzip") {
  io::MemorySource source(bytes);
  BodyReporter reporter(problems, {});
  UnpackedBody body(source, coding, codecs_of(coding), reporter);
  return io::read_all(body, UINT64_MAX);
}

TEST(UnpackedBody, IsOfSeveralMembers) {
  test::Problems problems;
  EXPECT_EQ(
      unpacked(test::gzip_member("one ") + test::gzip_member("two"), problems),
      "one two");
  EXPECT_EQ(unpacked("", problems), "");
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(UnpackedBody, IsOfTheCodecThatTakesIt) {
  test::Problems problems;
  EXPECT_EQ(unpacked(test::deflated("text", 15), problems, "deflate"), "text");
  EXPECT_EQ(unpacked(test::deflated("text"), problems, "deflate"), "text");
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(UnpackedBody, SaysWhatIsWrong) {
  const std::string packed = test::gzip_member(std::string(5000, 'x') + "end");
  struct UnpackedCase {
    std::string bytes;
    const char* id;
  };
  const UnpackedCase cases[] = {
      {"text", "http-bad-content-encoding"},
      {packed.substr(0, packed.size() - 4), "http-truncated-body"},
      {packed + "more", "http-trailing-bytes"},
  };
  for (const UnpackedCase& c : cases) {
    test::Problems problems;
    std::string body = unpacked(c.bytes, problems);
    EXPECT_EQ(body, c.bytes == "text" ? "text" : std::string(5000, 'x') + "end")
        << c.id;
    EXPECT_THAT(problems.ids(), ElementsAre(c.id));
  }
}

}  // namespace
}  // namespace wax::warc
