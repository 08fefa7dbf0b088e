#include "answers/shown/url_history.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "io/error.h"
#include "io/lost_files.h"
#include "tests/serve/small_site.h"
#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

TEST(UrlHistory, HasCapturesAndVersionsInOrderOfDates) {
  serve::SmallSite small;
  UrlHistory history = url_history(small.scope(), "http://example.org/0");
  EXPECT_EQ(history.url, "http://www.example.org/0");
  EXPECT_EQ(history.urlkey, "org,example)/0");
  EXPECT_EQ(history.title, "Heron 0");
  EXPECT_FALSE(history.is_cut);
  EXPECT_EQ(history.revisits, 1U);
  EXPECT_EQ(history.duplicates, 1U);
  ASSERT_EQ(history.versions.size(), 2U);
  EXPECT_EQ(history.versions[0].captures, 3U);
  EXPECT_EQ(history.versions[0].last, "20070302000000");
  EXPECT_TRUE(history.versions[1].has_text);
  ASSERT_EQ(history.captures.size(), 4U);
  EXPECT_EQ(history.captures[3].version, 2U);
  EXPECT_FALSE(history.captures[3].repeats);
  EXPECT_TRUE(history.captures[1].repeats);
}

TEST(UrlHistory, OfAnUnknownUrlIsEmpty) {
  serve::SmallSite small;
  UrlHistory history = url_history(small.scope(), "http://not.example/");
  EXPECT_TRUE(history.captures.empty());
  EXPECT_TRUE(history.versions.empty());
  EXPECT_EQ(history.url, "http://not.example/");
}

TEST(UrlHistory, OfACollectionWithoutCdxFilesComesFromTheFullText) {
  serve::SmallSite small;
  Scope scope = small.scope();
  Generation generation(*scope.generation);
  generation.cdx.clear();
  scope.generation = std::make_shared<const Generation>(generation);
  UrlHistory history = url_history(scope, "http://example.org/0");
  ASSERT_EQ(history.captures.size(), 3U);
  EXPECT_EQ(history.captures[0].capture.filename, "a.warc.gz");
  // The index says where the first capture of a version is, and no other.
  EXPECT_EQ(history.captures[1].capture.filename, "");
  EXPECT_EQ(history.versions.size(), 2U);
}

TEST(UrlHistory, ADigestIsOneVersionHoweverItIsWritten) {
  serve::SmallSite small;
  tests::TempDir folder;
  const std::string digest(32, 'A');
  const std::string hex(40, '0');  // of the same bytes
  std::string lines = " CDX N b a m s k r M S V g\n";
  size_t date = 20060101000000;
  for (const std::string& written :
       {digest, digest + "=", "sha1:" + digest, "SHA1:" + digest + "=",
        "sha1:%20" + digest, hex, "urn:sha1:" + hex}) {
    lines += "org,example)/0 " + std::to_string(date++) +
             " http://www.example.org/0 text/html 200 " + written +
             " - - 500 17 a.warc.gz\n";
  }
  Scope scope = small.scope();
  Generation generation(*scope.generation);
  generation.cdx = {folder.write("spelled.cdx", lines)};
  scope.generation = std::make_shared<const Generation>(generation);
  const UrlHistory history = url_history(scope, "http://example.org/0");
  EXPECT_EQ(history.captures.size(), 7U);
  ASSERT_EQ(history.versions.size(), 1U);
  EXPECT_EQ(history.versions[0].first.digest, digest);
  EXPECT_TRUE(history.versions[0].has_text);
  EXPECT_EQ(history.duplicates, 6U);
}

// A reader that is opened now; the collection's is read by a thread that
// prepares searches.
Scope with_own_reader(Scope scope) {
  ReportedData problems(scope);
  Generation own(*scope.generation);
  own.reader = std::make_shared<const index::IndexReader>(
      index::IndexReader::open_collection(scope.collection->files().folder, {},
                                          problems));
  scope.generation = std::make_shared<const Generation>(own);
  return scope;
}

TEST(UrlHistory, WhatAnUnreadableShardHadIsMissingAndIsTold) {
  io::outlive_lost_files();
  serve::SmallSite small(3, 2);
  small.cut_index("001");
  Scope scope = with_own_reader(small.scope());
  UrlHistory history = url_history(scope, "http://example.org/0");
  EXPECT_EQ(history.captures.size(), 4U);
  ASSERT_EQ(history.versions.size(), 2U);
  EXPECT_FALSE(history.versions[1].has_text);
  EXPECT_EQ(scope.generation->lost->reasons(),
            std::vector<std::string>{"the shard 001 could not be read"});
}

TEST(UrlHistory, OfUnreadableShardsAloneIsThatOfTheCdxFiles) {
  io::outlive_lost_files();
  serve::SmallSite small;
  small.cut_index("001");
  Scope scope = small.scope();
  EXPECT_EQ(url_history(scope, "http://example.org/0").captures.size(), 4U);
  Generation generation(*scope.generation);
  generation.cdx.clear();
  scope.generation = std::make_shared<const Generation>(generation);
  EXPECT_THROW((void)url_history(scope, "http://example.org/0"), Error);
}

}  // namespace
}  // namespace wax::answers
