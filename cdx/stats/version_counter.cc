#include "cdx/stats/version_counter.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "cdx/url/host.h"

namespace wax::cdx {

bool VersionCounter::count() {
  CountedRow row;
  while (!ended_ && !digests_.full()) {
    ended_ = !rows_->next(row);
    if (ended_) {
      end_host();
      std::sort(stats_.top_hosts.begin(), stats_.top_hosts.end(),
                more_captures);
      stats_.months = months_.by_name();
    } else {
      add(row);
    }
  }
  return ended_;
}

bool VersionCounter::next(std::string_view& line) {
  while (true) {
    if (taking_ && digests_.take(text_)) {
      line = text_;
      return true;
    }
    if (ended_ && taking_) return false;
    count();
    taking_ = true;
  }
}

void VersionCounter::add(const CountedRow& row) {
  if (!any_ || row.key != key_) begin_key(row.key);
  (row.other_record ? stats_.other_records : host_count_) += row.count;
  if (row.digest.empty()) {
    ++stats_.without_digest;
    if (row.revisit) ++stats_.revisits_unresolved;
  }
  MonthCounts& month = months_.of(row.date);
  if (row.revisit) {
    month.revisit += row.count;
  } else if (row.digest.empty()) {
    month.first += row.count;
  } else {
    add_body(row, month);
  }
  if (!row.digest.empty()) {
    digests_.add(row.digest, row.revisit, row.count.bytes);
  }
}

void VersionCounter::add_body(const CountedRow& row, MonthCounts& month) {
  if (rows_->by_digest() && row.digest != digest_) {
    firsts_.clear();
    digest_.assign(row.digest);
  }
  auto known = firsts_.find(row.digest);
  if (known == firsts_.end()) {
    if (firsts_.size() >= most_digests_) throw RowsOutOfOrder();
    firsts_.emplace(row.digest, First{std::string(row.date), row.count});
    month.first += row.count;
    ++stats_.versions;
    return;
  }
  // The smaller of two at once is the first, whatever the order.
  CaptureCount count = row.count;
  First& first = known->second;
  if (row.date == first.date && count.bytes < first.count.bytes) {
    month.first.bytes -= first.count.bytes - count.bytes;
    std::swap(count, first.count);
  }
  month.duplicate += count;
  stats_.duplicates += count;
}

void VersionCounter::begin_key(std::string_view key) {
  ++stats_.urls;
  firsts_.clear();
  digest_.clear();
  std::string_view host = host_of_key(key);
  if (!any_ || host != host_) {
    end_host();
    host_.assign(host);
  }
  key_.assign(key);
  any_ = true;
}

// The list is a heap with the least of the top hosts in front.
void VersionCounter::end_host() {
  std::vector<NamedCount>& heap = stats_.top_hosts;
  if (host_count_.captures > 0) ++stats_.hosts;
  if (host_count_.captures > 0 && top_ > 0) {
    NamedCount host{readable_host(host_), host_count_};
    if (heap.size() == top_ && more_captures(host, heap.front())) {
      std::pop_heap(heap.begin(), heap.end(), more_captures);
      heap.pop_back();
    }
    if (heap.size() < top_) {
      heap.push_back(std::move(host));
      std::push_heap(heap.begin(), heap.end(), more_captures);
    }
  }
  host_count_ = {};
}

}  // namespace wax::cdx
