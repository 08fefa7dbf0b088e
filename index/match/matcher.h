// Matches a part of a query in one shard, window by window, and scores what it
// matches. MatcherMaker makes a tree of matchers for a query and a shard; one
// thread drives it by its root, for one search. A parent hands calls on to its
// parts in the same order.
//
// The order of calls:
//
// 1. Before all others, in any order, and once more whenever needed:
//    expected(), total(), has_bounds(), scores_later(), finds_candidates(),
//    reached_by(). ShardSearch plans by them which of the ways below it goes;
//    it goes the same way in all windows of the shard.
//
// 2. For each window, in rising order, some of these:
//      bound(base)         whether the window can be passed over
//      at_or_after(target) where the next window with a match begins
//      fill(base, ...)     which documents match; once
//      clear_below()       which of them need no score; after fill()
//    and then one of these ways to score, of the documents that are left:
//      score(n)            each alone, n rising
//      add_scores()        all together, once
//      list_bounds() or, if that gives nothing, add_bounds(), once:
//                          between which scores each is; the scores come
//                          later, by score_document()
//    What scores and bounds says something about the window that fill() was
//    called for last; at_or_after() and bound() need no fill(). `base` is the
//    first document of a window (a multiple of kWindow). It may lie before the
//    last target, in the window of what at_or_after() gave: documents before
//    that target may then be left out, since nothing else matches them.
//
//    Where matches are not counted, and finds_candidates(), only this in each
//    window, after bound(base), in place of all of these:
//      add_candidates()    documents that can be among the best, with bounds
//
// 3. score_document(), in rising order of documents, of those that bounds have
//    left. It is called between windows too, when many are waiting. A matcher
//    is asked for scores in this way or by score() and add_scores(), never in
//    both: they share cursors that only go forward.
//
// Who calls:
//    ShardSearch (shard_search.h)      all of these, for the best hits
//    WindowSearch (search/searcher.cc) expected(), at_or_after() and fill();
//      its user scores by each_scored(), to sort, collapse and count
//    Searcher::explain()               fill() and score() of one document
//    pages_of() (page_matcher.h)       total(); of a second tree at_or_after()
//      and fill() with `within`, to count
//    parents alone, in place of fill():
//      keep()                          of all parts of an AND but the first
//      fill_and_add()                  of an OR of many parts
//      fill_and_add_saturated()        of the fields of a word
//      add_bounds_to()                 of the weak parts of an OR, in its
//                                      add_candidates()
//    After keep(), the window is as after fill(). After the other three,
//    nothing else is asked about the window.
#pragma once

#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "index/store/index_directory.h"
#include "index/store/limits.h"

namespace wax::index {

// A bit for each document of a window.
using WindowMask = std::array<uint64_t, kWindow / 64>;

[[nodiscard]] bool is_empty(const WindowMask& mask);
[[nodiscard]] size_t count_of(const WindowMask& mask);

// Calls use(n) for each bit that is set, in order.
template <typename Use>
void each_bit(const WindowMask& mask, Use&& use) {
  for (uint32_t i = 0; i < mask.size(); ++i) {
    for (uint64_t word = mask[i]; word != 0; word &= word - 1) {
      use(64 * i + static_cast<uint32_t>(std::countr_zero(word)));
    }
  }
}

// Sets the bits of documents, less `base`. They are sorted.
inline void set_bits(uint64_t* words, const uint32_t* documents, uint32_t count,
                     uint32_t base) {
  auto set = [=](uint32_t i) {
    uint32_t n = documents[i] - base;
    words[n / 64] |= uint64_t{1} << n % 64;
  };
  // Words that follow each other are often the same, for which the processor
  // would wait.
  uint32_t quarter = count / 4;
  for (uint32_t i = 0; i < quarter; ++i) {
    set(i);
    set(i + quarter);
    set(i + 2 * quarter);
    set(i + 3 * quarter);
  }
  for (uint32_t i = 4 * quarter; i < count; ++i) set(i);
}

// The first bit from the n-th on that is set; kWindow: none is.
[[nodiscard]] uint32_t next_bit(const WindowMask& mask, uint32_t n);
// Adds the bits of `more`.
void add_to(WindowMask& mask, const WindowMask& more);
// Keeps only those of `kept`.
void keep_in(WindowMask& mask, const WindowMask& kept);
// Clears the bits from the first to the last.
void clear_bits(WindowMask& mask, uint32_t first, uint32_t last);
[[nodiscard]] inline bool is_in(const WindowMask& mask, uint32_t n) {
  return (mask[n / 64] >> n % 64 & 1) != 0;
}

// The score of a document is between these.
struct Bounds {
  float least = 0;
  float most = 0;

