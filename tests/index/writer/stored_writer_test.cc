#include "index/writer/stored_writer.h"

#include <gtest/gtest.h>

#include "index/store/date_places.h"
#include "tests/support/command.h"
#include "tests/support/temp_dir.h"

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

using tests::TempDir;
using namespace std::string_view_literals;

TEST(LuceneStoredTest, ADocumentIsItsNumberOfValuesAndTheValues) {
  LuceneStored documents;
  LuceneStoredMaker maker;
  maker.begin(documents);
  maker.add(3, "heron", true);
  maker.add(200, "", false);
  maker.end_document();
  maker.end_document();
  EXPECT_EQ(documents.bytes.view(), "\2\3\1\5heron\xC8\1\0\0\0"sv);
  EXPECT_EQ(documents.sizes, (std::vector<uint32_t>{13, 1}));
}

TEST(LuceneStoredTest, PackedDatesAreATextEach) {
  std::string packed;
  const std::string_view dates[] = {"20070101000000", "20070102030405"};
  ASSERT_TRUE(pack_dates(dates, packed));
  LuceneStored documents;
  LuceneStoredMaker maker;
  maker.begin(documents);
  maker.add_dates(1, packed);
  maker.end_document();
  EXPECT_EQ(documents.bytes.view(),
            "\2\1\0\x0E"
            "20070101000000\1\0\x0E"
            "20070102030405"sv);
}

TEST(LuceneStoredTest, PlacesSayWhereEachDocumentBegins) {
  TempDir folder;
  LuceneStored documents;
  LuceneStoredMaker maker;
  maker.begin(documents);
  maker.add(0, "a", false);
  maker.end_document();
  maker.end_document();
  LuceneStoredWriter writer(folder / "_0");
  writer.add(documents);
  writer.add(documents);
  writer.finish();
  EXPECT_EQ(tests::read_file(folder / "_0.fdt"),
            "\0\0\0\2\1\0\0\1a\0\1\0\0\1a\0"sv);
  EXPECT_EQ(tests::read_file(folder / "_0.fdx"),
            "\0\0\0\2"
            "\0\0\0\0\0\0\0\4\0\0\0\0\0\0\0\x09"
            "\0\0\0\0\0\0\0\x0A\0\0\0\0\0\0\0\x0F"sv);
}

}  // namespace

}  // namespace wax::index
