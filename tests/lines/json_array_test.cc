#include "lines/json_array.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/lines/stream_text.h"

namespace wax::lines {
namespace {

TEST(JsonArray, BeginsBeforeTheFirstElementAndEndsAfterTheLast) {
  auto array_of = [](std::string_view text) {
    return text_of(*json_array(lines_of(text)));
  };
  EXPECT_EQ(array_of(""), "[]\n");
  EXPECT_EQ(array_of("{\"a\":1}\n"), "[{\"a\":1}]\n");
  EXPECT_EQ(array_of("{}\n{\"b\":[]}\n{}\n"), "[{},\n{\"b\":[]},\n{}]\n");
}

}  // namespace
}  // namespace wax::lines
