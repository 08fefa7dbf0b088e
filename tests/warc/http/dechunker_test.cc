#include "warc/http/dechunker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/archives.h"

namespace wax::warc {
namespace {

std::string dechunked(std::string_view text, tests::Problems& problems) {
  io::MemorySource source(text);
  BodyReporter reporter(problems, {});
  Dechunker chunks(source, reporter);
  return io::read_all(chunks, UINT64_MAX);
}

TEST(Dechunker, JoinsChunks) {
  for (std::string_view text :
       {"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", "3\nabc\n2\nde\n0\n\n",
        "3;x=y\r\nabc\r\n02 \r\nde\r\n0\r\nTrailer: x\r\n\r\n"}) {
    tests::Problems problems;
    EXPECT_EQ(dechunked(text, problems), "abcde") << text;
    EXPECT_THAT(problems.ids(), testing::IsEmpty()) << text;
  }
}

TEST(Dechunker, SaysWhatIsWrong) {
  struct ChunksCase {
    std::string_view text;
    std::string_view body;
    const char* id;
  };
  const ChunksCase cases[] = {
      {"no chunks", "no chunks", "http-bad-chunk"},
      {"3\r\nabc\r\nx\r\nde", "abcx\r\nde", "http-bad-chunk"},
      {"3\r\nab", "ab", "http-truncated-body"},
      {"1\r\na\r\n0\r\n\r\nmore", "a", "http-trailing-bytes"},
  };
  for (const ChunksCase& c : cases) {
    tests::Problems problems;
    EXPECT_EQ(dechunked(c.text, problems), c.body) << c.text;
    EXPECT_THAT(problems.ids(), testing::ElementsAre(c.id)) << c.text;
  }
}

TEST(Dechunker, OfNothingIsNothing) {
  tests::Problems problems;
  EXPECT_EQ(dechunked("", problems), "");
  EXPECT_THAT(problems.ids(), testing::IsEmpty());
}

}  // namespace
}  // namespace wax::warc
