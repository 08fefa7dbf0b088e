// What matches a query, without records that are no pages (other_records.h),
// unless the query asks for these. Scores are those of the query.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "index/match/matcher.h"
#include "index/query/query.h"
#include "index/store/reader_state.h"

namespace wax::index {

// Whether the query, outside NOT, looks for URLs, URL keys or digests, for
// types that only such records have, or for a text that begins with the scheme
// of such a record.
[[nodiscard]] bool asks_for_other_records(const Query& query);

class PageMatcher final : public Matcher {
 public:
  // `others` has a bit for each document in whole windows. At most `count` of
  // them match: just so many when the total of `all` is known.
  PageMatcher(std::unique_ptr<Matcher> all, const std::vector<uint64_t>& others,
              uint64_t count)
      : all_(std::move(all)), others_(&others), count_(count) {}

  uint32_t at_or_after(uint32_t target) override {
    return all_->at_or_after(target);
  }
  void fill(uint32_t base, const WindowMask* within, WindowMask& mask) override;
  float score(uint32_t n) override { return all_->score(n); }
  void add_scores(uint32_t base, const WindowMask& wanted,
                  float* sums) override {
    all_->add_scores(base, wanted, sums);
  }
  float bound(uint32_t base) override { return all_->bound(base); }
  bool has_bounds() const override { return all_->has_bounds(); }
  void add_bounds(uint32_t base, const WindowMask& wanted,
                  Bounds* bounds) override {
    all_->add_bounds(base, wanted, bounds);
  }
  std::optional<std::span<const DocumentBounds>> list_bounds(
      uint32_t base, const WindowMask& wanted, float least) override {
    return all_->list_bounds(base, wanted, least);
  }
  bool finds_candidates() const override { return all_->finds_candidates(); }
  void add_candidates(uint32_t base, double least,
                      std::vector<DocumentBounds>& found) override;
  bool scores_later() const override { return all_->scores_later(); }
  std::optional<float> score_document(uint32_t document) override;
  void clear_below(uint32_t base, double least, WindowMask& mask) override {
    all_->clear_below(base, least, mask);
  }
  float reached_by(uint64_t count) override;
  std::optional<uint64_t> total() const override;
  double expected() const override;

 private:
  std::unique_ptr<Matcher> all_;
  const std::vector<uint64_t>* others_;
  uint64_t count_;
};

using MakeMatcher = std::function<std::unique_ptr<Matcher>()>;

// What `make` makes, without the other records of the shard; null when it makes
// null. `again` makes the same, to count those that match when the total is
// known. Throws as these and OtherRecords::of().
[[nodiscard]] std::unique_ptr<Matcher> pages_of(const Shard& shard,
                                                const MakeMatcher& make,
                                                const MakeMatcher& again);

}  // namespace wax::index
