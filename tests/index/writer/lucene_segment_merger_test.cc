#include "index/writer/lucene_segment_merger.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "index/store/stored_file.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

void write_pages(const std::string& path, int first, int end) {
  IndexWriter writer(path, {});
  for (int i = first; i < end; ++i) {
    std::string number = std::to_string(i);
    std::string text = "text of page " + number;
    writer.add({{"url", "http://example.org/" + number},
                {"digest", "sha1:KOV4AAWBLGYONIWSBHLSZJFUJMWUHXK4"},
                {"date", "20070102030405"},
                {"content", text}});
  }
  writer.finish();
}

TEST(LuceneSegmentMergerTest, TheFilesAreThoseOfAWriterOfAllDocuments) {
  TempDir folder;
  write_pages(folder / "a", 0, 21);
  write_pages(folder / "b", 21, 700);
  write_pages(folder / "all", 0, 700);
  IndexDirectory a(folder / "a", nullptr);
  IndexDirectory b(folder / "b", nullptr);
  std::vector<MergeSource> sources(2);
  uint32_t number = 0;
  for (const IndexDirectory* index : {&a, &b}) {
    MergeSource& source = sources[index == &a ? 0 : 1];
    source.index = index;
    source.kept.assign(index->documents(), true);
    while (source.numbers.size() < index->documents()) {
      source.numbers.push_back(number++);
    }
  }
  std::filesystem::create_directory(folder / "merged");
  merge_lucene_segments(folder / "merged", sources, {}, {});
  for (std::string name : {"_0.fnm", "_0.frq", "_0.prx", "_0.tis", "_0.nrm",
                           "_0.fdt", "_0.fdx", "wax-stored_0"}) {
    EXPECT_TRUE(tests::read_file(folder / "merged/" + name) ==
                tests::read_file(folder / "all/" + name))
        << name;
  }
}

}  // namespace
}  // namespace wax::index
