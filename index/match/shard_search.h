// Searches one shard for its best hits, or gives all matches by windows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "index/match/hits.h"
#include "index/match/matcher.h"
#include "index/store/reader_state.h"

namespace wax::index {

// Looks at one shard, window by window. What it is made of must outlive it.
class ShardSearch {
 public:
  // `rounding`: sums of scores may be so much greater than exact ones.
  ShardSearch(Matcher& matcher, const Shard& shard, const Deadline& deadline,
              const SearchOptions& options, double rounding,
              const BestHits& best);

  // Once. Throws FormatError, IoError and Deadline::Passed; what was found
  // until then is right.
  void run(BestHits& best);

  [[nodiscard]] uint64_t total() const { return total_; }
  [[nodiscard]] bool total_is_exact() const { return exact_; }
  [[nodiscard]] uint32_t searched() const {
    return std::min(searched_, shard_->documents);
  }

 private:
  void look_at_windows(BestHits& best);
  void drop_deleted(uint32_t base, WindowMask& mask) const;
  // No document with this score can be among the best any more.
  [[nodiscard]] float too_low(const BestHits& best) const {
    return std::max(best.least(), floor_);
  }
  [[nodiscard]] bool cannot_have_best(uint32_t base, const BestHits& best);
  void add_best(uint32_t base, WindowMask& mask, BestHits& best);
  // Keeps the documents of the window as candidates that can be among the best
  // by their bounds.
  void add_candidates(uint32_t base, const WindowMask& mask, BestHits& best);
  // Keeps the documents of the window as candidates that can be among the best,
  // without counting others.
  void add_possible(uint32_t base, BestHits& best);
  void keep_candidates(uint32_t base, std::span<const DocumentBounds> documents,
                       BestHits& best);
  void raise_floor(const BestHits& best);
  void score_candidates(BestHits& best);

  Matcher* matcher_;
  const Shard* shard_;
  const Deadline* deadline_;
  double rounding_;
  // At least as many documents as are wanted score more than this.
  float floor_ = -std::numeric_limits<float>::infinity();
  bool exact_ = true;
  bool counts_ = true;    // the hits of each window
  bool sees_all_ = true;  // windows without one of the best hits, too
  uint64_t total_ = 0;
  uint32_t searched_ = 0;

  // Documents that can be among the best by their bounds are scored when those
  // of all windows are known, or many of them: bounds of later ones leave most
  // of the first ones out.
  struct Candidate {
    uint32_t document;
    float most;  // that it scores
  };
  const bool scores_later_;
  const bool finds_candidates_;
  std::vector<Candidate> candidates_;
  std::vector<DocumentBounds> possible_;  // of a window
  // The greatest of what candidates score at least, scored ones as well.
  std::vector<float> reached_;
  size_t new_reached_ = 0;  // since floor_ was looked for
};

struct MatchWindow {
  const Shard& shard;
  uint32_t base;           // the window's first document, in the shard
  const WindowMask& mask;  // those that match and are not deleted
  Matcher& matcher;        // which tells their scores
};

class WindowUser {
 public:
  WindowUser() = default;
  virtual ~WindowUser() = default;
  WindowUser(const WindowUser&) = delete;
  WindowUser& operator=(const WindowUser&) = delete;

  // `expected`: about how many documents of the shard match. May throw
  // Deadline::Passed, and TooMuchMemory as the others.
  virtual void begin_shard(const Shard& shard, double expected,
                           const Deadline& deadline) = 0;
  // False when no more windows are wanted.
  virtual bool take(const MatchWindow& window) = 0;
  // `keep` is false when the shard turned out to be damaged; then what it gave
  // is dropped.
  virtual void end_shard(bool keep) = 0;
};

// What is told of a shard that turns out to be damaged, in the handler of that
// error. Throws it on when nobody is to be told.
void tell_unreadable(const Shard& shard, const Error& error,
                     const SearchOptions& options);

}  // namespace wax::index
