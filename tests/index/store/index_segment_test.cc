#include "index/store/index_segment.h"

#include <gtest/gtest.h>

#include "index/store/index_column.h"
#include "index/store/posting_cursor.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

// 300 documents; each third has a text.
void write_thirds(const std::string& path) {
  IndexWriter writer(path, {});
  for (int i = 0; i < 300; ++i) {
    std::string title = "page " + std::to_string(i);
    std::vector<FieldValue> values = {{"title", title},
                                      {"date", "20070102030405"}};
    if (i % 3 == 0) values.push_back({"content", "words of a third"});
    writer.add(values);
  }
  writer.finish();
}

TEST(IndexSegmentTest, StoredValuesAreGivenByFieldAndInOrder) {
  TempDir folder;
  write_thirds(folder / "i");
  IndexColumn index(folder / "i", nullptr);
  const IndexSegment& segment = *index.parts()[0].segment;
  std::string found;
  segment.stored(
      3, [](uint32_t) { return true; },
      [&](uint32_t field, std::string value) {
        found += segment.fields()[field].name + '=' + value + ';';
      });
  EXPECT_EQ(found,
            "title=page 3;date=20070102030405;content=words of a third;");
  EXPECT_EQ(segment.field_number("none"), UINT32_MAX);
}

TEST(IndexSegmentTest, ADocumentWithoutAFieldHasTheNormOfNoWords) {
  TempDir folder;
  write_thirds(folder / "i");
  IndexColumn index(folder / "i", nullptr);
  const IndexSegment& segment = *index.parts()[0].segment;
  NormReader norms = segment.norms(segment.field_number("content"));
  EXPECT_EQ(norms.at(1), norms.at(2));
  EXPECT_NE(norms.at(0), norms.at(1));
  EXPECT_TRUE(segment.norms(segment.field_number("date")).empty());
}

TEST(IndexSegmentTest, ReleasedFilesAreReadAgain) {
  TempDir folder;
  write_thirds(folder / "i");
  IndexColumn index(folder / "i", nullptr);
  const IndexSegment& segment = *index.parts()[0].segment;
  uint32_t content = segment.field_number("content");
  PostingCursor cursor(segment, content,
                       segment.terms().find(content, "third"));
  segment.release();
  uint32_t documents = 0;
  for (; cursor.document() != kNoDocument; cursor.next()) {
    EXPECT_EQ(cursor.document(), 3 * documents++);
  }
  EXPECT_EQ(documents, 100U);
}

}  // namespace
}  // namespace wax::index
