#include "answers/opened/generation.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "answers/opened/deleted_documents.h"
#include "answers/shards/remote_cdx.h"
#include "collection/access/collection_access.h"
#include "collection/access/filtered_cdx.h"

namespace wax::answers {
namespace {

// All captures of which more is seen than of those with this visibility;
// nothing: all.
Searchables open_captures(const Generation& generation,
                          std::optional<collection::Visibility> from) {
  Searchables files;
  collection::MakeLineFilter filter = without_deleted(generation.submitted);
  for (const std::string& path : generation.cdx) {
    files.push_back(cdx::open_searchable(path));
    if (filter) files.back() = filtered_cdx(std::move(files.back()), filter);
  }
  open_submitted(generation.submitted, files);
  if (generation.access == nullptr || !from) return files;
  filter =
      collection::without_unseen(generation.access, generation.url_key, *from);
  const collection::IsSecret is_secret =
      collection::ruled_ranges(generation.access, generation.url_key);
  for (auto& file : files) {
    file = filtered_cdx(std::move(file), filter, is_secret);
  }
  return files;
}

}  // namespace

Searchables IdleCdx::take() {
  std::lock_guard lock(mutex_);
  if (idle_.empty()) return {};
  Searchables files = std::move(idle_.back());
  idle_.pop_back();
  return files;
}

void IdleCdx::give(Searchables files) {
  std::lock_guard lock(mutex_);
  if (idle_.size() < kMostIdle) idle_.push_back(std::move(files));
}

size_t Generation::files() const {
  if (shards == nullptr) return cdx.size() + submitted.size();
  size_t all = 0;
  for (const auto& facts :
       shards->facts_of_some(ShardSession::Clock::time_point::max())) {
    if (facts != nullptr) all += facts->cdx_heads.size();
  }
  return all;
}

Searchables open_cdx(const Generation& generation) {
  if (generation.shards != nullptr) {
    return open_remote_cdx(generation.shards, false);
  }
  Searchables files = generation.idle.take();
  if (!files.empty()) return files;
  return open_captures(generation, collection::Visibility::kBlocked);
}

Searchables open_whole_cdx(const Generation& generation) {
  // Servers tell nobody what they hide.
  if (generation.shards != nullptr) return open_cdx(generation);
  return open_captures(generation, collection::Visibility::kHidden);
}

Searchables open_unruled_cdx(const Generation& generation) {
  if (generation.shards != nullptr) return {};
  return open_captures(generation, std::nullopt);
}

Searchables open_listed_cdx(const Generation& generation) {
  if (generation.shards != nullptr) {
    return open_remote_cdx(generation.shards, true);
  }
  if (generation.access == nullptr) return open_cdx(generation);
  return open_captures(generation, collection::Visibility::kUnlisted);
}

std::shared_ptr<const index::IndexReader> left_of(
    std::shared_ptr<const index::IndexReader> reader, const SubmittedRuns& runs,
    const Generation& generation) {
  auto deletes = [](const auto& run) { return !run->deleted.empty(); };
  if (reader == nullptr || std::none_of(runs.begin(), runs.end(), deletes)) {
    return reader;
  }
  Generation unruled = generation;
  unruled.access = nullptr;
  return std::make_shared<const index::IndexReader>(without_deleted_captures(
      *reader, runs, open_whole_cdx(unruled), generation.url_key));
}

void restrict_generation(std::shared_ptr<const collection::AccessRules> rules,
                         Generation& generation) {
  if (rules != nullptr && rules->empty() && !rules->depends_on_day()) {
    rules = nullptr;
  }
  generation.access = rules;
  generation.ruled_reader = generation.whole_reader;
  if (rules != nullptr && generation.whole_reader != nullptr) {
    generation.ruled_reader = std::make_shared<const index::IndexReader>(
        collection::shown_index(*generation.whole_reader, std::move(rules)));
  }
  generation.reader =
      left_of(generation.ruled_reader, generation.submitted, generation);
}

}  // namespace wax::answers
