#include "lines/changed_lines.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace wax::lines {
namespace {

// "-a =b +c": each line with what became of it.
std::string changes(ChangedList lists) {
  std::string text;
  for (ChangedLines lines(std::move(lists)); !lines.ended(); lines.next()) {
    text += !lines.is() ? '-' : lines.was() ? '=' : '+';
    text += lines.line();
    text += ' ';
  }
  return text;
}

TEST(ChangedLines, WereAreOrBoth) {
  EXPECT_EQ(changes({lines_of("a\nb\nd\n"), lines_of("b\nc\nd\ne\n")}),
            "-a =b +c =d +e ");
  EXPECT_EQ(changes({nullptr, lines_of("a\n")}), "+a ");
  EXPECT_EQ(changes({lines_of("a\n"), lines_of("")}), "-a ");
  EXPECT_EQ(changes({nullptr, lines_of("")}), "");
}

}  // namespace
}  // namespace wax::lines
