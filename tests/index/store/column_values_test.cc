#include "index/store/column_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "index/store/index_column.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::unique_ptr<const IndexColumn> column_with_tags(const std::string& path) {
  WriterOptions options;
  options.columns = {{"tag", ColumnKind::kKeyword}};
  IndexWriter writer(path, options);
  writer.add({{"tag", "b"}, {"tag", "c"}});
  writer.add({});
  writer.add({{"tag", "A"}, {"tag", "b"}});
  writer.finish();
  std::map<std::string, std::string> about;
  return open_index(path, {}, about);
}

TEST(ColumnValuesTest, ADocumentHasItsValuesInOrderOfTheirBytes) {
  tests::TempDir folder;
  auto column = column_with_tags(folder / "tags");
  ColumnValues values(*column, "tag");
  ASSERT_EQ(values.size(), 3U);
  EXPECT_EQ(values.value(0), "A");
  EXPECT_EQ(values.value(2), "c");
  EXPECT_THAT(values.of(0), ElementsAre(1, 2));
  EXPECT_THAT(values.of(1), IsEmpty());
  EXPECT_THAT(values.of(2), ElementsAre(0, 1));
}

TEST(ColumnValuesTest, AFieldThatIsNotThereHasNone) {
  tests::TempDir folder;
  auto column = column_with_tags(folder / "tags");
  ColumnValues values(*column, "other");
  EXPECT_EQ(values.size(), 0U);
  EXPECT_THAT(values.of(2), IsEmpty());
}

}  // namespace
}  // namespace wax::index
