#include "cdx/files/field_lines.h"

#include <gtest/gtest.h>

#include "io/error.h"
#include "lines/line_stream.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

TEST(FieldLines, JoinsFilesAndNamesBadLines) {
  tests::TempDir directory;
  std::string a = directory.write("a", " CDX N b a\nk 2007 u\n\nk 2007\n");
  std::string empty = directory.write("e", "");
  std::string b = directory.write("b", " CDX N b a\nl 2008 v\n");
  tests::Problems problems;
  FieldLines lines({empty, a, b}, LineFields({"url"}), problems);
  EXPECT_EQ(lines.header().text(), " CDX N b a");
  std::string_view line;
  ASSERT_EQ(lines.next(line), FieldLines::Line::kCapture);
  EXPECT_EQ(lines.fields()[0], "u");
  EXPECT_TRUE(lines.take_new_file());
  EXPECT_FALSE(lines.take_new_file());
  EXPECT_EQ(lines.next(line), FieldLines::Line::kMetadata);
  ASSERT_EQ(lines.next(line), FieldLines::Line::kCapture);
  EXPECT_EQ(lines.fields()[0], "v");
  EXPECT_TRUE(lines.take_new_file());
  EXPECT_EQ(lines.next(line), FieldLines::Line::kEnd);
  EXPECT_EQ(lines.read(), 3u);
  EXPECT_EQ(lines.bad(), 1u);
  ASSERT_EQ(problems.all.size(), 1u);
  EXPECT_EQ(problems.all[0].id, "cdx-bad-line");
  EXPECT_EQ(problems.all[0].file, a);
  EXPECT_EQ(problems.all[0].text, "line 4: too few columns");
}

TEST(FieldLines, RefusesFilesOfOtherColumns) {
  tests::TempDir directory;
  std::string a = directory.write("a", " CDX N b a\nk 2007 u\n");
  std::string b = directory.write("b", " CDX N b m\nk 2007 m\n");
  NoProblems problems;
  EXPECT_THROW(FieldLines({a, b}, LineFields({"b"}), problems),
               lines::LineError);
}

TEST(FieldLines, RefusesKeysOfAnotherKind) {
  tests::TempDir directory;
  std::string a = directory.write("a", "dns:x 2007 {}\ncom,a)/ 2007 {}\n");
  std::string b = directory.write("b", "dns:x 2007 {}\na.com/ 2007 {}\n");
  NoProblems problems;
  auto read_all = [&](KeyKinds kinds) {
    FieldLines lines({a, b}, LineFields({"b"}), problems, kinds);
    std::string_view line;
    while (lines.next(line) != FieldLines::Line::kEnd) continue;
    return lines.read();
  };
  EXPECT_THROW(read_all(KeyKinds::kOne), UsageError);
  EXPECT_EQ(read_all(KeyKinds::kAny), 4u);
}

}  // namespace
}  // namespace wax::cdx
