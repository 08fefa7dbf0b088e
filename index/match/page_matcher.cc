#include "index/match/page_matcher.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace wax::index {
namespace {

// How many of `others` match.
uint64_t count_of_others(Matcher& matcher,
                         const std::vector<uint64_t>& others) {
  uint64_t count = 0;
  WindowMask wanted;
  for (size_t i = 0; i < others.size(); i += wanted.size()) {
    std::copy_n(others.begin() + static_cast<ptrdiff_t>(i), wanted.size(),
                wanted.begin());
    if (is_empty(wanted)) continue;
    auto base = static_cast<uint32_t>(64 * i);
    uint32_t next = matcher.at_or_after(base);
    if (next == kNoDocument) break;
    if (next - base >= kWindow) continue;
    WindowMask found = {};
    matcher.fill(base, &wanted, found);
    keep_in(found, wanted);
    count += index::count_of(found);
  }
  return count;
}

bool is_type_of_others(const Query& query) {
  return query.field == "type" &&
         std::any_of(query.values.begin(), query.values.end(),
                     [](const std::string& type) {
                       return type == "text/dns" ||
                              type == "application/warc-fields";
                     });
}

}  // namespace

bool asks_for_other_records(const Query& query) {
  if (query.kind == Query::Kind::kNot) return false;
  return query.other_records || query.field == "url" ||
         query.field == "urlkey" || query.field == "exacturl" ||
         query.field == "digest" || is_type_of_others(query) ||
         std::any_of(query.parts.begin(), query.parts.end(),
                     asks_for_other_records);
}

void PageMatcher::fill(uint32_t base, const WindowMask* within,
                       WindowMask& mask) {
  all_->fill(base, within, mask);
  for (size_t i = 0; i < mask.size(); ++i) {
    mask[i] &= ~(*others_)[base / 64 + i];
  }
}

void PageMatcher::add_candidates(uint32_t base, double least,
                                 std::vector<DocumentBounds>& found) {
  const auto before = static_cast<ptrdiff_t>(found.size());
  all_->add_candidates(base, least, found);
  found.erase(
      std::remove_if(found.begin() + before, found.end(),
                     [&](const DocumentBounds& one) {
                       const uint32_t document = base + one.n;
                       return ((*others_)[document / 64] >> document % 64 &
                               1) != 0;
                     }),
      found.end());
}

std::optional<float> PageMatcher::score_document(uint32_t document) {
  if (((*others_)[document / 64] >> document % 64 & 1) != 0) return {};
  return all_->score_document(document);
}

float PageMatcher::reached_by(uint64_t count) {
  return all_->reached_by(count + count_);
}

std::optional<uint64_t> PageMatcher::total() const {
  std::optional<uint64_t> all = all_->total();
  if (all) *all -= count_;
  return all;
}

double PageMatcher::expected() const {
  if (!all_->total()) return all_->expected();
  return std::max(0.0, all_->expected() - static_cast<double>(count_));
}

std::unique_ptr<Matcher> pages_of(const Shard& shard, const MakeMatcher& make,
                                  const MakeMatcher& again) {
  std::unique_ptr<Matcher> all = make();
  if (all == nullptr) return nullptr;
  const std::vector<uint64_t>& others = shard.other_records->of(shard);
  if (others.empty()) return all;
  uint64_t count = 0;
  if (all->total()) {
    count = count_of_others(*again(), others);
  } else {
    for (uint64_t word : others) {
      if (word != 0) count += std::popcount(word);  // hardly ever
    }
  }
  return std::make_unique<PageMatcher>(std::move(all), others, count);
}

}  // namespace wax::index
