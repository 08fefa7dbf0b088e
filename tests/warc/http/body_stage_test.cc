#include "warc/http/body_stage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/support/archives.h"

namespace wax::warc {
namespace {

TEST(BodyStage, SaysWhereItsBodyLies) {
  tests::Problems problems;
  Problem where;
  where.file = "a.warc";
  where.offset = 7;
  BodyReporter reporter(problems, where);
  reporter.report(Severity::kWarning, "odd", "text");
  reporter.trailing_bytes();
  ASSERT_THAT(problems.ids(),
              testing::ElementsAre("odd", "http-trailing-bytes"));
  EXPECT_EQ(problems.all[0].file, "a.warc");
  EXPECT_EQ(problems.all[1].offset, 7u);
}

TEST(BodyStage, BuffersBytesInTheirOrder) {
  const unsigned seed = 3;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  StageBuffer buffer;
  std::string expected;
  for (int i = 0; i < 2000; ++i) {
    if (random() % 2 == 0) {
      std::string bytes(random() % 100, static_cast<char>('a' + i % 26));
      buffer.append(bytes);
      expected += bytes;
    } else {
      size_t n = random() % (expected.size() + 1);
      buffer.consume(n);
      expected.erase(0, n);
    }
    ASSERT_EQ(buffer.view(), expected);
  }
}

}  // namespace
}  // namespace wax::warc
