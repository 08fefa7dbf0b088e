#include "cdx/filter/capture_filter.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "cdx/format/key_kind.h"
#include "io/error.h"
#include "lines/line_error.h"

namespace wax::cdx {
namespace {

// FNV-1a with the finish of MurmurHash3: all bits depend on all bytes.
uint64_t hash_of(std::string_view text, uint64_t seed) {
  uint64_t hash = 0xcbf29ce484222325 ^ (seed * 0x9e3779b97f4a7c15);
  for (char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  hash = (hash ^ hash >> 33) * 0xff51afd7ed558ccd;
  hash = (hash ^ hash >> 33) * 0xc4ceb9fe1a85ec53;
  return hash ^ hash >> 33;
}

size_t want(std::vector<std::string>& names, const std::string& name) {
  auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) at = names.insert(at, name);
  return static_cast<size_t>(at - names.begin());
}

constexpr size_t kWholeLine = SIZE_MAX;

}  // namespace

FilteredLines::FilteredLines(std::vector<std::string> paths,
                             FilterOptions options, ProblemSink& problems)
    : options_(std::move(options)) {
  bool lists = options_.blocked != nullptr || options_.allowed != nullptr;
  auto patterns = [](const auto& list) {
    return list != nullptr && list->has_patterns();
  };
  if (lists || options_.sample < 1 || options_.max_per_key > 0) {
    key_ = want(names_, "urlkey");
  }
  if (!options_.from.empty() || !options_.to.empty()) {
    date_ = want(names_, "timestamp");
  }
  if (patterns(options_.blocked) || patterns(options_.allowed)) {
    url_ = want(names_, "url");
  }
  for (const Condition& condition : options_.conditions) {
    const std::string& field = condition.field();
    condition_fields_.push_back(field.empty() ? kWholeLine
                                              : want(names_, field));
  }
  sampled_below_ = static_cast<uint64_t>(
      std::ldexp(std::clamp(options_.sample, 0.0, 1.0), 63));
  lines_.emplace(std::move(paths), LineFields(names_, options_.url_key),
                 problems);
}

FilteredLines::~FilteredLines() = default;

bool FilteredLines::next(std::string_view& line) {
  if (options_.latest && options_.max_per_key > 0) return next_latest(line);
  if (options_.sample_count > 0) return next_of_sample(line);
  while (true) {
    switch (lines_->next(line)) {
      case FieldLines::Line::kEnd:
        return false;
      case FieldLines::Line::kMetadata:
        return true;
      case FieldLines::Line::kCapture:
        if (stays(line)) return true;
    }
  }
}

bool FilteredLines::next_latest(std::string_view& line) {
  while (ready_.empty()) {
    if (ended_) return false;
    std::string_view read;
    FieldLines::Line kind = lines_->next(read);
    ended_ = kind == FieldLines::Line::kEnd;
    if (kind == FieldLines::Line::kCapture && !stays(read)) continue;
    bool goes_on = kind == FieldLines::Line::kCapture && of_key_ > 1;
    if (!goes_on) ready_.swap(held_);
    if (kind == FieldLines::Line::kMetadata) ready_.emplace_back(read);
    if (kind != FieldLines::Line::kCapture) continue;
    if (held_.size() == options_.max_per_key) {
      ++counts_.above_limit;
      held_.push_back(std::move(held_.front()));
      held_.pop_front();
      held_.back().assign(read);
    } else {
      held_.emplace_back(read);
    }
  }
  given_.swap(ready_.front());
  ready_.pop_front();
  line = given_;
  return true;
}

bool FilteredLines::next_of_sample(std::string_view& line) {
  if (!std::exchange(ended_, true)) take_sample();
  if (ready_.empty()) return false;
  given_.swap(ready_.front());
  ready_.pop_front();
  line = given_;
  return true;
}

// Keeps the captures with the least hashes.
void FilteredLines::take_sample() {
  struct Kept {
    uint64_t hash;
    uint64_t number;
    std::string line;
    bool operator<(const Kept& other) const {
      return std::pair(hash, number) < std::pair(other.hash, other.number);
    }
  };
  std::vector<Kept> heap;
  std::vector<Kept> kept;
  std::string_view line;
  FieldLines::Line kind;
  for (uint64_t number = 0;
       (kind = lines_->next(line)) != FieldLines::Line::kEnd; ++number) {
    if (kind == FieldLines::Line::kMetadata) {
      kept.push_back({0, number, std::string(line)});
      continue;
    }
    if (!stays(line)) continue;
    uint64_t hash = hash_of(line, options_.seed);
    if (heap.size() == options_.sample_count) {
      ++counts_.not_sampled;
      if (hash >= heap.front().hash) continue;
      std::pop_heap(heap.begin(), heap.end());
      heap.back() = {hash, number, std::string(line)};
    } else {
      heap.push_back({hash, number, std::string(line)});
    }
    std::push_heap(heap.begin(), heap.end());
  }
  std::move(heap.begin(), heap.end(), std::back_inserter(kept));
  std::sort(kept.begin(), kept.end(),
            [](const Kept& a, const Kept& b) { return a.number < b.number; });
  for (Kept& capture : kept) ready_.push_back(std::move(capture.line));
}

bool FilteredLines::stays(std::string_view line) {
  const LineFields& fields = lines_->fields();
  if (!options_.from.empty() &&
      fields[date_].substr(0, options_.from.size()) < options_.from) {
    return ++counts_.by_date, false;
  }
  if (!options_.to.empty() &&
      fields[date_].substr(0, options_.to.size()) > options_.to) {
    return ++counts_.by_date, false;
  }
  if (!conditions_hold(line)) return ++counts_.by_condition, false;
  if (names_.empty() || names_[key_] != "urlkey") return true;
  std::string_view key = fields[key_];
  if (!lists_checked_) check_lists(key);
  if (options_.blocked != nullptr &&
      options_.blocked->contains(key, fields[url_])) {
    return ++counts_.blocked, false;
  }
  if (options_.allowed != nullptr &&
      !options_.allowed->contains(key, fields[url_])) {
    return ++counts_.not_allowed, false;
  }
  if (options_.sample < 1 &&
      hash_of(key, options_.seed) >> 1 >= sampled_below_) {
    return ++counts_.not_sampled, false;
  }
  if (options_.max_per_key == 0) return true;
  of_key_ = same_key(key) ? of_key_ + 1 : 1;
  if (!options_.latest && of_key_ > options_.max_per_key) {
    return ++counts_.above_limit, false;
  }
  return true;
}

void FilteredLines::check_lists(std::string_view key) {
  std::optional<UrlKeyKind> kind = kind_of_key(key);
  if (!kind) return;
  lists_checked_ = true;
  for (const UrlList* list : {options_.blocked.get(), options_.allowed.get()}) {
    if (list == nullptr || list->kind().value_or(*kind) == *kind) continue;
    throw UsageError(lines_->file() + ": its URL keys are " +
                     std::string(name(*kind)) + ", but those of the list are " +
                     std::string(name(*list->kind())) +
                     ": --urlkey makes them of the list's URLs");
  }
}

bool FilteredLines::conditions_hold(std::string_view line) const {
  if (options_.conditions.empty()) return true;
  for (size_t i = 0; i < options_.conditions.size(); ++i) {
    size_t field = condition_fields_[i];
    bool holds = options_.conditions[i].holds(
        field == kWholeLine ? line : lines_->fields()[field]);
    if (holds == options_.any) return holds;
  }
  return !options_.any;
}

bool FilteredLines::same_key(std::string_view key) {
  bool new_file = lines_->take_new_file();
  int order = key.compare(last_key_);
  if (order == 0) return true;
  if (order < 0) {
    throw lines::LineError(
        lines_->file(), lines_->line_number(),
        std::string("the URL key is less than the one before it") +
            (new_file ? ", in another file" : "") +
            ": captures of one key must stand together to be "
            "counted; " +
            (new_file ? "merge the files first (wax-cdx-merge)"
                      : "sort first (wax-cdx-sort)"));
  }
  last_key_.assign(key);
  return false;
}

FilterCounts FilteredLines::counts() const {
  FilterCounts counts = counts_;
  counts.read = lines_->read();
  counts.bad = lines_->bad();
  counts.notes = lines_->notes();
  return counts;
}

std::vector<std::string> FilteredLines::fields_not_seen() const {
  std::vector<std::string> names;
  if (!lines_->fields().format().json || lines_->read() == 0) return names;
  for (size_t i = 0; i < names_.size(); ++i) {
    if (!lines_->fields().seen(i)) names.push_back(names_[i]);
  }
  return names;
}

}  // namespace wax::cdx
