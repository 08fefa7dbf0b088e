#include "warc/reader/record_trailer.h"

#include <gtest/gtest.h>

namespace wax::warc {
namespace {

TEST(RecordTrailer, IsTwoEqualLineEnds) {
  for (std::string_view good : {"\r\n\r\n", "\n\n", "\r\r\n\r\r\n"}) {
    EXPECT_TRUE(closes_record(good)) << testing::PrintToString(good);
  }
  for (std::string_view bad :
       {"", "\n", "\r\n", "\r\r", "\r\n\n", "\n\r\n", "\n\n\n\n"}) {
    EXPECT_FALSE(closes_record(bad)) << testing::PrintToString(bad);
  }
}

TEST(RecordTrailer, MayLieInTheBlockInPart) {
  struct Case {
    std::string_view line_ends;
    std::string_view tail;
    Severity severity;
    std::string_view id;
    std::string_view text;
  };
  constexpr std::string_view kSeparator = "warc-bad-separator";
  const Case cases[] = {
      {"", "text", Severity::kNote, kSeparator,
       "0 bytes of line ends follow a block"},
      {"\n\r\n", "xt\r\r", Severity::kWarning, "warc-bad-length",
       "3 bytes of line ends follow a block that ends in line ends; its length "
       "may be 1 too large"},
      {"\r\n", "xt\r\n", Severity::kWarning, kSeparator,
       "2 bytes of line ends follow a block that ends in line ends; its length "
       "may be 2 too large"},
      {"\n", "\r\n\r", Severity::kWarning, "warc-bad-length",
       "1 bytes of line ends follow a block that ends in line ends; its length "
       "may be 3 too large"},
      {"\r\n", "xt\n\n", Severity::kNote, kSeparator,
       "2 bytes of line ends follow a block"},
      {"\r\n\r\n\r\n", "\r\n", Severity::kNote, kSeparator,
       "6 bytes of line ends follow a block"},
  };
  for (const Case& c : cases) {
    BadTrailer bad = judge_trailer(c.line_ends, c.tail);
    EXPECT_EQ(bad.severity, c.severity) << testing::PrintToString(c.tail);
    EXPECT_EQ(bad.id, c.id) << testing::PrintToString(c.tail);
    EXPECT_EQ(bad.text, c.text) << testing::PrintToString(c.tail);
  }
}

}  // namespace
}  // namespace wax::warc
