#include "crawl/fetch/fetch_journal.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::crawl {
namespace {

std::vector<std::string> urls_in(const std::string& folder,
                                 std::string* open = nullptr,
                                 uint64_t* size = nullptr) {
  std::vector<std::string> urls;
  FetchJournal journal(
      folder, [&](const FetchedLine& line) { urls.emplace_back(line.url); });
  std::vector<std::string> again;
  journal.again([&](const FetchedLine& line) { again.emplace_back(line.url); });
  EXPECT_EQ(again, urls);
  if (open != nullptr) *open = journal.open_archive();
  if (size != nullptr) *size = journal.open_size();
  return urls;
}

FetchedLine line_of(std::string_view url, std::string_view file, uint64_t end) {
  return {url, "20261128000000", "200", "sha1:A", file, end, {}, {}};
}

TEST(FetchJournal, CutsArchivesWhereItsLinesEnd) {
  tests::TempDir dir;
  {
    FetchJournal journal(dir.path(), [](const FetchedLine&) { FAIL(); });
    journal.add(line_of("http://a.example/1", "a.warc.gz", 10));
    journal.add(line_of("http://a.example/2", "b.warc.gz", 5));
    journal.add(line_of("http://a.example/3", "b.warc.gz", 8));
    journal.add(line_of("http://a.example/4", "b.warc.gz", 20));
    journal.finish();
  }
  dir.write("a.warc.gz", std::string(10, 'a'));
  const std::string open = dir.write("b.warc.gz.open", std::string(12, 'b'));
  const std::string unnamed =
      dir.write("c-20261128000000-00001-0123abcd.warc.gz.open", "c");
  std::ofstream(dir / "fetch.journal", std::ios::app) << "http://a.example/5";
  std::string name;
  uint64_t size = 0;
  // The last line is not whole, and the one before it has no records.
  EXPECT_EQ(
      urls_in(dir.path(), &name, &size),
      (std::vector<std::string>{"http://a.example/1", "http://a.example/2",
                                "http://a.example/3"}));
  EXPECT_EQ(name, "b.warc.gz");
  EXPECT_EQ(size, 8U);
  EXPECT_EQ(std::filesystem::file_size(open), 8U);
  EXPECT_FALSE(std::filesystem::exists(unnamed));
}

TEST(FetchJournal, TellsOfEachArchiveThatIsShort) {
  tests::TempDir dir;
  {
    FetchJournal journal(dir.path(), [](const FetchedLine&) { FAIL(); });
    for (const char* file : {"a.warc", "b.warc", "c.warc"}) {
      journal.add(line_of("http://a.example/1", file, 10));
      journal.add(line_of("http://a.example/2", file, 20));
    }
    journal.finish();
  }
  dir.write("a.warc", std::string(20, 'a'));
  dir.write("b.warc", "short");
  dir.write("c.warc.open", std::string(12, 'c'));
  tests::Problems problems;
  int lines = 0;
  const FetchJournal journal(
      dir.path(), [&](const FetchedLine&) { ++lines; }, &problems);
  EXPECT_EQ(lines, 3);
  ASSERT_EQ(problems.ids(),
            (std::vector<std::string>{"warc-truncated-record"}));
  EXPECT_EQ(problems.all[0].file, dir / "b.warc");
}

TEST(FetchJournal, RemovesNoArchivesOfOthers) {
  const std::string record = tests::warc_record("HTTP/1.1 200 OK\r\n\r\n");
  for (const auto& [name, bytes] :
       {std::pair{"WEB-20261128000000000-00001-1~h~8443.warc.gz.open",
                  std::string()},
        std::pair{"c.warc.open", record},
        std::pair{"c-20261128000000-00001-0123abcd.warc.open",
                  record + record}}) {
    tests::TempDir dir;
    const std::string path = dir.write(name, bytes);
    EXPECT_THROW((void)urls_in(dir.path()), UsageError) << name;
    EXPECT_EQ(tests::read_file(path), bytes) << name;
  }
  tests::TempDir dir;
  const std::string folder = dir / "c-20261128000000-00001-0123abcd.warc.open";
  std::filesystem::create_directory(folder);
  EXPECT_TRUE(urls_in(dir.path()).empty());
  EXPECT_TRUE(std::filesystem::exists(folder));
}

TEST(FetchJournal, IsNotAnotherFile) {
  tests::TempDir dir;
  for (const char* bytes : {"something else\nand more", "something else"}) {
    const std::string path = dir.write("fetch.journal", bytes);
    EXPECT_THROW((void)urls_in(dir.path()), FormatError);
    EXPECT_EQ(tests::read_file(path), bytes);
  }
}

}  // namespace
}  // namespace wax::crawl
