#include "warc/http/decompressed_body.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/archives.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string decompressed(std::string_view bytes, tests::Problems& problems,
                         const std::string& coding = "gzip") {
  io::MemorySource source(bytes);
  BodyReporter reporter(problems, {});
  DecompressedBody body(source, coding, codecs_of(coding), reporter);
  return io::read_all(body, UINT64_MAX);
}

TEST(DecompressedBody, IsOfSeveralMembers) {
  tests::Problems problems;
  EXPECT_EQ(decompressed(tests::gzip_member("one ") + tests::gzip_member("two"),
                         problems),
            "one two");
  EXPECT_EQ(decompressed("", problems), "");
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(DecompressedBody, IsOfTheCodecThatTakesIt) {
  tests::Problems problems;
  EXPECT_EQ(decompressed(tests::deflated("text", 15), problems, "deflate"),
            "text");
  EXPECT_EQ(decompressed(tests::deflated("text"), problems, "deflate"), "text");
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(DecompressedBody, SaysWhatIsWrong) {
  const std::string compressed =
      tests::gzip_member(std::string(5000, 'x') + "end");
  struct DamagedBody {
    std::string bytes;
    const char* id;
  };
  const DamagedBody cases[] = {
      {"text", "http-bad-content-encoding"},
      {compressed.substr(0, compressed.size() - 4), "http-truncated-body"},
      {compressed + "more", "http-trailing-bytes"},
  };
  for (const DamagedBody& c : cases) {
    tests::Problems problems;
    std::string body = decompressed(c.bytes, problems);
    EXPECT_EQ(body, c.bytes == "text" ? "text" : std::string(5000, 'x') + "end")
        << c.id;
    EXPECT_THAT(problems.ids(), ElementsAre(c.id));
  }
}

}  // namespace
}  // namespace wax::warc
