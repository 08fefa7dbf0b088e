#include "index/store/kept_documents.h"

#include <utility>

namespace wax::index {

// With its places in the list and in the table.
uint64_t KeptDocuments::memory_of(const KeptValues& values) {
  constexpr uint64_t kPlaces = 192;
  return values.memory() + kPlaces;
}

std::shared_ptr<const KeptValues> KeptDocuments::find(const Key& key,
                                                      bool& wanted) {
  wanted = false;
  const std::lock_guard lock(mutex_);
  const auto found = places_.find(key);
  if (found == places_.end()) {
    // A hit is the same document of several files.
    Key& asked = asked_[(key.file * 0x9E3779B1 + key.document) % kAsked];
    wanted = asked == key;
    asked = key;
    return nullptr;
  }
  kept_.splice(kept_.begin(), kept_, found->second);
  return found->second->values;
}

void KeptDocuments::keep(const Key& key,
                         std::shared_ptr<const KeptValues> values) {
  const uint64_t its = memory_of(*values);
  if (its >= most_ / 8) return;
  const std::lock_guard lock(mutex_);
  if (places_.contains(key)) return;
  while (memory_ + its > most_) {
    memory_ -= memory_of(*kept_.back().values);
    places_.erase(kept_.back().key);
    kept_.pop_back();
  }
  kept_.push_front({key, std::move(values)});
  places_.emplace(key, kept_.begin());
  memory_ += its;
}

uint64_t KeptDocuments::memory() const {
  const std::lock_guard lock(mutex_);
  return memory_;
}

}  // namespace wax::index
