// Archives cut at each step of so many bytes, and with flipped bits, through
// the reader and the indexer: what lies before the damage stays as it is, and
// what lies behind it is found again. WAX_DAMAGE=full: cut every 512 bytes, and
// 10,000 flips; else a sample.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>

#include "cdx/format/capture.h"
#include "cdx/indexer/indexer.h"
#include "tests/support/archives.h"
#include "tests/support/paths.h"
#include "tests/support/shared.h"
#include "warc/record/record_header.h"

namespace wax::cdx {
namespace {

struct Line {
  std::string text;  // without its place
  uint64_t begin = 0;
  uint64_t end = 0;
  bool has_location = false;
  bool is_odd = false;  // its header is not told from other bytes by search
};

struct Archive {
  std::string name;
  std::string bytes;
  std::vector<Line> lines;
};

// `refused` counts records without a line, each with its reason.
std::vector<Line> index(std::string bytes, size_t shift,
                        tests::Problems& problems, uint64_t& refused) {
  IndexOptions options;
  options.selection.all = true;
  options.digest = DigestMode::kAlways;
  Legend legend{"NbamskrMu"};
  std::vector<Line> lines;
  Indexer indexer(
      warc::open_archive(tests::memory_file(std::move(bytes)), problems), "a",
      "a", options, problems);
  while (const Capture* capture = indexer.next()) {
    Line line;
    append_line(*capture, legend, line.text);
    line.has_location = capture->has_location && capture->length > 0;
    line.begin = capture->offset + shift;
    line.end = line.begin + capture->length;
    lines.push_back(std::move(line));
  }
  refused = 0;
  for (const auto& [reason, count] : indexer.counts().skipped) refused += count;
  return lines;
}

std::vector<Archive> archives() {
  namespace fs = std::filesystem;
  auto shared = wax::tests::shared_file("archives");
  std::vector<Archive> all;
  for (const auto& entry : fs::recursive_directory_iterator(
           shared ? *shared : tests::source_path("examples/crawl"))) {
    std::string name = entry.path().filename().string();
    if (!entry.is_regular_file() || name.find("arc") == std::string::npos) {
      continue;
    }
    std::ifstream file(entry.path(), std::ios::binary);
    Archive archive;
    archive.name = name;
    archive.bytes.assign(std::istreambuf_iterator<char>(file), {});
    tests::Problems problems;
    uint64_t refused = 0;
    archive.lines = index(archive.bytes, 0, problems, refused);
    for (Line& line : archive.lines) {
      if (!line.has_location) continue;
      auto bytes = std::string_view(archive.bytes).substr(line.begin);
      line.is_odd = warc::starts_record(bytes) &&
                    warc::record_found(bytes) != io::Match::kYes;
    }
    if (!archive.lines.empty()) all.push_back(std::move(archive));
  }
  std::sort(all.begin(), all.end(),
            [](const Archive& a, const Archive& b) { return a.name < b.name; });
  return all;
}

bool full() {
  const char* scale = std::getenv("WAX_DAMAGE");
  return scale != nullptr && std::string_view(scale) == "full";
}

class DamagedArchives : public testing::Test {
 protected:
  // Of a large archive only the records near the damage are read.
  static constexpr uint64_t kNear = 64 * 1024;

  // A place where a record begins: 0, or at least kNear before `at`.
  static uint64_t before(const Archive& archive, uint64_t at) {
    uint64_t found = 0;
    for (const Line& line : archive.lines) {
      if (line.has_location && line.begin + kNear <= at) found = line.begin;
    }
    return found;
  }
  // The end, or a place where one begins at least kNear behind `at`.
  static uint64_t behind(const Archive& archive, uint64_t at) {
    for (const Line& line : archive.lines) {
      if (line.has_location && line.begin >= at + kNear) return line.begin;
    }
    return archive.bytes.size();
  }

  // Reads the bytes, those of the archive from `from` to `to` but for the
  // damage at `first` and up to `last`.
  void check(const Archive& archive, std::string bytes, uint64_t from,
             uint64_t to, uint64_t first, uint64_t last) {
    ++cases_;
    size_t size = bytes.size();
    tests::Problems problems;
    std::clock_t start = std::clock();
    uint64_t refused = 0;
    auto lines = index(std::move(bytes), from, problems, refused);
    double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    // Some hundred times what it takes.
    EXPECT_LT(seconds, 5 + 10e-6 * static_cast<double>(size));
    records_ += lines.size();
    for (const Line& line : lines) {
      EXPECT_EQ(std::count(line.text.begin(), line.text.end(), ' '), 8);
      EXPECT_EQ(line.text.find('\n'), line.text.size() - 1);
    }
    size_t at = 0;
    size_t known_behind = 0;
    bool lost = false;
    for (const Line& line : archive.lines) {
      if (!line.has_location || line.begin < from || line.begin >= to) continue;
      if (line.end <= first) {
        bool same = at < lines.size() && lines[at].text == line.text &&
                    lines[at].begin == line.begin;
        EXPECT_TRUE(same) << "before: " << line.text;
        ++at;
      } else if (line.is_odd) {
        continue;
      } else if (line.begin > last) {
        ++known_behind;
        bool found =
            std::any_of(lines.begin(), lines.end(), [&](const Line& other) {
              return other.begin == line.begin && other.text == line.text;
            });
        EXPECT_TRUE(found) << "behind: " << line.text;
      } else {
        lost |= std::none_of(
            lines.begin(), lines.end(),
            [&](const Line& other) { return other.text == line.text; });
      }
    }
    if (lost && lines.size() + refused < at + known_behind + 1) {
      EXPECT_FALSE(problems.all.empty());
    }
  }

  ~DamagedArchives() override {
    std::cout << cases_ << " cases, " << records_ << " records, "
              << std::clock() / CLOCKS_PER_SEC << " s of CPU\n";
  }

  uint64_t cases_ = 0;
  uint64_t records_ = 0;
};

TEST_F(DamagedArchives, CutShortKeepWhatIsBefore) {
  const size_t step = full() ? 512 : 31 * 512;
  for (const Archive& archive : archives()) {
    for (size_t cut = step; cut < archive.bytes.size(); cut += step) {
      SCOPED_TRACE(archive.name + " cut at " + std::to_string(cut));
      uint64_t from = before(archive, cut);
      check(archive, archive.bytes.substr(from, cut - from), from, cut, cut,
            cut);
    }
  }
}

TEST_F(DamagedArchives, WithAFlippedBitLoseNothingElse) {
  const size_t flips = full() ? 10'000 : 400;
  std::mt19937 random(20080430);
  std::vector<Archive> all = archives();
  ASSERT_FALSE(all.empty());
  for (size_t i = 0; i < flips; ++i) {
    const Archive& archive = all[i % all.size()];
    size_t at = random() % archive.bytes.size();
    auto bit = static_cast<char>(1 << random() % 8);
    SCOPED_TRACE(archive.name + ": byte " + std::to_string(at) + " ^ " +
                 std::to_string(bit));
    uint64_t from = before(archive, at);
    uint64_t to = behind(archive, at);
    std::string bytes = archive.bytes.substr(from, to - from);
    bytes[at - from] = static_cast<char>(bytes[at - from] ^ bit);
    check(archive, std::move(bytes), from, to, at, at);
  }
}

}  // namespace
}  // namespace wax::cdx
