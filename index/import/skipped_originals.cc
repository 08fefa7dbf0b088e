#include "index/import/skipped_originals.h"

#include <utility>

#include "index/text/varint.h"

namespace wax::index {
namespace {

constexpr size_t kMostSkippedOriginals = 1000;

}  // namespace

void SkippedOriginals::add(SkippedOriginal original) {
  if (all_.size() == kMostSkippedOriginals) {
    ++more_;
  } else {
    all_.push_back(std::move(original));
  }
}

void SkippedOriginals::add_all(const SkippedOriginals& others) {
  for (const SkippedOriginal& original : others.all_) add(original);
  more_ += others.more_;
}

uint64_t SkippedOriginals::report(const ExclusionList& exclusions,
                                  ProblemSink& problems) const {
  uint64_t reports = 0;
  for (const SkippedOriginal& original : all_) {
    if (exclusions.is_imported(original.urlkey, original.digest,
                               original.date)) {
      continue;
    }
    ++reports;
    problems.report({Severity::kLost, "excluded-original", original.path,
                     original.offset,
                     "captures are excluded, but their original is not "
                     "imported (" +
                         original.reason + "): " + original.urlkey + ' ' +
                         original.digest + ' ' + original.date});
  }
  if (more_ > 0) {
    ++reports;
    problems.report(
        {Severity::kLost, "excluded-original", "", std::nullopt,
         std::to_string(more_) + " more originals are not imported"});
  }
  return reports;
}

void SkippedOriginals::append(std::string& out) const {
  append_number(all_.size(), out);
  for (const SkippedOriginal& original : all_) {
    append_text(original.path, out);
    append_number(original.offset, out);
    append_text(original.urlkey, out);
    append_text(original.digest, out);
    append_text(original.date, out);
    append_text(original.reason, out);
  }
  append_number(more_, out);
}

bool SkippedOriginals::take(std::string_view& rest) {
  uint64_t count;
  if (!take_number(rest, count) || count > kMostSkippedOriginals) return false;
  all_.clear();
  for (; count > 0; --count) {
    SkippedOriginal& original = all_.emplace_back();
    std::string_view texts[5];
    if (!take_text(rest, texts[0]) || !take_number(rest, original.offset) ||
        !take_text(rest, texts[1]) || !take_text(rest, texts[2]) ||
        !take_text(rest, texts[3]) || !take_text(rest, texts[4])) {
      return false;
    }
    original.path = texts[0];
    original.urlkey = texts[1];
    original.digest = texts[2];
    original.date = texts[3];
    original.reason = texts[4];
  }
  return take_number(rest, more_);
}

}  // namespace wax::index
