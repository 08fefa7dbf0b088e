#include "tools/collection_cli/record_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::tools::collection_cli {
namespace {

TEST(RecordFile, OptionsThatContradictEachOtherAreRefused) {
  EXPECT_NO_THROW(RecordFile().check());
  EXPECT_NO_THROW((RecordFile{.warc = "a"}).check());
  EXPECT_NO_THROW(
      (RecordFile{.wacz = "a", .website = "b", .as_of = "2007"}).check());
  for (const RecordFile& file : {
           RecordFile{.warc = "a", .wacz = "b"},
           RecordFile{.captures_of = "a"},
           RecordFile{.website = "a"},
           RecordFile{.archives = {"a"}},
           RecordFile{.warc = "a.wacz"},
           RecordFile{.wacz = "a.warc"},
           RecordFile{.wacz = "a.warc.gz"},
           RecordFile{.warc = "a", .captures_of = "b", .website = "c"},
           RecordFile{.warc = "a", .as_of = "2007"},
           RecordFile{.warc = "a", .website = "b", .as_of = "soon"},
       }) {
    EXPECT_THROW(file.check(), UsageError);
  }
}

TEST(RecordFile, IsNotThereWhenTheCollectionIsNot) {
  tests::TempDir home;
  cli::Console console("wax-search", {});
  RecordFile file{.warc = home / "a.warc.gz"};
  EXPECT_THROW((void)write_record_file(file, home / "none", {}, false, console),
               Error);
  EXPECT_FALSE(std::filesystem::exists(home / "a.warc.gz"));
}

}  // namespace
}  // namespace wax::tools::collection_cli
