#include "index/store/commit.h"

#include <gtest/gtest.h>

#include "index/writer/lucene_files.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

std::vector<CommittedSegment> commit_in(const TempDir& folder) {
  return read_commit(IndexFiles(folder.path(), nullptr));
}

TEST(CommitTest, TheWritersCommitHasOneSegmentWithFilesOfItsOwn) {
  TempDir folder;
  write_commit(folder.path(), 7, true);
  std::vector<CommittedSegment> segments = commit_in(folder);
  ASSERT_EQ(segments.size(), 1U);
  EXPECT_EQ(segments[0].name, "_0");
  EXPECT_EQ(segments[0].store, "_0");
  EXPECT_EQ(segments[0].documents, 7U);
  EXPECT_EQ(segments[0].deletions, -1);
  EXPECT_FALSE(segments[0].is_compound);
}

TEST(CommitTest, AnIndexOfNoDocumentsHasNoSegment) {
  TempDir folder;
  write_commit(folder.path(), 0, false);
  EXPECT_TRUE(commit_in(folder).empty());
}

TEST(CommitTest, ADamagedCommitIsAnError) {
  TempDir folder;
  write_commit(folder.path(), 7, true);
  std::string bytes = tests::read_file(folder / "segments_1");
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string bad = bytes;
    bad[at] ^= 1;
    folder.write("segments_1", bad);
    EXPECT_THROW((void)commit_in(folder), Error) << at;
  }
}

TEST(CommitTest, GenerationsAreInBase36) {
  EXPECT_EQ(with_generation("_0", 10), "_0_a");
  EXPECT_EQ(with_generation("_1", 37), "_1_11");
}

}  // namespace
}  // namespace wax::index
