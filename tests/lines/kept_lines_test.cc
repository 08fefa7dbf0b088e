#include "lines/kept_lines.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/lines/stream_text.h"
#include "tests/support/temp_dir.h"

namespace wax::lines {
namespace {

TEST(KeptLines, AreReadInTheirOrderMoreThanOnce) {
  tests::TempDir folder;
  KeptLines kept(folder.path());
  EXPECT_TRUE(kept.empty());
  for (const char* line : {"b", "", "a", "b"}) kept.add(line);
  EXPECT_FALSE(kept.empty());
  EXPECT_EQ(text_of(*kept.read()), "b\n\na\nb\n");
  EXPECT_EQ(text_of(*kept.read()), "b\n\na\nb\n");
}

TEST(CollectedLines, AreReadSortedEachOnce) {
  tests::TempDir folder;
  SortOptions sort;
  sort.tmpdir = folder.path();
  CollectedLines collected(sort);
  for (const char* line : {"b", "a", "b"}) collected.add(line);
  EXPECT_EQ(text_of(*collected.sorted()), "a\nb\n");
}

}  // namespace
}  // namespace wax::lines
