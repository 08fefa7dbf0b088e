#include "collection/import/skipped_originals.h"

#include <iterator>
#include <set>
#include <utility>

#include "text/varint.h"

namespace wax::collection {
namespace {

constexpr size_t kMostSkippedOriginals = 1000;

bool take_mark(std::string_view& rest, uint64_t& marks,
               std::string_view& urlkey, std::string_view& digest) {
  return text::take_number(rest, marks) && marks <= UINT8_MAX &&
         text::take_text(rest, urlkey) && text::take_text(rest, digest);
}

}  // namespace

void SkippedOriginals::mark(ExclusionList& exclusions, std::string_view urlkey,
                            std::string_view digest, uint8_t marks) {
  exclusions.mark(urlkey, digest, marks);
  text::append_number(marks, marks_);
  text::append_text(urlkey, marks_);
  text::append_text(digest, marks_);
}

void SkippedOriginals::add(ExclusionList* exclusions, SkippedOriginal capture,
                           bool sure) {
  if (exclusions == nullptr ||
      !exclusions->has_original(capture.urlkey, capture.digest, capture.date)) {
    return;
  }
  uint8_t marks = ExclusionList::kOriginalSkipped;
  if (sure) marks |= ExclusionList::kExcluded;
  mark(*exclusions, capture.urlkey, capture.digest, marks);
  if (all_.size() < kMostSkippedOriginals) all_.push_back(std::move(capture));
}

void SkippedOriginals::add_excluded(ExclusionList& exclusions,
                                    std::string_view urlkey,
                                    std::string_view digest) {
  if (!exclusions.has_originals()) return;
  mark(exclusions, urlkey, digest, ExclusionList::kExcluded);
}

void SkippedOriginals::add_all(SkippedOriginals& others) {
  size_t room = kMostSkippedOriginals - all_.size();
  if (others.all_.size() > room) others.all_.resize(room);
  std::move(others.all_.begin(), others.all_.end(), std::back_inserter(all_));
  marks_ += others.marks_;
  others.all_.clear();
  others.marks_.clear();
}

void SkippedOriginals::mark_again(ExclusionList& exclusions) const {
  std::string_view rest = marks_;
  uint64_t marks;
  std::string_view urlkey;
  std::string_view digest;
  while (take_mark(rest, marks, urlkey, digest)) {
    exclusions.mark(urlkey, digest, static_cast<uint8_t>(marks));
  }
}

uint64_t SkippedOriginals::report(const ExclusionList& exclusions,
                                  ProblemSink& problems) const {
  uint64_t reports = 0;
  std::set<std::pair<std::string_view, std::string_view>> named;
  for (const SkippedOriginal& original : all_) {
    if (!exclusions.is_lost(original.urlkey, original.digest)) continue;
    named.emplace(original.urlkey, original.digest);
    ++reports;
    problems.report({Severity::kLost, "excluded-original", original.path,
                     original.offset,
                     "captures are excluded, but their original is not "
                     "imported (" +
                         original.reason + "): " + original.urlkey + ' ' +
                         original.digest + ' ' + original.date});
  }
  uint64_t more = exclusions.lost_versions() - named.size();
  if (more > 0) {
    ++reports;
    problems.report(
        {Severity::kLost, "excluded-original", "", std::nullopt,
         std::to_string(more) + " more originals are not imported"});
  }
  return reports;
}

void SkippedOriginals::append(std::string& out) const {
  text::append_number(all_.size(), out);
  for (const SkippedOriginal& original : all_) {
    text::append_text(original.path, out);
    text::append_number(original.offset, out);
    text::append_text(original.urlkey, out);
    text::append_text(original.digest, out);
    text::append_text(original.date, out);
    text::append_text(original.reason, out);
  }
  text::append_text(marks_, out);
}

bool SkippedOriginals::take(std::string_view& rest) {
  uint64_t count;
  if (!text::take_number(rest, count) || count > kMostSkippedOriginals)
    return false;
  all_.clear();
  for (; count > 0; --count) {
    SkippedOriginal& original = all_.emplace_back();
    std::string_view texts[5];
    if (!text::take_text(rest, texts[0]) ||
        !text::take_number(rest, original.offset) ||
        !text::take_text(rest, texts[1]) || !text::take_text(rest, texts[2]) ||
        !text::take_text(rest, texts[3]) || !text::take_text(rest, texts[4])) {
      return false;
    }
    original.path = texts[0];
    original.urlkey = texts[1];
    original.digest = texts[2];
    original.date = texts[3];
    original.reason = texts[4];
  }
  std::string_view all_marks;
  if (!text::take_text(rest, all_marks)) return false;
  marks_ = all_marks;
  uint64_t marks;
  std::string_view urlkey;
  std::string_view digest;
  while (!all_marks.empty()) {
    if (!take_mark(all_marks, marks, urlkey, digest)) return false;
  }
  return true;
}

}  // namespace wax::collection
