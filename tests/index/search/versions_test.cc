#include "index/search/versions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cdx/url/url_key.h"
#include "document/text/simhash.h"
#include "index/upkeep/adopt.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(VersionsTest, VersionsOfAPageAreInOrderOfTheirFirstDates) {
  tests::TempDir folder;
  IndexWriter writer(folder / "c/pindexes/s/main", {});
  auto add = [&](const char* key, const char* digest, const char* date,
                 const char* content) {
    writer.add({{"urlkey", key},
                {"digest", digest},
                {"url", "http://a.org/"},
                {"date", date},
                {"content", content}});
  };
  add("org,a)/", "sha1:B", "20080101000000", "rare heron words");
  add("org,b)/", "sha1:C", "20060101000000", "rare heron of another page");
  add("org,a)/", "sha1:A", "20070101000000", "first words");
  writer.about("urlkey", "surt");
  writer.finish();
  tests::Problems problems;
  IndexReader reader = IndexReader::open_collection(folder / "c", {}, problems);
  std::vector<std::string> digests;
  for (const PageVersion& one : versions_of(reader, "http://www.a.org").all) {
    digests.push_back(one.digest);
    EXPECT_EQ(one.dates.size(), 1U);
  }
  EXPECT_THAT(digests, ElementsAre("sha1:A", "sha1:B"));
  EXPECT_THAT(versions_of(reader, "http://none.org/").all, IsEmpty());
  auto similar =
      similar_pages(reader, "http://a.org/", 5, {}, document::simhash).all;
  ASSERT_EQ(similar.size(), 1U);
  EXPECT_EQ(similar[0].hit.document, 1U);
}

// As NutchWAX makes them: the key file alone has the URL keys.
TEST(VersionsTest, AnAdoptedIndexHasVersionsByItsKeyFile) {
  tests::TempDir folder;
  const std::string path = folder / "c/pindexes/s/main";
  IndexWriter writer(path, {});
  auto add = [&](const char* url, const char* digest, const char* content) {
    writer.add({{"url", url}, {"digest", digest}, {"content", content}});
  };
  add("http://a.org/", "sha1:A", "rare heron words");
  add("http://a.org/b", "sha1:B", "rare heron of another page");
  add("http://www.a.org/", "sha1:C", "rare heron words again");
  add("http://a.org/?q", "sha1:D", "nothing of this");
  writer.finish();
  AdoptOptions adopt;
  adopt.fields.kind = cdx::UrlKeyKind::kSurt;
  adopt.force = true;
  EXPECT_EQ(adopt_index(path, adopt).documents, 4U);
  tests::Problems problems;
  IndexReader reader = IndexReader::open_collection(folder / "c", {}, problems);
  std::vector<std::string> digests;
  for (const PageVersion& one : versions_of(reader, "https://a.org").all) {
    digests.push_back(one.digest);
  }
  EXPECT_THAT(digests, ElementsAre("sha1:A", "sha1:C"));
  EXPECT_THAT(versions_of(reader, "http://none.org/").all, IsEmpty());
  auto similar =
      similar_pages(reader, "http://a.org/", 5, {}, document::simhash).all;
  ASSERT_EQ(similar.size(), 1U);
  EXPECT_EQ(similar[0].hit.document, 1U);
}

TEST(VersionsTest, AnIndexWithoutKeysHasNoVersions) {
  tests::TempDir folder;
  IndexWriter writer(folder / "i", {});
  writer.add({{"url", "http://a.org/"}});
  writer.finish();
  IndexReader reader = IndexReader::open({folder / "i"});
  EXPECT_THROW((void)versions_of(reader, "http://a.org/"), UsageError);
}

}  // namespace
}  // namespace wax::index
