#include "collection/versions/chosen_captures.h"

#include <algorithm>

#include "index/upkeep/index_keys.h"

namespace wax::collection {

bool ChosenCaptures::operator()(std::string& line) {
  while (given_ == values_.size()) {
    if (!read_version()) return false;
  }
  line = values_[given_++];
  return true;
}

bool ChosenCaptures::read_version() {
  if (!started_) {
    started_ = true;
    more_ = sorted_->next(line_);
  }
  values_.clear();
  given_ = 0;
  if (!more_) return false;
  Version version;
  const std::string key(line_.substr(0, index::version_size(line_)));
  do {
    add(CaptureLine::parse(line_), version);
    more_ = sorted_->next(line_);
  } while (more_ && line_.starts_with(key));
  if (!choose(key, version)) return true;
  rendered_->add(key, position_);
  DocumentLine value;
  value.position = position_;
  for (const std::string& date : version.dates) {
    value.date = date;
    value.append(values_.emplace_back());
  }
  if (version.collections.size() < 2) return true;
  for (uint64_t collection : version.collections) {
    if (collection == 0) continue;
    value.collection = collection;
    value.append(values_.emplace_back());
  }
  return true;
}

void ChosenCaptures::add(const CaptureLine& capture, Version& version) {
  auto set_first = [&](std::optional<uint64_t>& first) {
    if (!first) first = capture.position;
  };
  switch (capture.kind) {
    case CaptureKind::kWhole:
      set_first(version.whole);
      break;
    case CaptureKind::kTruncated:
      set_first(version.truncated);
      break;
    case CaptureKind::kElsewhere:
      version.elsewhere = true;
      return;
    case CaptureKind::kRevisitOfOther:
      version.of_other_url = true;
      [[fallthrough]];
    case CaptureKind::kRevisit:
      set_first(version.revisit);
      [[fallthrough]];
    case CaptureKind::kDateOnly:
      ++version.revisits;
  }
  if (version.dates.empty() || version.dates.back() != capture.date) {
    version.dates.emplace_back(capture.date);
  }
  std::vector<uint64_t>& known = version.collections;
  auto place = std::lower_bound(known.begin(), known.end(), capture.collection);
  if (place == known.end() || *place != capture.collection) {
    known.insert(place, capture.collection);
  }
}

bool ChosenCaptures::choose(std::string_view key, const Version& version) {
  if (version.whole || version.truncated) {
    position_ = version.whole ? *version.whole : *version.truncated;
    *matched_dates_ += version.revisits;
    return true;
  }
  if (!version.revisit || version.elsewhere) return false;
  position_ = *version.revisit;
  BodyLine waiting;
  waiting.position = position_;
  waiting.of_other_url = version.of_other_url;
  waiting.revisits = version.revisits;
  revisited_->add(key, waiting);
  return true;
}

ChosenDocuments::ChosenDocuments(std::unique_ptr<lines::LineStream> sorted)
    : lines_(std::move(sorted)) {
  advance();
}

void ChosenDocuments::read(std::vector<std::string>& dates,
                           std::vector<uint64_t>& collections) {
  dates.clear();
  collections.clear();
  const uint64_t here = next_.position;
  while (next_.position == here && here != UINT64_MAX) {
    if (next_.collection) {
      collections.push_back(*next_.collection);
    } else {
      dates.emplace_back(next_.date);
    }
    advance();
  }
  index::make_set(dates);
}

void ChosenDocuments::advance() {
  std::string_view line;
  if (lines_->next(line)) {
    next_ = DocumentLine::parse(line);
  } else {
    next_ = {};
    next_.position = UINT64_MAX;
  }
}

}  // namespace wax::collection
