#include "index/store/lucene_segment.h"

#include <gtest/gtest.h>

#include "index/store/index_directory.h"
#include "index/store/posting_cursor.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/command.h"
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

TEST(LuceneSegmentTest, StoredValuesAreGivenByFieldAndInOrder) {
  TempDir folder;
  write_thirds(folder / "i");
  IndexDirectory index(folder / "i", nullptr);
  const LuceneSegment& segment = *index.parts()[0].segment;
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

// Dates that can be packed are texts in Lucene's files, too.
TEST(LuceneSegmentTest, ValuesInLucenesFilesStayInTheirPlaces) {
  TempDir folder;
  IndexWriter writer(folder / "i", {});
  writer.add({{"title", "one"},
              {"date", "20070102030405"},
              {"date", "20080102030405"},
              {"type", "text/html"},
              {"date", "odd"},
              {"title", "two"}});
  writer.finish();
  IndexDirectory index(folder / "i", nullptr);
  const LuceneSegment& segment = *index.parts()[0].segment;
  auto values = [&](std::string_view wanted) {
    std::string found;
    segment.stored(
        0,
        [&](uint32_t field) {
          return wanted.empty() || segment.fields()[field].name == wanted;
        },
        [&](uint32_t, const std::string& value) { found += value + ';'; });
    return found;
  };
  EXPECT_EQ(values(""), "one;20070102030405;20080102030405;text/html;odd;two;");
  EXPECT_EQ(values("title"), "one;two;");
  EXPECT_EQ(values("date"), "20070102030405;20080102030405;odd;");
  EXPECT_EQ(values("type"), "text/html;");
}

TEST(LuceneSegmentTest, AMissingValueInLucenesFilesIsDamage) {
  TempDir folder;
  for (const char* title : {"one", "other"}) {
    IndexWriter writer(folder / title, {});
    writer.add({{"url", "http://a.example/"}});
    if (title == std::string_view("one"))
      writer.add({{"url", "b"}});
    else
      writer.add({{"status", "200"}});
    writer.finish();
  }
  folder.write("one/_0.fdt", tests::read_file(folder / "other/_0.fdt"));
  IndexDirectory index(folder / "one", nullptr);
  const LuceneSegment& segment = *index.parts()[0].segment;
  EXPECT_THROW(segment.stored(
                   1, [](uint32_t) { return true; },
                   [](uint32_t, const std::string&) {}),
               FormatError);
}

TEST(LuceneSegmentTest, ADocumentWithoutAFieldHasTheNormOfNoWords) {
  TempDir folder;
  write_thirds(folder / "i");
  IndexDirectory index(folder / "i", nullptr);
  const LuceneSegment& segment = *index.parts()[0].segment;
  NormReader norms = segment.norms(segment.field_number("content"));
  EXPECT_EQ(norms.at(1), norms.at(2));
  EXPECT_NE(norms.at(0), norms.at(1));
  EXPECT_TRUE(segment.norms(segment.field_number("date")).empty());
}

TEST(LuceneSegmentTest, ReleasedFilesAreReadAgain) {
  TempDir folder;
  write_thirds(folder / "i");
  IndexDirectory index(folder / "i", nullptr);
  const LuceneSegment& segment = *index.parts()[0].segment;
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
