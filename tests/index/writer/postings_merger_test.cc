#include "index/writer/postings_merger.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "index/store/posting_cursor.h"
#include "index/writer/index_writer.h"
#include "tests/index/lucenepp/payload_stream.h"
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

// Two postings are sorted at once, so the others are read again.
TEST(PostingsMergerTest, LongListsAreSortedInLittleMemory) {
  TempDir folder;
  std::vector<std::string> texts(700);
  std::vector<std::string_view> titles;
  for (size_t i = 0; i < texts.size(); ++i) {
    texts[i] = "heron " + std::to_string(i % 5) + (i % 3 > 0 ? " heron" : "");
    titles.push_back(texts[i]);
  }
  write_titles(folder / "a", titles);
  std::reverse(titles.begin(), titles.end());
  write_titles(folder / "expected", titles);
  IndexDirectory a(folder / "a", nullptr);
  std::vector<MergeSource> sources(1);
  sources[0].index = &a;
  sources[0].kept.assign(titles.size(), true);
  for (size_t i = titles.size(); i > 0; --i) {
    sources[0].numbers.push_back(static_cast<uint32_t>(i - 1));
  }
  const std::vector<JoinedDocument> none;
  std::filesystem::create_directory(folder / "merged");
  const MergePlan plan = plan_merge(folder / "merged", sources, none);
  PostingsMerger(plan, folder / "merged/_0", 100, 2).run();
  for (const char* name : {"_0.frq", "_0.prx", "_0.tis"}) {
    EXPECT_TRUE(tests::read_file(folder / "merged/" + name) ==
                tests::read_file(folder / "expected/" + name))
        << name;
  }
}

TEST(PostingsMergerTest, PositionsWithPayloadsAreSorted) {
  TempDir folder;
  const std::vector<std::vector<std::string>> pages = {
      {"heron", "of", "heron"}, {"castle", "heron"}, {"heron"}};
  using Lucene::newLucene;
  auto write = [&](const std::string& path, const std::vector<size_t>& order) {
    std::filesystem::create_directory(path);
    auto writer = newLucene<Lucene::IndexWriter>(
        Lucene::FSDirectory::open(wide_of(path)),
        newLucene<Lucene::WhitespaceAnalyzer>(), true,
        Lucene::IndexWriter::MaxFieldLengthUNLIMITED);
    writer->setUseCompoundFile(false);
    for (size_t page : order) {
      auto document = newLucene<Lucene::Document>();
      document->add(newLucene<Lucene::Field>(
          L"title", newLucene<PayloadStream>(pages[page])));
      writer->addDocument(document);
    }
    writer->close();
  };
  write(folder / "a", {0, 1, 2});
  IndexDirectory a(folder / "a", nullptr);
  std::vector<MergeSource> sources(1);
  sources[0].index = &a;
  sources[0].kept.assign(3, true);
  sources[0].numbers = {2, 0, 1};
  std::filesystem::create_directory(folder / "merged");
  merge_lucene_segments(folder / "merged", sources, {}, {});
  IndexDirectory merged(folder / "merged", nullptr);
  std::vector<TermSource> places;
  ASSERT_EQ(merged.find("title", "heron", places), 3U);
  PostingCursor cursor(*places[0].segment, places[0].field, places[0].place);
  for (const std::vector<uint32_t>& expected :
       {std::vector<uint32_t>{1}, {0}, {0, 2}}) {
    std::vector<uint32_t> positions;
    cursor.append_positions(positions);
    EXPECT_EQ(positions, expected);
    cursor.next();
  }
  EXPECT_EQ(cursor.document(), kNoDocument);
}

}  // namespace
}  // namespace wax::index
