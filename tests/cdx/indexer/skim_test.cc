// An index that passes over bodies says what one that reads them says.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "cdx/indexer/index_stream.h"
#include "tests/lines/stream_text.h"
#include "tests/support/archives.h"
#include "tests/support/shared.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

using tests::gzip_member;
using tests::http_response;
using tests::warc_record;

struct Indexed {
  std::string lines;
  std::vector<std::string> problems;
  uint64_t read = 0;
  std::map<std::string, uint64_t> skipped;
  friend bool operator==(const Indexed&, const Indexed&) = default;
};

Indexed indexed(const std::string& path, IndexStreamOptions options, bool skim,
                unsigned jobs = 1, uint64_t part = 1 << 20) {
  options.skim = skim;
  options.jobs = jobs;
  options.part = part;
  tests::Problems problems;
  IndexReport report;
  auto stream = index_archives({{path, "name"}}, options, problems, report);
  Indexed all;
  all.lines = text_of(*stream);
  for (const Problem& problem : problems.all) {
    all.problems.push_back(std::to_string(problem.offset.value_or(0)) + ' ' +
                           problem.id + ' ' + problem.text);
  }
  all.read = report.counts.read;
  all.skipped = report.counts.skipped;
  return all;
}

std::vector<IndexStreamOptions> all_options() {
  std::vector<IndexStreamOptions> all;
  for (std::string_view name : profile_names()) {
    IndexStreamOptions options;
    options.index.profile = profile(name);
    options.legend.letters = "NbamskrMSVg";
    options.cdxj = options.index.profile->cdxj();
    all.push_back(options);
  }
  IndexStreamOptions other = all.front();
  other.index.digest = DigestMode::kAlways;
  all.push_back(other);
  other.index.digest = DigestMode::kHeader;
  all.push_back(other);
  other.index.digest = DigestMode::kNone;
  other.index.meta = other.index.redirects = true;
  all.push_back(other);
  other = all.front();
  other.index.minimal = true;
  all.push_back(other);
  other = all.front();
  other.index.post_append = true;
  other.index.selection.all = true;
  all.push_back(other);
  return all;
}

std::string four_bytes(size_t number) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(number >> (8 * i));
  return bytes;
}

// Archives of records of every sort, and of archives.
class Archives {
 public:
  explicit Archives(unsigned seed) : random_(seed) {}

  std::string archive(size_t records, int depth) {
    std::string all;
    for (size_t i = 0; i < records; ++i) all += member(depth);
    return all;
  }
  // A number below `most`.
  size_t some(size_t most) { return random_() % most; }

 private:
  std::string member(int depth) {
    std::string record;
    switch (some(12)) {
      case 0:
        record = tests::arc_record(http_response(body(depth)));
        break;
      case 1:
        record = warc_record("a: b\r\n", {.type = "metadata"});
        break;
      case 2:
        record = warc_record(body(depth), {.type = "resource"});
        break;
      case 3:
        record = warc_record(
            "POST / HTTP/1.1\r\nContent-Length: 5000\r\n\r\n" + body(depth),
            {.type = "request"});
        break;
      default:
        record = response(depth);
    }
    if (some(40) == 0) record += warc_record(body(0), {});
    if (some(40) == 0) record.insert(record.size() - 3, "x");
    if (some(40) == 0) record += "\r\n";
    if (some(40) == 0) record.insert(0, "\r\n");
    if (some(40) == 0) return cut(record);
    std::string member = gzip_member(record, level());
    if (some(3) == 0) member = stating_sizes(member, record.size());
    if (some(40) == 0) member += gzip_member("");
    if (some(60) == 0) member += "junk";
    return member;
  }

  std::string response(int depth) {
    tests::WarcFields fields;
    if (some(5) != 0) {
      fields.more =
          "WARC-Payload-Digest: sha1:" + std::string(32, 'A') + "\r\n";
    }
    if (some(8) == 0) fields.type = "revisit";
    std::string inside = body(depth);
    if (depth == 0 || some(2) == 0) {
      return warc_record(http_response(inside), fields);
    }
    // A boundary inside that has the size of the record around it.
    std::string bait = member(0);
    std::string block = http_response(inside + "SIZE" + bait + body(0));
    std::string record = warc_record(block, fields);
    size_t place = record.find("SIZE" + bait);
    return record.replace(place, 4, four_bytes(record.size()));
  }

  std::string body(int depth) {
    switch (some(depth > 0 ? 4 : 3)) {
      case 0:
        return noise(some(3000) * some(40));
      case 1:
        return "<meta name=robots content=noindex>" +
               std::string(some(100000), 'x');
      case 2: {
        std::string words;
        while (words.size() < some(30000)) {
          words += "word " + std::to_string(random_());
        }
        return words;
      }
      default:
        return noise(some(200)) + archive(1 + some(4), depth - 1);
    }
  }

  // A record in two members.
  std::string cut(const std::string& record) {
    size_t half = some(record.size());
    return gzip_member(record.substr(0, half), level()) +
           gzip_member(record.substr(half), level());
  }

