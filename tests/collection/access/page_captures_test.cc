#include "collection/access/page_captures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kLine =
    "org,example)/style.css 20070102030405 http://example.org/style.css "
    "text/css 200 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA - - 100 5 a.warc\n";

class PageCapturesTest : public testing::Test {
 protected:
  PageCapturesTest() {
    index::IndexWriter writer(folder_ / "pindexes/s/main", {});
    writer.about("urlkey", "surt");
    writer.add({{"urlkey", "org,example)/castle"}, {"digest", "sha1:A"}});
    writer.add({{"urlkey", "dns:example.org"},
                {"digest", "sha1:B"},
                {"type", "text/dns"}});
    writer.finish();
  }

  [[nodiscard]] bool has(std::string_view page) const {
    return without_captures(
               index::IndexReader::open({folder_ / "pindexes/s/main"}),
               folder_.path(), {std::string(page)})
        .empty();
  }

  tests::TempDir folder_;
};

TEST_F(PageCapturesTest, AreThoseOfTheIndex) {
  EXPECT_TRUE(has("https://www.example.org/castle"));
  EXPECT_TRUE(has("org,example)/castle"));
  EXPECT_FALSE(has("http://example.org/castle/tarn"));
  EXPECT_FALSE(has("org,example)/cast"));
}

TEST_F(PageCapturesTest, AreThoseOfTheCdxFilesToo) {
  EXPECT_FALSE(has("http://example.org/style.css"));
  folder_.write("captures.list", "one.cdx\n");
  folder_.write("one.cdx", kLine);
  EXPECT_TRUE(has("http://example.org/style.css"));
  EXPECT_FALSE(has("http://example.org/style"));
  folder_.write("captures.list", "empty.cdx\none.cdx\n");
  folder_.write("empty.cdx", "");
  EXPECT_TRUE(has("http://example.org/style.css"));
  EXPECT_FALSE(has("http://example.org/style"));
  folder_.write("captures.list", "one.cdx\n");
  EXPECT_THAT(capture_files(folder_.path()), ElementsAre(folder_ / "one.cdx"));
}

TEST_F(PageCapturesTest, MayBeWhereNothingTells) {
  std::filesystem::create_directory(folder_ / "captures.written");
  EXPECT_TRUE(has("http://example.org/none"));
}

TEST(CaptureFiles, OfAFolderWithoutAnyAreNone) {
  tests::TempDir folder;
  EXPECT_THAT(capture_files(folder.path()), IsEmpty());
  folder.write("captures.cdx", kLine);
  folder.write("captures.list", "one.cdx\n");
  EXPECT_THAT(capture_files(folder.path()),
              ElementsAre(folder / "captures.cdx"));
}

}  // namespace
}  // namespace wax::collection
