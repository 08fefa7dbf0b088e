#include "index/store/facet_column.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "index/store/index_directory.h"
#include "index/store/manifest.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

TEST(FacetColumnTest, EachDocumentHasItsValue) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    std::mt19937 random(seed);
    tests::TempDir folder;
    std::vector<std::string> sites(3000);
    IndexWriter writer(folder / "i", {});
    for (std::string& site : sites) {
      if (random() % 10 != 0) {
        site = "s" + std::to_string(random() % (1 + random() % 300)) + ".org";
      }
      std::vector<FieldValue> values = {{"type", "text/html"}};
      if (!site.empty()) values.push_back({"site", site});
      writer.add(values);
    }
    writer.finish();
    IndexDirectory index(
        folder / "i", std::make_shared<Manifest>(read_manifest(folder / "i")));
    FacetColumn column(index, "site");
    for (uint32_t i = 0; i < sites.size(); ++i) {
      uint32_t number = column.numbers()[i];
      ASSERT_LE(number, column.values());
      ASSERT_EQ(number == 0 ? "" : column.value(number), sites[i])
          << "seed " << seed << ", document " << i;
    }
  }
}

TEST(FacetColumnTest, AFieldThatIsNotThereHasNoValues) {
  tests::TempDir folder;
  IndexWriter writer(folder / "i", {});
  writer.add({{"site", "a.org"}});
  writer.finish();
  IndexDirectory index(folder / "i",
                       std::make_shared<Manifest>(read_manifest(folder / "i")));
  FacetColumn column(index, "charset");
  EXPECT_EQ(column.values(), 0U);
  EXPECT_EQ(column.numbers()[0], 0U);
}

}  // namespace
}  // namespace wax::index
