#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "cdx/stats/counted_captures.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

std::string digest_of(const std::string& text) {
  warc::Digester sha1;
  sha1.update(text);
  return warc::spelling(sha1.finish());
}

TEST(DigestTotals, SavingsAreTheMeanBodySizeForEachRevisitLessItsOwnSize) {
  DigestTotals totals(1 << 20);
  totals.add(digest_of("a"), false, 100);
  totals.add(digest_of("a"), true, 20);
  totals.add(digest_of("a"), false, 201);
  totals.add(digest_of("a"), true, 30);
  totals.add(digest_of("b"), true, 40);
  totals.add(digest_of("c"), false, 10);
  totals.add(digest_of("c"), true, 50);
  DigestCounts counts = totals.counts();
  EXPECT_EQ(counts.digests, 3u);
  EXPECT_EQ(counts.unresolved, 1u);
  EXPECT_EQ(counts.savings, 2 * 150u - 50u) << "revisits of c saved nothing";
}

TEST(DigestTotals, TakesDigestsOfAnyKind) {
  DigestTotals totals(1 << 20);
  for (int i = 0; i < 2; ++i) {
    totals.add("sha256:00ff", false, 1);
    totals.add("x", false, 1);
    totals.add("sha1:short", false, 1);
    totals.add(digest_of("x"), false, 1);
  }
  EXPECT_EQ(totals.counts().digests, 4u);
}

class Strings final : public lines::LineStream {
 public:
  explicit Strings(std::vector<std::string> lines) : lines_(std::move(lines)) {}
  bool next(std::string_view& line) override {
    if (at_ == lines_.size()) return false;
    line = lines_[at_++];
    return true;
  }

 private:
  std::vector<std::string> lines_;
  size_t at_ = 0;
};

TEST(DigestTotals, AreTheSameWhenSortedAsLines) {
  std::mt19937 random(5);
  DigestTotals all(64 << 20);
  DigestTotals few(0);
  std::vector<std::string> lines;
  auto take_all = [&] {
    for (std::string line; few.take(line);) lines.push_back(line);
    EXPECT_EQ(few.size(), 0u);
  };
  size_t emptied = 0;
  for (int i = 0; i < 50000; ++i) {
    std::string digest = digest_of(std::to_string(random() % 9000));
    bool revisit = random() % 3 == 0;
    uint64_t bytes = random() % 1000;
    all.add(digest, revisit, bytes);
    few.add(digest, revisit, bytes);
    if (!few.full()) continue;
    take_all();
    EXPECT_FALSE(few.full());
    ++emptied;
  }
  take_all();
  EXPECT_GT(emptied, 5u);
  std::sort(lines.begin(), lines.end());
  Strings sorted(lines);
  DigestCounts ours = DigestTotals::counts(sorted);
  DigestCounts theirs = all.counts();
  EXPECT_EQ(ours.digests, theirs.digests);
  EXPECT_EQ(ours.unresolved, theirs.unresolved);
  EXPECT_EQ(ours.savings, theirs.savings);
}

}  // namespace
}  // namespace wax::cdx
