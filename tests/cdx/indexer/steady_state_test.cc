// An indexer in the middle of an archive allocates nothing.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>

#include "cdx/format/capture.h"
#include "cdx/format/legend.h"
#include "cdx/indexer/indexer.h"
#include "tests/support/allocations.h"
#include "tests/support/archives.h"
#include "warc/reader/reader.h"

namespace wax::cdx {
namespace {

constexpr int kRecords = 900;

struct SteadyForm {
  const char* name;
  std::string (*member)(std::string_view record);
};
const SteadyForm kSteadyForms[] = {
    {"plain", [](std::string_view record) { return std::string(record); }},
    {"gzip",
     [](std::string_view record) { return tests::gzip_member(record, 1); }},
    {"zstd", [](std::string_view record) { return tests::zstd_frame(record); }},
    {"zstd without sizes",
     [](std::string_view record) {
       return tests::zstd_frame(record, tests::Frame::kBare);
     }},
    {"lz4", [](std::string_view record) { return tests::lz4_frame(record); }},
};

// Requests and responses that differ in all that lines show.
std::string archive(const SteadyForm& packing) {
  std::string all;
  for (int i = 0; i < kRecords; ++i) {
    std::string number = std::to_string(1000000 + i * 7919);
    tests::WarcFields fields;
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
    all +=
        packing.member(tests::warc_record(tests::http_response(page), fields));
  }
  return all;
}

// Of the second third of its records.
uint64_t allocations_of(const SteadyForm& packing, const IndexOptions& options,
                        bool skim) {
  static std::map<const SteadyForm*, std::string> archives;
  std::string& bytes = archives[&packing];
  if (bytes.empty()) bytes = archive(packing);
  tests::Problems problems;
  auto reader = warc::open_archive(tests::memory_file(bytes), problems);
  if (skim) reader->skim();
  Indexer indexer(std::move(reader), "path", "name", options, problems);
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
    if (read <= kRecords / 3) from = tests::allocations();
    if (read <= 2 * kRecords / 3) to = tests::allocations();
  }
  return to - from;
}

TEST(SteadyState, AllocatesNothingForARecord) {
  IndexOptions options;
  for (bool skim : {false, true}) {
    for (DigestMode digest : {DigestMode::kMissing, DigestMode::kHeader,
                              DigestMode::kAlways, DigestMode::kNone}) {
      options.digest = digest;
      for (std::string_view name : profile_names()) {
        options.profile = profile(name);
        for (UrlKeyKind key : {UrlKeyKind::kSurt, UrlKeyKind::kLegacy}) {
          options.url_key = key;
          for (const SteadyForm& packing : kSteadyForms) {
            // A few of these records have longer fields than those before.
            EXPECT_LE(allocations_of(packing, options, skim), 4u)
                << name << ' ' << static_cast<int>(digest) << ' ' << skim << ' '
                << cdx::name(key) << ' ' << packing.name;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace wax::cdx
