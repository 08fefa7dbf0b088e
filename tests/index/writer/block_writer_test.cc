#include <gtest/gtest.h>

#include <filesystem>

#include "index/store/block_file.h"
#include "index/store/index_directory.h"
#include "index/writer/index_writer.h"
#include "index/writer/postings_files.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

void write_same(const std::string& path, int documents) {
  IndexWriter writer(path, {});
  for (int i = 0; i < documents; ++i) {
    writer.add({{"title", i % 2 == 0 ? "even all" : "all"}});
  }
  writer.finish();
}

TEST(BlockWriterTest, AnIndexWithoutFrequentTermsHasNoFileOfBlocks) {
  TempDir folder;
  write_same(folder / "few", 127);
  write_same(folder / "many", 128);
  EXPECT_FALSE(std::filesystem::exists(folder / "few/wax-blocks_0"));
  EXPECT_TRUE(std::filesystem::exists(folder / "many/wax-blocks_0"));
}

TEST(BlockWriterTest, TheBlocksOfATermHaveItsDocuments) {
  TempDir folder;
  write_same(folder / "i", 1000);
  IndexDirectory index(folder / "i",
                       std::make_shared<Manifest>(read_manifest(folder / "i")));
  const LuceneSegment& segment = *index.parts()[0].segment;
  ASSERT_NE(segment.blocks(), nullptr);
  uint32_t title = segment.field_number("title");
  TermBlocks blocks =
      segment.blocks()->blocks_of(segment.terms().find(title, "even"));
  ASSERT_EQ(blocks.count(), 4U);
  EXPECT_EQ(blocks.documents_of(3), 500U - 3 * 128);
  uint32_t documents[TermBlocks::kDocuments];
  blocks.read_documents(1, documents);
  EXPECT_EQ(documents[0], 256U);
  EXPECT_EQ(blocks.last(3), 998U);
  EXPECT_EQ(blocks.greatest(0).frequency, 1U);
}

TEST(BlockWriterTest, TheFileIsTheSameWhenItIsMadeAgain) {
  TempDir folder;
  write_same(folder / "i", 1000);
  std::string before = tests::read_file(folder / "i/wax-blocks_0");
  write_blocks(folder / "i");
  EXPECT_TRUE(tests::read_file(folder / "i/wax-blocks_0") == before);
}

}  // namespace
}  // namespace wax::index
