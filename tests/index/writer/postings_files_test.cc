#include "index/writer/postings_files.h"

#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

// 100 terms without positions, of which one is in 50,000 documents.
std::string files_with(size_t block, unsigned threads) {
  TempDir folder;
  PostingsFiles files(folder / "_0", false, threads, block);
  files.begin_field(0, false);
  for (uint32_t i = 0; i < 100; ++i) {
    std::string term = "term" + std::to_string(100 + i);
    for (uint32_t part = 0; part < (i == 50 ? 500U : 1U); ++part) {
      io::ByteBuffer deltas;
      TermPostings postings;
      postings.count = 100;
      postings.first = part * 1000;
      postings.last = postings.first + 99 * 7;
      for (int n = 1; n < 100; ++n) deltas.append_vint(7);
      postings.documents = deltas.view();
      files.add(term, postings);
    }
  }
  files.finish();
  return tests::read_file(folder / "_0.frq") +
         tests::read_file(folder / "_0.tis");
}

TEST(PostingsFilesTest, NeitherBlocksNorThreadsChangeTheBytes) {
  std::string expected = files_with(1 << 20, 1);
  EXPECT_TRUE(files_with(1 << 10, 1) == expected);
  EXPECT_TRUE(files_with(1 << 12, 3) == expected);
}

}  // namespace
}  // namespace wax::index
