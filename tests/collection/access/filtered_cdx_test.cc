#include "collection/access/filtered_cdx.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

class WithoutB final : public LineFilter {
 public:
  bool keeps(std::string_view line) override {
    return line.find(" b") == line.npos;
  }
};

std::vector<std::string> all_of(std::unique_ptr<lines::LineStream> lines) {
  std::vector<std::string> out;
  std::string_view line;
  while (lines->next(line)) out.emplace_back(line);
  return out;
}

TEST(FilteredCdx, LeavesLinesOutInBothDirectionsAndWhenOpenedAgain) {
  tests::TempDir folder;
  auto file = filtered_cdx(
      cdx::open_searchable(folder.write("a.cdx", "k 1 a\nk 2 b\nk 3 c\n")),
      [](cdx::Searchable&) { return std::make_unique<WithoutB>(); });
  const cdx::SearchRange range = {"k ", "k!"};
  using Lines = std::vector<std::string>;
  EXPECT_EQ(all_of(file->lines(range)), (Lines{"k 1 a", "k 3 c"}));
  EXPECT_EQ(all_of(file->lines_backwards(range)), (Lines{"k 3 c", "k 1 a"}));
  EXPECT_EQ(all_of(file->again()->lines(range)), (Lines{"k 1 a", "k 3 c"}));
}

}  // namespace
}  // namespace wax::collection
