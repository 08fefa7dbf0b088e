#include "cdx/dedup/revisit_dates.h"

#include <algorithm>
#include <iterator>

#include "cdx/format/list_lines.h"

namespace wax::cdx {

std::string_view urlkey_of(std::string_view line) {
  return line.substr(0, line.find(' '));
}

std::string_view version_of_line(std::string_view line) {
  return line.substr(0, line.find(' ', line.find(' ') + 1) + 1);
}

bool is_reference(std::string_view line) {
  return line[line.find(' ') + 1] == kReferenceMark;
}

bool RevisitDates::operator()(std::string& text) {
  while (given_ == dates_.size()) {
    dates_.clear();
    given_ = 0;
    std::string_view line;
    if (captures_->next(line)) {
      read(line);
    } else if (std::exchange(ended_, true)) {
      return false;
    } else {
      finish_key();
    }
  }
  text = dates_[given_++];
  return true;
}

// References stand before all captures of their key.
void RevisitDates::read(std::string_view line) {
  if (urlkey_of(line) != urlkey_) {
    finish_key();
    urlkey_ = urlkey_of(line);
  }
  if (is_reference(line)) return add_reference(line);
  const std::string version(version_of_line(line));
  const std::string_view date = line.substr(line.size() - 14);
  const char rank = line[line.size() - kRankedTail];
  const bool is_revisit = rank == static_cast<char>(CaptureRank::kRevisit);
  if (version != version_) finish_version();
  version_ = version;
  has_capture_ = has_capture_ || !is_revisit;
  if (is_revisit) dates_.push_back(version + std::string(date));
  if (is_revisit && take_unmatched_) revisits_.emplace_back(date);
  if (references_.empty()) return;
  const std::string digest =
      version.substr(urlkey_.size() + 1, version.size() - urlkey_.size() - 2);
  const bool is_own = by_digest_.contains(digest);
  if (is_own && is_revisit) return;  // what the reference is of
  if (is_own) fitting_.insert(digest);
  auto [named, end] = by_date_.equal_range(date);
  for (; named != end; ++named) {
    references_[named->second].versions.push_back(version);
  }
  const bool is_taken = rank != static_cast<char>(CaptureRank::kNotTaken);
  if (has_undated_ && is_taken) captured_.emplace_back(date, version);
}

void RevisitDates::add_reference(std::string_view line) {
  Reference reference;
  line.remove_prefix(urlkey_.size() + 2);
  reference.original_date = line.substr(0, 14);
  reference.date = line.substr(line.size() - 14);
  if (line.size() > 14 + 2 + kBatchDate) {
    reference.digest = line.substr(15, line.size() - 16 - kBatchDate);
    by_digest_.insert(reference.digest);
  }
  has_undated_ = has_undated_ || reference.original_date == kLastBefore;
  by_date_.emplace(reference.original_date, references_.size());
  references_.push_back(std::move(reference));
}

void RevisitDates::finish_version() {
  if (!has_capture_ && !revisits_.empty()) {
    const std::string digest = version_.substr(
        urlkey_.size() + 1, version_.size() - urlkey_.size() - 2);
    for (std::string& date : revisits_) {
      unmatched_.push_back({std::move(date), digest, {}});
    }
  }
  version_.clear();
  has_capture_ = false;
  revisits_.clear();
}

// A reference of a revisit with a digest stands for it.
void RevisitDates::give_unmatched() {
  for (const Reference& reference : references_) {
    if (!reference.digest.empty()) {
      auto own =
          std::find(unmatched_.begin(), unmatched_.end(),
                    UnmatchedRevisit{reference.date, reference.digest, {}});
      if (own == unmatched_.end()) continue;
      unmatched_.erase(own);
    }
    if (reference.versions.empty()) {
      unmatched_.push_back(
          {reference.date, reference.digest, reference.original_date});
    }
  }
  std::sort(unmatched_.begin(), unmatched_.end());
  take_unmatched_(urlkey_, unmatched_);
  unmatched_.clear();
}

void RevisitDates::finish_key() {
  finish_version();
  std::sort(captured_.begin(), captured_.end());
  for (Reference& reference : references_) {
    if (fitting_.contains(reference.digest)) continue;
    if (reference.original_date == kLastBefore) find_last_before(reference);
    for (const std::string& version : reference.versions) {
      dates_.push_back(version + reference.date);
    }
  }
  if (take_unmatched_ && !urlkey_.empty()) give_unmatched();
  references_.clear();
  by_date_.clear();
  by_digest_.clear();
  fitting_.clear();
  captured_.clear();
  has_undated_ = false;
}

void RevisitDates::find_last_before(Reference& reference) const {
  auto after = std::partition_point(
      captured_.begin(), captured_.end(),
      [&](const auto& capture) { return capture.first <= reference.date; });
  if (after == captured_.begin()) return;
  const std::string& date = std::prev(after)->first;
  for (; after != captured_.begin() && std::prev(after)->first == date;
       --after) {
    reference.versions.push_back(std::prev(after)->second);
  }
}

}  // namespace wax::cdx
