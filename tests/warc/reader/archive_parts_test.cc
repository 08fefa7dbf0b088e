#include "warc/reader/archive_parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/support/temp_dir.h"

namespace wax::warc {
namespace {

TEST(ArchiveParts, CutFilesOnDiskAndNothingElse) {
  tests::TempDir folder;
  std::string ten = folder.write("ten", std::string(10, 'x'));
  std::string none = folder.write("none", "");
  std::vector<std::string> paths = {ten, none, folder / "missing", "-"};
  EXPECT_EQ(archive_parts(paths, 4),
            (std::vector<ArchivePart>{{0, 0, 4},
                                      {0, 4, 8},
                                      {0, 8, UINT64_MAX},
                                      {1, 0, UINT64_MAX},
                                      {2, 0, UINT64_MAX},
                                      {3, 0, UINT64_MAX}}));
  EXPECT_EQ(archive_parts({ten}, 10).size(), 1U);
  EXPECT_EQ(archive_parts({ten}, UINT64_MAX).size(), 1U);
}

// An archive that is nothing but places of records, and of what only looks like
// one.
struct Places {
  std::set<uint64_t> records;
  std::set<uint64_t> false_ones;
};

class PlaceReader {
 public:
  PlaceReader(const Places& places, const ArchivePart& part)
      : places_(&places), end_(part.end) {
    if (part.first()) {
      go_to(0);
      return;
    }
    uint64_t real = at_or_after(places.records, part.begin);
    uint64_t seeming = at_or_after(places.false_ones, part.begin);
    start_ = std::min(real, seeming);
    if (start_ >= part.end) start_ = UINT64_MAX;
    next_ = start_;
    is_lost_ = !places.records.contains(start_);
  }

  [[nodiscard]] uint64_t start() const { return start_; }
  [[nodiscard]] bool leads_to(uint64_t offset) const { return next_ == offset; }
  void go_on_to(uint64_t end) { end_ = end; }
  [[nodiscard]] bool at_end() const { return next_ == UINT64_MAX; }

  // Two records to a step.
  bool read(std::vector<uint64_t>& step) {
    while (next_ < end_ && !at_end()) {
      if (step.size() == 2) return true;
      step.push_back(is_lost_ ? UINT64_MAX : next_);
      go_to(next_ + 1);
    }
    return false;
  }

 private:
  static uint64_t at_or_after(const std::set<uint64_t>& places, uint64_t from) {
    auto found = places.lower_bound(from);
    return found == places.end() ? UINT64_MAX : *found;
  }
  void go_to(uint64_t from) { next_ = at_or_after(places_->records, from); }

  const Places* places_;
  uint64_t start_ = 0;
  uint64_t end_;
  uint64_t next_ = 0;
  bool is_lost_ = false;
};

TEST(PartReaders, GiveTheRecordsInOrderWhateverIsGuessed) {
  using Readers = PartReaders<PlaceReader, std::vector<uint64_t>>;
  for (uint32_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::vector<Places> archives(random() % 4);
    std::vector<ArchivePart> parts;
    std::vector<uint64_t> expected;
    uint64_t size = 1 + random() % 20;
    for (size_t i = 0; i < archives.size(); ++i) {
      uint64_t bytes = random() % 100;
      for (uint64_t at = 0; at < bytes; ++at) {
        if (random() % 4 == 0) archives[i].records.insert(at);
        if (random() % 16 == 0) archives[i].false_ones.insert(at);
      }
      uint64_t begin = 0;
      for (; bytes - begin > size; begin += size) {
        parts.push_back({i, begin, begin + size});
      }
      parts.push_back({i, begin, UINT64_MAX});
      expected.insert(expected.end(), archives[i].records.begin(),
                      archives[i].records.end());
    }
    size_t done = 0;
    Readers::Work work;
    work.open = [&](const ArchivePart& part) {
      if (!part.first() && part.begin % 7 == 0) throw IoError("x", "open", 5);
      return std::make_unique<PlaceReader>(archives[part.archive], part);
    };
    work.read = [](PlaceReader& reader, std::vector<uint64_t>& step) {
      return reader.read(step);
    };
    work.weight = [](const auto& step) { return step.size(); };
    work.done = [&](PlaceReader&) { ++done; };
    Readers readers(parts, seed % 4, 10, work);
    std::vector<uint64_t> got;
    while (!readers.ended()) {
      std::vector<uint64_t> step;
      if (PlaceReader* reader = readers.reader()) {
        for (bool more = true; more;) {
          step.clear();
          more = reader->read(step);
          got.insert(got.end(), step.begin(), step.end());
        }
      } else {
        while (readers.take(step)) {
          got.insert(got.end(), step.begin(), step.end());
          step.clear();
        }
      }
      readers.end_part();
    }
    EXPECT_EQ(got, expected);
    EXPECT_GE(done, archives.size());
    if (seed % 4 < 2) {
      EXPECT_EQ(done, archives.size());
    }
  }
}

}  // namespace
}  // namespace wax::warc
