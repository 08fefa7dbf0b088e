// Orders over files of all kinds are tested with cdx/lookup/lookup.h.
#include "cdx/lookup/range_merger.h"

#include <gtest/gtest.h>

#include "tests/cdx/lookup/sample_captures.h"

namespace wax::cdx {
namespace {

Lines all(RangeMerger merged, std::vector<size_t>* files = nullptr) {
  Lines lines;
  std::string_view line;
  while (merged.next(line)) {
    lines.emplace_back(line);
    if (files != nullptr) files->push_back(merged.file());
  }
  return lines;
}

TEST(RangeMerger, KnowsTheFileOfEachLine) {
  tests::TempDir folder;
  std::vector<std::unique_ptr<Searchable>> files;
  auto line = [](const std::string& key, int day) {
    return key + " 200701" + std::to_string(day) + "000000";
  };
  files.push_back(
      open_searchable(folder.write("a", line("k", 11) + '\n' + line("k", 15) +
                                            '\n' + line("l", 10) + '\n')));
  files.push_back(
      open_searchable(folder.write("b", line("j", 12) + '\n' + line("k", 11) +
                                            '\n' + line("k", 12) + '\n')));
  SearchRange range = {"k ", "k!"};
  std::vector<size_t> from;
  EXPECT_EQ(
      all(RangeMerger::ascending(files, range), &from),
      (Lines{line("k", 11), line("k", 11), line("k", 12), line("k", 15)}));
  EXPECT_EQ(from, (std::vector<size_t>{0, 1, 1, 0}));
  from.clear();
  EXPECT_EQ(
      all(RangeMerger::descending(files, range), &from),
      (Lines{line("k", 15), line("k", 12), line("k", 11), line("k", 11)}));
  EXPECT_EQ(from, (std::vector<size_t>{0, 1, 0, 1}));
  from.clear();
  EXPECT_EQ(
      all(RangeMerger::closest(files, range, "20070112"), &from),
      (Lines{line("k", 12), line("k", 11), line("k", 11), line("k", 15)}));
  EXPECT_EQ(from, (std::vector<size_t>{1, 0, 1, 0}));
}

TEST(RangeMerger, OrdersLinesOfOneDateByBytes) {
  tests::TempDir folder;
  std::vector<std::unique_ptr<Searchable>> files;
  files.push_back(open_searchable(
      folder.write("a",
                   "k 20010101000000 a\nk 20010101000000 b\n"
                   "k 20010103000000 a\nk 20010103000000 b\n")));
  Lines lines =
      all(RangeMerger::closest(files, {"k ", "k!"}, "20010102000000"));
  EXPECT_EQ(lines, (Lines{"k 20010101000000 a", "k 20010101000000 b",
                          "k 20010103000000 a", "k 20010103000000 b"}));
}

}  // namespace
}  // namespace wax::cdx
