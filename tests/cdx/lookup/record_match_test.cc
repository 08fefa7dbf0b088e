#include "cdx/lookup/record_match.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cdx/url/url_key.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

TEST(RecordMatch, UrlAndDateMustBeThoseOfTheLine) {
  warc::Record record;
  record.type = warc::RecordType::kResponse;
  record.target_uri = "http://Example.org/a b?q";
  record.date = "2007-05-31T20:35:00Z";
  const std::string legacy =
      url_key(UrlKeyKind::kLegacy, "http://example.org/a%20b?q");
  const struct {
    LineIdentity line;
    bool is_it;
  } kCases[] = {
      {{"", "20070531203500", "http://example.org/a%20b?q"}, true},
      {{"", "20070531203500", "https://www.example.org/a%20b?q"}, true},
      {{"", "200705312035", "http://example.org/a%20b?q"}, true},
      {{"", "-", "http://example.org/a%20b?q"}, true},
      {{"", "20070531203501", "http://example.org/a%20b?q"}, false},
      {{"", "20070531203500", "http://example.org/a%20b"}, false},
      {{"", "20070531203500", "http://secret.example/a%20b?q"}, false},
      // A key alone, of either kind; with what a POST body adds.
      {{"org,example)/a%20b?q", "20070531203500", "-"}, true},
      {{legacy, "20070531203500", ""}, true},
      {{"org,example)/a%20b?q&__wb_method=post", "-", ""}, true},
      {{"org,example)/b", "20070531203500", ""}, false},
      {{"", "20070531203500", ""}, true},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(is_record_of(c.line, record), c.is_it)
        << c.line.urlkey << ' ' << c.line.date << ' ' << c.line.url;
  }
}

TEST(RecordMatch, OfArchivesOfOneNameTheOneWithTheRecordIsFound) {
  tests::TempDir folder;
  const std::string old = folder.write(
      "a/x.warc", tests::warc_record("old", {.uri = "http://secret.example/"}));
  const std::string other = folder.write("b/x.warc", "no archive");
  const std::string gone = folder / "c/x.warc";
  const std::string right = folder.write(
      "d/x.warc", tests::warc_record("new", {.uri = "http://example.org/"}));
  const LineIdentity line{"", "-", "http://example.org/"};
  EXPECT_EQ(path_of_record({old, other, gone, right}, line, 0), right);
  EXPECT_EQ(path_of_record({old, other}, line, 0), old);
  EXPECT_EQ(path_of_record({gone}, line, 0), gone);
}

TEST(RecordMatch, ADigestThatNoRecordStatesIsComputed) {
  tests::TempDir folder;
  std::vector<std::string> paths;
  std::vector<std::string> digests;
  for (const char* body : {"one", "two"}) {
    const std::string name = std::string(body) + "/x.warc";
    paths.push_back(folder.write(
        name, tests::warc_record(std::string("HTTP/1.1 200 OK\r\n\r\n") + body,
                                 {.uri = "http://example.org/"})));
    warc::Digester digester;
    digester.update(body);
    digests.push_back(warc::spelling(digester.finish()));
  }
  for (size_t i : {0, 1}) {
    EXPECT_EQ(path_of_record({paths[0], paths[1]},
                             {"", "-", "http://example.org/", digests[i]}, 0),
              paths[i]);
  }
  EXPECT_EQ(path_of_record({paths[0], paths[1]},
                           {"", "-", "http://example.org/", "-"}, 0),
            paths[0]);
}

}  // namespace
}  // namespace wax::cdx
