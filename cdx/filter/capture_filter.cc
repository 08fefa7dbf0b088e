#include "cdx/filter/capture_filter.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "cdx/format/identity_line.h"
#include "io/error.h"

namespace wax::cdx {
namespace {

size_t want(std::vector<std::string>& names, const std::string& name) {
  auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) at = names.insert(at, name);
  return static_cast<size_t>(at - names.begin());
}

constexpr size_t kWholeLine = SIZE_MAX;

// FNV-1a with the finish of MurmurHash3: all bits depend on all bytes.
uint64_t sample_hash(std::string_view text, uint64_t seed) {
  uint64_t hash = 0xcbf29ce484222325 ^ (seed * 0x9e3779b97f4a7c15);
  for (char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  hash = (hash ^ hash >> 33) * 0xff51afd7ed558ccd;
  hash = (hash ^ hash >> 33) * 0xc4ceb9fe1a85ec53;
  return hash ^ hash >> 33;
}

}  // namespace

FilteredLines::FilteredLines(std::vector<std::string> paths,
                             FilterOptions options, ProblemSink& problems)
    : options_(std::move(options)),
      keys_(options_.sample, options_.seed),
      latest_(options_.max_per_key),
      sample_(options_.sample_count, options_.seed) {
  bool lists = options_.blocked != nullptr || options_.allowed != nullptr;
  auto patterns = [](const auto& list) {
    return list != nullptr && list->has_patterns();
  };
  has_key_ = lists || options_.sample < 1 || options_.max_per_key > 0;
  if (has_key_) key_ = want(names_, "urlkey");
  if (!options_.period.is_open()) {
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
  lines_.emplace(std::move(paths), LineFields(names_, options_.url_key),
                 problems);
}

FilteredLines::~FilteredLines() = default;

bool FilteredLines::next(std::string_view& line) {
  if (options_.latest && options_.max_per_key > 0) return next_latest(line);
  if (options_.sample_count > 0) return next_of_sample(line);
  return next_that_stays(line);
}

bool FilteredLines::next_that_stays(std::string_view& line) {
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
  while (!latest_.take(given_)) {
    if (ended_) return false;
    std::string_view read;
    switch (lines_->next(read)) {
      case FieldLines::Line::kEnd:
        ended_ = true;
        latest_.release();
        break;
      case FieldLines::Line::kMetadata:
        latest_.release();
        latest_.pass_on(read);
        break;
      case FieldLines::Line::kCapture:
        if (!stays(read)) break;
        if (of_key_ == 1) latest_.release();
        if (latest_.hold(read)) ++counts_.above_limit;
    }
  }
  line = given_;
  return true;
}

bool FilteredLines::next_of_sample(std::string_view& line) {
  if (!std::exchange(ended_, true)) take_sample();
  if (!sample_.take(given_)) return false;
  line = given_;
  return true;
}

void FilteredLines::take_sample() {
  std::string_view line;
  while (true) {
    switch (lines_->next(line)) {
      case FieldLines::Line::kEnd:
        return;
      case FieldLines::Line::kMetadata:
        sample_.add_metadata(line);
        break;
      case FieldLines::Line::kCapture:
        if (stays(line) && !sample_.add(line)) ++counts_.not_sampled;
    }
  }
}

bool FilteredLines::stays(std::string_view line) {
  constexpr uint64_t kBetweenCalls = 4096;
  if (++captures_ % kBetweenCalls == 0 && options_.tick) options_.tick();
  uint64_t* dropped = dropped_by(line);
  if (dropped != nullptr) ++*dropped;
  return dropped == nullptr;
}

uint64_t* FilteredLines::dropped_by(std::string_view line) {
  if (!is_in_dates()) return &counts_.by_date;
  if (!conditions_hold(line)) return &counts_.by_condition;
  return has_key_ ? dropped_by_key(lines_->fields()[key_]) : nullptr;
}

uint64_t* FilteredLines::dropped_by_key(std::string_view key) {
  std::string_view url = lines_->fields()[url_];
  if (!lists_checked_) check_lists(key);
  if (options_.blocked != nullptr && options_.blocked->contains(key, url)) {
    return &counts_.blocked;
  }
  if (options_.allowed != nullptr && !options_.allowed->contains(key, url)) {
    return &counts_.not_allowed;
  }
  if (options_.sample < 1 && !keys_.has(key)) return &counts_.not_sampled;
  if (options_.max_per_key == 0) return nullptr;
  of_key_ = same_key(key) ? of_key_ + 1 : 1;
  bool above = !options_.latest && of_key_ > options_.max_per_key;
  return above ? &counts_.above_limit : nullptr;
}

bool FilteredLines::is_in_dates() const {
  return options_.period.is_open() ||
         options_.period.holds(lines_->fields()[date_]);
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
                     "; --urlkey sets the kind for the URLs of the list");
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
        std::string("the URL key is smaller than the one before it") +
            (new_file ? ", in another file" : "") +
            "; captures of one key must be adjacent to be counted; " +
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
  counts.metadata_lines = lines_->metadata_lines();
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

KeySample::KeySample(double share, uint64_t seed)
    : below_(
          static_cast<uint64_t>(std::ldexp(std::clamp(share, 0.0, 1.0), 63))),
      seed_(seed) {}

bool KeySample::has(std::string_view key) const {
  return sample_hash(key, seed_) >> 1 < below_;
}

bool LineSample::Entry::operator<(const Entry& other) const {
  return std::pair(hash, number) < std::pair(other.hash, other.number);
}

bool LineSample::add(std::string_view line) {
  uint64_t hash = sample_hash(line, seed_);
  uint64_t number = lines_++;
  bool full = sample_.size() == most_;
  if (full) {
    if (hash >= sample_.front().hash) return false;
    std::pop_heap(sample_.begin(), sample_.end());
    sample_.pop_back();
  }
  sample_.push_back({hash, number, std::string(line)});
  std::push_heap(sample_.begin(), sample_.end());
  return !full;
}

void LineSample::add_metadata(std::string_view line) {
  metadata_.push_back({0, lines_++, std::string(line)});
}

void LineSample::put_in_order() {
  in_order_ = std::move(metadata_);
  std::move(sample_.begin(), sample_.end(), std::back_inserter(in_order_));
  std::sort(in_order_.begin(), in_order_.end(),
            [](const Entry& a, const Entry& b) { return a.number < b.number; });
}

bool LineSample::take(std::string& line) {
  if (!std::exchange(is_in_order_, true)) put_in_order();
  if (next_ == in_order_.size()) return false;
  line = std::move(in_order_[next_++].line);
  return true;
}

}  // namespace wax::cdx