  // With the field that Heritrix and wget write; sometimes wrong.
  std::string stating_sizes(std::string member, size_t size) {
    if (static_cast<unsigned char>(member[3]) != 0) return member;
    size_t stored = member.size() + 14 + (some(10) == 0 ? some(100) : 0);
    member[3] = 4;
    return member.insert(10, std::string("\x0c\0sl\x08\0", 6) +
                                 four_bytes(stored) + four_bytes(size));
  }

  std::string noise(size_t size) {
    std::string bytes(size, '\0');
    for (char& c : bytes) c = static_cast<char>(random_());
    return bytes;
  }
  int level() { return some(3) == 0 ? 0 : static_cast<int>(1 + some(9)); }

  std::mt19937 random_;
};

TEST(Skim, WritesTheLinesOfOtherSystemsArchives) {
  auto folder = tests::shared_file("archives");
  if (!folder) GTEST_SKIP() << tests::kNoShared;
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    std::string path = entry.path().string();
    SCOPED_TRACE(path);
    for (const IndexStreamOptions& options : all_options()) {
      EXPECT_EQ(indexed(path, options, true), indexed(path, options, false));
    }
    IndexStreamOptions options;
    Indexed full = indexed(path, options, false);
    uint64_t part = entry.file_size() / 9 + 1;
    EXPECT_EQ(indexed(path, options, true, 2, part), full);
    EXPECT_EQ(indexed(path, options, true, 3, part), full);
  }
}

TEST(Skim, WritesTheLinesOfArchivesOfArchives) {
  tests::TempDir directory;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Archives archives(seed);
    std::string bytes = archives.archive(1 + archives.some(30), 3);
    std::string path = directory.write("archive", bytes);
    std::vector<IndexStreamOptions> all = all_options();
    const IndexStreamOptions& options = all[seed % all.size()];
    SCOPED_TRACE("seed " + std::to_string(seed));
    Indexed full = indexed(path, options, false);
    for (unsigned jobs : {1u, 2u, 3u}) {
      Indexed skimmed = indexed(path, options, true, jobs,
                                1 + archives.some(bytes.size() + 1));
      EXPECT_EQ(skimmed.lines, full.lines);
      EXPECT_EQ(skimmed.read, full.read);
      EXPECT_EQ(skimmed.skipped, full.skipped);
      // Of line ends behind a body that was passed over, nothing is known.
      if (jobs == 1) {
        EXPECT_LE(skimmed.problems.size(), full.problems.size());
      }
    }
  }
}

std::set<std::string> places(const std::string& lines) {
  std::set<std::string> all;
  for (size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1) {
    all.insert(lines.substr(at, lines.find('\n', at) - at));
  }
  return all;
}

// What is damaged may be passed over, but no record behind it is lost.
TEST(Skim, LosesNoRecordOfADamagedArchive) {
  tests::TempDir directory;
  IndexStreamOptions options;
  options.legend.letters = "V";
  for (unsigned seed = 0; seed < 150; ++seed) {
    Archives archives(seed);
    // Without archives inside: behind damage, reading goes on with their
    // records.
    std::string bytes = archives.archive(10, 0);
    for (size_t n = 1 + archives.some(3); n > 0; --n) {
      size_t at = archives.some(bytes.size());
      switch (archives.some(3)) {
        case 0:
          bytes[at] ^= static_cast<char>(1 << archives.some(8));
          break;
        case 1:
          bytes.erase(at, archives.some(300));
          break;
        default:
          std::fill_n(bytes.begin() + at,
                      std::min(bytes.size() - at, archives.some(600)), '\0');
      }
      if (bytes.empty()) bytes = "x";
    }
    std::string path = directory.write("archive", bytes);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Indexed full = indexed(path, options, false);
    Indexed skimmed = indexed(path, options, true);
    std::set<std::string> there = places(skimmed.lines);
    for (const std::string& place : places(full.lines)) {
      EXPECT_TRUE(there.contains(place)) << place;
    }
    for (unsigned jobs : {2u, 3u}) {
      EXPECT_EQ(indexed(path, options, true, jobs,
                        1 + archives.some(bytes.size() + 1)),
                skimmed);
    }
  }
}

// Damage in a body that is passed over is not met.
TEST(Skim, DoesNotCheckWhatItPassesOver) {
  tests::TempDir directory;
  tests::WarcFields fields;
  fields.more = "WARC-Payload-Digest: sha1:" + std::string(32, 'A') + "\r\n";
  std::string body;
  for (int i = 0; i < 20000; ++i) body += std::to_string(i * 7919) + ' ';
  std::string first = gzip_member(warc_record(http_response(body), fields));
  std::string last = gzip_member(warc_record(http_response("end"), fields));
  std::string bytes = first + last;
  std::string sound = directory.write("sound", bytes);
  bytes[first.size() / 2] ^= 1;
  std::string damaged = directory.write("damaged", bytes);
  IndexStreamOptions options;
  EXPECT_FALSE(indexed(damaged, options, false).problems.empty());
  EXPECT_EQ(indexed(damaged, options, true), indexed(sound, options, false));
}

}  // namespace
}  // namespace wax::cdx
