#include "answers/opened/lost_parts.h"

#include <filesystem>

namespace wax::answers {

void LostParts::add(const Problem& problem) {
  std::lock_guard lock(mutex_);
  if (problem.id == "unreadable-shard") {
    shards_.insert(std::filesystem::path(problem.file).filename().string());
  } else if (problem.id == "unreadable-document") {
    documents_ = true;
  }
}

uint64_t LostParts::shards() const {
  std::lock_guard lock(mutex_);
  return shards_.size();
}

std::vector<std::string> LostParts::reasons() const {
  std::lock_guard lock(mutex_);
  std::vector<std::string> reasons;
  for (const std::string& shard : shards_) {
    reasons.push_back("the shard " + shard + " could not be read");
  }
  if (documents_) reasons.emplace_back("some documents could not be read");
  return reasons;
}

}  // namespace wax::answers
