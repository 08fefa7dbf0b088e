#include "index/writer/stored_merger.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

// The files of one document with the dates and collections of both.
TEST(StoredMergerTest, DatesAndCollectionsOfJoinedDocumentsAreASet) {
  TempDir folder;
  const std::string digest = "sha1:KOV4AAWBLGYONIWSBHLSZJFUJMWUHXK4";
  auto write = [&](const char* name,
                   const std::vector<std::vector<FieldValue>>& documents) {
    IndexWriter writer(folder / name, {});
    for (const auto& values : documents) writer.add(values);
    writer.finish();
  };
  write("a", {{{"digest", digest},
               {"date", "20070102030405"},
               {"collection", "x"},
               {"content", "text"}},
              {{"digest", digest},
               {"date", "20060102030405"},
               {"date", "20070102030405"},
               {"collection", "w"},
               {"content", "dropped"}}});
  write("expected", {{{"digest", digest},
                      {"date", "20060102030405"},
                      {"date", "20070102030405"},
                      {"collection", "w"},
                      {"collection", "x"},
                      {"content", "text"}}});
  IndexDirectory a(folder / "a", nullptr);
  std::vector<MergeSource> sources(1);
  sources[0].index = &a;
  sources[0].numbers = {0, 0};
  sources[0].kept = {true, false};
  const std::vector<JoinedDocument> joined = {{0, 0, 1}};
  std::filesystem::create_directory(folder / "merged");
  const MergePlan plan = plan_merge(folder / "merged", sources, joined);
  StoredMerger(plan, folder / "merged", 2).run();
  for (const char* name : {"_0.fdt", "_0.fdx", "wax-stored_0"}) {
    EXPECT_TRUE(tests::read_file(folder / "merged/" + name) ==
                tests::read_file(folder / "expected/" + name))
        << name;
  }
}

}  // namespace
}  // namespace wax::index
