#include "cdx/indexer/request_pairs.h"

#include <algorithm>

namespace wax::cdx {
namespace {

bool names(const PairedRecord& one, const PairedRecord& other) {
  const auto& ids = one.concurrent_to;
  return std::find(ids.begin(), ids.end(), other.capture.record_id) !=
         ids.end();
}

bool belong_together(const PairedRecord& one, const PairedRecord& other) {
  bool request_and_answer = (one.is_request && other.is_answer) ||
                            (one.is_answer && other.is_request);
  return request_and_answer && one.capture.url == other.capture.url &&
         (names(one, other) || names(other, one));
}

}  // namespace

std::string_view without_brackets(std::string_view id) {
  if (id.starts_with('<')) id.remove_prefix(1);
  if (id.ends_with('>')) id.remove_suffix(1);
  return id;
}

void PairedRecord::clear() {
  capture.clear();
  wanted = paired = is_request = is_answer = false;
  concurrent_to.clear();
  method.clear();
  query.clear();
  fields.clear();
}

PairedRecord* RequestPairs::room() {
  // One stays free: the last that was taken is still read.
  if (waiting_ + 1 >= ring_.size()) return nullptr;
  return &ring_[(oldest_ + waiting_) % ring_.size()];
}

PairedRecord* RequestPairs::add() {
  PairedRecord& added = ring_[(oldest_ + waiting_) % ring_.size()];
  for (size_t back = waiting_++; back > 0; --back) {
    PairedRecord& earlier = ring_[(oldest_ + back - 1) % ring_.size()];
    if (earlier.paired || !belong_together(added, earlier)) continue;
    added.paired = earlier.paired = true;
    return &earlier;
  }
  return nullptr;
}

PairedRecord* RequestPairs::take() {
  if (waiting_ == 0) return nullptr;
  PairedRecord& taken = ring_[oldest_];
  oldest_ = (oldest_ + 1) % ring_.size();
  --waiting_;
  return &taken;
}

}  // namespace wax::cdx
