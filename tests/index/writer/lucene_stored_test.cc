#include "index/writer/lucene_stored.h"

#include <gtest/gtest.h>

#include "index/store/packed_dates.h"
#include "tests/support/command.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

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
