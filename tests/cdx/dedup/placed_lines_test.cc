#include "cdx/dedup/placed_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wax::cdx {
namespace {

TEST(PlacedLinesTest, ALineHasTheFirstPlaceOfItsVersionAndDate) {
  auto lines = placed_lines(
      lines::lines_of("a x 20070102000000 original=20070101000000\n"
                      "a x 20070103000000\nb y 20070101000000\n"
                      "c z 20070101000000\n"),
      lines::lines_of("a x 20070101000000 kind=capture offset=1 file=f\n"
                      "a x 20070102000000 kind=capture offset=2 file=f\n"
                      "a x 20070102000000 kind=capture offset=3 file=f\n"
                      "b y 20070101000000\n"
                      "b y 20070102000000 kind=capture offset=4 file=f\n"));
  std::vector<std::string> found;
  for (std::string_view line; lines->next(line);) found.emplace_back(line);
  EXPECT_THAT(found,
              testing::ElementsAre("a x 20070102000000 original=20070101000000 "
                                   "kind=capture offset=2 file=f",
                                   "a x 20070103000000", "b y 20070101000000",
                                   "c z 20070101000000"));
}

}  // namespace
}  // namespace wax::cdx