  Bounds& operator+=(const Bounds& more) {
    least += more.least;
    most += more.most;
    return *this;
  }
};

struct DocumentBounds {
  uint32_t n;  // in the window
  Bounds bounds;
};

// Says first which documents of a window match, and then, of those that are
// worth it, how much each scores, in the order above. Windows and targets must
// rise from call to call. Methods throw FormatError, IoError and
// Deadline::Passed. For one thread.
class Matcher {
 public:
  Matcher() = default;
  virtual ~Matcher() = default;
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;

  // From `target` on, no document before this one matches; kNoDocument when
  // none does.
  [[nodiscard]] virtual uint32_t at_or_after(uint32_t target) = 0;

  // Sets the bits of the documents that match in the window from `base` on;
  // `mask` has none. If only those in `within` are asked for, others may be
  // left out.
  virtual void fill(uint32_t base, const WindowMask* within,
                    WindowMask& mask) = 0;
  // Keeps those in `mask` that match.
  virtual void keep(uint32_t base, WindowMask& mask);

  // The score of the n-th document of the window that fill() or keep() was
  // called for; it matches.
  [[nodiscard]] virtual float score(uint32_t n) = 0;
  // The scores of many such documents, added to `sums` by number in the window;
  // in place of score(), once for each window. Those of others may be added,
  // too.
  virtual void add_scores(uint32_t base, const WindowMask& wanted, float* sums);
  // fill() without `within`, in one with adding the scores of the documents to
  // `sums`, by number in the window. `mask` may have bits.
  virtual void fill_and_add(uint32_t base, WindowMask& mask, float* sums);
  // fill() without `within`, in one with adding saturated(sum, rarity), where
  // `sum` is the score and what `before` has for the document; null: nothing.
  virtual void fill_and_add_saturated(uint32_t base, WindowMask& mask,
                                      float* sums, float rarity,
                                      const float* before);
  // No document of the window scores more. Sums are rounded as those of
  // scores. Without fill(), and any number of times.
  [[nodiscard]] virtual float bound(uint32_t base) = 0;
  // Removes documents from `mask`, which fill() set, that provably score at
  // most `least` when sums are not rounded, if that is cheap to decide.
  virtual void clear_below(uint32_t base, double least, WindowMask& mask);

  // Whether add_bounds() tells more than bound(), and costs less than scores.
  [[nodiscard]] virtual bool has_bounds() const { return false; }
  // Adds two scores for each of those documents, between which its own is; by
  // number in the window, once for each, after fill() or keep(). Those of other
  // documents that match may be added, too. Sums are rounded in another order
  // than those of scores.
  virtual void add_bounds(uint32_t base, const WindowMask& wanted,
                          Bounds* bounds);

  // In place of add_bounds(), if it costs less: the bounds of each of those
  // documents that can score `least` or more, in order, valid until the next
  // call; others may be among them. Nothing if it does not cost less.
  virtual std::optional<std::span<const DocumentBounds>> list_bounds(
      uint32_t base, const WindowMask& wanted, float least);

  // The same to each of some documents, in order, that matches; without fill().
  virtual void add_bounds_to(uint32_t base,
                             std::span<DocumentBounds> documents);

  // Whether add_candidates() costs less than fill() and add_bounds().
  [[nodiscard]] virtual bool finds_candidates() const { return false; }
  // In place of these two where documents are not counted: adds
  // those of the window that can score more than `least` when sums are not
  // rounded, in order, with their bounds. Others may be among them.
  virtual void add_candidates(uint32_t base, double least,
                              std::vector<DocumentBounds>& found);

  // Whether score_document() is there.
  [[nodiscard]] virtual bool scores_later() const { return false; }
  // What a document scores; nothing when it does not match. In place of score()
  // and add_scores(), whatever windows were looked at. Documents must rise.
  virtual std::optional<float> score_document(uint32_t document);

  // A score that so many documents of the shard reach, at least one, as far as
  // that is cheap to say; -infinity when it is not. Before anything else.
  [[nodiscard]] virtual float reached_by(uint64_t count);

  // How many documents of the shard match, when that is known without reading
  // postings.
  [[nodiscard]] virtual std::optional<uint64_t> total() const { return {}; }
  // About how many.
  [[nodiscard]] virtual double expected() const = 0;
};

// Calls use(n, score) for documents of the window for which fill() was called.
// Postings of many are read one after the other.
template <typename Use>
void each_scored(Matcher& matcher, uint32_t base, const WindowMask& wanted,
                 Use&& use) {
  constexpr size_t kMany = 64;
  if (count_of(wanted) < kMany) {
    return each_bit(wanted, [&](uint32_t n) { use(n, matcher.score(n)); });
  }
  std::array<float, kWindow> sums = {};
  matcher.add_scores(base, wanted, sums.data());
  each_bit(wanted, [&](uint32_t n) { use(n, sums[n]); });
}

}  // namespace wax::index
