// An indexer in the middle of an archive allocates nothing.
#include <gtest/gtest.h>

#include <string>

#include "cdx/capture_line.h"
#include "cdx/indexer.h"
#include "cdx/legend.h"
#include "tests/support/allocations.h"
#include "tests/support/archives.h"
#include "warc/reader.h"

namespace wax::cdx {
namespace {

constexpr int kRecords = 3000;

// Requests and responses that differ in all that lines show.
std::string archive() {
  std::string all;
  for (int i = 0; i < kRecords; ++i) {
    std::string number = std::to_string(1000000 + i * 7919);
    test::WarcFields fields;
    fields.uri = "http://host" + number + ".example/path/" + number +
                 "?sid=" + number + "&page=2#top";
    fields.more = "WARC-Record-ID: <urn:uuid:" + number + ">\r\n";
    if (i % 3 == 0) fields.type = "request";
    if (i % 2 == 0) {
      fields.more +=
          "WARC-Payload-Digest: sha1:" + std::string(32, 'A') + "\r\n";
    }
    std::string page = "<html><head><meta name=robots content=noindex>" +
                       std::string(i % 9000, 'x') + number;
    all += test::gzip_member(
        test::warc_record(test::http_response(page), fields), 1);
  }
  return all;
}

// Between record 1,000 and 2,000.
uint64_t allocations_of(const IndexOptions& options) {
  static const std::string kArchive = archive();
  test::Problems problems;
  Indexer indexer(warc::open_archive(test::memory_file(kArchive), problems),
                  "path", "name", options, problems);
  Legend legend{std::string(options.profile->legend())};
  std::string line;
  uint64_t from = 0;
  uint64_t to = 0;
  while (const Capture* capture = indexer.next()) {
    line.clear();
    append_line(*capture, legend, line);
    line.clear();
    append_cdxj(*capture, line, {});
    uint64_t read = indexer.counts().read;
    if (read <= 1000) from = tests::allocations();
    if (read <= 2000) to = tests::allocations();
  }
  return to - from;
}

// Not so where pages are looked into for robots, and legacy keys are made:
// these take two or three a record.
TEST(SteadyState, AllocatesNothingForARecord) {
  IndexOptions options;
  options.url_key = UrlKeyKind::kSurt;
  options.meta = false;
  for (bool skim : {false, true}) {
    options.skim = skim;
    for (DigestMode digest : {DigestMode::kMissing, DigestMode::kHeader,
                              DigestMode::kAlways, DigestMode::kNone}) {
      options.digest = digest;
      for (std::string_view name : profile_names()) {
        options.profile = profile(name);
        // A few of these records have longer fields than those before.
        EXPECT_LE(allocations_of(options), 4u)
            << name << ' ' << static_cast<int>(digest) << ' ' << skim;
      }
    }
  }
}

}  // namespace
}  // namespace wax::cdx
