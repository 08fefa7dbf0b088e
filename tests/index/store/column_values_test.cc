#include "index/store/column_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "index/store/index_directory.h"
#include "index/store/manifest.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::unique_ptr<const IndexDirectory> column_with_tags(
    const std::string& path) {
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

TEST(ColumnValuesTest, EachDocumentHasItsValuesInOrder) {
  for (uint32_t most : {1U, 3U}) {
    std::mt19937 random(most);
    tests::TempDir folder;
    std::vector<std::set<std::string>> sites(3000);
    IndexWriter writer(folder / "i", {});
    for (std::set<std::string>& values : sites) {
      std::vector<FieldValue> fields;
      for (auto n = random() % (most + 1); n > 0; --n) {
        values.insert("s" + std::to_string(random() % 200) + ".org");
      }
      for (const std::string& value : values) {
        fields.push_back({"sites", value});
      }
      writer.add(fields);
    }
    writer.finish();
    IndexDirectory index(
        folder / "i", std::make_shared<Manifest>(read_manifest(folder / "i")));
    ColumnValues column(index, "sites");
    for (uint32_t i = 0; i < sites.size(); ++i) {
      std::vector<std::string> found;
      for (uint32_t number : column.of(i)) {
        ASSERT_LT(number, column.size());
        found.emplace_back(column.value(number));
      }
      ASSERT_TRUE(std::equal(found.begin(), found.end(), sites[i].begin(),
                             sites[i].end()))
          << i << ", " << most << " at most";
    }
  }
}

}  // namespace

}  // namespace wax::index
