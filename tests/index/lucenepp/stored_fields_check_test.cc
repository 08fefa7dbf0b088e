#include "index/lucenepp/stored_fields_check.h"

#include <gtest/gtest.h>

#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

void check(const std::string& path) {
  check_stored_fields(Lucene::newLucene<Directory>(path, nullptr));
}

TEST(StoredFieldsCheck, APlaceBeyondItsFileOrAnUnknownFieldIsDamage) {
  TempDir folder;
  IndexWriter writer(folder / "i", {});
  writer.add({{"url", "http://a.example/"}});
  writer.finish();
  EXPECT_NO_THROW(check(folder / "i"));
  const std::string values = tests::read_file(folder / "i/_0.fdt");
  std::string bad = values;
  bad[5] = '\x7F';  // the number of the field
  folder.write("i/_0.fdt", bad);
  EXPECT_THROW(check(folder / "i"), FormatError);
  folder.write("i/_0.fdt", values);
  std::string places = tests::read_file(folder / "i/_0.fdx");
  places.back() = '\x7F';
  folder.write("i/_0.fdx", places);
  EXPECT_THROW(check(folder / "i"), FormatError);
}

}  // namespace
}  // namespace wax::index
