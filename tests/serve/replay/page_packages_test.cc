#include "serve/replay/page_packages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "io/byte_source.h"
#include "tests/serve/replay/replay_site.h"
#include "tests/support/archives.h"
#include "warc/reader/reader.h"

namespace wax::serve {
namespace {

using testing::HasSubstr;
using testing::Not;

// The archive is the first file of the package, in members of gzip.
std::string records_of(const std::string& wacz) {
  std::string all;
  tests::Problems problems;
  auto reader = warc::open_archive(
      tests::memory_file(wacz.substr(wacz.find("\x1f\x8b\x08"))), problems);
  warc::Record record;
  while (reader->next(record)) {
    all += record.raw_header;
    all += io::read_all(*record.body, 1 << 20);
  }
  return all;
}

TEST(PagePackages, HasThePageItsPartsAndFilesThatScriptsLoad) {
  ReplaySite site;
  const ServedSite& served = site.serve();
  const auto whole = served.get(ReplaySite::package_path(served));
  const std::string records = records_of(whole.body);
  EXPECT_THAT(records, HasSubstr("<title>App"));
  EXPECT_THAT(records, HasSubstr("fetch('data.json')"));
  EXPECT_THAT(records, HasSubstr("six castles"));
  EXPECT_THAT(records, Not(HasSubstr("another page")));
  // It would be shown as that.
  EXPECT_THAT(records, Not(HasSubstr("Identified-Payload-Type")));
}

TEST(PagePackages, ARevisitNamesItsOriginal) {
  ReplaySite site;
  site.add_revisit("20080203040506");
  const ServedSite& served = site.serve();
  const auto whole = served.get(ReplaySite::package_path(
      served, "?url=http%3A%2F%2Fexample.com%2F&date=20080203040506"));
  const std::string records = records_of(whole.body);
  EXPECT_THAT(records, HasSubstr("WARC-Date: 2008-02-03T04:05:06Z"));
  EXPECT_THAT(records,
              HasSubstr("WARC-Refers-To-Target-URI: http://example.com/\r\n"));
  EXPECT_THAT(records,
              HasSubstr("WARC-Refers-To-Date: 2007-05-31T20:35:00Z\r\n"));
  EXPECT_THAT(records, HasSubstr("<title>App"));
}

TEST(PagePackages, HasTheSameBytesWheneverItIsMade) {
  ReplaySite site;
  ReplaySite again;
  const ServedSite& one = site.serve();
  const ServedSite& two = again.serve();
  EXPECT_EQ(one.get(ReplaySite::package_path(one)).body,
            two.get(ReplaySite::package_path(two)).body);
}

TEST(PagePackages, HasNothingThatRulesHide) {
  for (const char* rule : {"block", "hide"}) {
    ReplaySite site;
    site.set_rules(std::string(rule) + " page http://example.com/data.json\n");
    const ServedSite& served = site.serve();
    const auto whole = served.get(ReplaySite::package_path(served));
    EXPECT_EQ(whole.status, 200);
    const std::string records = records_of(whole.body);
    EXPECT_THAT(records, HasSubstr("fetch('data.json')"));
    EXPECT_THAT(records, Not(HasSubstr("six castles"))) << rule;
  }
}

TEST(PagePackages, AreMadeAgainWhenRulesChange) {
  ReplaySite site;
  site.set_rules("# none\n");
  const ServedSite& served = site.serve();
  const std::string path = ReplaySite::package_path(served);
  const auto before = served.get(path);
  EXPECT_THAT(records_of(before.body), HasSubstr("six castles"));
  site.set_rules("block page http://example.com/data.json\nallow all\n");
  std::string other = path;
  for (int i = 0; i < 100 && other == path; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    other = ReplaySite::package_path(served);
  }
  EXPECT_NE(other, path);
  EXPECT_EQ(served.get(path).status, 404);
  EXPECT_THAT(records_of(served.get(other).body),
              Not(HasSubstr("six castles")));
}

TEST(PagePackages, KeepTheLastOnes) {
  ReplaySite site;
  const size_t number = PagePackages::kMostKept + 4;
  for (size_t i = 0; i < number; ++i) {
    site.add("p" + std::to_string(i), "text/html", "page");
  }
  const ServedSite& served = site.serve();
  for (int round = 0; round < 2; ++round) {
    for (size_t i = 0; i < number; ++i) {
      const auto answer = served.get(ReplaySite::package_path(
          served, "?url=http%3A%2F%2Fexample.com%2Fp" + std::to_string(i) +
                      "&date=2007"));
      EXPECT_EQ(answer.status, 200) << i;
    }
  }
}

}  // namespace
}  // namespace wax::serve
