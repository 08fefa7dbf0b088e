#include "cdx/files/neighbour_cdx.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRules = "profile=pywb urlkey=surt";
constexpr uint64_t kRoom = 1024 * 1024;

// A folder "crawl" with the archives a.warc.gz and b.warc.gz.
class NeighbourCdxTest : public ::testing::Test {
 protected:
  NeighbourCdxTest() {
    for (const char* folder : {"crawl", "crawl/cdx", "indexes", "other"}) {
      fs::create_directories(folder_ / folder);
    }
    for (const char* name : {"a.warc.gz", "b.warc.gz"}) {
      archives_.push_back(folder_.write(std::string("crawl/") + name, "bytes"));
    }
  }
  [[nodiscard]] NeighbourCdx read(uint64_t memory = kRoom) const {
    return {archives_, kRules, memory};
  }
  // A line of a CDX file with 11 columns.
  static std::string line(const std::string& name, uint64_t offset) {
    return "org,a)/ 20140103030321 http://a.org/ text/html 200 DIGEST - - 77 " +
           std::to_string(offset) + ' ' + name + '\n';
  }
  static std::string header() { return " CDX N b a m s k r M S V g\n"; }

  tests::TempDir folder_;
  std::vector<std::string> archives_;
};

TEST_F(NeighbourCdxTest, LinesBelongToTheArchiveThatTheyName) {
  folder_.write("crawl/all.cdx", header() + line("a.warc.gz", 5) +
                                     line("b.warc.gz", 9) +
                                     line("c.warc.gz", 7));
  NeighbourCdx listed = read();
  EXPECT_EQ(listed.files(), 1U);
  ASSERT_NE(listed.of(archives_[0]), nullptr);
  EXPECT_EQ(listed.of(archives_[0])->size(), 1U);
  auto found = listed.of(archives_[0])->at(5);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].length, 77U);
  EXPECT_EQ(found[0].date, "20140103030321");
  EXPECT_EQ(found[0].digest, "DIGEST");
  EXPECT_EQ(found[0].urlkey, "");
  EXPECT_TRUE(listed.of(archives_[0])->at(9).empty());
  EXPECT_EQ(listed.of(archives_[1])->at(9).size(), 1U);
  EXPECT_EQ(listed.of(folder_ / "crawl/c.warc.gz"), nullptr);
}

TEST_F(NeighbourCdxTest, FilesLieWhereArchivistsPutThem) {
  folder_.write("crawl/a.CDX", header() + line("a.warc.gz", 1));
  folder_.write("crawl/cdx/a.cdx.gz",
                tests::gzip_member(header() + line("a.warc.gz", 2)));
  folder_.write(
      "indexes/index.cdxj",
      R"(org,a)/ 20140103030321 {"digest": "sha1:D", "length": "77", )"
      R"("offset": "3", "filename": "warcs/a.warc.gz"})"
      "\n");
  folder_.write("other/a.cdx", header() + line("a.warc.gz", 4));
  folder_.write("crawl/a.cdx.txt", header() + line("a.warc.gz", 5));
  NeighbourCdx listed = read();
  EXPECT_EQ(listed.files(), 3U);
  const ListedRecords* records = listed.of(archives_[0]);
  ASSERT_NE(records, nullptr);
  EXPECT_EQ(records->size(), 3U);
  EXPECT_EQ(records->at(3).size(), 1U);
  EXPECT_EQ(listed.of(archives_[1]), nullptr);
}

TEST_F(NeighbourCdxTest, KeysAreOfUseWhenTheFileStatesTheSameRules) {
  const std::string stated = std::string(" CDX ~ identity ") + kRules + '\n';
  folder_.write("crawl/a.cdx", header() + stated + line("a.warc.gz", 5));
  folder_.write("crawl/b.cdx", header() +
                                   " CDX ~ identity profile=ia urlkey=surt\n" +
                                   line("b.warc.gz", 5));
  NeighbourCdx listed = read();
  EXPECT_EQ(listed.of(archives_[0])->at(5)[0].urlkey, "org,a)/");
  EXPECT_EQ(listed.of(archives_[1])->at(5)[0].urlkey, "");
}

TEST_F(NeighbourCdxTest, LinesThatSayTheSameCountOnce) {
  folder_.write("crawl/a.cdx", header() + line("a.warc.gz", 5));
  folder_.write("crawl/cdx/a.cdx", header() + line("a.warc.gz", 5));
  folder_.write("indexes/a.cdx",
                " CDX b k V g\n20140103030321 OTHER 5 "
                "a.warc.gz\n");
  NeighbourCdx listed = read();
  EXPECT_EQ(listed.files(), 3U);
  EXPECT_EQ(listed.of(archives_[0])->at(5).size(), 2U);
}

TEST_F(NeighbourCdxTest, FilesWithoutUseAreCountedByReason) {
  folder_.write("crawl/old.cdx",
                " CDX N b a\norg,a)/ 20140103 http://a.org/\n");
  folder_.write("crawl/other.cdx", header() + line("c.warc.gz", 5));
  folder_.write("crawl/odd.cdx", "no columns that are known\n");
  folder_.write(
      "crawl/cut.cdx.gz",
      tests::gzip_member(header() + line("a.warc.gz", 5)).substr(0, 40));
  folder_.write("crawl/large.cdx",
                header() + line("a.warc.gz", 5) + std::string(2 << 20, '\n'));
  NeighbourCdx listed = read();
  EXPECT_EQ(listed.files(), 0U);
  EXPECT_EQ(listed.unused().at("no offsets"), 1U);
  EXPECT_EQ(listed.unused().at("of other archives"), 1U);
  EXPECT_EQ(listed.unused().at("unreadable"), 2U);
  EXPECT_EQ(listed.unused().at("too large"), 1U);
}

TEST_F(NeighbourCdxTest, MemoryIsBounded) {
  std::string lines;
  for (uint64_t i = 0; i < 100; ++i) lines += line("a.warc.gz", i);
  folder_.write("crawl/a.cdx", header() + lines);
  EXPECT_EQ(read().unused().size(), 0U);
  NeighbourCdx listed = read(1000);
  EXPECT_EQ(listed.unused().at("too large"), 1U);
}

TEST_F(NeighbourCdxTest, UrlsAndMissingArchivesHaveNoNeighbours) {
  NeighbourCdx listed({"http://127.0.0.1:1/a.warc.gz", "-", "/none/a.warc.gz"},
                      kRules, kRoom);
  EXPECT_EQ(listed.files(), 0U);
  EXPECT_TRUE(listed.unused().empty());
}

}  // namespace
}  // namespace wax::cdx
