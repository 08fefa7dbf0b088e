#include "index/writer/index_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <random>

#include "index/search/searcher.h"
#include "index/store/index_reader.h"
#include "index/store/manifest.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using tests::TempDir;

std::vector<std::string> names_in(const std::string& path) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

TEST(IndexWriterTest, WithoutFinishNothingIsLeft) {
  TempDir folder;
  {
    IndexWriter writer(folder / "i", {});
    for (int i = 0; i < 100; ++i) writer.add({{"content", "some words"}});
  }
  EXPECT_THAT(names_in(folder.path()), IsEmpty());
}

TEST(IndexWriterTest, IllFormedTextIsRepairedAndOtherDocumentsAreFound) {
  TempDir folder;
  std::string bad = "before\xEF\xBF\xBF\xED\xA0\x80\xFF\xF0\x9F\xBF\xBF after";
  {
    IndexWriter writer(folder / "i", {});
    writer.add({{"content", bad},
                {"title", bad},
                {"urlkey", bad},
                {"type", "\xEF\xBF\xBF"},
                {"url", std::string("http://x/\0y", 11)}});
    writer.add({{"content", "zebra"}, {"type", "text/html"}});
    writer.finish();
  }
  IndexReader reader = IndexReader::open({folder / "i"});
  Searcher searcher(reader);
  for (const char* query : {"before", "after", "zebra", "type:text/html"}) {
    EXPECT_EQ(searcher.search(parse_query(query), 0, 9).total, 1U) << query;
  }
  StoredDocument document;
  reader.document(0, {}, document);
  EXPECT_THAT(value_of(document, "title"), HasSubstr("before"));
  EXPECT_THAT(value_of(document, "title"), HasSubstr("after"));
  EXPECT_EQ(value_of(document, "content"), bad);
}

TEST(IndexWriterTest, AWordMayBeLongAndADocumentHaveManyDates) {
  TempDir folder;
  std::vector<std::string> dates;
  for (int i = 0; i < 5000; ++i) {
    dates.push_back(std::to_string(20070101000000 + i));
  }
  std::vector<FieldValue> values;
  for (const std::string& date : dates) values.push_back({"date", date});
  std::string word(100000, 'x');
  values.push_back({"content", word});
  {
    IndexWriter writer(folder / "i", {});
    writer.add(values);
    writer.finish();
  }
  IndexReader reader = IndexReader::open({folder / "i"});
  StoredDocument document;
  reader.document(0, {"date"}, document);
  EXPECT_EQ(document.size(), dates.size());
  EXPECT_EQ(Searcher(reader).search(parse_query(word), 0, 9).total, 1U);
}

// Memory so small that the index is merged from many segments.
TEST(IndexWriterTest, DocumentsKeepTheirOrderThroughMerges) {
  TempDir folder;
  constexpr int kDocuments = 20000;
  WriterOptions options;
  options.memory = 1 << 20;
  {
    IndexWriter writer(folder / "i", options);
    std::mt19937 random(1);
    for (int i = 0; i < kDocuments; ++i) {
      std::string text;
      for (int w = 0; w < 20; ++w) text += std::to_string(random()) + ' ';
      std::string offset = std::to_string(i);
      writer.add({{"offset", offset}, {"content", text}});
    }
    writer.finish();
  }
  IndexReader reader = IndexReader::open({folder / "i"});
  ASSERT_EQ(reader.documents(), static_cast<uint64_t>(kDocuments));
  StoredDocument document;
  for (uint64_t n = 0; n < kDocuments; n += 7) {
    reader.document(n, {"offset"}, document);
    ASSERT_EQ(value_of(document, "offset"), std::to_string(n));
  }
}

TEST(IndexWriterTest, TheSameDocumentsGiveTheSameFiles) {
  TempDir folder;
  for (const char* name : {"a", "b"}) {
    IndexWriter writer(folder / name, {});
    for (int i = 0; i < 500; ++i) {
      std::string text = "word" + std::to_string(i % 37) + " and more";
      writer.add({{"content", text}, {"date", "20070101000000"}});
    }
    writer.finish();
  }
  Manifest a = read_manifest(folder / "a");
  Manifest b = read_manifest(folder / "b");
  for (const auto& [name, file] : a.files) {
    EXPECT_EQ(file.blocks, b.files[name].blocks) << name;
  }
}

// A file size limit stands for a full disk: the system refuses to write.
TEST(IndexWriterTest, ARefusedWriteIsAnErrorAndLeavesNothing) {
  TempDir folder;
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  for (rlim_t limit :
       {rlim_t{0}, rlim_t{10}, rlim_t{1000}, rlim_t{20000}, rlim_t{60000}}) {
    SCOPED_TRACE(limit);
    rlimit small = before;
    small.rlim_cur = limit;
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    bool refused = false;
    try {
      IndexWriter writer(folder / "i", {});
      std::mt19937 random(1);
      for (int i = 0; i < 2000; ++i) {
        std::string text;
        for (int w = 0; w < 20; ++w) text += std::to_string(random()) + ' ';
        writer.add({{"content", text}});
      }
      writer.finish();
    } catch (const IoError& error) {
      refused = true;
      EXPECT_EQ(error.code(), EFBIG);
      EXPECT_THAT(error.what(), HasSubstr(folder / "i"));
    }
    ::setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_TRUE(refused);
    EXPECT_THAT(names_in(folder.path()), IsEmpty());
  }
}

TEST(IndexWriterTest, ForceReplacesOnlyAnIndex) {
  TempDir folder;
  WriterOptions force;
  force.force = true;
  auto write = [&](const std::string& path, const WriterOptions& options) {
    IndexWriter writer(path, options);
    writer.add({{"title", "t"}});
    writer.finish();
  };
  write(folder / "i", {});
  EXPECT_THROW(write(folder / "i", {}), UsageError);
  EXPECT_NO_THROW(write(folder / "i", force));
  fs::create_directory(folder / "precious");
  folder.write("precious/letter", "dear");
  EXPECT_THROW(write(folder / "precious", force), UsageError);
  EXPECT_EQ(tests::read_file(folder / "precious/letter"), "dear");
}

}  // namespace
}  // namespace wax::index
