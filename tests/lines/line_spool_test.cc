#include "lines/line_spool.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::lines {
namespace {

TEST(LineSpool, WritesEachLineOnceInOrder) {
  LineSpool spool({});
  spool.add("b\na\n");
  spool.add("");
  spool.add("c\nb\n");
  std::string text;
  auto output = io::open_memory(text);
  spool.write_sorted(*output);
  EXPECT_EQ(text, "a\nb\nc\n");
}

TEST(LineSpool, MayBeEmpty) {
  LineSpool spool({});
  std::string text;
  auto output = io::open_memory(text);
  spool.write_sorted(*output);
  EXPECT_EQ(text, "");
}

}  // namespace
}  // namespace wax::lines
