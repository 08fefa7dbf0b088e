#include "answers/opened/deleted_documents.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "answers/opened/version_lines.h"
#include "index/store/restricted.h"

namespace wax::answers {
namespace {

using Seen = index::DocumentRules::Seen;
using Version = index::DocumentRules::Version;

class Deletions {
 public:
  explicit Deletions(const SubmittedRuns& runs) {
    for (const auto& run : runs) {
      if (run->deleted.empty()) continue;
      files_.push_back(cdx::open_searchable(run->deleted));
      sets_.emplace_back(cdx::open_searchable(run->deleted));
    }
  }
  [[nodiscard]] bool empty() const { return sets_.empty(); }

  // "KEY DATE"
  [[nodiscard]] bool has(std::string_view key_and_date) {
    return std::any_of(sets_.begin(), sets_.end(),
                       [&](SortedSet& set) { return set.has(key_and_date); });
  }
  // "KEY " of each, once and in order.
  [[nodiscard]] std::vector<std::string> keys() {
    std::vector<std::string> keys;
    auto merged = cdx::RangeMerger::ascending(files_, kAllLines);
    std::string_view line;
    while (merged.next(line)) {
      line = line.substr(0, line.find(' ') + 1);
      if (keys.empty() || keys.back() != line) keys.emplace_back(line);
    }
    return keys;
  }

 private:
  Searchables files_;
  std::vector<SortedSet> sets_;
};

}  // namespace

index::IndexReader without_deleted_captures(const index::IndexReader& reader,
                                            const SubmittedRuns& runs,
                                            Searchables files,
                                            cdx::UrlKeyKind kind) {
  auto deletions = std::make_shared<Deletions>(runs);
  auto left = std::make_shared<VersionLines>(std::move(files), kind);
  index::DocumentRules rules;
  rules.key_prefixes = deletions->keys();
  rules.seen = [keys = rules.key_prefixes](const Version& version) {
    const std::string key = std::string(version.urlkey) + ' ';
    return std::binary_search(keys.begin(), keys.end(), key) ? Seen::kByDate
                                                             : Seen::kAlways;
  };
  rules.keep_dates = [deletions, left](const Version& version,
                                       std::vector<std::string>& dates) {
    auto is_left = [&](std::string_view date) {
      left->begin(version.urlkey, version.digest, date);
      std::string_view line;
      return left->next(line);
    };
    if (dates.empty()) return is_left("");
    const std::string key = std::string(version.urlkey) + ' ';
    std::erase_if(dates, [&](const std::string& date) {
      return deletions->has(key + date) && !is_left(date);
    });
    return !dates.empty();
  };
  return reader.restricted(rules);
}

bool adds_deleted_again(const SubmittedRun& run, const SubmittedRuns& runs) {
  Deletions deletions(runs);
  if (deletions.empty()) return false;
  auto captures = cdx::open_searchable(run.captures);
  auto lines = captures->lines(kAllLines);
  std::string key_and_date;
  std::string_view line;
  while (lines->next(line)) {
    set_key_and_date(line, key_and_date);
    if (deletions.has(key_and_date)) return true;
  }
  return false;
}

}  // namespace wax::answers
