#include "index/writer/lucene_segment_merger.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <random>

#include "index/store/stored_file.h"
#include "index/writer/index_writer.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

void write_pages(const std::string& path, const std::vector<int>& pages) {
  IndexWriter writer(path, {});
  for (int i : pages) {
    std::string number = std::to_string(i);
    std::string text = "text of page " + number;
    writer.add({{"url", "http://example.org/" + number},
                {"digest", "sha1:KOV4AAWBLGYONIWSBHLSZJFUJMWUHXK4"},
                {"date", "20070102030405"},
                {"content", text}});
  }
  writer.finish();
}

std::vector<int> pages_from(int first, int end) {
  std::vector<int> pages(static_cast<size_t>(end - first));
  std::iota(pages.begin(), pages.end(), first);
  return pages;
}

class LuceneSegmentMergerTest : public testing::TestWithParam<const char*> {};

TEST_P(LuceneSegmentMergerTest, TheFilesAreThoseOfAWriterOfAllDocuments) {
  const std::string_view name_of_order = GetParam();
  TempDir folder;
  std::vector<int> order = pages_from(0, 700);
  if (name_of_order == "reversed") std::reverse(order.begin(), order.end());
  if (name_of_order == "random") {
    std::shuffle(order.begin(), order.end(),
                 std::mt19937(tests::seed_of_test()));
  }
  write_pages(folder / "a", pages_from(0, 21));
  write_pages(folder / "b", pages_from(21, 700));
  write_pages(folder / "all", order);
  IndexDirectory a(folder / "a", nullptr);
  IndexDirectory b(folder / "b", nullptr);
  std::vector<MergeSource> sources(2);
  std::vector<uint32_t> numbers(order.size());
  for (uint32_t i = 0; i < order.size(); ++i) {
    numbers[static_cast<size_t>(order[i])] = i;
  }
  size_t page = 0;
  for (const IndexDirectory* index : {&a, &b}) {
    MergeSource& source = sources[index == &a ? 0 : 1];
    source.index = index;
    source.kept.assign(index->documents(), true);
    while (source.numbers.size() < index->documents()) {
      source.numbers.push_back(numbers[page++]);
    }
  }
  std::filesystem::create_directory(folder / "merged");
  merge_lucene_segments(folder / "merged", sources, {}, {});
  std::vector<std::string> names = {"_0.frq", "_0.prx"};
  if (name_of_order == "same") {
    // In the others, the fields have other numbers.
    for (const char* name :
         {"_0.fnm", "_0.tis", "_0.nrm", "_0.fdt", "_0.fdx", "wax-stored_0"}) {
      names.emplace_back(name);
    }
  }
  for (const std::string& name : names) {
    EXPECT_TRUE(tests::read_file(folder / "merged/" + name) ==
                tests::read_file(folder / "all/" + name))
        << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, LuceneSegmentMergerTest,
                         testing::Values("same", "reversed", "random"));

}  // namespace
}  // namespace wax::index
