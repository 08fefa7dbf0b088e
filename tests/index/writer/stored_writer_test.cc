#include "index/writer/stored_writer.h"

#include <gtest/gtest.h>

namespace wax::index {
namespace {

std::string blocks_of(StoredBlockMaker& maker,
                      const std::vector<std::string>& texts,
                      std::vector<uint32_t>* sizes = nullptr) {
  StoredBlocks blocks;
  maker.begin(nullptr, blocks);
  for (const std::string& text : texts) {
    maker.add_text(1, text);
    maker.end_document();
  }
  maker.finish();
  if (sizes != nullptr) *sizes = blocks.sizes;
  return std::string(blocks.bytes.view());
}

TEST(StoredWriterTest, ABlockHasThirtyTwoDocumentsAndTheLastOneTheRest) {
  StoredBlockMaker maker;
  std::vector<uint32_t> sizes;
  std::string bytes =
      blocks_of(maker, std::vector<std::string>(67, "text"), &sizes);
  ASSERT_EQ(sizes.size(), 3U);
  EXPECT_EQ(sizes[0] + sizes[1] + sizes[2], bytes.size());
}

TEST(StoredWriterTest, TheSameDocumentsGiveTheSameBlocksAgain) {
  StoredBlockMaker maker;
  std::vector<std::string> texts(70, "some words, some words, some words");
  std::string first = blocks_of(maker, texts);
  (void)blocks_of(maker, {"others"});
  EXPECT_EQ(blocks_of(maker, texts), first);
}

TEST(StoredWriterTest, ADigestThatIsASha1TakesTwentyBytes) {
  StoredBlockMaker maker;
  size_t sha1 =
      blocks_of(maker, {"sha1:KOV4AAWBLGYONIWSBHLSZJFUJMWUHXK4"}).size();
  size_t other =
      blocks_of(maker, {"sha1:KOV4AAWBLGYONIWSBHLSZJFUJMWUHXK1"}).size();
  EXPECT_LT(sha1 + 10, other);
}

TEST(StoredWriterTest, TheFileOfNoDocumentsHasNoBlocks) {
  StoredBlockMaker maker;
  EXPECT_EQ(blocks_of(maker, {}), "");
}

}  // namespace
}  // namespace wax::index
