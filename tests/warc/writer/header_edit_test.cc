#include "warc/writer/header_edit.h"

#include <gtest/gtest.h>

#include <vector>

namespace wax::warc {
namespace {

constexpr std::string_view kHeader =
    "WARC/1.0\r\nwarc-type :  response\r\nX: a\r\n b\r\nX: c\r\n"
    "Content-Length: 5\r\n\r\n";

std::string edited(std::vector<FieldChange> changes,
                   std::string_view version = {}) {
  return edited_header(kHeader, changes, version);
}

TEST(HeaderEdit, WithoutChangesIsTheSame) {
  EXPECT_EQ(edited({}), kHeader);
  EXPECT_EQ(edited({{"Missing", {}}}), kHeader);
}

TEST(HeaderEdit, ReplacesValuesWhereTheyStand) {
  EXPECT_EQ(edited({{"WARC-Type", "revisit"}, {"content-length", "12"}}),
            "WARC/1.0\r\nwarc-type :  revisit\r\nX: a\r\n b\r\nX: c\r\n"
            "Content-Length: 12\r\n\r\n");
}

TEST(HeaderEdit, LeavesFieldsOutWithTheirContinuations) {
  EXPECT_EQ(edited({{"x", {}}}),
            "WARC/1.0\r\nwarc-type :  response\r\nContent-Length: 5\r\n\r\n");
  EXPECT_EQ(edited({{"x", "d"}}),
            "WARC/1.0\r\nwarc-type :  response\r\nX: d\r\n"
            "Content-Length: 5\r\n\r\n");
}

TEST(HeaderEdit, AddsFieldsAtTheEnd) {
  EXPECT_EQ(edited({{"A", "1"}, {"B", "2"}}, "1.1"),
            "WARC/1.1\r\nwarc-type :  response\r\nX: a\r\n b\r\nX: c\r\n"
            "Content-Length: 5\r\nA: 1\r\nB: 2\r\n\r\n");
  EXPECT_EQ(edited_header("WARC/1.0\nA:\n\n",
                          std::vector<FieldChange>{{"A", "1"}, {"B", "2"}}),
            "WARC/1.0\nA:1\nB: 2\n\n");
  EXPECT_EQ(
      edited_header("WARC/1.0\r\nA: 0", std::vector<FieldChange>{{"B", "2"}}),
      "WARC/1.0\r\nA: 0B: 2\r\n");
}

}  // namespace
}  // namespace wax::warc
