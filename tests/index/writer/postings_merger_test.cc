#include "index/writer/postings_merger.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

void write_titles(const std::string& path,
                  const std::vector<std::string_view>& titles) {
  IndexWriter writer(path, {});
  for (std::string_view title : titles) writer.add({{"title", title}});
  writer.finish();
}

TEST(PostingsMergerTest, PostingsAreThoseOfTheDocumentsThatAreKept) {
  TempDir folder;
  write_titles(folder / "a", {"heron heron", "castle of herons", "one"});
  write_titles(folder / "b", {"the castle", "heron"});
  write_titles(folder / "expected",
               {"heron heron", "one", "the castle", "heron"});
  IndexDirectory a(folder / "a", nullptr);
  IndexDirectory b(folder / "b", nullptr);
  std::vector<MergeSource> sources(2);
  sources[0].index = &a;
  sources[0].numbers = {0, MergeSource::kDropped, 1};
  sources[0].kept = {true, false, true};
  sources[1].index = &b;
  sources[1].numbers = {2, 3};
  sources[1].kept = {true, true};
  const std::vector<JoinedDocument> none;
  std::filesystem::create_directory(folder / "merged");
  const MergePlan plan = plan_merge(folder / "merged", sources, none);
  PostingsMerger(plan, folder / "merged/_0", 1 << 20, 2).run();
  for (const char* name : {"_0.frq", "_0.prx"}) {
    EXPECT_TRUE(tests::read_file(folder / "merged/" + name) ==
                tests::read_file(folder / "expected/" + name))
        << name;
  }
}

}  // namespace
}  // namespace wax::index
