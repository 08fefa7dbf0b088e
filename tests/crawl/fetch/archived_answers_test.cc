#include "crawl/fetch/archived_answers.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::crawl {
namespace {

std::string cdx_of(const tests::TempDir& dir, const std::string& head,
                   const std::string& more = {},
                   const std::string& digest = "-") {
  dir.write("a.warc",
            tests::warc_record("HTTP/1.1 200 OK\r\n" + head + "\r\nhello",
                               {.uri = "http://a.example/x", .more = more}));
  return dir.write("a.cdx",
                   " CDX N b a m s k r M S V g\n"
                   "example,a)/x 20140103030321 http://a.example/x text/html "
                   "200 " +
                       digest + " - - 9 0 a.warc\n");
}

TEST(ArchivedAnswers, AreThoseOfTheLastAnswer) {
  tests::TempDir dir;
  const std::string cdx = cdx_of(
      dir, "ETag: W/\"1\"\r\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n");
  NoProblems none;
  const cdx::ArchivePaths paths({dir / "a.warc"}, {}, none);
  ArchivedAnswers archived({cdx}, paths, none);
  const auto found = archived.validators_of("http://a.example/x");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->fields,
            (std::vector<std::string>{
                "If-None-Match: W/\"1\"",
                "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT"}));
  EXPECT_EQ(found->capture.original.url, "http://a.example/x");
  EXPECT_EQ(found->capture.original.date, "20140103030321");
  EXPECT_EQ(found->capture.container, "a.warc");
  EXPECT_FALSE(archived.validators_of("http://a.example/y"));
  const auto answer = archived.answer_of("http://a.example/x", 5);
  ASSERT_TRUE(answer);
  EXPECT_TRUE(answer->head.starts_with("HTTP/1.1 200 OK\r\nETag: "));
  EXPECT_EQ(answer->body.peek(5), "hello");
  EXPECT_FALSE(archived.answer_of("http://a.example/x", 4));
}

TEST(ArchivedAnswers, AreNoneOfOtherUrlsAndOfWhatIsNotWhole) {
  tests::TempDir dir;
  NoProblems none;
  const cdx::ArchivePaths paths({dir / "a.warc"}, {}, none);
  auto has_some = [&](const std::string& cdx, std::string_view url) {
    return ArchivedAnswers({cdx}, paths, none).validators_of(url).has_value();
  };
  const std::string head = "ETag: \"1\"\r\n";
  std::string cdx = cdx_of(dir, head);
  EXPECT_TRUE(has_some(cdx, "http://a.example/x"));
  // They have the same key.
  EXPECT_FALSE(has_some(cdx, "https://www.a.example/x"));
  EXPECT_FALSE(has_some(cdx, "http://a.example/X"));
  cdx = cdx_of(dir, head, "WARC-Truncated: length\r\n");
  EXPECT_FALSE(has_some(cdx, "http://a.example/x"));
  cdx = cdx_of(dir, head, {}, "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
  EXPECT_FALSE(has_some(cdx, "http://a.example/x"));
}

TEST(ArchivedAnswers, AreNoneWithoutFieldsOrArchives) {
  tests::TempDir dir;
  const std::string cdx = cdx_of(dir, "ETag:\r\n");
  NoProblems none;
  const cdx::ArchivePaths paths({dir / "a.warc"}, {}, none);
  EXPECT_FALSE(ArchivedAnswers({cdx}, paths, none).validators_of("http://a.example/x"));
  const cdx::ArchivePaths nowhere({}, {}, none);
  EXPECT_FALSE(
      ArchivedAnswers({cdx}, nowhere, none).validators_of("http://a.example/x"));
}

}  // namespace
}  // namespace wax::crawl
